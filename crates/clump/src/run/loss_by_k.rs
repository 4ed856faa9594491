//! Computes the losses of a method at other values of k, for the private page.

use std::collections::BTreeSet;
use std::sync::Arc;

use clump_core::progress::Progress;
use clump_report::{ComparedRun, FloorAt, Kind, ProvedFloor, Runs};

use super::make::MadeRows;
use crate::RunError;
use crate::data::Data;
use crate::floor::FLOOR_OWNERS;
use crate::job::Job;
use crate::methods::MethodName;
use crate::release::row_release::RowMethod;
use crate::release::targets::Targets;

/// Values of k that a page compares with the k of the job.
const KS: [usize; 5] = [2, 5, 7, 10, 15];

/// Losses of the job's method at its own k and at other values, each release verified. With `floor`, the
/// least loss at its own k, the result also has floors at other k if the log is small enough.
pub(super) fn loss_by_k(
    data: &Arc<Data>,
    job: &Job,
    floor: Option<ProvedFloor>,
    progress: &dyn Progress,
) -> Result<Runs, RunError> {
    let mut runs = Runs::default();
    let Some(own) = job.k else { return Ok(runs) };
    // An earlier release can only be applied with its own k or a higher one.
    let least = if job.method.name() == MethodName::Apply { own } else { 0 };
    let is_possible = |&k: &usize| (least..=data.transactions.owners()).contains(&k);
    let ks: BTreeSet<usize> = KS.into_iter().chain([own]).filter(is_possible).collect();
    for k in ks {
        let job = Job { k: Some(k), ..job.clone() };
        let method = job.ready_method()?;
        let Some(row_method) = RowMethod::of(&method) else { continue };
        let made = MadeRows::make(row_method, data.clone(), &job, progress)?;
        let staged = made.stage(&Targets::nowhere(&job, progress), &job)?;
        let checked = made.check(&staged, None, &job, progress)?;
        let measures = made.rows.measure(data);
        let (words, _) = data.words_of(&made.rows, job.k);
        let cost = data.losses(&measures, made.rows.whole(), job.cost).with_words(&words);
        let kind = if made.rows.cut().is_some() { Kind::Pieces } else { Kind::Rows };
        runs.cells.push(ComparedRun {
            holds: Some(checked.holds),
            seconds: Some(made.seconds),
            cost: Some(cost),
            ..ComparedRun::new(method.name(), kind, Some(k), method.promise())
        });
    }
    let Some(floor) = floor else { return Ok(runs) };
    for k in runs.cells.iter().filter_map(|cell| cell.k) {
        let least = match k == own {
            true => floor,
            false if data.transactions.owners() <= FLOOR_OWNERS => data.floor(k, job.cost, progress)?,
            false => continue,
        };
        let share = data.share_of_worth(least.loss, job.cost);
        runs.floors.push(FloorAt::new(k, job.cost, share, least.cut_short));
    }
    Ok(runs)
}
