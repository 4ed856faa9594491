//! Tables as text, with a header. A line without a double quote is cut where it lies; only what has quotes goes through
//! a parser, which puts the cells of a record together over lines. Neither allocates for a row.
//!
//! A blank line is no row, and neither is the header once more: files that were put together have one in their midst.

use memchr::{memchr, memchr_iter, memchr2, memchr3};

use super::columns::{Columns, Content};
use super::{Place, Request, Row, Sink, breaks_lines, count};
use crate::delimiter::Delimiter;
use crate::error::{Fault, ReadError};
use crate::layout::Separator;
use crate::lines::Lines;
use crate::source::Input;
use crate::split::cell_items;

mod found;
mod quoted;

pub(super) use found::find as find_delimiter;
use quoted::Quoted;

/// After so many lines a quote was not meant to be one: the rest of the file would be its cell.
const QUOTED_LINES: u64 = 1_000;

/// Reads all rows of a table whose columns are separated by `delimiter`.
pub(super) fn read(
    lines: &mut Lines<'_>,
    delimiter: Delimiter,
    request: &Request<'_>,
    sink: &mut impl Sink,
) -> Result<(), ReadError> {
    let input = lines.input().clone();
    let mut header: Option<Header> = None;
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
                if last - number >= QUOTED_LINES {
                    return Err(lines.malformed(number, Fault::OpenQuote { column: quoted.cells() }));
                }
                begun = Some(number);
                continue;
            }
            begun = None;
            quoted.take(&mut cells)
        };
        let Some(header) = &header else {
            let found = Header::new(text, &cells, request, &input)?;
            sink.begin(&input, found.columns.shape())?;
            header = Some(found);
            continue;
        };
        if text == header.text && cells == header.cells {
            continue;
        }
        let is_cut_at_tabs = is_plain && delimiter == Delimiter::Tab;
        let row = CsvRow { text, cells: &cells, header, is_cut_at_tabs, item_separator: request.separator };
        let width = Fault::Width { expected: header.names.len(), found: cells.len() };
        let row = if cells.len() == header.names.len() { Ok(&row) } else { Err(width) };
        sink.take(row, Place { input: &input, number })?;
    }
    match begun {
        Some(number) => Err(lines.malformed(number, Fault::OpenQuote { column: quoted.cells() })),
        None => Ok(()),
    }
}

/// Where each cell of a line without quotes begins and ends.
fn cut(text: &str, delimiter: Delimiter, cells: &mut Vec<(usize, usize)>) {
    cells.clear();
    let mut start = 0;
    for end in memchr_iter(delimiter.byte(), text.as_bytes()) {
        cells.push((start, end));
        start = end + 1;
    }
    cells.push((start, text.len()));
}

/// The first record.
struct Header {
    text: String,
    cells: Vec<(usize, usize)>,
    names: Vec<String>,
    columns: Columns,
}

impl Header {
    fn new(
        text: &str,
        cells: &[(usize, usize)],
        request: &Request<'_>,
        input: &Input,
    ) -> Result<Self, ReadError> {
        let names: Vec<String> =
            cells.iter().map(|&(start, end)| text[start..end].trim().to_owned()).collect();
        let columns = Columns::find(&names, request, input)?;
        Ok(Header { text: text.to_owned(), cells: cells.to_vec(), names, columns })
    }
}

struct CsvRow<'a> {
    text: &'a str,
    cells: &'a [(usize, usize)],
    header: &'a Header,
    is_cut_at_tabs: bool,
    item_separator: Option<Separator>,
}

impl CsvRow<'_> {
    fn cell(&self, column: usize) -> &str {
        let (start, end) = self.cells[column];
        &self.text[start..end]
    }

    fn of(&self, column: Option<usize>) -> &str {
        column.map_or("", |column| self.cell(column))
    }

    /// Whether some cell may hold a tab or a line break. One look at the line tells for nearly all rows.
    fn may_break_lines(&self) -> bool {
        let bytes = self.text.as_bytes();
        if self.is_cut_at_tabs {
            memchr2(b'\n', b'\r', bytes).is_some()
        } else {
            memchr3(b'\t', b'\n', b'\r', bytes).is_some()
        }
    }
}

impl Row for CsvRow<'_> {
    fn owner(&self) -> &str {
        self.of(self.header.columns.owner)
    }

    fn transaction(&self) -> &str {
        self.of(self.header.columns.transaction)
    }

    fn time(&self) -> &str {
        self.of(self.header.columns.time)
    }

    fn query(&self) -> &str {
        match self.header.columns.content {
            Content::Query(column) => self.cell(column),
            Content::Items(_) | Content::Counts(_) => "",
        }
    }

    fn check(&self) -> Result<u64, Fault> {
        let is_odd = self.may_break_lines();
        if is_odd && breaks_lines(self.owner().trim()) {
            return Err(Fault::OwnerText);
        }
        match &self.header.columns.content {
            Content::Items(columns) if is_odd => {
                let bad = columns.iter().find(|&&column| {
                    cell_items(self.cell(column), self.item_separator, |item| {
                        if breaks_lines(item) { Err(()) } else { Ok(()) }
                    })
                    .is_err()
                });
                bad.map_or(Ok(0), |column| Err(Fault::Tab { column: column + 1 }))
            }
            Content::Counts(columns) => {
                let mut sum = 0u64;
                for &column in columns {
                    let times =
                        count::of_text(self.cell(column)).ok_or(Fault::Count { column: column + 1 })?;
                    sum = sum.saturating_add(times);
                }
                Ok(sum)
            }
            Content::Items(_) | Content::Query(_) => Ok(0),
        }
    }

    fn items<E>(&self, mut item: impl FnMut(&str, u64) -> Result<(), E>) -> Result<(), E> {
        match &self.header.columns.content {
            Content::Query(_) => Ok(()),
            Content::Items(columns) => columns.iter().try_for_each(|&column| {
                cell_items(self.cell(column), self.item_separator, |text| item(text, 1))
            }),
            Content::Counts(columns) => {
                columns.iter().try_for_each(|&column| match count::of_text(self.cell(column)) {
                    None | Some(0) => Ok(()),
                    Some(times) => item(&self.header.names[column], times),
                })
            }
        }
    }
}
