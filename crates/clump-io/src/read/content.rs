//! An input that was opened, with its layout: record batches, a file that is no text, or lines.

use clump_core::progress::Progress;

use super::ReadOptions;
use super::opened::Opened;
use super::table;
use crate::error::ReadError;
use crate::layout::{Found, Layout, LayoutFinder};
use crate::lines::Lines;
use crate::source::{Batches, Input};

pub(crate) enum Content<'a> {
    Batches(&'a Input, &'a Batches),
    Binary(Opened<'a>, Layout),
    Text {
        lines: Lines<'a>,
        layout: Layout,
        /// The first line that is not blank.
        head: String,
    },
    /// There is no line.
    Nothing,
}

impl<'a> Content<'a> {
    /// Opens `input` and finds out how the data lies in it.
    pub(crate) fn open(
        input: &'a Input,
        options: &'a ReadOptions,
        finder: &mut LayoutFinder<'_>,
        progress: &'a dyn Progress,
    ) -> Result<Content<'a>, ReadError> {
        if let Input::Batches(batches) = input {
            finder.batches(input)?;
            return Ok(Content::Batches(input, batches));
        }
        let opened = Opened::new(input, &options.room.folder, progress)?;
        if let Some(layout) = finder.binary(input, opened.head())? {
            return Ok(Content::Binary(opened, layout));
        }
        let mut lines = Lines::new(input.clone(), opened.into_reader())?.first(options.first);
        let peeked = lines.peek_lines(finder.lines_to_look_at())?;
        let Some(head) = peeked.first().cloned() else { return Ok(Content::Nothing) };
        match finder.text(input, &peeked)? {
            Found::LooksLikeTable(separator) => Err(table::looks_like_table(&mut lines, separator)),
            Found::Layout(layout) => Ok(Content::Text { lines, layout, head }),
        }
    }
}
