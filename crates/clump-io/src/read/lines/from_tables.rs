//! From rows of a table to the lines of a log.

use std::borrow::Cow;

use super::Collected;
use crate::error::{Fault, ReadError};
use crate::read::aol::Record;
use crate::read::table::{Kind, Place, Row, Shape, Sink, Tables};
use crate::read::{BadLines, ReadCounts};
use crate::source::Input;

/// Takes the rows of a table as lines.
pub(super) struct RowLines<'r> {
    pub collected: &'r mut Collected,
    pub counts: &'r mut ReadCounts,
    pub tables: &'r mut Tables,
    pub bad_lines: BadLines,
}

impl RowLines<'_> {
    fn record(&mut self, row: &impl Row) -> Result<(), Fault> {
        row.check()?;
        let (owner, query) = (row.owner().trim(), one_line(row.query()));
        if owner.is_empty() {
            return Err(Fault::NoOwner);
        }
        self.collected.take(&Record { owner, query: &query, time: row.time().trim(), rank: "", url: "" })
    }
}

impl Sink for RowLines<'_> {
    fn begin(&mut self, input: &Input, shape: Shape) -> Result<(), ReadError> {
        if shape.kind != Kind::Query || !shape.owner {
            return Err(ReadError::NotALog { file: input.clone() });
        }
        self.tables.check(input, shape)
    }

    fn take(&mut self, row: Result<&impl Row, Fault>, place: Place<'_>) -> Result<(), ReadError> {
        self.counts.lines += 1;
        match row.and_then(|row| self.record(row)) {
            Ok(()) => Ok(()),
            Err(_) if self.bad_lines == BadLines::Skip => {
                self.counts.bad_lines += 1;
                Ok(())
            }
            Err(fault) => Err(ReadError::Malformed { file: place.input.clone(), line: place.number, fault }),
        }
    }
}

/// A query as a line of a log can hold it: tabs and line breaks are spaces.
fn one_line(query: &str) -> Cow<'_, str> {
    if query.contains(['\t', '\n', '\r']) {
        Cow::Owned(query.replace(['\t', '\n', '\r'], " "))
    } else {
        Cow::Borrowed(query)
    }
}
