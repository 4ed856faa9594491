//! Grows a taxonomy from the data, for users who have none. Items below one node have about the same number of
//! owners, and among these, items that occur together are closest.
//!
//! 1. *Leaves.* Items of at least k owners; all rarer ones share one leaf below the root, so the tree names nothing
//!    that fewer than k owners have.
//! 2. *Families* (`company.rs`, `families.rs`). In three rounds, items of similar support that occur together
//!    significantly often are paired, then pairs, then groups of four. An item without a partner is paired with its
//!    neighbour by support.
//! 3. *Order and cut* (`cut.rs`). Families are sorted by support and cut evenly into a tree.
//!
//! Reason for sorting by support first: losses count each leaf alike, so items of many owners lose least if few
//! leaves are below a node. A reader of a published node can only spread it evenly over its leaves, which is right
//! if these are equally common. Trees by co-occurrence alone (cosine or Jaccard, average link or matching) lose 10
//! to 27 % more at k = 5 on msweb, FoodMart and The Complete Journey, and answer COUNT queries worse; see
//! docs/explanation/internals.md.
//!
//! Reason for two children a node: an additional node between others can only keep more, since every group may
//! still publish what it would publish without it. So the finest tree of an order loses least; a tree with more
//! children is shorter and easier to read.
//!
//! # What the tree gives away
//! The tree reveals three things: the items that at least k owners have; their rough order by number of owners;
//! and which of about equally common items occur together more often than chance explains. Pairs that fewer
//! than k owners have in common count as 0. No count is published. Like all aggregates without noise, the tree
//! does not protect against an attacker who knows all owners but one.

use std::cmp::Reverse;

use rustc_hash::FxHashSet;

use crate::anonymize::ParameterError;
use crate::containers::Ragged;
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::Transactions;

mod company;
mod cut;
mod families;

/// Settings for growing a taxonomy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GrowParameters {
    /// The least number of owners of an item that the tree shows by name; at least 2.
    pub k: usize,
    /// The largest number of children of a node; at least 2. The root has one more, for the rare items.
    pub fan_out: usize,
}

/// The method that grows a taxonomy, with checked [`GrowParameters`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grow(GrowParameters);

/// Reason why no taxonomy could be grown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the message says what each field is")]
pub enum GrowError {
    /// No item has enough owners to be a leaf.
    #[error("no item is shared by {k} owners, so the tree would have no leaf")]
    NothingShared { k: usize },
}

/// A grown taxonomy, with figures about it.
#[derive(Clone, Debug)]
pub struct TaxonomyGrowth {
    /// The tree. Its leaves are the items of at least k owners, and the leaf [`TaxonomyGrowth::rare`].
    pub taxonomy: Taxonomy,
    /// The leaf for all other items. It exists even if no item is rare, because later data may have other items.
    pub rare: Node,
    /// Number of distinct items of the data.
    pub items: usize,
    /// Number of items that have no leaf of their own.
    pub rare_items: usize,
    /// Number of joins of items or groups that were made because these occur together.
    pub joined: usize,
}

impl GrowParameters {
    /// Checks that k and the number of children are at least 2.
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
    /// Grows a tree over the items of `transactions`. The items are nodes of `taxonomy`, of which only the names
    /// are used.
    ///
    /// An owner counts once for an item, whatever the unit of transactions. Items at the root could be
    /// anything and are left out; items whose names do not fit on a line count as rare. The tree is the same
    /// for any order of owners and any number of threads.
    ///
    /// Cost: O(items log items) plus, for each item of each owner of at most 256 items, the items of similar
    /// support of that owner. Memory: 12 bytes per item occurrence, and the names.
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

// The items that have enough owners to be leaves, and their ranks by number of owners.

/// The items that may be leaves, by rank.
struct Shared {
    /// The items by falling number of owners; equally common ones by name.
    pub items: Vec<Node>,
    /// Number of owners of each item, by rank.
    pub support: Vec<u32>,
    /// The rank of each node; `None` for nodes that are not in `items`.
    pub rank: Vec<Option<u32>>,
    /// Number of distinct items of the data, including those that are too rare.
    pub distinct: usize,
}

/// The distinct items of each owner, without the root.
fn item_sets(transactions: &Transactions) -> OwnerSets {
    let mut sets = OwnerSets::default();
    for rows in transactions.by_owner().iter() {
        let items = rows.iter().flat_map(|&row| transactions.get(row as usize));
        sets.open().extend(items.filter(|&&item| item != Node::ROOT).map(|item| item.0));
        sets.close_as_set();
    }
    sets
}

/// The items that at least `k` owners have and whose names fit in a file with one name per line.
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

/// For each owner, a set of numbers of items or groups. Owners with equal sets have one set each.
type OwnerSets = Ragged<u32>;

/// The sets with each number replaced by its `new` one; numbers with `None` are removed.
fn renumbered(sets: &OwnerSets, new: &[Option<u32>]) -> OwnerSets {
    let mut all = OwnerSets::default();
    for set in sets.iter() {
        all.open().extend(set.iter().filter_map(|&number| new[number as usize]));
        all.close_as_set();
    }
    all
}
