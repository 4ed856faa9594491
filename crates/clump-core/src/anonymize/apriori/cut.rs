//! A cut through the hierarchy: the node that each item is published as. It starts at the items and only
//! rises.

use super::hierarchy::{Hierarchy, ROOT};

/// A cut. Nodes are *live* while they are on the cut or above it. A node below it is published as the node of
/// the cut above it.
#[derive(Debug)]
pub(super) struct TaxonomyCut<'h> {
    hierarchy: &'h Hierarchy,
    below: Vec<bool>,
    /// Nodes that the cut has risen to; everything under such a node is below the cut.
    risen: Vec<bool>,
    /// The loss of the items, each at its node of the cut.
    losses: Losses,
    live: usize,
}

impl<'h> TaxonomyCut<'h> {
    /// Every item is published as it is.
    pub fn new(hierarchy: &'h Hierarchy) -> TaxonomyCut<'h> {
        let nodes = hierarchy.len();
        let mut losses = Losses(vec![0; nodes]);
        for node in (0..nodes as u32).filter(|&node| hierarchy.end[node as usize] == node + 1) {
            // An item at an inner node has a penalty even where it is published as it is.
            losses.add(node, hierarchy.occurrences[node as usize] * hierarchy.penalty[node as usize]);
        }
        TaxonomyCut { hierarchy, below: vec![false; nodes], risen: vec![false; nodes], losses, live: nodes }
    }

    /// Hierarchy that it is a cut through.
    pub fn hierarchy(&self) -> &'h Hierarchy {
        self.hierarchy
    }

    #[inline]
    pub fn is_live(&self, node: u32) -> bool {
        !self.below[node as usize]
    }

    /// Number of live nodes.
    pub fn live(&self) -> usize {
        self.live
    }

    /// Growth of the loss when the cut rises to `node`, which must be live. In units of 1 / leaves(root).
    /// O(log n).
    pub fn price(&self, node: u32) -> u64 {
        let Hierarchy { occurrences, penalty, end, .. } = self.hierarchy;
        let at = node as usize;
        occurrences[at] * penalty[at] - self.losses.sum(node, end[at])
    }

    /// Publishes everything below `node`, which must be live, as `node`. O(log n); each node goes below the
    /// cut once.
    pub fn rise_to(&mut self, node: u32) {
        let price = self.price(node);
        self.losses.add(node, price);
        let end = self.hierarchy.end[node as usize];
        let mut next = node + 1;
        while next < end {
            let at = next as usize;
            self.below[at] = true;
            self.live -= 1;
            // Nodes under a node that the cut reached before are below it already.
            next = if self.risen[at] { self.hierarchy.end[at] } else { next + 1 };
        }
        self.risen[node as usize] = true;
    }

    /// For each node the live node that covers it: itself, while it is live.
    pub fn covers(&self) -> Vec<u32> {
        let mut covers: Vec<u32> = Vec::with_capacity(self.below.len());
        for node in ROOT..self.below.len() as u32 {
            let above = self.hierarchy.parent[node as usize];
            covers.push(if self.is_live(node) { node } else { covers[above as usize] });
        }
        covers
    }
}

/// Numbers with sums over any range in O(log n): a Fenwick tree. Nodes below the cut keep their entries; the
/// node that the cut rises to gets the difference.
#[derive(Debug)]
struct Losses(Vec<u64>);

impl Losses {
    fn add(&mut self, place: u32, value: u64) {
        let mut at = place as usize;
        while let Some(sum) = self.0.get_mut(at) {
            *sum += value;
            at |= at + 1;
        }
    }

    /// The sum over `from .. to`.
    fn sum(&self, from: u32, to: u32) -> u64 {
        self.sum_before(to) - self.sum_before(from)
    }

    fn sum_before(&self, place: u32) -> u64 {
        let mut sum = 0;
        let mut left = place as usize;
        while left > 0 {
            sum += self.0[left - 1];
            left &= left - 1;
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::names::Names;
    use crate::taxonomy::{Node, Taxonomy};

    #[test]
    fn prices_are_differences_of_the_loss() {
        // 0 > {1 > {2 > {3, 4}, 5}, 6}
        let depths = [0, 1, 2, 3, 3, 2, 1];
        let names: Vec<String> = (0..depths.len()).map(|number| number.to_string()).collect();
        let tree = Taxonomy::from_preorder(names.iter().map(String::as_str).collect::<Names>(), &depths);
        let hierarchy = Hierarchy::new(&tree, [3, 3, 4, 5, 6, 6].map(Node).into_iter());
        let mut cut = TaxonomyCut::new(&hierarchy);
        assert_eq!((cut.price(2), cut.price(1), cut.price(ROOT)), (3 * 2, 4 * 3, 6 * 4));
        cut.rise_to(2);
        assert_eq!((cut.price(2), cut.price(1), cut.price(ROOT)), (0, 12 - 6, 24 - 6));
        assert_eq!(cut.covers(), [0, 1, 2, 2, 2, 5, 6]);
        cut.rise_to(1);
        assert_eq!(cut.covers(), [0, 1, 1, 1, 1, 1, 6]);
        assert_eq!((cut.live(), cut.price(ROOT)), (3, 24 - 12));
    }

    #[test]
    fn stretches_add_up() {
        let mut losses = Losses(vec![0; 9]);
        for place in 0..9 {
            losses.add(place, 1 << place);
        }
        for from in 0..9 {
            for to in from..=9 {
                assert_eq!(losses.sum(from, to), (1 << to) - (1 << from));
            }
        }
    }
}
