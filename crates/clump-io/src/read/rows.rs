//! Rows of every layout, and the one loop that reads them: it opens each input, finds its layout, and hands each line, object or
//! row to a [`Sink`].

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

/// What is asked of an input.
pub(crate) struct Request<'a> {
    pub options: &'a ReadOptions,
    /// Names of the columns, mostly those of the options.
    pub names: &'a ColumnNames,
    pub purpose: Purpose,
    /// Says whether to go on where no file does.
    pub progress: &'a dyn Progress,
}

impl<'a> Request<'a> {
    pub(crate) fn new(options: &'a ReadOptions, purpose: Purpose, progress: &'a dyn Progress) -> Self {
        Request { options, names: &options.columns, purpose, progress }
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
pub(crate) struct Shape {
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
pub(crate) enum Form {
    /// Lines of a query log.
    Log,
    /// Lines of items, each of one owner.
    Baskets,
    /// A table, whatever its layout.
    Table,
}

/// What a row says of its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A query, in the words of its owner.
    Query,
    /// Items, each in its cell or several in one.
    Items,
    /// How often the owner has each item; the names of the columns are the items.
    Counts,
}

/// One row. Texts are empty where they are missing, or where there is no such column. They are values of the data: they must not get
/// into errors.
pub(crate) trait Row {
    fn owner(&self) -> &str {
        ""
    }

    /// The transaction of the owner that it is part of, or the cell of a fact; read only where a column names them.
    fn transaction(&self) -> &str {
        ""
    }

    /// The time, as it is written.
    fn time(&self) -> &str {
        ""
    }

    /// The address that was clicked; read only where facts are counted or lines are published.
    fn url(&self) -> &str {
        ""
    }

    /// The query; empty where rows hold items.
    fn query(&self) -> &str {
        ""
    }

    /// The rank of what was clicked. Query logs alone say it.
    fn rank(&self) -> &str {
        ""
    }

    /// Finds what is wrong with the row before any of its items is taken, and how many items there are, repeated ones
    /// each time; at least says so if these are counts.
    fn check(&self) -> Result<u64, Fault> {
        Ok(0)
    }

    /// Number of items of lists that are null or empty. [`Row::items`] leaves them out.
    fn null_items(&self) -> u64 {
        0
    }

    /// Hands out each item, with how often it is there, until `item` fails. To be called after [`Row::check`].
    fn items<E>(&self, _item: impl FnMut(&str, u64) -> Result<(), E>) -> Result<(), E> {
        Ok(())
    }
}

/// Place of a row.
#[derive(Clone, Copy)]
pub(crate) struct Place<'a> {
    pub input: &'a Input,
    /// The line or, in a file that has none, the row; from 1.
    pub number: u64,
}

/// Where rows go.
pub(crate) trait Sink {
    /// The rows of an input begin.
    fn begin(&mut self, input: &Input, shape: Shape) -> Result<(), ReadError>;

    /// Takes a row, or what is wrong with it.
    fn take(&mut self, row: Result<&impl Row, Fault>, place: Place<'_>) -> Result<(), ReadError>;

    /// The rows are over.
    fn end(&mut self, _input: &Input) -> Result<(), ReadError> {
        Ok(())
    }
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
