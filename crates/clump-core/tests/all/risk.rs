//! Risks: by hand on the paper's tables, against definitions spelled out naively on random data, and the theorem that
//! k-anonymity bounds linkage by 1/k.

use std::collections::{BTreeMap, BTreeSet};

use clump_core::anonymize::Anonymizer;
use clump_core::anonymize::nearest::NearestParameters;
use clump_core::measure::measure;
use clump_core::release::{Release, RootItems};
use clump_core::risk::{
    Attempt, Certain, Homogeneous, Risk, RiskParameters, UniqueShare, Victim, certain, draw_victims,
    risk_after, risk_before, tally, unique_before,
};
use clump_core::taxonomy::{Node, Taxonomy};
use clump_core::transactions::{Bags, Transactions};
use clump_core::verify;
use proptest::prelude::*;

use crate::common::{bag, food, on_threads, table_one};
use crate::random::{any_method, any_rows};

const ALL: RiskParameters = RiskParameters { seed: 5, owners: 1_000, known: 5 };

fn raw(transactions: &Transactions) -> Release {
    Release::new(transactions.bags().clone(), (0..transactions.len() as u32).collect())
}

/// A release that publishes each of `groups`, rows by number, as the words given.
fn release(taxonomy: &Taxonomy, rows: usize, groups: &[(&[usize], &str)]) -> Release {
    let mut bag_of = vec![0; rows];
    for (number, (rows, _)) in groups.iter().enumerate() {
        rows.iter().for_each(|&row| bag_of[row] = number as u32);
    }
    Release::new(groups.iter().map(|(_, words)| bag(taxonomy, words)).collect(), bag_of)
}

#[test]
fn the_papers_example() {
    let taxonomy = food();
    let transactions = table_one(&taxonomy);
    let sensitive = bag(&taxonomy, "dairy");
    let before = risk_before(&transactions, &taxonomy, &sensitive, Some(&transactions), ALL);
    assert_eq!([before.prosecutor_highest, before.prosecutor_mean], [1.0, 1.0]);
    assert_eq!(before.journalist, Some(1.0));
    assert_eq!(before.homogeneous, Some(Homogeneous { groups: 2, owners: 2 }));

    // t1, t4 and t5 as <fruit or meat, chicken>; t2 and t3 as <meat, dairy>.
    let released = release(&taxonomy, 5, &[(&[0, 3, 4], "food chicken"), (&[1, 2], "meat dairy")]);
    let after = risk_after(&transactions, &taxonomy, &released, &sensitive, Some(&transactions), ALL);
    assert_eq!(after.prosecutor_highest, 0.5);
    assert!(is_near(after.prosecutor_mean, 2.0 / 5.0), "two groups of five owners");
    // <meat, dairy> is t2 or t3, nobody else has both.
    assert_eq!(after.journalist, Some(0.5));
    assert_eq!(after.homogeneous, Some(Homogeneous { groups: 1, owners: 2 }));
    assert!(after.unique.iter().all(|unique| unique.share == 0.0));
    assert!(after.linkage.iter().all(|linkage| linkage.right_row.share <= 0.5));
    assert_eq!(risk_after(&transactions, &taxonomy, &released, &[], None, ALL).homogeneous, None);
}

/// The longest row has three items, so nobody is attacked with four.
#[test]
fn nobody_is_attacked_with_more_than_is_there() {
    let taxonomy = food();
    let risk = risk_before(&table_one(&taxonomy), &taxonomy, &[], None, ALL);
    let attacked: Vec<usize> = risk.linkage.iter().map(|linkage| linkage.attacked).collect();
    assert_eq!(attacked, [5, 5, 3]);
    assert_eq!(risk.unique[2], UniqueShare { known: 3, attacked: 3, share: 1.0 });
    assert_eq!(unique_before(&table_one(&taxonomy), &taxonomy, ALL), risk.unique);
    // t5 is <chicken, beef>, which t1 has too: it is never alone.
    assert!(risk.unique[1].share <= 0.8);
}

