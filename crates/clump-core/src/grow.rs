//! A taxonomy grown from the data, for whoever has none: below each node stand items that are about as common, and
//! among those, items that go together stand closest.
//!
//! 1. *Leaves.* Items of at least k owners; all rarer ones share one leaf below the root, so that the tree names
//!    nothing that fewer than k owners have.
//! 2. *Families* (`company.rs`, `families.rs`). In three rounds, items of like support that significantly go together
//!    are paired, then pairs of them, then fours; what goes with nothing is paired with its neighbour by support.
//! 3. *Order and cut* (`cut.rs`). Families are sorted by support and cut evenly into a tree.
//!
//! Why support comes first: losses count each leaf alike, so that items which many owners have lose least where few
//! leaves are below a node; and whoever reads a published node can only spread it evenly over its leaves, which is
//! right where these are equally common. Trees by co-occurrence alone (cosine or Jaccard, average link or matching) lose
//! 10 to 27 % more at k = 5 on msweb, FoodMart and The Complete Journey, and answer COUNT queries worse; see docs/explanation/internals.md.
//!
//! Why two children a node: a node between others can only keep more, since every group may still publish what it
//! would without it. So the finest tree of an order loses least; more children make a shorter tree to read.
//!
//! # What the tree gives away
//! Which items at least k owners have; roughly how they rank by their number of owners; and which of those that are about
//! as common stand together more often than chance explains. Pairs that fewer than k owners have in common count as
//! 0. No count is told. Like all that is made from aggregates without noise, it is no protection against
//! somebody who knows all owners but one.

use rustc_hash::FxHashSet;

use crate::anonymize::ParameterError;
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::Transactions;

mod company;
mod cut;
mod families;
mod names;
mod owners;

/// Settings by which a taxonomy is grown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GrowParameters {
    /// The least number of owners of an item that the tree names; at least 2.
    pub k: usize,
    /// The most children of a node; at least 2. The root has one more: the rare items.
    pub fan_out: usize,
}

/// Checked [`GrowParameters`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grow {
    k: usize,
    fan_out: usize,
}

/// Why no taxonomy was grown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GrowError {
    /// Nothing may be named.
    #[error("no item is shared by {k} owners, so that the tree would have no leaf")]
    NothingShared {
        /// The owners that an item needs.
        k: usize,
    },
}

/// A taxonomy that was grown.
#[derive(Clone, Debug)]
pub struct Grown {
    /// The tree. Its leaves are the items of at least k owners, and [`Grown::rare`].
    pub taxonomy: Taxonomy,
    /// The leaf that stands for everything else. It is there also if nothing is rare: the next data may have other
    /// items.
    pub rare: Node,
    /// Distinct items of the data.
    pub items: usize,
    /// Those of them that are not named.
    pub rare_items: usize,
    /// Pairs and larger families that were joined because they go together.
    pub joined: usize,
}

impl GrowParameters {
    /// Makes sure that the parameters make sense.
    ///
    /// # Errors
    /// When one is below 2.
    pub fn check(self) -> Result<Grow, ParameterError> {
        let GrowParameters { k, fan_out } = self;
        ParameterError::require_k(k)?;
        if fan_out < 2 {
            return Err(ParameterError::FanOutTooSmall { fan_out });
        }
        Ok(Grow { k, fan_out })
    }
}

impl Grow {
    /// Grows a tree over the items of `transactions`, which are nodes of `taxonomy`, of which only the names matter.
    ///
    /// An owner counts once for an item, whatever the unit of transactions. Items on the root could be anything and
    /// are left out; items whose names do not fit on a line count as rare. The same tree for any order of owners and
    /// any number of threads.
    ///
    /// Cost: O(items log items) plus, for each item of each owner of at most 256 items, the items of like support of
    /// that owner. Memory: 12 bytes per item occurrence, and the names.
    ///
    /// # Errors
    /// When no item has k owners.
    pub fn grow(&self, transactions: &Transactions, taxonomy: &Taxonomy) -> Result<Grown, GrowError> {
        let of_owners = owners::item_sets(transactions);
        let shared = owners::shared(&of_owners, taxonomy, self.k);
        if shared.items.is_empty() {
            return Err(GrowError::NothingShared { k: self.k });
        }
        let sets = of_owners.renumbered(&shared.rank);
        drop(of_owners);
        let (families, joined) = families::families(sets, &shared.support, self.k);
        let mut nodes = cut::cut(&families, self.fan_out);
        nodes.push(cut::Place { depth: 1, leaves: families.values().len()..families.values().len() + 1 });
        let leaves: Vec<&str> =
            families.values().iter().map(|&rank| taxonomy.name(shared.items[rank as usize])).collect();
        let names = names::names(&nodes, &leaves, families.values());
        let depths: Vec<u32> = nodes.iter().map(|place| place.depth).collect();
        debug_assert_eq!(names.iter().collect::<FxHashSet<_>>().len(), nodes.len(), "names are unique");
        Ok(Grown {
            taxonomy: Taxonomy::from_preorder(names, &depths),
            rare: Node(nodes.len() as u32 - 1),
            items: shared.distinct,
            rare_items: shared.distinct - shared.items.len(),
            joined,
        })
    }
}
