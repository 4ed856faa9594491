//! A transaction as a set of features: (v, c) stands for "at least c items at or below v" and weighs w(v). The rows
//! of a group share a feature exactly when m_S(v) >= c, so kept(S) is the weight of the features that all rows of S
//! have.

use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::containers::{Bounds, Ragged};
use crate::counts::Counts;
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::Transactions;

/// The features that a k-anonymous group can keep at all: of weight > 0, and held by rows of at least k owners.
pub struct Features {
    weights: Vec<u32>,
    /// The weight of all features of each row: no group with it keeps more.
    pub kept: Vec<u64>,
    rows: Ragged<u32>,
    /// The rows that have each feature, ascending.
    pub holders: Ragged<u32>,
}

impl Features {
    /// The features of `transactions`. O(items x depth of the taxonomy), in time and in memory.
    pub fn new(transactions: &Transactions, taxonomy: &Taxonomy, k: usize) -> Features {
        let mut most = vec![0u32; taxonomy.len()];
        for (node, count) in transactions.bags().iter().flat_map(|bag| counts(taxonomy, bag)) {
            most[node.index()] = most[node.index()].max(count);
        }
        // Before the rare ones are dropped, (v, 1), (v, 2), ... have the numbers of list v.
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

    /// The features of some `rows` alone, numbered in this order. The features keep their numbers.
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

    /// The features of `row`, sorted.
    pub fn of(&self, row: usize) -> &[u32] {
        self.rows.get(row)
    }
}

/// For each feature, rare ones included, the number of owners who have a row with it.
fn owners_of_each(transactions: &Transactions, taxonomy: &Taxonomy, all: &Bounds) -> Vec<u32> {
    // Owner by owner, since the rows of one owner need not be neighbours.
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

/// The features (v, 1) to (v, count).
fn up_to(all: &Bounds, node: Node, count: u32) -> Range<usize> {
    let start = all.start(node.index());
    start..start + count as usize
}

/// Every node but the root that has items of `bag` at or below it, in preorder, and their number.
fn counts(taxonomy: &Taxonomy, bag: &[Node]) -> impl Iterator<Item = (Node, u32)> {
    Counts::of(taxonomy, bag).0.into_iter().filter(|&(node, _)| node != Node::ROOT)
}

// Rows that are alike: k of them are enough.
//
// Rows are alike if they have the same features: the value of a group depends on nothing else. So rows that
// differ only in items that fewer than k owners have are alike.
//
// Let every owner have one row, and let more than k rows be alike. Each of them has the price kept({t}): they
// can be a group of their own that keeps all of it, so no prices that cover this group come to less. Then
//
// - no set T whose cheapest row is one of them is underpriced: all its prices are at least kept({t}) >= kept(T);
// - any other set T has at most k rows, so those of them that it holds can be exchanged for the k that stay: it keeps the
//   same, costs the same, and has the same lead. What bounds the sets of a lead among the rows that stay bounds all of them.
//
// So only k of them are searched, and the others are counted: in the sum of the prices, and where all prices are raised.

/// Rows of which no more than k are alike, with the number of those that were left out.
pub struct Copies {
    /// Number of rows like it that were left out; 0 except for the first of its kind.
    pub more: Vec<usize>,
    /// True if rows like it were left out.
    pub is_fixed: Vec<bool>,
}

impl Copies {
    /// The features of rows of which no more than `k` are alike; `None` if all of these rows are needed. Every row must be of
    /// another owner.
    pub fn leave_out(features: &Features, k: usize) -> Option<(Features, Copies)> {
        // For each kind the place of its first row, and the number of its rows.
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
