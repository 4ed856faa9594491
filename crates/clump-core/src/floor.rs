//! A floor under the loss of every k-anonymous grouping: how far a release can possibly be from the best one.
//!
//! **Theorem.** Give each row t a price y(t), any number, and let m <= k. If the prices cover every set T of m rows,
//!
//! sum of y(t) over T >= m * kept(T),
//!
//! then every grouping into groups of at least k rows loses at least sum of |t| - sum of y(t). Here |t| is what row t is
//! worth: its number of items, or their bits, in units of what the taxonomy is priced in.
//!
//! **Proof.** Let S be a group of s >= k rows. Each T of m of its rows has kept(S) <= kept(T), because a minimum over
//! fewer rows is no smaller, so kept(S) <= (mean price over T). Averaged over all such T, in which each row of S
//! occurs equally often: kept(S) <= (mean price over S), that is, s * kept(S) <= sum of y over S. Add over the
//! groups, which together hold every row once: the grouping keeps at most sum of y(t), and loss = sum of |t| - kept
//! (see [`crate::loss`]). ∎
//!
//! For m = k this is weak duality for the linear program "choose groups, each row in exactly one"; by strong duality
//! the best prices give its optimum, the groups chosen fractionally, which is as far as any argument by prices can go.
//! Smaller sets are easier to search, and better where the search for k would not come to an end (k = 10 and more).
//! Charging a share alpha of what two near rows differ by to one and the rest to the other is the special case of
//! prices proportional to |t|, with pairs in place of groups.
//!
//! **Features.** Only features held by the rows of k owners can be kept by a group (`features`); the others are
//! dropped first.
//!
//! **Alike.** Of rows that are alike, k are enough (`copies`).
//!
//! **Owners.** If owners have several rows, a group has rows of at least k owners, hence at least k rows, and all
//! that was said holds. More: let c(t) bound kept(S) over the groups S of k owners with t in S. Then it is enough to
//! cover m * min(kept(T), c(t)) for one t of each T, since kept(S) is at most either. Each row of S shares at least
//! kept(S) with t, so c(t) is the k-th best share among owners, t's own counted as the first. The same holds for m <
//! k.
//!
//! **Published as sets.** Dropping duplicates from a group's generalization only adds suppressed items, so a
//! grouping loses at least as much in the form of sets, and the floor holds there too.
//!
//! **How.** Prices come from a subgradient method over a growing pool of groups (`near`, `pool`, `ascent`): a guide,
//! in floating point. They are rounded to whole units and *certified*: a group is looked for from its cheapest row,
//! the lead, by exact branch and bound (`candidates`, `sweep`, `search`), and prices rise by what the worst groups
//! lack (`charge`, `certify`). The groups found join the pool, and so on; the best certified sum counts. Nothing but
//! `certify` and what it calls needs to be right for the floor to be valid.

use crate::loss;
use crate::progress::{Cancelled, Progress, Stage};
use crate::taxonomy::Taxonomy;
use crate::transactions::Transactions;

mod ascent;
mod candidates;
mod certify;
mod charge;
mod copies;
mod features;
mod near;
mod pool;
mod ranked;
mod search;
mod sweep;
#[cfg(test)]
mod tests;
mod weigh;

use ascent::Ascent;
use candidates::Owners;
use certify::{Problem, certify, with_premium};
use copies::Copies;
use features::Features;

/// How long to look for good prices. Any effort gives a valid floor.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Rounds of prices and certification.
    pub rounds: usize,
    /// Subgradient steps before the first certification.
    pub first_steps: usize,
    /// And before each later one.
    pub later_steps: usize,
    /// Intersections that a certification may weigh, divided evenly among the leads; most need far fewer.
    pub weigh: u64,
    /// The same for the last certification, whose bounds count.
    pub weigh_last: u64,
}

impl Effort {
    /// What is worth its time for so many rows: six rounds (within 0.001 of the linear program on foodmart and
    /// completejourney at k = 5, in 4 to 20 s on two cores), down to three above 50,000 rows (some 5 minutes).
    pub fn for_rows(rows: usize) -> Effort {
        Effort {
            rounds: (150_000 / rows.max(1)).clamp(3, 6),
            first_steps: 40,
            later_steps: 25,
            weigh: 1_000_000_000,
            weigh_last: 4_000_000_000,
        }
    }
}

/// Holders of features that a certification looks at, divided evenly among the leads. Chosen, not measured.
const REACH: u64 = 20_000_000_000;

