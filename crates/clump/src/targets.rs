//! The files a job is going to write, refused before any work is done if they cannot be.

use std::path::{Path, PathBuf};

use crate::job::Job;
use crate::publish::{Existing, PublishError, check_target, is_same_file};

/// Where a run's outputs go.
#[derive(Debug)]
pub struct Targets {
    /// The release.
    pub release: ReleaseTarget,
    /// `<release>.certificate.json`; none without a release file.
    pub certificate: Option<PathBuf>,
    /// The private report.
    pub report: Option<PathBuf>,
    /// The private audit.
    pub audit: Option<PathBuf>,
    /// What happens to files that are there.
    pub existing: Existing,
}

/// Where a release goes. It is checked in a file in each case.
#[derive(Debug)]
pub enum ReleaseTarget {
    /// To this file.
    File(PathBuf),
    /// To standard output.
    Stdout,
    /// It is measured and dropped.
    Nowhere,
}

impl ReleaseTarget {
    fn file(&self) -> Option<&PathBuf> {
        match self {
            ReleaseTarget::File(path) => Some(path),
            ReleaseTarget::Stdout | ReleaseTarget::Nowhere => None,
        }
    }
}

impl Targets {
    /// The targets of `job`, checked.
    ///
    /// # Errors
    /// When a target exists and must be kept, cannot be written, or is named twice.
    pub fn of(job: &Job) -> Result<Targets, PublishError> {
        let release = match &job.output {
            None => ReleaseTarget::Nowhere,
            Some(path) if path == Path::new("-") => ReleaseTarget::Stdout,
            Some(path) => ReleaseTarget::File(path.clone()),
        };
        let targets = Targets {
            certificate: release.file().map(|path| certificate_path(path)),
            release,
            report: job.report.clone(),
            audit: job.audit.clone(),
            existing: if job.force { Existing::Replace } else { Existing::Keep },
        };
        let release = targets.release.file().into_iter();
        let files: Vec<&PathBuf> =
            release.chain(&targets.certificate).chain(&targets.report).chain(&targets.audit).collect();
        let inputs = job.files_read();
        for (index, &file) in files.iter().enumerate() {
            if files[..index].iter().any(|other| is_same_file(other, file)) {
                return Err(PublishError::TwoOutputs { path: file.clone() });
            }
            if inputs.iter().any(|input| is_same_file(input, file)) {
                return Err(PublishError::IsInput { path: file.clone() });
            }
            check_target(file, targets.existing)?;
        }
        Ok(targets)
    }
}

/// Where the certificate of a release lies.
pub fn certificate_path(release: &Path) -> PathBuf {
    let mut name = release.as_os_str().to_owned();
    name.push(".certificate.json");
    PathBuf::from(name)
}
