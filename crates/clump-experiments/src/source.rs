//! The log of the experiments, given or generated. Each subset of its first owners has its own taxonomy.

use std::num::NonZeroUsize;

use clump::staging::{StagedFile, Staging};
use clump::{Data, Job, ReadSummary, Scope};
use clump_core::progress::Progress;
use clump_core::taxonomy::Taxonomy;
use clump_core::transactions::Transactions;
use clump_generate::{GenerateParameters, generate};
use clump_io::{Input, Items};
use clump_report::reproduction::Origin;
use clump_wordnet::WordNet;

use super::plan::{KS, OWNERS};
use crate::ReproduceError;

/// Source of the log.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Source {
    /// The inputs of the job.
    Given,
    /// A synthetic log, which replaces the inputs of the job.
    Generated(GenerateParameters),
}

impl Default for Source {
    /// A generated log with as many owners as the paper's log and the seed 1.
    fn default() -> Source {
        Source::Generated(GenerateParameters::new(OWNERS, 1))
    }
}

/// The log in memory. Experiments on fewer owners use the first owners of it.
#[derive(Debug)]
pub struct ReproducedLog {
    all: Subset,
    scope: Scope,
    threads: Option<NonZeroUsize>,
    origin: Origin,
    read: ReadSummary,
}

/// The transactions of the first owners of a log, and the taxonomy in which their losses are measured.
#[derive(Debug)]
pub(super) struct Subset {
    pub transactions: Transactions,
    pub taxonomy: Taxonomy,
}

impl ReproducedLog {
    /// Reads the log with the settings of `job`, up to the paper's number of owners. Items are senses, as in
    /// the paper, unless the job sets another kind.
    ///
    /// # Errors
    /// When the log cannot be read or generated, or has fewer owners than the largest k of the experiments.
    pub fn read(job: &Job, source: Source, progress: &dyn Progress) -> Result<ReproducedLog, ReproduceError> {
        let job = &match job.words.items {
            None => job.clone().items(Items::Senses),
            Some(_) => job.clone(),
        };
        let (data, origin) = match source {
            Source::Given => (Data::read(job, progress)?, Origin::Given),
            Source::Generated(parameters) => {
                (generated(job, &parameters, progress)?, Origin::Generated { seed: parameters.seed })
            }
        };
        data.require_owners()?;
        let (read, owners) = (data.summary(), data.transactions.owners());
        let needed = KS.into_iter().max().expect("the paper has some k");
        if owners < needed {
            return Err(ReproduceError::TooSmallToReproduce { owners, needed, cause: data.dropped() });
        }
        let mut all = Subset { transactions: data.transactions, taxonomy: data.taxonomy };
        if owners > OWNERS {
            all = all.first(OWNERS, job.taxonomy.scope);
        }
        Ok(ReproducedLog { all, scope: job.taxonomy.scope, threads: job.resources.threads, origin, read })
    }

    /// The numbers that the summary states about the whole input.
    pub fn summary(&self) -> &ReadSummary {
        &self.read
    }

    pub(super) fn all(&self) -> &Subset {
        &self.all
    }

    pub(super) fn origin(&self) -> Origin {
        self.origin
    }

    pub(super) fn threads(&self) -> Option<NonZeroUsize> {
        self.threads
    }

    /// The subset with the first `owners` of the log.
    pub(super) fn first(&self, owners: usize) -> Subset {
        self.all.first(owners, self.scope)
    }
}

impl Subset {
    /// The subset with the first `owners`. Its taxonomy is pruned to the subset, unless the scope is the full
    /// tree. O(items).
    fn first(&self, owners: usize, scope: Scope) -> Subset {
        let mut transactions = Transactions::default();
        for row in
            (0..self.transactions.len()).filter(|&row| (self.transactions.owner(row) as usize) < owners)
        {
            transactions.push(self.transactions.owner(row), self.transactions.get(row).iter().copied());
        }
        let taxonomy = match scope {
            Scope::Pruned => transactions.prune(&self.taxonomy),
            Scope::Full => self.taxonomy.clone(),
        };
        Subset { transactions, taxonomy }
    }
}

/// Generates a log into a temporary file, with the bytes of `clump generate`, and reads it.
fn generated(
    job: &Job,
    parameters: &GenerateParameters,
    progress: &dyn Progress,
) -> Result<Data, ReproduceError> {
    let wordnet = WordNet::load();
    let mut file = StagedFile::scratch(&Staging::of(progress), &job.resources.temp_folder())?;
    file.write(|out| generate(parameters, wordnet, out).map(drop))?;
    let mut job = job.clone();
    job.input.files = vec![Input::from(file.path())];
    Ok(Data::read(&job, progress)?)
}
