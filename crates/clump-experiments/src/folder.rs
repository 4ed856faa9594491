//! The folder for results of the experiments: new, empty, or with permission to replace files.

use std::path::{Path, PathBuf};
use std::{fs, io};

use clump::staging::{Audience, Existing, PublishError, StagedFile, Staging, publish_all};
use clump_core::progress::Progress;
use clump_report::reproduction::{ExhibitData, page};

use super::{ReproduceError, Results};

/// A folder for results. Dropping this value removes the folder if it is new and empty.
#[derive(Debug)]
pub struct ResultsFolder {
    path: PathBuf,
    existing: Existing,
    is_new: bool,
}

impl ResultsFolder {
    /// Opens `path`, or creates it. If `replace` is true, files with the names of results may be replaced.
    /// Other files are never changed.
    ///
    /// # Errors
    /// When the folder has files and `replace` is false, `path` is not a folder, or it cannot be created.
    pub fn open(path: &Path, replace: bool) -> Result<ResultsFolder, PublishError> {
        let unwritable = |source| PublishError::Unwritable(path.to_owned(), source);
        let is_new = match fs::read_dir(path) {
            Ok(mut files) => {
                if files.next().is_some() && !replace {
                    return Err(PublishError::NotEmpty(path.to_owned()));
                }
                false
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                fs::create_dir_all(path).map_err(unwritable)?;
                true
            }
            Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
                return Err(PublishError::NoFolder(path.to_owned()));
            }
            Err(error) => return Err(unwritable(error)),
        };
        let existing = if replace { Existing::Replace } else { Existing::Keep };
        Ok(ResultsFolder { path: path.to_owned(), existing, is_new })
    }

    /// Writes a CSV file for each exhibit, `results.json` and `index.html`. All files are complete before the
    /// first gets its name, and `index.html` gets it last. Returns the paths in this order.
    ///
    /// # Errors
    /// When a file cannot be written, or the run is cancelled.
    pub fn publish(
        &self,
        results: &Results,
        progress: &dyn Progress,
    ) -> Result<Vec<PathBuf>, ReproduceError> {
        let mut texts = Vec::new();
        for exhibit in &results.reproduction.exhibits {
            let log = match exhibit.data {
                ExhibitData::Baskets => "paper",
                ExhibitData::Log => results.reproduction.log.origin.word(),
            };
            texts.push((format!("{}.csv", exhibit.id), exhibit.csv(log)));
        }
        let json = serde_json::to_string_pretty(results).map_err(io::Error::from)?;
        texts.push(("results.json".to_owned(), json + "\n"));
        texts.push(("index.html".to_owned(), page(&results.reproduction)));
        let staging = Staging::of(progress);
        let staged: Vec<StagedFile> =
            texts.iter().map(|(name, text)| self.stage(&staging, name, text)).collect::<Result<_, _>>()?;
        Ok(publish_all(staged, self.existing)?)
    }

    fn stage(&self, staging: &Staging, name: &str, text: &str) -> Result<StagedFile, PublishError> {
        let mut file = StagedFile::new(staging, &self.path.join(name), Audience::Public)?;
        file.write(|out| out.write_all(text.as_bytes()))?;
        Ok(file)
    }
}

impl Drop for ResultsFolder {
    fn drop(&mut self) {
        if self.is_new {
            // Fails without effect if the folder has files.
            let _ = fs::remove_dir(&self.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_with_files_is_refused_unless_they_may_be_replaced() {
        let desk = tempfile::tempdir().unwrap();
        fs::write(desk.path().join("index.html"), "old").unwrap();
        assert!(matches!(ResultsFolder::open(desk.path(), false), Err(PublishError::NotEmpty { .. })));
        assert!(ResultsFolder::open(desk.path(), true).is_ok());
        let file = desk.path().join("index.html");
        assert!(matches!(ResultsFolder::open(&file, true), Err(PublishError::NoFolder { .. })));
    }

    #[test]
    fn a_folder_that_got_nothing_is_as_it_was() {
        let desk = tempfile::tempdir().unwrap();
        let path = desk.path().join("results");
        drop(ResultsFolder::open(&path, false).unwrap());
        assert!(!path.exists());
        fs::create_dir(&path).unwrap();
        drop(ResultsFolder::open(&path, false).unwrap());
        assert!(path.exists());
    }
}
