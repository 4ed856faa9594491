//! The text of a taxonomy file, whole and by lines.

use crate::error::ReadError;
use crate::lines::Lines;
use crate::source::Input;

/// A text and its lines. What [`Lines`] takes away, byte order mark and carriage returns, is gone.
pub(super) struct Text {
    /// Lines end to end, each with a line feed.
    text: String,
    /// Where each line ends, its line feed left out.
    ends: Vec<usize>,
}

impl Text {
    pub(super) fn read(input: &Input) -> Result<Text, ReadError> {
        let mut lines = Lines::new(input.clone(), input.open(&())?)?;
        let mut text = Text { text: String::new(), ends: Vec::new() };
        while let Some(line) = lines.next()? {
            text.push(line.text);
        }
        Ok(text)
    }

    fn push(&mut self, line: &str) {
        self.text.push_str(line);
        self.ends.push(self.text.len());
        self.text.push('\n');
    }

    /// Everything, for formats that know no lines.
    pub(super) fn whole(&self) -> &str {
        &self.text
    }

    /// All lines with their numbers from 1.
    pub(super) fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.ends.iter().enumerate().map(|(index, &end)| {
            let start = if index == 0 { 0 } else { self.ends[index - 1] + 1 };
            (index + 1, &self.text[start..end])
        })
    }

    /// The lines that are neither blank nor a comment.
    pub(super) fn rows(&self) -> impl Iterator<Item = (usize, &str)> {
        self.lines().filter(|(_, line)| !line.starts_with('#') && !line.trim().is_empty())
    }
}

#[cfg(test)]
impl From<&str> for Text {
    fn from(content: &str) -> Text {
        let mut text = Text { text: String::new(), ends: Vec::new() };
        content.lines().for_each(|line| text.push(line));
        text
    }
}
