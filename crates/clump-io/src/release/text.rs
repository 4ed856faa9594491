//! Releases in the text formats: rows as lines.
//!
//! `tsv` has a line for each row: the number of its owners, and its labels in one cell with `|` between them.
//! A label that contains `|` cannot be written. The number comes first, so that no line begins with a label:
//! some readers take `#` there for a comment. `csv` is in long form: a line for each item, with the number of
//! its row, from 1, and the number of owners of that row. `jsonl` has an object for each row.
//!
//! No label contains a tab or a line break, so each record is a line. A row without items has an empty cell.

use std::borrow::Cow;
use std::io::{self, Write};

use clump_core::progress::Progress;
use serde::Deserialize;

use super::cell::{all_cells, cells, push_cell, unguarded};
use super::released::Incoming;
use super::write::ReleaseRow;
use super::{ITEMS, OWNERS, ReleaseColumns, ReleaseFormat, TEXT};
use crate::error::{Fault, ReadError};
use crate::input::Input;
use crate::lines::Lines;

/// The columns of `tsv`; a release of whole rows lacks the last one.
pub(super) const TSV: [&str; 3] = [OWNERS, ITEMS, TEXT];

/// The columns of `csv`; a release of whole rows lacks the last one.
pub(super) const CSV: [&str; 4] = ["row", OWNERS, "item", TEXT];

/// Reads line by line. Releases are sorted, so most lines equal the line before and are not parsed again.
pub(super) fn read(
    input: &Input,
    format: ReleaseFormat,
    release: &mut Incoming,
    progress: &dyn Progress,
) -> Result<(), ReadError> {
    let mut lines = Lines::new(input.clone(), input.open(progress)?)?;
    let mut columns = None;
    if let Some((names, separator)) = format.header() {
        columns = lines.next()?.and_then(|line| columns_of(line.text, names, separator));
        let fault = if format == ReleaseFormat::Tsv { Fault::TsvHeader } else { Fault::CsvHeader };
        release.has_columns(columns.ok_or_else(|| lines.malformed(1, fault))?);
    }
    let has_several_lines = format == ReleaseFormat::Csv;
    let mut last = 0;
    // The text of the line before this one.
    let mut row = String::new();
    let mut open = OpenRow::default();
    while let Some(line) = lines.next()? {
        last = line.number;
        if !has_several_lines {
            if release.rows() > 0 && line.text == row {
                release.repeat_row();
                continue;
            }
            line.text.clone_into(&mut row);
        }
        let read = match (format, columns) {
            (ReleaseFormat::Tsv, Some(columns)) => read_tsv(line.text, columns, release),
            (ReleaseFormat::Csv, Some(columns)) => open.read(line.text, columns, release),
            _ => read_jsonl(line.text, &mut columns, release),
        };
        read.map_err(|fault| lines.malformed(last, fault))?;
    }
    open.end(release).map_err(|fault| lines.malformed(last + 1, fault))
}

fn columns_of(header: &str, names: &[&str], separator: &str) -> Option<ReleaseColumns> {
    let cells = all_cells(header, separator.chars().next()?)?;
    [ReleaseColumns::Rows, ReleaseColumns::Pieces].into_iter().find(|columns| cells == columns.of(names))
}

/// Separates the labels of a row in `tsv`.
pub(super) const BETWEEN_ITEMS: &str = "|";

pub(super) fn push_tsv(line: &mut Vec<u8>, row: ReleaseRow<'_>, columns: ReleaseColumns) -> io::Result<()> {
    line.clear();
    write!(line, "{}\t", row.owners)?;
    push_cell(line, &row.items.join(BETWEEN_ITEMS), b'\t');
    if columns.has_text() {
        line.push(b'\t');
        push_cell(line, row.text.unwrap_or_default(), b'\t');
    }
    line.push(b'\n');
    Ok(())
}

fn read_tsv(line: &str, columns: ReleaseColumns, release: &mut Incoming) -> Result<(), Fault> {
    let [owners, items, text] = cells(line, '\t', columns.of(&TSV).len()).ok_or(Fault::TsvRecord)?;
    let owners = owners.parse().map_err(|_| Fault::NoOwnersInGroup)?;
    let items = Some(unguarded(&items)).filter(|items| !items.is_empty());
    for label in items.into_iter().flat_map(|items| items.split(BETWEEN_ITEMS)) {
        release.label(label)?;
    }
    release.end_piece(owners, Some(unguarded(&text)).filter(|text| !text.is_empty()))
}

