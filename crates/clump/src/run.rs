//! A job from end to end: read -> map -> transactions -> anonymize -> verify -> measure -> release and report.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Instant;

use clump_core::anonymize::clump::Order;
use clump_core::anonymize::{Anonymizer, Promise};
use clump_core::inspect::TaxonomySize;
use clump_core::measure::measure;
use clump_core::progress::Progress;
use clump_core::release::Release;
use clump_io::Input;
use clump_io::release::{ReleaseWriter, read_release};
use clump_report::{Certificate, FloorFacts, ReleaseFacts, Report, Timing};

use crate::check::{Checked, check_against};
use crate::data::Data;
use crate::job::{Job, MethodName, UnitName};
use crate::memory::peak_memory;
use crate::publish::{Audience, Staged, publish_all};
use crate::release_file::fingerprint;
use crate::rows::Rows;
use crate::targets::{ReleaseTarget, Targets};
use crate::{RunError, audit};

/// How a run ended.
#[derive(Debug)]
pub struct Outcome {
    /// What was read.
    pub data: Data,
    /// The check of the release, from the bytes that were about to be published.
    pub checked: Checked,
    /// What was made; none if the promise did not hold.
    pub published: Option<Published>,
}

/// What a run made.
#[derive(Debug)]
pub struct Published {
    /// The private report, whether or not the job asked for the file.
    pub report: Report,
    /// The files that were written, the release last.
    pub files: Vec<PathBuf>,
}

/// Runs `job`. Files appear only if the promise was verified on the bytes that are about to be published.
///
/// # Errors
/// See [`RunError`]. A promise that does not hold is no error but an [`Outcome`] that says so.
pub fn run(job: &Job, progress: &dyn Progress) -> Result<Outcome, RunError> {
    let method = job.method()?;
    with_threads(job.threads, || run_with(method.as_ref(), job, progress))
}

/// Does `work` on as many threads as asked for.
pub(crate) fn with_threads<T: Send>(
    threads: Option<NonZeroUsize>,
    work: impl FnOnce() -> Result<T, RunError> + Send,
) -> Result<T, RunError> {
    match threads {
        None => work(),
        Some(threads) => rayon::ThreadPoolBuilder::new().num_threads(threads.get()).build()?.install(work),
    }
}

/// Runs `job` with a method of the caller's own instead of the one that the job names. What it publishes is checked
/// like any other's.
///
/// # Errors
/// As [`run`].
pub fn run_with(method: &dyn Anonymizer, job: &Job, progress: &dyn Progress) -> Result<Outcome, RunError> {
    let start = Instant::now();
    let targets = Targets::of(job)?;
    let data = Data::read(job, progress)?;
    let (release, seconds) = group(method, &data, job, progress)?;
    let staged = stage(&targets, method.promise(), &release, &data, job)?;
    let checked = staged.checked.clone();
    if !checked.holds {
        return Ok(Outcome { data, checked, published: None });
    }
    let measures = measure(&data.transactions, &data.taxonomy, &release);
    let (floor, seconds_floor) = match job.floor {
        true => {
            let start = Instant::now();
            let loss = data.floor(method.promise(), progress);
            (Some(FloorFacts::new(loss, measures.loss, measures.items)), start.elapsed().as_secs_f64())
        }
        false => (None, 0.0),
    };
    let report = Report {
        private: true,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        job: serde_json::to_value(job).expect("a job is plain data"),
        method: method.name().to_owned(),
        promise: method.promise(),
        read: serde_json::to_value(data.counts).expect("counts are plain data"),
        taxonomy: TaxonomySize::of(&data.taxonomy),
        measures,
        floor,
        verdict: checked.verdict().clone(),
        timing: Timing {
            read: data.seconds,
            seconds,
            floor: seconds_floor,
            seconds_total: start.elapsed().as_secs_f64(),
        },
        peak_memory: peak_memory(),
        unknown: data.unknown_words(),
    };
    let files = publish(&targets, staged, &report, &data, job)?;
    Ok(Outcome { data, checked, published: Some(Published { report, files }) })
}

/// Groups and generalizes; the seconds are those of the method alone.
fn group(
    method: &dyn Anonymizer,
    data: &Data,
    job: &Job,
    progress: &dyn Progress,
) -> Result<(Release, f64), RunError> {
    data.require_owners()?;
    let start = Instant::now();
    let release = method
        .anonymize(&data.transactions, &data.taxonomy, progress)
        .map_err(|reason| RunError::Anonymize { reason, cause: data.dropped() })?;
    let seconds = start.elapsed().as_secs_f64();
    Ok((release.canonical(&data.taxonomy, job.root_items()), seconds))
}

