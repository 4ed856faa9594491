//! The cells of a comparison that are finished, in a file beside its output: one JSON object a line, the first line
//! saying what they belong to. Removed when the comparison is complete.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use clump_io::Input;
use clump_report::{Cell, FloorAt};
use serde::{Deserialize, Serialize};

use super::CompareParameters;
use super::kinds::Planned;
use crate::job::OutputSettings;
use crate::{CompareError, RunError};

/// Finished cells, and the file that holds them.
pub(super) struct Kept {
    path: PathBuf,
    file: File,
    entries: Vec<Entry>,
}

/// What took time to find: a line of the file.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Entry {
    Cell(Box<Cell>),
    Floor(FloorAt),
}

impl Kept {
    /// Opens the file at `path`. What belongs to another comparison, or to other input, is thrown away.
    ///
    /// # Errors
    /// When something else lies there: it is not ours to replace.
    pub fn open(path: &Path, parameters: &CompareParameters) -> Result<Kept, CompareError> {
        let mark = mark(parameters)?;
        let foreign = || CompareError::NotCells { path: path.to_owned() };
        let entries = match path.symlink_metadata() {
            Ok(found) if found.is_file() => read(path, &mark).ok_or_else(foreign)?,
            Ok(_) => return Err(foreign()),
            Err(_) => Vec::new(),
        };
        let mut file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(path)?;
        writeln!(file, "{mark}")?;
        for entry in &entries {
            write(&mut file, entry)?;
        }
        Ok(Kept { path: path.to_owned(), file, entries })
    }

    /// The cell of `run`, if it is finished; else what `make` makes, which is kept.
    ///
    /// # Errors
    /// When it cannot be made, or not be written.
    pub fn found_or(
        &mut self,
        run: &Planned,
        make: impl FnOnce() -> Result<Cell, RunError>,
    ) -> Result<Cell, CompareError> {
        match self.find(run) {
            Some(cell) => Ok(cell.clone()),
            None => self.keep(make()?),
        }
    }

    fn find(&self, run: &Planned) -> Option<&Cell> {
        let Planned { job, setting, .. } = run;
        self.entries.iter().find_map(|entry| match entry {
            Entry::Cell(cell)
                if cell.method == job.method.name().word() && cell.setting == *setting && cell.k == job.k =>
            {
                Some(cell.as_ref())
            }
            _ => None,
        })
    }

    /// The floor at `k`, if it is finished.
    pub fn floor(&self, k: usize) -> Option<FloorAt> {
        self.entries.iter().find_map(|entry| match entry {
            Entry::Floor(floor) if floor.k == k => Some(*floor),
            _ => None,
        })
    }

    /// Adds a cell to the file.
    fn keep(&mut self, cell: Cell) -> Result<Cell, CompareError> {
        write(&mut self.file, &Entry::Cell(Box::new(cell.clone())))?;
        Ok(cell)
    }

    /// Adds a floor to the file.
    pub fn keep_floor(&mut self, floor: FloorAt) -> Result<FloorAt, CompareError> {
        write(&mut self.file, &Entry::Floor(floor))?;
        Ok(floor)
    }

    /// Removes the file: all cells are where they belong.
    pub fn remove(self) {
        // It is in nobody's way if it stays.
        let _ = std::fs::remove_file(&self.path);
    }
}

/// The whole entries of a file that begins with `mark`, none if it begins with another mark; a last line that was cut
/// short is left out. `None` if this is no such file.
fn read(path: &Path, mark: &str) -> Option<Vec<Entry>> {
    let mut lines = BufReader::new(File::open(path).ok()?).lines().map_while(Result::ok);
    match lines.next() {
        // Interrupted before the first line was written.
        None => Some(Vec::new()),
        Some(first) if first == mark => {
            Some(lines.map_while(|line| serde_json::from_str(&line).ok()).collect())
        }
        Some(first) => blake3::Hash::from_hex(&first).ok().map(|_| Vec::new()),
    }
}

fn write(file: &mut File, entry: &Entry) -> Result<(), CompareError> {
    let mut line = serde_json::to_string(entry).expect("an entry is plain data");
    line.push('\n');
    file.write_all(line.as_bytes())?;
    file.sync_data()?;
    Ok(())
}

