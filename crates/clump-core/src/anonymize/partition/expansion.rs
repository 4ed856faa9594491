//! *distribute*: rows go to sub-partitions by the set of children that cover their items.
//!
//! A node with n children has 2^n - 1 such sets, but rows use no more sets than there are rows. Only the sets
//! in use are built, as a trie, child by child.

use rustc_hash::FxHashMap;

use super::Partitioning;
use crate::containers::Ragged;
use crate::taxonomy::{Node, PricedIn, Taxonomy};

/// A set of children, and the rows that have items below exactly these children.
#[derive(Clone, Copy, Debug)]
pub(super) struct Class {
    /// The set consists of the set of class `rest` and of `last`, which comes after all of these in preorder.
    rest: u32,
    last: Node,
    /// Number of distinct owners of the rows; 0 if the set is only a prefix of others.
    pub owners: usize,
    /// Number of items of the rows that are below the expanded node.
    pub items: u64,
    /// Total gain of the rows.
    pub gain: u64,
}

/// The class of the empty set. Every row has an item below the expanded node, so no row starts in this class.
/// [`balance`](super::balance) moves the leftover into it, for which the node stays unchanged.
pub(super) const LEFTOVER: u32 = 0;

/// Result of expanding a node of a block's cut: the set of children of each row.
#[derive(Debug)]
pub(super) struct Expansion {
    /// The expanded node. As a child of itself it means the pseudo-leaf.
    pub node: Node,
    pub classes: Vec<Class>,
    /// By row of the block, in the order of the rows, the number of its class.
    pub class_of: Vec<u32>,
    /// By row, its gain: the sum over its items below the node of the gain by the child that covers the item.
    pub gain_of: Vec<u64>,
}

impl Expansion {
    /// Expands `node`, below which all `rows`, sorted by owner, have items. O(rows x log(row) + children that
    /// occur).
    pub fn of(problem: &Partitioning, rows: &[u32], node: Node) -> Expansion {
        let nothing = Class { rest: LEFTOVER, last: node, owners: 0, items: 0, gain: 0 };
        let mut expansion = Expansion {
            node,
            classes: vec![nothing],
            class_of: Vec::with_capacity(rows.len()),
            gain_of: Vec::with_capacity(rows.len()),
        };
        // By class, the owner of its latest row. Rows are sorted by owner, so a different owner is a new one.
        let mut latest_owner = vec![None];
        let mut longer: FxHashMap<(u32, Node), u32> = FxHashMap::default();
        for &row in rows {
            let items = problem.items_below(row, node);
            let (mut class, mut gain) = (LEFTOVER, 0);
            let mut rest = items;
            while let Some(&item) = rest.first() {
                let (child, end) = problem.child_covering(node, item);
                class = *longer.entry((class, child)).or_insert_with(|| {
                    expansion.classes.push(Class { rest: class, last: child, ..nothing });
                    latest_owner.push(None);
                    expansion.classes.len() as u32 - 1
                });
                let covered = rest.partition_point(|&item| item < end);
                gain += covered as u64 * problem.gains.by(node, child);
                rest = &rest[covered..];
            }
            let owner = Some(problem.transactions.owner(row as usize));
            let found = &mut expansion.classes[class as usize];
            found.items += items.len() as u64;
            found.gain += gain;
            if std::mem::replace(&mut latest_owner[class as usize], owner) != owner {
                found.owners += 1;
            }
            expansion.class_of.push(class);
            expansion.gain_of.push(gain);
        }
        expansion
    }

    /// Total gain of all rows; `None` if no k owners share a set of children, so that the node cannot be expanded.
    pub fn gain(&self, problem: &Partitioning) -> Option<u64> {
        let is_shared = self.classes.iter().any(|class| class.owners >= problem.k);
        is_shared.then(|| self.gain_of.iter().sum())
    }

    /// The children in the set of `class`, the last in preorder first.
    pub fn children(&self, mut class: u32) -> impl Iterator<Item = Node> + '_ {
        std::iter::from_fn(move || {
            let Class { rest, last, .. } = self.classes[class as usize];
            (class != LEFTOVER).then(|| {
                class = rest;
                last
            })
        })
    }
}

// Stores the children of every node in sequence, so that the child that covers an item is found by bisection:
// WordNet has nodes with hundreds of children, and chains may be 100,000 nodes deep.

/// By node, its children in preorder. 12 bytes for each node.
#[derive(Debug)]
pub(super) struct Children(Ragged<Node>);

impl Children {
    /// Collects the children of all nodes. O(nodes).
    pub fn of(taxonomy: &Taxonomy) -> Children {
        let mut children = Ragged::with_capacity(taxonomy.len(), taxonomy.len() - 1);
        for node in taxonomy.nodes() {
            children.push(taxonomy.children(node));
        }
        Children(children)
    }

    /// The child of `node` that is `item` or above it; `item` must be below `node`.
    pub fn covering(&self, node: Node, item: Node) -> Node {
        let children = self.0.get(node.index());
        children[children.partition_point(|&child| child <= item) - 1]
    }
}

// Gain of an item when the node of the cut that covers it is replaced by its children.
//
// By the paper, the gain is the NCP of the node minus that of the child, in leaves. If the taxonomy is priced
// in bits, it is the information of the child beyond that of the node: w(child).

/// Computes gains, in leaves or in units of a bit.
#[derive(Debug)]
pub(super) struct Gains<'t> {
    taxonomy: &'t Taxonomy,
    /// By node, in bits: the largest gain of an item when the node is replaced by its children. Empty if
    /// gains are in leaves.
    most: Vec<u32>,
}

impl<'t> Gains<'t> {
    /// Gains in the unit that `taxonomy` is priced in. O(nodes).
    pub fn of(taxonomy: &'t Taxonomy) -> Gains<'t> {
        let mut most = Vec::new();
        if taxonomy.priced_in() == PricedIn::Bits {
            most.resize(taxonomy.len(), 0);
            for node in taxonomy.nodes().skip(1) {
                let above = &mut most[taxonomy.parent(node).index()];
                *above = taxonomy.weight(node).max(*above);
            }
        }
        Gains { taxonomy, most }
    }

    /// Gain of an item below `node` that `child` covers. For an item that is `node` itself, `child` is the
    /// pseudo-leaf, passed as `node`: its NCP is 0, and its information is that of the node.
    pub fn by(&self, node: Node, child: Node) -> u64 {
        match self.taxonomy.priced_in() {
            PricedIn::Lm if child == node => u64::from(self.taxonomy.penalty(node)),
            PricedIn::Lm => u64::from(self.taxonomy.penalty(node) - self.taxonomy.penalty(child)),
            PricedIn::Bits if child == node => 0,
            PricedIn::Bits => u64::from(self.taxonomy.weight(child)),
        }
    }

    /// The largest gain of an item when `node` is replaced by its children.
    pub fn at_most(&self, node: Node) -> u64 {
        match self.taxonomy.priced_in() {
            PricedIn::Lm => u64::from(self.taxonomy.penalty(node)),
            PricedIn::Bits => u64::from(self.most[node.index()]),
        }
    }
}
