//! Compares `apply` with known answers, with the best possible choice of rows, and with the definitions in
//! `verify`.

use proptest::prelude::*;

use super::*;
use crate::loss;
use crate::names::Names;
use crate::promise::{CommonQueries, SealedQueries};
use crate::release::RootItems;
use crate::tests::{any_tree, on_threads};
use crate::verify;

fn food() -> Taxonomy {
    let below = |parent: &'static str, children: &'static [&'static str]| {
        children.iter().map(move |&child| (child, parent))
    };
    let edges = below("food", &["fruit", "meat", "dairy"])
        .chain(below("fruit", &["apple", "orange", "banana"]))
        .chain(below("meat", &["chicken", "beef"]))
        .chain(below("dairy", &["milk", "butter", "cheese"]));
    Taxonomy::from_pairs(edges).expect("a tree")
}

/// An earlier release with these rows; a row is a text of labels separated by spaces.
fn earlier(rows: &[&str]) -> Earlier {
    let mut labels = Names::default();
    let mut number = |word: &str| {
        let found = labels.iter().position(|label| label == word);
        found.map_or_else(|| labels.push(word), |number| number as u32)
    };
    let rows: Vec<Vec<u32>> =
        rows.iter().map(|row| row.split_whitespace().map(&mut number).collect()).collect();
    Earlier::new(labels, rows)
}

fn transactions(taxonomy: &Taxonomy, rows: &[&str]) -> Transactions {
    let node = |word| taxonomy.find(word).expect("a word of the taxonomy");
    Transactions::one_per_owner(rows.iter().map(|row| row.split_whitespace().map(node)))
}

fn alone(property: Property) -> Promise {
    Promise::new([property]).expect("a promise of its own")
}

fn apply(property: Property, earlier: Earlier) -> Apply {
    ApplyParameters { promise: alone(property), sensitive: vec!["cheese".to_owned()], earlier }
        .check()
        .expect("good parameters")
}

/// The published labels of each of `rows`, as a text.
fn published(property: Property, of: &[&str], rows: &[&str]) -> Vec<String> {
    let taxonomy = food();
    let rows = transactions(&taxonomy, rows);
    let release = apply(property, earlier(of)).anonymize(&rows, &taxonomy, &()).expect("enough owners");
    let names = |row: usize| {
        let mut names: Vec<&str> = release.get(row).iter().map(|&item| taxonomy.name(item)).collect();
        names.sort_unstable();
        names.join(" ")
    };
    (0..release.rows()).map(names).collect()
}

const TWO: Property = Property::KAnonymity(KAnonymity { k: 2 });

#[test]
fn a_row_becomes_the_earlier_row_that_keeps_most_of_it() {
    let of = ["apple meat", "fruit meat", "fruit", "milk milk"];
    let rows = ["apple beef", "apple chicken milk", "orange beef", "banana meat", "orange", "banana"];
    let expected = ["apple meat", "apple meat", "fruit meat", "fruit meat", "fruit", "fruit"];
    assert_eq!(published(TWO, &of, &rows), expected);
}

#[test]
fn an_earlier_row_with_too_few_new_owners_is_given_up_for_the_next_one() {
    let of = ["apple beef", "fruit meat", "meat"];
    let rows = ["apple beef", "orange chicken", "chicken", "beef"];
    assert_eq!(published(TWO, &of, &rows), ["fruit meat", "fruit meat", "meat", "meat"]);
}

#[test]
fn a_row_that_can_be_spared_saves_another_one() {
    // At first each row gets its best bag, and the last row is alone in its bag. One other row moves there.
    let of = ["apple beef", "fruit meat"];
    let rows = ["apple beef", "apple beef", "apple beef", "orange chicken"];
    assert_eq!(published(TWO, &of, &rows), ["fruit meat", "apple beef", "apple beef", "fruit meat"]);
}

#[test]
fn rows_that_nothing_fits_are_empty_together() {
    let rows = ["apple", "orange", "milk", "banana"];
    // One row has no other bag than the empty one, so another row must join it there.
    assert_eq!(published(TWO, &["fruit"], &rows), ["", "fruit", "", "fruit"]);
    // No row can leave its bag to join it, so the bag is given up.
    assert_eq!(published(TWO, &["fruit"], &rows[..3]), [""; 3]);
    assert_eq!(published(TWO, &[], &rows), [""; 4]);
}

