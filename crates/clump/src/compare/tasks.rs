//! Tests of all runs on held-out owners, and the references beside them: the original data, plain SQL, nothing.

use std::sync::Arc;

use clump_core::progress::Progress;
use clump_core::tasks::{Exam, Knowledge};
use clump_io::SplitSide;
use clump_report::{ComparedRun, Reference};

use super::kinds::Planned;
use super::learning::Training;
use super::lines_of;
use super::raw::on;
use crate::data::Data;
use crate::job::Job;
use crate::{DataError, RunError};

/// The test of all runs.
pub(super) struct Tested {
    exam: Exam,
    /// `None` if the log has too few owners to train on.
    training: Option<Training>,
    seed: u64,
}

impl Tested {
    /// Reads the training owners as all runs need them. `job` is the job of the compared data.
    pub fn read(
        job: &Job,
        exam: Exam,
        counted_nodes: Vec<String>,
        seed: u64,
        planned: &[Planned],
        progress: &dyn Progress,
    ) -> Result<Tested, RunError> {
        let train = |job: &Job| on(job, seed, SplitSide::Train);
        let training = match Data::read_counting(&train(job), counted_nodes, progress) {
            Ok(data) if data.transactions.is_empty() => None,
            Ok(data) => Some(Training { data: Arc::new(data), log: lines_of(planned, &train, progress)? }),
            Err(DataError::Read(clump_io::ReadError::Empty { .. })) => None,
            Err(error) => return Err(error.into()),
        };
        Ok(Tested { exam, training, seed })
    }

    /// Adds the scores of the release of the training owners to `run`.
    pub fn test(
        &self,
        run: ComparedRun,
        planned: &Planned,
        progress: &dyn Progress,
    ) -> Result<ComparedRun, RunError> {
        let known = match &self.training {
            Some(training) => training.knowledge(&on(&planned.job, self.seed, SplitSide::Train), progress)?,
            None => None,
        };
        let tasks = known.map(|known| self.exam.scores(&known)).unwrap_or_default();
        Ok(ComparedRun { tasks, ..run })
    }

    /// The scores of the original data, of plain SQL at each of `ks`, and of an empty release.
    pub fn references(&self, ks: &[usize]) -> Vec<Reference> {
        let reference = |name: &str, k, known: &Knowledge| Reference {
            name: name.to_owned(),
            k,
            tasks: self.exam.scores(known),
        };
        let original = &self.exam.original;
        let sql = ks.iter().map(|&k| reference("plain SQL", Some(k), &original.at_least(k as u64)));
        std::iter::once(reference("original", None, original))
            .chain(sql)
            .chain([reference("empty release", None, &Knowledge::default())])
            .collect()
    }
}
