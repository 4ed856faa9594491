//! A run in two halves: what a method makes stays in memory, and can be published several times.

use std::fmt;

use clump_core::fate::Fate;
use clump_core::progress::Progress;
#[cfg(feature = "columnar")]
use clump_io::facts::FactLog;

use super::{Outcome, facts, lines, transactions};
use crate::RunError;
use crate::job::{Job, OutputSettings, ReportSettings};
use crate::methods::AnyMethod;
#[cfg(feature = "columnar")]
use crate::methods::FactMethod;
use crate::release::beside_originals::BesideOriginals;
use crate::release::made_rows::RowMethod;
use crate::release::targets::Targets;
use crate::threads::with_threads;

/// What a run made and has not published. Each time it is published it is written, checked from what was written, and certified: in
/// another format the same rows have other bytes, and another certificate. Where numbers carry noise, the noise was added
/// once, so that all of them say the same.
///
/// Its `Debug` shows no data.
pub struct Unpublished {
    job: Job,
    made: Made,
}

/// What a method made, by what it works on.
enum Made {
    Rows(Box<transactions::Unpublished>),
    Lines(Box<lines::Unpublished>),
    Facts(Box<facts::Unpublished>),
}

/// The first half of [`run`](crate::run): reads, maps and groups. Nothing is written, so where the job would write to is not
/// looked at.
///
/// ```
/// use clump::io::Stream;
/// use clump::io::release::ReleaseFormat;
/// use clump::{Job, OutputSettings, ReportSettings, make};
///
/// let baskets = Stream::of_bytes("baskets.txt", *b"tea milk\ntea milk\ngin\ngin tonic\n");
/// let made = make(&Job::anonymize(baskets).taxonomy("flat").k(2), &())?;
/// for format in [ReleaseFormat::Jsonl, ReleaseFormat::Csv] {
///     let mut output = OutputSettings::default();
///     (output.release, output.format) = (Some("-".into()), Some(format));
///     let outcome = made.publish(output, ReportSettings::default(), &())?;
///     assert!(outcome.checked.holds);
/// }
/// # Ok::<(), clump::RunError>(())
/// ```
///
/// # Errors
/// As [`run`](crate::run), but for what is wrong with outputs.
pub fn make(job: &Job, progress: &dyn Progress) -> Result<Unpublished, RunError> {
    let job = &*job.decided()?;
    let method = job.ready_method()?;
    with_threads(job.resources.threads, || Unpublished::make(&method, job, progress))
}

impl Unpublished {
    /// What `method` makes of the input of `job`.
    pub(super) fn make(
        method: &AnyMethod,
        job: &Job,
        progress: &dyn Progress,
    ) -> Result<Unpublished, RunError> {
        let rows = |method| {
            transactions::make_unpublished(method, job, progress).map(|made| Made::Rows(Box::new(made)))
        };
        let made = match method {
            AnyMethod::Transactions(method) => rows(RowMethod::Whole(method.as_ref()))?,
            AnyMethod::Pieces(method) => rows(RowMethod::Pieces(method.as_ref()))?,
            AnyMethod::Lines(method) => {
                Made::Lines(Box::new(lines::make_unpublished(method.as_ref(), job, progress)?))
            }
            AnyMethod::Facts(method) => {
                Made::Facts(Box::new(facts::make_unpublished(method, job, progress)?))
            }
        };
        Ok(Unpublished { job: job.clone(), made })
    }

    /// What `method` makes of facts that were counted elsewhere, in so many seconds, from what would be the input of `job`.
    #[cfg(feature = "columnar")]
    pub(crate) fn of_facts(
        method: FactMethod,
        job: &Job,
        log: FactLog,
        seconds_read: f64,
    ) -> Result<Unpublished, RunError> {
        let made = Made::Facts(Box::new(facts::Unpublished::of_log(method, log, seconds_read)?));
        Ok(Unpublished { job: job.clone(), made })
    }

    /// The job, with what it had left open decided.
    pub fn job(&self) -> &Job {
        &self.job
    }

    /// The second half of [`run`](crate::run): writes to `output`, verifies what was written, measures, and gives names to the
    /// files that `output` and `report` ask for. What becomes of items at the root was decided when the rows were made.
    ///
    /// # Errors
    /// As [`run`](crate::run).
    pub fn publish(
        &self,
        output: OutputSettings,
        report: ReportSettings,
        progress: &dyn Progress,
    ) -> Result<Outcome, RunError> {
        let output = OutputSettings { root_items: self.job.output.root_items, ..output };
        let job = Job { output, report, ..self.job.clone() };
        job.output.refuse_misleading_name(job.method.name())?;
        job.refuse_idle_in_pieces()?;
        let targets = Targets::of(&job, progress)?;
        with_threads(job.resources.threads, || self.publish_to(&targets, &job, progress))
    }

    /// Distinct rows of the release in its order, at most `most` from the number `from` on, each beside what was asked or had by those
    /// whom it stands for. Private. None where no row of the release is somebody's.
    pub fn beside_originals(&self, from: usize, most: usize) -> Option<BesideOriginals> {
        match &self.made {
            Made::Rows(made) => Some(made.beside_originals(from, most)),
            Made::Lines(_) | Made::Facts(_) => None,
        }
    }

    /// What became of every item of the data, by name. Private. None where no row of the release is somebody's.
    pub fn fates(&self) -> Option<Vec<Fate>> {
        match &self.made {
            Made::Rows(made) => Some(made.fates()),
            Made::Lines(_) | Made::Facts(_) => None,
        }
    }

    /// Publishes to `targets`, which are those of `job`.
    pub(super) fn publish_to(
        &self,
        targets: &Targets,
        job: &Job,
        progress: &dyn Progress,
    ) -> Result<Outcome, RunError> {
        match &self.made {
            Made::Rows(made) => made.publish(targets, job, progress),
            Made::Lines(made) => made.publish(targets, job),
            Made::Facts(made) => made.publish(targets, job, progress),
        }
    }
}

impl fmt::Debug for Unpublished {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Unpublished").field("method", &self.job.method.name()).finish_non_exhaustive()
    }
}
