//! Prices of nodes and items, by the loss metric of the paper or in bits: the value of publishing a node, and the
//! cost of losing an item.
//!
//! - keeps(v): the value that an item keeps if it is published as v. It is 0 at the root, and never less than that
//!   of a node above v.
//! - weight(v) = keeps(v) - keeps(parent of v), which is not negative: the gain from publishing v instead of its
//!   parent.
//! - worth(i): the loss if item i is suppressed. It is at least keeps(v) for every v above i.
//!
//! By LM keeps(v) = 1 - LM(v), and every item is worth 1. In bits keeps(v) = I(v), and an item is worth I(i), so an
//! item that is published unchanged loses nothing. The least common generalization, the closed form of the loss,
//! the methods that minimise it and the lower bound use no other property of prices, so all of them are valid for
//! both.
//!
//! All prices are whole numbers of units, so that sums are exact and the same in any order.

use serde::{Deserialize, Serialize};

use super::{Node, Taxonomy};

/// Unit of losses. For bits see [`information`](crate::information).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum PricedIn {
    /// The paper's loss metric LM, in items: a label with more leaves of the taxonomy below it loses more.
    #[default]
    Lm,
    /// Bits: a label with more of the data at or below it loses more.
    Bits,
}

/// Prices of all nodes of a taxonomy.
#[derive(Clone, Debug)]
pub(super) struct Prices {
    priced_in: PricedIn,
    keeps: Vec<u32>,
    weight: Vec<u32>,
    /// Number of units in the value of one item (by LM) or of one bit.
    units: u32,
}

impl Prices {
    /// Computes keeps(v) as the units given for v, or keeps of the parent of v if that is more.
    fn new(priced_in: PricedIn, parent: &[Node], given: impl Iterator<Item = u32>, units: u32) -> Prices {
        let mut keeps: Vec<u32> = Vec::with_capacity(parent.len());
        let mut weight = Vec::with_capacity(parent.len());
        for (own, parent) in given.zip(parent) {
            let above = keeps.get(parent.index()).copied().unwrap_or(0);
            keeps.push(own.max(above));
            weight.push(own.saturating_sub(above));
        }
        Prices { priced_in, keeps, weight, units }
    }

    /// Prices by LM. `cost` is LM of each node in units of 1 / `scale`.
    pub(super) fn lm(parent: &[Node], cost: &[u32], scale: u32) -> Prices {
        Prices::new(PricedIn::Lm, parent, cost.iter().map(|cost| scale - cost), scale)
    }
}

impl Taxonomy {
    /// The same tree priced in bits: `of_nodes` is the information of each node, in units of 1 / `units_per_bit`.
    pub(crate) fn with_bits(&self, of_nodes: impl Iterator<Item = u32>, units_per_bit: u32) -> Taxonomy {
        let prices = Prices::new(PricedIn::Bits, &self.parent, of_nodes, units_per_bit);
        Taxonomy { prices, ..self.clone() }
    }

    /// The same tree with its original prices, those of LM.
    #[must_use]
    pub fn priced_by_lm(&self) -> Taxonomy {
        let prices = Prices::lm(&self.parent, &self.cost, self.scale);
        Taxonomy { prices, ..self.clone() }
    }

    /// Unit of losses: LM, unless the tree is [priced in bits](Taxonomy::priced_in_bits).
    #[inline]
    pub fn priced_in(&self) -> PricedIn {
        self.prices.priced_in
    }

    /// Number of units in one item (by LM), or in one bit.
    #[inline]
    pub fn units(&self) -> u32 {
        self.prices.units
    }

    /// Value that an item keeps if it is published as `node`, in [units](Taxonomy::units); 0 at the root.
    #[inline]
    pub fn keeps(&self, node: Node) -> u32 {
        self.prices.keeps[node.index()]
    }

    /// w(node), the gain from publishing `node` instead of its parent, in [units](Taxonomy::units): LM(parent) -
    /// LM(node), or I(node) - I(parent). 0 at the root.
    #[inline]
    pub fn weight(&self, node: Node) -> u32 {
        self.prices.weight[node.index()]
    }

    /// Loss if `item` is suppressed, in [units](Taxonomy::units).
    #[inline]
    pub fn worth(&self, item: Node) -> u32 {
        match self.prices.priced_in {
            PricedIn::Lm => self.prices.units,
            PricedIn::Bits => self.keeps(item),
        }
    }
}
