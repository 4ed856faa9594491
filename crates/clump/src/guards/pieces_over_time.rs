//! Pieces beside earlier releases: leaves owners out of pieces, or drops pieces, as the rules over time demand.

use clump_core::cut::Cut;
use clump_core::over_time::{NamedRow, TakenOverTime};
use clump_core::release::RootItems;

use super::over_time::OverTimeLedger;
use crate::RunError;
use crate::data::Data;
use crate::job::Job;
use crate::release::row_release::RowRelease;

/// Number of people and pieces that the rules over time left out.
#[derive(Clone, Debug, Default)]
pub(crate) struct LeftOut {
    /// For each piece of the release, the owners whom it does not count, sorted.
    owners: Vec<Vec<u32>>,
    /// Number of pieces that could not be published.
    suppressed: usize,
}

impl LeftOut {
    pub fn taken(&self) -> TakenOverTime {
        let smaller = || self.owners.iter().filter(|owners| !owners.is_empty());
        TakenOverTime {
            rows: self.suppressed,
            rows_smaller: smaller().count(),
            people: smaller().map(Vec::len).sum(),
        }
    }
}

/// The pieces of `rows` that the ledger of `job` allows, and what is left out; `None` if the job has no ledger, or if
/// the release has whole rows.
pub(crate) fn allowed(
    rows: &RowRelease,
    data: &Data,
    job: &Job,
) -> Result<Option<(RowRelease, LeftOut)>, RunError> {
    let Some(cut) = rows.cut() else { return Ok(None) };
    let Some(ledger) = OverTimeLedger::of_job(job, &data.owner_is, &data.owner_names)? else {
        return Ok(None);
    };
    let all = ledger_rows(rows, data, &LeftOut::default(), job.require_k()?);
    let settled = ledger.settle(&all);
    let is_counted = |part: usize| {
        let owner = data.transactions.owner(cut.of[part] as usize);
        let counted = settled[cut.release.bag_of(part)].as_ref();
        counted.is_some_and(|owners| owners.binary_search(&owner).is_ok())
    };
    let kept = RowRelease::Pieces(Box::new(Cut::keep(cut, is_counted))).canonical(data, RootItems::Drop);
    let suppressed = settled.iter().filter(|owners| owners.is_none()).count();
    // The order of pieces does not change, so those that remain keep their places among themselves.
    let pairs = all.into_iter().zip(settled).filter_map(|(row, counted)| Some((row.owners, counted?)));
    let without = |(all, counted): (Vec<u32>, Vec<u32>)| {
        all.into_iter().filter(|owner| counted.binary_search(owner).is_err()).collect()
    };
    Ok(Some((kept, LeftOut { owners: pairs.map(without).collect(), suppressed })))
}

/// The pieces of `rows` as the ledger sees them, each of `k` owners; none if these are whole rows.
pub(crate) fn ledger_rows(rows: &RowRelease, data: &Data, left_out: &LeftOut, k: usize) -> Vec<NamedRow> {
    let Some(cut) = rows.cut() else { return Vec::new() };
    let bags = cut.release.bags();
    let mut owners = vec![Vec::new(); bags.len()];
    for (part, &transaction) in cut.of.iter().enumerate() {
        owners[cut.release.bag_of(part)].push(data.transactions.owner(transaction as usize));
    }
    let row = |(bag, mut owners): (usize, Vec<u32>)| {
        owners.sort_unstable();
        owners.dedup();
        let left_out = left_out.owners.get(bag).cloned().unwrap_or_default();
        piece(value(rows, data, bag), k, owners, left_out)
    };
    owners.into_iter().enumerate().map(row).collect()
}

/// A piece as the ledger sees it.
pub(crate) fn piece(value: String, least: usize, owners: Vec<u32>, left_out: Vec<u32>) -> NamedRow {
    let (cell, implied) = (Vec::new(), Vec::new());
    NamedRow { table: 0, values: vec![value], cell, implied, least, owners, left_out }
}

/// The text of a piece: the query if it is a whole one, otherwise its labels.
fn value(rows: &RowRelease, data: &Data, bag: usize) -> String {
    if let Some(text) = rows.text(data, bag) {
        return of_query(text);
    }
    let labels = rows.release(data).1.bags().get(bag).iter();
    of_labels(labels.map(|&label| data.taxonomy.name(label)).collect())
}

/// The text of a row about a whole query: the same in tables and pieces.
pub(crate) fn of_query(text: &str) -> String {
    format!("query\t{text}")
}

pub(crate) fn of_labels(mut labels: Vec<&str>) -> String {
    labels.sort_unstable();
    format!("piece\t{}", labels.join("\t"))
}
