//! A source that was opened and unpacked, its first bytes at hand. What must be read from its end is laid aside in a
//! file without a name, unless it is one already.

use std::fs::File;
use std::io::{self, Cursor, Read, Seek};
use std::path::Path;

use clump_core::progress::{Cancelled, Progress};

use super::reader::temporary;
use crate::error::ReadError;
use crate::source::Input;

/// As many first bytes as tell a format.
const HEAD: u64 = 8;

pub(crate) struct Opened<'a> {
    pub input: Input,
    pub progress: &'a dyn Progress,
    /// Where temporary files go.
    folder: &'a Path,
    head: Vec<u8>,
    rest: Box<dyn Read + 'a>,
}

impl<'a> Opened<'a> {
    pub(super) fn new(
        input: &Input,
        folder: &'a Path,
        progress: &'a dyn Progress,
    ) -> Result<Self, ReadError> {
        let mut rest = input.open(progress)?;
        let mut head = Vec::new();
        rest.by_ref().take(HEAD).read_to_end(&mut head).map_err(|source| input.io(source))?;
        Ok(Opened { input: input.clone(), progress, folder, head, rest })
    }

    /// The first bytes; fewer than eight if there are no more.
    pub(super) fn head(&self) -> &[u8] {
        &self.head
    }

    /// All bytes, the first ones too.
    pub(super) fn into_reader(self) -> Box<dyn Read + 'a> {
        Box::new(Cursor::new(self.head).chain(self.rest))
    }

    /// All bytes as a file, and who tells how far it was read.
    pub(super) fn into_file(self) -> Result<(File, Told<'a>), ReadError> {
        let (input, folder, progress) = (self.input.clone(), self.folder, self.progress);
        if let Some(file) = self.plain_file() {
            let size = file.metadata().map_err(|source| input.io(source))?.len();
            return Ok((file, Told { progress, size, told: self.head.len() as u64 }));
        }
        // Its bytes are told as they are copied.
        let file = spool(&mut self.into_reader(), &input, folder)?;
        Ok((file, Told { progress, size: 0, told: 0 }))
    }

    /// The file itself, if it is one that is not compressed.
    fn plain_file(&self) -> Option<File> {
        let Input::File(path) = &self.input else { return None };
        if !path.metadata().ok()?.is_file() {
            return None;
        }
        let mut file = File::open(path).ok()?;
        let mut head = Vec::new();
        file.by_ref().take(HEAD).read_to_end(&mut head).ok()?;
        file.rewind().ok()?;
        (head == self.head).then_some(file)
    }
}

/// Copies `reader` to a file that only this process can reach and that is gone with it.
fn spool(reader: &mut dyn Read, input: &Input, folder: &Path) -> Result<File, ReadError> {
    let failed = |source| temporary(folder, source);
    let mut file = tempfile::tempfile_in(folder).map_err(failed)?;
    let mut buffer = vec![0; 1 << 16];
    loop {
        // Told apart, so that a damaged archive is not taken for a full disk.
        let count = match reader.read(&mut buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            result => result.map_err(|source| input.io(source))?,
        };
        if count == 0 {
            break;
        }
        io::Write::write_all(&mut file, &buffer[..count]).map_err(failed)?;
    }
    file.rewind().map_err(failed)?;
    Ok(file)
}

/// Tells progress in bytes on disk where a file is not read from its start to its end.
pub(super) struct Told<'a> {
    progress: &'a dyn Progress,
    size: u64,
    told: u64,
}

impl Told<'_> {
    /// `part` of `whole` has been read.
    ///
    /// # Errors
    /// When the run is cancelled.
    pub(super) fn reach(&mut self, part: u64, whole: u64) -> Result<(), Cancelled> {
        let reached = u128::from(self.size) * u128::from(part) / u128::from(whole.max(1));
        let reached = u64::try_from(reached).unwrap_or(self.size).min(self.size);
        self.progress.advance(reached.saturating_sub(self.told));
        self.told = self.told.max(reached);
        self.progress.go_on()
    }
}
