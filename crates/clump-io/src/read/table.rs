//! A table: rows of an owner, a time, and items or a query. Each format hands out its rows as a [`Row`](super::rows::Row).

#[cfg(feature = "columnar")]
mod arrow;
mod columns;
pub(super) mod count;
mod csv;
#[cfg(feature = "columnar")]
mod ipc;
mod jsonl;
#[cfg(feature = "columnar")]
mod parquet;
mod survey;

use super::content::Content;
#[cfg(feature = "columnar")]
use super::content::Opened;
use super::preview::TablePreview;
use super::rows::{Request, Sink};
use crate::columns::ColumnNames;
use crate::error::ReadError;
#[cfg(feature = "columnar")]
use crate::input::{Batches, Input};
use crate::layout::{Delimiter, Layout, Separator};
use crate::lines::Lines;
use survey::{FirstLine, TableSurvey};

/// Reads a table, whatever it lies in. Returns how many of its lines were no UTF-8.
pub(super) fn read(
    content: Content<'_>,
    request: &Request<'_>,
    sink: &mut impl Sink,
) -> Result<u64, ReadError> {
    match content {
        #[cfg(feature = "columnar")]
        Content::Batches(input, batches) => read_batches(input, batches, request, sink)?,
        #[cfg(feature = "columnar")]
        Content::Binary(opened, layout) => read_binary(opened, layout, request, sink)?,
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
    sink: &mut impl Sink,
) -> Result<(), ReadError> {
    let delimiter = delimiter_of(lines, layout, request.delimiter)?;
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

/// What separates the columns of a table that is text.
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

/// Looks a table over, whatever it lies in, keeping `keep` of its first rows; what separates its columns if it is text.
pub(super) fn preview(
    content: Content<'_>,
    delimiter: Option<Delimiter>,
    keep: usize,
) -> Result<(TablePreview, Option<Delimiter>), ReadError> {
    let binary = |survey: TableSurvey| (survey.preview(FirstLine::Header), None);
    Ok(match content {
        #[cfg(feature = "columnar")]
        Content::Batches(input, batches) => binary(survey_batches(input, batches, keep)?),
        #[cfg(feature = "columnar")]
        Content::Binary(opened, layout) => binary(survey_binary(opened, layout, keep)?),
        Content::Text { mut lines, layout: Layout::Jsonl, .. } => binary(jsonl::survey(&mut lines, keep)?),
        Content::Text { mut lines, layout, .. } => {
            let delimiter = delimiter_of(&mut lines, layout, delimiter)?;
            let survey = csv::survey(&mut lines, delimiter.byte(), keep)?;
            (survey.preview(FirstLine::Unsure), Some(delimiter))
        }
        Content::Nothing => (TableSurvey::default().preview(FirstLine::Header), None),
    })
}

/// The error for a text that looks like a table although nobody said that it is one.
pub(super) fn looks_like_table(lines: &mut Lines<'_>, separator: Separator) -> ReadError {
    let (delimiter, layout) = match separator {
        Separator::Tab => (b'\t', Some(Layout::Tsv)),
        Separator::Comma => (b',', Some(Layout::Csv)),
        Separator::Semicolon => (b';', Some(Layout::Csv)),
        Separator::Pipe => (b'|', Some(Layout::Csv)),
        Separator::Space => (b' ', None),
    };
    match csv::survey(lines, delimiter, 0)
        .map(|survey| survey.look(FirstLine::Unsure, &ColumnNames::default()))
    {
        Ok(look) => ReadError::LooksLikeTable { file: lines.input().clone(), layout, look: Box::new(look) },
        Err(error) => error,
    }
}

/// Looks a table over that is no text.
#[cfg(feature = "columnar")]
fn survey_binary(opened: Opened<'_>, layout: Layout, keep: usize) -> Result<TableSurvey, ReadError> {
    match layout {
        Layout::Parquet => parquet::survey(opened, keep),
        _ => ipc::survey(opened, keep),
    }
}

/// Reads a table that is no text.
#[cfg(feature = "columnar")]
fn read_binary(
    opened: Opened<'_>,
    layout: Layout,
    request: &Request<'_>,
    sink: &mut impl Sink,
) -> Result<(), ReadError> {
    let (input, progress) = (opened.input.clone(), opened.progress);
    let Some(owner) = &request.names.owner else {
        let look = survey_binary(opened, layout, 0)?.look(FirstLine::Header, request.names);
        return Err(request.unsaid_owner(&input, look));
    };
    match layout {
        Layout::Parquet => parquet::read(opened, owner, request, sink),
        _ => ipc::read(opened, owner, request, sink),
    }
    // A decoder does not tell why its reader failed.
    .map_err(|error| progress.go_on().map_or_else(ReadError::from, |()| error.of_row()))?;
    sink.end(&input)
}

/// Reads a table that the caller handed over.
#[cfg(feature = "columnar")]
fn read_batches(
    input: &Input,
    batches: &Batches,
    request: &Request<'_>,
    sink: &mut impl Sink,
) -> Result<(), ReadError> {
    let Some(owner) = &request.names.owner else {
        let look = survey_batches(input, batches, 0)?.look(FirstLine::Header, request.names);
        return Err(request.unsaid_owner(input, look));
    };
    let mut rows = batches.open().map_err(|source| input.io(source))?;
    let next = || rows.next().transpose();
    ipc::read_batches(batches.schema(), next, owner, request, input, sink).map_err(ReadError::of_row)?;
    sink.end(input)
}

/// Looks over what the caller handed over.
#[cfg(feature = "columnar")]
fn survey_batches(input: &Input, batches: &Batches, keep: usize) -> Result<TableSurvey, ReadError> {
    let mut rows = batches.open().map_err(|source| input.io(source))?;
    ipc::survey_batches(batches.schema(), || rows.next().transpose(), input, keep)
}
