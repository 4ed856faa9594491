//! Rows of facts and pieces beside the earlier releases of a ledger: who is left out of each row, and what the
//! ledger gets.

use std::collections::BTreeSet;
use std::fmt;
use std::path::Path;

use clump_core::names::Names;
use clump_core::over_time::{NamedRow, PastRow, TakenOverTime};
use clump_io::OwnerIs;
use clump_io::facts::EarlierReleases;
use clump_report::LedgerFacts;
use rustc_hash::FxHashMap;

use super::ledger::{EnteredNumbers, Ledger, OwnerHash, RunName};
use super::numbered_rows::NumberedRows;
use crate::job::Job;
use crate::{LedgerError, RunError};

/// A ledger of facts and pieces, with the owners of the data.
pub(crate) struct OverTimeLedger {
    ledger: Ledger,
    /// For each owner of the data, the hash in the ledger.
    owners: Vec<OwnerHash>,
}

/// The ledger of `job` for facts or pieces; `None` if the job has none.
fn of_numbers(job: &Job) -> Result<Option<Ledger>, RunError> {
    let Some(path) = &job.guards.ledger.file else { return Ok(None) };
    let mut ledger = Ledger::open(path)?;
    if ledger.has_groups() {
        return Err(LedgerError::OtherKind { has_groups: true }.into());
    }
    ledger.tell_apart(job.input.spellings)?;
    let k = job.require_k()?;
    match ledger.largest_k().filter(|&earlier| earlier > k) {
        Some(earlier) => Err(LedgerError::LowerK { k, earlier }.into()),
        None => Ok(Some(ledger)),
    }
}

impl OverTimeLedger {
    /// Opens the ledger of `job` for data with the owners of `names`; `None` if the job has no ledger.
    pub fn of_job(job: &Job, owner_is: &OwnerIs, names: &Names) -> Result<Option<OverTimeLedger>, RunError> {
        let Some(ledger) = of_numbers(job)? else { return Ok(None) };
        require_names(owner_is)?;
        Ok(Some(OverTimeLedger::new(ledger, names)))
    }

    /// Opens the ledger at `path`, which must exist, for data with the owners of `names`.
    pub fn at(path: &Path, names: &Names) -> Result<OverTimeLedger, LedgerError> {
        match Ledger::open(path)? {
            ledger if ledger.was.is_some() => Ok(OverTimeLedger::new(ledger, names)),
            _ => Err(LedgerError::NotALedger(path.to_owned())),
        }
    }

    fn new(ledger: Ledger, names: &Names) -> OverTimeLedger {
        let owners = names.iter().map(|name| ledger.owner(name)).collect();
        OverTimeLedger { ledger, owners }
    }

