//! Rows of Arrow record batches, which Parquet is read into too. Columns are looked up once per batch; a row
//! only borrows from them.

use std::borrow::Cow;

use arrow_array::RecordBatch;
use arrow_schema::Schema;
use clump_core::progress::Progress;

use super::columns::{Columns, ContentColumns};
use super::survey::TableSurvey;
use crate::columnar::names;
use crate::columns::RowOwner;
use crate::error::{Fault, ReadError};
use crate::input::Input;
use crate::layout::Separator;
use crate::read::records::{Place, Reader, Record, Records, Request, Row};

mod cells;

use cells::{Bags, Numbers, TextColumn, Times};

/// The columns of a schema that are read, with their roles.
pub(super) struct ColumnPlan<'r> {
    columns: Columns,
    /// Names of all columns.
    names: Vec<String>,
    /// The columns that are read, ascending; batches hold these only.
    pub read: Vec<usize>,
    separator: Option<Separator>,
    has_time_format: bool,
    progress: &'r dyn Progress,
}

impl<'r> ColumnPlan<'r> {
    pub(super) fn new(
        schema: &Schema,
        owner: &RowOwner,
        request: &Request<'r>,
        input: &Input,
        sink: &mut Reader<'_, impl Records>,
    ) -> Result<Self, ReadError> {
        let names: Vec<String> = names(schema).collect();
        let columns = Columns::find(&names, owner, request, input)?;
        sink.begin(input, columns.shape())?;
        let content = match &columns.content {
            ContentColumns::Query(column) => std::slice::from_ref(column),
            ContentColumns::Items(columns) | ContentColumns::Counts(columns) => columns,
        };
        let marks = [columns.owner, columns.time, columns.transaction, columns.url].into_iter().flatten();
        let mut read: Vec<usize> = marks.chain(content.iter().copied()).collect();
        read.sort_unstable();
        read.dedup();
        let Request { options, progress, .. } = *request;
        let (separator, has_time_format) = (options.separator, options.time_format.is_some());
        Ok(ColumnPlan { columns, names, read, separator, has_time_format, progress })
    }

    /// Passes the rows of a batch to `sink`; `before` rows came before it.
    pub(super) fn rows(
        &self,
        batch: &RecordBatch,
        before: u64,
        input: &Input,
        sink: &mut Reader<'_, impl Records>,
    ) -> Result<(), ReadError> {
        let batch = Batch::new(self, batch, input)?;
        let mut time = String::new();
        for index in 0..batch.length {
            // A caller may hand over all rows as one batch.
            self.progress.go_on()?;
            let number = before + index as u64 + 1;
            let place = Place { input, number };
            time.clear();
            if let Some(times) = &batch.times
                && times.write(index, &mut time).is_none()
            {
                sink.take(Err::<&ArrowRow, _>(Fault::Time), place)?;
                continue;
            }
            let owner = batch.owners.as_ref().and_then(|texts| texts.get(index));
            let transaction = batch.transactions.as_ref().and_then(|texts| texts.get(index));
            let url = batch.urls.as_ref().and_then(|texts| texts.get(index));
            let query = match &batch.cells {
                CellColumns::Query(texts) => texts.get(index),
                CellColumns::Items(_) | CellColumns::Counts(_) => None,
            };
            let row = ArrowRow { batch: &batch, index, owner, transaction, url, query, time: &time };
            sink.take(Ok(&row), place)?;
        }
        Ok(())
    }
}

/// Looks over the rows of a batch without a stated owner. Returns true if more rows are wanted.
pub(super) fn survey_batch(batch: &RecordBatch, survey: &mut TableSurvey) -> bool {
    let columns: Vec<ColumnView<'_>> =
        batch.columns().iter().map(|array| ColumnView::new(array.as_ref())).collect();
    (0..batch.num_rows()).all(|index| {
        let is_wanted = survey.begin_row();
        for (column, seen) in columns.iter().enumerate().filter(|_| is_wanted) {
            seen.look(index, column, survey);
        }
        is_wanted
    })
}

