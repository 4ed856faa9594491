//! The paper's tables and examples, run as written.

use clump_core::anonymize::clump::{ClumpParameters, LcgRule};
use clump_core::anonymize::{Anonymizer, Form};
use clump_core::lcg::{lcg_of_set, lcg_of_two, printed_lcg};
use clump_core::loss::{self, ggd_by_definition};
use clump_core::measure::measure;
use clump_core::release::RootItems;
use clump_core::taxonomy::{Node, Taxonomy};
use clump_core::transactions::Transactions;
use clump_core::verify;

use crate::common::{bag, food, names, table_one, taxonomy};

fn lcg(taxonomy: &Taxonomy, rows: &[&str]) -> String {
    let bags: Vec<Vec<Node>> = rows.iter().map(|row| bag(taxonomy, row)).collect();
    names(taxonomy, &lcg_of_set(taxonomy, bags.iter().map(Vec::as_slice)))
}

fn printed(taxonomy: &Taxonomy, rows: &[&str]) -> String {
    let bags: Vec<Vec<Node>> = rows.iter().map(|row| bag(taxonomy, row)).collect();
    names(taxonomy, &printed_lcg(taxonomy, &bags.iter().map(Vec::as_slice).collect::<Vec<_>>()))
}

/// Algorithm 2 as printed, one transaction after the other, as Lemma 1 would have it.
fn printed_one_by_one(taxonomy: &Taxonomy, rows: &[&str]) -> String {
    let mut bags = rows.iter().map(|row| bag(taxonomy, row));
    let first = bags.next().unwrap();
    names(taxonomy, &bags.fold(first, |lcg, next| printed_lcg(taxonomy, &[&lcg, &next])))
}

fn ggd(taxonomy: &Taxonomy, rows: &[&str]) -> f64 {
    let bags: Vec<Vec<Node>> = rows.iter().map(|row| bag(taxonomy, row)).collect();
    let group: Vec<&[Node]> = bags.iter().map(Vec::as_slice).collect();
    let lcg = lcg_of_set(taxonomy, group.iter().copied());
    let worth = bags.iter().map(|bag| loss::worth(taxonomy, bag)).sum();
    let closed = loss::reported(taxonomy, loss::ggd(worth, group.len(), loss::kept(taxonomy, &lcg)));
    assert!((closed - ggd_by_definition(taxonomy, &group, &lcg)).abs() < 1e-9);
    closed
}

#[test]
fn example_1_lists_exactly_the_generalized_transactions() {
    let food = food();
    let original = bag(&food, "orange beef");
    let listed = [
        "",
        "orange",
        "beef",
        "orange beef",
        "fruit beef",
        "orange meat",
        "fruit meat",
        "fruit",
        "meat",
        "food",
        "orange food",
        "food beef",
        "fruit food",
        "food meat",
        "food food",
    ];
    let mut expected: Vec<String> = listed.iter().map(|row| names(&food, &bag(&food, row))).collect();
    expected.sort();

    let mut found = Vec::new();
    let nodes: Vec<Node> = food.nodes().collect();
    let mut candidates = vec![vec![]];
    candidates.extend(nodes.iter().map(|&a| vec![a]));
    candidates
        .extend(nodes.iter().flat_map(|&a| nodes.iter().filter(move |&&b| a <= b).map(move |&b| vec![a, b])));
    candidates.extend(nodes.iter().map(|&a| vec![Node::ROOT, Node::ROOT, a]));
    for candidate in candidates {
        if verify::generalizes(&food, &candidate, &original) {
            found.push(names(&food, &candidate));
        }
    }
    found.sort();
    assert_eq!(found, expected);
}

#[test]
fn example_2_and_5() {
    let food = food();
    assert_eq!(lcg(&food, &["orange beef", "apple chicken beef"]), "beef fruit");
    assert_eq!(lcg(&food, &["orange milk", "apple cheese butter"]), "dairy fruit");
    assert_eq!(lcg(&food, &["orange apple", "orange banana milk", "banana apple beef"]), "fruit fruit");
    assert_eq!(lcg(&food, &["orange beef", "apple milk"]), "food fruit");
    assert_eq!(printed(&food, &["orange apple", "orange banana milk", "banana apple beef"]), "fruit fruit");
}

#[test]
fn example_3_loses_11_sevenths() {
    let food = food();
    assert_eq!(food.lm(food.find("fruit").unwrap()), 2.0 / 7.0);
    assert!((ggd(&food, &["orange beef", "apple chicken beef"]) - 11.0 / 7.0).abs() < 1e-12);
}

#[test]
fn tables_1_and_2_are_reproduced() {
    let food = food();
    let transactions = table_one(&food);
    for rule in [LcgRule::Least, LcgRule::Printed] {
        let clump = ClumpParameters { lcg: rule, ..ClumpParameters::new(2) }.check().unwrap();
        let release = clump.anonymize(&transactions, &food, &()).unwrap().canonical(&food, RootItems::Keep);
        let rows: Vec<String> = (0..5).map(|row| names(&food, release.get(row))).collect();
        assert_eq!(
            rows,
            ["beef food fruit", "beef food fruit", "chicken food", "chicken food", "chicken food"]
        );
        let measures = measure(&transactions, &food, &release);
        assert!((measures.loss - 46.0 / 7.0).abs() < 1e-12);
        assert_eq!((measures.groups, measures.smallest_group), (2, 2));
    }
}

