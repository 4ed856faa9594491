//! Comma separated, in the long form that tables like: a line an item, with the number of its row, from 1, and what that
//! row states of its owners. A row without items has one line, and no item on it.
//!
//! No label holds a line break, so a record is a line.

use std::borrow::Cow;
use std::io::{self, Write};

use memchr::memchr2;

use super::read::LineReader;
use super::released::Incoming;
use super::write::RowWriter;
use crate::error::Fault;

const HEADER: &str = "row,owners_in_group,item";

pub(super) struct CsvRows<W> {
    out: W,
    /// Rows written.
    rows: u64,
    lines: Vec<u8>,
    /// What all lines of a row begin with.
    begin: Vec<u8>,
}

impl<W: Write> CsvRows<W> {
    pub fn new(mut out: W) -> io::Result<CsvRows<W>> {
        writeln!(out, "{HEADER}")?;
        Ok(CsvRows { out, rows: 0, lines: Vec::new(), begin: Vec::new() })
    }
}

impl<W: Write> RowWriter<W> for CsvRows<W> {
    fn row(&mut self, owners: u64, items: &[&str]) -> io::Result<()> {
        self.rows += 1;
        self.begin.clear();
        self.lines.clear();
        write!(self.begin, "{},{owners},", self.rows)?;
        let items = if items.is_empty() { &[""] } else { items };
        for item in items {
            self.lines.extend_from_slice(&self.begin);
            push_field(&mut self.lines, item);
            self.lines.push(b'\n');
        }
        self.out.write_all(&self.lines)
    }

    fn finish(mut self: Box<Self>) -> io::Result<W> {
        self.out.flush()?;
        Ok(self.out)
    }
}

/// Appends a field, in double quotes where it must be. Spaces at its ends would be taken away by some readers.
fn push_field(line: &mut Vec<u8>, field: &str) {
    let bytes = field.as_bytes();
    if memchr2(b',', b'"', bytes).is_none() && field.trim().len() == field.len() {
        line.extend_from_slice(bytes);
        return;
    }
    line.push(b'"');
    for &byte in bytes {
        line.extend_from_slice(if byte == b'"' { b"\"\"" } else { std::slice::from_ref(&byte) });
    }
    line.push(b'"');
}

/// Lines of a release, of which a row has several.
#[derive(Default)]
pub(super) struct CsvLines {
    has_header: bool,
    row: Option<OpenRow>,
}

/// The row that the next line may belong to.
struct OpenRow {
    number: u64,
    owners: u64,
    /// Its one line has no item.
    is_empty: bool,
}

impl LineReader for CsvLines {
    fn line(&mut self, line: &str, release: &mut Incoming) -> Result<(), Fault> {
        let fields = fields(line);
        if !self.has_header {
            self.has_header = fields.is_some_and(|names| names.join(",") == HEADER);
            return if self.has_header { Ok(()) } else { Err(Fault::CsvHeader) };
        }
        let [row, owners, item] = fields.ok_or(Fault::CsvRecord)?;
        let number: u64 = row.parse().map_err(|_| Fault::RowNumber)?;
        let owners: u64 = owners.parse().map_err(|_| Fault::NoOwnersInGroup)?;
        match &self.row {
            Some(open) if open.number == number => {
                if open.owners != owners {
                    return Err(Fault::OtherOwners);
                }
                // A row without items has no second line.
                if open.is_empty || item.is_empty() {
                    return Err(Fault::Label { column: release.pending() + 1 });
                }
            }
            open => {
                let last = open.as_ref().map_or(0, |open| open.number);
                if number.checked_sub(1) != Some(last) {
                    return Err(Fault::RowNumber);
                }
                self.end(release)?;
                self.row = Some(OpenRow { number, owners, is_empty: item.is_empty() });
            }
        }
        if item.is_empty() { Ok(()) } else { release.label(&item) }
    }

    fn end(&mut self, release: &mut Incoming) -> Result<(), Fault> {
        if !self.has_header {
            return Err(Fault::CsvHeader);
        }
        if let Some(row) = self.row.take() {
            release.end_row(Some(row.owners));
        }
        Ok(())
    }
}

/// The three fields of a line; `None` if there are more or less, or if quotes do not match.
fn fields(line: &str) -> Option<[Cow<'_, str>; 3]> {
    let (row, rest) = field(line)?;
    let (owners, rest) = field(rest?)?;
    let (item, rest) = field(rest?)?;
    rest.is_none().then_some([row, owners, item])
}

/// The first field of `text`, and what follows its comma.
fn field(text: &str) -> Option<(Cow<'_, str>, Option<&str>)> {
    let Some(quoted) = text.strip_prefix('"') else {
        let (field, rest) = match text.split_once(',') {
            Some((field, rest)) => (field, Some(rest)),
            None => (text, None),
        };
        return (!field.contains('"')).then_some((Cow::Borrowed(field), rest));
    };
    let mut close = quoted.find('"')?;
    while quoted[close + 1..].starts_with('"') {
        close += 2 + quoted[close + 2..].find('"')?;
    }
    let field = &quoted[..close];
    let field = if field.contains('"') { field.replace("\"\"", "\"").into() } else { field.into() };
    let rest = &quoted[close + 1..];
    if rest.is_empty() { Some((field, None)) } else { Some((field, Some(rest.strip_prefix(',')?))) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_quoted_is_read_back() {
        for label in ["a", "a,b", "\"", "\"\"", "a \"b\", c", " a", "a ", "6\" pipe", ",", "\",\"", ""] {
            let mut line = b"1,".to_vec();
            push_field(&mut line, label);
            line.extend_from_slice(b",2");
            let line = String::from_utf8(line).unwrap();
            assert_eq!(fields(&line).unwrap(), ["1", label, "2"], "{line}");
        }
    }

    #[test]
    fn unmatched_quotes_and_other_numbers_of_fields_are_refused() {
        for line in ["1,2", "1,2,3,4", "", "1,2,\"a", "1,2,\"a\"b", "1,2,a\"b", "1,2,\"a\"\"", "\"1\"2,3"] {
            assert_eq!(fields(line), None, "{line}");
        }
    }
}
