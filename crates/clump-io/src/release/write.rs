//! Writing a release, row by row, without an allocation a row.

use std::io::{self, Write};

use super::{ReleaseFormat, ReleaseLayout, is_label};

/// Writes rows in the order given.
pub struct ReleaseWriter<W: Write> {
    out: W,
    format: ReleaseFormat,
    layout: ReleaseLayout,
    line: Vec<u8>,
}

impl<W: Write> ReleaseWriter<W> {
    /// Writes to `out`, which should be buffered.
    pub fn new(out: W, format: ReleaseFormat, layout: ReleaseLayout) -> Self {
        ReleaseWriter { out, format, layout, line: Vec::new() }
    }

    /// Writes a row of `items` with its number of `owners`, which shows in the layout of groups only.
    ///
    /// # Errors
    /// What `out` says; [`io::ErrorKind::InvalidInput`] for a label that is empty or holds a tab or a line break.
    pub fn row<'a>(&mut self, owners: u64, items: impl IntoIterator<Item = &'a str>) -> io::Result<()> {
        self.line.clear();
        match self.format {
            ReleaseFormat::Tsv => self.tsv(owners, items)?,
            ReleaseFormat::Jsonl => self.jsonl(owners, items)?,
        }
        self.line.push(b'\n');
        self.out.write_all(&self.line)
    }

    /// Flushes, and gives back what was written to.
    ///
    /// # Errors
    /// What `out` says.
    pub fn finish(mut self) -> io::Result<W> {
        self.out.flush()?;
        Ok(self.out)
    }

    fn tsv<'a>(&mut self, owners: u64, items: impl IntoIterator<Item = &'a str>) -> io::Result<()> {
        let mut is_first = true;
        if self.layout == ReleaseLayout::Groups {
            write!(self.line, "{owners}")?;
            is_first = false;
        }
        for item in items {
            if !std::mem::take(&mut is_first) {
                self.line.push(b'\t');
            }
            self.line.extend_from_slice(checked(item)?.as_bytes());
        }
        Ok(())
    }

    fn jsonl<'a>(&mut self, owners: u64, items: impl IntoIterator<Item = &'a str>) -> io::Result<()> {
        match self.layout {
            ReleaseLayout::Rows => self.line.push(b'{'),
            ReleaseLayout::Groups => write!(self.line, "{{\"owners\":{owners},")?,
        }
        self.line.extend_from_slice(b"\"items\":[");
        for (index, item) in items.into_iter().enumerate() {
            if index > 0 {
                self.line.push(b',');
            }
            serde_json::to_writer(&mut self.line, checked(item)?)?;
        }
        self.line.extend_from_slice(b"]}");
        Ok(())
    }
}

fn checked(label: &str) -> io::Result<&str> {
    if is_label(label) {
        Ok(label)
    } else {
        Err(io::Error::new(io::ErrorKind::InvalidInput, "a label is empty or holds a tab or a line break"))
    }
}
