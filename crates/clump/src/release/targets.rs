//! The files that a job will write. If one cannot be written, the job is refused before any work is done.

use std::path::{Path, PathBuf};
use std::{fs, io};

use clump_core::facts::TableSpec;
use clump_core::progress::Progress;

use crate::job::Job;
use crate::paths::{FOLDER_CERTIFICATE, certificate_path, is_same_file, private_page};
use crate::release::publish::{Existing, check_target};
use crate::release::staged::Staging;
use crate::{PublishError, RunError};

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
    /// The folder of several tables, if the run made it.
    _folder: Option<ReleaseFolder>,
}

/// Destination of a release. In each case, the release is first written to a file and checked there.
#[derive(Debug)]
pub enum ReleaseTarget {
    /// The release becomes this file.
    File(PathBuf),
    /// The tables of the release become files in this folder.
    Folder(PathBuf),
    /// The caller of the run gets the release, in the format of the job.
    Caller,
    /// Nobody asked for the release: it is only measured. Its format is one that can contain any label.
    Nowhere,
}

impl ReleaseTarget {
    fn file(&self) -> Option<&PathBuf> {
        match self {
            ReleaseTarget::File(path) => Some(path),
            ReleaseTarget::Folder(_) | ReleaseTarget::Caller | ReleaseTarget::Nowhere => None,
        }
    }
}

/// The folder of a release of several tables. If the run made it and writes nothing to it, it is removed.
#[derive(Debug)]
pub struct ReleaseFolder(PathBuf);

impl ReleaseFolder {
    /// Makes the folder at `path`, unless it exists. It may have no other files than those called `names`.
    fn make(path: &Path, names: &[PathBuf]) -> Result<Option<ReleaseFolder>, PublishError> {
        let unwritable = |source| PublishError::unwritable(path, source);
        match fs::create_dir(path) {
            Ok(()) => return Ok(Some(ReleaseFolder(path.to_owned()))),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && path.is_dir() => {}
            Err(error) => return Err(unwritable(error)),
        }
        for entry in path.read_dir().map_err(unwritable)? {
            let entry = entry.map_err(unwritable)?.path();
            if !names.contains(&entry) {
                return Err(PublishError::NotEmpty(path.to_owned()));
            }
        }
        Ok(None)
    }
}

impl Drop for ReleaseFolder {
    fn drop(&mut self) {
        // It fails if the folder has files, as it should.
        let _ = fs::remove_dir(&self.0);
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
            _folder: None,
        }
    }

    /// The targets of `job`, after checking that each can be written.
    pub fn of(job: &Job, progress: &dyn Progress) -> Result<Targets, RunError> {
        let release = match &job.output.release {
            None => ReleaseTarget::Nowhere,
            Some(path) if path == Path::new("-") => ReleaseTarget::Caller,
            Some(path) if job.tables_in_folder().is_empty() => ReleaseTarget::File(path.clone()),
            Some(path) => ReleaseTarget::Folder(path.clone()),
        };
        let mut tables: Vec<PathBuf> = Vec::new();
        let certificate = match &release {
            ReleaseTarget::Folder(folder) => {
                let format = job.release_format()?;
                let name =
                    |table: &TableSpec| folder.join(format!("{}.{}", table.file_stem(), format.word()));
                tables = job.tables_in_folder().iter().map(name).collect();
                Some(folder.join(FOLDER_CERTIFICATE))
            }
            release => release.file().map(|path| certificate_path(path)),
        };
        let folder = match &release {
            ReleaseTarget::Folder(folder) => {
                let known: Vec<PathBuf> = tables.iter().cloned().chain(certificate.clone()).collect();
                ReleaseFolder::make(folder, &known)?
            }
            _ => None,
        };
        let targets = Targets {
            certificate,
            _folder: folder,
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
            .chain(&tables)
            .chain(&targets.certificate)
            .chain(pages)
            .chain(&targets.report)
            .chain(&targets.audit)
            .collect();
        check_all(&files, job, targets.existing)?;
        if let Some(ledger) = &job.guards.ledger.file {
            if files.iter().any(|file| is_same_file(file, ledger)) {
                return Err(PublishError::TwoOutputs(ledger.clone()).into());
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