#[test]
fn nothing_and_next_to_nothing() {
    let taxonomy = food();
    let none = Transactions::default();
    let everything = bag(&taxonomy, "food");
    let risk = risk_before(&none, &taxonomy, &everything, Some(&none), ALL);
    let empty = Risk {
        prosecutor_highest: 0.0,
        prosecutor_mean: 0.0,
        journalist: Some(0.0),
        unique: Vec::new(),
        linkage: Vec::new(),
        homogeneous: Some(Homogeneous { groups: 0, owners: 0 }),
    };
    assert_eq!(risk, empty);

    let one = Transactions::one_per_owner([bag(&taxonomy, "milk")]);
    let risk = risk_before(&one, &taxonomy, &[], Some(&none), ALL);
    assert_eq!((risk.prosecutor_highest, risk.journalist), (1.0, Some(1.0)));
    assert_eq!(risk.unique, [UniqueShare { known: 1, attacked: 1, share: 1.0 }]);
    assert_eq!(risk.linkage[0].right_row.share, 1.0);

    // Suppressed altogether: the one row is still the one to take, but nothing matches.
    let nothing = release(&taxonomy, 1, &[(&[0], "")]);
    let risk = risk_after(&one, &taxonomy, &nothing, &everything, Some(&one), ALL);
    assert_eq!(risk.unique, [UniqueShare { known: 1, attacked: 1, share: 0.0 }]);
    assert_eq!(risk.linkage[0].right_row.share, 1.0);
    assert_eq!(risk.homogeneous, Some(Homogeneous { groups: 0, owners: 0 }));
}

#[test]
fn what_has_only_sensitive_items_below_is_certain() {
    let taxonomy = food();
    // Of dairy, the data have milk and butter only.
    let transactions = Transactions::one_per_owner(["milk", "butter", "beef"].map(|row| bag(&taxonomy, row)));
    let sensitive = bag(&taxonomy, "milk butter");
    let released = release(&taxonomy, 3, &[(&[0, 1], "dairy"), (&[2], "food")]);
    let risk = risk_after(&transactions, &taxonomy, &released, &sensitive, None, ALL);
    assert_eq!(risk.homogeneous, Some(Homogeneous { groups: 1, owners: 2 }));
    let milk = bag(&taxonomy, "milk");
    let risk = risk_after(&transactions, &taxonomy, &released, &milk, None, ALL);
    assert_eq!(risk.homogeneous, Some(Homogeneous { groups: 0, owners: 0 }));
}

/// A reader of <dairy> knows it is dairy; that it can only be milk or butter, only those who know the data.
#[test]
fn what_the_release_shows_is_told_apart_from_what_only_the_data_show() {
    let taxonomy = food();
    let rows = ["milk beef", "butter beef", "apple", "orange", "milk"];
    let transactions = Transactions::one_per_owner(rows.map(|row| bag(&taxonomy, row)));
    let released = release(&taxonomy, 5, &[(&[0, 1], "dairy beef"), (&[2, 3], "fruit"), (&[4], "")]);
    let [none, two] = [(0, 0), (1, 2)].map(|(groups, owners)| Homogeneous { groups, owners });
    let look = |words: &str| certain(&transactions, &taxonomy, &released, &bag(&taxonomy, words));
    let dairy = bag(&taxonomy, "dairy");
    assert_eq!(look("dairy"), Certain { holders: 3, certain: two, shown: two, nodes: dairy });
    assert_eq!(look("butter milk"), Certain { holders: 3, certain: two, shown: none, nodes: Vec::new() });
    assert_eq!(look("milk"), Certain { holders: 2, certain: none, shown: none, nodes: Vec::new() });
}

