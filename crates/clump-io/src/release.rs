//! Releases: lists of rows in the order that the caller gives. Each row is a bag of labels.
//!
//! A row represents either one owner of a group, with all transactions of that owner, or the whole group. In
//! addition to its labels, it states the number of distinct owners who share it:
//!
//! | format | a row |
//! |---|---|
//! | `tsv` | `owners_in_group<TAB>items`: one line per row, labels with `\|` between them, which no label may hold |
//! | `csv` | `row,owners_in_group,item`: one line per item, rows numbered from 1; a row without items has one empty item |
//! | `jsonl` | `{"items":["a","b"],"owners_in_group":7}` |
//! | `parquet`, `arrow` | columns `items: list<string>` and `owners_in_group: int64`, neither with nulls |
//!
//! A release in pieces ([`ReleaseColumns::Pieces`]) also has a last column `text`. If a row is a whole query,
//! this column contains the query word for word. Otherwise it is empty (an empty cell, or null).
//!
//! In `tsv` and `csv`, an apostrophe comes before a cell of labels that a spreadsheet would run as a formula
//! (`cell.rs`). Data frames read a cell that is only `NA`, `null`, `None` or a similar word as a missing
//! value. The other formats are not ambiguous.
//!
//! [`ReleaseWriter`] writes rows to a file, to memory or to any other target for bytes, and [`read_release`]
//! reads them back. A release can also be record batches in memory ([`Released::to_batches`]), which the same
//! function reads back. Text may be compressed as a whole ([`Packing`]); Parquet and Arrow compress inside.
//! The same rows always give the same bytes.
//!
//! Methods on the lines of a log publish a table instead: a header and tab separated columns. The audit file,
//! which is private, lists the released row of each owner.

mod audit;
#[cfg(feature = "columnar")]
mod batches;
mod cell;
mod fact_table;
mod folder;
#[cfg(feature = "columnar")]
mod footer;
mod format;
#[cfg(feature = "columnar")]
mod pages;
mod released;
mod rewritten;
mod table;
mod text;
mod write;

pub use crate::packing::{Packer, Packing};
pub use audit::{Audit, AuditWriter, AuditedRelease, read_audit};
#[cfg(feature = "columnar")]
pub use batches::table_batches;
#[cfg(feature = "columnar")]
pub use fact_table::fact_table_batches;
pub use fact_table::{fact_table_difference, read_fact_table, write_fact_table};
pub use folder::{only_files, release_files};
pub use format::{ReleaseColumns, ReleaseFormat, ReleaseLayout};
pub use released::{Released, read_release};
pub use rewritten::{Difference, release_difference, table_difference};
pub use table::{read_table, write_table};
pub use write::ReleaseWriter;

use crate::split::breaks_lines;

const ITEMS: &str = "items";
const OWNERS: &str = "owners_in_group";
const TEXT: &str = "text";

/// True if a release can contain `label`: it is not empty and has no tab and no line break.
fn is_label(label: &str) -> bool {
    !label.is_empty() && !breaks_lines(label)
}
