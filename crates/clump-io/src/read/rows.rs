//! Rows of every layout, and the one loop that reads them: it opens each input, finds its layout, and hands each line, object or
//! row to a [`Sink`].

use clump_core::progress::Progress;

use super::content::Content;
use super::finder::{LayoutFinder, separator_of_baskets};
use super::{aol, basket, table};
use crate::columns::{Cells, ColumnNames, OwnerIs};
use crate::error::{Fault, ReadError, TableLook};
use crate::input::Input;
use crate::layout::{Delimiter, Layout, Separator};
use crate::options::ReadOptions;
use crate::source::Reading;
use crate::unit::Unit;

/// What is asked of an input.
pub(crate) struct Request<'a> {
    pub names: &'a ColumnNames,
    /// What separates the columns of a table that is text; found if it is not given.
    pub delimiter: Option<Delimiter>,
    /// Times are written in a format that was given, so that they must be text.
    pub has_time_format: bool,
    /// What separates the items of a basket, found if it is not given; or those of one cell, which is one item without it.
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
    pub(super) fn unsaid_owner(&self, input: &Input, look: TableLook) -> ReadError {
        let ColumnNames { items, query, cells, .. } = self.names;
        let is_said = !items.is_empty() || query.is_some() || *cells == Cells::Counts;
        let content = look.content.clone().filter(|_| !is_said);
        ReadError::UnsaidOwner { file: input.clone(), look: Box::new(TableLook { content, ..look }) }
    }
}

/// What an input is read for.
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

impl Purpose {
    /// What transactions of `unit` are read for.
    pub(crate) fn of(unit: Unit) -> Purpose {
        match unit {
            Unit::Owner | Unit::Query => Purpose::Transactions,
            Unit::Session { .. } => Purpose::Sessions,
            Unit::Transaction => Purpose::NamedTransactions,
        }
    }
}

/// What the rows of an input have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Shape {
    /// How they lie in it.
    pub form: Form,
    /// A column names the owner; else each row is an owner of its own.
    pub owner: bool,
    /// A column says when.
    pub time: bool,
    /// A column says what was clicked; looked for only where facts are counted or lines are published.
    pub url: bool,
    /// What a row says of its owner.
    pub kind: Kind,
    /// Several columns hold items.
    pub is_wide: bool,
}

/// How rows lie in an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Lines of a query log.
    Log,
    /// Lines of items, each of one owner.
    Baskets,
    /// A table, whatever its layout.
    Table,
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

/// One row. Texts are empty where they are missing, or where there is no such column. They are values of the data: what is
/// made of them must not get into errors.
pub trait Row {
    /// Whose it is.
    fn owner(&self) -> &str;
    /// Which of the owner's transactions it is part of, or which cell of a fact; read only where a column names them.
    fn transaction(&self) -> &str;
    /// When, as it is written.
    fn time(&self) -> &str;
    /// What was clicked; read only where facts are counted or lines are published.
    fn url(&self) -> &str;
    /// What was asked; empty where rows hold items.
    fn query(&self) -> &str;

    /// The rank of what was clicked. Query logs alone say it.
    fn rank(&self) -> &str {
        ""
    }

    /// Finds what is wrong with the row before any of its items is taken, and how many items there are, repeated ones
    /// each time; at least says so if these are counts.
    ///
    /// # Errors
    /// When the row is malformed.
    fn check(&self) -> Result<u64, Fault>;

    /// Number of items of lists that are null or empty. [`Row::items`] leaves them out.
    fn null_items(&self) -> u64 {
        0
    }

    /// Hands out each item, with how often it is there. To be called after [`Row::check`].
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
    /// The rows of an input begin.
    ///
    /// # Errors
    /// When the sink has no use for such rows.
    fn begin(&mut self, input: &Input, shape: Shape) -> Result<(), ReadError>;

    /// Takes a row, or what is wrong with it.
    ///
    /// # Errors
    /// Whatever is to end the reading.
    fn take(&mut self, row: Result<&impl Row, Fault>, place: Place<'_>) -> Result<(), ReadError>;

    /// The rows are over.
    ///
    /// # Errors
    /// When all of them together are wrong.
    fn end(&mut self, _input: &Input) -> Result<(), ReadError> {
        Ok(())
    }
}

/// Reads `inputs` and hands every row to `sink`, in order. What the columns are called, what separates them and how many rows are
/// read is up to `options`; words are handed out as they are, unmapped.
///
/// One pass; nothing is kept.
///
/// # Errors
/// What `sink` returns, and whatever can be wrong with an input.
pub fn read_rows(
    inputs: &[Input],
    options: &ReadOptions,
    sink: &mut impl Sink,
    progress: &dyn Progress,
) -> Result<(), ReadError> {
    let request = Request::new(options, Purpose::of(options.unit), progress);
    each_row(inputs, options, &request, sink, |_, _| {}).map(drop)
}

/// What was read besides rows.
#[derive(Default)]
pub(crate) struct ReadFiles {
    /// Files that held data.
    pub files: u64,
    /// Lines that were not UTF-8.
    pub latin1_lines: u64,
    /// What is one owner in them; none if there was no data.
    pub owner_is: Option<OwnerIs>,
}

/// Reads `inputs` and hands every row to `sink`. Before each input, `open` is told its number, from 1.
pub(crate) fn each_row<S: Sink>(
    inputs: &[Input],
    options: &ReadOptions,
    request: &Request<'_>,
    sink: &mut S,
    open: impl Fn(&mut S, usize),
) -> Result<ReadFiles, ReadError> {
    let mut finder = LayoutFinder::new(options);
    let mut read = ReadFiles::default();
    let _reading = Reading::begin(inputs, request.progress);
    for (number, input) in (1..).zip(inputs) {
        open(sink, number);
        match Content::open(input, options, &mut finder, request.progress)? {
            Content::Nothing => continue,
            Content::Text { mut lines, layout: Layout::Aol, .. } => {
                aol::read(&mut lines, sink)?;
                read.latin1_lines += lines.latin1();
            }
            Content::Text { mut lines, layout: Layout::Basket, head } => {
                let separator = options.separator.unwrap_or_else(|| separator_of_baskets(input, &head));
                basket::read(&mut lines, separator, sink)?;
                read.latin1_lines += lines.latin1();
            }
            table => read.latin1_lines += table::read(table, request, sink)?,
        }
        read.files += 1;
    }
    read.owner_is = finder.owner_is();
    Ok(read)
}