/// A log under `--unit query` with one heavy user: five owners ask the same, one of them 214 times.
#[test]
fn an_owner_of_most_transactions_has_one_row_of_the_release() {
    let taxonomy = food();
    let mut transactions = Transactions::default();
    for owner in 0..5 {
        for _ in 0..[214, 3, 2, 2, 2][owner as usize] {
            transactions.push(owner, bag(&taxonomy, "milk"));
        }
    }
    // Every transaction a row: the group is 5-anonymous, and the bound is not 1/5 but the share of the owner.
    let share = 214.0 / 223.0;
    let before = risk_before(&transactions, &taxonomy, &[], None, ALL);
    assert_eq!(before.prosecutor_highest, share);
    assert!(before.linkage.iter().all(|linkage| linkage.right_row.share > 0.199));
    // One row per owner: 1/5.
    let released = release(&taxonomy, 223, &[(&(0..223).collect::<Vec<_>>(), "milk")]);
    let after = risk_after(&transactions, &taxonomy, &released, &[], None, ALL);
    assert_eq!((after.prosecutor_highest, after.prosecutor_mean), (0.2, 0.2));
    assert!(after.linkage.iter().all(|linkage| linkage.right_row.share <= 0.2 + 1e-12));
    let measures = measure(&transactions, &taxonomy, &released);
    assert_eq!((measures.largest_share, measures.largest_share_of_transactions), (0.2, share));
    assert_eq!((measures.rows, measures.transactions, measures.owners), (5, 223, 5));
    assert_eq!((measures.discernibility, measures.average_group_size), (25.0, 5.0));
    assert_eq!((measures.items_exact, measures.items_suppressed, measures.loss), (5, 218, 218.0));
    assert_eq!((measures.ncp, measures.mean_length), (0.0, 1.0));
}

/// Rows that are all different, of items that six in sixty have: three of them find the row, before.
#[test]
fn data_as_they_are_fail_the_bound() {
    let names: Vec<String> = (0..60).map(|number| format!("n{number}")).collect();
    let taxonomy = Taxonomy::from_pairs(names.iter().map(|child| (child.as_str(), "root"))).unwrap();
    let items = |owner: u32| (0..6).map(move |step| Node(1 + (owner * 7 + step * step * 5) % 60));
    let transactions = Transactions::one_per_owner((0..60).map(items));
    let k = 5;
    let limit = 1.0 / k as f64;
    let before = risk_before(&transactions, &taxonomy, &[], None, ALL);
    assert!(before.linkage[2..].iter().all(|linkage| linkage.right_row.low > limit));
    let method = NearestParameters::new(k).check().unwrap();
    let released = method.anonymize(&transactions, &taxonomy, &()).unwrap();
    let after = risk_after(&transactions, &taxonomy, &released, &[], None, ALL);
    assert!(after.linkage.iter().all(|linkage| linkage.right_row.share <= limit));
}

/// Lifts some items to an ancestor and drops some: a release that keeps no promise.
fn careless(taxonomy: &Taxonomy, transactions: &Transactions, choice: u64) -> Release {
    let mut state = choice;
    let mut next = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let lift = |next: &mut dyn FnMut(u64) -> u64, item: Node| match next(4) {
        0 => None,
        1 => Some(item),
        2 => Some(taxonomy.parent(item)),
        _ => Some(taxonomy.parent(taxonomy.parent(item))),
    };
    let bags: Bags = transactions
        .bags()
        .iter()
        .map(|bag| bag.iter().filter_map(|&item| lift(&mut next, item)).collect::<Vec<_>>())
        .collect();
    Release::new(bags, (0..transactions.len() as u32).collect())
}

/// A data set as a reader would look at it: what is published, and for whom.
struct Naive<'a> {
    taxonomy: &'a Taxonomy,
    transactions: &'a Transactions,
    as_written: bool,
    /// By published row: the owners, and how many rows each has. In a release that is one.
    groups: BTreeMap<Vec<Node>, BTreeMap<u32, usize>>,
    suppressed: f64,
}

