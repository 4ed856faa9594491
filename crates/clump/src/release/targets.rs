//! The files that a job will write. If one cannot be written, the job is refused before any work is done.

use std::path::{Path, PathBuf};

use clump_core::progress::Progress;

use crate::PublishError;
use crate::job::Job;
use crate::paths::{certificate_path, is_same_file, private_page};
use crate::release::publish::{Existing, check_target};
use crate::release::staged::Staging;

/// Paths of all outputs of a run.
#[derive(Debug)]
pub struct Targets {
    pub release: ReleaseTarget,
    /// The file `<release>.certificate.json`; `None` if the release goes to no file.
    pub certificate: Option<PathBuf>,
    /// The public page and the private page, in this order.
    pub page: Option<[PathBuf; 2]>,
    /// True if the pages are returned to the caller of the run.
    pub returns_pages: bool,
    pub report: Option<PathBuf>,
    pub audit: Option<PathBuf>,
    pub existing: Existing,
    /// Unfinished files of the run.
    pub staging: Staging,
    /// Folder for the release if it goes to no file.
    pub temp: PathBuf,
}

/// Destination of a release. In each case, the release is first written to a file and checked there.
#[derive(Debug)]
pub enum ReleaseTarget {
    /// The release becomes this file.
    File(PathBuf),
    /// The caller of the run gets the release, in the format of the job.
    Caller,
    /// Nobody asked for the release: it is only measured. Its format is one that can contain any label.
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
    /// True if the run must make pages.
    pub fn has_pages(&self) -> bool {
        self.page.is_some() || self.returns_pages
    }

    /// Targets without any output: releases are made, checked and dropped.
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

    /// The targets of `job`, after checking that each can be written.
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
            // The ledger is replaced even if other existing files must be kept.
            check_all(&[ledger], job, Existing::Replace)?;
        }
        Ok(targets)
    }
}

/// Checks that each of `files` can be written, is only in the list once, and is not an input of `job`.
///
/// # Errors
/// When a file fails one of these checks.
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