    fn numbered(&self, rows: &[NamedRow]) -> NumberedRows<'_> {
        NumberedRows::new(&self.ledger, &self.owners, rows)
    }

    /// For each of `rows`, the owners whom it may count, sorted; `None` if it may not be published. Rows of the same
    /// release must have different values.
    pub fn settle(&self, rows: &[NamedRow]) -> Vec<Option<Vec<u32>>> {
        self.numbered(rows).settle(rows)
    }

    /// An error if the ledger got a release since `rows` were made that forbids one of them.
    pub fn require(&self, rows: &[NamedRow]) -> Result<(), LedgerError> {
        if self.numbered(rows).are_settled(rows) {
            Ok(())
        } else {
            Err(LedgerError::OtherRun(self.ledger.path.clone()))
        }
    }

    /// Enters `rows`, from which earlier releases have `taken` people. Returns the ledger and figures for the report.
    pub fn enter(
        mut self,
        run: &RunName,
        blake3: &str,
        (k, rows): (usize, &[NamedRow]),
        taken: TakenOverTime,
    ) -> (Ledger, LedgerFacts) {
        let before: BTreeSet<OwnerHash> = self.ledger.people().iter().copied().collect();
        let owners_before = self.owners.iter().filter(|owner| before.contains(owner)).count();
        let numbered = self.numbered(rows);
        let numbers = EnteredNumbers::new(k, rows.iter().map(|row| numbered.past_row(row)).collect());
        let more = (numbered.more_people, numbered.more_values);
        self.ledger.enter_numbers(run, blake3, numbers, more);
        let releases = self.ledger.releases();
        let TakenOverTime { rows: suppressed, rows_smaller, people: left_out } = taken;
        let facts = LedgerFacts::Numbers { releases, owners_before, suppressed, rows_smaller, left_out };
        (self.ledger, facts)
    }

    /// The number of the entry of `run` among the releases of facts and pieces; `None` if it has none.
    pub fn entry_of(&self, run: &RunName) -> Option<usize> {
        self.ledger.numbers_of(|entry| entry.is_of(run)).first().copied()
    }

    /// The number of the entry with a file of this hash that has exactly `rows`, apart from the owners left out.
    pub fn entry_with(&self, blake3: &str, rows: &[NamedRow]) -> Result<usize, LedgerError> {
        let numbered = self.numbered(rows);
        let known = |row: &PastRow| (row.attributes.clone(), row.people.clone());
        let mut these: Vec<_> = rows.iter().map(|row| known(&numbered.past_row(row))).collect();
        these.sort_unstable();
        let past = self.ledger.past();
        let has_rows = |number: usize| {
            let mut those: Vec<_> = past[number].iter().map(known).collect();
            those.sort_unstable();
            those == these
        };
        let entries = self.ledger.numbers_of(|entry| entry.has_file(blake3));
        let entry = entries.into_iter().find(|&number| has_rows(number));
        entry.ok_or_else(|| LedgerError::OtherRelease(self.ledger.path.clone()))
    }

    /// All releases of facts and pieces, with `rows` in the place of entry `own`, or after the others. Also returns
    /// the place. If `own` is given, owners who were left out are those of the entry.
    pub fn releases_with(&self, rows: &[NamedRow], own: Option<usize>) -> (Vec<Vec<PastRow>>, usize) {
        let numbered = self.numbered(rows);
        let mut releases = self.ledger.past();
        let mut these: Vec<PastRow> = rows.iter().map(|row| numbered.past_row(row)).collect();
        let Some(own) = own else {
            releases.push(these);
            let last = releases.len() - 1;
            return (releases, last);
        };
        let entered = std::mem::take(&mut releases[own]);
        let left_out: FxHashMap<_, _> =
            entered.into_iter().map(|row| ((row.table, row.attributes), row.left_out)).collect();
        for row in &mut these {
            row.left_out = left_out.get(&(row.table, row.attributes.clone())).cloned().unwrap_or_default();
        }
        releases[own] = these;
        (releases, own)
    }
}

/// The ledger of a run on tables, while its log is read.
pub(crate) struct EarlierTables(Ledger);

impl EarlierTables {
    /// The ledger of `job`; `None` if the job has none.
    pub fn of_job(job: &Job) -> Result<Option<EarlierTables>, RunError> {
        Ok(of_numbers(job)?.map(EarlierTables))
    }
}

/// Shows nothing: the ledger is private.
impl fmt::Debug for EarlierTables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EarlierTables").finish_non_exhaustive()
    }
}

impl EarlierReleases for EarlierTables {
    fn settle(&self, rows: &[NamedRow], names: &Names) -> Vec<Option<Vec<u32>>> {
        let owners: Vec<OwnerHash> = names.iter().map(|name| self.0.owner(name)).collect();
        NumberedRows::new(&self.0, &owners, rows).settle(rows)
    }
}

/// An error if owners have no names, so that it is not known who was published before.
pub(crate) fn require_names(owner_is: &OwnerIs) -> Result<(), LedgerError> {
    match owner_is {
        OwnerIs::Column(_) => Ok(()),
        _ => Err(LedgerError::UnnamedOwners),
    }
}
