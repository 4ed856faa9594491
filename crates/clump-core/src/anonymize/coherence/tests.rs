//! Compares coherence with its definition over all subsets, and with the greedy rule over all minimal moles.

use proptest::prelude::*;

use super::*;
use crate::taxonomy::Node;
use crate::tests::{on_threads, tree};
use crate::verify;

/// Items a to h below "publ" and s to v below "priv"; the two parents can be items as well.
fn letters() -> Taxonomy {
    let below = |parent: &'static str, children: &'static [&'static str]| {
        children.iter().map(move |&child| (child, parent))
    };
    let edges = below("root", &["publ", "priv"])
        .chain(below("publ", &["a", "b", "c", "d", "e", "f", "g", "h"]))
        .chain(below("priv", &["s", "t", "u", "v"]));
    Taxonomy::from_pairs(edges).expect("a tree")
}

/// One transaction for each line: the first word is the owner's number, the others are items.
fn owned(taxonomy: &Taxonomy, lines: &[&str]) -> Transactions {
    let mut transactions = Transactions::default();
    for line in lines {
        let (owner, items) = line.split_once(' ').expect("an owner and items");
        let items = items.split(' ').map(|name| taxonomy.find(name).expect("a letter"));
        transactions.push(owner.parse().expect("a number"), items);
    }
    transactions
}

/// One transaction for each line, each of an owner of its own.
fn rows(taxonomy: &Taxonomy, lines: &[&str]) -> Transactions {
    let numbered: Vec<String> = lines.iter().enumerate().map(|(row, line)| format!("{row} {line}")).collect();
    owned(taxonomy, &numbered.iter().map(String::as_str).collect::<Vec<_>>())
}

fn share(text: &str) -> Share {
    text.parse().expect("a share")
}

/// The method with the sensitive node "priv", so that s to v and "priv" itself are sensitive.
fn below_priv(h: &str, k: usize, p: usize) -> CoherenceMethod {
    let sensitive = Sensitive::Nodes(vec!["priv".to_owned()]);
    CoherenceParameters { h: share(h), k, p, sensitive }.check().expect("parameters")
}

/// The published rows as names of items, in preorder.
fn published(method: &CoherenceMethod, transactions: &Transactions) -> Vec<String> {
    let taxonomy = letters();
    let release = method.anonymize(transactions, &taxonomy, &()).expect("a release");
    (0..release.rows())
        .map(|row| release.get(row).iter().map(|&item| taxonomy.name(item)).collect::<Vec<_>>().join(" "))
        .collect()
}

/// True if no release can be made, because every public item would be suppressed.
fn leaves_nothing_public(method: &CoherenceMethod, transactions: &Transactions) -> bool {
    method.anonymize(transactions, &letters(), &()) == Err(AnonymizeError::NoPublicItemLeft)
}

#[test]
fn worked_by_hand() {
    let taxonomy = letters();
    let transactions = rows(&taxonomy, &["a c d f g s", "a b c d t", "b d f h t", "b c e g u", "a c f g u"]);
    // Moles of one item: e and h are in one row each. Moles of two: ab, bf, bg and dg are in one row, and
    // both rows of bd have t. Item b is in four of these five and in three rows. Then d and g are in one mole
    // and in three rows each: d is suppressed first.
    assert_eq!(
        published(&below_priv("0.8", 2, 2), &transactions),
        ["a c f g s", "a c t", "f t", "c g u", "a c f g u"]
    );
    // With h = 1 no sensitive item is too frequent. Then b is in three of four moles, and d is the next again.
    assert_eq!(
        published(&below_priv("1", 2, 2), &transactions),
        ["a c f g s", "a c t", "f t", "c g u", "a c f g u"]
    );
    // An attacker who knows one item only finds fewer moles.
    assert_eq!(
        published(&below_priv("0.8", 2, 1), &transactions),
        ["a c d f g s", "a b c d t", "b d f t", "b c g u", "a c f g u"]
    );
}

#[test]
fn k_counts_owners_and_h_counts_rows() {
    let taxonomy = letters();
    // The first two rows belong to one owner, so they count as one row.
    let transactions = owned(&taxonomy, &["0 a b", "0 a b", "1 b", "1 a s", "0 b s"]);
    // Only the rows of one owner have a and b together.
    assert_eq!(published(&below_priv("1", 2, 2), &transactions), ["b", "b", "b", "s", "b s"]);
    // Half of the rows with a have s, and a third of the rows with b.
    assert!(leaves_nothing_public(&below_priv("0.3", 2, 1), &transactions));
    assert_eq!(published(&below_priv("0.34", 2, 1), &transactions), ["b", "b", "b", "s", "b s"]);
    assert_eq!(published(&below_priv("0.5", 2, 1), &transactions), ["a b", "a b", "b", "a s", "b s"]);
}

