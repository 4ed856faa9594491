//! Arrow's interprocess format: a file, which says at its end where its batches lie, or a stream of batches.

use std::io::{BufReader, Read, Seek};

use arrow_ipc::reader::{FileReader, FileReaderBuilder, StreamReader};

use super::arrow::Plan;
use super::{Request, Sink};
use crate::decoding::decoded;
use crate::error::ReadError;
use crate::layout::Layout;
use crate::read::opened::{Opened, Told};
use crate::source::Input;

/// Reads all rows.
pub(super) fn read(opened: Opened<'_>, request: &Request<'_>, sink: &mut impl Sink) -> Result<(), ReadError> {
    let input = opened.input.clone();
    if opened.head().starts_with(b"ARROW1") {
        let (file, told) = opened.into_file()?;
        read_file(BufReader::new(file), told, request, &input, sink)
    } else {
        read_stream(BufReader::new(opened.into_reader()), request, &input, sink)
    }
}

/// What the crate says may quote the file, so it is not passed on.
fn damaged(input: &Input) -> ReadError {
    ReadError::Damaged { file: input.clone(), layout: Layout::Arrow }
}

fn read_file(
    mut file: impl Read + Seek,
    mut told: Told<'_>,
    request: &Request<'_>,
    input: &Input,
    sink: &mut impl Sink,
) -> Result<(), ReadError> {
    let whole = decoded(|| FileReader::try_new(&mut file, None)).ok_or_else(|| damaged(input))?;
    let schema = whole.schema();
    let plan = Plan::new(&schema, request, input, sink)?;
    let builder = FileReaderBuilder::new().with_projection(plan.read.clone());
    let mut batches = decoded(|| builder.build(file)).ok_or_else(|| damaged(input))?;
    let all = batches.num_batches() as u64;
    let (mut before, mut read) = (0, 0);
    while let Some(batch) = decoded(|| batches.next().transpose()).ok_or_else(|| damaged(input))? {
        plan.rows(&batch, before, input, sink)?;
        before += batch.num_rows() as u64;
        read += 1;
        told.reach(read, all);
        if is_enough(request, before) {
            return Ok(());
        }
    }
    told.reach(1, 1);
    Ok(())
}

fn read_stream(
    reader: impl Read,
    request: &Request<'_>,
    input: &Input,
    sink: &mut impl Sink,
) -> Result<(), ReadError> {
    // The columns are known only with the schema, and then the reader takes no more orders; so batches are cut down.
    let mut batches = decoded(|| StreamReader::try_new(reader, None)).ok_or_else(|| damaged(input))?;
    let plan = Plan::new(&batches.schema(), request, input, sink)?;
    let mut before = 0;
    let mut next = || batches.next().transpose()?.map(|batch| batch.project(&plan.read)).transpose();
    while let Some(batch) = decoded(&mut next).ok_or_else(|| damaged(input))? {
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
