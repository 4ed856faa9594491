//! *distribute*: every row goes to the sub-partition that is named by the set of children that cover its items.
//!
//! A node with n children names 2^n - 1 sets, but rows show no more sets than there are rows. The sets that are seen
//! grow as a trie, child by child; nothing else is ever built.

use rustc_hash::FxHashMap;

use super::Partitioning;
use crate::containers::Ragged;
use crate::taxonomy::{Node, PricedIn, Taxonomy};

/// A set of children, and the rows that have items below exactly these.
#[derive(Clone, Copy, Debug)]
pub(super) struct Class {
    /// The set is that of class `rest`, and `last`, which comes after all of it in preorder.
    rest: u32,
    last: Node,
    /// Distinct owners of the rows; 0 where the set is only the beginning of others.
    pub owners: usize,
    /// Items of the rows that are below the expanded node.
    pub items: u64,
    /// Gain of the rows.
    pub gain: u64,
}

/// The class of the empty set. Every row has an item below the expanded node, so no row starts in it.
/// [`balance`](super::balance) puts the leftover into it, for which the node stays unchanged.
pub(super) const LEFTOVER: u32 = 0;

/// Fate of the rows of a block when a node of its cut is replaced by its children.
#[derive(Debug)]
pub(super) struct Expansion {
    /// The node. As its own child it is the pseudo-leaf of items that are the node itself.
    pub node: Node,
    pub classes: Vec<Class>,
    /// For each row of the block its class, in the order of the rows.
    pub class_of: Vec<u32>,
    /// Gain of each row: the sum over its items below the node of the gain by the child that covers the item.
    pub gain_of: Vec<u64>,
}

impl Expansion {
    /// Expands `node`, which has items of each of `rows` below it. `rows` are in order of their owners.
    /// O(rows x log(row) + children that are seen).
    pub fn of(problem: &Partitioning, rows: &[u32], node: Node) -> Expansion {
        let nothing = Class { rest: LEFTOVER, last: node, owners: 0, items: 0, gain: 0 };
        let mut expansion = Expansion {
            node,
            classes: vec![nothing],
            class_of: Vec::with_capacity(rows.len()),
            gain_of: Vec::with_capacity(rows.len()),
        };
        // For each class the owner of its latest row. Rows come by owner, so another owner has not been
        // counted yet.
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

    /// The information that all rows gain; none if no k owners share their children, so that the node cannot be
    /// expanded.
    pub fn gain(&self, problem: &Partitioning) -> Option<u64> {
        let is_shared = self.classes.iter().any(|class| class.owners >= problem.k);
        is_shared.then(|| self.gain_of.iter().sum())
    }

    /// The children that make up the set of `class`.
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

// The children of every node side by side, so that the child that covers an item is found by bisection: WordNet has
// nodes with hundreds of children, and chains may be 100,000 nodes deep.

/// All children, by parent and then in preorder. 12 bytes for each node.
#[derive(Debug)]
pub(super) struct Children(Ragged<Node>);

impl Children {
    /// O(nodes).
    pub fn of(taxonomy: &Taxonomy) -> Children {
        let mut children = Ragged::with_capacity(taxonomy.len(), taxonomy.len() - 1);
        for node in taxonomy.nodes() {
            children.push(taxonomy.children(node));
        }
        Children(children)
    }

    /// The child of `node` at or above `item`, which must be below `node`.
    pub fn covering(&self, node: Node, item: Node) -> Node {
        let children = self.0.get(node.index());
        children[children.partition_point(|&child| child <= item) - 1]
    }
}

// Gain of an item when the node that covers it is replaced by one of its children.
//
// By the paper that is the NCP of the node less that of the child, in leaves. Where the taxonomy is priced in
// bits it is the information of the child beyond that of the node: w(child).

/// Gains in leaves, or in units of a bit.
#[derive(Debug)]
pub(super) struct Gains<'t> {
    taxonomy: &'t Taxonomy,
    /// In bits: the most that an item gains when the node is replaced by a child. Empty where gains are in leaves.
    most: Vec<u32>,
}

impl<'t> Gains<'t> {
    /// Gains in what `taxonomy` is priced in. O(nodes).
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

    /// Gain of an item below `node` by `child`. For an item that is `node` itself the child is the
    /// pseudo-leaf, which is called `node`: its NCP is 0, and its information is that of the node.
    pub fn by(&self, node: Node, child: Node) -> u64 {
        match self.taxonomy.priced_in() {
            PricedIn::Lm if child == node => u64::from(self.taxonomy.penalty(node)),
            PricedIn::Lm => u64::from(self.taxonomy.penalty(node) - self.taxonomy.penalty(child)),
            PricedIn::Bits if child == node => 0,
            PricedIn::Bits => u64::from(self.taxonomy.weight(child)),
        }
    }

    /// The most that an item gains when `node` is replaced by its children.
    pub fn at_most(&self, node: Node) -> u64 {
        match self.taxonomy.priced_in() {
            PricedIn::Lm => u64::from(self.taxonomy.penalty(node)),
            PricedIn::Bits => u64::from(self.most[node.index()]),
        }
    }
}
