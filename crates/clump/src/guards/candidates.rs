//! Reads from the ledger with which other owners each owner was published, and must be grouped again.

use std::path::Path;

use clump_core::composition::{EarlierGroup, Histories, told_apart};
use clump_core::release::Release;
use clump_core::transactions::Transactions;
use clump_io::OwnerIs;
use clump_report::LedgerFacts;

use super::ledger::{Ledger, OwnerHash, RunName};
use crate::data::Data;
use crate::job::Job;
use crate::{LedgerError, RunError};

/// A ledger, with the hashes of the owners of the data.
pub(crate) struct InLedger {
    ledger: Ledger,
    /// For each owner of the data, by number, the hash in the ledger.
    owners: Vec<OwnerHash>,
}

impl InLedger {
    /// Opens the ledger of `job` for the owners of `data`; `None` if the job has no ledger.
    pub fn of_job(job: &Job, data: &Data) -> Result<Option<InLedger>, RunError> {
        let Some(path) = &job.guards.ledger.file else { return Ok(None) };
        let mut ledger = Ledger::open(path)?;
        if !matches!(data.owner_is, OwnerIs::Column(_)) {
            return Err(LedgerError::UnnamedOwners.into());
        }
        if ledger.has_numbers() {
            return Err(LedgerError::OtherKind { has_groups: false }.into());
        }
        ledger.tell_apart(job.input.spellings)?;
        let k = job.require_k()?;
        match ledger.largest_k().filter(|&earlier| earlier > k) {
            Some(earlier) => Err(LedgerError::LowerK { k, earlier }.into()),
            None => Ok(Some(InLedger::new(ledger, data))),
        }
    }

    /// Opens the ledger at `path`, which must exist, for the owners of `data`.
    pub fn at(path: &Path, data: &Data) -> Result<InLedger, LedgerError> {
        match Ledger::open(path)? {
            ledger if ledger.was.is_some() => Ok(InLedger::new(ledger, data)),
            _ => Err(LedgerError::NotALedger(path.to_owned())),
        }
    }

    fn new(ledger: Ledger, data: &Data) -> InLedger {
        let owners = data.owner_names.iter().map(|name| ledger.owner(name)).collect();
        InLedger { ledger, owners }
    }

    pub fn owner(&self, owner: u32) -> OwnerHash {
        self.owners[owner as usize]
    }

    /// For each release in the ledger, the owners of each of its groups.
    pub fn groups(&self) -> Vec<Vec<Vec<OwnerHash>>> {
        self.ledger.groups()
    }

    fn histories(&self) -> Vec<Vec<EarlierGroup>> {
        let of_owner = self.ledger.histories();
        self.owners.iter().map(|owner| of_owner.get(owner).cloned().unwrap_or_default()).collect()
    }

    /// Owners of each group of `release`. All are sorted by hash, so their order reveals nothing.
    fn groups_of(&self, transactions: &Transactions, release: &Release) -> Vec<Vec<OwnerHash>> {
        let mut groups = vec![Vec::new(); release.bags().len()];
        for row in 0..transactions.len() {
            groups[release.bag_of(row)].push(self.owner(transactions.owner(row)));
        }
        groups.iter_mut().for_each(|group| group.sort_unstable());
        groups.sort_unstable();
        groups
    }

    /// An error if the ledger has no release with the hash `blake3` and the groups of `release`.
    pub fn require(
        &self,
        blake3: &str,
        transactions: &Transactions,
        release: &Release,
    ) -> Result<(), LedgerError> {
        if self.ledger.has_rows(blake3, &self.groups_of(transactions, release)) {
            Ok(())
        } else {
            Err(LedgerError::OtherRelease(self.ledger.path.clone()))
        }
    }

    /// Number of owners whom differences between releases narrow down: fewer than `k` owners were in the same
    /// group as they in every release.
    pub fn owners_told_apart(&self, k: usize) -> usize {
        told_apart(&self.groups(), k).len()
    }

    /// Enters the release of `run`, which promises `k`. Returns the ledger and figures for the report.
    pub fn enter(
        mut self,
        run: &RunName,
        blake3: &str,
        k: usize,
        transactions: &Transactions,
        release: &Release,
    ) -> (Ledger, LedgerFacts) {
        let owners_before = self.histories().iter().filter(|history| !history.is_empty()).count();
        let groups = self.groups_of(transactions, release);
        self.ledger.enter_rows(run, blake3, k, groups);
        let owners_told_apart = self.owners_told_apart(k);
        let facts = LedgerFacts::Rows { releases: self.ledger.releases(), owners_before, owners_told_apart };
        (self.ledger, facts)
    }
}

/// The groups in which owners of `data` were published before; `None` if the job has no ledger.
pub(crate) fn histories(job: &Job, data: &Data) -> Result<Option<Histories>, RunError> {
    let Some(known) = InLedger::of_job(job, data)? else { return Ok(None) };
    let (k, of) = (job.require_k()?, data.transactions.owners());
    let histories = Histories::new(&known.histories());
    match histories.stranded(k).into_iter().filter(|&is_stranded| is_stranded).count() {
        0 => Ok(Some(histories)),
        stranded => Err(LedgerError::Stranded { stranded, of, k }.into()),
    }
}