/// Distinct rows as owners and bit masks over the items 0 to 12, for the definitions.
struct Naive<'a> {
    rows: Vec<(u32, u16)>,
    sensitive: u16,
    method: &'a CoherenceParameters,
}

impl Naive<'_> {
    fn without(&self, items: u16) -> Self {
        let mut rows: Vec<(u32, u16)> = self.rows.iter().map(|(owner, row)| (*owner, row & !items)).collect();
        rows.sort_unstable();
        rows.dedup();
        Naive { rows, sensitive: self.sensitive, method: self.method }
    }

    /// The items that are suppressed until no more rows of an owner become equal.
    fn suppressed_in_the_end(&self) -> u16 {
        let suppressed = self.suppressed();
        let after = self.without(suppressed);
        if after.rows.len() == self.rows.len() {
            suppressed
        } else {
            suppressed | after.suppressed_in_the_end()
        }
    }

    fn is_mole(&self, set: u16) -> bool {
        let holders: Vec<(u32, u16)> =
            self.rows.iter().copied().filter(|(_, row)| row & set == set).collect();
        let mut owners: Vec<u32> = holders.iter().map(|&(owner, _)| owner).collect();
        owners.sort_unstable();
        owners.dedup();
        let tells = |item: u16| {
            let with_item = holders.iter().filter(|(_, row)| row & item != 0).count();
            self.method.h.is_exceeded(with_item, holders.len())
        };
        let is_known = set.count_ones() as usize <= self.method.p && set & self.sensitive == 0 && set != 0;
        is_known && !holders.is_empty() && (owners.len() < self.method.k || bits(self.sensitive).any(tells))
    }

    fn is_coherent(&self) -> bool {
        !(1..1 << ITEMS).any(|set| self.is_mole(set))
    }

    /// The items that the greedy rule suppresses, one after the other, computed from a list of all minimal moles.
    fn suppressed(&self) -> u16 {
        let moles: Vec<u16> = (1..1 << ITEMS).filter(|&set| self.is_mole(set)).collect();
        let is_minimal = |mole: u16| !moles.iter().any(|&other| other != mole && other & mole == other);
        let mut minimal: Vec<u16> = moles.iter().copied().filter(|&mole| is_minimal(mole)).collect();
        let mut suppressed =
            minimal.iter().filter(|mole| mole.count_ones() == 1).fold(0, |all, mole| all | mole);
        loop {
            minimal.retain(|mole| mole & suppressed == 0);
            let ratio = |item: u16| {
                let moles = minimal.iter().filter(|&mole| mole & item != 0).count() as f64;
                moles / self.rows.iter().filter(|(_, row)| row & item != 0).count() as f64
            };
            let in_moles = bits(minimal.iter().fold(0, |all, mole| all | mole));
            // `max_by` takes the last of equals, so the lowest item comes last.
            let best = in_moles.rev().max_by(|&a, &b| ratio(a).total_cmp(&ratio(b)));
            match best {
                Some(item) => suppressed |= item,
                None => return suppressed,
            }
        }
    }
}

const ITEMS: u32 = 9;

/// The items of `set`, ascending, each as a set of one item.
fn bits(set: u16) -> impl DoubleEndedIterator<Item = u16> {
    (0..ITEMS).map(|item| 1 << item).filter(move |item| set & item != 0)
}

fn mask(items: &[Node]) -> u16 {
    items.iter().fold(0, |set, item| set | 1 << item.index())
}

/// A chain of three nodes, with all others below the middle one. Any node may be an item.
fn nine_nodes() -> Taxonomy {
    tree(&[0, 1, 1, 1, 1, 1, 1, 1])
}

/// Transactions over [`nine_nodes`], duplicates included. There are few distinct items, so that sets are shared.
fn any_transactions() -> impl Strategy<Value = Transactions> {
    let bag = prop::collection::vec(0..ITEMS, 1..8);
    (prop::collection::vec(bag, 4..16), 1u32..4).prop_map(|(bags, owners)| {
        let mut transactions = Transactions::default();
        for (row, bag) in (0..).zip(bags) {
            // Rows of one owner are not neighbours.
            let owner = if owners == 1 { row } else { row % (2 + owners) };
            transactions.push(owner, bag.into_iter().map(Node));
        }
        transactions
    })
}

