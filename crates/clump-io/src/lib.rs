//! Readers and writers of clump. What comes in are query logs and baskets of any size, what goes out are releases.
//!
//! The data flow, one module per step:
//!
//! ```text
//! source   a file, a stream or record batches, unpacked  -> bytes
//! lines    bytes                                         -> lines of text
//! layout   how the data lies in them                     -> aol, basket, or a table: csv, tsv, jsonl, parquet, arrow
//! mapping  the words of a query, or the items of a basket -> nodes of the taxonomy
//! gather   nodes by owner, session or query              -> transactions
//! facts    what holds of how many owners                 -> counts, without a taxonomy
//! ```
//!
//! [`WordMapper`] is the mapping alone, for whoever has the words already. [`read_log`] runs them all; [`read_lines`] stops at the lines, for methods that work on them. [`taxonomy`] makes the tree, from WordNet, a file or the data; [`release`] writes and
//! reads what is published.
//!
//! No error of this crate carries a value of the data: errors name the file, the line, the column and counts, and
//! [`ReadError::remedy`] says what to do.

#![cfg_attr(
    not(feature = "columnar"),
    allow(dead_code, reason = "what serves Parquet and Arrow alone is small beside them")
)]

mod asked;
mod columns;
mod decoding;
mod delimiter;
mod error;
mod foreign;
mod gather;
mod header;
mod item_text;
mod items;
mod layout;
mod lexicon;
mod lines;
mod lost;
mod mapping;
mod matching;
#[cfg(feature = "columnar")]
mod messages;
mod overrides;
mod owner;
mod owners;
mod pattern;
mod read;
mod reading_memory;
mod remembered;
mod sampled;
mod shapes;
mod shown;
mod source;
mod spelling;
mod spill;
mod split;
mod time;
mod tokens;
mod unit;
mod unknown;
mod usual_names;
mod vocabulary;
mod whole_queries;
mod word_mapper;

pub mod facts;
pub mod release;
pub mod taxonomy;

/// Rows of tables, whatever they lie in: CSV, TSV, JSON lines, Parquet, Arrow, or record batches in memory. Each format hands
/// out its rows as a [`Row`](table::Row), and whoever wants them is a [`Sink`](table::Sink).
///
/// ```
/// use std::collections::BTreeMap;
///
/// use clump_io::table::{Place, Row, Shape, Sink, read_rows};
/// use clump_io::{ColumnNames, Fault, Input, ReadError, ReadOptions, RowOwner, Stream};
///
/// /// How many items each owner has.
/// #[derive(Default)]
/// struct Baskets(BTreeMap<String, u64>);
///
/// impl Sink for Baskets {
///     fn begin(&mut self, _: &Input, shape: Shape) -> Result<(), ReadError> {
///         assert!(shape.owner, "a column names the owners");
///         Ok(())
///     }
///
///     fn take(&mut self, row: Result<&impl Row, Fault>, place: Place<'_>) -> Result<(), ReadError> {
///         let malformed =
///             |fault| ReadError::Malformed { file: place.input.clone(), line: place.number, fault };
///         let row = row.map_err(malformed)?;
///         row.check().map_err(malformed)?;
///         let count = self.0.entry(row.owner().to_owned()).or_default();
///         row.items(|_, times| {
///             *count += times;
///             Ok(())
///         })
///     }
/// }
///
/// let table = Input::from(Stream::of_bytes("sales.csv", *b"who,item\nann,tea\nann,milk\nbob,tea\n"));
/// let columns = ColumnNames { owner: Some(RowOwner::Column("who".to_owned())), ..ColumnNames::default() };
/// let mut baskets = Baskets::default();
/// read_rows(&[table], &ReadOptions { columns, ..ReadOptions::default() }, &mut baskets, &())?;
/// assert_eq!(baskets.0["ann"], 2);
/// # Ok::<(), ReadError>(())
/// ```
pub mod table {
    pub use crate::read::table::{Kind, Place, Row, Shape, Sink, read_rows};
}

/// What a person sees of an input before it is read.
pub mod previews {
    pub use crate::read::preview::{
        Found, LOG_COLUMNS, LikelyColumn, PreviewColumn, TablePreview, TimesSeen,
    };
}

/// The crates whose record batches are taken and given.
#[cfg(feature = "columnar")]
pub use {arrow_array, arrow_schema};

pub use columns::{Cells, ColumnNames};
pub use decoding::is_decoding;
pub use delimiter::Delimiter;
pub use error::{ColumnList, FactNeed, Fault, LikelyOwner, ReadError, TableLook};
pub use foreign::Foreign;
pub use items::Items;
pub use layout::{Layout, Separator};
pub use lexicon::{Lexicon, Meaning};
pub use matching::{MapCounts, Matching};
pub use owner::{OwnerIs, RowOwner};
pub use read::{
    BadLines, Log, LogLines, Preview, QueryMeanings, ReadCounts, ReadOptions, holds_queries, map_queries,
    preview, read_lines, read_log,
};
pub use reading_memory::ReadingMemory;
pub use source::{Batches, Input, Stream};
pub use spelling::{Spellings, plain_form};
pub use time::{TimeFormat, TimeFormatError};
pub use unit::{GapError, Repeats, Unit, format_gap, parse_gap};
pub use unknown::{NotUnknown, Unknown, UnknownWords};
pub use whole_queries::AskedQueries;
pub use word_mapper::{MappedParts, MappedQueries, WordMapper};
