//! The audit: the owner and the release line of each transaction. Private: it reveals who is behind each row.
//!
//! The audit has one entry for each transaction, or for each piece of one. Entries of one owner are in the
//! order of the transactions, so owner and line are enough to identify each entry. If transactions of one
//! owner are in the same group, their entries have the same line.

use std::io::{self, Write};
use std::path::Path;

use clump_core::containers::NameIndex;
use clump_io::Input;
use clump_io::release::{Audit, AuditWriter, AuditedRelease, ReleaseLayout, read_audit};

use crate::CheckError;
use crate::data::Data;
use crate::release::certificate_file::fingerprint;

/// Writes the audit of the release whose file has the hash `blake3`. Row i is on line `line_of_each[i]` of
/// the release, from 1, and belongs to `owner(i)`.
pub fn write<'o>(
    out: &mut dyn Write,
    blake3: &str,
    owner: impl Fn(usize) -> &'o str,
    line_of_each: &[usize],
) -> io::Result<()> {
    let release = AuditedRelease {
        blake3: blake3.to_owned(),
        rows: line_of_each.iter().copied().max().unwrap_or(0) as u64,
        entries: line_of_each.len() as u64,
    };
    let mut audit = AuditWriter::new(out, &release)?;
    for (row, &line) in line_of_each.iter().enumerate() {
        audit.entry(owner(row), line as u64)?;
    }
    audit.finish().map(drop)
}

/// Reads the audit at `path`. An error if its hash or its number of rows is not that of the file `release`.
pub fn read_of(path: &Path, release: &Path, rows: usize) -> Result<Audit, CheckError> {
    let audit = read_audit(&Input::from(path))?;
    if audit.release.rows == rows as u64 && audit.release.blake3 == fingerprint(release)? {
        Ok(audit)
    } else {
        Err(CheckError::OtherAudit { audit: path.to_owned(), release: release.to_owned() })
    }
}

/// The entries of the audit at `path` as pairs: the number of an owner of `data`, and a line of the release
/// from 0.
pub fn entries(
    path: &Path,
    audit: &Audit,
    data: &Data,
    lines: usize,
) -> Result<Vec<(usize, u32)>, CheckError> {
    let owners = NameIndex::new(&data.owner_names);
    let entry = |(entry, (name, &line)): (usize, (&str, &u64))| {
        let owner = owners.find(&data.owner_names, name);
        let owner = owner.ok_or_else(|| fault(path, entry, "the input has no such owner"))?;
        if line > lines as u64 {
            Err(fault(path, entry, "the release has no such row"))
        } else {
            Ok((owner as usize, line as u32 - 1))
        }
    };
    audit.owners.iter().zip(&audit.rows).enumerate().map(entry).collect()
}

/// The error for entry `entry`, from 0. The first two lines of an audit are its header.
fn fault(path: &Path, entry: usize, what: &'static str) -> CheckError {
    CheckError::mismatch(path, ("line", entry + 3), what)
}

/// For each transaction of `data`, its line in the release, from 1. `audit` was read from `path`, and must
/// have one entry of an owner for each transaction of that owner.
pub fn line_of_each(
    path: &Path,
    audit: &Audit,
    data: &Data,
    lines: usize,
    layout: ReleaseLayout,
) -> Result<Vec<usize>, CheckError> {
    let entries = entries(path, audit, data, lines)?;
    let fault = |entry, what| fault(path, entry, what);
    let transactions = &data.transactions;
    // Transactions of an owner are adjacent. For each owner: the next one without a line, and the end.
    let mut next = vec![usize::MAX; transactions.owners()];
    let mut end = vec![0; transactions.owners()];
    for row in 0..transactions.len() {
        let owner = transactions.owner(row) as usize;
        next[owner] = next[owner].min(row);
        end[owner] = row + 1;
    }
    let mut line_of_each = vec![0; transactions.len()];
    let mut owner_of: Vec<Option<usize>> = vec![None; lines];
    for (entry, &(owner, line)) in entries.iter().enumerate() {
        if next[owner] == end[owner] {
            return Err(fault(entry, "the owner has fewer transactions in the input"));
        }
        let other = owner_of[line as usize].replace(owner).filter(|&other| other != owner);
        if layout == ReleaseLayout::Rows && other.is_some() {
            return Err(fault(entry, "the row already belongs to another owner"));
        }
        line_of_each[next[owner]] = line as usize + 1;
        next[owner] += 1;
    }
    if line_of_each.contains(&0) {
        return Err(fault(entries.len(), "the audit ends before every transaction has its row"));
    }
    Ok(line_of_each)
}
