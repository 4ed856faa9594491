//! What a run says about itself. Two artefacts that nobody should mix up: the [`Certificate`] is published beside the
//! release, the [`Report`] stays with the publisher. [`summary`] says the report in a few lines.

mod certificate;
pub mod figure;
mod figures;
mod floor;
mod not_covered;
mod report;
mod summary;

pub use certificate::{Certificate, PublishedFigures, ReleaseFacts, TaxonomyFacts};
pub use figures::{FactCount, Figures, PrivateFacts};
pub use floor::FloorFacts;
pub use not_covered::not_covered;
pub use report::{Report, Timing, UnknownWord};
pub use summary::{count, counted, range, summary};
