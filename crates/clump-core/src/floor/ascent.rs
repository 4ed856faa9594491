//! Finds prices by a subgradient method. In each turn every row chooses the group that is best for it at the
//! current prices. Rows that are in more chosen groups than their share become dearer, others cheaper. The
//! result need not be exact: all prices are certified afterwards.

use rayon::prelude::*;

use super::certify::Certified;
use super::features::Features;
use crate::progress::{Cancelled, Progress};

pub struct Ascent<'a> {
    features: &'a Features,
    k: usize,
    /// By row, the rows that it may be grouped with.
    near: Vec<Vec<u32>>,
    pool: Pool,
    prices: Vec<f64>,
    /// Work so far: the number of features that were read.
    pub steps: u64,
}

/// Working memory of one thread. `inside`: by feature, its weight if all rows of a group but one have it.
/// `holds`: by feature, the number of these rows that have it.
struct AscentScratch {
    inside: Vec<u32>,
    holds: Vec<u32>,
    steps: u64,
}

impl<'a> Ascent<'a> {
    /// Starts with prices of 0.6 kept({t}) and, for each row, a group that is found greedily.
    pub fn new(
        features: &'a Features,
        k: usize,
        near: Vec<Vec<u32>>,
        progress: &dyn Progress,
    ) -> Result<Ascent<'a>, Cancelled> {
        let rows = near.len();
        let prices: Vec<f64> = (0..rows).map(|row| 0.6 * features.kept[row] as f64).collect();
        let mut ascent = Ascent { features, k, near, pool: Pool::new(rows, k), prices, steps: 0 };
        let groups: Vec<(Vec<u32>, f64, u64)> = (0..rows)
            .into_par_iter()
            .map_init(
                || ascent.scratch(),
                |scratch, row| {
                    progress.go_on()?;
                    progress.advance(1);
                    scratch.steps = 0;
                    let mut group = vec![row as u32];
                    let mut kept = 0.0;
                    for place in 1..k {
                        kept = ascent.improve(&mut group, place, scratch);
                    }
                    let mut next = row;
                    while group.len() < k {
                        kept = 0.0;
                        next = (next + 1) % rows;
                        if !group.contains(&(next as u32)) {
                            group.push(next as u32);
                        }
                    }
                    Ok((group, kept, scratch.steps))
                },
            )
            .collect::<Result<_, Cancelled>>()?;
        for (group, kept, steps) in groups {
            ascent.steps += steps;
            ascent.pool.add(group, kept, &ascent.prices);
        }
        Ok(ascent)
    }

    fn scratch(&self) -> AscentScratch {
        AscentScratch { inside: vec![0; self.features.len()], holds: vec![0; self.features.len()], steps: 0 }
    }

    /// Makes `turns` turns. The first has the step length `step` (as a share of kept({t})), and the length falls
    /// after each turn that did not improve the bound. No turn begins once more than `most` steps are done.
    pub fn run(
        &mut self,
        turns: usize,
        mut step: f64,
        most: u64,
        progress: &dyn Progress,
    ) -> Result<(), Cancelled> {
        let rows = self.prices.len();
        let kept: Vec<f64> = (0..rows).map(|row| self.features.kept[row] as f64).collect();
        let mean = kept.iter().sum::<f64>() / rows as f64;
        // Lower limits of prices: if the pool has too few groups of some rows, their prices would fall without end.
        let lowest: Vec<f64> =
            (0..rows).map(|row| 0.4 * self.pool.most_kept(row).min(0.7 * kept[row])).collect();
        let mut direction = vec![0.0; rows];
        let mut least = f64::MAX;
        for turn in 0..turns {
            if self.steps > most {
                return Ok(());
            }
            let (total, named) = self.turn(1 + turn % (self.k - 1), progress)?;
            if total < least {
                least = total;
            } else {
                step *= 0.96;
            }
            for row in 0..rows {
                direction[row] = 0.7 * direction[row] + 0.3 * (named[row] / self.k as f64 - 1.0);
                let price = self.prices[row] + step * direction[row] * kept[row].max(0.1 * mean);
                self.prices[row] = price.clamp(lowest[row], kept[row].max(lowest[row]));
            }
        }
        Ok(())
    }

    /// Prices in whole units that cover every group of the pool.
    pub fn whole_prices(&self) -> Vec<i64> {
        self.pool.covering(&self.prices).iter().map(|price| price.ceil() as i64).collect()
    }

    /// Stores the groups, and the pairs of rows, that a certification found.
    pub fn learn(&mut self, certified: Certified) {
        for (lead, row) in certified.pairs {
            self.near[lead as usize].push(row);
            self.near[row as usize].push(lead);
        }
        for list in &mut self.near {
            list.sort_unstable();
            list.dedup();
        }
        for (group, kept) in certified.groups {
            self.pool.add(group, f64::from(kept), &self.prices);
        }
    }

    /// Makes one turn. Returns the bound that the pool gives, and, by row, the number of chosen groups that
    /// it is in. Better groups that are found are added to the pool.
    fn turn(&mut self, place: usize, progress: &dyn Progress) -> Result<(f64, Vec<f64>), Cancelled> {
        type Choice = (Option<(u32, f64)>, Option<(Vec<u32>, f64)>, u64);
        let this = &*self;
        let choices: Vec<Choice> = (0..this.prices.len())
            .into_par_iter()
            .map_init(
                || this.scratch(),
                |scratch, row| {
                    progress.go_on()?;
                    progress.advance(1);
                    scratch.steps = 0;
                    let Some(best) = this.pool.best(row, &this.prices) else { return Ok((None, None, 0)) };
                    let mut group = this.pool.group(best.0).to_vec();
                    // The row itself stays in the group; another member is exchanged in each turn.
                    if let Some(at) = group.iter().position(|&member| member as usize == row) {
                        group.swap(0, at);
                    }
                    let before = group[place];
                    let kept = this.improve(&mut group, place, scratch);
                    let better = group[place] != before;
                    Ok((Some(best), better.then_some((group, kept)), scratch.steps))
                },
            )
            .collect::<Result<_, Cancelled>>()?;
        let mut total: f64 = self.prices.iter().sum();
        let mut named = vec![0.0; self.prices.len()];
        for (best, better, steps) in choices {
            self.steps += steps;
            if let Some((number, worth)) = best {
                total += worth;
                for &row in self.pool.group(number) {
                    named[row as usize] += 1.0;
                }
            }
            if let Some((group, kept)) = better {
                self.pool.add(group, kept, &self.prices);
            }
        }
        Ok((total, named))
    }

    /// Replaces the row at index `place` of the group by the best row near `group[0]`, or appends that row. Returns
    /// the value that the group keeps. The group stays the same if no row is better or, when appending, near.
    fn improve(&self, group: &mut Vec<u32>, place: usize, scratch: &mut AscentScratch) -> f64 {
        let features = self.features;
        let first = group[0] as usize;
        let others =
            || group.iter().enumerate().filter(|&(index, _)| index != place).map(|(_, &row)| row as usize);
        let of_others = || others().flat_map(|row| features.of(row));
        for &feature in of_others() {
            scratch.holds[feature as usize] += 1;
            scratch.steps += 2;
        }
        let all = others().count() as u32;
        let mut ceiling = 0;
        for &feature in features.of(first) {
            if scratch.holds[feature as usize] == all {
                scratch.inside[feature as usize] = features.weight(feature);
                ceiling += u64::from(features.weight(feature));
            }
        }
        for &feature in of_others() {
            scratch.holds[feature as usize] = 0;
        }
        let keeps = |row: u32| -> f64 {
            let kept: u64 =
                features.of(row as usize).iter().map(|&f| u64::from(scratch.inside[f as usize])).sum();
            kept as f64
        };
        let value = |row: u32, kept: f64| kept - self.prices[row as usize] / self.k as f64;
        let mut best = group.get(place).map(|&row| (row, keeps(row)));
        let mut looked_at = self.near[first].len() as u64;
        for &row in &self.near[first] {
            let better = |kept| best.is_none_or(|(now, now_kept)| value(row, kept) > value(now, now_kept));
            let at_most = ceiling.min(features.kept[row as usize]) as f64;
            if better(at_most) && !group.contains(&row) {
                let kept = keeps(row);
                looked_at += features.of(row as usize).len() as u64;
                if better(kept) {
                    best = Some((row, kept));
                }
            }
        }
        scratch.steps += looked_at;
        for &feature in features.of(first) {
            scratch.inside[feature as usize] = 0;
        }
        let Some((row, kept)) = best else { return 0.0 };
        if place < group.len() {
            group[place] = row;
        } else {
            group.push(row);
        }
        kept
    }
}

