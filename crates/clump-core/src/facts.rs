//! Facts: what holds of owners, and the table of those facts that many owners share.
//!
//! A fact is what a publisher wants to count: a query, a word, a query and the host that was clicked after it. It holds of
//! an owner or not, however often. The flow, one file for each step:
//!
//! ```text
//! kind     what a fact is, and what its columns are called
//! by       what facts are counted by besides: days, or a column of the data
//! counted  facts with the numbers of their owners, as counting found them
//! uncertain  which facts would make something sensitive too certain
//! shown    exact numbers, rounded ones, or a scale
//! publish  the rows of the table, with the proof that they depend on no cell that is not published
//! table    what is published, in its one order
//! volume   how much of everything that was read is in facts of at least k owners
//! ```
//!
//! [`Tabulate`] is all of it from counted facts to a table. What is promised of such a table is
//! [`CommonFacts`](crate::promise::CommonFacts), and [`verify::common_facts`](crate::verify::common_facts) checks it without any
//! of this.

mod by;
mod counted;
mod kind;
mod publish;
mod shown;
mod table;
mod uncertain;
mod volume;

pub use by::{By, NotBy};
pub use counted::{CountedCells, CountedFacts, Tally};
pub use kind::NormalForm;
pub use kind::{FactKind, NotAFact};
pub use publish::{FactParameters, Tabulate, Thresholds};
pub use shown::ShownCounts;
pub use table::{FactColumns, FactTable, Measure};
pub use uncertain::{FactLabels, Uncertain};
pub use volume::{KEPT_AT, KeptAt, Volume};

/// Separator of the texts of a fact while it is counted. No text that is published holds a control character, and
/// all other characters come after it, so that keys sort as lists of texts do.
pub const SEPARATOR: char = '\u{1f}';
