//! Tables row by row, for whoever wants to take their rows himself.

use clump_core::progress::Progress;

use super::{Purpose, Request, Sink};
use crate::error::ReadError;
use crate::layout::{Layout, LayoutFinder};
use crate::read::ReadOptions;
use crate::read::content::Content;
use crate::source::{Input, Reading};

/// Reads `inputs`, which must be tables, and hands every row to `sink`, in order. What the columns are called, what
/// separates them and how many rows are read is up to `options`; words are handed out as they are, unmapped.
///
/// One pass; nothing is kept.
///
/// # Errors
/// What `sink` returns; [`ReadError::NoNamedColumns`] for a query log or baskets, which are no tables; and whatever can be
/// wrong with a table.
pub fn read_rows(
    inputs: &[Input],
    options: &ReadOptions,
    sink: &mut impl Sink,
    progress: &dyn Progress,
) -> Result<(), ReadError> {
    let mut finder = LayoutFinder::new(options);
    let request = Request::new(options, Purpose::of(options.unit), progress);
    let _reading = Reading::begin(inputs, progress);
    for input in inputs {
        match Content::open(input, options, &mut finder, progress)? {
            Content::Text { layout: layout @ (Layout::Aol | Layout::Basket), .. } => {
                return Err(ReadError::NoNamedColumns { file: input.clone(), layout });
            }
            table => drop(super::read(table, &request, sink)?),
        }
    }
    Ok(())
}
