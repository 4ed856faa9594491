//! Arrow's interprocess format: a file, which says at its end where its batches lie, or a stream of batches.

use std::fs::File;
use std::io::{BufReader, Read};

use arrow_array::RecordBatch;
use arrow_schema::Schema;

use super::arrow::{ColumnPlan, names, survey_batch};
use super::survey::TableSurvey;
use crate::columns::RowOwner;
use crate::decoding::decoding;
use crate::error::ReadError;
use crate::input::Input;
use crate::layout::Layout;
use crate::messages::{ArrowFile, ArrowStream, Unreadable};
use crate::read::content::{Opened, Told};
use crate::read::rows::{Request, Sink};

/// Reads all rows.
pub(super) fn read(
    opened: Opened<'_>,
    owner: &RowOwner,
    request: &Request<'_>,
    sink: &mut impl Sink,
) -> Result<(), ReadError> {
    let input = opened.input.clone();
    if is_file(&opened) {
        let (file, told) = opened.into_file()?;
        read_file(file, told, owner, request, &input, sink)
    } else {
        read_stream(BufReader::new(opened.into_reader()), owner, request, &input, sink)
    }
}

/// Looks rows over of which nobody said whose they are; `keep` of the first rows are kept.
pub(super) fn survey(opened: Opened<'_>, keep: usize) -> Result<TableSurvey, ReadError> {
    let input = opened.input.clone();
    if is_file(&opened) {
        let (file, _) = opened.into_file()?;
        let mut file = decode(&input, || ArrowFile::open(file))?;
        survey_batches(&file.schema(), || file.next(), &input, keep)
    } else {
        let reader = BufReader::new(opened.into_reader());
        let mut stream = decode(&input, || ArrowStream::open(reader))?;
        survey_batches(&stream.schema(), || stream.next(), &input, keep)
    }
}

/// Looks at the batches that `next` gives.
pub(super) fn survey_batches<E: Into<Unreadable>>(
    schema: &Schema,
    mut next: impl FnMut() -> Result<Option<RecordBatch>, E>,
    input: &Input,
    keep: usize,
) -> Result<TableSurvey, ReadError> {
    let mut seen = TableSurvey::new(names(schema)).keeping(keep);
    while let Some(batch) = decode(input, &mut next)? {
        if !survey_batch(&batch, &mut seen) {
            break;
        }
    }
    Ok(seen)
}

/// Whether it is a file of batches, and no stream.
fn is_file(opened: &Opened<'_>) -> bool {
    opened.head().starts_with(b"ARROW1")
}

fn damaged(input: &Input) -> ReadError {
    ReadError::Damaged { file: input.clone(), layout: Layout::Arrow }
}

/// What `decode` made of `input`.
fn decode<T, E: Into<Unreadable>>(
    input: &Input,
    decode: impl FnOnce() -> Result<T, E>,
) -> Result<T, ReadError> {
    let unreadable = |what: E| what.into().of(input, || damaged(input));
    decoding(|| decode().map_err(unreadable), || damaged(input))
}

fn read_file(
    file: File,
    mut told: Told<'_>,
    owner: &RowOwner,
    request: &Request<'_>,
    input: &Input,
    sink: &mut impl Sink,
) -> Result<(), ReadError> {
    let whole = decode(input, || ArrowFile::open(file))?;
    let plan = ColumnPlan::new(&whole.schema(), owner, request, input, sink)?;
    let mut batches = whole.project(&plan.read);
    let all = batches.batches();
    let (mut before, mut read) = (0, 0);
    while let Some(batch) = decode(input, || batches.next())? {
        plan.rows(&batch, before, input, sink)?;
        before += batch.num_rows() as u64;
        read += 1;
        told.reach(read, all)?;
        if is_enough(request, before) {
            return Ok(());
        }
    }
    Ok(told.reach(1, 1)?)
}

fn read_stream(
    reader: impl Read,
    owner: &RowOwner,
    request: &Request<'_>,
    input: &Input,
    sink: &mut impl Sink,
) -> Result<(), ReadError> {
    // The columns are known only with the schema, and then the decoder takes no more orders; so batches are cut down.
    let mut batches = decode(input, || ArrowStream::open(reader))?;
    read_batches(&batches.schema(), || batches.next(), owner, request, input, sink)
}

/// Reads the batches that `next` gives, which have all columns of `schema`.
pub(super) fn read_batches<E: Into<Unreadable>>(
    schema: &Schema,
    mut next: impl FnMut() -> Result<Option<RecordBatch>, E>,
    owner: &RowOwner,
    request: &Request<'_>,
    input: &Input,
    sink: &mut impl Sink,
) -> Result<(), ReadError> {
    let plan = ColumnPlan::new(schema, owner, request, input, sink)?;
    let mut before = 0;
    while let Some(batch) = decode(input, &mut next)? {
        // Columns are found by their numbers, so a batch with others would be misread.
        if names(&batch.schema()).ne(names(schema)) {
            return Err(damaged(input));
        }
        let batch = decode(input, || batch.project(&plan.read))?;
        plan.rows(&batch, before, input, sink)?;
        before += batch.num_rows() as u64;
        if is_enough(request, before) {
            break;
        }
    }
    Ok(())
}

/// Whether as many rows were read as are asked for, or more: a batch is read whole.
fn is_enough(request: &Request<'_>, rows: u64) -> bool {
    request.first.is_some_and(|first| rows >= first)
}
