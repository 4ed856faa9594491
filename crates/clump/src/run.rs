//! A job from end to end. Rows: read -> map -> transactions -> anonymize -> verify -> measure -> release and report.
//! Lines of a log: read -> rewrite -> verify -> release and report. Facts: read -> facts -> count -> verify -> release and report.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Instant;

use clump_core::fate::Fate;
use clump_core::progress::Progress;
use clump_core::risk::Linkage;
use clump_io::{OwnerIs, ReadCounts};
use clump_report::page::Page;
use clump_report::{
    Assessment, CertainFacts, Certificate, CertifiedPromise, CertifiedProperty, Figures, LedgerFacts,
    ReleaseFacts, Report, Sample, TaxonomyFacts, Timing, UnknownWord,
};

use crate::check::{Checked, CheckedProperty};
use crate::data::Read;
use crate::guards::ledger::Ledger;
use crate::job::Job;
use crate::methods::AnyMethod;
use crate::peak_memory::peak_memory;
use crate::release::certificate_file::fingerprint;
use crate::release::checked_release::{CheckedRelease, Written};
use crate::release::publish::publish_all;
use crate::release::staged::{Audience, Staged};
use crate::release::targets::{ReleaseTarget, Targets};
use crate::threads::with_threads;
use crate::{CheckError, RunError};

mod apply;
pub mod assess;
pub(crate) mod certificate;
pub(crate) mod facts;
pub mod figures;
pub(crate) mod lines;
pub mod pages;
mod ready_method;
pub mod today;
pub(crate) mod transactions;
mod unpublished;

pub use unpublished::{Unpublished, make};

use certificate::certificate_of;
use pages::headed;

/// How a run ended.
#[derive(Debug)]
pub struct Outcome {
    /// What was read.
    pub read: Read,
    /// The check of the release, from the bytes that were about to be published.
    pub checked: Checked,
    /// What was made; none if the promise did not hold.
    pub published: Option<Published>,
}

/// What a run made.
#[derive(Debug)]
pub struct Published {
    /// Rows of the release, drawn at random.
    pub sample: Sample,
    /// The private report, whether or not the job asked for the file.
    pub report: Report,
    /// What is said of the release in public, whether or not there is a file beside which it could lie.
    pub certificate: Certificate,
    /// The release itself, unless it went to a file.
    pub release: Option<CheckedRelease>,
    /// What the pages show before their long lists, whether or not the job asked for them. Risk and use are told where they
    /// were assessed, for a report or a page.
    pub shown: Page,
    /// The files that were written, the release last.
    pub files: Vec<PathBuf>,
}

/// Runs `job`. Files appear only if the promise was verified on the bytes that are about to be published. A release that the
/// job sends to no file, or to `-`, is handed over in [`Published::release`], after the same check; nothing is printed.
/// What the job leaves open is [decided](Job::decided) by the data.
///
/// Data may come from memory and go back there:
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
/// assert_eq!(release.to_batches()?.kept().expect("in memory")[0].num_rows(), 4);
/// # Ok::<(), clump::RunError>(())
/// ```
///
/// # Errors
/// See [`RunError`]. A promise that does not hold is no error but an [`Outcome`] that says so.
pub fn run(job: &Job, progress: &dyn Progress) -> Result<Outcome, RunError> {
    let job = &*job.decided()?;
    let method = job.ready_method()?;
    with_threads(job.resources.threads, || run_with(&method, job, progress))
}

/// Runs `job` with a method of the caller's own instead of the one that the job names. What it publishes is checked
/// like any other's.
///
/// A method that publishes nothing of anybody, and says so:
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
    // Whoever cannot write should not wait to hear of it.
    let targets = Targets::of(job, progress)?;
    Unpublished::make(method, job, progress)?.publish_to(&targets, job, progress)
}

/// A release that lies beside its target and was checked there.
pub(crate) struct StagedRelease {
    file: Staged,
    pub checked: Checked,
    pub facts: ReleaseFacts,
    written: Written,
    /// Seconds that writing took, and checking.
    seconds: [f64; 2],
}

/// Writes a release beside its target, compressed if the name says so; `check` then looks at the file.
fn stage(
    targets: &Targets,
    written: Written,
    format: String,
    layout: String,
    write: impl FnOnce(&mut (dyn Write + Send)) -> io::Result<()>,
    check: impl FnOnce(&std::path::Path) -> Result<Checked, CheckError>,
) -> Result<StagedRelease, RunError> {
    let mut file = match &targets.release {
        ReleaseTarget::File(target) => Staged::new(&targets.staging, target, Audience::Public)?,
        ReleaseTarget::Caller | ReleaseTarget::Nowhere => Staged::scratch(&targets.staging, &targets.temp)?,
    };
    let start = Instant::now();
    file.write_packed(write)?;
    let writing = start.elapsed();
    let checked = check(file.path())?;
    targets.staging.cancel().go_on()?;
    let facts = ReleaseFacts { format, layout, blake3: fingerprint(file.path())? };
    let seconds = [writing, start.elapsed() - writing].map(|time| time.as_secs_f64());
    Ok(StagedRelease { file, checked, facts, written, seconds })
}