impl<'a> Naive<'a> {
    fn new(
        taxonomy: &'a Taxonomy,
        transactions: &'a Transactions,
        release: &Release,
        as_written: bool,
    ) -> Naive<'a> {
        let mut groups: BTreeMap<Vec<Node>, BTreeMap<u32, usize>> = BTreeMap::new();
        let mut published = 0;
        for row in 0..transactions.len() {
            published += release.get(row).len();
            let group = groups.entry(release.get(row).to_vec()).or_default();
            let rows = group.entry(transactions.owner(row)).or_default();
            *rows = if as_written { *rows + 1 } else { 1 };
        }
        let suppressed = (transactions.items() - published) as f64;
        Naive { taxonomy, transactions, as_written, groups, suppressed }
    }

    fn may_be(&self, node: Node, item: Node) -> bool {
        if self.as_written { node == item } else { self.taxonomy.is_ancestor(node, item) }
    }

    /// Every way to give each known item a published one.
    fn matches(&self, bag: &[Node], known: &[Node]) -> bool {
        let Some((&first, rest)) = known.split_first() else { return true };
        (0..bag.len()).any(|place| {
            let mut left = bag.to_vec();
            self.may_be(left.remove(place), first) && self.matches(&left, rest)
        })
    }

    fn is_unique(&self, owner: u32, known: &[Node]) -> bool {
        let matching = self.groups.iter().filter(|(bag, _)| self.matches(bag, known));
        let owners: BTreeSet<u32> = matching.flat_map(|(_, owners)| owners.keys()).copied().collect();
        owners == BTreeSet::from([owner])
    }

    /// The formula of `risk/linkage.rs`, f(x) left out.
    fn chance(&self, bag: &[Node], item: Node) -> f64 {
        let all = self.transactions.items() as f64;
        let below = |node: Node| {
            let items = self.transactions.bags().items().iter();
            items.filter(|&&item| self.taxonomy.is_ancestor(node, item)).count() as f64
        };
        let mut bag = bag.to_vec();
        if self.as_written {
            bag.dedup();
        }
        let behind = bag.iter().filter(|&&node| self.may_be(node, item));
        let behind: f64 = behind.map(|&node| if self.as_written { 1.0 } else { 1.0 / below(node) }).sum();
        let suppressed = self.suppressed / all;
        (1.0 - suppressed) * behind / bag.len().max(1) as f64 + suppressed / all
    }

    fn attempt(&self, owner: u32, known: &[Node]) -> Attempt {
        let rate = |bag: &Vec<Node>| known.iter().map(|&item| self.chance(bag, item)).product::<f64>();
        let highest = self.groups.keys().map(rate).fold(0.0, f64::max);
        let is_best = |bag: &Vec<Node>| rate(bag) >= highest * (1.0 - 1e-9);
        let best: Vec<&BTreeMap<u32, usize>> =
            self.groups.iter().filter(|(bag, _)| is_best(bag)).map(|(_, owners)| owners).collect();
        let rows = |owners: &BTreeMap<u32, usize>| owners.values().sum::<usize>();
        let all: usize = best.iter().map(|owners| rows(owners)).sum();
        let own = || best.iter().filter(|owners| owners.contains_key(&owner));
        Attempt {
            right_row: own().map(|owners| owners[&owner]).sum::<usize>() as f64 / all as f64,
            right_group: own().map(|owners| rows(owners)).sum::<usize>() as f64 / all as f64,
        }
    }

    /// The largest share that `owner` has in a group.
    fn largest_share(&self, owner: u32) -> f64 {
        let shares = self.groups.values().map(|owners| {
            let rows = owners.get(&owner).copied().unwrap_or(0);
            rows as f64 / owners.values().sum::<usize>() as f64
        });
        shares.fold(0.0, f64::max)
    }

    fn journalist(&self, population: &Transactions) -> f64 {
        let people = |bag: &[Node]| {
            let rows = (0..population.len()).filter(|&row| {
                let row = population.get(row);
                if self.as_written { row == bag } else { verify::generalizes(self.taxonomy, bag, row) }
            });
            rows.map(|row| population.owner(row)).collect::<BTreeSet<u32>>().len()
        };
        let groups = self.groups.iter();
        groups.map(|(bag, owners)| 1.0 / people(bag).max(owners.len()) as f64).fold(0.0, f64::max)
    }

    fn victims(&self) -> Vec<Victim<Node>> {
        draw_victims(ALL, self.transactions.owners(), |owner| {
            let rows = (0..self.transactions.len()).filter(|&row| self.transactions.owner(row) == owner);
            let distinct = |row: usize| {
                let mut items = self.transactions.get(row).to_vec();
                items.dedup();
                items
            };
            rows.map(distinct).rev().max_by_key(Vec::len).unwrap()
        })
    }
}

fn is_near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

