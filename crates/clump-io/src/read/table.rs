//! A table: rows of an owner, a time, and items or a query, whatever file they lie in. Each format hands out its rows
//! as a [`Row`]; what becomes of them is the business of a [`Sink`], and the same for all.

use crate::columns::{Cells, ColumnNames};
use crate::delimiter::Delimiter;
use crate::error::{Fault, ReadError, TableLook};
use crate::layout::{Layout, Separator};
use crate::lines::Lines;
use crate::source::Input;

mod arrow;
mod columns;
mod count;
mod csv;
mod ipc;
mod jsonl;
mod parquet;
mod rows;
mod survey;

pub(super) use rows::{RowReader, Tables};

use super::ReadOptions;
use super::opened::Opened;
use survey::FirstLine;

/// What is asked of a table.
pub(super) struct Request<'a> {
    pub names: &'a ColumnNames,
    /// What separates the columns of a table that is text; found if it is not given.
    pub delimiter: Option<Delimiter>,
    /// Times are written in a format that was given, so that they must be text.
    pub has_time_format: bool,
    /// What separates the items of one cell; without it a cell is one item.
    pub separator: Option<Separator>,
    pub purpose: Purpose,
    /// Only so many rows of a table.
    pub first: Option<u64>,
}

impl<'a> Request<'a> {
    pub(super) fn new(options: &'a ReadOptions, purpose: Purpose) -> Self {
        Request {
            names: &options.columns,
            delimiter: options.delimiter,
            has_time_format: options.time_format.is_some(),
            separator: options.separator,
            purpose,
            first: options.first,
        }
    }

    /// The error for a table of which nobody said whose rows they are.
    fn unsaid_owner(&self, input: &Input, look: TableLook) -> ReadError {
        let ColumnNames { items, query, cells, .. } = self.names;
        let is_said = !items.is_empty() || query.is_some() || *cells == Cells::Counts;
        let content = look.content.clone().filter(|_| !is_said);
        ReadError::UnsaidOwner { file: input.clone(), look: Box::new(TableLook { content, ..look }) }
    }
}

/// What a table is read for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    Transactions,
    /// Transactions that are cut at pauses, so that times are needed.
    Sessions,
    /// Transactions that a column names.
    NamedTransactions,
    /// The lines of a log, so that queries are needed.
    Lines,
}

/// What the rows of a table have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub owner: bool,
    pub time: bool,
    pub kind: Kind,
    /// Several columns hold items.
    pub is_wide: bool,
}

/// What a row says of its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Query,
    Items,
    Counts,
}

/// One row. Texts are empty where they are missing, or where the table has no such column.
pub(super) trait Row {
    fn owner(&self) -> &str;
    fn transaction(&self) -> &str;
    fn time(&self) -> &str;
    fn query(&self) -> &str;

    /// Finds what is wrong with the row before any of its items is taken, and how many items there are, repeated ones
    /// each time; at least says so if these are counts.
    fn check(&self) -> Result<u64, Fault>;

    /// Hands out each item, with how often it is there.
    fn items<E>(&self, item: impl FnMut(&str, u64) -> Result<(), E>) -> Result<(), E>;
}

/// Where a row stands.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    pub input: &'a Input,
    /// The line or, in a file that has none, the row; from 1.
    pub number: u64,
}

/// Where rows go.
pub(super) trait Sink {
    /// A table begins.
    fn begin(&mut self, input: &Input, shape: Shape) -> Result<(), ReadError>;

    /// Takes a row, or what is wrong with it.
    fn take(&mut self, row: Result<&impl Row, Fault>, place: Place<'_>) -> Result<(), ReadError>;

    /// The table is over.
    fn end(&mut self, _input: &Input) -> Result<(), ReadError> {
        Ok(())
    }
}

/// Reads a table that is text.
pub(super) fn read_text(
    lines: &mut Lines<'_>,
    layout: Layout,
    request: &Request<'_>,
    sink: &mut impl Sink,
) -> Result<(), ReadError> {
    let delimiter = match (layout, request.delimiter) {
        (Layout::Csv, Some(delimiter)) => delimiter,
        (Layout::Csv, None) => csv::find_delimiter(lines)?,
        _ => Delimiter::Tab,
    };
    let Some(owner) = &request.names.owner else {
        let look = match layout {
            Layout::Jsonl => jsonl::look(lines)?,
            _ => csv::look(lines, delimiter.byte(), FirstLine::Unsure)?,
        };
        return Err(request.unsaid_owner(lines.input(), look));
    };
    match layout {
        Layout::Jsonl => jsonl::read(lines, owner, request, sink)?,
        _ => csv::read(lines, delimiter, owner, request, sink)?,
    }
    sink.end(lines.input())
}

/// The error for a text that looks like a table although nobody said that it is one.
pub(super) fn looks_like_table(lines: &mut Lines<'_>, separator: Separator) -> ReadError {
    let (delimiter, layout) = match separator {
        Separator::Tab => (b'\t', Some(Layout::Tsv)),
        Separator::Comma => (b',', Some(Layout::Csv)),
        Separator::Semicolon => (b';', Some(Layout::Csv)),
        Separator::Pipe => (b'|', Some(Layout::Csv)),
        Separator::Space => (b' ', None),
    };
    match csv::look(lines, delimiter, FirstLine::Header) {
        Ok(look) => ReadError::LooksLikeTable { file: lines.input().clone(), layout, look: Box::new(look) },
        Err(error) => error,
    }
}

/// Reads a table that is not.
pub(super) fn read_binary(
    opened: Opened<'_>,
    layout: Layout,
    request: &Request<'_>,
    sink: &mut impl Sink,
) -> Result<(), ReadError> {
    let (input, progress) = (opened.input.clone(), opened.progress);
    let Some(owner) = &request.names.owner else {
        let look = if layout == Layout::Parquet { parquet::look(opened)? } else { ipc::look(opened)? };
        return Err(request.unsaid_owner(&input, look));
    };
    match layout {
        Layout::Parquet => parquet::read(opened, owner, request, sink),
        _ => ipc::read(opened, owner, request, sink),
    }
    // A decoder does not tell why its reader failed.
    .map_err(|error| progress.go_on().map_or_else(ReadError::from, |()| error.of_row()))?;
    sink.end(&input)
}

/// Whether a release or an audit, which have a row a line and tabs between columns, could not carry `text`.
fn breaks_lines(text: &str) -> bool {
    memchr::memchr3(b'\t', b'\n', b'\r', text.as_bytes()).is_some()
}
