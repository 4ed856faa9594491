//! A release as it was read back: flat, each distinct label stored once.

use clump_core::containers::{Interner, Ragged};
use clump_core::names::Names;

use super::{ReleaseLayout, is_label};
use crate::error::Fault;

/// The rows of a release.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Released {
    layout: ReleaseLayout,
    labels: Names,
    /// The labels of each row, by number.
    rows: Ragged<u32>,
    /// How many owners each row states.
    owners: Vec<u64>,
}

impl Released {
    /// What a row stands for.
    pub fn layout(&self) -> ReleaseLayout {
        self.layout
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The distinct labels, in order of first appearance.
    pub fn labels(&self) -> &Names {
        &self.labels
    }

    /// The labels of a row as numbers into [`Released::labels`].
    pub fn row(&self, row: usize) -> &[u32] {
        self.rows.get(row)
    }

    /// The labels of a row.
    pub fn items(&self, row: usize) -> impl ExactSizeIterator<Item = &str> {
        self.row(row).iter().map(|&label| self.labels.get(label as usize))
    }

    /// How many distinct owners the release states for a row: those of the group, or those that share this very row.
    pub fn owners(&self, row: usize) -> u64 {
        self.owners[row]
    }
}

/// A release on its way in: the labels of a row, then its end.
pub(super) struct Incoming {
    labels: Interner,
    released: Released,
}

impl Incoming {
    pub fn new(layout: ReleaseLayout) -> Incoming {
        Incoming { labels: Interner::default(), released: Released { layout, ..Released::default() } }
    }

    /// Rows that have ended.
    pub fn rows(&self) -> usize {
        self.released.rows.len()
    }

    /// Labels of the row that has not ended.
    pub fn pending(&self) -> usize {
        self.released.rows.pending().len()
    }

    /// Takes the next label of the row.
    ///
    /// # Errors
    /// When a release cannot carry it.
    pub fn label(&mut self, label: &str) -> Result<(), Fault> {
        if !is_label(label) {
            return Err(Fault::Label { column: self.pending() + 1 });
        }
        self.released.rows.open().push(self.labels.intern(label));
        Ok(())
    }

    /// Ends the row, with what it states of its owners.
    pub fn end_row(&mut self, owners: u64) {
        self.released.rows.close();
        self.released.owners.push(owners);
    }

    /// Adds the last row once more, with what it states of its owners.
    pub fn repeat_row(&mut self) {
        let released = &mut self.released;
        let Some(last) = released.len().checked_sub(1) else { return };
        let items = released.rows.bounds().get(last);
        released.rows.open().extend_from_within(items);
        self.end_row(self.released.owners[last]);
    }

    pub fn finish(self) -> Released {
        Released { labels: self.labels.into_names(), ..self.released }
    }
}
