//! Reading a release back: flat, each distinct label stored once.

use std::borrow::Cow;

use clump_core::names::Names;
use clump_core::progress::Progress;
use serde::Deserialize;

use super::{ReleaseFormat, ReleaseLayout, is_label};
use crate::error::{Fault, ReadError};
use crate::interner::Interner;
use crate::lines::Lines;
use crate::source::{Input, Reading};

/// The rows of a release.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Released {
    labels: Names,
    items: Vec<u32>,
    /// Where each row ends in `items`.
    ends: Vec<usize>,
    /// The number of owners of each group; empty in the layout of rows.
    owners: Vec<u64>,
}

impl Released {
    /// Number of rows.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The distinct labels, in order of first appearance.
    pub fn labels(&self) -> &Names {
        &self.labels
    }

    /// The labels of a row as numbers into [`Released::labels`].
    pub fn row(&self, row: usize) -> &[u32] {
        let start = if row == 0 { 0 } else { self.ends[row - 1] };
        &self.items[start..self.ends[row]]
    }

    /// The labels of a row.
    pub fn items(&self, row: usize) -> impl ExactSizeIterator<Item = &str> {
        self.row(row).iter().map(|&label| self.labels.get(label as usize))
    }

    /// The number of owners of a row, in the layout of groups.
    pub fn owners(&self, row: usize) -> Option<u64> {
        self.owners.get(row).copied()
    }
}

/// Reads a release as [`ReleaseWriter`](super::ReleaseWriter) writes it. It may be compressed.
///
/// # Errors
/// [`ReadError::Malformed`] with the line, and what befalls any file.
pub fn read_release(
    input: &Input,
    format: ReleaseFormat,
    layout: ReleaseLayout,
    progress: &dyn Progress,
) -> Result<Released, ReadError> {
    let _reading = Reading::begin(std::slice::from_ref(input), progress);
    let mut lines = Lines::new(input.clone(), input.open(progress)?)?;
    let mut released = Released::default();
    let mut labels = Interner::default();
    while let Some(line) = lines.next()? {
        let number = line.number;
        let row = match format {
            ReleaseFormat::Tsv => tsv(line.text, layout, &mut labels, &mut released),
            ReleaseFormat::Jsonl => jsonl(line.text, layout, &mut labels, &mut released),
        };
        row.map_err(|fault| lines.malformed(number, fault))?;
        released.ends.push(released.items.len());
    }
    released.labels = labels.into_names();
    Ok(released)
}

fn tsv(
    line: &str,
    layout: ReleaseLayout,
    labels: &mut Interner,
    released: &mut Released,
) -> Result<(), Fault> {
    let mut fields = line.split('\t').zip(1..).peekable();
    match layout {
        ReleaseLayout::Groups => {
            let owners = fields.next().and_then(|(field, _)| field.parse().ok());
            released.owners.push(owners.ok_or(Fault::NoOwnerCount)?);
        }
        ReleaseLayout::Rows if line.is_empty() => return Ok(()),
        ReleaseLayout::Rows => {}
    }
    for (label, column) in fields {
        push(label, column, labels, released)?;
    }
    Ok(())
}

/// A line of JSON. Text is borrowed from the line where it holds no escapes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row<'a> {
    owners: Option<u64>,
    #[serde(borrow)]
    items: Vec<Label<'a>>,
}

#[derive(Deserialize)]
struct Label<'a>(#[serde(borrow)] Cow<'a, str>);

fn jsonl(
    line: &str,
    layout: ReleaseLayout,
    labels: &mut Interner,
    released: &mut Released,
) -> Result<(), Fault> {
    // What the parser says may quote the line, so only the place is kept.
    let row: Row<'_> = serde_json::from_str(line).map_err(|error| Fault::Json { column: error.column() })?;
    match (layout, row.owners) {
        (ReleaseLayout::Groups, Some(owners)) => released.owners.push(owners),
        (ReleaseLayout::Groups, None) => return Err(Fault::NoOwnerCount),
        (ReleaseLayout::Rows, Some(_)) => return Err(Fault::UnexpectedOwnerCount),
        (ReleaseLayout::Rows, None) => {}
    }
    for (Label(label), column) in row.items.iter().zip(1..) {
        push(label, column, labels, released)?;
    }
    Ok(())
}

fn push(label: &str, column: usize, labels: &mut Interner, released: &mut Released) -> Result<(), Fault> {
    if !is_label(label) {
        return Err(Fault::Label { column });
    }
    released.items.push(labels.intern(label));
    Ok(())
}
