//! Rows that are alike, of which k are enough.
//!
//! Rows are alike if they have the same features: what a group keeps depends on nothing else. So rows that differ only in what
//! fewer than k owners have are alike.
//!
//! Where every owner has one row, let more than k rows be alike. Each of them has the price kept({t}): they can be a group of their
//! own that keeps all of it, so no prices that cover this group come to less. Then
//!
//! - no set T whose cheapest row is one of them is underpriced: all its prices are at least kept({t}) >= kept(T);
//! - any other set T has at most k rows, so those of them that it holds can be exchanged for the k that stay: it keeps the
//!   same, costs the same, and has the same lead. What bounds the sets of a lead among the rows that stay bounds all of them.
//!
//! So only k of them are searched, and the others are counted: in the sum of the prices, and where all prices are raised.

use rustc_hash::FxHashMap;

use super::features::Features;

/// Rows of which no more than k are alike, with the number of those that were left out.
pub struct Copies {
    /// How many rows like it were left out; 0 but for the first of its kind.
    more: Vec<u32>,
    /// Whether rows like it were left out.
    is_fixed: Vec<bool>,
}

impl Copies {
    /// The features of rows of which no more than `k` are alike; `None` if all of these rows are needed. Every row must be of
    /// another owner.
    pub fn leave_out(features: &Features, k: usize) -> Option<(Features, Copies)> {
        // For each kind the place of the first row of it, and how many there are.
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

    /// How many rows like `row` were left out and are counted with it.
    pub fn more(&self, row: usize) -> usize {
        self.more[row] as usize
    }

    /// Whether rows like `row` were left out.
    pub fn is_fixed(&self, row: usize) -> bool {
        self.is_fixed[row]
    }
}