/// A lead is given no more than this, however few there are: what is not settled then takes memory, too.
const LONGEST: u64 = 10_000_000;

/// No grouping of `transactions` into groups of at least `k` owners loses less than this, in units of what `taxonomy` is
/// priced in.
///
/// The same at any number of threads. With fewer than `k` owners there is no grouping, and the result means nothing:
/// callers refuse before. For the effort see [`Effort::for_rows`].
///
/// # Errors
/// When the run is cancelled.
pub fn floor(
    transactions: &Transactions,
    taxonomy: &Taxonomy,
    k: usize,
    progress: &dyn Progress,
) -> Result<u64, Cancelled> {
    floor_with(transactions, taxonomy, k, Effort::for_rows(transactions.len()), progress)
}

/// [`floor`] with a chosen effort.
///
/// # Errors
/// When the run is cancelled.
pub fn floor_with(
    transactions: &Transactions,
    taxonomy: &Taxonomy,
    k: usize,
    effort: Effort,
    progress: &dyn Progress,
) -> Result<u64, Cancelled> {
    let size = loss::worth(taxonomy, transactions.bags().items());
    let (searched, copies) = Copies::leave_out(transactions, k).unzip();
    let transactions = searched.as_ref().unwrap_or(transactions);
    let copies: Option<&Copies> = copies.as_ref();
    let rows = transactions.len();
    let features = Features::new(transactions, taxonomy, k);
    // kept(S) <= kept({t}): the floor that needs no prices, and the exact loss for k = 1.
    let alike = |row: usize| 1 + copies.map_or(0, |copies| copies.more(row)) as u64;
    let alone: u64 = (0..rows).map(|row| alike(row) * features.kept(row)).sum();
    let mut most = alone;
    if k < 2 || transactions.owners() < k {
        return Ok(size.saturating_sub(most));
    }
    let attempts = sizes(k).count();
    progress.begin(Stage::Floor, ((1 + attempts + effort.rounds) * rows) as u64);
    let owners: Vec<u32> = (0..rows).map(|row| transactions.owner(row)).collect();
    let near = near::near(&features, rows, &owners, progress)?;
    let problem = |size: usize| {
        let matter = size < k || !transactions.is_one_per_owner();
        let owners = matter.then_some(Owners { of: &owners, least: k });
        Problem { features: &features, owners, k: size, copies, reach: REACH / rows as u64 }
    };
    let budget = |weigh: u64| (weigh / rows as u64).min(LONGEST);

    // The larger the sets, the better their prices could be, and the less of their search comes to an end.
    let mut start: Option<(i64, Problem<'_>, Ascent<'_>)> = None;
    let mut tried = 0;
    for size in sizes(k) {
        tried += 1;
        let problem = problem(size);
        let mut ascent = Ascent::new(&features, size, near.clone(), progress)?;
        ascent.run(effort.first_steps, 0.05, progress)?;
        // With one size there is nothing to compare.
        let estimate = if k == size && start.is_none() {
            0
        } else {
            with_premium(problem, &ascent.whole_prices(), budget(effort.weigh_last), progress)?.0
        };
        if start.as_ref().is_some_and(|(least, ..)| *least <= estimate) {
            break;
        }
        start = Some((estimate, problem, ascent));
    }
    progress.advance(((attempts - tried) * rows) as u64);
    let Some((_, problem, mut ascent)) = start else {
        progress.end();
        return Ok(size.saturating_sub(most));
    };

    for round in 1..=effort.rounds {
        let prices = ascent.whole_prices();
        let certified = if round < effort.rounds {
            certify(problem, &prices, budget(effort.weigh), progress)?
        } else {
            let budget = budget(effort.weigh_last);
            let dearer = with_premium(problem, &prices, budget, progress)?.1;
            certify(problem, &dearer, budget, progress)?
        };
        most = most.min(u64::try_from(certified.most).unwrap_or(0));
        if certified.groups.is_empty() && certified.most == certified.at_best {
            break;
        }
        ascent.learn(certified);
        ascent.run(effort.later_steps, 0.0125, progress)?;
    }
    progress.end();
    Ok(size.saturating_sub(most))
}

/// The sizes of sets worth trying for groups of at least `k`, the smallest first.
fn sizes(k: usize) -> impl Iterator<Item = usize> {
    [5, 6, 7, 8, 10, 12, 15, 20].into_iter().filter(move |&size| size < k).chain([k])
}
