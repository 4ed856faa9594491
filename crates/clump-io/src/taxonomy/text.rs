//! The text of a taxonomy file, whole and by lines.

use clump_core::containers::Bounds;

use crate::error::ReadError;
use crate::input::Input;
use crate::lines::Lines;

/// A text and its lines. What [`Lines`] takes away, byte order mark and carriage returns, is gone.
pub(super) struct TaxonomyText {
    /// Lines end to end, each with a line feed.
    text: String,
    /// Where each line stands, with its line feed.
    lines: Bounds,
}

impl TaxonomyText {
    pub(super) fn read(input: &Input) -> Result<TaxonomyText, ReadError> {
        let mut lines = Lines::new(input.clone(), input.open(&())?)?;
        let mut text = TaxonomyText { text: String::new(), lines: Bounds::default() };
        while let Some(line) = lines.next()? {
            text.push(line.text);
        }
        Ok(text)
    }

    fn push(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
        self.lines.push(self.text.len());
    }

    /// Everything, for formats that know no lines.
    pub(super) fn whole(&self) -> &str {
        &self.text
    }

    /// All lines with their numbers from 1.
    pub(super) fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        (1..).zip(self.lines.iter().map(|line| &self.text[line.start..line.end - 1]))
    }

    /// The lines that are neither blank nor a comment.
    pub(super) fn rows(&self) -> impl Iterator<Item = (usize, &str)> {
        self.lines().filter(|(_, line)| !line.starts_with('#') && !line.trim().is_empty())
    }
}

#[cfg(test)]
impl From<&str> for TaxonomyText {
    fn from(content: &str) -> TaxonomyText {
        let mut text = TaxonomyText { text: String::new(), lines: Bounds::default() };
        content.lines().for_each(|line| text.push(line));
        text
    }
}
