//! Methods that keep what is sensitive uncertain, against the definition.

use std::collections::{BTreeMap, BTreeSet};

use clump_core::anonymize::clump::ClumpParameters;
use clump_core::anonymize::nearest::{Effort, Mixed, NearestParameters};
use clump_core::anonymize::partition::{PartitionParameters, Published};
use clump_core::anonymize::pieces::PiecesParameters;
use clump_core::anonymize::{AnonymizeError, Anonymizer, Cutter, Form, ParameterError};
use clump_core::containers::Ragged;
use clump_core::cut::{Cut, WholeQueries};
use clump_core::promise::{Certainty, Share};
use clump_core::release::Release;
use clump_core::taxonomy::{Node, Taxonomy};
use clump_core::transactions::{Bags, Transactions};
use clump_core::verify::{ShownRow, generalizes, k_anonymous_owners, uncertain_owners, uninferred};
use proptest::prelude::*;

use crate::common::taxonomy;
use crate::random::any_bags;

fn certainty(share: &str, nodes: &[&str]) -> Certainty {
    Certainty::new(share.parse().unwrap(), nodes.iter().map(|&node| node.to_owned())).unwrap()
}

/// Rows, of which several may be of one owner.
fn owned(rows: &[Vec<Node>], owners: u32) -> Transactions {
    let mut transactions = Transactions::default();
    for (row, items) in (0u32..).zip(rows) {
        transactions.push((row * 7 % owners).min(transactions.owners() as u32), items.iter().copied());
    }
    transactions
}

/// The numbers of the named nodes that `row` has something at or below.
fn held(transactions: &Transactions, tree: &Taxonomy, named: &Certainty, row: usize) -> Vec<usize> {
    let nodes = named.nodes().iter().map(|name| tree.find_meant(name));
    let is_held = |node: Node| transactions.get(row).iter().any(|&item| tree.is_ancestor(node, item));
    nodes.enumerate().filter(|(_, node)| node.is_some_and(is_held)).map(|(number, _)| number).collect()
}

