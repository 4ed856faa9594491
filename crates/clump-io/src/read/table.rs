//! A table: rows of an owner, a time, and items or a query, whatever file they lie in. Each format hands out its rows
//! as a [`Row`]; what becomes of them is the business of a [`Sink`], and the same for all.

use clump_core::progress::Progress;

use crate::columns::{Cells, ColumnNames};
use crate::delimiter::Delimiter;
use crate::error::{Fault, ReadError, TableLook};
use crate::layout::{Layout, Separator};
use crate::lines::Lines;
use crate::source::{Batches, Input};

#[cfg(feature = "columnar")]
mod arrow;
mod columns;
mod count;
mod csv;
#[cfg(feature = "columnar")]
mod ipc;
mod jsonl;
#[cfg(not(feature = "columnar"))]
mod left_out;
#[cfg(feature = "columnar")]
mod parquet;
mod read_rows;
mod survey;
mod to_transactions;

pub use read_rows::read_rows;

pub(super) use to_transactions::RowReader;
pub(crate) use to_transactions::Tables;

use super::ReadOptions;
use super::content::Content;
use super::opened::Opened;
use super::preview::TablePreview;
#[cfg(not(feature = "columnar"))]
use left_out::{self as ipc, self as parquet};
use survey::FirstLine;

/// What is asked of a table.
pub(crate) struct Request<'a> {
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
    /// Says whether to go on where no file does.
    pub progress: &'a dyn Progress,
}

impl<'a> Request<'a> {
    pub(crate) fn new(options: &'a ReadOptions, purpose: Purpose, progress: &'a dyn Progress) -> Self {
        Request {
            names: &options.columns,
            delimiter: options.delimiter,
            has_time_format: options.time_format.is_some(),
            separator: options.separator,
            purpose,
            first: options.first,
            progress,
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
pub(crate) enum Purpose {
    Transactions,
    /// Transactions that are cut at pauses, so that times are needed.
    Sessions,
    /// Transactions that a column names.
    NamedTransactions,
    /// The lines of a log, so that queries are needed.
    Lines,
    /// Facts, which may be about times and clicks, and may be divided by a column.
    Facts,
}

/// What the rows of a table have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Shape {
    /// A column names the owner; else each row is an owner of its own.
    pub owner: bool,
    /// A column says when.
    pub time: bool,
    /// A column says what was clicked; looked for only where facts are counted.
    pub url: bool,
    /// What a row says of its owner.
    pub kind: Kind,
    /// Several columns hold items.
    pub is_wide: bool,
}

/// What a row says of its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A query, in the words of its owner.
    Query,
    /// Items, each in its cell or several in one.
    Items,
    /// How often the owner has each item; the names of the columns are the items.
    Counts,
}

/// One row. Texts are empty where they are missing, or where the table has no such column. They are values of the data:
/// what is made of them must not get into errors.
pub trait Row {
    /// Whose it is.
    fn owner(&self) -> &str;
    /// Which of the owner's transactions it is part of, or which cell of a fact; read only where a column names them.
    fn transaction(&self) -> &str;
    /// When, as it is written.
    fn time(&self) -> &str;
    /// What was clicked; read only where facts are counted.
    fn url(&self) -> &str;
    /// What was asked; empty in a table of items.
    fn query(&self) -> &str;

    /// Finds what is wrong with the row before any of its items is taken, and how many items there are, repeated ones
    /// each time; at least says so if these are counts.
    ///
    /// # Errors
    /// When the row is malformed.
    fn check(&self) -> Result<u64, Fault>;

    /// Hands out each item, with how often it is there.
    ///
    /// # Errors
    /// The first that `item` returns.
    fn items<E>(&self, item: impl FnMut(&str, u64) -> Result<(), E>) -> Result<(), E>;
}

/// Where a row stands.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// In which input.
    pub input: &'a Input,
    /// The line or, in a file that has none, the row; from 1.
    pub number: u64,
}

/// Where rows go.
pub trait Sink {
    /// A table begins.
    ///
    /// # Errors
    /// When the sink has no use for such a table.
    fn begin(&mut self, input: &Input, shape: Shape) -> Result<(), ReadError>;

