//! Turns any prices into an upper bound of the value that any grouping keeps.
//!
//! For each lead, the search gives an upper bound of the amount by which any of its groups is underpriced, and
//! the prices of some rows are raised by that amount ([`charge`]). Then the prices cover every group of k rows.
//! The leads do not depend on each other, so they are searched in parallel, in any order, with the same result.

use rayon::prelude::*;

use super::candidates::{Lead, Owners, Ranked, Scratch, TooFar};
use super::features::{Copies, Features};
use super::search::{LeadBound, search};
use crate::progress::{Cancelled, Progress};

/// Result of a certification: the sum of prices that cover every group.
pub struct Certified {
    /// Upper bound of the value that a k-anonymous grouping keeps (sum of |S| * kept(S), in units).
    pub most: i64,
    /// Lower bound of the value of `most` if no search were cut short.
    pub at_best: i64,
    /// Underpriced groups that were found, and the value that each keeps.
    pub groups: Vec<(Vec<u32>, u32)>,
    /// Pairs of rows: a lead, and a candidate of its groups.
    pub pairs: Vec<(u32, u32)>,
    pub steps: u64,
    /// True if some leads had too many candidates to look at, so that their bound is weaker.
    pub is_too_far: bool,
}

/// Weight of a lead in the progress: it counts as this many rows of a turn of the ascent.
pub const LEAD: u64 = 50;

const PAIRS: usize = 24;

/// The task of a certification: rows, and the size of the sets that the prices must cover.
#[derive(Clone, Copy)]
pub struct Problem<'a> {
    pub features: &'a Features,
    pub owners: Option<Owners<'a>>,
    /// Number of rows of each set that must be covered.
    pub k: usize,
    pub copies: Option<&'a Copies>,
    /// Largest number of rows, and of their features, that are read for one lead. A lead with more is charged
    /// the most that it could keep: a weaker bound, in a time that does not grow with the square of the rows.
    pub reach: u64,
}

impl Problem<'_> {
    /// `prices`, where rows with omitted copies have their fixed price instead.
    fn fixed(&self, mut prices: Vec<i64>) -> Vec<i64> {
        if let Some(copies) = self.copies {
            for (row, price) in prices.iter_mut().enumerate().filter(|(row, _)| copies.is_fixed[*row]) {
                *price = i64::try_from(self.features.kept[row]).unwrap_or(i64::MAX / 4);
            }
        }
        prices
    }

    /// Number of rows with the same features as `row` that were omitted from the search.
    fn more(&self, row: usize) -> usize {
        self.copies.map_or(0, |copies| copies.more[row])
    }
}

/// `prices`, or higher ones for which [`certify`] is likely to give a smaller bound. Higher prices leave less to
/// search, so fewer searches are cut short. The best premium is found by trying several on a sample of the leads.
pub fn with_premium(
    problem: Problem<'_>,
    prices: &[i64],
    budget: u64,
    progress: &dyn Progress,
) -> Result<Premium, Cancelled> {
    let every = (prices.len() / SAMPLE).max(1);
    let mut best = (i64::MAX, prices.to_vec());
    let mut estimate = i64::MAX;
    let mut steps = 0;
    let untold = progress.untold();
    for per_mille in [0, 5, 10, 20, 35, 50, 75, 100, 150, 200] {
        let dearer = prices.iter().map(|price| price + price.max(&0) * per_mille / 1000).collect();
        let dearer = problem.fixed(dearer);
        let found = cover_every(problem, &Ranked::new(problem.features, &dearer), every, budget, &untold)?;
        steps += found.iter().map(|(found, _)| found.steps).sum::<u64>();
        let charged = |of: fn(&LeadBound) -> i64| {
            let debts: Vec<i64> = found.iter().map(|(found, _)| of(found)).collect();
            every as i64 * charge(&debts, problem.k)
        };
        let (owed, sure) = (charged(|found| found.bound), charged(|found| found.excess));
        let sum: i64 = dearer.iter().sum();
        estimate = estimate.min(sum + owed - sure);
        if best.0 <= sum + owed {
            break;
        }
        best = (sum + owed, dearer);
    }
    Ok(Premium { prices: best.1, estimate, steps })
}