/// What a run has to say besides its release.
struct Account<'a> {
    job: &'a Job,
    method: &'a str,
    owner_is: &'a OwnerIs,
    counts: ReadCounts,
    figures: Figures,
    sample: Sample,
    assessment: Option<Assessment>,
    certain: Option<CertainFacts>,
    fates: Vec<Fate>,
    linkage: Vec<Linkage>,
    timing: Timing,
    unknown: Vec<UnknownWord>,
    /// Published items that the promise treats as sensitive.
    sensitive_items: Vec<String>,
    /// The ledger in which the run is entered, and what is told of it.
    ledger: Option<(Ledger, LedgerFacts)>,
    taxonomy: Option<TaxonomyFacts>,
}

/// Writes the audit of the release with a hash.
type WriteAudit<'a> = &'a dyn Fn(&mut dyn Write, &str) -> io::Result<()>;

/// What releases of rows and tables of facts have besides: an audit of rows, and pages that show it.
struct Besides<'a> {
    /// None of a table of facts, whose rows are nobody's.
    audit: Option<WriteAudit<'a>>,
    shown: &'a dyn Fn(&Certificate, &Report, &Sample) -> Page,
    pages: &'a dyn Fn(&Page, &Report) -> [String; 2],
}

/// Publishes everything, the release last, so that it never lies there without its certificate. Each file states the hash of
/// the release.
fn publish(
    targets: &Targets,
    staged: StagedRelease,
    account: Account<'_>,
    besides: Option<Besides<'_>>,
) -> Result<Published, RunError> {
    let certified = certified(&staged.checked);
    let certificate = Certificate {
        sensitive_items: account.sensitive_items,
        certain: account.certain.as_ref().map(|facts| facts.shown.clone()),
        ..certificate_of(
            account.job,
            account.method,
            certified.clone(),
            account.owner_is,
            &account.figures,
            staged.facts,
            account.taxonomy.as_ref(),
        )?
    };
    let report = Report {
        private: true,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        job: serde_json::to_value(resolved(account.job)).expect("a job is plain data"),
        method: account.method.to_owned(),
        promise: certified,
        release: certificate.release.clone(),
        read: serde_json::to_value(account.counts).expect("counts are plain data"),
        figures: account.figures,
        ledger: account.ledger.as_ref().map(|&(_, facts)| facts),
        assessment: account.assessment,
        certain: account.certain,
        fates: account.fates,
        linkage: account.linkage,
        timing: account.timing,
        peak_memory: peak_memory(),
        unknown: account.unknown,
    };
    let shown = match &besides {
        Some(Besides { shown, .. }) => shown(&certificate, &report, &account.sample),
        None => headed(account.job, &certificate, &account.sample),
    };
    let mut files = Vec::new();
    // What is only measured is not published.
    if let (Some((ledger, _)), ReleaseTarget::File(_) | ReleaseTarget::Caller) =
        (&account.ledger, &targets.release)
    {
        let file = Staged::new(&targets.staging, ledger.path(), Audience::Private)?;
        let mut file = file.following(ledger.was());
        file.write(|out| ledger.write(out))?;
        files.push(file);
    }
    if let Some(target) = &targets.report {
        let mut file = Staged::new(&targets.staging, target, Audience::Private)?;
        file.write(|out| write_json(out, &report))?;
        files.push(file);
    }
    if let Some(Besides { audit, pages, .. }) = besides {
        if let (Some(target), Some(audit)) = (&targets.audit, audit) {
            let mut file = Staged::new(&targets.staging, target, Audience::Private)?;
            file.write(|out| audit(out, &certificate.release.blake3))?;
            files.push(file);
        }
        if let Some([public, private]) = &targets.page {
            let [public_page, private_page] = pages(&shown, &report);
            let texts = [(private, private_page, Audience::Private), (public, public_page, Audience::Public)];
            for (target, text, audience) in texts {
                let mut file = Staged::new(&targets.staging, target, audience)?;
                file.write(|out| out.write_all(text.as_bytes()))?;
                files.push(file);
            }
        }
    }
    if let Some(target) = &targets.certificate {
        let mut file = Staged::new(&targets.staging, target, Audience::Public)?;
        file.write(|out| out.write_all(&certificate.to_bytes()))?;
        files.push(file);
    }
    let release = match targets.release {
        ReleaseTarget::File(_) => {
            files.push(staged.file);
            None
        }
        ReleaseTarget::Caller | ReleaseTarget::Nowhere => {
            Some(CheckedRelease::new(staged.file, staged.written))
        }
    };
    let files = publish_all(files, targets.existing)?;
    Ok(Published { sample: account.sample, report, certificate, release, shown, files })
}

/// What was promised, with what was found of each property.
fn certified(checked: &Checked) -> CertifiedPromise {
    let verdict = |property: &CheckedProperty| {
        let verdict = property.verdict().expect("what is published was checked").clone();
        CertifiedProperty::new(property.property.clone(), verdict)
    };
    let properties: Vec<CertifiedProperty> = checked.properties.iter().map(verdict).collect();
    properties.try_into().expect("these are the properties of a promise")
}

/// `job` with what follows from its other settings where it says nothing.
fn resolved(job: &Job) -> Job {
    let mut job = job.clone();
    job.output.layout = Some(job.release_layout());
    job.input.unit = Some(job.transaction_is());
    job
}

fn write_json(out: &mut dyn Write, value: &impl serde::Serialize) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    out.write_all(b"\n")
}