/// True if every published row keeps the `named` nodes uncertain, counted by hand: of the owners of a row, those who have
/// the node in any of their transactions.
fn holds_for_owners(
    transactions: &Transactions,
    tree: &Taxonomy,
    named: &Certainty,
    shown: impl Fn(usize) -> Vec<Node>,
) -> bool {
    let rows = 0..transactions.len();
    named.nodes().iter().filter_map(|name| tree.find_meant(name)).all(|node| {
        let is_holder = |owner: u32| {
            let mut own = rows.clone().filter(|&row| transactions.owner(row) == owner);
            own.any(|row| transactions.get(row).iter().any(|&item| tree.is_ancestor(node, item)))
        };
        rows.clone().all(|row| {
            let alike = rows.clone().filter(|&other| shown(other) == shown(row));
            let owners: BTreeSet<u32> = alike.map(|other| transactions.owner(other)).collect();
            let holders = owners.iter().filter(|&&owner| is_holder(owner)).count();
            !named.most().is_exceeded(holders, owners.len())
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300 * ProptestConfig::default().cases / 256, ..ProptestConfig::default() })]

    /// Groups have k owners, and of each at most a share have something sensitive; it is refused only where all owners
    /// together are too many.
    #[test]
    fn groups_keep_what_is_sensitive_uncertain(
        (tree, rows) in any_bags(12, 4..60, 4),
        owners in 4u32..60,
        k in 2usize..5,
        share in prop::sample::select(vec!["0", "0.2", "0.3", "0.5", "0.8"]),
        names in prop::sample::select(vec![vec!["n1"], vec!["n1", "n3"], vec!["n2", "n5", "n99"]]),
        effort in prop::sample::select(vec![Effort::Fast, Effort::Normal]),
        form in prop::sample::select(vec![Form::Bags, Form::Sets]),
    ) {
        let transactions = owned(&rows, owners);
        let named = certainty(share, &names);
        let parameters =
            NearestParameters { effort, form, certainty: Some(named.clone()), ..NearestParameters::new(k) };
        let all: BTreeMap<usize, BTreeSet<u32>> = (0..transactions.len())
            .flat_map(|row| held(&transactions, &tree, &named, row).into_iter().map(move |node| (node, row)))
            .fold(BTreeMap::new(), |mut all, (node, row)| {
                all.entry(node).or_default().insert(transactions.owner(row));
                all
            });
        let most = all.values().map(BTreeSet::len).max().unwrap_or(0);
        let is_possible = !named.most().is_exceeded(most, transactions.owners());
        match parameters.check().unwrap().anonymize(&transactions, &tree, &()) {
            Err(AnonymizeError::TooFewOwners { .. }) => prop_assert!(transactions.owners() < k),
            Err(AnonymizeError::TooManyHolders { .. }) => prop_assert!(!is_possible),
            Err(other) => prop_assert!(false, "{other}"),
            Ok(release) => {
                prop_assert!(is_possible);
                let published = || {
                    (0..transactions.len()).map(|row| (transactions.owner(row), row + 1, release.get(row).to_vec()))
                };
                prop_assert!(k_anonymous_owners(published(), k).holds);
                let audit = published().enumerate().map(|(row, (owner, line, bag))| {
                    (owner, line, bag, held(&transactions, &tree, &named, row))
                });
                prop_assert!(uncertain_owners(audit, named.most()).holds);
                prop_assert!(holds_for_owners(&transactions, &tree, &named, |row| release.get(row).to_vec()));
            }
        }
    }

    /// The check counts what an owner has in all transactions, whatever the groups are.
    #[test]
    fn the_check_of_whole_rows_is_the_definition(
        (tree, rows) in any_bags(12, 4..40, 3),
        owners in 3u32..30,
        groups in prop::collection::vec(0usize..6, 40),
        share in prop::sample::select(vec!["0", "0.3", "0.5", "0.8"]),
    ) {
        let transactions = owned(&rows, owners);
        let named = certainty(share, &["n1", "n3"]);
        let audit = (0..transactions.len()).map(|row| {
            (transactions.owner(row), row + 1, groups[row], held(&transactions, &tree, &named, row))
        });
        let shown = |row: usize| vec![Node::ROOT; groups[row]];
        let holds = holds_for_owners(&transactions, &tree, &named, shown);
        prop_assert_eq!(uncertain_owners(audit, named.most()).holds, holds);
    }

    /// Methods that know nothing of it: what they group is mixed until it keeps to it, and everything stays a generalization.
    /// Where it was kept to before, nothing changes.
    #[test]
    fn groups_of_other_methods_are_mixed(
        (tree, rows) in any_bags(12, 4..60, 4),
        owners in 4u32..60,
        k in 2usize..5,
        share in prop::sample::select(vec!["0", "0.2", "0.3", "0.5", "0.8"]),
        names in prop::sample::select(vec![vec!["n1"], vec!["n1", "n3"], vec!["n2", "n5", "n99"]]),
        method in 0..3,
    ) {
        let transactions = owned(&rows, owners);
        prop_assume!(transactions.owners() >= k);
        let named = certainty(share, &names);
        let (plain, mixed) = match method {
            0 => {
                let clump = ClumpParameters::new(k).check().unwrap();
                let mixed = Mixed::new(clump, k, Form::Bags, named.clone());
                (clump.anonymize(&transactions, &tree, &()), mixed.anonymize(&transactions, &tree, &()))
            }
            number => {
                let publish = if number == 1 { Published::Cut } else { Published::Lcg };
                let form = if number == 1 { Form::Sets } else { Form::Bags };
                let partition = PartitionParameters { publish, ..PartitionParameters::new(k) }.check().unwrap();
                let mixed = Mixed::new(partition, k, form, named.clone());
                (partition.anonymize(&transactions, &tree, &()), mixed.anonymize(&transactions, &tree, &()))
            }
        };
        let plain = plain.unwrap();
        let holds = |release: &Release, with_root: bool| {
            let shown = |row: usize| -> Vec<Node> {
                release.get(row).iter().copied().filter(|&node| with_root || node != Node::ROOT).collect()
            };
            let published = || (0..transactions.len()).map(|row| (transactions.owner(row), row + 1, shown(row)));
            let audit = published().enumerate().map(|(row, (owner, line, bag))| {
                (owner, line, bag, held(&transactions, &tree, &named, row))
            });
            k_anonymous_owners(published(), k).holds && uncertain_owners(audit, named.most()).holds
        };
        match mixed {
            Err(AnonymizeError::TooManyHolders { holders, owners }) => {
                prop_assert!(named.most().is_exceeded(holders, owners));
            }
            Err(other) => prop_assert!(false, "{other}"),
            Ok(release) => {
                prop_assert!(holds(&release, true) && holds(&release, false));
                prop_assert!(holds_for_owners(&transactions, &tree, &named, |row| release.get(row).to_vec()));
                for row in 0..transactions.len() {
                    prop_assert!(generalizes(&tree, release.get(row), transactions.get(row)));
                }
                if holds(&plain, true) && holds(&plain, false) {
                    prop_assert_eq!(release, plain);
                }
            }
        }
    }

    /// In pieces no row tells more than may be, and everything stays a piece of what an owner typed.
    #[test]
    fn pieces_keep_what_is_sensitive_uncertain(
        (tree, rows) in any_bags(10, 10..80, 3),
        owners in 6u32..40,
        share in prop::sample::select(vec!["0", "0.3", "0.5", "0.9"]),
        names in prop::sample::select(vec![vec!["n1"], vec!["n1", "n3"], vec!["n2", "n5", "n99"]]),
        links in prop::sample::select(vec![0.0, 0.1, 1.0]),
    ) {
        let rows: Vec<Vec<Node>> = rows
            .into_iter()
            .map(|mut row| {
                row.dedup();
                row.retain(|&item| item != Node::ROOT);
                row
            })
            .filter(|row| !row.is_empty())
            .collect();
        prop_assume!(!rows.is_empty());
        let transactions = owned(&rows, owners);
        prop_assume!(transactions.owners() >= 2);
        let queries = asked(&transactions);
        let named = certainty(share, &names);
        let cut = |certainty| {
            let pieces = PiecesParameters { links, certainty, ..PiecesParameters::new(2) }.check().unwrap();
            pieces.cut(&transactions, &queries, &tree, &()).unwrap()
        };
        let apart = cut(Some(named.clone()));
        prop_assert!(told(&apart, &tree, &named).is_none_or(|holds| holds));
        prop_assert!(is_concluded_of_few(&apart, &tree, &named));
        for part in 0..apart.parts.len() {
            let from = transactions.get(apart.of[part] as usize);
            prop_assert!(apart.parts.get(part).iter().all(|item| from.contains(item)));
            let owner = |cut: &Cut, part: usize| transactions.owner(cut.of[part] as usize);
            let alike = (0..apart.parts.len()).filter(|&other| apart.release.bag_of(other) == apart.release.bag_of(part));
            let owners: BTreeSet<u32> = alike.map(|other| owner(&apart, other)).collect();
            prop_assert!(owners.len() >= 2);
        }
        // Where nobody has anything sensitive, nothing changes.
        let nobody = certainty("0.5", &["n99"]);
        prop_assert_eq!(cut(Some(nobody)), cut(None));
    }

    /// The check is the definition: every set of labels of a row, every row.
    #[test]
    fn the_check_of_rows_is_the_definition(
        rows in prop::collection::vec((1usize..9, prop::collection::btree_set(0u32..6, 1..5)), 1..12),
        share in prop::sample::select(vec!["0", "0.3", "0.5", "0.9"]),
    ) {
        // Labels 0 and 1 are below the first node, 1 and 2 below the second.
        let nodes = |label: u32| -> Vec<usize> {
            [(0, 0..2), (1, 1..3)].into_iter().filter(|(_, below)| below.contains(&label)).map(|(node, _)| node).collect()
        };
        let share: Share = share.parse().unwrap();
        let shown: Vec<ShownRow<u32>> = rows
            .iter()
            .map(|(owners, labels)| ShownRow { owners: *owners, labels: labels.iter().map(|&label| (label, nodes(label))).collect(), together: Vec::new() })
            .collect();
        let mut holds = true;
        for node in 0..2 {
            for known in 1u32..64 {
                let known: BTreeSet<u32> = (0..6).filter(|label| known >> label & 1 == 1 && !nodes(*label).contains(&node)).collect();
                let with: Vec<_> = rows.iter().filter(|(_, labels)| known.is_subset(labels)).collect();
                if known.is_empty() || with.is_empty() {
                    continue;
                }
                let shows = |labels: &BTreeSet<u32>| labels.iter().any(|&label| nodes(label).contains(&node));
                let seen: usize = with.iter().filter(|(_, labels)| shows(labels)).map(|(owners, _)| owners).sum();
                let of = with.iter().map(|(owners, _)| *owners).max().unwrap();
                holds &= !share.is_exceeded(seen, of);
            }
        }
        let verdict = uninferred(&shown, share);
        prop_assert_eq!(verdict.holds, holds);
        prop_assert_eq!(verdict.first.is_some(), !holds);
    }
}

/// Every row as a whole query; equal rows are one.
fn asked(transactions: &Transactions) -> WholeQueries {
    let mut numbers: BTreeMap<&[Node], u32> = BTreeMap::new();
    let mut of = Ragged::default();
    for row in 0..transactions.len() {
        let next = numbers.len() as u32;
        of.open().push(*numbers.entry(transactions.get(row)).or_insert(next));
        of.close();
    }
    let mut items: Vec<(u32, &[Node])> = numbers.into_iter().map(|(items, number)| (number, items)).collect();
    items.sort_unstable();
    WholeQueries { items: items.into_iter().map(|(_, items)| items.iter().copied()).collect::<Bags>(), of }
}

/// True if the pieces of `cut` keep the `named` nodes uncertain, counted by hand in owners: whatever labels of a piece
/// are known, of the owners who have a piece with all of them, those who have one that also shows the node.
fn is_concluded_of_few(cut: &Cut, tree: &Taxonomy, named: &Certainty) -> bool {
    let pieces: Vec<(u32, BTreeSet<Node>)> = (0..cut.parts.len())
        .map(|part| (cut.parts.owner(part), cut.release.get(part).iter().copied().collect()))
        .collect();
    named.nodes().iter().filter_map(|name| tree.find_meant(name)).all(|node| {
        let is_below = |label: &&Node| tree.is_ancestor(node, **label);
        pieces.iter().all(|(_, labels)| {
            let beside: Vec<Node> = labels.iter().filter(|label| !is_below(label)).copied().collect();
            (1u32..1 << beside.len()).all(|chosen| {
                let known = beside.iter().zip(0..).filter(|(_, at)| chosen >> at & 1 == 1);
                let known: BTreeSet<Node> = known.map(|(&label, _)| label).collect();
                let with = pieces.iter().filter(|(_, labels)| known.is_subset(labels));
                let owners: BTreeSet<u32> = with.clone().map(|(owner, _)| *owner).collect();
                let seen = with.filter(|(_, labels)| labels.iter().any(|label| is_below(&label)));
                let seen: BTreeSet<u32> = seen.map(|(owner, _)| *owner).collect();
                !named.most().is_exceeded(seen.len(), owners.len())
            })
        })
    })
}

/// Verdict on the rows of `cut`; none if there are none.
fn told(cut: &Cut, tree: &Taxonomy, named: &Certainty) -> Option<bool> {
    let bags = cut.release.bags();
    let mut owners: Vec<BTreeSet<u32>> = vec![BTreeSet::new(); bags.len()];
    for part in 0..cut.parts.len() {
        owners[cut.release.bag_of(part)].insert(cut.parts.owner(part));
    }
    let nodes = |label: Node| {
        let is_above =
            |name: &String| tree.find_meant(name).is_some_and(|node| tree.is_ancestor(node, label));
        (0..named.nodes().len()).filter(|&number| is_above(&named.nodes()[number])).collect::<Vec<usize>>()
    };
    let rows: Vec<ShownRow<Node>> = (0..bags.len())
        .filter(|&bag| !owners[bag].is_empty())
        .map(|bag| ShownRow {
            owners: owners[bag].len(),
            labels: bags.get(bag).iter().map(|&label| (label, nodes(label))).collect(),
            together: Vec::new(),
        })
        .collect();
    (!rows.is_empty()).then(|| uninferred(&rows, named.most()).holds)
}

fn hospital() -> Taxonomy {
    let edges =
        [("hiv", "illness"), ("flu", "illness"), ("illness", "all"), ("clinic", "place"), ("place", "all")];
    taxonomy(&edges)
}

/// Five asked for a clinic and hiv, and some for a clinic alone: how many decides whether the query stays whole.
#[test]
fn a_query_stays_whole_where_enough_others_asked_for_the_rest() {
    let tree = hospital();
    let node = |name: &str| tree.find(name).unwrap();
    let asked_by = |others: usize| {
        let mut transactions = Transactions::default();
        for owner in 0..5 {
            transactions.push(owner, [node("hiv"), node("clinic")]);
        }
        for owner in 5..5 + others as u32 {
            transactions.push(owner, [node("clinic")]);
        }
        let pieces =
            PiecesParameters { certainty: Some(certainty("0.5", &["illness"])), ..PiecesParameters::new(5) };
        let cut = pieces.check().unwrap().cut(&transactions, &asked(&transactions), &tree, &()).unwrap();
        cut.release.bags().iter().any(|bag| bag.len() == 2)
    };
    assert!(asked_by(10), "5 of 10 is half");
    assert!(!asked_by(9), "5 of 9 is more");
}

#[test]
fn shards_are_refused() {
    let named = Some(certainty("0.5", &["illness"]));
    let nearest =
        NearestParameters { shards: Some(1000), certainty: named.clone(), ..NearestParameters::new(5) };
    assert_eq!(nearest.check().unwrap_err(), ParameterError::CertaintyInShards);
    let pieces = PiecesParameters { shards: Some(1000), certainty: named, ..PiecesParameters::new(5) };
    assert_eq!(pieces.check().unwrap_err(), ParameterError::CertaintyInShards);
}