#[test]
fn root_items_cost_what_suppression_costs() {
    let food = food();
    let transactions = table_one(&food);
    let release = ClumpParameters::new(2).check().unwrap().anonymize(&transactions, &food, &()).unwrap();
    let published = release.canonical(&food, RootItems::Drop);
    let rows: Vec<String> = (0..5).map(|row| names(&food, published.get(row))).collect();
    assert_eq!(rows, ["beef fruit", "beef fruit", "chicken", "chicken", "chicken"]);
    let measures = measure(&transactions, &food, &published);
    assert!((measures.loss - 46.0 / 7.0).abs() < 1e-12);
    assert_eq!((measures.items_exact, measures.items_generalized, measures.items_suppressed), (5, 2, 6));
}

#[test]
fn the_optimum_of_table_1_is_44_sevenths() {
    let food = food();
    let rows =
        ["orange chicken beef", "banana beef cheese", "chicken milk butter", "apple chicken", "chicken beef"];
    let mut best = f64::INFINITY;
    // A group of two and the other three, or all five.
    for a in 0..5 {
        for b in 0..a {
            let (pair, rest): (Vec<usize>, Vec<usize>) = (0..5).partition(|&row| row == a || row == b);
            let of = |group: &[usize]| ggd(&food, &group.iter().map(|&row| rows[row]).collect::<Vec<_>>());
            best = best.min(of(&pair) + of(&rest));
        }
    }
    assert!((best - 44.0 / 7.0).abs() < 1e-12);
    let t = |numbers: &[usize]| numbers.iter().map(|&number| rows[number - 1]).collect::<Vec<_>>();
    assert!((ggd(&food, &t(&[3, 5])) + ggd(&food, &t(&[1, 2, 4])) - best).abs() < 1e-12);
}

/// The row and the loss of two transactions that Clump publishes as one group.
fn published(taxonomy: &Taxonomy, rows: [&str; 2], form: Form) -> (String, f64) {
    let transactions = Transactions::one_per_owner(rows.map(|row| bag(taxonomy, row)));
    let clump = ClumpParameters { form, ..ClumpParameters::new(2) }.check().unwrap();
    let release = clump.anonymize(&transactions, taxonomy, &()).unwrap().canonical(taxonomy, RootItems::Drop);
    (names(taxonomy, release.get(0)), measure(&transactions, taxonomy, &release).loss)
}

#[test]
fn clump2_drops_duplicates_and_pays_for_them() {
    let food = food();
    let no_duplicates = ["orange apple", "orange banana milk"];
    assert_eq!(published(&food, no_duplicates, Form::Bags), published(&food, no_duplicates, Form::Sets));

    let (bags, bags_loss) = published(&food, ["orange apple", "banana banana"], Form::Bags);
    let (sets, sets_loss) = published(&food, ["orange apple", "banana banana"], Form::Sets);
    assert_eq!((bags.as_str(), sets.as_str()), ("fruit fruit", "fruit"));
    assert!((bags_loss - 8.0 / 7.0).abs() < 1e-12);
    assert!((sets_loss - (4.0 / 7.0 + 2.0)).abs() < 1e-12);
}

/// Cases in which Algorithm 2 as printed misses its own Definition 2.
#[test]
fn printed_is_not_the_least() {
    let a = taxonomy(&[
        ("A", "root"),
        ("fruit", "A"),
        ("veg", "A"),
        ("orange", "fruit"),
        ("banana", "fruit"),
        ("apple", "fruit"),
        ("carrot", "veg"),
    ]);
    let rows = ["orange banana", "apple carrot"];
    assert_eq!(printed(&a, &rows), "fruit root");
    assert_eq!(lcg(&a, &rows), "A fruit");

    let x = taxonomy(&[("X", "r"), ("A", "X"), ("b", "X"), ("a1", "A"), ("a2", "A"), ("a3", "A")]);
    let rows = ["a1 a2", "a3 b"];
    assert_eq!(printed(&x, &rows), "A r");
    assert_eq!(lcg(&x, &rows), "A X");
}

/// Cases in which Lemma 1 fails for Algorithm 2 as printed, and holds for the least common generalization.
#[test]
fn printed_breaks_lemma_1() {
    let x = taxonomy(&[("X", "r"), ("A", "X"), ("b", "X"), ("a1", "A"), ("a2", "A")]);
    let rows = ["a1 a2", "a1 b", "a2 b"];
    assert_eq!(printed(&x, &rows), "A r");
    assert_eq!(printed_one_by_one(&x, &rows), "A X");
    assert_eq!(lcg(&x, &rows), "A X");

    let x = taxonomy(&[("X", "r"), ("a", "X"), ("b", "X")]);
    let rows = ["a a", "a b", "b b"];
    assert_eq!(printed(&x, &rows), "X X");
    assert_eq!(printed_one_by_one(&x, &rows), "X r");
    assert_eq!(lcg(&x, &rows), "X X");
}

#[test]
fn lcg_of_two_is_symmetric() {
    let food = food();
    let (a, b) = (bag(&food, "fruit beef beef"), bag(&food, "apple meat milk"));
    assert_eq!(lcg_of_two(&food, &a, &b), lcg_of_two(&food, &b, &a));
    assert_eq!(names(&food, &lcg_of_two(&food, &a, &b)), "food fruit meat");
}
