//! Sort keys of rows: similar rows have keys that are near each other.
//!
//! A key is a sequence of steps, each a node and the row's number of items at or below it. Without these
//! numbers rows of all lengths would be neighbours, and the shortest row limits the value that a group keeps:
//! 1,000,000 generated owners in shards of 50,000 would lose 1.114 times as much as without shards (`nearest
//! --effort fast`, k = 5).

use std::cmp::Reverse;

use super::node_counts::{NodeCounts, for_each_node};
use crate::taxonomy::{Node, Taxonomy};

const STEPS: usize = 8;

/// Bytes of a step: three for the rank of the node, and one for the number of items at or below it.
pub(super) const STEP: usize = size_of::<u32>();

/// The largest number of items and the largest rank that a step can store; larger ones are stored as these. A
/// step of ones means that there is no node.
const MOST_ITEMS: u32 = 0xFF;
const MOST_RANK: u32 = 0xFF_FFFE;

/// The most important nodes of a row, by rank; each with the number of items at or below it, larger numbers
/// first. Then a hash of the names of all items. All are big-endian, so keys can be compared byte by byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SortKey([u8; SortKey::LENGTH]);

impl SortKey {
    /// Number of bytes of a key.
    pub const LENGTH: usize = STEPS * STEP + size_of::<u64>();

    /// The bytes of the key.
    pub fn as_bytes(&self) -> &[u8; SortKey::LENGTH] {
        &self.0
    }

    /// Restores a key from its bytes.
    pub fn from_bytes(bytes: [u8; SortKey::LENGTH]) -> SortKey {
        SortKey(bytes)
    }
}

/// Computes the keys of rows.
#[derive(Clone, Debug)]
pub struct SortKeys {
    keyed_by: KeyedBy,
    ranks: Ranks,
    hashes: Vec<u64>,
}

impl SortKeys {
    /// Computes keys with these ranks. O(names).
    pub fn new(keyed_by: KeyedBy, ranks: Ranks, taxonomy: &Taxonomy) -> SortKeys {
        SortKeys { keyed_by, ranks, hashes: name_hashes(taxonomy) }
    }

    /// The key of a row with these items, which must be sorted. O(items x height).
    pub fn of(&self, taxonomy: &Taxonomy, items: &[Node]) -> SortKey {
        let mut first = [u32::MAX; STEPS];
        for_each_count(taxonomy, self.keyed_by, items, |node, count| {
            let Some(rank) = self.ranks.of(node) else { return };
            let step = rank.min(MOST_RANK) << 8 | (MOST_ITEMS - count.min(MOST_ITEMS));
            if step < first[STEPS - 1] {
                let place = first.partition_point(|&other| other < step);
                first[place..].rotate_right(1);
                first[place] = step;
            }
        });
        let mut key = [0; SortKey::LENGTH];
        let (steps, hash) = key.split_at_mut(STEPS * STEP);
        for (bytes, step) in steps.chunks_exact_mut(STEP).zip(first) {
            bytes.copy_from_slice(&step.to_be_bytes());
        }
        hash.copy_from_slice(&hash_of(&self.hashes, items).to_be_bytes());
        SortKey(key)
    }
}

/// Calls `each` once for every node that the key of a row may contain, with the number of items at or below
/// it. `items` are the items of the row, sorted.
fn for_each_count(taxonomy: &Taxonomy, keyed_by: KeyedBy, items: &[Node], mut each: impl FnMut(Node, u32)) {
    match keyed_by {
        KeyedBy::Items => {
            items.chunk_by(|a, b| a == b).for_each(|same| each(same[0], same.len() as u32));
        }
        KeyedBy::Nodes => for_each_node(taxonomy, items, |node| {
            let first = items.partition_point(|&item| item < node);
            let count = items[first..].partition_point(|&item| item < taxonomy.end(node));
            each(node, count as u32);
        }),
    }
}

pub(super) fn name_hashes(taxonomy: &Taxonomy) -> Vec<u64> {
    taxonomy.nodes().map(|node| of_name(taxonomy.name(node))).collect()
}

/// A hash of a bag of items that does not depend on their order; `hashes` has the hashes of all names.
pub(super) fn hash_of(hashes: &[u64], items: &[Node]) -> u64 {
    mixed(items.iter().fold(0, |sum: u64, item| sum.wrapping_add(hashes[item.index()])))
}

/// A 64-bit hash of a name: FNV-1a, followed by [`mixed`].
pub(super) fn of_name(name: &str) -> u64 {
    let step = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    mixed(name.as_bytes().iter().fold(0xcbf2_9ce4_8422_2325, step))
}

/// The finalizer of SplitMix64: every bit of the result depends on every bit of `value`.
pub(crate) fn mixed(value: u64) -> u64 {
    let value = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

/// The nodes that keys contain, and their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyedBy {
    /// The nodes at or above the items of a row, those with the largest weight times number of rows first.
    /// For methods that publish whole rows.
    Nodes,
    /// The items of a row only, the commonest first. For methods that publish words that several rows share.
    /// Rows with two common words are near each other unless one has a third, commoner word. The order with
    /// the rarest word first kept half of the links.
    Items,
}

/// Ranks of nodes, from 0: sorted by weight times number of rows, or by number of rows only for
/// [`KeyedBy::Items`]; the largest first, and equal ones by node number. Nodes of fewer than k rows cannot be
/// in a group of k, and nodes without weight have no value, so they have no rank. A node of all rows has one,
/// because some rows have more items below it than others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranks {
    /// By node, its rank; [`NONE`] if it has none.
    ranks: Vec<u32>,
}

const NONE: u32 = u32::MAX;

impl Ranks {
    /// Computes ranks from the weights of `taxonomy` and from `counts`, which must be counted in the way of
    /// `keyed_by`. O(nodes log nodes).
    pub fn new(keyed_by: KeyedBy, counts: &NodeCounts, taxonomy: &Taxonomy, k: usize) -> Ranks {
        let weight = |node: Node| match keyed_by {
            KeyedBy::Nodes => taxonomy.weight(node),
            KeyedBy::Items => 1,
        };
        let tells = |&node: &Node| weight(node) > 0 && counts.of(node) >= k as u64;
        let mass = |node: Node| u128::from(weight(node)) * u128::from(counts.of(node));
        let mut order: Vec<Node> = taxonomy.nodes().skip(1).filter(tells).collect();
        order.sort_unstable_by_key(|&node| (Reverse(mass(node)), node));
        let mut ranks = vec![NONE; taxonomy.len()];
        for (rank, node) in (0u32..).zip(order) {
            ranks[node.index()] = rank;
        }
        Ranks { ranks }
    }

    /// The rank of `node`, from 0; `None` if it has none.
    pub fn of(&self, node: Node) -> Option<u32> {
        Some(self.ranks[node.index()]).filter(|&rank| rank != NONE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_never_change() {
        // This number must not change: otherwise releases of the same data change.
        assert_eq!(mixed(0), 0xe220_a839_7b1d_cdaf);
        assert_eq!(of_name("a"), mixed(0xaf63_dc4c_8601_ec8c));
    }
}
