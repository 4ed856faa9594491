//! Readers and writers of clump: they read query logs and baskets of any size, and write releases.
//!
//! The data flow, one module per step:
//!
//! ```text
//! source   a file, a stream or record batches, unpacked  -> bytes
//! lines    bytes                                         -> lines of text
//! read     lines, objects or rows of any layout          -> records of owners: queries, clicks and items
//! mapping  the words of a query, or the items of a basket -> nodes of the taxonomy
//! gather   nodes by owner, session or query              -> transactions
//! facts    records that hold of so many owners           -> counts, without a taxonomy
//! ```
//!
//! [`WordMapper`] is the mapping alone, for callers that have the words already. [`read_log`] runs all steps;
//! [`read_lines`] stops at the records, for methods that work on lines. [`taxonomy`] makes the tree from
//! WordNet, a file or the data; [`release`] writes and reads releases.
//!
//! No error of this crate carries a value of the data. Errors name the file, the line, the column and counts,
//! and [`ReadError::remedy`] says what to do.

#![cfg_attr(
    not(feature = "columnar"),
    allow(dead_code, reason = "what serves Parquet and Arrow alone is small beside them")
)]

#[cfg(feature = "columnar")]
mod columnar;
mod columns;
mod decoding;
mod error;
mod gather;
mod input;
mod layout;
mod lexicon;
mod lines;
mod mapping;
#[cfg(feature = "columnar")]
mod messages;
mod never;
mod objects;
mod options;
mod owners;
mod packing;
mod read;
mod repair;
mod shapes;
mod source;
mod spelling;
mod spill;
mod split;
mod time;
mod time_zone;
mod tokens;
mod unit;
mod unknown;
mod unmapped;
mod usual_names;

pub mod facts;
pub mod release;
pub mod taxonomy;

/// Previews of an input, which show a person its layout and columns before it is read.
pub mod previews {
    pub use crate::read::preview::{
        InputContent, LOG_COLUMNS, LikelyColumn, PreviewColumn, TablePreview, TimesSeen,
    };
}

/// Crates that define the types of record batches in this interface.
#[cfg(feature = "columnar")]
pub use {arrow_array, arrow_schema};

pub use columns::{Cells, ColumnNames, OwnerIs, RowOwner};
pub use decoding::is_decoding;
pub use error::{ColumnList, FactNeed, Fault, LikelyOwner, ReadError, TableLook};
#[cfg(feature = "columnar")]
pub use input::Batches;
pub use input::{Input, Stream};
pub use layout::{Delimiter, Foreign, Layout, Separator};
pub use mapping::{MappedParts, WordMapper};
pub use options::{BadLines, Items, MapCounts, Matching, OwnerSplit, ReadOptions, ReadingMemory, SplitSide};
pub use read::{
    Log, LogLines, Preview, QueryMeanings, ReadCounts, holds_queries, map_queries, preview, read_lines,
    read_log,
};
pub use spelling::{Spellings, plain_form};
pub use time::{TimeFormat, TimeFormatError};
pub use time_zone::{NotATimeZone, TimeZone};
pub use unit::{Gap, GapError, Repeats, Unit, format_gap, parse_gap};
pub use unknown::{NotUnknown, Unknown, UnknownWords};
pub use unmapped::AskedQueries;