/// Largest number of groups that are stored for a row.
const REMEMBERED: usize = 24;

/// The groups of k rows that were found so far, and the value that each keeps.
struct Pool {
    k: usize,
    members: Vec<u32>,
    kept: Vec<f64>,
    /// By row, the numbers of the stored groups that it is in.
    of: Vec<Vec<u32>>,
}

impl Pool {
    fn new(rows: usize, k: usize) -> Pool {
        Pool { k, members: Vec::new(), kept: Vec::new(), of: vec![Vec::new(); rows] }
    }

    fn group(&self, number: u32) -> &[u32] {
        &self.members[number as usize * self.k..(number as usize + 1) * self.k]
    }

    /// Value that the group with this `number` keeps, minus the mean price of its rows.
    fn worth(&self, number: u32, prices: &[f64]) -> f64 {
        let price: f64 = self.group(number).iter().map(|&row| prices[row as usize]).sum();
        self.kept[number as usize] - price / self.k as f64
    }

    /// Number of the group of `row` with the largest worth at `prices`, and that worth.
    fn best(&self, row: usize, prices: &[f64]) -> Option<(u32, f64)> {
        let worth = self.of[row].iter().map(|&number| (number, self.worth(number, prices)));
        worth.max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)))
    }

    fn most_kept(&self, row: usize) -> f64 {
        self.of[row].iter().map(|&number| self.kept[number as usize]).fold(0.0, f64::max)
    }

    /// Stores a group. Any of its rows that then has too many groups drops the group with the least worth.
    fn add(&mut self, mut group: Vec<u32>, kept: f64, prices: &[f64]) {
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

    /// Prices near `prices` that cover every stored group: the price of each row is raised by the worth of its
    /// best group, or lowered if that is negative. For a group T the sum rises by at least k times its worth.
    fn covering(&self, prices: &[f64]) -> Vec<f64> {
        let dearer = |(row, price)| price + self.best(row, prices).map_or(0.0, |(_, worth)| worth);
        prices.iter().enumerate().map(dearer).collect()
    }
}