/// A release that lies beside its target and was checked there.
struct StagedRelease {
    file: Staged,
    checked: Checked,
    blake3: String,
    line_of_each: Vec<usize>,
}

fn stage(
    targets: &Targets,
    promise: Promise,
    release: &Release,
    data: &Data,
    job: &Job,
) -> Result<StagedRelease, RunError> {
    let format = job.release_format();
    let rows = Rows::new(release, &data.transactions, &data.taxonomy, job.layout);
    let mut file = match &targets.release {
        ReleaseTarget::File(target) => Staged::new(target, Audience::Public)?,
        ReleaseTarget::Stdout | ReleaseTarget::Nowhere => Staged::scratch()?,
    };
    file.write(|out| {
        let mut writer = ReleaseWriter::new(out, format, job.layout);
        rows.try_for_each(|owners, labels| writer.row(owners, labels.iter().copied()))?;
        writer.finish().map(drop)
    })?;
    let read_back = read_release(&Input::from(file.path()), format, job.layout, &())?;
    let line_of_each = rows.line_of_each();
    let Promise::KAnonymity { k } = promise;
    let checked = check_against(&read_back, k, &data.transactions, &data.taxonomy, &line_of_each);
    let blake3 = fingerprint(file.path())?;
    Ok(StagedRelease { file, checked, blake3, line_of_each })
}

/// Publishes everything else first, so that a release never lies there without its certificate.
fn publish(
    targets: &Targets,
    staged: StagedRelease,
    report: &Report,
    data: &Data,
    job: &Job,
) -> Result<Vec<PathBuf>, RunError> {
    let mut files = Vec::new();
    if let Some(target) = &targets.report {
        let mut file = Staged::new(target, Audience::Private)?;
        file.write(|out| write_json(out, report))?;
        files.push(file);
    }
    if let Some(target) = &targets.audit {
        let mut file = Staged::new(target, Audience::Private)?;
        file.write(|out| audit::write(out, data, &staged.line_of_each))?;
        files.push(file);
    }
    if let Some(target) = &targets.certificate {
        let certificate = certificate(report, &staged, data, job);
        let mut file = Staged::new(target, Audience::Public)?;
        file.write(|out| write_json(out, &certificate))?;
        files.push(file);
    }
    match targets.release {
        ReleaseTarget::File(_) => files.push(staged.file),
        ReleaseTarget::Stdout => {
            io::copy(&mut File::open(staged.file.path())?, &mut io::stdout().lock())?;
        }
        ReleaseTarget::Nowhere => {}
    }
    Ok(publish_all(files, targets.existing)?)
}

fn certificate(report: &Report, staged: &StagedRelease, data: &Data, job: &Job) -> Certificate {
    let certificate = Certificate::new(
        report.promise,
        staged.checked.verdict().clone(),
        &report.measures,
        &report.method,
        parameters(job),
        ReleaseFacts {
            format: word(&job.release_format()),
            layout: word(&job.layout),
            blake3: staged.blake3.clone(),
        },
        data.taxonomy_facts.clone(),
    );
    Certificate { floor: report.floor, ..certificate }
}

/// The word that a policy is written as in a job.
fn word(policy: &impl serde::Serialize) -> String {
    let word = serde_json::to_value(policy).expect("a policy is a word");
    word.as_str().expect("a policy is a word").to_owned()
}

/// The settings that shaped this release and tell nothing about its input.
fn parameters(job: &Job) -> BTreeMap<String, serde_json::Value> {
    let is_public = |key: &str| match key {
        "k" | "form" | "unit" | "keep-repeats" | "matching" | "scope" | "keep-root" | "unknown" => true,
        "effort" => job.method == MethodName::Nearest,
        "r" | "order" | "lcg" => job.method == MethodName::Clump,
        "gap" => job.unit == UnitName::Session,
        "seed" => job.method == MethodName::Nearest || job.order == Order::Random,
        _ => false,
    };
    let serde_json::Value::Object(all) = serde_json::to_value(job).expect("a job is plain data") else {
        unreachable!("a job is a map");
    };
    all.into_iter().filter(|(key, _)| is_public(key)).collect()
}

fn write_json(out: &mut dyn Write, value: &impl serde::Serialize) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    out.write_all(b"\n")
}
