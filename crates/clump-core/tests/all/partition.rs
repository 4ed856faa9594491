//! He and Naughton's Partition: the tables of both papers, edges of the input, and properties over random trees, with
//! the algorithm spelled out a second time, naively.

use std::collections::{BTreeMap, BTreeSet};

use clump_core::anonymize::partition::{PartitionParameters, Published};
use clump_core::anonymize::{AnonymizeError, Anonymizer, Method, ParameterError};
use clump_core::information::Information;
use clump_core::loss;
use clump_core::measure::{Measures, measure};
use clump_core::promise::{KAnonymity, Promise};
use clump_core::release::{Release, RootItems};
use clump_core::taxonomy::{Edge, Node, PricedIn, Taxonomy};
use clump_core::transactions::Transactions;
use clump_core::verify;
use proptest::prelude::*;

use crate::common::{bag, food, names, on_threads, table_one, taxonomy};
use crate::random::any_taxonomy;

fn release(transactions: &Transactions, taxonomy: &Taxonomy, k: usize, publish: Published) -> Release {
    let partition = PartitionParameters { publish, ..PartitionParameters::new(k) }.check().unwrap();
    partition.anonymize(transactions, taxonomy, &()).unwrap().canonical(taxonomy, RootItems::Keep)
}

/// What each of `rows` is published as, and the figures, at this k.
fn published(taxonomy: &Taxonomy, k: usize, rows: &[&str]) -> (Vec<String>, Measures) {
    let transactions = Transactions::one_per_owner(rows.iter().map(|row| bag(taxonomy, row)));
    let release = release(&transactions, taxonomy, k, Published::Cut);
    let rows = (0..rows.len()).map(|row| names(taxonomy, release.get(row))).collect();
    (rows, measure(&transactions, taxonomy, &release))
}

#[test]
fn table_1_of_the_clump_paper() {
    // Section IV.B prints 8.85 as the total. Its own formula gives 69/7 = 9.857: an item that is suppressed in
    // the larger group was forgotten.
    let food = food();
    let transactions = table_one(&food);
    let release = release(&transactions, &food, 2, Published::Cut);
    let rows: Vec<String> = (0..5).map(|row| names(&food, release.get(row))).collect();
    assert_eq!(rows, ["fruit meat", "food", "food", "fruit meat", "food"]);
    let measures = measure(&transactions, &food, &release);
    assert!((measures.loss - 69.0 / 7.0).abs() < 1e-12);
    assert!((measures.ncp - 0.730_769_230_769).abs() < 1e-9);
}

#[test]
fn table_1_of_he_and_naughton() {
    let goods = taxonomy(&[
        ("alcohol", "all"),
        ("health care", "all"),
        ("beer", "alcohol"),
        ("wine", "alcohol"),
        ("diapers", "health care"),
        ("test", "health care"),
    ]);
    let item = |name| goods.find(name).unwrap();
    let rows: [&[&str]; 4] = [
        &["beer", "diapers"],
        &["wine", "diapers", "test"],
        &["beer", "wine", "test"],
        &["beer", "wine", "diapers", "test"],
    ];
    let transactions = Transactions::one_per_owner(rows.map(|row| row.iter().map(|name| item(name))));
    let release = release(&transactions, &goods, 2, Published::Cut);
    // Two nodes gain the same; the first in the tree is expanded.
    let rows: Vec<String> = (0..4).map(|row| names(&goods, release.get(row))).collect();
    let (whole, split) = ("alcohol health care", "beer health care wine");
    assert_eq!(rows, [whole, whole, split, split]);
    assert!((measure(&transactions, &goods, &release).ncp - 1.0 / 3.0).abs() < 1e-12);
}

/// The tree of He and Naughton's examples.
fn letters() -> Taxonomy {
    taxonomy(&[("A", "all"), ("B", "all"), ("a1", "A"), ("a2", "A"), ("b1", "B"), ("b2", "B")])
}

#[test]
fn table_2_of_he_and_naughton() {
    let rows = ["a1", "a1 a2", "b1 b2", "b1 b2", "a1 a2 b2", "a1 a2 b2", "a1 a2 b1 b2"];
    let (published, measures) = published(&letters(), 2, &rows);
    assert_eq!(published, ["A", "A", "b1 b2", "b1 b2", "B a1 a2", "B a1 a2", "B a1 a2"]);
    assert!((measures.ncp - 3.5 / 17.0).abs() < 1e-12, "20.588 %");
}

