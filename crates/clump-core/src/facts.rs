//! Facts: statements about owners, and the table of those facts that many owners share.
//!
//! A fact is a statement that a publisher wants to count: the owner asked a query, has a word, or clicked a host
//! after a query. It is true of an owner or not, however often. The steps, with one file for each:
//!
//! ```text
//! kind       kinds of facts, their columns, and the columns that divide them into cells
//! spec       one table as the user writes it
//! tallies    facts with the numbers of their owners
//! uncertain  the facts that would make something sensitive too certain
//! publish    the rows of the table, with the proof that they depend on no cell that is not published
//! together   what several tables must not reveal when they are subtracted, with the proof
//! table      the published table in its one order: exact numbers, rounded ones, or a scale
//! volume     the share of everything that was read in facts of at least k owners
//! ```
//!
//! [`Tabulate`] makes a table from counted facts. [`CommonFacts`](crate::promise::CommonFacts) is the promise of
//! such a table, and [`verify::common_facts`](crate::verify::common_facts) checks it without code of this module.

mod kind;
mod publish;
mod spec;
mod table;
mod tallies;
pub mod together;
mod uncertain;
mod volume;

pub use kind::{By, FactKind, NormalForm, NotAFact, NotBy};
pub use publish::{FactParameters, Tabulate, Thresholds};
pub use spec::{NotATable, TableSpec};
pub use table::{FactColumns, FactTable, Measure, ShownCounts};
pub use tallies::{CountedCells, CountedFacts, Tally};
pub use uncertain::{FactLabels, Uncertain};
pub use volume::{KEPT_AT, KeptAt, Volume};

/// Separator between the texts of a fact in its key. Published texts contain no control character, and all other
/// characters come after it, so keys sort like lists of texts.
pub const SEPARATOR: char = '\u{1f}';
