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
    /// By node, the loss of the items at or below it, each at its node of the cut.
    losses: Vec<u64>,
    live: usize,
}

impl<'h> TaxonomyCut<'h> {
    /// Every item is published as it is.
    pub fn new(hierarchy: &'h Hierarchy) -> TaxonomyCut<'h> {
        let nodes = hierarchy.len();
        let mut losses = vec![0; nodes];
        for node in (0..nodes).rev() {
            // An item at an inner node has a penalty even where it is published as it is.
            if hierarchy.end[node] as usize == node + 1 {
                losses[node] = hierarchy.occurrences[node] * hierarchy.penalty[node];
            }
            if node > 0 {
                losses[hierarchy.parent[node] as usize] += losses[node];
            }
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
    pub fn price(&self, node: u32) -> u64 {
        let Hierarchy { occurrences, penalty, .. } = self.hierarchy;
        let at = node as usize;
        occurrences[at] * penalty[at] - self.losses[at]
    }

    /// Publishes everything below `node`, which must be live, as `node`. O(depth); each node goes below the
    /// cut once.
    pub fn rise_to(&mut self, node: u32) {
        let price = self.price(node);
        let mut above = node as usize;
        self.losses[above] += price;
        while above != ROOT as usize {
            above = self.hierarchy.parent[above] as usize;
            self.losses[above] += price;
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::taxonomy::Node;
    use crate::tests::of_depths;

    #[test]
    fn prices_are_differences_of_the_loss() {
        // 0 > {1 > {2 > {3, 4}, 5}, 6}
        let tree = of_depths(&[0, 1, 2, 3, 3, 2, 1]);
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
}