#[test]
fn an_uneven_tree_and_a_leftover_of_exactly_k() {
    let uneven = taxonomy(&[
        ("P", "all"),
        ("A", "P"),
        ("a1", "A"),
        ("a2", "A"),
        ("B", "P"),
        ("b1", "B"),
        ("b2", "B"),
        ("x", "all"),
        ("y", "all"),
        ("C", "all"),
        ("c1", "C"),
        ("c2", "C"),
    ]);
    let rows = ["a1 x", "a2 x", "a1 y", "a2 y", "b1 c1", "b2 c2", "b1 x", "b2 y", "c1 x", "c2 y"];
    let (published, measures) = published(&uneven, 2, &rows);
    // Below P, A has two rows and B one: the two cannot spare any, so P stays.
    assert_eq!(published, ["P x", "P x", "P y", "P y", "B C", "B C", "P x", "P y", "all", "all"]);
    assert!((measures.ncp - 0.4).abs() < 1e-12);
}

#[test]
fn a_leftover_takes_the_row_with_the_least_gain() {
    // <b1> is alone. Of the three rows below A, the second has the fewest items there.
    let rows = ["a1 a1", "a1", "a1 a1", "b1"];
    let (published, _) = published(&letters(), 2, &rows);
    assert_eq!(published, ["a1", "all", "a1", "all"]);
}

#[test]
fn inner_items_are_pseudo_leaves() {
    let food = food();
    // Rows at "fruit" itself are told from those below it, and published under the same name.
    let (rows, _) = published(&food, 2, &["fruit", "fruit", "apple", "apple"]);
    assert_eq!(rows, ["fruit", "fruit", "apple", "apple"]);
    // A pseudo-leaf stands beside its children.
    let (rows, _) = published(&food, 2, &["fruit apple", "apple fruit"]);
    assert_eq!(rows, ["apple fruit", "apple fruit"]);
    // Not enough of either: both are what is above, once.
    let (rows, _) = published(&food, 2, &["fruit beef", "apple beef"]);
    assert_eq!(rows, ["beef fruit", "beef fruit"]);
    // The root too can be an item.
    let (rows, _) = published(&food, 2, &["food", "food", "milk food", "milk food"]);
    assert_eq!(rows, ["food", "food", "food milk", "food milk"]);
}

#[test]
fn rows_of_one_item_and_equal_rows_are_published_as_they_are() {
    let food = food();
    let (rows, measures) = published(&food, 2, &["apple", "beef", "beef", "apple"]);
    assert_eq!(rows, ["apple", "beef", "beef", "apple"]);
    assert_eq!(measures.loss, 0.0);
    let (rows, measures) = published(&food, 3, &["apple beef milk"; 7]);
    assert_eq!(rows, ["apple beef milk"; 7]);
    assert_eq!((measures.loss, measures.groups), (0.0, 1));
}

#[test]
fn a_row_of_10_000_items_among_small_ones() {
    let names: Vec<String> = (0..=10_100).map(|number| format!("n{number}")).collect();
    // 100 inner nodes below the root, 100 leaves below each.
    let wide = Taxonomy::from_edges((1..=10_100).map(|number| Edge {
        child: &names[number],
        parent: Some(&names[if number <= 100 { 0 } else { (number - 101) / 100 + 1 }]),
        line: number,
    }))
    .unwrap();
    let leaves: Vec<Node> = wide.nodes().filter(|&node| wide.is_leaf(node)).collect();
    assert_eq!(leaves.len(), 10_000);
    let small = |row: usize| vec![leaves[row % 3], leaves[200 + row % 2]];
    let mut rows: Vec<Vec<Node>> = (0..60).map(small).collect();
    rows.push(leaves.clone());
    let transactions = Transactions::one_per_owner(rows.clone());
    let release = release(&transactions, &wide, 5, Published::Cut);
    assert_eq!(release.get(60), [Node::ROOT]);
    assert_eq!((0..60).filter(|&row| release.get(row) == rows[row]).count(), 56, "four fill its group");

    // Six equal ones have a cut of 10,000 nodes, and no row ever parts.
    let transactions = Transactions::one_per_owner(vec![leaves.clone(); 6]);
    assert_eq!(self::release(&transactions, &wide, 5, Published::Cut).get(5), leaves);
}

