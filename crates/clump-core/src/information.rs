//! Information of a label, in bits: the fewer of the typed words are at or below it, the more information it has.
//!
//! The cells are the (transaction, item) pairs of the data. With n(v) cells at or below node v and N in all, I(v) =
//! -log2(n(v) / N). The root has no information: I(root) = 0. A lower node has at least as much as the nodes above
//! it, so I(v) - I(parent(v)) is never negative.
//!
//! Bits can compare releases in one tree only. They reward a tree that divides the cells evenly, whatever its nodes
//! mean: a tree with its words shuffled keeps more bits. So trees are never compared by bits.

use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::Transactions;

mod retention;

pub use retention::{InformationKept, KeptSums, Retention, Typed, Ungrouped, kept, kept_sums};
pub(crate) use retention::{share, sums_of_rows};

/// Number of units in one bit. Sums of whole units are exact and the same in any order.
pub const UNITS_PER_BIT: u32 = 1 << 16;

/// The information I(v) of every node v, for the cells of some data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Information {
    /// I(v) of each node in units; 0 for nodes without cells, which no release shows.
    units: Vec<u32>,
    /// Number of all cells, which are the (transaction, item) pairs of the data.
    cells: u64,
}

impl Information {
    /// Computes the information from the cells of `transactions`. O(nodes + items).
    pub fn of(taxonomy: &Taxonomy, transactions: &Transactions) -> Information {
        Information::of_cells(taxonomy, transactions.items_by_node(taxonomy))
    }

    /// Computes the information from `cells`: for each node, the number of cells with exactly this item. O(nodes).
    pub fn of_cells(taxonomy: &Taxonomy, mut cells: Vec<u64>) -> Information {
        for node in taxonomy.nodes().skip(1).rev() {
            cells[taxonomy.parent(node).index()] += cells[node.index()];
        }
        let all = cells[Node::ROOT.index()];
        Information { units: cells.into_iter().map(|cells| units(cells, all)).collect(), cells: all }
    }

    /// Information in units of a word that has this number of `cells`.
    pub fn units_of_cells(&self, cells: u64) -> u32 {
        units(cells, self.cells)
    }

    /// I(node) in units of `1 /` [`UNITS_PER_BIT`]. Never less than that of a higher node that has cells.
    #[inline]
    pub fn units(&self, node: Node) -> u32 {
        self.units[node.index()]
    }

    /// I(node) in bits.
    pub fn bits(&self, node: Node) -> f64 {
        f64::from(self.units(node)) / f64::from(UNITS_PER_BIT)
    }
}

impl Taxonomy {
    /// The same tree with prices in bits. [LM](Taxonomy::lm), [cost](Taxonomy::cost), [scale](Taxonomy::scale)
    /// and node numbers stay the same. A node without cells gets the price of the node above it.
    ///
    /// Methods and the [lower bound](crate::floor) minimise the loss in the prices of their taxonomy.
    #[must_use]
    pub fn priced_in_bits(&self, information: &Information) -> Taxonomy {
        self.with_bits(self.nodes().map(|node| information.units(node)), UNITS_PER_BIT)
    }
}

/// -log2(cells / all) in units; 0 if `cells` is 0.
fn units(cells: u64, all: u64) -> u32 {
    match cells {
        0 => 0,
        cells => ((all as f64 / cells as f64).log2() * f64::from(UNITS_PER_BIT)).round() as u32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rarer_the_more_and_nothing_at_the_root() {
        let tree =
            Taxonomy::from_pairs([("a", "x"), ("b", "x"), ("x", "r"), ("c", "r"), ("never", "r")]).unwrap();
        let node = |name: &str| tree.find(name).unwrap();
        let mut rows = Transactions::default();
        for (owner, items) in [vec!["a", "b"], vec!["a"], vec!["c", "c", "c", "c", "b"]].iter().enumerate() {
            rows.push(owner as u32, items.iter().map(|name| node(name)));
        }
        let information = Information::of(&tree, &rows);
        let bits = |name: &str| information.bits(node(name));
        assert_eq!((bits("r"), bits("x"), bits("a"), bits("b"), bits("c")), (0.0, 1.0, 2.0, 2.0, 1.0));
        assert_eq!(bits("never"), 0.0);
    }
}
