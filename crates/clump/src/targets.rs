//! The files a job is going to write, refused before any work is done if they cannot be.

use std::path::{Path, PathBuf};

use clump_io::Input;

use crate::job::Job;
use crate::publish::{Existing, PublishError, check_target};

/// Where a run's outputs go.
#[derive(Debug)]
pub struct Targets {
    /// The release, or the place where it is checked before it goes to standard output.
    pub release: Option<PathBuf>,
    /// Whether the release goes to standard output.
    pub to_stdout: bool,
    /// `<release>.certificate.json`; none without a release file.
    pub certificate: Option<PathBuf>,
    /// The private report.
    pub report: Option<PathBuf>,
    /// The private audit.
    pub audit: Option<PathBuf>,
    /// What happens to files that are there.
    pub existing: Existing,
}

impl Targets {
    /// The targets of `job`, checked.
    ///
    /// # Errors
    /// When a target exists and must be kept, cannot be written, or is named twice.
    pub fn of(job: &Job) -> Result<Targets, PublishError> {
        let to_stdout = job.output.as_deref() == Some(Path::new("-"));
        let targets = Targets {
            release: if to_stdout { Some(std::env::temp_dir().join("release")) } else { job.output.clone() },
            to_stdout,
            certificate: job.output.as_deref().filter(|_| !to_stdout).map(certificate_path),
            report: job.report.clone(),
            audit: job.audit.clone(),
            existing: if job.force { Existing::Replace } else { Existing::Keep },
        };
        let release = targets.release.iter().filter(|_| !to_stdout);
        let files: Vec<&PathBuf> =
            release.chain(&targets.certificate).chain(&targets.report).chain(&targets.audit).collect();
        let inputs = job.input.iter().filter_map(|input| match input {
            Input::File(path) => Some(path),
            Input::Stdin => None,
        });
        for (index, &file) in files.iter().enumerate() {
            if files[..index].contains(&file) || inputs.clone().any(|input| input == file) {
                return Err(PublishError::Shared { path: file.clone() });
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
