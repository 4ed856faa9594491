//! Reads tables, whose rows have an owner, a time, and items or a query. The reader of each format provides
//! rows as a [`Row`](super::records::Row).

#[cfg(feature = "columnar")]
mod arrow;
mod columns;
pub(super) mod count;
mod csv;
mod jsonl;
mod survey;

use super::content::Content;
#[cfg(feature = "columnar")]
use super::content::SeekProgress;
use super::preview::TablePreview;
use super::records::{Reader, Records, Request};
#[cfg(feature = "columnar")]
use crate::columnar::{BatchReader, InputKind};
use crate::columns::ColumnNames;
use crate::error::ReadError;
use crate::layout::{Delimiter, Layout, Separator};
use crate::lines::Lines;
#[cfg(feature = "columnar")]
use arrow::{binary, read_batches, survey_batches};
use survey::{FirstLine, TableSurvey};

/// Reads a table of any format, and returns the number of its lines that were not UTF-8.
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
                // The decoder hides the reason of a failed read, so cancellation is checked here.
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

/// Makes a preview of a table of any format, with at most `keep` of its first rows.
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
