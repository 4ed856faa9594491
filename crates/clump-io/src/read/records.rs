//! The one loop that reads all inputs. It opens each input, finds its layout, and makes a record of each
//! line, object or row: its owner, and a query or items. It also recognizes clicks, handles malformed lines,
//! and counts. An implementation of [`Records`] then uses the records.

use std::borrow::Cow;
use std::fmt::Write;

use clump_core::progress::Progress;

use super::clicks::Clicks;
use super::content::Content;
use super::finder::{LayoutFinder, separator_of_baskets};
use super::{ReadCounts, plain, table};
use crate::columns::{Cells, ColumnNames, OwnerIs};
use crate::error::{Fault, ReadError, TableLook};
use crate::input::Input;
use crate::layout::Layout;
use crate::options::{BadLines, ReadOptions};
use crate::owners::Owners;
use crate::source::Reading;
use crate::split::{breaks_lines, check_item};
use crate::unit::Unit;

pub(crate) struct Request<'a> {
    pub options: &'a ReadOptions,
    /// Names of the columns that have a role.
    pub names: &'a ColumnNames,
    pub purpose: Purpose,
    /// Further columns whose values a record needs: those that tables of facts name.
    pub columns: &'a [String],
    /// Progress of the run; also asked for cancellation while record batches are read.
    pub progress: &'a dyn Progress,
}

impl<'a> Request<'a> {
    pub(crate) fn new(options: &'a ReadOptions, purpose: Purpose, progress: &'a dyn Progress) -> Self {
        Request { options, names: &options.columns, purpose, columns: &[], progress }
    }

    pub(super) fn unsaid_owner(&self, input: &Input, look: TableLook) -> ReadError {
        let ColumnNames { items, query, cells, .. } = self.names;
        let is_said = !items.is_empty() || query.is_some() || *cells == Cells::Counts;
        let content = look.content.clone().filter(|_| !is_said);
        ReadError::UnsaidOwner { file: input.clone(), look: Box::new(TableLook { content, ..look }) }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    Transactions,
    /// Transactions that end at a pause of the owner, so times are needed.
    Sessions,
    NamedTransactions,
    Lines,
    /// Facts, which may need times, clicks and the values of further columns.
    Facts,
}

impl Purpose {
    pub(crate) fn of(unit: Unit) -> Purpose {
        match unit {
            Unit::Owner | Unit::Query => Purpose::Transactions,
            Unit::Session { .. } => Purpose::Sessions,
            Unit::Transaction => Purpose::NamedTransactions,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    pub form: Form,
    /// True if a column holds the owner; false if each row is its own owner.
    pub owner: bool,
    pub time: bool,
    /// True if the input has a column of clicked addresses, and facts are counted or lines are published.
    pub url: bool,
    pub kind: Kind,
    pub is_wide: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Log,
    Baskets,
    Table,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Query,
    Items,
    /// Number of times that the row has each item. The names of the columns are the items.
    Counts,
}

/// Texts of one row. A text is empty if it is missing or if the input has no such column. The texts are
/// values of the data and must not get into errors. Surrounding blanks are removed, except from the query.
#[derive(Clone, Copy, Default)]
pub(crate) struct Record<'t> {
    pub owner: &'t str,
    /// True if each row is its own owner; `owner` is then the row number.
    pub is_of_row: bool,
    pub query: &'t str,
    pub time: &'t str,
    /// Name of the row's transaction, from a column.
    pub part: &'t str,
    pub rank: &'t str,
    pub url: &'t str,
    /// Values of the further columns of the request, without surrounding blanks.
    pub values: &'t [String],
}

impl Record<'_> {
    /// Number of the record's owner. An owner without an earlier record is added.
    pub(crate) fn owner(&self, owners: &mut Owners) -> Result<u32, Fault> {
        if self.is_of_row { Ok(owners.push(self.owner)) } else { owners.number(self.owner) }
    }
}

pub(crate) trait Row {
    fn record(&self) -> Record<'_>;

    /// Value of a further column of the request, by its number; empty if it is missing.
    fn value(&self, _column: usize) -> Cow<'_, str> {
        Cow::Borrowed("")
    }

    /// False only if no text of the row can contain a tab, a line break or angle brackets.
    fn may_be_odd(&self) -> bool;

