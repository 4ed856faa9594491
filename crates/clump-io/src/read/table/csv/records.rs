//! The records of a text, each with its cells. A line without a double quote is cut where it lies; only what has quotes goes
//! through a parser, which puts the cells of a record together over lines. Neither allocates for a record.

use std::ops::ControlFlow;

use memchr::{memchr, memchr_iter};

use super::quoted::Quoted;
use crate::error::{Fault, ReadError};
use crate::lines::{LONGEST, Lines};

/// After so many lines a quote was not meant to be one: the rest of the file would be its cell.
const QUOTED_LINES: u64 = 1_000;

/// One record.
#[derive(Clone, Copy)]
pub(super) struct Record<'a> {
    /// The line that it begins on, from 1.
    pub line: u64,
    pub text: &'a str,
    /// Where each cell begins and ends in the text.
    pub cells: &'a [(usize, usize)],
    /// No cell is quoted, so none holds what separates them.
    pub is_plain: bool,
}

/// Hands all records to `take`, until it breaks. A blank line is none.
pub(super) fn for_each(
    lines: &mut Lines<'_>,
    delimiter: u8,
    mut take: impl FnMut(Record<'_>) -> Result<ControlFlow<()>, ReadError>,
) -> Result<(), ReadError> {
    let mut quoted = Quoted::new(delimiter);
    let mut cells = Vec::new();
    // Where the record begins that goes on on the next line.
    let mut begun = None;
    while let Some(line) = lines.next()? {
        let number = begun.unwrap_or(line.number);
        let is_plain = begun.is_none() && memchr(b'"', line.text.as_bytes()).is_none();
        let text = if is_plain {
            if line.text.is_empty() {
                continue;
            }
            cut(line.text, delimiter, &mut cells);
            line.text
        } else {
            let last = line.number;
            if !quoted.line(line.text) {
                if last - number >= QUOTED_LINES || quoted.length() > LONGEST {
                    return Err(lines.malformed(number, Fault::OpenQuote { column: quoted.cells() }));
                }
                begun = Some(number);
                continue;
            }
            begun = None;
            quoted.take(&mut cells)
        };
        if take(Record { line: number, text, cells: &cells, is_plain })?.is_break() {
            return Ok(());
        }
    }
    match begun {
        Some(number) => Err(lines.malformed(number, Fault::OpenQuote { column: quoted.cells() })),
        None => Ok(()),
    }
}

impl Record<'_> {
    /// The text of a cell.
    pub(super) fn cell(&self, column: usize) -> &str {
        let (start, end) = self.cells[column];
        &self.text[start..end]
    }

    /// The cells as names of columns.
    pub(super) fn names(&self) -> Vec<String> {
        (0..self.cells.len()).map(|column| self.cell(column).trim().to_owned()).collect()
    }
}

/// Where each cell of a line without quotes begins and ends.
fn cut(text: &str, delimiter: u8, cells: &mut Vec<(usize, usize)>) {
    cells.clear();
    let mut start = 0;
    for end in memchr_iter(delimiter, text.as_bytes()) {
        cells.push((start, end));
        start = end + 1;
    }
    cells.push((start, text.len()));
}