#[test]
fn several_rows_of_an_owner_count_once() {
    let taxonomy = food();
    let node = |word| taxonomy.find(word).expect("a word");
    let mut rows = Transactions::default();
    for (owner, word) in [(0, "apple"), (0, "apple"), (0, "apple"), (1, "milk"), (2, "butter")] {
        rows.push(owner, [node(word)]);
    }
    let method = apply(TWO, earlier(&["apple", "dairy"]));
    let release = method.anonymize(&rows, &taxonomy, &()).expect("enough owners");
    let release = release.canonical(&taxonomy, RootItems::Drop);
    assert!(release.group_sizes(&rows).iter().all(|size| size.owners >= 2), "{release:?}");
    // All rows with apples belong to one owner and cannot stay; another owner must get the empty bag too.
    assert!(release.get(0).is_empty());
    let applied = method.applied(&rows, &taxonomy, &release);
    assert_eq!(applied, Some(Applied::Rows { earlier: 2, used: 0, empty: 5 }));
}

#[test]
fn items_become_the_lowest_label_above_them_and_rare_labels_go() {
    let property = Property::from(KmAnonymity { k: 2, m: 2 });
    let of = ["apple fruit meat", "meat"];
    let rows = ["apple beef", "apple chicken butter", "orange beef", "banana", "apple"];
    // Only one row would have fruit and meat together, so one of them is suppressed: fruit, which fewer rows have.
    let expected = ["apple meat", "apple meat", "meat", "", "apple"];
    assert_eq!(published(property.clone(), &of, &rows), expected);
    let taxonomy = food();
    let rows = transactions(&taxonomy, &rows);
    let method = apply(property, earlier(&of));
    let release = method.anonymize(&rows, &taxonomy, &()).expect("enough owners");
    let applied = method.applied(&rows, &taxonomy, &release.canonical(&taxonomy, RootItems::Drop));
    assert_eq!(applied, Some(Applied::Labels { earlier: 3, used: 2, suppressed: 1, empty: 1 }));
}

#[test]
fn under_coherence_an_item_stands_for_itself_alone() {
    let property = Property::from(Coherence { h: "0.5".parse().expect("a share"), k: 2, p: 1 });
    let of = ["apple dairy", "cheese fruit", "beef"];
    let rows = ["apple milk", "apple cheese", "beef cheese", "beef cheese"];
    // Milk has no earlier label here, and beef would reveal cheese.
    assert_eq!(published(property, &of, &rows), ["apple", "apple cheese", "cheese", "cheese"]);
}

#[test]
fn what_cannot_be_promised_is_refused() {
    let check =
        |promise| ApplyParameters { promise, sensitive: Vec::new(), earlier: earlier(&[]) }.check().err();
    assert_eq!(check(KAnonymity { k: 1 }.into()), Some(ParameterError::KTooSmall { k: 1 }));
    let nothing_known = |parameter| Some(ParameterError::NothingKnown { parameter });
    assert_eq!(check(KmAnonymity { k: 2, m: 0 }.into()), nothing_known("m"));
    assert_eq!(check(Coherence { h: Share::ONE, k: 2, p: 0 }.into()), nothing_known("p"));
    let both = Promise::from(KAnonymity { k: 2 }).and(KmAnonymity { k: 2, m: 2 }).expect("two properties");
    for promise in [Promise::nothing(), CommonQueries { k: 5 }.into(), SealedQueries { k: 5 }.into(), both] {
        assert_eq!(check(promise.clone()), Some(ParameterError::NotPassedOn { promise }));
    }
    let taxonomy = food();
    let rows = transactions(&taxonomy, &["apple"]);
    for property in [TWO, KmAnonymity { k: 2, m: 1 }.into()] {
        let refused = apply(property, earlier(&["apple"])).anonymize(&rows, &taxonomy, &());
        assert_eq!(refused.err(), Some(AnonymizeError::TooFewOwners { owners: 1, k: 2 }));
    }
}

/// A row: true if it may belong to the owner of the row before, and its node numbers.
type Row = (bool, Vec<u32>);

/// A random tree, bags of an earlier release of which some labels are unknown, and new rows.
fn any_case(rows: std::ops::Range<usize>) -> impl Strategy<Value = (Taxonomy, Vec<Vec<u32>>, Vec<Row>)> {
    any_tree(1..8).prop_flat_map(move |taxonomy| {
        let nodes = taxonomy.len() as u32;
        let bag = |least| prop::collection::vec(0..nodes + u32::from(least == 0), least..4);
        let bags = prop::collection::vec(bag(0), 0..5);
        let rows = prop::collection::vec((any::<bool>(), bag(1)), rows.clone());
        (Just(taxonomy), bags, rows)
    })
}