    /// Number of list elements that are null or empty, which [`Row::items`] leaves out.
    fn null_items(&self) -> u64 {
        0
    }

    /// Passes each item to `item`, with its column from 1 and its number of occurrences, until `item` fails.
    fn items(&self, item: impl FnMut(usize, &str, u64) -> Result<(), Fault>) -> Result<(), Fault>;
}

/// Checks all items of a row before any of them is used. If cells are counts, returns their sum; else 0.
fn check(row: &impl Row, owner: &str, shape: Shape) -> Result<u64, Fault> {
    let is_odd = row.may_be_odd();
    if is_odd && shape.owner && breaks_lines(owner) {
        return Err(Fault::OwnerText);
    }
    let mut sum = 0u64;
    if is_odd || shape.kind == Kind::Counts {
        row.items(|column, item, count| {
            sum = sum.saturating_add(count);
            check_item(item, column)
        })?;
    }
    Ok(if shape.kind == Kind::Counts { sum } else { 0 })
}

#[derive(Clone, Copy)]
pub(crate) struct Place<'a> {
    pub input: &'a Input,
    /// Number of the line, or of the row in a file without lines, from 1.
    pub number: u64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Asking {
    Query,
    /// A further click on the results of a query that was already passed on.
    Click,
    /// The query is empty. Its line still proves that the owner exists.
    Blank,
}

pub(crate) trait Records {
    fn begin(&mut self, input: &Input, shape: Shape) -> Result<(), ReadError>;

    fn query(&mut self, owners: &mut Owners, record: Record<'_>, asking: Asking) -> Result<(), Fault>;

    /// Uses the items of `row`, and returns the number of distinct items. `count` is the sum of counts, or 0.
    fn items(
        &mut self,
        owners: &mut Owners,
        record: Record<'_>,
        row: &impl Row,
        count: u64,
    ) -> Result<usize, Fault>;

    fn end(&mut self, _input: &Input) -> Result<(), ReadError> {
        Ok(())
    }

    fn relieve(&mut self) -> Result<(), ReadError> {
        Ok(())
    }
}

pub(crate) struct WasRead {
    pub owners: Owners,
    pub owner_is: OwnerIs,
    pub counts: ReadCounts,
}

/// Reads `inputs` as one log and passes the records to `records`. If `clicks` is `None`, every line counts as
/// a query, including clicks and blank queries.
pub(crate) fn read_records(
    inputs: &[Input],
    request: &Request<'_>,
    clicks: Option<Clicks>,
    records: &mut impl Records,
) -> Result<WasRead, ReadError> {
    let first = inputs.first().ok_or(ReadError::NoInput)?;
    let options = request.options;
    options.room.check_folder()?;
    let mut reader = Reader {
        records,
        owners: Owners::new(options),
        clicks,
        counts: ReadCounts::default(),
        bad_lines: options.bad_lines,
        file: None,
        shape: None,
        rows: 0,
        name: String::new(),
        values: vec![String::new(); request.columns.len()],
    };
    let mut finder = LayoutFinder::new(options);
    let _reading = Reading::begin(inputs, request.progress);
    for (number, input) in (1..).zip(inputs) {
        reader.file = (inputs.len() > 1).then_some(number);
        reader.counts.latin1_lines += match Content::open(input, options, &mut finder, request.progress)? {
            Content::Nothing => continue,
            Content::Text { mut lines, layout: Layout::Aol, .. } => {
                plain::read_log(&mut lines, &mut reader)?;
                lines.latin1()
            }
            Content::Text { mut lines, layout: Layout::Basket, head } => {
                let separator = options.separator.unwrap_or_else(|| separator_of_baskets(input, &head));
                plain::read_baskets(&mut lines, separator, &mut reader)?;
                lines.latin1()
            }
            table => table::read(table, request, &mut reader)?,
        };
        reader.counts.files += 1;
    }
    let Reader { owners, counts, .. } = reader;
    match finder.owner_is() {
        Some(owner_is) if counts.lines > 0 || options.with_noise => Ok(WasRead { owners, owner_is, counts }),
        _ => Err(ReadError::Empty { file: first.clone(), files: inputs.len() }),
    }
}

pub(super) struct Reader<'r, R> {
    records: &'r mut R,
    owners: Owners,
    clicks: Option<Clicks>,
    counts: ReadCounts,
    bad_lines: BadLines,
    file: Option<usize>,
    shape: Option<Shape>,
    rows: u64,
    /// Name of a row that is its own owner: its number, or `file:number` if there are several files.
    name: String,
    /// Values of the further columns of the request in the current row.
    values: Vec<String>,
}

