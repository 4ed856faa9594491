//! Opens an input, unpacks it and finds its layout: record batches, a binary file, or lines. Binary formats
//! are read from their end, so an input that is not a plain file is first copied to a temporary file.

use std::fs::File;
use std::io::{self, Cursor, Read, Seek};

#[cfg(not(feature = "columnar"))]
use clump_core::features::{BuiltWithout, Feature};
use clump_core::progress::{Cancelled, Progress};

use super::finder::{FoundLayout, LayoutFinder};
use super::table;
use crate::error::ReadError;
#[cfg(feature = "columnar")]
use crate::input::Batches;
use crate::input::Input;
use crate::layout::Layout;
use crate::lines::Lines;
use crate::options::{BadLines, ReadOptions, ReadingMemory};

pub(crate) enum Content<'a> {
    #[cfg(feature = "columnar")]
    Batches(&'a Input, &'a Batches),
    #[cfg(feature = "columnar")]
    Binary(OpenFile<'a>, Layout),
    Text {
        lines: Lines<'a>,
        layout: Layout,
        head: String,
    },
    Nothing,
}

impl<'a> Content<'a> {
    pub(crate) fn open(
        input: &'a Input,
        options: &'a ReadOptions,
        finder: &mut LayoutFinder<'_>,
        progress: &'a dyn Progress,
    ) -> Result<Content<'a>, ReadError> {
        #[cfg(feature = "columnar")]
        if let Input::Batches(batches) = input {
            finder.batches(input)?;
            return Ok(Content::Batches(input, batches));
        }
        let opened = OpenFile::new(input, &options.room, progress)?;
        match finder.binary(input, opened.head())? {
            None => {}
            #[cfg(feature = "columnar")]
            Some(layout) => return Ok(Content::Binary(opened, layout)),
            #[cfg(not(feature = "columnar"))]
            Some(_) => return Err(BuiltWithout(Feature::Columnar).into()),
        }
        let refuses_nul = options.bad_lines == BadLines::Error;
        let lines = Lines::begin(input.clone(), opened.into_reader(), refuses_nul)?;
        let mut lines = lines.first(options.first);
        let peeked = lines.peek_lines(finder.lines_to_look_at())?;
        let Some(head) = peeked.first().cloned() else { return Ok(Content::Nothing) };
        match finder.text(input, &peeked)? {
            FoundLayout::LooksLikeTable(separator) => Err(table::looks_like_table(&mut lines, separator)),
            FoundLayout::Layout(layout) => Ok(Content::Text { lines, layout, head }),
        }
    }
}

const HEAD: u64 = 8;

pub(crate) struct OpenFile<'a> {
    pub input: &'a Input,
    pub progress: &'a dyn Progress,
    room: &'a ReadingMemory,
    head: Vec<u8>,
    rest: Box<dyn Read + 'a>,
}

impl<'a> OpenFile<'a> {
    fn new(input: &'a Input, room: &'a ReadingMemory, progress: &'a dyn Progress) -> Result<Self, ReadError> {
        let mut rest = input.open(progress)?;
        let mut head = Vec::new();
        rest.by_ref().take(HEAD).read_to_end(&mut head).map_err(|source| input.io(source))?;
        Ok(OpenFile { input, progress, room, head, rest })
    }

    pub(crate) fn head(&self) -> &[u8] {
        &self.head
    }

    pub(crate) fn into_reader(self) -> Box<dyn Read + 'a> {
        Box::new(Cursor::new(self.head).chain(self.rest))
    }

    pub(crate) fn into_file(self) -> Result<(File, SeekProgress<'a>), ReadError> {
        let (input, room, progress) = (self.input, self.room, self.progress);
        if let Some(file) = self.plain_file() {
            let size = file.metadata().map_err(|source| input.io(source))?.len();
            return Ok((file, SeekProgress { progress, size, told: self.head.len() as u64 }));
        }
        // Copying reports its progress itself, so reading the copy reports nothing.
        let file = spool(&mut self.into_reader(), input, room)?;
        Ok((file, SeekProgress::nothing(progress)))
    }

    /// Opens the input a second time, if it is a regular file that is not compressed; else `None`.
    fn plain_file(&self) -> Option<File> {
        let Input::File(path) = self.input else { return None };
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

/// Copies `reader` to a temporary file that only this process can open and that vanishes with the process.
fn spool(reader: &mut dyn Read, input: &Input, room: &ReadingMemory) -> Result<File, ReadError> {
    let failed = |source| room.temporary(source);
    let mut file = tempfile::tempfile_in(&room.folder).map_err(failed)?;
    let mut buffer = vec![0; 1 << 16];
    loop {
        // Errors of reading and writing stay separate: a damaged archive is not reported as a full disk.
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

/// Reports progress for a file that is not read from start to end, by its share of rows read.
pub(crate) struct SeekProgress<'a> {
    progress: &'a dyn Progress,
    size: u64,
    told: u64,
}

impl<'a> SeekProgress<'a> {
    pub(crate) fn nothing(progress: &'a dyn Progress) -> SeekProgress<'a> {
        SeekProgress { progress, size: 0, told: 0 }
    }

    pub(crate) fn reach(&mut self, part: u64, whole: u64) -> Result<(), Cancelled> {
        let reached = u128::from(self.size) * u128::from(part) / u128::from(whole.max(1));
        let reached = u64::try_from(reached).unwrap_or(self.size).min(self.size);
        self.progress.advance(reached.saturating_sub(self.told));
        self.told = self.told.max(reached);
        self.progress.go_on()
    }
}
