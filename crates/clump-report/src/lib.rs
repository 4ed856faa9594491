//! The statements of a run. Two of them must not be confused: the [`Certificate`] is published next to the
//! release, and the [`Report`] stays with the publisher. [`summary`] gives the report in a few lines.
//! [`page`] shows all of it in a browser, once for the public and once for the publisher.

/// Makes a type with `FromStr` and `Display` a text for serde.
macro_rules! as_text {
    ($type:ty) => {
        impl TryFrom<String> for $type {
            type Error = <$type as std::str::FromStr>::Err;

            fn try_from(text: String) -> Result<$type, Self::Error> {
                text.parse()
            }
        }

        impl From<$type> for String {
            fn from(value: $type) -> String {
                value.to_string()
            }
        }
    };
}

mod assessment;
mod certificate;
pub mod chart;
mod comparison;
mod figures;
pub mod glossary;
mod heading;
pub mod markup;
mod noun;
mod number;
pub mod page;
mod report;
pub mod reproduction;
mod summary;
pub mod table;
mod words;

pub use assessment::Assessment;
pub use certificate::{
    Certificate, CertifiedPromise, CertifiedProperty, PublishedFigures, ReleaseFacts, RowFigures,
    RowsOfAnOwner, TaxonomyFacts, not_covered, rounded,
};
pub(crate) use comparison::FigureByK;
pub use comparison::{
    Advice, ComparedRun, ComparedUnit, Comparison, Cost, FloorAt, KNOWN, Kind, PresetKept, PresetRun,
    Purpose, Runs, comparison_page,
};
pub use figures::{
    BitsFigures, CUT_SHORT, FactCount, FactFigures, Figures, FloorBits, FloorFacts, LedgerFacts,
    NoiseFigures, PieceFigures, ProvedFloor, PublishedFacts, SensitiveFacts,
};
pub use heading::{Date, DateError, Title, TitleError};
pub use noun::{Noun, NounError};
pub use number::{NumberFormat, count, counted, number, percent, range};
pub use page::{SAMPLE_ROWS, Sample, SampleRow};
pub use report::{CertainFacts, CertainGroups, CloseWord, Report, Timing, UnknownWord};
pub use summary::{skipped, summary};
pub use words::{LeftOut, LinesRead, OwnersRead, Words};
