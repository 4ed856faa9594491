//! A lower bound of the loss of every k-anonymous grouping, called the floor. The loss of a release minus the
//! floor bounds its distance from the best release.
//!
//! **Theorem.** Give each row t a price y(t), any number, and let m <= k. If the prices cover every set T of m rows,
//!
//! sum of y(t) over T >= m * kept(T),
//!
//! then every grouping into groups of at least k rows loses at least sum of |t| - sum of y(t). Here |t| is
//! the worth of row t: its number of items, or their bits, in the units that the taxonomy is priced in.
//!
//! **Proof.** Let S be a group of s >= k rows. Each T of m of its rows has kept(S) <= kept(T), because a minimum over
//! fewer rows is no smaller, so kept(S) <= (mean price over T). Averaged over all such T, in which each row of S
//! occurs equally often: kept(S) <= (mean price over S), that is, s * kept(S) <= sum of y over S. Add over the
//! groups, which together hold every row once: the grouping keeps at most sum of y(t), and loss = sum of |t| - kept
//! (see [`crate::loss`]). ∎
//!
//! For m = k this is weak duality for the linear program "choose groups, each row in exactly one". By strong
//! duality the best prices give the optimum of this program, with groups chosen fractionally; no argument by
//! prices can give more. Smaller sets are easier to search, and give a better bound if the search for sets of
//! k would not finish (k = 10 and more). One special case is prices proportional to |t|, with pairs in place
//! of groups: a share alpha of the difference of two near rows is charged to one and the rest to the other.
//!
//! **Features.** A group can keep only features that rows of k owners have (`features`); others are dropped.
//!
//! **Alike.** If many rows are alike, only k of them are searched (`features`).
//!
//! **Limits.** Work is counted in steps and ends after a fixed number, whatever the time: so the floor is the
//! same on every machine. A floor whose work was cut short is valid, but may be lower than possible
//! ([`Floor::is_cut_short`]).
//!
//! **Owners.** If owners have several rows, a group has rows of at least k owners, hence at least k rows, and
//! all of this holds. There is a better bound: let c(t) bound kept(S) over the groups S of k owners with t in
//! S. Then it is enough to cover m * min(kept(T), c(t)) for one t of each T, since kept(S) is at most either.
//! Each row of S shares at least kept(S) with t, so c(t) is the k-th best share among owners, where t's own
//! counts as the first. The same holds for m < k.
//!
//! **Published as sets.** Removing duplicates from a group's generalization only adds suppressed items, so a
//! grouping loses at least as much in the form of sets, and the floor is valid there too.
//!
//! **Algorithm.** Prices come from a subgradient method over a growing pool of groups (`near`, `ascent`), in
//! floating point. They are rounded to whole units and *certified*: exact branch and bound searches groups from
//! their cheapest row, the lead (`candidates`, `search`), and prices are raised by the amount that the worst
//! groups lack (`certify`). The groups found join the pool, and the next round begins; the best certified sum
//! is used. Only `certify` and the code that it calls must be correct for the floor to be valid.

use crate::loss;
use crate::progress::{Cancelled, Progress, Stage};
use crate::taxonomy::Taxonomy;
use crate::transactions::Transactions;

mod ascent;
mod candidates;
mod certify;
mod features;
mod near;
mod search;
#[cfg(test)]
mod tests;

use ascent::Ascent;
use candidates::Owners;
use certify::{LEAD, Problem, certify, with_premium};
use features::{Copies, Features};

/// Limits on the time spent on better prices. The floor is valid for any values.
#[derive(Clone, Copy, Debug)]
pub struct FloorEffort {
    /// Number of rounds, each with new prices and a certification.
    pub rounds: usize,
    /// Number of subgradient turns before the first certification.
    pub first_turns: usize,
    /// Number of subgradient turns before each later certification.
    pub later_turns: usize,
    /// Largest number of intersections of a certification, divided evenly among the leads; most leads need
    /// far fewer.
    pub weigh: u64,
    /// The same limit for the last certification, which determines the floor.
    pub weigh_last: u64,
    /// Largest number of rows that a certification reads for the features of leads, divided evenly among the leads.
    pub reach: u64,
    /// Limit on the steps of all rounds together. A round that has begun is finished, and there is always one.
    pub steps: u64,
}

