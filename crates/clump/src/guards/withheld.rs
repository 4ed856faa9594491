//! Owners who are left out where the others lose less by it.
//!
//! Everything is grouped, those are left out who cost most ([`costliest`]), and the rest is grouped again. This is done in rounds: who is
//! left out first changes who costs most afterwards. Of all rounds, none included, that is taken which loses the smallest
//! share of what is published. What owners had who are left out counts as lost in every figure but the one that says so.

use clump_core::loss;
use clump_core::measure::lost;
use clump_core::progress::Progress;
use clump_core::release::Release;
use clump_core::withhold::costliest;

use crate::RunError;
use crate::data::Data;
use crate::job::Job;
use crate::release::made_rows::{RawRows, RowMethod};

/// In how many rounds owners are left out. Loss of what is published at 1 % in one round and in four: FoodMart 0.347 and 0.346, The Complete Journey
/// 0.394 and 0.394, Excite 0.333 and 0.331, 3,000 generated owners 0.356 and 0.352.
const ROUNDS: usize = 4;

/// Leaves out of `data` at most the share of owners that `job` allows. Everything is grouped by `method` once, and again in every
/// round.
///
/// # Errors
/// When the method makes no release, or the run is cancelled.
pub(crate) fn leave_out_costliest(
    method: RowMethod<'_>,
    job: &Job,
    data: &mut Data,
    progress: &dyn Progress,
) -> Result<(), RunError> {
    let owners = data.transactions.owners();
    let Some(share) = job.withhold else { return Ok(()) };
    let most = share.of(owners).min(owners.saturating_sub(job.require_k()?));
    if most == 0 {
        return Ok(());
    }
    let mut left = data.clone();
    // The owners of `data` who are left, by their numbers among these.
    let mut numbers: Vec<usize> = (0..owners).collect();
    let mut is_out = vec![false; owners];
    let mut best: Option<(Lost, Vec<bool>)> = None;
    for round in 0..=ROUNDS {
        let made = method.make(&left, job.cost, progress);
        let made = made.map_err(|reason| RunError::of_method(reason, data.dropped()))?;
        let RawRows::Whole(release) = made else { return Ok(()) };
        let release = release.canonical(&data.taxonomy, job.output.root_items);
        let found = Lost::of(&left, &release);
        if best.as_ref().is_none_or(|(least, _)| found.is_less_than(least)) {
            best = Some((found, is_out.clone()));
        }
        if round == ROUNDS {
            break;
        }
        let more = most * (round + 1) / ROUNDS - (owners - numbers.len());
        let mut is_next = vec![false; numbers.len()];
        for owner in costliest(&left.transactions, &data.taxonomy, &release, more) {
            is_next[owner as usize] = true;
            is_out[numbers[owner as usize]] = true;
        }
        left.withhold(&is_next);
        let stays = numbers.into_iter().zip(is_next).filter(|&(_, is_next)| !is_next);
        numbers = stays.map(|(owner, _)| owner).collect();
    }
    if let Some((_, is_out)) = best {
        data.withhold(&is_out);
    }
    Ok(())
}

/// What is lost of what is published.
struct Lost {
    lost: u128,
    worth: u128,
}

impl Lost {
    fn of(data: &Data, release: &Release) -> Lost {
        Lost {
            lost: lost(&data.transactions, &data.taxonomy, release).into(),
            worth: loss::worth(&data.taxonomy, data.transactions.bags().items()).into(),
        }
    }

    /// Whether it is a smaller share.
    fn is_less_than(&self, other: &Lost) -> bool {
        self.lost * other.worth < other.lost * self.worth
    }
}
