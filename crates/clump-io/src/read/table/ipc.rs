//! Arrow's interprocess format: a file, which says at its end where its batches lie, or a stream of batches.

use std::io::{BufReader, Read, Seek};

use arrow_array::RecordBatch;
use arrow_ipc::reader::{FileReader, FileReaderBuilder, StreamReader};
use arrow_schema::{ArrowError, Schema};

use super::arrow::{ColumnPlan, names, survey};
use super::survey::{FirstLine, Survey};
use super::{Request, Sink};
use crate::decoding::decoded;
use crate::error::{ReadError, TableLook};
use crate::layout::Layout;
use crate::owner::RowOwner;
use crate::read::opened::{Opened, Told};
use crate::source::Input;

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
        read_file(BufReader::new(file), told, owner, request, &input, sink)
    } else {
        read_stream(BufReader::new(opened.into_reader()), owner, request, &input, sink)
    }
}

/// Looks rows over of which nobody said whose they are.
pub(super) fn look(opened: Opened<'_>) -> Result<TableLook, ReadError> {
    let input = opened.input.clone();
    if is_file(&opened) {
        let (file, _) = opened.into_file()?;
        let file =
            decoded(|| FileReader::try_new(BufReader::new(file), None)).ok_or_else(|| damaged(&input))?;
        look_at(&file.schema(), file, &input)
    } else {
        let reader = BufReader::new(opened.into_reader());
        let stream = decoded(|| StreamReader::try_new(reader, None)).ok_or_else(|| damaged(&input))?;
        look_at(&stream.schema(), stream, &input)
    }
}

pub(super) fn look_at(
    schema: &Schema,
    mut batches: impl Iterator<Item = Result<RecordBatch, ArrowError>>,
    input: &Input,
) -> Result<TableLook, ReadError> {
    let mut seen = Survey::new(names(schema));
    while let Some(batch) = decoded(|| batches.next().transpose()).ok_or_else(|| damaged(input))? {
        if !survey(&batch, &mut seen) {
            break;
        }
    }
    Ok(seen.look(FirstLine::Header))
}

/// Whether it is a file of batches, and no stream.
fn is_file(opened: &Opened<'_>) -> bool {
    opened.head().starts_with(b"ARROW1")
}

/// What the crate says may quote the file, so it is not passed on.
fn damaged(input: &Input) -> ReadError {
    ReadError::Damaged { file: input.clone(), layout: Layout::Arrow }
}

fn read_file(
    mut file: impl Read + Seek,
    mut told: Told<'_>,
    owner: &RowOwner,
    request: &Request<'_>,
    input: &Input,
    sink: &mut impl Sink,
) -> Result<(), ReadError> {
    let whole = decoded(|| FileReader::try_new(&mut file, None)).ok_or_else(|| damaged(input))?;
    let schema = whole.schema();
    let plan = ColumnPlan::new(&schema, owner, request, input, sink)?;
    let builder = FileReaderBuilder::new().with_projection(plan.read.clone());
    let mut batches = decoded(|| builder.build(file)).ok_or_else(|| damaged(input))?;
    let all = batches.num_batches() as u64;
    let (mut before, mut read) = (0, 0);
    while let Some(batch) = decoded(|| batches.next().transpose()).ok_or_else(|| damaged(input))? {
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
    // The columns are known only with the schema, and then the reader takes no more orders; so batches are cut down.
    let batches = decoded(|| StreamReader::try_new(reader, None)).ok_or_else(|| damaged(input))?;
    read_batches(&batches.schema(), batches, owner, request, input, sink)
}

/// Reads batches that have all columns of `schema`.
pub(super) fn read_batches(
    schema: &Schema,
    mut batches: impl Iterator<Item = Result<RecordBatch, ArrowError>>,
    owner: &RowOwner,
    request: &Request<'_>,
    input: &Input,
    sink: &mut impl Sink,
) -> Result<(), ReadError> {
    let plan = ColumnPlan::new(schema, owner, request, input, sink)?;
    let mut before = 0;
    let mut next = || batches.next().transpose();
    while let Some(batch) = decoded(&mut next).ok_or_else(|| damaged(input))? {
        // Columns are found by their numbers, so a batch with others would be misread.
        if names(&batch.schema()).ne(names(schema)) {
            return Err(damaged(input));
        }
        let batch = decoded(|| batch.project(&plan.read)).ok_or_else(|| damaged(input))?;
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
