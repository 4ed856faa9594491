//! The output of a job: file, format and layout of its release.

use std::path::{Path, PathBuf};

use clump_core::release::RootItems;
use clump_io::Input;
use clump_io::release::{Packing, ReleaseFormat, ReleaseLayout};

use super::echo::Echo;
use super::keys::OutputKeys;
use crate::JobError;
use crate::methods::{MethodName, WorksOn};

/// File, format and layout of the release.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct OutputSettings {
    /// File of the release; `-` for standard output, `None` for no file.
    pub release: Option<PathBuf>,
    /// Format of the release. `None` to use the extension of the file, or `tsv` for standard output.
    pub format: Option<ReleaseFormat>,
    /// Rows for owners or for groups. `None` for [`Job::release_layout`](super::Job::release_layout).
    pub layout: Option<ReleaseLayout>,
    /// Rule for items that were generalized to the root: publish or suppress them.
    pub root_items: RootItems,
    /// True to replace existing files of the same names.
    pub force: bool,
    /// True to compute the lower bound of the loss of any grouping, and to state it in the certificate.
    pub floor: bool,
}

impl OutputSettings {
    /// Takes the keys for a method on `works_on`. `has_floor` is true if the method can promise groups.
    pub(super) fn take(keys: &mut OutputKeys, works_on: WorksOn, has_floor: bool) -> OutputSettings {
        let mut settings = OutputSettings {
            release: keys.output.take(),
            force: std::mem::take(&mut keys.force),
            ..OutputSettings::default()
        };
        if works_on != WorksOn::Lines {
            settings.format = keys.to.take();
        }
        if works_on == WorksOn::Transactions {
            settings.layout = keys.layout.take();
            settings.root_items =
                if std::mem::take(&mut keys.keep_root) { RootItems::Keep } else { RootItems::Drop };
        }
        if has_floor {
            settings.floor = std::mem::take(&mut keys.floor);
        }
        settings
    }

    pub(super) fn echo(&self, echo: &mut Echo) {
        echo.put("output", &self.release);
        echo.put("to", self.format);
        echo.put("layout", self.layout);
        echo.put("keep-root", self.root_items == RootItems::Keep);
        echo.put("force", self.force);
        echo.put("floor", self.floor);
    }

    /// The file of the release; `None` without one or for standard output.
    fn file(&self) -> Option<&Path> {
        self.release.as_deref().filter(|path| *path != Path::new("-"))
    }

    /// Format of the release: `format`, or else the format of the file's extension. Without a file it is
    /// `tsv`.
    ///
    /// # Errors
    /// When the extension is unknown or that of a spreadsheet, or this build lacks the format.
    pub fn release_format(&self) -> Result<ReleaseFormat, JobError> {
        if let Some(path) = self.file().filter(|path| is_spreadsheet(path)) {
            return Err(JobError::Spreadsheet(path.to_owned()));
        }
        let format = match (self.format, self.file()) {
            (Some(format), _) => format,
            (None, None) => ReleaseFormat::default(),
            (None, Some(path)) => {
                ReleaseFormat::from_path(path).ok_or_else(|| JobError::UnknownFormat(path.to_owned()))?
            }
        };
        format.available()?;
        Ok(format)
    }

    /// Refuses a file name that suggests another format or compression than `method` writes.
    pub(crate) fn refuse_misleading_name(&self, method: MethodName) -> Result<(), JobError> {
        let Some(path) = self.file() else { return Ok(()) };
        match method.facts().works_on {
            WorksOn::Lines => match ReleaseFormat::from_path(path) {
                Some(ReleaseFormat::Tsv) => Ok(()),
                _ => Err(JobError::LinesAreTsv { path: path.to_owned(), method }),
            },
            WorksOn::Transactions | WorksOn::Facts => {
                let format = self.release_format()?;
                if format.compresses_inside() && Packing::from_path(path) != Packing::Plain {
                    Err(JobError::CompressedTwice { path: path.to_owned(), format: format.word() })
                } else {
                    Ok(())
                }
            }
        }
    }
}

/// True if the extension is that of a spreadsheet.
fn is_spreadsheet(path: &Path) -> bool {
    let extension = Input::from(path).extension();
    extension.is_some_and(|extension| ["xlsx", "xls", "xlsm", "ods"].contains(&extension.as_str()))
}