/// Result of raising all prices by several percentages and searching some of the leads.
pub struct Premium {
    /// The given prices, raised by the best of these percentages (perhaps 0).
    pub prices: Vec<i64>,
    /// Estimate of the bound once the underpriced groups that were found are covered: the sum of the prices,
    /// plus the charges that are needed only because a search was cut short.
    pub estimate: i64,
    pub steps: u64,
}

const SAMPLE: usize = 400;

/// Searches only the leads at every `every`-th rank, as a sample.
fn cover_every(
    problem: Problem<'_>,
    ranked: &Ranked,
    every: usize,
    budget: u64,
    progress: &dyn Progress,
) -> Result<Vec<(LeadBound, Vec<u32>)>, Cancelled> {
    let rows = ranked.rows.len();
    (0..rows.div_ceil(every))
        .into_par_iter()
        .map_init(
            || Scratch::new(problem.features, rows),
            |scratch, index| {
                scratch.looked_at = 0;
                let mut found = cover(problem, ranked, index * every, budget, scratch, progress);
                found.0.steps = scratch.looked_at + found.0.weighed;
                // A search that was cancelled still gives a bound, but it is not needed.
                progress.go_on()?;
                progress.advance(LEAD);
                Ok(found)
            },
        )
        .collect()
}

/// Covers all groups, with about `budget` intersections per lead at most. Reports each lead to `progress`.
pub fn certify(
    problem: Problem<'_>,
    prices: &[i64],
    budget: u64,
    progress: &dyn Progress,
) -> Result<Certified, Cancelled> {
    let prices = problem.fixed(prices.to_vec());
    let ranked = Ranked::new(problem.features, &prices);
    let k = problem.k;
    let rows = prices.len();
    let with_more = |(row, price): (usize, &i64)| price.saturating_mul(1 + problem.more(row) as i64);
    let found = cover_every(problem, &ranked, 1, budget, progress)?;
    let mut certified = Certified {
        most: prices.iter().enumerate().map(with_more).sum(),
        at_best: 0,
        groups: Vec::new(),
        pairs: Vec::new(),
        steps: 0,
        is_too_far: false,
    };
    let mut debts = Vec::with_capacity(rows);
    let mut settled = Vec::with_capacity(rows);
    for (lead, (found, candidates)) in found.into_iter().enumerate() {
        debts.push(found.bound);
        settled.push(found.excess);
        certified.steps += found.steps;
        certified.is_too_far |= found.is_too_far;
        let row = ranked.rows[lead];
        // Omitted rows have a debt of 0, but their prices are raised like the others.
        let length = debts.len() + problem.more(row as usize);
        debts.resize(length, 0);
        settled.resize(length, 0);
        certified.pairs.extend(candidates.iter().map(|&rank| (row, ranked.rows[rank as usize])));
        if !found.others.is_empty() {
            let others = found.others.iter().map(|&rank| ranked.rows[rank as usize]);
            certified.groups.push((others.chain([row]).collect(), found.kept));
        }
    }
    // Raises are whole numbers, so a larger debt may be charged less.
    let at_best = certified.most + charge(&settled, k);
    certified.most += charge(&debts, k);
    certified.at_best = at_best.min(certified.most);
    Ok(certified)
}

