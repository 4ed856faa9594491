//! Parquet files. Only the columns that are asked for are read, some thousand rows at a time.

use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

use super::arrow::{ColumnPlan, names, survey_batch};
use super::survey::TableSurvey;
use crate::columns::RowOwner;
use crate::decoding::decoded;
use crate::error::ReadError;
use crate::input::Input;
use crate::layout::Layout;
use crate::read::content::Opened;
use crate::read::rows::{Request, Sink};

/// Cells of a batch, about: a wide table has fewer rows in one.
const CELLS: usize = 1 << 18;

/// What the crate says may quote the file, so it is not passed on.
fn damaged(input: &Input) -> ReadError {
    ReadError::Damaged { file: input.clone(), layout: Layout::Parquet }
}

/// Looks a file over of which nobody said whose rows it has; `keep` of the first rows are kept.
pub(super) fn survey(opened: Opened<'_>, keep: usize) -> Result<TableSurvey, ReadError> {
    let input = opened.input.clone();
    let damaged = || damaged(&input);
    let (file, _) = opened.into_file()?;
    let builder = decoded(|| ParquetRecordBatchReaderBuilder::try_new(file)).ok_or_else(damaged)?;
    let mut seen = TableSurvey::new(names(builder.schema())).keeping(keep);
    let mut batches = decoded(|| builder.build()).ok_or_else(damaged)?;
    while let Some(batch) = decoded(|| batches.next().transpose()).ok_or_else(damaged)? {
        if !survey_batch(&batch, &mut seen) {
            break;
        }
    }
    Ok(seen)
}

/// Reads all rows of a file.
pub(super) fn read(
    opened: Opened<'_>,
    owner: &RowOwner,
    request: &Request<'_>,
    sink: &mut impl Sink,
) -> Result<(), ReadError> {
    let input = opened.input.clone();
    let damaged = || damaged(&input);
    let (file, mut told) = opened.into_file()?;
    let builder = decoded(|| ParquetRecordBatchReaderBuilder::try_new(file)).ok_or_else(damaged)?;
    let plan = ColumnPlan::new(builder.schema(), owner, request, &input, sink)?;
    let all = u64::try_from(builder.metadata().file_metadata().num_rows()).map_err(|_| damaged())?;
    let wanted = request.first.map_or(all, |first| first.min(all));
    let mask = ProjectionMask::roots(builder.parquet_schema(), plan.read.iter().copied());
    let rows = (CELLS / plan.read.len()).clamp(64, 8_192);
    let builder = builder.with_projection(mask).with_batch_size(rows).with_limit(wanted as usize);
    let mut batches = decoded(|| builder.build()).ok_or_else(damaged)?;
    let mut before = 0;
    while let Some(batch) = decoded(|| batches.next().transpose()).ok_or_else(damaged)? {
        plan.rows(&batch, before, &input, sink)?;
        before += batch.num_rows() as u64;
        told.reach(before, all)?;
    }
    if before != wanted {
        return Err(damaged());
    }
    Ok(told.reach(wanted, all)?)
}
