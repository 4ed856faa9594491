//! The rows in ascending order of price. A group is looked for once only: from its cheapest row, its *lead*.

use super::features::Features;

/// Rows by price, and the holders of each feature in that order.
pub struct Ranked {
    /// The row at each rank; equal prices by row number.
    pub rows: Vec<u32>,
    /// The price at each rank.
    pub prices: Vec<i64>,
    /// Where the holders of each feature start in `ranks`.
    starts: Vec<usize>,
    ranks: Vec<u32>,
}

impl Ranked {
    /// Ranks the rows by `prices`.
    pub fn new(features: &Features, prices: &[i64]) -> Ranked {
        let mut rows: Vec<u32> = (0..prices.len() as u32).collect();
        rows.sort_by_key(|&row| (prices[row as usize], row));
        let mut starts = vec![0usize];
        for feature in 0..features.len() as u32 {
            starts.push(starts[feature as usize] + features.holders(feature).len());
        }
        let mut next = starts.clone();
        let mut ranks = vec![0; starts[features.len()]];
        for (rank, &row) in rows.iter().enumerate() {
            for &feature in features.of(row as usize) {
                ranks[next[feature as usize]] = rank as u32;
                next[feature as usize] += 1;
            }
        }
        let prices = rows.iter().map(|&row| prices[row as usize]).collect();
        Ranked { rows, prices, starts, ranks }
    }

    /// The ranks of the rows that hold `feature`, ascending.
    pub fn holders(&self, feature: u32) -> &[u32] {
        &self.ranks[self.starts[feature as usize]..self.starts[feature as usize + 1]]
    }
}