/// A column of any type that is looked over.
enum ColumnView<'a> {
    Text(TextColumn<'a>),
    Times(Times<'a>),
    Lists(Bags<'a>),
    Other,
}

impl<'a> ColumnView<'a> {
    fn new(array: &'a dyn arrow_array::Array) -> Self {
        let texts = TextColumn::new(array).map(ColumnView::Text);
        let times = || Times::new(array).map(ColumnView::Times);
        texts.or_else(times).or_else(|| Bags::new(array).map(ColumnView::Lists)).unwrap_or(ColumnView::Other)
    }

    /// Looks at the cell of a row. Times and lists are kept, but not counted as repeated values.
    fn look(&self, row: usize, column: usize, survey: &mut TableSurvey) {
        let mut text = String::new();
        match self {
            ColumnView::Text(texts) => {
                if let Some(name) = texts.get(row) {
                    survey.cell(column, &name);
                }
            }
            ColumnView::Times(times) if survey.is_kept() => {
                if times.write(row, &mut text).is_some() {
                    survey.keep(column, &text);
                }
            }
            ColumnView::Lists(bags) if survey.is_kept() => {
                let _ = bags.items(row, None, |item| {
                    text.push_str(if text.is_empty() { "" } else { ", " });
                    text.push_str(item);
                    Ok(())
                });
                survey.keep(column, &text);
            }
            ColumnView::Times(_) | ColumnView::Lists(_) | ColumnView::Other => {}
        }
    }
}

/// The columns of one batch.
struct Batch<'a> {
    plan: &'a ColumnPlan<'a>,
    length: usize,
    owners: Option<TextColumn<'a>>,
    transactions: Option<TextColumn<'a>>,
    urls: Option<TextColumn<'a>>,
    times: Option<Times<'a>>,
    cells: CellColumns<'a>,
}

enum CellColumns<'a> {
    Query(TextColumn<'a>),
    /// With the numbers of the columns.
    Items(Vec<(usize, Bags<'a>)>),
    Counts(Vec<(usize, Numbers<'a>)>),
}

impl<'a> Batch<'a> {
    fn new(plan: &'a ColumnPlan<'a>, batch: &'a RecordBatch, input: &Input) -> Result<Self, ReadError> {
        let wrong =
            |column: usize, what| ReadError::ColumnType { file: input.clone(), column: column + 1, what };
        let array = |column: usize| {
            let place = plan.read.binary_search(&column).expect("every column of the plan is read");
            batch.column(place).as_ref()
        };
        let texts = |column, what| TextColumn::new(array(column)).ok_or_else(|| wrong(column, what));
        let cells = match &plan.columns.content {
            &ContentColumns::Query(column) => CellColumns::Query(texts(column, "queries")?),
            ContentColumns::Items(columns) => {
                let bags = |&column: &usize| {
                    Bags::new(array(column)).map(|bags| (column, bags)).ok_or_else(|| wrong(column, "items"))
                };
                CellColumns::Items(columns.iter().map(bags).collect::<Result<_, _>>()?)
            }
            ContentColumns::Counts(columns) => {
                let numbers = |&column: &usize| {
                    let numbers = Numbers::new(array(column)).map(|numbers| (column, numbers));
                    numbers.ok_or_else(|| wrong(column, "counts"))
                };
                CellColumns::Counts(columns.iter().map(numbers).collect::<Result<_, _>>()?)
            }
        };
        let times = |column| match Times::new(array(column)) {
            Some(Times::Stamps { .. }) if plan.has_time_format => {
                Err(ReadError::IdleTimeFormat { file: input.clone() })
            }
            times => times.ok_or_else(|| wrong(column, "times")),
        };
        Ok(Batch {
            plan,
            length: batch.num_rows(),
            owners: plan.columns.owner.map(|column| texts(column, "owners")).transpose()?,
            transactions: plan.columns.transaction.map(|column| texts(column, "names")).transpose()?,
            urls: plan.columns.url.map(|column| texts(column, "addresses")).transpose()?,
            times: plan.columns.time.map(times).transpose()?,
            cells,
        })
    }
}

struct ArrowRow<'a> {
    batch: &'a Batch<'a>,
    index: usize,
    owner: Option<Cow<'a, str>>,
    transaction: Option<Cow<'a, str>>,
    url: Option<Cow<'a, str>>,
    query: Option<Cow<'a, str>>,
    time: &'a str,
}

impl Row for ArrowRow<'_> {
    fn record(&self) -> Record<'_> {
        Record {
            owner: self.owner.as_deref().unwrap_or_default(),
            part: self.transaction.as_deref().unwrap_or_default(),
            time: self.time,
            url: self.url.as_deref().unwrap_or_default(),
            query: self.query.as_deref().unwrap_or_default(),
            ..Record::default()
        }
    }

    fn may_be_odd(&self) -> bool {
        true
    }

    fn null_items(&self) -> u64 {
        match &self.batch.cells {
            CellColumns::Items(columns) => columns.iter().map(|(_, bags)| bags.null_items(self.index)).sum(),
            CellColumns::Query(_) | CellColumns::Counts(_) => 0,
        }
    }

    fn items(&self, mut item: impl FnMut(usize, &str, u64) -> Result<(), Fault>) -> Result<(), Fault> {
        let Batch { plan, cells, .. } = self.batch;
        match cells {
            CellColumns::Query(_) => Ok(()),
            CellColumns::Items(columns) => columns.iter().try_for_each(|(column, bags)| {
                bags.items(self.index, plan.separator, |text| item(column + 1, text, 1))
            }),
            CellColumns::Counts(columns) => {
                columns.iter().try_for_each(|(column, numbers)| match numbers.count(self.index) {
                    None => Err(Fault::Count { column: column + 1 }),
                    Some(0) => Ok(()),
                    Some(times) => item(column + 1, &plan.names[*column], times),
                })
            }
        }
    }
}
