//! Guards that a job asks for, and what they do not go together with.

use clump_io::Unit;

use super::Job;
use super::keys::GuardKeys;
use crate::JobError;
use crate::methods::Method;

impl Job {
    /// Takes what the method reads.
    pub(super) fn take_guards(&mut self, keys: &mut GuardKeys) {
        if self.reads("ledger") {
            self.ledger = keys.ledger.take();
        }
        if self.reads("budget") {
            self.budget = keys.budget.take();
        }
    }

    fn reads(&self, key: &str) -> bool {
        self.method.name().facts().also_reads.contains(&key)
    }

    /// Refuses guards that the method does not have, that nothing is behind, or that another setting contradicts: whoever
    /// asked for one would believe that it was heard.
    pub(crate) fn refuse_idle_guards(&self) -> Result<(), JobError> {
        let given = [("ledger", self.ledger.is_some()), ("budget", self.budget.is_some())];
        if let Some((key, _)) = given.into_iter().find(|&(key, is_given)| is_given && !self.reads(key)) {
            return Err(self.refuse(key.to_owned()));
        }
        if self.budget.is_some_and(|budget| !(budget.is_finite() && budget > 0.0)) {
            return Err(JobError::Budget);
        }
        let idle = |key: &str| Err(JobError::IdleKey { key: key.to_owned() });
        match &self.method {
            _ if self.budget.is_some() && self.ledger.is_none() => return idle("budget"),
            Method::Counts(counts) if self.ledger.is_some() && counts.privacy.is_none() => {
                return idle("ledger");
            }
            Method::Counts(_) => return Ok(()),
            _ => {}
        }
        match self.ledger.is_some() && self.transaction_is() != Unit::Owner {
            true => Err(JobError::LedgerOfSeveralRows),
            false => Ok(()),
        }
    }
}