/// Hash of all that cells depend on: settings, version, and the size and age of every input. Which k and which methods
/// are compared may change from run to run.
fn mark(parameters: &CompareParameters) -> Result<String, CompareError> {
    let mut job = parameters.job.clone();
    (job.output, job.resources.threads, job.report.report) = (OutputSettings::default(), None, None);
    let mut hasher = blake3::Hasher::new();
    hasher.update(env!("CARGO_PKG_VERSION").as_bytes());
    hasher.update(serde_json::to_string(&job).expect("a job is plain data").as_bytes());
    hasher.update(format!("{:?}", parameters.sample).as_bytes());
    for path in job.files_read() {
        if let Ok(file) = path.metadata() {
            hasher.update(&file.len().to_le_bytes());
            let age = file.modified()?.duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
            hasher.update(&age.as_nanos().to_le_bytes());
        }
    }
    if job.input.files.iter().any(|input| !matches!(input, Input::File(_))) {
        // What a program handed over cannot be told from what comes next time.
        hasher.update(&std::process::id().to_le_bytes());
    }
    Ok(hasher.finalize().to_hex().to_string())
}

#[cfg(test)]
mod tests {
    use clump_core::promise::Promise;
    use clump_io::taxonomy::TaxonomySource;
    use clump_report::Kind;

    use super::*;
    use crate::{Floors, Job, MethodName, compare};

    fn parameters(folder: &Path, ks: &[usize]) -> CompareParameters {
        let input = folder.join("baskets.txt");
        std::fs::write(&input, "a b\na c\na b\nb c\n").unwrap();
        let job = Job::anonymize(input).taxonomy(TaxonomySource::Flat);
        let methods = Some(vec![MethodName::Nearest, MethodName::Clump]);
        let (presets, by) = (Vec::new(), None);
        CompareParameters { job, ks: ks.to_vec(), methods, presets, by, floor: Floors::Never, sample: None }
    }

    /// What no run would find, so that a cell that was taken over shows.
    fn odd(run: &Planned) -> Cell {
        Cell {
            method: run.job.method.name().word().to_owned(),
            setting: None,
            keys: Default::default(),
            kind: Kind::Rows,
            k: run.job.k,
            promise: Promise::nothing(),
            holds: Some(true),
            seconds: Some(1234.5),
            cost: None,
            error: None,
            note: None,
            sample: None,
        }
    }

    fn nearest(job: &Job) -> Planned {
        Planned { job: job.clone().method(MethodName::Nearest).k(2), setting: None, note: None }
    }

    #[test]
    fn finished_cells_are_taken_over_and_the_rest_is_run() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("c.cells");
        let parameters = parameters(folder.path(), &[2]);
        let nearest = nearest(&parameters.job);
        let mut kept = Kept::open(&path, &parameters).unwrap();
        kept.keep(odd(&nearest)).unwrap();
        // Interrupted in the middle of the next line.
        kept.file.write_all(b"{\"method\":\"clu").unwrap();
        drop(kept);

        let comparison = compare(&parameters, &path, &()).unwrap();
        let cells = comparison.runs.cells;
        assert_eq!(cells[0], odd(&nearest));
        assert!(cells[1].cost.is_some() && cells[1].seconds < Some(1234.0));
        assert!(!path.exists(), "a comparison that is complete leaves no cells behind");
    }

    #[test]
    fn what_is_not_ours_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("notes.cells"), folder.path().join("link.cells"));
        std::fs::write(&path, "my notes\n").unwrap();
        std::os::unix::fs::symlink(&path, &link).unwrap();
        let parameters = parameters(folder.path(), &[2]);
        for path in [&path, &link] {
            assert!(matches!(compare(&parameters, path, &()), Err(CompareError::NotCells { .. })));
        }
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "my notes\n");
    }

    #[test]
    fn cells_of_other_data_are_not_taken_over() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("c.cells");
        let before = parameters(folder.path(), &[2]);
        let nearest = nearest(&before.job);
        Kept::open(&path, &before).unwrap().keep(odd(&nearest)).unwrap();
        let found =
            |parameters: &CompareParameters| Kept::open(&path, parameters).unwrap().find(&nearest).is_some();
        // Other k are asked for, and the data are the same.
        assert!(found(&CompareParameters { ks: vec![2, 3], ..before.clone() }));
        std::fs::write(folder.path().join("baskets.txt"), "a b\na c\na b\nb c\na\n").unwrap();
        assert!(!found(&before));
    }
}
