//! Facts: what holds of owners, and the table of those facts that many owners share.
//!
//! A fact is what a publisher wants to count: a query, a word, a query and the host that was clicked after it. It holds of
//! an owner or not, however often. The flow, one file for each step:
//!
//! ```text
//! kind     what a fact is, what its columns are called, and what facts are counted by besides
//! counted  facts with the numbers of their owners, as counting found them
//! uncertain  which facts would make something sensitive too certain
//! publish  the rows of the table, with the proof that they depend on no cell that is not published
//! table    what is published, in its one order: exact numbers, rounded ones, or a scale
//! volume   how much of everything that was read is in facts of at least k owners
//! ```
//!
//! [`Tabulate`] is all of it from counted facts to a table. What is promised of such a table is
//! [`CommonFacts`](crate::promise::CommonFacts), and [`verify::common_facts`](crate::verify::common_facts) checks it without any
//! of this.

mod counted;
mod kind;
mod publish;
mod table;
mod uncertain;
mod volume;

pub use counted::{CountedCells, CountedFacts, Tally};
pub use kind::{By, FactKind, NormalForm, NotAFact, NotBy};
pub use publish::{FactParameters, Tabulate, Thresholds};
pub use table::{FactColumns, FactTable, Measure, ShownCounts};
pub use uncertain::{FactLabels, Uncertain};
pub use volume::{KEPT_AT, KeptAt, Volume};

/// Separator of the texts of a fact while it is counted. No text that is published holds a control character, and
/// all other characters come after it, so that keys sort as lists of texts do.
pub const SEPARATOR: char = '\u{1f}';