/// A lower bound of the loss; it may be lower than possible if the search was cut short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Floor {
    /// Lower bound of the loss of any grouping, in the units that the taxonomy is priced in.
    pub least: u64,
    /// True if the work ended at its limit of steps: the floor is valid, and more work might have raised it.
    pub is_cut_short: bool,
}

impl FloorEffort {
    /// A suitable effort for this number of rows: six rounds (within 0.001 of the linear program on foodmart and
    /// completejourney at k = 5, in 4 to 20 s on two cores), down to three above 50,000 rows (some 5 minutes).
    pub fn for_rows(rows: usize) -> FloorEffort {
        // All data measured in docs/explanation/internals.md stay within these limits, even nearly equal rows.
        FloorEffort {
            rounds: (150_000 / rows.max(1)).clamp(3, 6),
            first_turns: 40,
            later_turns: 25,
            weigh: 1_000_000_000,
            weigh_last: 4_000_000_000,
            reach: 4_000_000_000,
            steps: 40_000_000_000,
        }
    }
}

/// Largest number of intersections for one lead, even if there are few leads: unfinished searches take memory, too.
const LONGEST: u64 = 10_000_000;

/// Computes the floor: no grouping of `transactions` into groups of at least `k` owners loses less than this.
///
/// The result does not depend on the number of threads. With fewer than `k` owners there is no grouping and
/// the result has no meaning; callers must exclude this case. The effort is [`FloorEffort::for_rows`].
pub fn floor(
    transactions: &Transactions,
    taxonomy: &Taxonomy,
    k: usize,
    progress: &dyn Progress,
) -> Result<Floor, Cancelled> {
    floor_with(transactions, taxonomy, k, FloorEffort::for_rows(transactions.len()), progress)
}

/// [`floor`] with the given `effort` instead of the default.
pub fn floor_with(
    transactions: &Transactions,
    taxonomy: &Taxonomy,
    k: usize,
    effort: FloorEffort,
    progress: &dyn Progress,
) -> Result<Floor, Cancelled> {
    let size = loss::worth(taxonomy, transactions.bags().items());
    let features = Features::new(transactions, taxonomy, k);
    // kept(S) <= kept({t}) gives a floor without prices; for k = 1 it is the exact loss.
    let alone: u64 = (0..features.rows()).map(|row| features.kept[row]).sum();
    if k < 2 || transactions.owners() < k {
        return Ok(Floor { least: size.saturating_sub(alone), is_cut_short: false });
    }
    let is_one_per_owner = transactions.is_one_per_owner();
    let (searched, copies) =
        if is_one_per_owner { Copies::leave_out(&features, k).unzip() } else { (None, None) };
    let features = searched.unwrap_or(features);
    let rows = features.rows();
    // If every owner has one row, any distinct numbers can be used as owners.
    let owners: Vec<u32> = if is_one_per_owner {
        (0..rows as u32).collect()
    } else {
        (0..rows).map(|row| transactions.owner(row)).collect()
    };
    let prices = PricedRows {
        features: &features,
        copies: copies.as_ref(),
        owners: &owners,
        is_one_per_owner,
        k,
        effort,
    };
    let attempts = sizes(k).count();
    let of_attempts = attempts * (1 + effort.first_turns);
    let of_rounds = effort.rounds * (LEAD as usize + effort.later_turns);
    progress.begin(Stage::Floor, ((1 + of_attempts + of_rounds) * rows) as u64);
    let (kept, is_cut_short) = prices.most_kept(progress)?;
    progress.end();
    Ok(Floor { least: size.saturating_sub(kept.min(alone)), is_cut_short })
}

/// Input of a floor: rows, of which at most k are alike.
struct PricedRows<'a> {
    features: &'a Features,
    copies: Option<&'a Copies>,
    owners: &'a [u32],
    is_one_per_owner: bool,
    k: usize,
    effort: FloorEffort,
}

