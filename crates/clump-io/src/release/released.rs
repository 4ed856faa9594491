//! Reads a release of any format into memory, with each distinct label stored once.

use clump_core::containers::{Interner, Ragged};
use clump_core::names::Names;
use clump_core::progress::Progress;

#[cfg(feature = "columnar")]
use super::batches;
use super::{ReleaseColumns, ReleaseFormat, ReleaseLayout, is_label, text};
use crate::error::{Fault, ReadError};
use crate::input::Input;
use crate::source::Reading;

/// A release that was read: its rows, labels and texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Released {
    layout: ReleaseLayout,
    labels: Names,
    rows: Ragged<u32>,
    owners: Vec<u64>,
    columns: ReleaseColumns,
    texts: Names,
    /// Number of each row's text; `None` for a row that is no whole query. Empty without a text column.
    text_of: Vec<Option<u32>>,
}

impl Released {
    /// The columns that the release has.
    pub fn columns(&self) -> ReleaseColumns {
        self.columns
    }

    /// The same rows, interpreted with another `layout`.
    #[must_use]
    pub fn with_layout(self, layout: ReleaseLayout) -> Released {
        Released { layout, ..self }
    }

    /// The meaning of a row: one owner, or a whole group.
    pub fn layout(&self) -> ReleaseLayout {
        self.layout
    }

    /// Number of rows of the release.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// True if the release has no rows.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The distinct labels of all rows, in order of first appearance.
    pub fn labels(&self) -> &Names {
        &self.labels
    }

    /// The labels of the row with index `row`, from 0, as numbers into [`Released::labels`].
    pub fn row(&self, row: usize) -> &[u32] {
        self.rows.get(row)
    }

    /// The labels of the row with index `row`, from 0.
    pub fn items(&self, row: usize) -> impl ExactSizeIterator<Item = &str> {
        self.row(row).iter().map(|&label| self.labels.get(label as usize))
    }

    /// Number of distinct owners that the release states for the row with index `row`: the owners of its
    /// group, or the owners who share this row.
    pub fn owners(&self, row: usize) -> u64 {
        self.owners[row]
    }

    /// The distinct texts of whole queries, in order of first appearance.
    pub fn texts(&self) -> &Names {
        &self.texts
    }

    /// The number of the row's text in [`Released::texts`]; `None` if the row is not a whole query.
    pub fn text_number(&self, row: usize) -> Option<u32> {
        *self.text_of.get(row)?
    }

    /// The text of the row, word for word; `None` if the row is not a whole query.
    pub fn text(&self, row: usize) -> Option<&str> {
        self.text_number(row).map(|text| self.texts.get(text as usize))
    }
}

pub(super) struct Incoming {
    labels: Interner,
    texts: Interner,
    released: Released,
}

impl Incoming {
    pub fn new(layout: ReleaseLayout) -> Incoming {
        Incoming {
            labels: Interner::default(),
            texts: Interner::default(),
            released: Released { layout, ..Released::default() },
        }
    }

    /// Sets the columns; call it before the first row ends.
    pub fn has_columns(&mut self, columns: ReleaseColumns) {
        self.released.columns = columns;
    }

    pub fn rows(&self) -> usize {
        self.released.rows.len()
    }

    pub fn pending(&self) -> usize {
        self.released.rows.pending().len()
    }

    /// Adds the next label of the current row.
    pub fn label(&mut self, label: &str) -> Result<(), Fault> {
        if !is_label(label) {
            return Err(Fault::Label { column: self.pending() + 1 });
        }
        self.released.rows.open().push(self.labels.intern(label));
        Ok(())
    }

    /// Ends the current row. `text` is the text of a whole query, `None` for other rows.
    pub fn end_piece(&mut self, owners: u64, text: Option<&str>) -> Result<(), Fault> {
        if text.is_some_and(|text| !is_label(text)) {
            return Err(Fault::Text);
        }
        let text = text.map(|text| self.texts.intern(text));
        self.end_row(owners, text);
        Ok(())
    }

    fn end_row(&mut self, owners: u64, text: Option<u32>) {
        self.released.rows.close();
        self.released.owners.push(owners);
        if self.released.columns.has_text() {
            self.released.text_of.push(text);
        }
    }

    /// Adds the last row once more, with the same labels, text and number of owners.
    pub fn repeat_row(&mut self) {
        let released = &mut self.released;
        let Some(last) = released.len().checked_sub(1) else { return };
        let items = released.rows.bounds().get(last);
        released.rows.open().extend_from_within(items);
        self.end_row(self.released.owners[last], self.released.text_number(last));
    }

    pub fn finish(self) -> Released {
        Released { labels: self.labels.into_names(), texts: self.texts.into_names(), ..self.released }
    }
}

/// Reads a release that [`ReleaseWriter`](super::ReleaseWriter) wrote, from a file or from bytes. For record
/// batches from [`Released::to_batches`], `format` is ignored. Text may be compressed. Releases of other
/// programs are read too, if they have the same columns and no more: a column that is not checked can reveal
/// everything.
pub fn read_release(
    input: &Input,
    format: ReleaseFormat,
    layout: ReleaseLayout,
    progress: &dyn Progress,
) -> Result<Released, ReadError> {
    let _reading = Reading::begin(std::slice::from_ref(input), progress);
    let mut release = Incoming::new(layout);
    match format {
        #[cfg(feature = "columnar")]
        _ if matches!(input, Input::Batches(_)) || format.compresses_inside() => {
            batches::read(input, format, &mut release, progress)?;
        }
        _ => {
            format.available()?;
            text::read(input, format, &mut release, progress)?;
        }
    }
    Ok(release.finish())
}
