//! JSON lines: one object per row, with the keys of the columns that other formats have.

use std::borrow::Cow;
use std::io::{self, Write};

use serde::Deserialize;

use super::released::Incoming;
use super::write::ReleaseRow;
use super::{ITEMS, OWNERS, ReleaseColumns, TEXT};
use crate::error::Fault;

/// Writes a row to `line`.
pub(super) fn push(line: &mut Vec<u8>, row: ReleaseRow<'_>, columns: ReleaseColumns) -> io::Result<()> {
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

/// A line. Text without escapes is borrowed from it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReleaseObject<'a> {
    #[serde(borrow)]
    items: Vec<BorrowedText<'a>>,
    owners_in_group: Option<u64>,
    /// `None` if the key is missing, `Some(None)` if its value is null.
    #[serde(borrow, default, deserialize_with = "given")]
    text: Option<Option<BorrowedText<'a>>>,
}

/// A value that is given, even if it is null.
fn given<'de, D: serde::Deserializer<'de>>(text: D) -> Result<Option<Option<BorrowedText<'de>>>, D::Error> {
    Option::deserialize(text).map(Some)
}

#[derive(Deserialize)]
struct BorrowedText<'a>(#[serde(borrow)] Cow<'a, str>);

/// Reads a line, which is a row. The first one determines the columns.
pub(super) fn read(
    line: &str,
    known: &mut Option<ReleaseColumns>,
    release: &mut Incoming,
) -> Result<(), Fault> {
    // The parser's message may quote the line, so only the position is kept.
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
