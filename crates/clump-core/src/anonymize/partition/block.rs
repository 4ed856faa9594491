//! A block: rows that are published alike so far, and the cut that generalizes them. The paper calls it a
//! partition, a name that the method has here. Includes *pick_node*, the choice of the node to expand.
//!
//! A gain is a sum over rows, so fewer rows never have a larger one. The gain of a node in a block is
//! therefore an upper bound in every part of the block, and most nodes need not be looked at again before one
//! is picked. If no k owners share the children of a node, no k owners of a part do, so the node is settled
//! for good. Both rules are exact, and for long cuts they avoid a scan of all rows at each step.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::Partitioning;
use super::expansion::{Expansion, LEFTOVER};
use crate::taxonomy::Node;

/// Rows of at least k owners, and their common cut: each row has items below each node of the cut, and no others.
#[derive(Debug)]
pub(super) struct SubPartition {
    /// Row numbers, sorted by owner and then by number.
    pub rows: Vec<u32>,
    /// Nodes of the cut that are never expanded: leaves, pseudo-leaves, and nodes that could not be expanded here.
    settled: Vec<Node>,
    /// Inner nodes of the cut that may be expanded, the one with the largest gain on top.
    open: BinaryHeap<Expandable>,
}

/// A node that may be expanded. Ordered by gain; of equal gains, the node that comes first in preorder is greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Expandable {
    /// The gain of expanding it, or an upper bound.
    gain: u64,
    node: Reverse<Node>,
    /// True if `gain` is exact for the rows of this block.
    is_exact: bool,
}

/// Rows that are published alike, and the cut they are published as.
#[derive(Debug)]
pub(super) struct PublishedGroup {
    pub rows: Vec<u32>,
    pub cut: Vec<Node>,
}

#[derive(Debug)]
pub(super) enum Split {
    /// No node can be expanded any more, so the block is a group.
    Done(PublishedGroup),
    /// The block was split into smaller ones.
    Parts(Vec<SubPartition>),
}

impl SubPartition {
    /// The block of all rows, generalized to the root.
    pub fn of_all(problem: &Partitioning) -> SubPartition {
        let rows = problem.transactions.by_owner().into_parts().0;
        let mut block = SubPartition { rows, settled: Vec::new(), open: BinaryHeap::new() };
        block.add(problem, Node::ROOT, u64::MAX);
        block
    }

    /// Adds `node`, an inner node or a leaf whose expansion gains at most `gain`, to the cut.
    fn add(&mut self, problem: &Partitioning, node: Node, gain: u64) {
        if problem.taxonomy.is_leaf(node) {
            self.settled.push(node);
        } else {
            self.open.push(Expandable { gain, node: Reverse(node), is_exact: false });
        }
    }

    /// Expands nodes until rows go to different blocks, or until no node can be expanded.
    pub fn split(mut self, problem: &Partitioning) -> Split {
        while let Some(mut expansion) = self.pick(problem) {
            balance(problem, &self.rows, &mut expansion);
            let first = expansion.class_of[0];
            if expansion.class_of.iter().any(|&class| class != first) {
                return Split::Parts(self.part(problem, &expansion));
            }
            // All rows stay together, so all gains stay the same.
            self.replace(problem, &expansion, first);
        }
        Split::Done(PublishedGroup { rows: self.rows, cut: self.settled })
    }

    /// Removes the node with the largest gain from the cut and expands it. `None` if no node can be expanded.
    fn pick(&mut self, problem: &Partitioning) -> Option<Expansion> {
        let mut latest: Option<Expansion> = None;
        while let Some(Expandable { node: Reverse(node), is_exact, .. }) = self.open.pop() {
            if is_exact {
                let expanded = latest.filter(|expansion| expansion.node == node);
                return Some(expanded.unwrap_or_else(|| Expansion::of(problem, &self.rows, node)));
            }
            let expansion = Expansion::of(problem, &self.rows, node);
            match expansion.gain(problem) {
                None => self.settled.push(node),
                Some(gain) => self.open.push(Expandable { gain, node: Reverse(node), is_exact: true }),
            }
            latest = Some(expansion);
        }
        None
    }

