//! A taxonomy grown from the data, for users who have none. Items below one node are about as common, and
//! among those, items that go together are closest.
//!
//! 1. *Leaves.* Items of at least k owners; all rarer ones share one leaf below the root, so that the tree names
//!    nothing that fewer than k owners have.
//! 2. *Families* (`company.rs`, `families.rs`). In three rounds, items of similar support that significantly
//!    go together are paired, then pairs of them, then fours. An item without a partner is paired with its
//!    neighbour by support.
//! 3. *Order and cut* (`cut.rs`). Families are sorted by support and cut evenly into a tree.
//!
//! Why support comes first: losses count each leaf alike, so items that many owners have lose least where few
//! leaves are below a node. A reader of a published node can only spread it evenly over its leaves, which is
//! right where these are equally common. Trees by co-occurrence alone (cosine or Jaccard, average link or
//! matching) lose 10 to 27 % more at k = 5 on msweb, FoodMart and The Complete Journey, and answer COUNT
//! queries worse; see docs/explanation/internals.md.
//!
//! Why two children a node: an additional node between others can only keep more, since every group may still
//! publish what it would publish without it. So the finest tree of an order loses least; more children make a
//! shorter tree to read.
//!
//! # What the tree gives away
//! The tree reveals three things: the items that at least k owners have; roughly how they rank by their
//! number of owners; and which of those that are about as common occur together more often than chance
//! explains. Pairs that fewer than k owners have in common count as 0. No count is published. Like everything
//! made from aggregates without noise, the tree is no protection against an attacker who knows all owners but
//! one.

use std::cmp::Reverse;

use rustc_hash::FxHashSet;

use crate::anonymize::ParameterError;
use crate::containers::Ragged;
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::Transactions;

mod company;
mod cut;
mod families;

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
pub struct Grow(GrowParameters);

/// Reason why no taxonomy was grown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the message says what each field is")]
pub enum GrowError {
    /// No item may be named.
    #[error("no item is shared by {k} owners, so the tree would have no leaf")]
    NothingShared { k: usize },
}

/// A taxonomy that was grown.
#[derive(Clone, Debug)]
pub struct TaxonomyGrowth {
    /// The tree. Its leaves are the items of at least k owners, and [`TaxonomyGrowth::rare`].
    pub taxonomy: Taxonomy,
    /// The leaf for everything else. It exists even if no item is rare: the next data may have other items.
    pub rare: Node,
    /// Distinct items of the data.
    pub items: usize,
    /// Number of items that are not named.
    pub rare_items: usize,
    /// Pairs and larger families that were joined because their items go together.
    pub joined: usize,
}

impl GrowParameters {
    /// Checks the parameters.
    pub fn check(self) -> Result<Grow, ParameterError> {
        let GrowParameters { k, fan_out } = self;
        ParameterError::require_k(k)?;
        if fan_out < 2 {
            return Err(ParameterError::FanOutTooSmall { fan_out });
        }
        Ok(Grow(self))
    }
}

impl Grow {
    /// Grows a tree over the items of `transactions`. The items are nodes of `taxonomy`, of which only the
    /// names matter.
    ///
    /// An owner counts once for an item, whatever the unit of transactions. Items at the root could be
    /// anything and are left out; items whose names do not fit on a line count as rare. The tree is the same
    /// for any order of owners and any number of threads.
    ///
    /// Cost: O(items log items) plus, for each item of each owner of at most 256 items, the items of like support of
    /// that owner. Memory: 12 bytes per item occurrence, and the names.
    pub fn grow(
        &self,
        transactions: &Transactions,
        taxonomy: &Taxonomy,
    ) -> Result<TaxonomyGrowth, GrowError> {
        let GrowParameters { k, fan_out } = self.0;
        let of_owners = item_sets(transactions);
        let shared = shared(&of_owners, taxonomy, k);
        if shared.items.is_empty() {
            return Err(GrowError::NothingShared { k });
        }
        let sets = renumbered(&of_owners, &shared.rank);
        drop(of_owners);
        let (families, joined) = families::families(sets, &shared.support, k);
        let mut nodes = cut::cut(&families, fan_out);
        nodes.push(cut::Place { depth: 1, leaves: families.values().len()..families.values().len() + 1 });
        let leaves: Vec<&str> =
            families.values().iter().map(|&rank| taxonomy.name(shared.items[rank as usize])).collect();
        let names = cut::names(&nodes, &leaves, families.values());
        let depths: Vec<u32> = nodes.iter().map(|place| place.depth).collect();
        debug_assert_eq!(names.iter().collect::<FxHashSet<_>>().len(), nodes.len(), "names are unique");
        Ok(TaxonomyGrowth {
            taxonomy: Taxonomy::from_preorder(names, &depths),
            rare: Node(nodes.len() as u32 - 1),
            items: shared.distinct,
            rare_items: shared.distinct - shared.items.len(),
            joined,
        })
    }
}

// The items that enough owners have to be named, and their ranks.

/// The items that may be named, by rank.
struct Shared {
    /// The most common first; equally common ones by name.
    pub items: Vec<Node>,
    /// Number of owners of each, by rank.
    pub support: Vec<u32>,
    /// The rank of each node; none for nodes that are not among them.
    pub rank: Vec<Option<u32>>,
    /// Number of distinct items in all.
    pub distinct: usize,
}

/// The distinct items of each owner, the root left out.
fn item_sets(transactions: &Transactions) -> OwnerSets {
    let mut sets = OwnerSets::default();
    for rows in transactions.by_owner().iter() {
        let items = rows.iter().flat_map(|&row| transactions.get(row as usize));
        sets.open().extend(items.filter(|&&item| item != Node::ROOT).map(|item| item.0));
        sets.close_as_set();
    }
    sets
}

/// The items that at least `k` owners have and that fit in a file of one name per line.
fn shared(of_owners: &OwnerSets, taxonomy: &Taxonomy, k: usize) -> Shared {
    let mut owners = vec![0; taxonomy.len()];
    of_owners.values().iter().for_each(|&item| owners[item as usize] += 1);
    let support = |node: Node| -> u32 { owners[node.index()] };
    let may_be_named = |node: Node| {
        let name = taxonomy.name(node);
        support(node) as usize >= k && !name.trim().is_empty() && !name.contains(['\t', '\n', '\r'])
    };
    let mut items: Vec<Node> = taxonomy.nodes().filter(|&node| may_be_named(node)).collect();
    items.sort_unstable_by_key(|&node| (Reverse(support(node)), taxonomy.name(node)));
    let mut rank = vec![None; taxonomy.len()];
    for (place, item) in items.iter().enumerate() {
        rank[item.index()] = Some(place as u32);
    }
    Shared {
        support: items.iter().map(|&item| support(item)).collect(),
        distinct: owners.iter().filter(|&&owners| owners > 0).count(),
        items,
        rank,
    }
}

/// Sets of numbers. Sets of equal content stay separate: each is an owner.
type OwnerSets = Ragged<u32>;

/// The sets with each number replaced by its `new` one, if it has one.
fn renumbered(sets: &OwnerSets, new: &[Option<u32>]) -> OwnerSets {
    let mut all = OwnerSets::default();
    for set in sets.iter() {
        all.open().extend(set.iter().filter_map(|&number| new[number as usize]));
        all.close_as_set();
    }
    all
}
