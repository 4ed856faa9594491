//! What an item gains when the node that covers it is replaced by one of its children.
//!
//! By the paper that is the NCP of the node less that of the child, in leaves. Where the taxonomy is priced in bits it is
//! what the child tells beyond the node: w(child).

use crate::taxonomy::{Node, PricedIn, Taxonomy};

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

    /// What an item below `node` gains by `child`. An item that is `node` itself has the pseudo-leaf as its child, which is
    /// called `node`: of no NCP, and of no other information than the node.
    #[inline]
    pub fn by(&self, node: Node, child: Node) -> u64 {
        match self.taxonomy.priced_in() {
            PricedIn::Lm if child == node => self.penalty(node),
            PricedIn::Lm => self.penalty(node) - self.penalty(child),
            PricedIn::Bits if child == node => 0,
            PricedIn::Bits => u64::from(self.taxonomy.weight(child)),
        }
    }

    /// The most that an item gains when `node` is replaced by its children.
    #[inline]
    pub fn at_most(&self, node: Node) -> u64 {
        match self.taxonomy.priced_in() {
            PricedIn::Lm => self.penalty(node),
            PricedIn::Bits => u64::from(self.most[node.index()]),
        }
    }

    /// NCP(node) in leaves: none at a leaf.
    fn penalty(&self, node: Node) -> u64 {
        if self.taxonomy.is_leaf(node) { 0 } else { u64::from(self.taxonomy.leaves(node)) }
    }
}
