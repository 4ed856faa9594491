//! Groups of k rows that the prices should cover, a few for each row.

/// How many groups a row remembers.
const REMEMBERED: usize = 24;

/// Groups of k rows and what each keeps.
pub struct Pool {
    k: usize,
    members: Vec<u32>,
    kept: Vec<f64>,
    /// For each row the numbers of groups it is in.
    of: Vec<Vec<u32>>,
}

impl Pool {
    /// No groups of `k` among `rows` rows.
    pub fn new(rows: usize, k: usize) -> Pool {
        Pool { k, members: Vec::new(), kept: Vec::new(), of: vec![Vec::new(); rows] }
    }

    /// The rows of group `number`, sorted.
    pub fn group(&self, number: u32) -> &[u32] {
        &self.members[number as usize * self.k..(number as usize + 1) * self.k]
    }

    /// What group `number` keeps, less the mean price of its rows.
    pub fn worth(&self, number: u32, prices: &[f64]) -> f64 {
        let price: f64 = self.group(number).iter().map(|&row| prices[row as usize]).sum();
        self.kept[number as usize] - price / self.k as f64
    }

    /// The group of `row` that is worth most at `prices`, and its worth.
    pub fn best(&self, row: usize, prices: &[f64]) -> Option<(u32, f64)> {
        let worth = self.of[row].iter().map(|&number| (number, self.worth(number, prices)));
        worth.max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)))
    }

    /// The most that a remembered group of `row` keeps.
    pub fn most_kept(&self, row: usize) -> f64 {
        self.of[row].iter().map(|&number| self.kept[number as usize]).fold(0.0, f64::max)
    }

    /// Remembers a group; each of its rows forgets its least worthy one when it has too many.
    pub fn add(&mut self, mut group: Vec<u32>, kept: f64, prices: &[f64]) {
        group.sort_unstable();
        let Some(&first) = group.first() else { return };
        if self.of[first as usize].iter().any(|&number| self.group(number) == group.as_slice()) {
            return;
        }
        let number = self.kept.len() as u32;
        self.kept.push(kept);
        self.members.extend(&group);
        for row in group {
            self.of[row as usize].push(number);
            if self.of[row as usize].len() > REMEMBERED {
                let worth = |&index: &usize| self.worth(self.of[row as usize][index], prices);
                let least = (0..=REMEMBERED).min_by(|a, b| worth(a).total_cmp(&worth(b)));
                if let Some(least) = least {
                    self.of[row as usize].remove(least);
                }
            }
        }
    }

    /// Prices that cover every remembered group, near `prices`: each row pays the worth of its best group on top, or
    /// less if that is negative. For a group T the sum rises by at least k times its worth.
    pub fn covering(&self, prices: &[f64]) -> Vec<f64> {
        prices
            .iter()
            .enumerate()
            .map(|(row, price)| price + self.best(row, prices).map_or(0.0, |(_, worth)| worth))
            .collect()
    }
}
