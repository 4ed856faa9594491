//! Tab separated: the labels of a row on a line, and nothing else. An empty row is an empty line. A group has its number
//! of owners first.

use std::io::{self, Write};

use super::ReleaseLayout;
use super::read::LineReader;
use super::released::Incoming;
use super::write::RowWriter;
use crate::error::Fault;

pub(super) struct TsvRows<W> {
    out: W,
    layout: ReleaseLayout,
    line: Vec<u8>,
}

impl<W> TsvRows<W> {
    pub fn new(out: W, layout: ReleaseLayout) -> TsvRows<W> {
        TsvRows { out, layout, line: Vec::new() }
    }
}

impl<W: Write> RowWriter<W> for TsvRows<W> {
    fn row(&mut self, owners: u64, items: &[&str]) -> io::Result<()> {
        self.line.clear();
        if self.layout == ReleaseLayout::Groups {
            write!(self.line, "{owners}")?;
        }
        for (index, item) in items.iter().enumerate() {
            if index > 0 || self.layout == ReleaseLayout::Groups {
                self.line.push(b'\t');
            }
            self.line.extend_from_slice(item.as_bytes());
        }
        self.line.push(b'\n');
        self.out.write_all(&self.line)
    }

    fn finish(mut self: Box<Self>) -> io::Result<W> {
        self.out.flush()?;
        Ok(self.out)
    }
}

pub(super) struct TsvLines;

impl LineReader for TsvLines {
    fn line(&mut self, line: &str, release: &mut Incoming) -> Result<(), Fault> {
        let (owners, labels) = match release.layout() {
            ReleaseLayout::Rows => (None, Some(line).filter(|line| !line.is_empty())),
            ReleaseLayout::Groups => {
                let (owners, labels) = match line.split_once('\t') {
                    Some((owners, labels)) => (owners, Some(labels)),
                    None => (line, None),
                };
                (Some(owners.parse().map_err(|_| Fault::NoOwnerCount)?), labels)
            }
        };
        for label in labels.into_iter().flat_map(|labels| labels.split('\t')) {
            release.label(label)?;
        }
        release.end_row(owners);
        Ok(())
    }
}