#[test]
fn a_chain_of_100_000_nodes() {
    let names: Vec<String> = (0..100_000).map(|number| number.to_string()).collect();
    let chain = Taxonomy::from_edges((1..names.len()).map(|number| Edge {
        child: &names[number],
        parent: Some(&names[number - 1]),
        line: number,
    }))
    .unwrap();
    let deepest = Node(99_999);
    let rows = [vec![deepest], vec![Node(50_000)], vec![deepest], vec![Node(50_000)]];
    let transactions = Transactions::one_per_owner(rows.clone());
    let release = release(&transactions, &chain, 2, Published::Cut);
    assert!((0..4).all(|row| release.get(row) == rows[row]));
}

#[test]
fn parameters_and_owners_are_checked() {
    assert_eq!(PartitionParameters::new(1).check(), Err(ParameterError::KTooSmall { k: 1 }));
    let partition = PartitionParameters::new(6).check().unwrap();
    assert_eq!((partition.name(), partition.promise()), ("partition", Promise::from(KAnonymity { k: 6 })));
    let food = food();
    assert_eq!(
        partition.anonymize(&table_one(&food), &food, &()),
        Err(AnonymizeError::TooFewOwners { owners: 5, k: 6 })
    );
}

#[test]
fn k_counts_owners_not_rows() {
    let food = food();
    let mut transactions = Transactions::default();
    for (owner, row) in [(0, "apple"), (1, "beef"), (0, "apple"), (0, "apple"), (1, "beef"), (2, "beef")] {
        transactions.push(owner, bag(&food, row));
    }
    let release = release(&transactions, &food, 2, Published::Cut);
    // Three rows of apples have one owner. Only the owners of beef could join, and they are two: none can be spared.
    assert!((0..6).all(|row| names(&food, release.get(row)) == "food"));
}

/// A random tree of up to `nodes` nodes, and rows of up to `length` items of it, one to three an owner.
fn any_rows(
    nodes: usize,
    rows: std::ops::Range<usize>,
    length: usize,
) -> impl Strategy<Value = (Taxonomy, Transactions)> {
    (any_taxonomy(nodes), 1usize..4).prop_flat_map(move |(taxonomy, owners_have)| {
        let item = (0..taxonomy.len() as u32).prop_map(Node);
        let row = prop::collection::vec(item, 1..=length);
        let rows = prop::collection::vec(row, rows.clone()).prop_map(move |rows: Vec<Vec<Node>>| {
            // Owners take turns, so the rows of one do not lie together.
            let owners = rows.len().div_ceil(owners_have);
            let mut transactions = Transactions::default();
            for (row, items) in rows.into_iter().enumerate() {
                transactions.push((row % owners) as u32, items);
            }
            transactions
        });
        (Just(taxonomy), rows)
    })
}

