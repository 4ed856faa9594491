//! Rows of every layout, and the one loop that reads them. It opens each input, finds its layout, and passes
//! each line, object or row to a [`Sink`].

use clump_core::progress::Progress;

use super::content::Content;
use super::finder::{LayoutFinder, separator_of_baskets};
use super::{plain, table};
use crate::columns::{Cells, ColumnNames, OwnerIs};
use crate::error::{Fault, ReadError, TableLook};
use crate::input::Input;
use crate::layout::Layout;
use crate::options::ReadOptions;
use crate::source::Reading;
use crate::unit::Unit;

/// A request to read inputs.
pub(crate) struct Request<'a> {
    pub options: &'a ReadOptions,
    /// Names of the columns, mostly those of the options.
    pub names: &'a ColumnNames,
    pub purpose: Purpose,
    /// Checked for cancellation where no file does that.
    pub progress: &'a dyn Progress,
}

impl<'a> Request<'a> {
    pub(crate) fn new(options: &'a ReadOptions, purpose: Purpose, progress: &'a dyn Progress) -> Self {
        Request { options, names: &options.columns, purpose, progress }
    }

    /// The error for a table without a stated owner.
    pub(super) fn unsaid_owner(&self, input: &Input, look: TableLook) -> ReadError {
        let ColumnNames { items, query, cells, .. } = self.names;
        let is_said = !items.is_empty() || query.is_some() || *cells == Cells::Counts;
        let content = look.content.clone().filter(|_| !is_said);
        ReadError::UnsaidOwner { file: input.clone(), look: Box::new(TableLook { content, ..look }) }
    }
}

/// The purpose of reading an input.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    Transactions,
    /// Transactions that are cut at pauses, so times are needed.
    Sessions,
    /// Transactions that a column names.
    NamedTransactions,
    /// The lines of a log, so queries are needed.
    Lines,
    /// Facts, which may be about times and clicks, and may be divided by a column.
    Facts,
}

impl Purpose {
    /// The purpose of reading transactions of `unit`.
    pub(crate) fn of(unit: Unit) -> Purpose {
        match unit {
            Unit::Owner | Unit::Query => Purpose::Transactions,
            Unit::Session { .. } => Purpose::Sessions,
            Unit::Transaction => Purpose::NamedTransactions,
        }
    }
}

/// The shape of the rows of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    /// The form of the rows.
    pub form: Form,
    /// True if a column names the owner; else each row is an owner of its own.
    pub owner: bool,
    /// True if there is a column of times.
    pub time: bool,
    /// True if there is a column of clicked addresses. It is looked for only if facts are counted or lines
    /// are published.
    pub url: bool,
    /// The kind of content in a row.
    pub kind: Kind,
    /// True if several columns hold items.
    pub is_wide: bool,
}

/// The form of the rows of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Lines of a query log.
    Log,
    /// Lines of items, each of one owner.
    Baskets,
    /// A table of any layout.
    Table,
}

/// The kind of content in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A query, in the words of its owner.
    Query,
    /// Items, one or several in each cell.
    Items,
    /// Counts of items; the names of the columns are the items.
    Counts,
}

/// One row. A text is empty if it is missing, or if there is no such column. Texts are values of the data:
/// they must not get into errors.
pub(crate) trait Row {
    fn owner(&self) -> &str {
        ""
    }

    /// The owner's transaction that the row is part of, or the cell of a fact; read only if a column names
    /// them.
    fn transaction(&self) -> &str {
        ""
    }

    /// The time, as it is written.
    fn time(&self) -> &str {
        ""
    }

    /// The address that was clicked; read only if facts are counted or lines are published.
    fn url(&self) -> &str {
        ""
    }

    /// The query; empty if rows hold items.
    fn query(&self) -> &str {
        ""
    }

    /// The rank of what was clicked. Only query logs have it.
    fn rank(&self) -> &str {
        ""
    }

    /// Checks the row before any of its items is taken. Returns the number of items, including repeats, at
    /// least if these are counts.
    fn check(&self) -> Result<u64, Fault> {
        Ok(0)
    }

    /// Number of items of lists that are null or empty. [`Row::items`] leaves them out.
    fn null_items(&self) -> u64 {
        0
    }

    /// Passes each item to `item` with its number of occurrences, until `item` fails. Must be called after
    /// [`Row::check`].
    fn items<E>(&self, _item: impl FnMut(&str, u64) -> Result<(), E>) -> Result<(), E> {
        Ok(())
    }
}

/// The position of a row.
#[derive(Clone, Copy)]
pub(crate) struct Place<'a> {
    pub input: &'a Input,
    /// The number of the line, or of the row in a file without lines; from 1.
    pub number: u64,
}

/// A sink for rows.
pub(crate) trait Sink {
    /// Begins the rows of an input.
    fn begin(&mut self, input: &Input, shape: Shape) -> Result<(), ReadError>;

    /// Takes a row, or its fault.
    fn take(&mut self, row: Result<&impl Row, Fault>, place: Place<'_>) -> Result<(), ReadError>;

    /// Ends the rows of an input.
    fn end(&mut self, _input: &Input) -> Result<(), ReadError> {
        Ok(())
    }
}

/// The results of a reading besides rows.
#[derive(Default)]
pub(crate) struct ReadFiles {
    /// Files that held data.
    pub files: u64,
    /// Lines that were not UTF-8.
    pub latin1_lines: u64,
    /// The meaning of one owner in them; `None` if there was no data.
    pub owner_is: Option<OwnerIs>,
}

/// Reads `inputs` and passes every row to `sink`. Before each input, calls `open` with its number, from 1.
pub(crate) fn each_row<S: Sink>(
    inputs: &[Input],
    request: &Request<'_>,
    sink: &mut S,
    open: impl Fn(&mut S, usize),
) -> Result<ReadFiles, ReadError> {
    let options = request.options;
    let mut finder = LayoutFinder::new(options);
    let mut read = ReadFiles::default();
    let _reading = Reading::begin(inputs, request.progress);
    for (number, input) in (1..).zip(inputs) {
        open(sink, number);
        match Content::open(input, options, &mut finder, request.progress)? {
            Content::Nothing => continue,
            Content::Text { mut lines, layout: Layout::Aol, .. } => {
                plain::read_log(&mut lines, sink)?;
                read.latin1_lines += lines.latin1();
            }
            Content::Text { mut lines, layout: Layout::Basket, head } => {
                let separator = options.separator.unwrap_or_else(|| separator_of_baskets(input, &head));
                plain::read_baskets(&mut lines, separator, sink)?;
                read.latin1_lines += lines.latin1();
            }
            table => read.latin1_lines += table::read(table, request, sink)?,
        }
        read.files += 1;
    }
    read.owner_is = finder.owner_is();
    Ok(read)
}
