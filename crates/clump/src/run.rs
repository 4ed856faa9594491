//! Runs a job from end to end: `Job -> Read -> Made -> Staged -> Checked -> Published`. Each step is one
//! function in one file, for releases of rows, of lines and of facts.

use std::fmt;
use std::path::PathBuf;
use std::time::Instant;

use clump_core::fate::Fate;
use clump_core::progress::Progress;
use clump_report::page::Page;
use clump_report::{Certificate, Report, Sample};

#[cfg(feature = "columnar")]
use crate::JobError;
use crate::RunError;
use crate::check::Checked;
use crate::data::ReadSummary;
use crate::guards::ledger::RunName;
use crate::job::{Job, OutputSettings, ReportSettings};
use crate::machine::with_threads;
use crate::methods::AnyMethod;
#[cfg(feature = "columnar")]
use crate::methods::FactMethod;
use crate::release::beside_originals::BesideOriginals;
use crate::release::checked_release::CheckedRelease;
use crate::release::targets::Targets;

mod account;
pub mod assess;
pub(crate) mod certificate;
mod check;
pub mod figures;
mod loss_by_k;
pub(crate) mod make;
mod open_ledger;
mod pages;
mod publish;
pub(crate) mod read;
mod stage;

use account::Account;
use make::MadeRelease;
#[cfg(feature = "columnar")]
use make::MadeTables;
use open_ledger::OpenLedger;

/// Result of a run that ended without an error.
#[derive(Debug)]
pub struct Outcome {
    /// Summary of the input: what was counted as an owner, and counts of reading.
    pub read: ReadSummary,
    /// Result of checking the release, from the bytes that were about to be published.
    pub checked: Checked,
    /// The release and its files; `None` if the check found that the promise does not hold.
    pub published: Option<Published>,
}

/// Results of a run whose release was published.
#[derive(Debug)]
pub struct Published {
    /// Rows of the release, drawn at random with the hash of the release as seed.
    pub sample: Sample,
    /// The private report. It is made even if the job asks for no report file.
    pub report: Report,
    /// The public statement about the release. It is made even if no release file exists.
    pub certificate: Certificate,
    /// The release; `None` if it was written to a file.
    pub release: Option<CheckedRelease>,
    /// The content of the pages without their long lists, even if the job asks for no page. It has risk and
    /// use if these were computed for a report or a page.
    pub shown: Page,
    /// The public and the private page, if the report settings ask to return them.
    pub pages: Option<[String; 2]>,
    /// Paths of the files that were written. The release is last.
    pub files: Vec<PathBuf>,
}

/// Runs `job`. Files get their names only if the promise was verified on the bytes to be published. If the
/// job names no release file, or `-`, the release is returned in [`Published::release`] after the same check,
/// and nothing is printed. Settings that the job leaves open are [decided](Job::decided) from the data.
///
/// A job can read data from memory and return the release in memory:
///
/// ```
/// use clump::io::Stream;
/// use clump::io::taxonomy::TaxonomySource;
/// use clump::{Job, run};
///
/// let baskets = Stream::of_bytes("baskets.txt", *b"tea milk\ntea milk\ngin\ngin tonic\n");
/// let job = Job::anonymize(baskets).taxonomy(TaxonomySource::Flat).k(2).output("-");
/// let published = run(&job, &())?.published.expect("the promise was kept");
/// let release = published.release.expect("it went to no file");
/// assert_eq!(release.to_bytes()?, b"owners_in_group\titems\n2\tgin\n2\tgin\n2\tmilk|tea\n2\tmilk|tea\n");
/// assert_eq!(release.to_batches()?.batches()[0].num_rows(), 4);
/// # Ok::<(), clump::RunError>(())
/// ```
///
/// # Errors
/// See [`RunError`]. A promise that does not hold is not an error: then [`Outcome::published`] is `None`.
pub fn run(job: &Job, progress: &dyn Progress) -> Result<Outcome, RunError> {
    let job = &*job.decided()?;
    let method = job.ready_method()?;
    with_threads(job.resources.threads, || run_with(&method, job, progress))
}

/// Runs `job` with a method that the caller implements, instead of the method that the job names. The release
/// is checked like any other.
///
/// This example method publishes one empty row for everybody:
///
/// ```
/// use clump::core::anonymize::{AnonymizeError, Anonymizer, Method};
/// use clump::core::progress::Progress;
/// use clump::core::promise::{KAnonymity, Promise};
/// use clump::core::release::Release;
/// use clump::core::taxonomy::{Node, Taxonomy};
/// use clump::core::transactions::{Bags, Transactions};
/// use clump::io::Stream;
/// use clump::{AnyMethod, Job, run_with};
///
/// #[derive(Debug)]
/// struct Silence;
///
/// impl Method for Silence {
///     fn name(&self) -> &'static str {
///         "silence"
///     }
///
///     fn promise(&self) -> Promise {
///         KAnonymity { k: 2 }.into()
///     }
/// }
///
/// impl Anonymizer for Silence {
///     fn anonymize(
///         &self,
///         transactions: &Transactions,
///         _: &Taxonomy,
///         _: &dyn Progress,
///     ) -> Result<Release, AnonymizeError> {
///         let mut bags = Bags::default();
///         bags.push([] as [Node; 0]);
///         Ok(Release::new(bags, vec![0; transactions.len()]))
///     }
/// }
///
/// let baskets = Stream::of_bytes("baskets.txt", *b"tea milk\ntea\ngin\n");
/// let job = Job::anonymize(baskets).taxonomy("flat").k(2).output("-");
/// let outcome = run_with(&AnyMethod::Transactions(Box::new(Silence)), &job, &())?;
/// assert!(outcome.checked.holds);
/// # Ok::<(), clump::RunError>(())
/// ```
///
/// # Errors
/// As [`run`].
pub fn run_with(method: &AnyMethod, job: &Job, progress: &dyn Progress) -> Result<Outcome, RunError> {
    // If a target cannot be written, the run fails before it reads anything.
    let targets = Targets::of(job, progress)?;
    Made::of(method, job, progress)?.publish_to(&targets, job, progress)
}