    /// Replaces the expanded node by the children of `class`. For the leftover, it puts the node back as settled.
    fn replace(&mut self, problem: &Partitioning, expansion: &Expansion, class: u32) {
        if class == LEFTOVER {
            self.settled.push(expansion.node);
        }
        let items = expansion.classes[class as usize].items;
        for child in expansion.children(class) {
            if child == expansion.node {
                // The pseudo-leaf has the label of the node, but no node is below it.
                self.settled.push(child);
            } else {
                self.add(problem, child, problem.gains.at_most(child) * items);
            }
        }
    }

    /// One block for each class that has rows, in order of class numbers, the leftover first. Classes are
    /// numbered by their first row, not by a hash table.
    fn part(&self, problem: &Partitioning, expansion: &Expansion) -> Vec<SubPartition> {
        let mut rows_of: Vec<Vec<u32>> = vec![Vec::new(); expansion.classes.len()];
        for (&row, &class) in self.rows.iter().zip(&expansion.class_of) {
            rows_of[class as usize].push(row);
        }
        let parts = (0..).zip(rows_of).filter(|(_, rows)| !rows.is_empty());
        parts
            .map(|(class, rows)| {
                let open = self.open.iter().map(|&candidate| Expandable { is_exact: false, ..candidate });
                let mut block = SubPartition { rows, settled: self.settled.clone(), open: open.collect() };
                block.replace(problem, expansion, class);
                block
            })
            .collect()
    }
}

// *balance*: sub-partitions of fewer than k owners are merged into a leftover that keeps the cut it had. The
// leftover must have k owners or none.

/// Moves rows of `expansion` to the [`LEFTOVER`] until every class that has rows has at least k owners. At
/// least one class must have k owners. `rows` are the expanded rows.
pub(super) fn balance(problem: &Partitioning, rows: &[u32], expansion: &mut Expansion) {
    let mut left = Vec::new();
    for (class, &row) in expansion.class_of.iter_mut().zip(rows) {
        if expansion.classes[*class as usize].owners < problem.k {
            *class = LEFTOVER;
            left.push(problem.transactions.owner(row as usize));
        }
    }
    left.dedup();
    if left.is_empty() || left.len() >= problem.k {
        return;
    }
    if let Some(places) = spare(problem, rows, expansion, left) {
        for place in places {
            expansion.class_of[place] = LEFTOVER;
        }
        return;
    }
    // In the order of the rows: of classes with equal gains, the one whose row comes first.
    let kept = expansion.class_of.iter().copied().filter(|&class| class != LEFTOVER);
    let least =
        kept.min_by_key(|&class| expansion.classes[class as usize].gain).expect("a class has k owners");
    for class in expansion.class_of.iter_mut().filter(|class| **class == least) {
        *class = LEFTOVER;
    }
}

/// Indexes into `rows` of rows that can move to the leftover to give it k owners: those with the least gain
/// from classes that keep k owners, the first of equals. `None` if there are not enough.
///
/// `left` are the owners of the leftover, sorted; a row of one of them would not help. Each row that moves counts
/// as one owner less for its class: exact if every owner has one row; otherwise the class may keep more than k.
fn spare(
    problem: &Partitioning,
    rows: &[u32],
    expansion: &Expansion,
    mut left: Vec<u32>,
) -> Option<Vec<usize>> {
    let k = problem.k;
    let mut owners: Vec<usize> = expansion.classes.iter().map(|class| class.owners).collect();
    let class_of = |place: usize| expansion.class_of[place] as usize;
    let mut places: Vec<usize> = (0..rows.len())
        .filter(|&place| expansion.class_of[place] != LEFTOVER && owners[class_of(place)] > k)
        .collect();
    places.sort_by_key(|&place| expansion.gain_of[place]);
    places.retain(|&place| {
        let owner = problem.transactions.owner(rows[place] as usize);
        let owners = &mut owners[class_of(place)];
        match left.binary_search(&owner) {
            Err(at) if left.len() < k && *owners > k => {
                left.insert(at, owner);
                *owners -= 1;
                true
            }
            _ => false,
        }
    });
    (left.len() == k).then_some(places)
}