proptest! {
    #[test]
    fn promise_and_generalization_hold(
        (taxonomy, transactions) in any_rows(40, 4..60, 6),
        k in 2usize..6,
        publish in prop::sample::select(vec![Published::Cut, Published::Lcg]),
    ) {
        prop_assume!(transactions.owners() >= k);
        let release = release(&transactions, &taxonomy, k, publish);
        let audit = (0..transactions.len()).map(|row| (transactions.owner(row), row + 1, release.get(row)));
        prop_assert!(verify::k_anonymous_owners(audit, k).holds);
        for row in 0..transactions.len() {
            prop_assert!(verify::generalizes(&taxonomy, release.get(row), transactions.get(row)));
        }
    }

    #[test]
    fn every_group_has_k_owners_before_equal_ones_are_made_one(
        (taxonomy, transactions) in any_rows(12, 4..40, 3),
        k in 2usize..5,
    ) {
        prop_assume!(transactions.owners() >= k);
        let partition = PartitionParameters::new(k).check().unwrap();
        let release = partition.anonymize(&transactions, &taxonomy, &()).unwrap();
        for size in release.group_sizes(&transactions) {
            prop_assert!(size.owners >= k);
        }
        for bag in release.bags().iter() {
            prop_assert!(bag.is_sorted_by(|a, b| a < b), "a cut holds each node once");
        }
    }

    #[test]
    fn the_lcg_of_a_group_never_loses_more_than_its_cut(
        (taxonomy, transactions) in any_rows(40, 4..60, 6),
        k in 2usize..6,
    ) {
        prop_assume!(transactions.owners() >= k);
        // Of every transaction, whether or not it is the one that is published for its owner: groups that are published
        // alike are one, and those of cuts are not those of least common generalizations.
        let kept = |publish| -> u64 {
            let release = release(&transactions, &taxonomy, k, publish);
            (0..transactions.len()).map(|row| loss::kept(&taxonomy, release.get(row))).sum()
        };
        prop_assert!(kept(Published::Lcg) >= kept(Published::Cut));
    }

    #[test]
    fn it_is_the_algorithm_of_the_paper(
        (taxonomy, transactions) in any_rows(30, 4..50, 5),
        k in 2usize..5,
        in_bits: bool,
    ) {
        prop_assume!(transactions.owners() >= k);
        let taxonomy = match in_bits {
            true => taxonomy.priced_in_bits(&Information::of(&taxonomy, &transactions)),
            false => taxonomy,
        };
        let partition = PartitionParameters::new(k).check().unwrap();
        let release = partition.anonymize(&transactions, &taxonomy, &()).unwrap();
        let literal = Literal { taxonomy: &taxonomy, transactions: &transactions, k };
        let mut rows: Vec<usize> = (0..transactions.len()).collect();
        rows.sort_by_key(|&row| transactions.owner(row));
        let mut groups = Vec::new();
        literal.anonymize(rows, vec![Place::Node(Node::ROOT)], &mut groups);
        for (rows, cut) in groups {
            for &row in &rows {
                prop_assert_eq!(release.get(row), &cut);
                prop_assert_eq!(release.bag_of(row), release.bag_of(rows[0]));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8 * ProptestConfig::default().cases / 256))]

    // Enough rows that several blocks are large and split in rounds.
    #[test]
    fn threads_change_no_release((taxonomy, transactions) in any_rows(60, 3_000..4_000, 6), k in 2usize..6) {
        for publish in [Published::Cut, Published::Lcg] {
            let partition = PartitionParameters { k, publish }.check().unwrap();
            let on =
                |threads| on_threads(threads, || partition.anonymize(&transactions, &taxonomy, &()).unwrap());
            prop_assert_eq!(on(1), on(4));
        }
    }
}

/// A place of a cut.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    /// Items at or below the node.
    Node(Node),
    /// The same, where its expansion was tried in vain.
    Tried(Node),
    /// Items that are the node itself.
    PseudoLeaf(Node),
}

impl Place {
    fn label(self) -> Node {
        match self {
            Place::Node(node) | Place::Tried(node) | Place::PseudoLeaf(node) => node,
        }
    }
}

/// The algorithm, word for word: every gain anew at every step, sets as keys, recursion.
struct Literal<'a> {
    taxonomy: &'a Taxonomy,
    transactions: &'a Transactions,
    k: usize,
}

/// The sub-partitions of an expansion: the children that cover a row's items, and the rows.
type Sets = BTreeMap<Vec<Node>, Vec<usize>>;

