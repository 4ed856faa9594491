//! Tables as text, with a header. A repeated header is not a row: concatenated files have one in the middle.

use std::ops::ControlFlow;

use memchr::{memchr, memchr3};

use super::columns::{Columns, ContentColumns};
use super::count;
use super::survey::{FirstLine, TableSurvey};
use crate::columns::RowOwner;
use crate::error::{Fault, ReadError};
use crate::input::Input;
use crate::layout::Delimiter;
use crate::layout::Separator;
use crate::lines::{Lines, check_nul};
use crate::read::rows::{Place, Request, Row, Sink};
use crate::split::cell_items;
use crate::split::{breaks_lines, check_item};

mod records;

use records::CsvRecord;
pub(super) use records::find_delimiter;

/// Reads all rows of a table whose columns are separated by `delimiter`.
pub(super) fn read(
    lines: &mut Lines<'_>,
    delimiter: Delimiter,
    owner: &RowOwner,
    request: &Request<'_>,
    sink: &mut impl Sink,
) -> Result<(), ReadError> {
    let input = lines.input().clone();
    let mut header: Option<Header> = None;
    // A header without the needed columns may be a row. Only the rows below decide whether it can be shown.
    let mut refused: Option<(ReadError, TableSurvey)> = None;
    records::for_each(lines, delimiter.byte(), |record| {
        if let Some((_, survey)) = &mut refused {
            return Ok(look_at(record, survey));
        }
        let Some(header) = &header else {
            match Header::new(record, owner, request, &input) {
                Ok(found) => {
                    sink.begin(&input, found.columns.shape())?;
                    header = Some(found);
                }
                Err(error) => refused = Some((error, TableSurvey::new(record.names()))),
            }
            return Ok(ControlFlow::Continue(()));
        };
        if header.is(record) {
            return Ok(ControlFlow::Continue(()));
        }
        let is_cut_at_tabs = record.is_plain && delimiter == Delimiter::Tab;
        let row = CsvRow { record, header, is_cut_at_tabs, item_separator: request.options.separator };
        let width = Fault::Width { expected: header.names.len(), found: record.cells.len() };
        let row = if record.cells.len() == header.names.len() { Ok(&row) } else { Err(width) };
        let row = check_nul(record.text).and(row);
        sink.take(row, Place { input: &input, number: record.line })?;
        Ok(ControlFlow::Continue(()))
    })?;
    match refused {
        Some((error, survey)) => Err(error.listing(survey.look(FirstLine::Unsure, request.names).columns)),
        None => Ok(()),
    }
}

/// Looks over a table without a stated owner; keeps `keep` of the first rows.
pub(super) fn survey(lines: &mut Lines<'_>, delimiter: u8, keep: usize) -> Result<TableSurvey, ReadError> {
    let mut survey: Option<TableSurvey> = None;
    records::for_each(lines, delimiter, |record| match &mut survey {
        Some(survey) => Ok(look_at(record, survey)),
        None => {
            survey = Some(TableSurvey::new(record.names()).keeping(keep));
            Ok(ControlFlow::Continue(()))
        }
    })?;
    Ok(survey.unwrap_or_default())
}

/// Looks at one more record, unless it repeats the header.
fn look_at(record: CsvRecord<'_>, survey: &mut TableSurvey) -> ControlFlow<()> {
    let cells = || (0..record.cells.len()).map(|column| record.cell(column));
    if survey.is_header(cells()) {
        return ControlFlow::Continue(());
    }
    if survey.begin_row() {
        survey.row(cells());
        ControlFlow::Continue(())
    } else {
        ControlFlow::Break(())
    }
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
        record: CsvRecord<'_>,
        owner: &RowOwner,
        request: &Request<'_>,
        input: &Input,
    ) -> Result<Self, ReadError> {
        let names = record.names();
        let columns = Columns::find(&names, owner, request, input)?;
        Ok(Header { text: record.text.to_owned(), cells: record.cells.to_vec(), names, columns })
    }

    /// True if `record` repeats this header.
    fn is(&self, record: CsvRecord<'_>) -> bool {
        record.text == self.text && record.cells == self.cells
    }
}

struct CsvRow<'a> {
    record: CsvRecord<'a>,
    header: &'a Header,
    is_cut_at_tabs: bool,
    item_separator: Option<Separator>,
}

impl CsvRow<'_> {
    fn cell(&self, column: usize) -> &str {
        self.record.cell(column)
    }

    fn of(&self, column: Option<usize>) -> &str {
        column.map_or("", |column| self.cell(column))
    }

    /// True if some cell may hold a tab, a line break or angle brackets. This check of the line is enough for
    /// nearly all rows.
    fn may_be_odd(&self) -> bool {
        let bytes = self.record.text.as_bytes();
        memchr3(b'\n', b'\r', b'>', bytes).is_some()
            || (!self.is_cut_at_tabs && memchr(b'\t', bytes).is_some())
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

    fn url(&self) -> &str {
        self.of(self.header.columns.url)
    }

    fn query(&self) -> &str {
        match self.header.columns.content {
            ContentColumns::Query(column) => self.cell(column),
            ContentColumns::Items(_) | ContentColumns::Counts(_) => "",
        }
    }

    fn check(&self) -> Result<u64, Fault> {
        let is_odd = self.may_be_odd();
        if is_odd && breaks_lines(self.owner().trim()) {
            return Err(Fault::OwnerText);
        }
        match &self.header.columns.content {
            ContentColumns::Items(columns) if is_odd => {
                columns.iter().try_for_each(|&column| {
                    let check = |item: &str| check_item(item, column + 1);
                    cell_items(self.cell(column), self.item_separator, check)
                })?;
                Ok(0)
            }
            ContentColumns::Counts(columns) => {
                let mut sum = 0u64;
                for &column in columns {
                    let times =
                        count::of_text(self.cell(column)).ok_or(Fault::Count { column: column + 1 })?;
                    sum = sum.saturating_add(times);
                }
                Ok(sum)
            }
            ContentColumns::Items(_) | ContentColumns::Query(_) => Ok(0),
        }
    }

    fn items<E>(&self, mut item: impl FnMut(&str, u64) -> Result<(), E>) -> Result<(), E> {
        match &self.header.columns.content {
            ContentColumns::Query(_) => Ok(()),
            ContentColumns::Items(columns) => columns.iter().try_for_each(|&column| {
                cell_items(self.cell(column), self.item_separator, |text| item(text, 1))
            }),
            ContentColumns::Counts(columns) => {
                columns.iter().try_for_each(|&column| match count::of_text(self.cell(column)) {
                    None | Some(0) => Ok(()),
                    Some(times) => item(&self.header.names[column], times),
                })
            }
        }
    }
}
