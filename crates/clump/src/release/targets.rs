//! The files that a job will write. They are refused before any work is done if they cannot be written.

use std::path::{Path, PathBuf};

use clump_core::progress::Progress;

use crate::PublishError;
use crate::job::Job;
use crate::paths::{certificate_path, is_same_file, private_page};
use crate::release::publish::{Existing, check_target};
use crate::release::staged::Staging;

/// Places of a run's outputs.
#[derive(Debug)]
pub struct Targets {
    pub release: ReleaseTarget,
    /// `<release>.certificate.json`; none without a release file.
    pub certificate: Option<PathBuf>,
    /// The page that may be published, and the private one.
    pub page: Option<[PathBuf; 2]>,
    /// True if the caller of the run gets the pages.
    pub returns_pages: bool,
    pub report: Option<PathBuf>,
    pub audit: Option<PathBuf>,
    pub existing: Existing,
    /// List of the files of the run until they have their names.
    pub staging: Staging,
    /// The folder for a release without a file.
    pub temp: PathBuf,
}

/// Destination of a release. It is checked in a file in each case.
#[derive(Debug)]
pub enum ReleaseTarget {
    /// To this file.
    File(PathBuf),
    /// The caller of the run, in the format that the job states.
    Caller,
    /// None: the release is measured. The caller can have it, in a format that takes any label.
    Nowhere,
}

impl ReleaseTarget {
    fn file(&self) -> Option<&PathBuf> {
        match self {
            ReleaseTarget::File(path) => Some(path),
            ReleaseTarget::Caller | ReleaseTarget::Nowhere => None,
        }
    }
}

impl Targets {
    /// True if pages are made.
    pub fn has_pages(&self) -> bool {
        self.page.is_some() || self.returns_pages
    }

    /// Targets that write nothing of `job`: releases are made, checked and dropped.
    pub fn nowhere(job: &Job, progress: &dyn Progress) -> Targets {
        Targets {
            release: ReleaseTarget::Nowhere,
            certificate: None,
            page: None,
            returns_pages: false,
            report: None,
            audit: None,
            existing: Existing::Keep,
            staging: Staging::of(progress),
            temp: job.resources.temp_folder(),
        }
    }

    /// The targets of `job`, checked.
    pub fn of(job: &Job, progress: &dyn Progress) -> Result<Targets, PublishError> {
        let release = match &job.output.release {
            None => ReleaseTarget::Nowhere,
            Some(path) if path == Path::new("-") => ReleaseTarget::Caller,
            Some(path) => ReleaseTarget::File(path.clone()),
        };
        let targets = Targets {
            certificate: release.file().map(|path| certificate_path(path)),
            release,
            page: job.report.page.as_ref().map(|page| [page.clone(), private_page(page)]),
            returns_pages: job.report.returns_pages,
            report: job.report.report.clone(),
            audit: job.report.audit.clone(),
            existing: Existing::replaced(job.output.force),
            ..Targets::nowhere(job, progress)
        };
        let release = targets.release.file().into_iter();
        let pages = targets.page.iter().flatten();
        let files: Vec<&PathBuf> = release
            .chain(&targets.certificate)
            .chain(pages)
            .chain(&targets.report)
            .chain(&targets.audit)
            .collect();
        check_all(&files, job, targets.existing)?;
        if let Some(ledger) = &job.guards.ledger.file {
            if files.iter().any(|file| is_same_file(file, ledger)) {
                return Err(PublishError::TwoOutputs(ledger.clone()));
            }
            // The ledger is always replaced, whatever the policy for the others.
            check_all(&[ledger], job, Existing::Replace)?;
        }
        Ok(targets)
    }
}

/// Makes sure that every file of `files` can be written, is named once, and is not an input of `job`.
///
/// # Errors
/// When one of them does not meet this.
pub fn check_targets(files: &[PathBuf], job: &Job, replace: bool) -> Result<(), PublishError> {
    check_all(&files.iter().collect::<Vec<_>>(), job, Existing::replaced(replace))
}

fn check_all(files: &[&PathBuf], job: &Job, existing: Existing) -> Result<(), PublishError> {
    let inputs = job.files_read();
    for (index, &file) in files.iter().enumerate() {
        if files[..index].iter().any(|other| is_same_file(other, file)) {
            return Err(PublishError::TwoOutputs(file.clone()));
        }
        if inputs.iter().any(|input| is_same_file(input, file)) {
            return Err(PublishError::IsInput(file.clone()));
        }
        check_target(file, existing)?;
    }
    Ok(())
}
