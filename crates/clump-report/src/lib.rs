//! The statements of a run. Two of them must not be confused: the [`Certificate`] is published next to the
//! release, and the [`Report`] stays with the publisher. [`summary`] gives the report in a few lines.
//! [`page`] shows all of it in a browser, once for the public and once for the publisher.

mod assessment;
mod certain;
mod certificate;
mod certified_promise;
pub mod chart;
mod comparison;
mod date;
mod figures;
pub mod glossary;
mod losses;
pub mod markup;
mod not_covered;
mod noun;
mod number;
pub mod page;
mod report;
pub mod reproduction;
mod sample;
mod summary;
pub mod table;
mod title;
mod words;

pub use assessment::Assessment;
pub use certain::{CertainFacts, CertainGroups};
pub use certificate::{Certificate, PublishedFigures, ReleaseFacts, RowFigures, TaxonomyFacts, rounded};
pub use certified_promise::{CertifiedPromise, CertifiedProperty};
pub use comparison::{
    Advice, ComparedRun, ComparedUnit, Comparison, Cost, FloorAt, KNOWN, Kind, PresetKept, PresetRun,
    Purpose, Runs, comparison_page,
};
pub use date::{Date, DateError};
pub use figures::{
    FactCount, FactFigures, Figures, LedgerFacts, NoiseFigures, PieceFigures, PublishedFacts, SensitiveFacts,
};
pub use losses::{BitsFigures, CUT_SHORT, FloorBits, FloorFacts, ProvedFloor};
pub use not_covered::{RowsOfAnOwner, not_covered};
pub use noun::{Noun, NounError};
pub use number::{NumberFormat, count, counted, number, percent, range};
pub use report::{CloseWord, Report, Timing, UnknownWord};
pub use sample::{SAMPLE_ROWS, Sample, SampleRow};
pub use summary::{skipped, summary};
pub use title::{Title, TitleError};
pub use words::{LeftOut, LinesRead, OwnersRead, Words};