/// Rows with one owner each; if `several`, a row may have the owner of the row before.
fn owned(rows: &[Row], several: bool) -> Transactions {
    let mut transactions = Transactions::default();
    for (is_same, bag) in rows {
        let next = transactions.owners() as u32;
        let owner = if *is_same && several { next.saturating_sub(1) } else { next };
        transactions.push(owner, bag.iter().copied().map(Node));
    }
    transactions
}

/// An earlier release with these bags of node numbers. The number after the last node is an unknown label.
fn earlier_of(taxonomy: &Taxonomy, bags: &[Vec<u32>]) -> Earlier {
    let labels = taxonomy.nodes().map(|node| taxonomy.name(node)).chain(["nowhere"]).collect();
    Earlier::new(labels, bags)
}

/// Total value that `release` keeps of all rows.
fn kept(taxonomy: &Taxonomy, release: &Release) -> u64 {
    (0..release.rows()).map(|row| loss::kept(taxonomy, release.get(row))).sum()
}

/// The largest value that any choice of `bags` for the rows keeps.
fn most_kept(taxonomy: &Taxonomy, bags: &[Vec<Node>], rows: &Transactions, k: usize) -> u64 {
    let mut best = 0;
    let mut choice = vec![0; rows.len()];
    loop {
        let fits = |row: usize| verify::generalizes(taxonomy, &bags[choice[row]], rows.get(row));
        let audit = (0..rows.len()).map(|row| (rows.owner(row), row + 1, &bags[choice[row]]));
        if (0..rows.len()).all(fits) && verify::k_anonymous_owners(audit, k).holds {
            let kept = choice.iter().map(|&bag| loss::kept(taxonomy, &bags[bag])).sum();
            best = best.max(kept);
        }
        // The next choice: a choice is a number with one digit for each row, which is the index of the row's bag.
        let Some(digit) = choice.iter().position(|&bag| bag + 1 < bags.len()) else { return best };
        choice[digit] += 1;
        choice[..digit].fill(0);
    }
}

fn check_sets(property: &Property, rows: &Transactions, release: &Release, sensitive: &[Node]) -> bool {
    // Equal rows of one owner become one published line.
    let line = |row: usize| {
        let is_like =
            |&other: &usize| rows.owner(other) == rows.owner(row) && release.get(other) == release.get(row);
        1 + (0..=row).find(is_like).expect("a row is like itself")
    };
    let audit = (0..rows.len()).map(|row| (rows.owner(row), line(row), release.get(row)));
    match *property {
        Property::KmAnonymity(KmAnonymity { k, m }) => {
            verify::Evidence::of_owners(audit, |_| false).km_anonymous(k, m).unwrap().holds
        }
        Property::Coherence(Coherence { h, k, p }) => {
            verify::Evidence::of_owners(audit, |label| sensitive.contains(label))
                .coherent(h, k, p)
                .unwrap()
                .holds
        }
        _ => unreachable!("not about sets"),
    }
}

