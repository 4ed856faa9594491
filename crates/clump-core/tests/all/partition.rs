//! He and Naughton's Partition: the tables of both papers, edges of the input, and properties over random trees, with
//! the algorithm spelled out a second time, naively.

use std::collections::{BTreeMap, BTreeSet};

use clump_core::anonymize::Anonymizer;
use clump_core::anonymize::partition::{PartitionParameters, Published};
use clump_core::information::Information;
use clump_core::loss;
use clump_core::measure::{Measures, measure};
use clump_core::release::{Release, RootItems};
use clump_core::taxonomy::{Node, PricedIn, Taxonomy};
use clump_core::transactions::Transactions;
use clump_core::verify;
use proptest::prelude::*;

use crate::common::{bag, food, names, of_depths, on_threads, table_one, taxonomy};
use crate::random::any_rows;

fn release(transactions: &Transactions, taxonomy: &Taxonomy, k: usize, publish: Published) -> Release {
    let partition = PartitionParameters { publish, ..PartitionParameters::new(k) }.check().unwrap();
    partition.anonymize(transactions, taxonomy, &()).unwrap().canonical(taxonomy, RootItems::Keep)
}

/// Published form of each of `rows`, and the figures, at this k.
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
fn a_row_of_10_000_items_among_small_ones() {
    // 100 inner nodes below the root, 100 leaves below each.
    let branch = [&[1][..], &[2; 100]].concat();
    let wide = of_depths(&[&[0][..], &branch.repeat(100)].concat());
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
    let chain = of_depths(&(0..100_000).collect::<Vec<u32>>());
    let deepest = Node(99_999);
    let rows = [vec![deepest], vec![Node(50_000)], vec![deepest], vec![Node(50_000)]];
    let transactions = Transactions::one_per_owner(rows.clone());
    let release = release(&transactions, &chain, 2, Published::Cut);
    assert!((0..4).all(|row| release.get(row) == rows[row]));
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
        let taxonomy = if in_bits {
taxonomy.priced_in_bits(&Information::of(&taxonomy, &transactions))
} else {
taxonomy
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

    /// Gain of a row when `node` is expanded, in leaves; in bits, what each child tells more than the node.
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
