//! A release that lies on disk, with what its certificate says about it.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use clump_core::anonymize::ParameterError;
use clump_core::release::Release;
use clump_core::transactions::Bags;
use clump_io::Input;
use clump_io::release::{ReleaseFormat, ReleaseLayout, Released, read_audit, read_release};
use clump_report::Certificate;

use crate::check::{self, Checked};
use crate::data::Data;
use crate::targets::certificate_path;
use crate::{RunError, audit};

/// A release as read from its file.
#[derive(Debug)]
pub struct ReleaseFile {
    path: PathBuf,
    k: Option<usize>,
    layout: ReleaseLayout,
    released: Released,
    /// Whether the certificate beside the release is about these bytes; none without one.
    certified: Option<bool>,
}

impl ReleaseFile {
    /// Reads the release at `path`. What is not given comes from the certificate beside it, then from the extension.
    ///
    /// # Errors
    /// When the release or its certificate cannot be read.
    pub fn read(
        path: &Path,
        k: Option<usize>,
        format: Option<ReleaseFormat>,
        layout: Option<ReleaseLayout>,
    ) -> Result<ReleaseFile, RunError> {
        let certificate = read_certificate(&certificate_path(path))?;
        let stated = |fact: fn(&Certificate) -> &str| certificate.as_ref().map(fact).map(str::to_owned);
        let format = format
            .or_else(|| stated(|certificate| &certificate.release.format).and_then(|word| parse(&word)))
            .or_else(|| ReleaseFormat::from_path(path))
            .unwrap_or_default();
        let layout = layout
            .or_else(|| stated(|certificate| &certificate.release.layout).and_then(|word| parse(&word)))
            .unwrap_or_default();
        let released = read_release(&Input::from(path), format, layout, &())?;
        let certified = match &certificate {
            Some(certificate) => Some(certificate.release.blake3 == fingerprint(path)?),
            None => None,
        };
        Ok(ReleaseFile {
            path: path.to_owned(),
            k: k.or(certificate.map(|certificate| certificate.k)),
            layout,
            released,
            certified,
        })
    }

    /// Checks the promise from the rows alone.
    ///
    /// # Errors
    /// When neither the caller nor a certificate says what k is.
    pub fn check(&self) -> Result<Checked, RunError> {
        Ok(check::check_alone(&self.released, self.k()?).with_certificate(self.certified))
    }

    /// Checks the promise from the rows, the audit and the originals.
    ///
    /// # Errors
    /// When k is not known, or when audit, release and originals do not belong together.
    pub fn check_against(&self, audit: &Path, data: &Data) -> Result<Checked, RunError> {
        let k = self.k()?;
        let lines = self.line_of_each(audit, data)?;
        let checked = check::check_against(&self.released, k, &data.transactions, &data.taxonomy, &lines);
        Ok(checked.with_certificate(self.certified))
    }

    /// The release as nodes of the data's taxonomy, for measuring.
    ///
    /// # Errors
    /// When audit, release and originals do not belong together.
    pub fn published(&self, audit: &Path, data: &Data) -> Result<Release, RunError> {
        let lines = self.line_of_each(audit, data)?;
        let nodes = check::nodes_of_labels(&self.released, &data.taxonomy);
        let mut bags = Bags::default();
        for line in 0..self.released.len() {
            let bag: Option<Vec<_>> =
                self.released.row(line).iter().map(|&label| nodes[label as usize]).collect();
            bags.push(bag.ok_or_else(|| RunError::ForeignLabel { path: self.path.clone(), line: line + 1 })?);
        }
        let release = Release::new(bags, lines.iter().map(|&line| line as u32 - 1).collect());
        let fits = |row: usize| {
            clump_core::verify::generalizes(&data.taxonomy, release.get(row), data.transactions.get(row))
        };
        match (0..release.rows()).find(|&row| !fits(row)) {
            Some(row) => Err(RunError::NotGeneralized { path: self.path.clone(), line: lines[row] }),
            None => Ok(release.canonical(&data.taxonomy, clump_core::release::RootItems::Keep)),
        }
    }

    fn k(&self) -> Result<usize, RunError> {
        match self.k {
            None => Err(RunError::NoK),
            Some(k) if k < 2 => Err(ParameterError::KTooSmall { k }.into()),
            Some(k) => Ok(k),
        }
    }

    fn line_of_each(&self, path: &Path, data: &Data) -> Result<Vec<usize>, RunError> {
        let entries = read_audit(&Input::from(path))?;
        audit::line_of_each(path, &entries, data, self.released.len(), self.layout)
    }
}

/// BLAKE3 of the bytes of a file.
pub(crate) fn fingerprint(path: &Path) -> io::Result<String> {
    let mut hasher = blake3::Hasher::new();
    io::copy(&mut File::open(path)?, &mut hasher)?;
    Ok(hasher.finalize().to_hex().to_string())
}

fn read_certificate(path: &Path) -> Result<Option<Certificate>, RunError> {
    match std::fs::read(path) {
        Ok(bytes) => serde_json::from_slice(&bytes)
            .map(Some)
            .map_err(|source| RunError::Certificate { path: path.to_owned(), source }),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error.into()),
    }
}

fn parse<T: serde::de::DeserializeOwned>(word: &str) -> Option<T> {
    serde_json::from_value(word.into()).ok()
}
