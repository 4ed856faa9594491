//! The rows in ascending order of price. A group is looked for once only: from its cheapest row, its *lead*.

use super::features::Features;
use crate::containers::Ragged;

/// Rows by price, and the holders of each feature in that order.
pub struct Ranked {
    /// The row at each rank; equal prices by row number.
    pub rows: Vec<u32>,
    /// The price at each rank.
    pub prices: Vec<i64>,
    /// The ranks that hold each feature.
    holders: Ragged<u32>,
}

impl Ranked {
    /// Ranks the rows by `prices`.
    pub fn new(features: &Features, prices: &[i64]) -> Ranked {
        let mut rows: Vec<u32> = (0..prices.len() as u32).collect();
        rows.sort_by_key(|&row| (prices[row as usize], row));
        let held = (0u32..).zip(&rows).flat_map(|(rank, &row)| {
            features.of(row as usize).iter().map(move |&feature| (feature as usize, rank))
        });
        let holders = Ragged::filled(features.holder_bounds().clone(), held);
        let prices = rows.iter().map(|&row| prices[row as usize]).collect();
        Ranked { rows, prices, holders }
    }

    /// The ranks of the rows that hold `feature`, ascending.
    pub fn holders(&self, feature: u32) -> &[u32] {
        self.holders.get(feature as usize)
    }
}
