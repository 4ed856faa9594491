//! Reads rows of Arrow record batches; Parquet files are read into such batches too. Columns are looked up
//! once per batch, and a row only borrows from them.

use std::borrow::Cow;
use std::io::BufReader;

use arrow_array::RecordBatch;
use arrow_schema::Schema;
use clump_core::progress::Progress;

use super::columns::{Columns, ContentColumns};
use super::survey::{FirstLine, TableSurvey};
use crate::columnar::{BatchReader, InputKind, names};
use crate::columns::RowOwner;
use crate::error::{Fault, ReadError};
use crate::input::Input;
use crate::layout::{Layout, Separator};
use crate::read::content::{OpenFile, SeekProgress};
use crate::read::records::{Place, Reader, Record, Records, Request, Row};

mod cells;

use cells::{Bags, Numbers, TextColumn, Times};

pub(super) fn binary<'a>(
    opened: OpenFile<'a>,
    layout: Layout,
) -> Result<(BatchReader<'a>, SeekProgress<'a>), ReadError> {
    let input = opened.input;
    if layout == Layout::Parquet || opened.head().starts_with(b"ARROW1") {
        let (file, told) = opened.into_file()?;
        let reader = match layout {
            Layout::Parquet => BatchReader::of_parquet(input, file, InputKind::Table)?,
            _ => BatchReader::of_arrow_file(input, file, InputKind::Table)?,
        };
        return Ok((reader, told));
    }
    let told = SeekProgress::nothing(opened.progress);
    let reader = Box::new(BufReader::new(opened.into_reader()));
    Ok((BatchReader::of_arrow_stream(input, reader)?, told))
}

pub(super) fn read_batches(
    mut reader: BatchReader<'_>,
    mut told: SeekProgress<'_>,
    input: &Input,
    request: &Request<'_>,
    sink: &mut Reader<'_, impl Records>,
) -> Result<(), ReadError> {
    let Some(owner) = &request.names.owner else {
        let look = survey_batches(reader, 0)?.look(FirstLine::Header, request.names);
        return Err(request.unsaid_owner(input, look));
    };
    let plan = ColumnPlan::new(&reader.schema, owner, request, input, sink)?;
    reader = reader.only(&plan.read, request.options.first);
    let mut rows = 0;
    while let Some(batch) = reader.next()? {
        plan.rows(&batch, rows, input, sink)?;
        rows += batch.num_rows() as u64;
        told.reach(reader.read, reader.all)?;
        // The limit is checked after each batch, so the last batch may exceed it.
        if request.options.first.is_some_and(|first| rows >= first) {
            return sink.end(input);
        }
    }
    told.reach(1, 1)?;
    sink.end(input)
}

pub(super) fn survey_batches(mut reader: BatchReader<'_>, keep: usize) -> Result<TableSurvey, ReadError> {
    let mut seen = TableSurvey::new(names(&reader.schema)).keeping(keep);
    while let Some(batch) = reader.next()? {
        if !survey_batch(&batch, &mut seen) {
            break;
        }
    }
    Ok(seen)
}

struct ColumnPlan<'r> {
    columns: Columns,
    names: Vec<String>,
    read: Vec<usize>,
    separator: Option<Separator>,
    has_time_format: bool,
    progress: &'r dyn Progress,
}

impl<'r> ColumnPlan<'r> {
    fn new(
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
        let mut read: Vec<usize> =
            marks.chain(content.iter().copied()).chain(columns.others.iter().copied()).collect();
        read.sort_unstable();
        read.dedup();
        let Request { options, progress, .. } = *request;
        let (separator, has_time_format) = (options.separator, options.time_format.is_some());
        Ok(ColumnPlan { columns, names, read, separator, has_time_format, progress })
    }

    fn rows(
        &self,
        batch: &RecordBatch,
        before: u64,
        input: &Input,
        sink: &mut Reader<'_, impl Records>,
    ) -> Result<(), ReadError> {
        let batch = Batch::new(self, batch, input)?;
        let mut time = String::new();
        for index in 0..batch.length {
            // Cancellation is checked at each row, because a caller may pass all rows as one batch.
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

/// Adds the rows of a batch to the survey of a table. Returns false when the survey has enough rows.
fn survey_batch(batch: &RecordBatch, survey: &mut TableSurvey) -> bool {
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

    /// Adds one cell to the survey. Times and lists are kept but not counted as distinct values.
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

struct Batch<'a> {
    plan: &'a ColumnPlan<'a>,
    length: usize,
    owners: Option<TextColumn<'a>>,
    transactions: Option<TextColumn<'a>>,
    urls: Option<TextColumn<'a>>,
    times: Option<Times<'a>>,
    /// The further columns of the request.
    others: Vec<TextColumn<'a>>,
    cells: CellColumns<'a>,
}

enum CellColumns<'a> {
    Query(TextColumn<'a>),
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
            others: plan
                .columns
                .others
                .iter()
                .map(|&column| texts(column, "texts, numbers or truth values"))
                .collect::<Result<_, _>>()?,
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

    fn value(&self, column: usize) -> Cow<'_, str> {
        self.batch.others[column].get(self.index).unwrap_or_default()
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
