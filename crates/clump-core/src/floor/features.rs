//! A transaction as a set of features: (v, c) means "at least c items at or below v" and has the weight w(v).
//! The rows of a group share a feature exactly if m_S(v) >= c, so kept(S) is the weight of the features that
//! all rows of S have.

use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::containers::{Bounds, Ragged};
use crate::counts::Counts;
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::Transactions;

/// The features that a k-anonymous group can keep: their weight is > 0, and rows of at least k owners have them.
pub struct Features {
    weights: Vec<u32>,
    /// By row, the total weight of its features. No group with the row keeps more of it.
    pub kept: Vec<u64>,
    rows: Ragged<u32>,
    /// By feature, the numbers of the rows that have it, ascending.
    pub holders: Ragged<u32>,
}

impl Features {
    /// Computes the features of `transactions`. Time and memory O(items x depth of the taxonomy).
    pub fn new(transactions: &Transactions, taxonomy: &Taxonomy, k: usize) -> Features {
        let mut most = vec![0u32; taxonomy.len()];
        for (node, count) in transactions.bags().iter().flat_map(|bag| counts(taxonomy, bag)) {
            most[node.index()] = most[node.index()].max(count);
        }
        // Before rare features are dropped, (v, 1), (v, 2), ... are numbered consecutively, node by node.
        let all = Bounds::from_lengths(most.iter().map(|&most| most as usize));
        let owners = owners_of_each(transactions, taxonomy, &all);

        let mut weights = Vec::new();
        let mut number = vec![None; all.end()];
        for node in taxonomy.nodes().filter(|&node| taxonomy.weight(node) > 0) {
            for feature in all.get(node.index()) {
                if owners[feature] as usize >= k {
                    number[feature] = Some(weights.len() as u32);
                    weights.push(taxonomy.weight(node));
                }
            }
        }
        let mut rows = Ragged::default();
        for bag in transactions.bags().iter() {
            for (node, count) in counts(taxonomy, bag) {
                rows.open().extend(number[up_to(&all, node, count)].iter().flatten());
            }
            rows.close();
        }
        Features::of_lists(weights, rows)
    }

    fn of_lists(weights: Vec<u32>, rows: Ragged<u32>) -> Features {
        let holders = rows.invert(weights.len());
        let weight = |&feature: &u32| u64::from(weights[feature as usize]);
        let kept = rows.iter().map(|features| features.iter().map(weight).sum()).collect();
        Features { weights, kept, rows, holders }
    }

    /// Copy with only these `rows`, numbered in this order. Features keep their numbers.
    pub fn of_rows(&self, rows: &[usize]) -> Features {
        let mut lists = Ragged::default();
        for &row in rows {
            lists.push(self.of(row).iter().copied());
        }
        Features::of_lists(self.weights.clone(), lists)
    }

    pub fn rows(&self) -> usize {
        self.rows.len()
    }

    pub fn len(&self) -> usize {
        self.weights.len()
    }

    pub fn weight(&self, feature: u32) -> u32 {
        self.weights[feature as usize]
    }

    /// The numbers of the features of `row`, sorted.
    pub fn of(&self, row: usize) -> &[u32] {
        self.rows.get(row)
    }
}

/// By feature, rare ones included, the number of owners who have a row with it.
fn owners_of_each(transactions: &Transactions, taxonomy: &Taxonomy, all: &Bounds) -> Vec<u32> {
    // Counts owner by owner, because the rows of one owner need not be neighbours.
    let mut owners = vec![0; all.end()];
    let mut last = vec![None; all.end()];
    for row in transactions.by_owner().values().iter().map(|&row| row as usize) {
        let owner = Some(transactions.owner(row));
        for feature in
            counts(taxonomy, transactions.get(row)).flat_map(|(node, count)| up_to(all, node, count))
        {
            if last[feature] != owner {
                last[feature] = owner;
                owners[feature] += 1;
            }
        }
    }
    owners
}

/// The numbers of the features (v, 1) to (v, count) of the node v.
fn up_to(all: &Bounds, node: Node, count: u32) -> Range<usize> {
    let start = all.start(node.index());
    start..start + count as usize
}

/// The nodes at or above items of `bag`, except the root, in preorder, and their numbers of items.
fn counts(taxonomy: &Taxonomy, bag: &[Node]) -> impl Iterator<Item = (Node, u32)> {
    Counts::of(taxonomy, bag).0.into_iter().filter(|&(node, _)| node != Node::ROOT)
}

// Rows are alike if they have the same features: then only k of them need to be searched.
//
// Rows are alike if they have the same features: the value of a group depends on nothing else. So rows that
// differ only in items of fewer than k owners are alike.
//
// Let every owner have one row, and let more than k rows be alike. Each of them has the price kept({t}): they
// can be a group of their own that keeps all of it, so no prices that cover this group come to less. Then
//
// - no set T whose cheapest row is one of them is underpriced: all its prices are at least kept({t}) >= kept(T);
// - any other set T has at most k rows, so those of them that it holds can be exchanged for the k that stay: it keeps the
//   same, costs the same, and has the same lead. What bounds the sets of a lead among the rows that stay bounds all of them.
//
// So only k of them are searched. The others only count in the sum of the prices, and when all prices are raised.

/// Numbers of rows that were omitted from the search, because k rows with the same features remain.
pub struct Copies {
    /// By row, the number of omitted rows like it; 0 except for the first row of its kind.
    pub more: Vec<usize>,
    /// By row, true if rows with the same features were omitted.
    pub is_fixed: Vec<bool>,
}

impl Copies {
    /// Omits rows so that at most `k` of those that remain are alike, and returns the features of these.
    /// `None` if no row can be omitted. Every row must have an owner of its own.
    pub fn leave_out(features: &Features, k: usize) -> Option<(Features, Copies)> {
        // By list of features, the index of the first row with it, and the number of such rows.
        let mut kinds: FxHashMap<&[u32], (usize, usize)> = FxHashMap::default();
        let mut kept: Vec<usize> = Vec::new();
        let mut more = Vec::new();
        for row in 0..features.rows() {
            let (first, count) = kinds.entry(features.of(row)).or_insert((kept.len(), 0));
            *count += 1;
            if *count > k {
                more[*first] += 1;
            } else {
                kept.push(row);
                more.push(0);
            }
        }
        if kept.len() == features.rows() {
            return None;
        }
        let is_fixed = kept.iter().map(|&row| kinds[features.of(row)].1 > k).collect();
        Some((features.of_rows(&kept), Copies { more, is_fixed }))
    }
}
