//! The statements about a run. The [`Certificate`] is public and comes next to the release. The [`Report`] is
//! private and stays with the publisher. [`summary`] prints the report in a few lines. [`page`] shows it in a
//! browser, as a public and a private page.

/// Implements serde's conversions to and from text for a type with `FromStr` and `Display`.
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
    RowsOfAnOwner, TableFile, TaxonomyFacts, not_covered, rounded,
};
pub(crate) use comparison::FigureByK;
pub use comparison::{
    Advice, ComparedRun, ComparedUnit, Comparison, Cost, FloorAt, KNOWN, Kind, PresetKept, PresetRun,
    Reference, Runs, comparison_page,
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