/// A release in memory that is not published yet. Each time it is published, it is written to a file, checked
/// from that file, and certified. Another format has the same rows but other bytes, and so another
/// certificate. Noise is added only once, so all formats have the same numbers.
///
/// Its `Debug` output contains no data.
pub struct Made {
    job: Job,
    method: &'static str,
    release: MadeRelease,
    /// Random name of this run for its ledger. Publishing in another format does not change the name.
    run: RunName,
    /// Seconds that reading and making the release took.
    seconds: f64,
}

/// Does the first half of [`run`]: reads the input and makes a release. Ignores the outputs of the job.
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
/// As [`run`](crate::run), without errors of writing outputs.
pub fn make(job: &Job, progress: &dyn Progress) -> Result<Made, RunError> {
    let job = &*job.decided()?;
    let method = job.ready_method()?;
    with_threads(job.resources.threads, || Made::of(&method, job, progress))
}

impl Made {
    /// Reads the input of `job`, and makes a release of it with `method`.
    fn of(method: &AnyMethod, job: &Job, progress: &dyn Progress) -> Result<Made, RunError> {
        let start = Instant::now();
        let read = read::read(method, job, progress)?;
        let release = MadeRelease::make(method, read, job, progress)?;
        Made::new(method.name(), job, release, start.elapsed().as_secs_f64())
    }

    fn new(method: &'static str, job: &Job, release: MadeRelease, seconds: f64) -> Result<Made, RunError> {
        Ok(Made { job: job.clone(), method, release, run: RunName::draw()?, seconds })
    }

    /// Makes a release of the `log` of facts, which other code counted from the input of `job` in `seconds`.
    #[cfg(feature = "columnar")]
    pub(crate) fn of_facts(
        method: FactMethod,
        job: &Job,
        log: clump_io::facts::FactLog,
        seconds: f64,
    ) -> Result<Made, RunError> {
        use clump_core::anonymize::Method as _;
        // Only counting in this process says which owners are in which row.
        if job.guards.ledger.file.is_some() && job.privacy().is_none() {
            return Err(JobError::IdleKey { key: "ledger".to_owned() }.into());
        }
        let name = method.name();
        let tables = MadeTables::make(method, log, seconds)?;
        let seconds = seconds + tables.seconds;
        Made::new(name, job, MadeRelease::Facts(Box::new(tables)), seconds)
    }

    /// The job, after its open settings were decided.
    pub fn job(&self) -> &Job {
        &self.job
    }

    /// Does the second half of [`run`]: writes the release to `output`, checks the written file, measures,
    /// and publishes the files that `output` and `report` ask for. `output.root_items` is ignored: items at
    /// the root were kept or dropped when the rows were made.
    ///
    /// # Errors
    /// As [`run`].
    pub fn publish(
        &self,
        output: OutputSettings,
        report: ReportSettings,
        progress: &dyn Progress,
    ) -> Result<Outcome, RunError> {
        let output = OutputSettings { root_items: self.job.output.root_items, ..output };
        let job = Job { output, report, ..self.job.clone() };
        job.refuse_misleading_name()?;
        job.refuse_idle_in_pieces()?;
        let targets = Targets::of(&job, progress)?;
        with_threads(job.resources.threads, || self.publish_to(&targets, &job, progress))
    }

    /// Publishes the release to `targets`, the targets of `job`.
    fn publish_to(&self, targets: &Targets, job: &Job, progress: &dyn Progress) -> Result<Outcome, RunError> {
        let start = Instant::now();
        let Made { release, run, .. } = self;
        let ledger = OpenLedger::open(release, run, job)?;
        let staged = release.stage(targets, job)?;
        let checking = Instant::now();
        let checked = release.check(&staged, ledger.as_ref(), job, progress)?;
        let seconds_verify = checking.elapsed().as_secs_f64();
        targets.staging.cancel().go_on()?;
        if !checked.is_kept() {
            return Ok(Outcome { read: release.summary(), checked, published: None });
        }
        let mut account = Account::of(self, (&staged, &checked), ledger, targets, job, progress)?;
        let timing = &mut account.report.timing;
        (timing.write, timing.verify) = (staged.seconds, seconds_verify);
        timing.seconds_total = self.seconds + start.elapsed().as_secs_f64();
        let published = publish::publish(release, staged, account, targets, job)?;
        Ok(Outcome { read: release.summary(), checked, published: Some(published) })
    }

    /// At most `most` distinct rows of the release in its order, from index `from`, each with its original
    /// rows. Private. `None` if the release has no rows of owners (lines or facts).
    pub fn beside_originals(&self, from: usize, most: usize) -> Option<BesideOriginals> {
        match &self.release {
            MadeRelease::Rows(made) => Some(BesideOriginals::of(&made.data, &made.rows, from, most)),
            MadeRelease::Lines(_) | MadeRelease::Facts(_) => None,
        }
    }

    /// For each item of the data: how often it was published as typed, as a category, or not at all. Private.
    /// `None` if the release has no rows of owners (lines or facts).
    pub fn fates(&self) -> Option<Vec<Fate>> {
        match &self.release {
            MadeRelease::Rows(made) => Some(made.rows.fates(&made.data)),
            MadeRelease::Lines(_) | MadeRelease::Facts(_) => None,
        }
    }
}

impl fmt::Debug for Made {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Made").field("method", &self.method).finish_non_exhaustive()
    }
}