/// Compares `risk` with the definitions.
fn check(naive: &Naive<'_>, risk: &Risk, population: &Transactions) -> Result<(), TestCaseError> {
    let chances: Vec<f64> =
        (0..naive.transactions.owners() as u32).map(|owner| naive.largest_share(owner)).collect();
    prop_assert_eq!(risk.prosecutor_highest, chances.iter().copied().fold(0.0, f64::max));
    prop_assert!(is_near(risk.prosecutor_mean, chances.iter().sum::<f64>() / chances.len() as f64));
    prop_assert_eq!(risk.journalist, Some(naive.journalist(population)));

    let victims = naive.victims();
    for unique in &risk.unique {
        let with = victims.iter().filter(|victim| victim.known.len() >= unique.known);
        let found: Vec<bool> =
            with.map(|victim| naive.is_unique(victim.owner, &victim.known[..unique.known])).collect();
        let share = found.iter().filter(|&&unique| unique).count() as f64 / found.len() as f64;
        prop_assert_eq!((unique.attacked, unique.share), (found.len(), share), "{} known", unique.known);
    }
    let attempts: Vec<Vec<Attempt>> = victims
        .iter()
        .map(|victim| {
            (1..=victim.known.len()).map(|m| naive.attempt(victim.owner, &victim.known[..m])).collect()
        })
        .collect();
    let expected = tally(&attempts);
    prop_assert_eq!(risk.linkage.len(), expected.len());
    prop_assert_eq!(risk.unique.len(), expected.len());
    for (found, expected) in risk.linkage.iter().zip(&expected) {
        prop_assert_eq!((found.known, found.attacked), (expected.known, expected.attacked));
        prop_assert!(is_near(found.right_row.share, expected.right_row.share), "{found:?} {expected:?}");
        prop_assert!(is_near(found.right_group.share, expected.right_group.share), "{found:?} {expected:?}");
    }
    Ok(())
}