/// Bound of the amount by which the groups of one lead are underpriced, and its first candidates by rank.
fn cover(
    problem: Problem<'_>,
    ranked: &Ranked,
    lead: usize,
    budget: u64,
    scratch: &mut Scratch,
    progress: &dyn Progress,
) -> (LeadBound, Vec<u32>) {
    let (row, k) = (ranked.rows[lead] as usize, problem.k);
    if problem.copies.is_some_and(|copies| copies.is_fixed[row]) {
        return (LeadBound::none(0), Vec::new());
    }
    // The group of the k cheapest rows from the lead on must be covered even if it keeps nothing.
    let Some(cheapest) = ranked.prices.get(lead..lead + k) else { return (LeadBound::none(0), Vec::new()) };
    let cheapest: i64 = cheapest.iter().sum();
    let known = (-cheapest).max(0);
    let kept = problem.features.kept[row];
    // The charge if the row pays for all the value that it could ever keep.
    let all = i64::try_from(kept).unwrap_or(i64::MAX / 4).saturating_mul(k as i64);
    let all = all.saturating_sub(cheapest).max(known);
    if kept > u64::from(u32::MAX) {
        // The value is too large for the number types of the search.
        return (LeadBound::none(all), Vec::new());
    }
    let candidates = match (Lead { problem, ranked, rank: lead, known }).candidates(scratch) {
        Ok(Some(candidates)) => candidates,
        Ok(None) => return (LeadBound::none(known), Vec::new()),
        Err(TooFar) => {
            return (LeadBound { bound: all, is_too_far: true, ..LeadBound::none(known) }, Vec::new());
        }
    };
    let found = search(&candidates, ranked.prices[lead], k, known, budget, scratch, progress);
    let mut first = candidates.ranks;
    first.truncate(PAIRS);
    (found, first)
}

// Computes the raises of prices that cover the groups which are still underpriced after the search.
//
// Let b(t) >= 0 bound how far the groups with lead t are underpriced. The price of the lead alone may be
// raised by b(t). But if many leads are underpriced, it is cheaper to raise all prices: let phi >= 0 not fall
// along the ranks. A group T has its lead at its lowest rank, so raising each price by phi(rank) raises the
// sum over T by at least k * phi(lead), and the lead then owes only b(t) - k * phi(lead), if that is
// positive. Every T is covered, at a cost of
//
// sum over t of phi(t) + max(0, b(t) - k * phi(t)).
//
// (Charging leads alone is phi = 0. For constant phi the best value is the n/k-th largest b, divided by k: then just
// the n/k largest debts are paid, as if each were a group of its own.) The best phi is an isotonic quantile
// regression. It is found here by pooling adjacent violators over blocks of consecutive ranks, which is optimal
// among those constant on the blocks.

/// Largest number of blocks into which the ranks are divided.
const BLOCKS: usize = 128;

/// A block: consecutive ranks whose prices are raised by the same amount.
struct Block {
    /// The debts of the ranks (the raises that they need), largest first.
    debts: Vec<i64>,
    raise: i64,
}

impl Block {
    fn new(mut debts: Vec<i64>, k: i64) -> Block {
        debts.sort_unstable_by(|a, b| b.cmp(a));
        // Raising by one more costs len, and saves k for each debt above k * raise. This is worthwhile while
        // more than len / k debts are above.
        let raise = debts.get(debts.len() / k as usize).map_or(0, |&debt| debt / k);
        Block { debts, raise }
    }
}

/// Least total charge that covers `debts` (by rank, the amounts b(t) >= 0), for raises that are constant on blocks.
pub fn charge(debts: &[i64], k: usize) -> i64 {
    let k = k as i64;
    let mut blocks: Vec<Block> = Vec::new();
    for chunk in debts.chunks(debts.len().div_ceil(BLOCKS).max(1)) {
        let mut block = Block::new(chunk.to_vec(), k);
        while let Some(before) = blocks.pop_if(|before| before.raise > block.raise) {
            let mut both = before.debts;
            both.append(&mut block.debts);
            block = Block::new(both, k);
        }
        blocks.push(block);
    }
    let cost = |block: &Block| {
        block.debts.iter().map(|debt| block.raise + (debt - k * block.raise).max(0)).sum::<i64>()
    };
    blocks.iter().map(cost).sum()
}
