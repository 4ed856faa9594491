//! Checks that a file is, byte for byte, the file that clump writes for its content.
//!
//! Two files can contain the same rows and differ in parts that most readers ignore: metadata of a schema,
//! the name in a gzip header, frames that are skipped, escapes, blanks, line ends, `+2` for `2`. Each of
//! these can mark a row. So the content is written again, into a sink that compares the bytes with the file
//! and stores none of them.
//!
//! The check costs as much as writing, and one more pass over the file.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

use clump_core::log::Table;
use memchr::memchr_iter;

use super::{Packer, Packing, ReleaseFormat, ReleaseWriter, Released, write_table};

/// The first place at which a file differs from the bytes that clump writes for its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Number of equal bytes before the first difference.
    pub byte: u64,
    /// The line of the difference, from 1; `None` if the file is not plain text.
    pub line: Option<u64>,
}

/// Compares the file at `path`, from which `released` was read, with the bytes that clump would write for
/// `released`. Returns the first difference; `None` if there is none.
pub fn release_difference(
    path: &Path,
    released: &Released,
    format: ReleaseFormat,
) -> io::Result<Option<Difference>> {
    difference(path, !format.compresses_inside(), |sink| {
        let mut writer = ReleaseWriter::new(sink, format, released.columns())?;
        let mut labels = Vec::new();
        let mut row = 0;
        while row < released.len() {
            let is_same = |&other: &usize| {
                released.row(other) == released.row(row)
                    && released.owners(other) == released.owners(row)
                    && released.text_number(other) == released.text_number(row)
            };
            let times = 1 + (row + 1..released.len()).take_while(is_same).count();
            labels.clear();
            labels.extend(released.items(row));
            writer.rows(times, released.owners(row), &labels, released.text(row))?;
            row += times;
        }
        writer.finish()
    })
}

/// The same check for a table. Its rows must be in canonical order, because clump writes them so.
pub fn table_difference(path: &Path, table: &Table) -> io::Result<Option<Difference>> {
    difference(path, true, |mut sink| {
        write_table(&mut sink, table)?;
        Ok(sink)
    })
}

pub(super) type Sink<'a> = Packer<&'a mut Comparing>;

pub(super) fn difference(
    path: &Path,
    is_text: bool,
    write: impl for<'a> FnOnce(Sink<'a>) -> io::Result<Sink<'a>>,
) -> io::Result<Option<Difference>> {
    let mut file = BufReader::with_capacity(1 << 16, File::open(path)?);
    let packing = Packing::of(file.fill_buf()?);
    let mut comparing = Comparing { file, place: Difference { byte: 0, line: Some(1) }, is_other: false };
    let written = Packer::new(&mut comparing, packing).and_then(write).and_then(Packer::finish).map(drop);
    match written {
        // If clump cannot write the content, the file differs from every file that clump writes.
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => comparing.is_other = true,
        Err(error) if !comparing.is_other => return Err(error),
        _ => {}
    }
    let has_ended = comparing.is_other || comparing.file.fill_buf()?.is_empty();
    let Difference { byte, line } = comparing.place;
    let line = line.filter(|_| is_text && packing == Packing::Plain);
    Ok((comparing.is_other || !has_ended).then_some(Difference { byte, line }))
}

pub(super) struct Comparing {
    file: BufReader<File>,
    place: Difference,
    is_other: bool,
}

impl Write for Comparing {
    fn write(&mut self, written: &[u8]) -> io::Result<usize> {
        // After a difference nothing is read: compressors write once more when they are dropped.
        let there = if self.is_other { &[] } else { self.file.fill_buf()? };
        let length = there.len().min(written.len());
        let same = if there[..length] == written[..length] {
            length
        } else {
            there.iter().zip(written).take_while(|(there, written)| there == written).count()
        };
        self.place.byte += same as u64;
        self.place.line =
            self.place.line.map(|line| line + memchr_iter(b'\n', &there[..same]).count() as u64);
        self.file.consume(same);
        if same == 0 && !written.is_empty() {
            self.is_other = true;
            return Err(io::Error::other("the file does not have the expected bytes"));
        }
        Ok(same)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