impl Literal<'_> {
    fn anonymize(&self, rows: Vec<usize>, cut: Vec<Place>, groups: &mut Vec<(Vec<usize>, Vec<Node>)>) {
        let Some((node, mut sets)) = self.pick_node(&rows, &cut) else {
            let mut labels: Vec<Node> = cut.into_iter().map(Place::label).collect();
            labels.sort();
            groups.push((rows, labels));
            return;
        };
        let mut leftover = self.balance(&mut sets, node);
        let rest: Vec<Place> = cut.into_iter().filter(|&place| place != Place::Node(node)).collect();
        let with = |more: Vec<Place>| rest.iter().copied().chain(more).collect::<Vec<_>>();
        for (set, rows) in sets {
            let place = |child| if child == node { Place::PseudoLeaf(node) } else { Place::Node(child) };
            self.anonymize(rows, with(set.into_iter().map(place).collect()), groups);
        }
        if !leftover.is_empty() {
            leftover.sort_by_key(|&row| (self.transactions.owner(row), row));
            self.anonymize(leftover, with(vec![Place::Tried(node)]), groups);
        }
    }

    fn pick_node(&self, rows: &[usize], cut: &[Place]) -> Option<(Node, Sets)> {
        let mut best: Option<(u64, Node)> = None;
        for place in cut {
            let &Place::Node(node) = place else { continue };
            if self.taxonomy.is_leaf(node) {
                continue;
            }
            let sets = self.distribute(rows, node);
            if sets.values().all(|rows| self.owners(rows) < self.k) {
                continue;
            }
            let gain: u64 = rows.iter().map(|&row| self.gain(row, node)).sum();
            if best.is_none_or(|(most, first)| gain > most || gain == most && node < first) {
                best = Some((gain, node));
            }
        }
        best.map(|(_, node)| (node, self.distribute(rows, node)))
    }

    fn distribute(&self, rows: &[usize], node: Node) -> Sets {
        let mut sets = Sets::new();
        for &row in rows {
            let items = self.transactions.get(row);
            let children = self.taxonomy.children(node);
            let mut set: Vec<Node> = children
                .filter(|&child| items.iter().any(|&item| self.taxonomy.is_ancestor(child, item)))
                .collect();
            if items.contains(&node) {
                set.insert(0, node);
            }
            sets.entry(set).or_default().push(row);
        }
        sets
    }

    /// Dissolves small sub-partitions, and what it takes to bring the leftover to k; returns the leftover.
    fn balance(&self, sets: &mut Sets, node: Node) -> Vec<usize> {
        let small: Vec<Vec<Node>> =
            sets.iter().filter(|(_, rows)| self.owners(rows) < self.k).map(|(set, _)| set.clone()).collect();
        let mut leftover: Vec<usize> = small.iter().flat_map(|set| sets.remove(set).unwrap()).collect();
        if leftover.is_empty() || self.owners(&leftover) >= self.k {
            return leftover;
        }
        let (mut fewer, mut more) = (sets.clone(), leftover.clone());
        let mut to_spare: BTreeMap<Vec<Node>, usize> =
            sets.iter().map(|(set, rows)| (set.clone(), self.owners(rows) - self.k)).collect();
        while self.owners(&more) < self.k {
            let owners: BTreeSet<u32> = more.iter().map(|&row| self.transactions.owner(row)).collect();
            let rows = fewer.iter().filter(|(set, _)| to_spare[*set] > 0).flat_map(|(set, rows)| {
                rows.iter()
                    .filter(|&&row| !owners.contains(&self.transactions.owner(row)))
                    .map(move |&row| (self.gain(row, node), self.transactions.owner(row), row, set.clone()))
            });
            let Some((.., row, set)) = rows.min() else {
                let gain = |rows: &[usize]| rows.iter().map(|&row| self.gain(row, node)).sum::<u64>();
                let first = |rows: &[usize]| (self.transactions.owner(rows[0]), rows[0]);
                let least = sets.iter().min_by_key(|(_, rows)| (gain(rows), first(rows))).unwrap().0.clone();
                leftover.extend(sets.remove(&least).unwrap());
                return leftover;
            };
            fewer.get_mut(&set).unwrap().retain(|&other| other != row);
            *to_spare.get_mut(&set).unwrap() -= 1;
            more.push(row);
        }
        *sets = fewer;
        more
    }

    fn owners(&self, rows: &[usize]) -> usize {
        rows.iter().map(|&row| self.transactions.owner(row)).collect::<BTreeSet<_>>().len()
    }

    /// What a row gains when `node` is expanded, in leaves; in bits, what each child tells more than the node.
    fn gain(&self, row: usize, node: Node) -> u64 {
        if self.taxonomy.priced_in() == PricedIn::Bits {
            let child = |&item: &Node| {
                self.taxonomy
                    .ancestors(item)
                    .find(|&above| above == node || self.taxonomy.parent(above) == node)
            };
            let items =
                self.transactions.get(row).iter().filter(|&&item| self.taxonomy.is_ancestor(node, item));
            let tells = |node| u64::from(self.taxonomy.keeps(node));
            return items.filter_map(child).map(|child| tells(child) - tells(node)).sum();
        }
        let ncp = |node| if self.taxonomy.is_leaf(node) { 0 } else { u64::from(self.taxonomy.leaves(node)) };
        let below = |&item: &Node| self.taxonomy.is_ancestor(node, item);
        let after =
            |item| match self.taxonomy.children(node).find(|&child| self.taxonomy.is_ancestor(child, item)) {
                Some(child) => ncp(child),
                None => 0,
            };
        let items = self.transactions.get(row).iter().copied().filter(below);
        items.map(|item| ncp(node) - after(item)).sum()
    }
}
