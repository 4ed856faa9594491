//! The audit file: it lists the owner of each row of a release. It is private, because it undoes the release.
//!
//! The first line identifies the release by its hash, and states the number of rows and entries. Without this
//! line, known owners would look new if the audit of another release were used, or one that was cut short.

use std::io::{self, Write};

use clump_core::names::Names;

use super::is_label;
use super::write::unfit;
use crate::error::{Fault, ReadError};
use crate::input::Input;
use crate::lines::Lines;

const HEADER: &str = "owner\trow";
const BLAKE3: &str = "#release=";
const ROWS: &str = "rows=";
const ENTRIES: &str = "entries=";

/// The release that an audit file describes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AuditedRelease {
    /// BLAKE3 hash of the bytes of the release, in hexadecimal digits.
    pub blake3: String,
    /// Number of rows of the release, or of its groups.
    pub rows: u64,
    /// Number of transactions in the release, which is also the number of entries of the audit.
    pub entries: u64,
}

impl AuditedRelease {
    fn line(&self) -> String {
        let AuditedRelease { blake3, rows, entries } = self;
        format!("{BLAKE3}{blake3}\t{ROWS}{rows}\t{ENTRIES}{entries}")
    }

    fn parse(line: &str) -> Option<AuditedRelease> {
        let mut cells = line.split('\t');
        let mut next = |key| cells.next().and_then(|cell| cell.strip_prefix(key));
        let blake3 = next(BLAKE3)?.to_owned();
        let (rows, entries) = (next(ROWS)?.parse().ok()?, next(ENTRIES)?.parse().ok()?);
        let found = AuditedRelease { blake3, rows, entries };
        (found.line() == line).then_some(found)
    }
}

/// Writes an audit file: a line about its release, a header, and `owner<TAB>row` lines.
pub struct AuditWriter<W: Write> {
    out: W,
}

impl<W: Write> AuditWriter<W> {
    /// Writes the first line and the header of the audit of `release` to `out`, which should be buffered.
    pub fn new(mut out: W, release: &AuditedRelease) -> io::Result<Self> {
        writeln!(out, "{}\n{HEADER}", release.line())?;
        Ok(AuditWriter { out })
    }

    /// Writes one entry: the row of the release with number `row`, from 1, belongs to `owner`.
    ///
    /// # Errors
    /// Errors of `out`; [`io::ErrorKind::InvalidInput`] for row 0, or an owner that is empty or holds a tab
    /// or a line break.
    pub fn entry(&mut self, owner: &str, row: u64) -> io::Result<()> {
        if !is_label(owner) || row == 0 {
            return Err(unfit("an owner is empty, an owner contains a tab or a line break, or a row is 0"));
        }
        writeln!(self.out, "{owner}\t{row}")
    }

    /// Flushes the audit file, and returns the inner writer.
    pub fn finish(mut self) -> io::Result<W> {
        self.out.flush()?;
        Ok(self.out)
    }
}

/// An audit file that was read: owners and their rows, in the order of the file.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Audit {
    /// The release that the audit describes.
    pub release: AuditedRelease,
    /// The owner of each entry, by the name in the data. An owner with several rows occurs several times.
    pub owners: Names,
    /// The row number of each entry in the release, from 1.
    pub rows: Vec<u64>,
}

impl std::fmt::Debug for Audit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Audit").field("len", &self.rows.len()).finish_non_exhaustive()
    }
}

/// Reads an audit file that [`AuditWriter`] wrote.
pub fn read_audit(input: &Input) -> Result<Audit, ReadError> {
    let mut lines = Lines::new(input.clone(), input.open(&())?)?;
    let release = match lines.next()?.and_then(|line| AuditedRelease::parse(line.text)) {
        Some(release) => release,
        None => return Err(lines.malformed(1, Fault::AuditRelease)),
    };
    let mut audit = Audit { release, ..Audit::default() };
    match lines.next()? {
        Some(line) if line.text == HEADER => {}
        _ => return Err(lines.malformed(2, Fault::AuditHeader)),
    }
    while let Some(line) = lines.next()? {
        let number = line.number;
        let entry = line.text.split_once('\t').and_then(|(owner, row)| {
            let row = row.parse().ok().filter(|&row: &u64| row > 0)?;
            is_label(owner).then_some((owner, row))
        });
        match entry {
            Some((owner, row)) => {
                audit.owners.push(owner);
                audit.rows.push(row);
            }
            None => return Err(lines.malformed(number, Fault::AuditEntry)),
        }
    }
    if audit.rows.len() as u64 != audit.release.entries {
        return Err(lines.malformed(audit.rows.len() as u64 + 2, Fault::AuditLength));
    }
    Ok(audit)
}