fn any_parameters() -> impl Strategy<Value = CoherenceParameters> {
    let h = prop::sample::select(vec!["0", "0.25", "0.4", "0.5", "0.8", "1"]);
    let names = prop::collection::vec(0..ITEMS, 1..4)
        .prop_map(|items| Sensitive::Nodes(items.iter().map(|item| format!("n{item}")).collect()));
    let drawn = any::<u64>().prop_map(|seed| Sensitive::Share { share: share("0.3"), seed });
    let sensitive = prop_oneof![3 => names, 1 => drawn, 1 => Just(Sensitive::Nodes(vec!["n2".to_owned()]))];
    (h, 2usize..4, 1usize..5, sensitive).prop_map(|(h, k, p, sensitive)| CoherenceParameters {
        h: share(h),
        k,
        p,
        sensitive,
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600 * ProptestConfig::default().cases / 256))]

    #[test]
    fn releases_are_coherent_and_what_the_greedy_rule_leaves(
        transactions in any_transactions(),
        parameters in any_parameters(),
    ) {
        let taxonomy = nine_nodes();
        let method = parameters.clone().check().expect("parameters");
        let found = method.sensitive().find(&transactions, &taxonomy);
        let sensitive = &found.items;
        let release = on_threads(4, || method.anonymize(&transactions, &taxonomy, &()));
        let (owners, k) = (transactions.owners(), parameters.k);
        let refused = if owners < k {
            Some(AnonymizeError::TooFewOwners { owners, k })
        } else {
            found.require_both().err()
        };
        if let Some(refused) = refused {
            prop_assert_eq!(release, Err(refused));
            return Ok(());
        }
        let naive = |row: &dyn Fn(usize) -> u16| Naive {
            rows: (0..transactions.len()).map(|number| (transactions.owner(number), row(number))).collect(),
            sensitive: mask(sensitive),
            method: &parameters,
        }.without(0);
        let before = naive(&|row| mask(transactions.get(row)));
        let occurring = before.rows.iter().fold(0, |all, (_, row)| all | row);
        if occurring & !before.suppressed_in_the_end() & !mask(sensitive) == 0 {
            prop_assert_eq!(release, Err(AnonymizeError::NoPublicItemLeft));
            return Ok(());
        }
        let release = release.expect("a release");
        prop_assert_eq!(on_threads(1, || method.anonymize(&transactions, &taxonomy, &())), Ok(release.clone()));
        let after = naive(&|row| mask(release.get(row)));
        prop_assert!(after.is_coherent());
        let suppressed = before.suppressed_in_the_end();
        prop_assert_eq!(before.is_coherent(), suppressed == 0);
        for row in 0..transactions.len() {
            let left = mask(transactions.get(row)) & !suppressed;
            prop_assert_eq!(mask(release.get(row)), left, "row {}", row);
            prop_assert!(release.get(row).windows(2).all(|pair| pair[0] < pair[1]), "a sorted set");
            prop_assert!(verify::generalizes(&taxonomy, release.get(row), transactions.get(row)));
        }
        let is_sensitive = |item: &Node| sensitive.contains(item);
        // Equal rows of one owner become one published line.
        let line = |row: usize| {
            let is_like = |other: &usize| {
                transactions.owner(*other) == transactions.owner(row) && release.get(*other) == release.get(row)
            };
            1 + (0..=row).find(is_like).expect("a row is like itself")
        };
        let audit = (0..transactions.len()).map(|row| (transactions.owner(row), line(row), release.get(row)));
        let CoherenceParameters { h, k, p, .. } = parameters;
        prop_assert!(verify::Evidence::of_owners(audit, is_sensitive).coherent(h, k, p).unwrap().holds);
    }
}

#[test]
fn a_run_of_too_many_sets_is_given_up_at_the_same_step_on_any_number_of_threads() {
    // Every row lacks one item that the others have, so every set of three items is in other rows.
    let bags: Bags =
        (0..40u32).map(|row| (1..=20).filter(move |item| *item != 1 + row % 20).map(Node)).collect();
    let is_sensitive = [false; 21];
    let within = |steps, threads| {
        let limits = Coherence { h: Share::ONE, k: 2, p: 3 };
        on_threads(threads, || {
            super::coherent_items_within(steps, &bags, |row| row as u32, &is_sensitive, limits, &())
        })
    };
    let few = Err(AnonymizeError::TooManySets { p: 3, steps: 20_000 });
    assert_eq!((within(20_000, 1), within(20_000, 3)), (few.clone(), few));
    // All items stay; the root is no item.
    assert_eq!(within(10_000_000, 2), Ok((0..21).map(|node| node > 0).collect()));
}