proptest! {
    #[test]
    fn risks_are_their_definitions(
        (taxonomy, transactions) in any_rows(12, 1..16, 5),
        choice in any::<u64>(),
    ) {
        let before = risk_before(&transactions, &taxonomy, &[], Some(&transactions), ALL);
        let as_written = Naive::new(&taxonomy, &transactions, &raw(&transactions), true);
        check(&as_written, &before, &transactions)?;
        let released = careless(&taxonomy, &transactions, choice);
        let after = risk_after(&transactions, &taxonomy, &released, &[], Some(&transactions), ALL);
        check(&Naive::new(&taxonomy, &transactions, &released, false), &after, &transactions)?;
    }

    /// A group that shows something sensitive is one in which everybody has it; an LCG shows it whenever that is so.
    #[test]
    fn what_is_certain_is_true(
        (taxonomy, transactions) in any_rows(12, 4..20, 5),
        method in any_method(),
        sensitive in any::<prop::sample::Index>(),
        choice in any::<u64>(),
    ) {
        let sensitive = Node(sensitive.index(taxonomy.len()) as u32);
        let holds = |row: usize| transactions.get(row).iter().any(|&item| taxonomy.is_ancestor(sensitive, item));
        let groups_with = |released: &Release| {
            let released = released.canonical(&taxonomy, RootItems::Keep);
            let group_holds = |group: usize| {
                (0..transactions.len()).filter(|&row| released.bag_of(row) == group).all(holds)
            };
            (0..released.bags().len()).filter(|&group| group_holds(group)).count()
        };
        let certain = |released: &Release| {
            let risk = risk_after(&transactions, &taxonomy, released, &[sensitive], None, ALL);
            risk.homogeneous.unwrap()
        };
        let released = careless(&taxonomy, &transactions, choice);
        prop_assert!(certain(&released).groups <= groups_with(&released));
        if let Ok(released) = method.anonymize(&transactions, &taxonomy, &()) {
            prop_assert!(certain(&released).groups <= groups_with(&released));
            if method.name() == "nearest" {
                prop_assert_eq!(certain(&released).groups, groups_with(&released));
            }
        }
        let before = risk_before(&transactions, &taxonomy, &[sensitive], None, ALL).homogeneous.unwrap();
        let with: BTreeSet<u32> =
            (0..transactions.len()).filter(|&row| holds(row)).map(|row| transactions.owner(row)).collect();
        prop_assert_eq!(before.owners, with.len());
    }

    /// The theorem of `risk.rs` on rows of any shares: transactions as they are, some owners with many of one kind.
    #[test]
    fn the_largest_share_bounds_linkage(
        (taxonomy, transactions) in any_rows(8, 6..30, 3),
        heavy in prop::collection::vec((any::<prop::sample::Index>(), 1usize..12), 0..4),
    ) {
        let mut rows: Vec<(u32, Vec<Node>)> =
            (0..transactions.len()).map(|row| (transactions.owner(row), transactions.get(row).to_vec())).collect();
        for (row, times) in heavy {
            let row = rows[row.index(transactions.len())].clone();
            rows.extend(vec![row; times]);
        }
        let mut repeated = Transactions::default();
        rows.sort_by_key(|(owner, _)| *owner);
        rows.into_iter().for_each(|(owner, bag)| repeated.push(owner, bag));
        let naive = Naive::new(&taxonomy, &repeated, &raw(&repeated), true);
        for victim in naive.victims() {
            for m in 1..=victim.known.len() {
                let found = naive.attempt(victim.owner, &victim.known[..m]).right_row;
                prop_assert!(found <= naive.largest_share(victim.owner) + 1e-12);
            }
        }
        let risk = risk_before(&repeated, &taxonomy, &[], Some(&repeated), ALL);
        check(&naive, &risk, &repeated)?;
        let shares = (0..repeated.owners() as u32).map(|owner| naive.largest_share(owner));
        prop_assert!(risk.prosecutor_highest <= shares.fold(0.0, f64::max));
    }

    /// The theorem of `risk.rs` on releases, also where owners have several transactions.
    #[test]
    fn k_anonymity_bounds_linkage(
        (taxonomy, transactions) in any_rows(25, 6..60, 8),
        method in any_method(),
    ) {
        let k = method.promise().k().unwrap();
        let Ok(released) = method.anonymize(&transactions, &taxonomy, &()) else { return Ok(()) };
        for root_items in [RootItems::Drop, RootItems::Keep] {
            let released = released.canonical(&taxonomy, root_items);
            let risk = risk_after(&transactions, &taxonomy, &released, &[], Some(&transactions), ALL);
            let limit = 1.0 / k as f64 + 1e-12;
            prop_assert!(risk.prosecutor_highest <= limit && risk.prosecutor_mean <= limit);
            prop_assert!(risk.journalist.unwrap() <= limit);
            prop_assert!(risk.unique.iter().all(|unique| unique.share == 0.0));
            for linkage in &risk.linkage {
                prop_assert!(linkage.right_row.share <= limit && linkage.right_row.low <= limit);
                prop_assert!(linkage.right_row.share <= linkage.right_group.share);
            }
        }
    }

    #[test]
    fn threads_change_no_risk((taxonomy, transactions) in any_rows(20, 20..60, 6), choice in any::<u64>()) {
        let released = careless(&taxonomy, &transactions, choice);
        let population = Some(&transactions);
        let risk = || risk_after(&transactions, &taxonomy, &released, &[Node(1)], population, ALL);
        let on = |threads| on_threads(threads, risk);
        prop_assert_eq!(on(1), on(4));
    }
}

#[test]
fn the_seed_draws_the_victims() {
    let draw = |seed: u64| {
        let parameters = RiskParameters { seed, owners: 10, known: 3 };
        draw_victims(parameters, 100, |owner| (0..owner % 5).collect())
    };
    assert_eq!(draw(1), draw(1));
    assert_ne!(draw(1), draw(2));
    let victims = draw(1);
    assert!(victims.len() == 10 && victims.is_sorted_by_key(|victim| victim.owner));
    for Victim { owner, known } in victims {
        let distinct: BTreeSet<u32> = known.iter().copied().collect();
        assert_eq!(known.len(), (owner as usize % 5).min(3));
        assert!(distinct.len() == known.len() && distinct.iter().all(|&thing| thing < owner % 5));
    }
}