pub(super) fn push_csv(
    lines: &mut Vec<u8>,
    ReleaseRow { owners, items, text }: ReleaseRow<'_>,
    number: u64,
    columns: ReleaseColumns,
) -> io::Result<()> {
    lines.clear();
    for item in if items.is_empty() { &[""] } else { items } {
        write!(lines, "{number},{owners},")?;
        push_cell(lines, item, b',');
        if columns.has_text() {
            lines.push(b',');
            push_cell(lines, text.unwrap_or_default(), b',');
        }
        lines.push(b'\n');
    }
    Ok(())
}

#[derive(Default)]
struct OpenRow {
    /// Number of the current row, from 1; 0 before the first row.
    number: u64,
    owners: u64,
    is_empty: bool,
    text: String,
}

impl OpenRow {
    fn read(&mut self, line: &str, columns: ReleaseColumns, release: &mut Incoming) -> Result<(), Fault> {
        let [row, owners, item, text] = cells(line, ',', columns.of(&CSV).len()).ok_or(Fault::CsvRecord)?;
        let text = unguarded(&text);
        let number: u64 = row.parse().map_err(|_| Fault::RowNumber)?;
        let owners: u64 = owners.parse().map_err(|_| Fault::NoOwnersInGroup)?;
        if number > 0 && number == self.number {
            if self.owners != owners {
                return Err(Fault::OtherOwners);
            }
            if self.text != text {
                return Err(Fault::Text);
            }
            // A row without items has exactly one line, so a second line is a fault.
            if self.is_empty || item.is_empty() {
                return Err(Fault::Label { column: release.pending() + 1 });
            }
        } else {
            if number.checked_sub(1) != Some(self.number) {
                return Err(Fault::RowNumber);
            }
            self.end(release)?;
            *self = OpenRow { number, owners, is_empty: item.is_empty(), text: text.to_owned() };
        }
        if item.is_empty() { Ok(()) } else { release.label(unguarded(&item)) }
    }

    fn end(&self, release: &mut Incoming) -> Result<(), Fault> {
        match self.number {
            0 => Ok(()),
            _ => release.end_piece(self.owners, Some(self.text.as_str()).filter(|text| !text.is_empty())),
        }
    }
}

pub(super) fn push_jsonl(line: &mut Vec<u8>, row: ReleaseRow<'_>, columns: ReleaseColumns) -> io::Result<()> {
    line.clear();
    write!(line, "{{\"{ITEMS}\":")?;
    serde_json::to_writer(&mut *line, row.items)?;
    write!(line, ",\"{OWNERS}\":{}", row.owners)?;
    if columns.has_text() {
        write!(line, ",\"{TEXT}\":")?;
        serde_json::to_writer(&mut *line, &row.text)?;
    }
    line.extend_from_slice(b"}\n");
    Ok(())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReleaseObject<'a> {
    #[serde(borrow)]
    items: Vec<BorrowedText<'a>>,
    owners_in_group: Option<u64>,
    /// `None` if the object has no such key, `Some(None)` if the value of the key is null.
    #[serde(borrow, default, deserialize_with = "given")]
    text: Option<Option<BorrowedText<'a>>>,
}

/// Reads the value of a key that the object has, even if the value is null.
fn given<'de, D: serde::Deserializer<'de>>(text: D) -> Result<Option<Option<BorrowedText<'de>>>, D::Error> {
    Option::deserialize(text).map(Some)
}

#[derive(Deserialize)]
struct BorrowedText<'a>(#[serde(borrow)] Cow<'a, str>);

/// Reads a line of `jsonl`, which is one row. The first row determines the columns of the release.
fn read_jsonl(line: &str, known: &mut Option<ReleaseColumns>, release: &mut Incoming) -> Result<(), Fault> {
    // The parser's message may quote the line, so only the position is reported.
    let row: ReleaseObject<'_> =
        serde_json::from_str(line).map_err(|error| Fault::Json { column: error.column() })?;
    let owners = row.owners_in_group.ok_or(Fault::NoOwnersInGroup)?;
    let columns = if row.text.is_some() { ReleaseColumns::Pieces } else { ReleaseColumns::Rows };
    if *known.get_or_insert(columns) != columns {
        return Err(Fault::Text);
    }
    release.has_columns(columns);
    for BorrowedText(label) in &row.items {
        release.label(label)?;
    }
    let text = row.text.flatten();
    release.end_piece(owners, text.as_ref().map(|BorrowedText(text)| &**text))
}
