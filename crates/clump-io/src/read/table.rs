//! Tables: rows of an owner, a time, and items or a query. Each format provides its rows as a
//! [`Row`](super::records::Row).

#[cfg(feature = "columnar")]
mod arrow;
mod columns;
pub(super) mod count;
mod csv;
mod jsonl;
mod survey;

#[cfg(feature = "columnar")]
use std::io::BufReader;

use super::content::Content;
#[cfg(feature = "columnar")]
use super::content::{OpenFile, SeekProgress};
use super::preview::TablePreview;
use super::records::{Reader, Records, Request};
#[cfg(feature = "columnar")]
use crate::columnar::{BatchReader, InputKind, names};
use crate::columns::ColumnNames;
use crate::error::ReadError;
#[cfg(feature = "columnar")]
use crate::input::Input;
use crate::layout::{Delimiter, Layout, Separator};
use crate::lines::Lines;
#[cfg(feature = "columnar")]
use arrow::{ColumnPlan, survey_batch};
use survey::{FirstLine, TableSurvey};

/// Reads a table of any format. Returns the number of its lines that were not UTF-8.
pub(super) fn read(
    content: Content<'_>,
    request: &Request<'_>,
    sink: &mut Reader<'_, impl Records>,
) -> Result<u64, ReadError> {
    match content {
        #[cfg(feature = "columnar")]
        Content::Batches(input, batches) => {
            let reader = BatchReader::of_batches(input, batches, InputKind::Table);
            let told = SeekProgress::nothing(request.progress);
            read_batches(reader, told, input, request, sink).map_err(ReadError::of_row)?;
        }
        #[cfg(feature = "columnar")]
        Content::Binary(opened, layout) => {
            let input = opened.input;
            binary(opened, layout)
                .and_then(|(reader, told)| read_batches(reader, told, input, request, sink))
                // A decoder does not say why its reader failed.
                .map_err(|error| {
                    request.progress.go_on().map_or_else(ReadError::from, |()| error.of_row())
                })?;
        }
        Content::Text { mut lines, layout, .. } => {
            read_text(&mut lines, layout, request, sink)?;
            return Ok(lines.latin1());
        }
        Content::Nothing => {}
    }
    Ok(0)
}

/// Reads a table that is text.
fn read_text(
    lines: &mut Lines<'_>,
    layout: Layout,
    request: &Request<'_>,
    sink: &mut Reader<'_, impl Records>,
) -> Result<(), ReadError> {
    let delimiter = delimiter_of(lines, layout, request.options.delimiter)?;
    let Some(owner) = &request.names.owner else {
        let look = match layout {
            Layout::Jsonl => jsonl::survey(lines, 0)?.look(FirstLine::Header, request.names),
            _ => csv::survey(lines, delimiter.byte(), 0)?.look(FirstLine::Unsure, request.names),
        };
        return Err(request.unsaid_owner(lines.input(), look));
    };
    match layout {
        Layout::Jsonl => jsonl::read(lines, owner, request, sink)?,
        _ => csv::read(lines, delimiter, owner, request, sink)?,
    }
    sink.end(lines.input())
}

/// The delimiter of the columns of a text table.
fn delimiter_of(
    lines: &mut Lines<'_>,
    layout: Layout,
    stated: Option<Delimiter>,
) -> Result<Delimiter, ReadError> {
    match (layout, stated) {
        (Layout::Csv, Some(delimiter)) => Ok(delimiter),
        (Layout::Csv, None) => csv::find_delimiter(lines),
        _ => Ok(Delimiter::Tab),
    }
}

/// Looks over a table of any format and keeps `keep` of its first rows. Also returns the delimiter of a text
/// table.
pub(super) fn preview(
    content: Content<'_>,
    delimiter: Option<Delimiter>,
    keep: usize,
) -> Result<(TablePreview, Option<Delimiter>), ReadError> {
    let named = |survey: TableSurvey| (survey.preview(FirstLine::Header), None);
    Ok(match content {
        #[cfg(feature = "columnar")]
        Content::Batches(input, batches) => {
            named(survey_batches(BatchReader::of_batches(input, batches, InputKind::Table), keep)?)
        }
        #[cfg(feature = "columnar")]
        Content::Binary(opened, layout) => named(survey_batches(binary(opened, layout)?.0, keep)?),
        Content::Text { mut lines, layout: Layout::Jsonl, .. } => named(jsonl::survey(&mut lines, keep)?),
        Content::Text { mut lines, layout, .. } => {
            let delimiter = delimiter_of(&mut lines, layout, delimiter)?;
            let survey = csv::survey(&mut lines, delimiter.byte(), keep)?;
            (survey.preview(FirstLine::Unsure), Some(delimiter))
        }
        Content::Nothing => (TableSurvey::default().preview(FirstLine::Header), None),
    })
}

/// The error for a text that looks like a table but was not declared as one.
pub(super) fn looks_like_table(lines: &mut Lines<'_>, separator: Separator) -> ReadError {
    let layout = match separator {
        Separator::Tab => Some(Layout::Tsv),
        Separator::Comma | Separator::Semicolon | Separator::Pipe => Some(Layout::Csv),
        Separator::Space => None,
    };
    match csv::survey(lines, separator.character() as u8, 0)
        .map(|survey| survey.look(FirstLine::Unsure, &ColumnNames::default()))
    {
        Ok(look) => ReadError::LooksLikeTable { file: lines.input().clone(), layout, look: Box::new(look) },
        Err(error) => error,
    }
}

/// Opens a binary table, with the progress of reading it.
#[cfg(feature = "columnar")]
fn binary<'a>(
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

/// Reads record batches.
#[cfg(feature = "columnar")]
fn read_batches(
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
        // A batch is read whole.
        if request.options.first.is_some_and(|first| rows >= first) {
            return sink.end(input);
        }
    }
    told.reach(1, 1)?;
    sink.end(input)
}

/// Looks over record batches, and keeps `keep` of the first rows.
#[cfg(feature = "columnar")]
fn survey_batches(mut reader: BatchReader<'_>, keep: usize) -> Result<TableSurvey, ReadError> {
    let mut seen = TableSurvey::new(names(&reader.schema)).keeping(keep);
    while let Some(batch) = reader.next()? {
        if !survey_batch(&batch, &mut seen) {
            break;
        }
    }
    Ok(seen)
}