    /// Takes a row, or what is wrong with it.
    ///
    /// # Errors
    /// Whatever is to end the reading.
    fn take(&mut self, row: Result<&impl Row, Fault>, place: Place<'_>) -> Result<(), ReadError>;

    /// The table is over.
    ///
    /// # Errors
    /// When all of its rows together are wrong.
    fn end(&mut self, _input: &Input) -> Result<(), ReadError> {
        Ok(())
    }
}

/// Reads a table, whatever it lies in. Returns how many of its lines were no UTF-8.
pub(crate) fn read(
    content: Content<'_>,
    request: &Request<'_>,
    sink: &mut impl Sink,
) -> Result<u64, ReadError> {
    match content {
        Content::Batches(input, batches) => read_batches(input, batches, request, sink)?,
        Content::Binary(opened, layout) => read_binary(opened, layout, request, sink)?,
        Content::Text { mut lines, layout, .. } => {
            read_text(&mut lines, layout, request, sink)?;
            return Ok(lines.latin1());
        }
        Content::Nothing => {}
    }
    Ok(0)
}

/// Reads a table that is text.
fn read_text(
    lines: &mut Lines<'_>,
    layout: Layout,
    request: &Request<'_>,
    sink: &mut impl Sink,
) -> Result<(), ReadError> {
    let delimiter = delimiter_of(lines, layout, request.delimiter)?;
    let Some(owner) = &request.names.owner else {
        let look = match layout {
            Layout::Jsonl => jsonl::survey(lines, 0)?.look(FirstLine::Header),
            _ => csv::survey(lines, delimiter.byte(), 0)?.look(FirstLine::Unsure),
        };
        return Err(request.unsaid_owner(lines.input(), look));
    };
    match layout {
        Layout::Jsonl => jsonl::read(lines, owner, request, sink)?,
        _ => csv::read(lines, delimiter, owner, request, sink)?,
    }
    sink.end(lines.input())
}

/// What separates the columns of a table that is text.
fn delimiter_of(
    lines: &mut Lines<'_>,
    layout: Layout,
    stated: Option<Delimiter>,
) -> Result<Delimiter, ReadError> {
    match (layout, stated) {
        (Layout::Csv, Some(delimiter)) => Ok(delimiter),
        (Layout::Csv, None) => csv::find_delimiter(lines),
        _ => Ok(Delimiter::Tab),
    }
}

/// Looks a table over, whatever it lies in, keeping `keep` of its first rows; what separates its columns if it is text.
pub(super) fn preview(
    content: Content<'_>,
    delimiter: Option<Delimiter>,
    keep: usize,
) -> Result<(TablePreview, Option<Delimiter>), ReadError> {
    let binary = |survey: survey::Survey| (survey.preview(FirstLine::Header), None);
    Ok(match content {
        Content::Batches(input, batches) => binary(survey_batches(input, batches, keep)?),
        Content::Binary(opened, Layout::Parquet) => binary(parquet::survey(opened, keep)?),
        Content::Binary(opened, _) => binary(ipc::survey(opened, keep)?),
        Content::Text { mut lines, layout: Layout::Jsonl, .. } => binary(jsonl::survey(&mut lines, keep)?),
        Content::Text { mut lines, layout, .. } => {
            let delimiter = delimiter_of(&mut lines, layout, delimiter)?;
            let survey = csv::survey(&mut lines, delimiter.byte(), keep)?;
            (survey.preview(FirstLine::Unsure), Some(delimiter))
        }
        Content::Nothing => (survey::Survey::default().preview(FirstLine::Header), None),
    })
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
    match csv::survey(lines, delimiter, 0).map(|survey| survey.look(FirstLine::Header)) {
        Ok(look) => ReadError::LooksLikeTable { file: lines.input().clone(), layout, look: Box::new(look) },
        Err(error) => error,
    }
}

/// Reads a table that is not.
fn read_binary(
    opened: Opened<'_>,
    layout: Layout,
    request: &Request<'_>,
    sink: &mut impl Sink,
) -> Result<(), ReadError> {
    let (input, progress) = (opened.input.clone(), opened.progress);
    let Some(owner) = &request.names.owner else {
        let survey =
            if layout == Layout::Parquet { parquet::survey(opened, 0)? } else { ipc::survey(opened, 0)? };
        return Err(request.unsaid_owner(&input, survey.look(FirstLine::Header)));
    };
    match layout {
        Layout::Parquet => parquet::read(opened, owner, request, sink),
        _ => ipc::read(opened, owner, request, sink),
    }
    // A decoder does not tell why its reader failed.
    .map_err(|error| progress.go_on().map_or_else(ReadError::from, |()| error.of_row()))?;
    sink.end(&input)
}

/// Reads a table that the caller handed over.
#[cfg(feature = "columnar")]
fn read_batches(
    input: &Input,
    batches: &Batches,
    request: &Request<'_>,
    sink: &mut impl Sink,
) -> Result<(), ReadError> {
    let Some(owner) = &request.names.owner else {
        let look = survey_batches(input, batches, 0)?.look(FirstLine::Header);
        return Err(request.unsaid_owner(input, look));
    };
    let mut rows = batches.open().map_err(|source| input.io(source))?;
    let next = || rows.next().transpose();
    ipc::read_batches(batches.schema(), next, owner, request, input, sink).map_err(ReadError::of_row)?;
    sink.end(input)
}

/// Looks over what the caller handed over.
#[cfg(feature = "columnar")]
fn survey_batches(input: &Input, batches: &Batches, keep: usize) -> Result<survey::Survey, ReadError> {
    let mut rows = batches.open().map_err(|source| input.io(source))?;
    ipc::survey_batches(batches.schema(), || rows.next().transpose(), input, keep)
}

/// There is none in this build.
#[cfg(not(feature = "columnar"))]
fn survey_batches(_: &Input, batches: &Batches, _: usize) -> Result<survey::Survey, ReadError> {
    match *batches {}
}

/// There is none in this build.
#[cfg(not(feature = "columnar"))]
fn read_batches(_: &Input, batches: &Batches, _: &Request<'_>, _: &mut impl Sink) -> Result<(), ReadError> {
    match *batches {}
}
