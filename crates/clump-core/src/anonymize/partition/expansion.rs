//! *distribute*: every row goes to the sub-partition that is named by the set of children that cover its items.
//!
//! A node with n children names 2^n - 1 sets, but rows show no more sets than there are rows. The sets that are seen
//! grow as a trie, child by child; nothing else is ever built.

use rustc_hash::FxHashMap;

use super::Problem;
use crate::taxonomy::Node;

/// A set of children, and the rows that have items below exactly these.
#[derive(Clone, Copy, Debug)]
pub(super) struct Class {
    /// The set is that of class `rest` and `last`, which comes after all of them in preorder.
    rest: u32,
    last: Node,
    /// Distinct owners of the rows; 0 where the set is only the beginning of others.
    pub owners: usize,
    /// Items of the rows that are below the expanded node.
    pub items: u64,
    /// What the rows gain.
    pub gain: u64,
}

/// The class of the empty set. Every row has an item below the node that is expanded, so it holds none; what
/// [`balance`](super::balance) puts into it is the leftover, for which the node stays as it is.
pub(super) const LEFTOVER: u32 = 0;

/// What becomes of the rows of a block when a node of its cut is replaced by its children.
#[derive(Debug)]
pub(super) struct Expansion {
    /// The node. As its own child it is the pseudo-leaf of items that are the node itself.
    pub node: Node,
    pub classes: Vec<Class>,
    /// For each row of the block its class, in the order of the rows.
    pub class_of: Vec<u32>,
    /// For each row what it gains: the sum over its items below the node of what each gains by the child that covers it.
    pub gain_of: Vec<u64>,
}

impl Expansion {
    /// Expands `node`, which has items of each of `rows` below it. `rows` are in order of their owners.
    /// O(rows x log(row) + children that are seen).
    pub fn of(problem: &Problem, rows: &[u32], node: Node) -> Expansion {
        let nothing = Class { rest: LEFTOVER, last: node, owners: 0, items: 0, gain: 0 };
        let mut expansion = Expansion {
            node,
            classes: vec![nothing],
            class_of: Vec::with_capacity(rows.len()),
            gain_of: Vec::with_capacity(rows.len()),
        };
        // For each class the owner of its latest row: as rows come by owner, a new one has not been counted.
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
    pub fn gain(&self, problem: &Problem) -> Option<u64> {
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