impl<R: Records> Reader<'_, R> {
    pub(super) fn begin(&mut self, input: &Input, shape: Shape) -> Result<(), ReadError> {
        self.records.begin(input, shape)?;
        self.rows = 0;
        // If only some inputs had an owner column, each row of the others would count as one person. The
        // number of item columns and the presence of clicks may differ between inputs.
        let kind_of = |shape: Shape| (shape.owner, shape.time, shape.kind);
        match self.shape.replace(shape) {
            Some(before) if kind_of(before) != kind_of(shape) => {
                Err(ReadError::MixedTables { file: input.clone() })
            }
            _ => Ok(()),
        }
    }

    #[inline]
    pub(super) fn take(&mut self, row: Result<&impl Row, Fault>, place: Place<'_>) -> Result<(), ReadError> {
        self.counts.lines += 1;
        self.rows += 1;
        match (row.and_then(|row| self.record(row)), self.bad_lines) {
            (Ok(()), _) => {}
            (Err(fault), BadLines::Skip) if !matches!(fault, Fault::UnknownItem { .. }) => {
                self.counts.bad_lines += 1;
            }
            (Err(fault), _) => {
                let Place { input, number: line } = place;
                return Err(ReadError::Malformed { file: input.clone(), line, fault });
            }
        }
        self.records.relieve()
    }

    pub(super) fn end(&mut self, input: &Input) -> Result<(), ReadError> {
        self.records.end(input)
    }

    #[inline]
    fn record(&mut self, row: &impl Row) -> Result<(), Fault> {
        let shape = self.shape.expect("rows come after their shape");
        let Record { owner, query, time, part, rank, url, .. } = row.record();
        let (owner, time, part, url) = (owner.trim(), time.trim(), part.trim(), url.trim());
        let count = check(row, owner, shape)?;
        let is_of_row = !shape.owner;
        if is_of_row {
            self.name.clear();
            match self.file {
                Some(file) => write!(self.name, "{file}:{}", self.rows),
                None => write!(self.name, "{}", self.rows),
            }
            .expect("writing to a string cannot fail");
        } else if owner.is_empty() {
            return Err(Fault::NoOwner);
        }
        let owner = if is_of_row { &self.name } else { owner };
        if !self.owners.are_read(owner) {
            return Ok(());
        }
        for (column, value) in self.values.iter_mut().enumerate() {
            value.clear();
            value.push_str(row.value(column).trim());
        }
        let record = Record { owner, is_of_row, query, time, part, rank, url, values: &self.values };
        if shape.owner && shape.kind == Kind::Query {
            return query_of(self.records, &mut self.owners, &mut self.clicks, &mut self.counts, record);
        }
        self.counts.baskets += u64::from(is_of_row);
        let taken = self.records.items(&mut self.owners, record, row, count)?;
        // A basket without items is valid: its owner has nothing. So it counts no missing item.
        self.counts.null_items += match row.null_items() {
            0 if taken == 0 && shape.kind == Kind::Items && shape.form != Form::Baskets => 1,
            null_items => null_items,
        };
        Ok(())
    }
}

#[inline]
fn query_of<R: Records>(
    records: &mut R,
    owners: &mut Owners,
    clicks: &mut Option<Clicks>,
    counts: &mut ReadCounts,
    record: Record<'_>,
) -> Result<(), Fault> {
    let Some(clicks) = clicks else { return records.query(owners, record, Asking::Query) };
    if record.query.trim().is_empty() {
        records.query(owners, record, Asking::Blank)?;
        counts.blank_queries += 1;
    } else if clicks.is_click(owners, record) {
        records.query(owners, record, Asking::Click)?;
        counts.click_lines += 1;
    } else {
        records.query(owners, record, Asking::Query)?;
        counts.queries += 1;
        clicks.note(owners, record);
    }
    Ok(())
}