impl<'a> PricedRows<'a> {
    /// Upper bound of the value that any grouping keeps, and true if the work was cut short.
    fn most_kept(&self, progress: &dyn Progress) -> Result<(u64, bool), Cancelled> {
        let effort = self.effort;
        let Some((problem, mut ascent, mut steps)) = self.start(progress)? else {
            return Ok((u64::MAX, false));
        };
        let mut most = u64::MAX;
        let mut is_too_far = false;
        for round in 1..=effort.rounds {
            let prices = ascent.whole_prices();
            let is_last = round == effort.rounds || steps + ascent.steps > effort.steps;
            let certified = if is_last {
                let budget = self.budget(effort.weigh_last);
                let dearer = with_premium(problem, &prices, budget, progress)?.prices;
                certify(problem, &dearer, budget, progress)?
            } else {
                certify(problem, &prices, self.budget(effort.weigh), progress)?
            };
            steps += certified.steps;
            most = most.min(u64::try_from(certified.most).unwrap_or(0));
            is_too_far = certified.is_too_far;
            if is_last {
                return Ok((most, is_too_far || round < effort.rounds));
            }
            if certified.groups.is_empty() && certified.most == certified.at_best {
                break;
            }
            ascent.learn(certified);
            ascent.run(effort.later_turns, 0.0125, effort.steps.saturating_sub(steps), progress)?;
        }
        Ok((most, is_too_far))
    }

    /// Chooses the size of sets for which the first prices give the best estimate. Returns the sets to cover,
    /// these prices, and the steps taken, without those of the ascent. Larger sets could have better prices,
    /// but fewer of their searches finish.
    fn start(&self, progress: &dyn Progress) -> Result<Option<(Problem<'a>, Ascent<'a>, u64)>, Cancelled> {
        let effort = self.effort;
        let near = near::near(self.features, self.owners, progress)?;
        let attempts = sizes(self.k).count();
        let mut best: Option<(i64, Problem<'a>, Ascent<'a>)> = None;
        let (mut tried, mut steps) = (0, 0);
        for size in sizes(self.k) {
            tried += 1;
            let problem = self.problem(size);
            let mut ascent = Ascent::new(self.features, size, near.clone(), progress)?;
            ascent.run(effort.first_turns, 0.05, effort.steps, progress)?;
            // If there is only one size, there is nothing to compare.
            let estimate = if self.k == size && best.is_none() {
                0
            } else {
                let budget = self.budget(effort.weigh_last);
                let premium = with_premium(problem, &ascent.whole_prices(), budget, progress)?;
                steps += premium.steps;
                premium.estimate
            };
            if best.as_ref().is_some_and(|(least, ..)| *least <= estimate) {
                break;
            }
            let is_over = steps + ascent.steps > effort.steps;
            best = Some((estimate, problem, ascent));
            if is_over {
                break;
            }
        }
        let skipped = (attempts - tried) * (1 + effort.first_turns);
        progress.advance((skipped * self.features.rows()) as u64);
        Ok(best.map(|(_, problem, ascent)| (problem, ascent, steps)))
    }

    fn problem(&self, size: usize) -> Problem<'a> {
        let matter = size < self.k || !self.is_one_per_owner;
        let owners = matter.then_some(Owners { of: self.owners, least: self.k });
        let reach = self.effort.reach / self.features.rows() as u64;
        Problem { features: self.features, owners, k: size, copies: self.copies, reach }
    }

    /// Largest number of intersections for one lead if all leads together may use `weigh`.
    fn budget(&self, weigh: u64) -> u64 {
        (weigh / self.features.rows() as u64).min(LONGEST)
    }
}

/// The sizes of sets that are tried for groups of at least `k` owners, the smallest first.
fn sizes(k: usize) -> impl Iterator<Item = usize> {
    [5, 6, 7, 8, 10, 12, 15, 20].into_iter().filter(move |&size| size < k).chain([k])
}
