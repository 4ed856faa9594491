//! Which items enough owners have to be named, and how they rank.

use std::cmp::Reverse;

use crate::containers::Ragged;
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::Transactions;

/// The items that may be named, by rank.
pub(super) struct Shared {
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
pub(super) fn item_sets(transactions: &Transactions) -> OwnerSets {
    // Rows by owner: an owner of several has them anywhere.
    let mut rows: Vec<u32> = (0..transactions.len() as u32).collect();
    rows.sort_by_key(|&row| transactions.owner(row as usize));
    let mut sets = OwnerSets::default();
    for rows in rows.chunk_by(|&a, &b| transactions.owner(a as usize) == transactions.owner(b as usize)) {
        let items = rows.iter().flat_map(|&row| transactions.get(row as usize));
        sets.push(items.filter(|&&item| item != Node::ROOT).map(|item| item.0));
    }
    sets
}

/// The items that at least `k` owners have and that can stand in a file of one name per line.
pub(super) fn shared(of_owners: &OwnerSets, taxonomy: &Taxonomy, k: usize) -> Shared {
    let owners = of_owners.support(taxonomy.len());
    let support = |node: Node| owners[node.index()];
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

/// Sets of numbers. Sets of the same content are not made one: each is an owner.
#[derive(Clone, Debug, Default)]
pub(super) struct OwnerSets {
    sets: Ragged<u32>,
}

impl OwnerSets {
    /// Appends a set of `numbers`, which come in any order and may repeat.
    pub fn push(&mut self, numbers: impl IntoIterator<Item = u32>) {
        self.sets.open().extend(numbers);
        self.sets.close_as_set();
    }

    /// All sets in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[u32]> {
        self.sets.iter()
    }

    /// The sets with each number replaced by its `new` one, if it has one.
    pub fn renumbered(&self, new: &[Option<u32>]) -> OwnerSets {
        let mut sets = OwnerSets::default();
        for set in self.iter() {
            sets.push(set.iter().filter_map(|&number| new[number as usize]));
        }
        sets
    }

    /// In how many sets each of the numbers below `numbers` stands.
    pub fn support(&self, numbers: usize) -> Vec<u32> {
        let mut support = vec![0; numbers];
        for &number in self.sets.values() {
            support[number as usize] += 1;
        }
        support
    }
}