proptest! {
    #[test]
    fn earlier_rows_or_nothing_and_k_owners_each(
        (taxonomy, bags, rows) in any_case(2..12), k in 2usize..4, several: bool
    ) {
        let rows = owned(&rows, several);
        prop_assume!(rows.owners() >= k);
        let earlier = earlier_of(&taxonomy, &bags);
        let method = apply(KAnonymity { k }.into(), earlier.clone());
        let release = method.anonymize(&rows, &taxonomy, &()).expect("enough owners");
        let audit = (0..rows.len()).map(|row| (rows.owner(row), row + 1, release.get(row)));
        prop_assert!(verify::k_anonymous_owners(audit, k).holds);
        let usable = earlier.bags(&taxonomy);
        for row in 0..rows.len() {
            let bag = release.get(row);
            prop_assert!(bag.is_empty() || usable.iter().any(|usable| usable == bag));
            prop_assert!(verify::generalizes(&taxonomy, bag, rows.get(row)));
        }
        let again = on_threads(1, || method.anonymize(&rows, &taxonomy, &()));
        prop_assert_eq!(&release, &again.expect("again"));
    }

    #[test]
    fn a_bag_fits_exactly_if_it_generalizes((taxonomy, bags, rows) in any_case(1..6)) {
        let rows = owned(&rows, false);
        let usable = earlier_of(&taxonomy, &bags).bags(&taxonomy);
        let index = Index::new(&usable, &rows, &taxonomy, &()).unwrap();
        let mut spread = crate::counts::Spread::new(&taxonomy);
        for row in 0..rows.len() {
            let fits = |rank: &u32| {
                verify::generalizes(&taxonomy, index.bags().get(*rank as usize), rows.get(row))
            };
            let fitting: Vec<u32> = (0..=index.empty()).filter(fits).collect();
            spread.load(rows.get(row));
            for most in 1..4 {
                prop_assert_eq!(index.first(most, &spread), &fitting[..most.min(fitting.len())]);
            }
            for from in 0..=index.empty() {
                let first = fitting.iter().copied().find(|&rank| rank >= from);
                prop_assert_eq!(Some(index.first_from(from, &spread)), first);
            }
        }
    }

    #[test]
    fn never_more_is_kept_than_by_the_best_choice(
        (taxonomy, bags, rows) in any_case(2..6), several: bool
    ) {
        let rows = owned(&rows, several);
        prop_assume!(rows.owners() >= 2);
        let earlier = earlier_of(&taxonomy, &bags);
        let release = apply(TWO, earlier.clone()).anonymize(&rows, &taxonomy, &()).expect("enough owners");
        let mut choices: Vec<Vec<Node>> = earlier.bags(&taxonomy).iter().map(<[Node]>::to_vec).collect();
        choices.push(Vec::new());
        prop_assert!(kept(&taxonomy, &release) <= most_kept(&taxonomy, &choices, &rows, 2));
    }

    #[test]
    fn labels_keep_the_promise_and_stay_labels(
        (taxonomy, bags, rows) in any_case(2..10), k in 2usize..4, known in 1usize..3, several: bool
    ) {
        let rows = owned(&rows, several);
        prop_assume!(rows.owners() >= k);
        let earlier = earlier_of(&taxonomy, &bags);
        let label_of = earlier.labels_of(&taxonomy, StandsFor::Exact);
        let half = "0.5".parse().expect("a share");
        for property in [Property::from(KmAnonymity { k, m: known }), Coherence { h: half, k, p: known }.into()] {
            let parameters = ApplyParameters { promise: alone(property.clone()), sensitive: vec!["n1".to_owned()], earlier: earlier.clone() };
            let method = parameters.check().expect("good parameters");
            let found = method.sensitive().map(|sensitive| sensitive.find(&rows, &taxonomy));
            let release = match (method.anonymize(&rows, &taxonomy, &()), &found) {
                (Ok(release), _) => release,
                (Err(AnonymizeError::NoPublicItemLeft), Some(_)) => continue,
                (Err(error), Some(found)) => {
                    prop_assert_eq!(found.require_both(), Err(error));
                    continue;
                }
                (Err(error), None) => panic!("{error}"),
            };
            let sensitive = found.map(|found| found.items).unwrap_or_default();
            prop_assert!(check_sets(&property, &rows, &release, &sensitive));
            for row in 0..rows.len() {
                prop_assert!(release.get(row).iter().all(|label| label_of[label.index()].is_some()));
                prop_assert!(verify::generalizes(&taxonomy, release.get(row), rows.get(row)));
            }
        }
    }
}

/// Compares the choice with the best one over many small cases, to detect changes that make it worse.
#[test]
fn the_choice_is_the_best_one_nearly_always() {
    use rand::{RngExt, SeedableRng};
    let taxonomy = food();
    let mut random = rand_chacha::ChaCha8Rng::seed_from_u64(7);
    let (mut found, mut best, mut equal) = (0, 0, 0);
    for _ in 0..200 {
        let mut bag = |length: usize| -> Vec<u32> {
            (0..length).map(|_| random.random_range(1..taxonomy.len() as u32)).collect()
        };
        let bags: Vec<Vec<u32>> = [1, 1, 2, 2].map(&mut bag).into();
        let rows = owned(&[2, 2, 3, 3, 4, 4].map(|length| (false, bag(length))), false);
        let earlier = earlier_of(&taxonomy, &bags);
        let release = apply(TWO, earlier.clone()).anonymize(&rows, &taxonomy, &()).expect("enough owners");
        let mut choices: Vec<Vec<Node>> = earlier.bags(&taxonomy).iter().map(<[Node]>::to_vec).collect();
        choices.push(Vec::new());
        let (this, most) = (kept(&taxonomy, &release), most_kept(&taxonomy, &choices, &rows, 2));
        found += this;
        best += most;
        equal += usize::from(this == most);
    }
    assert!(equal >= 195 && found * 100 >= best * 99, "{equal} of 200 are the best; {found} of {best} kept");
}
