//! The figures of a run: what became of what was read, first of all, and then what the method measured.

use clump_core::anonymize::apply::Applied;
use clump_core::inspect::TaxonomySize;
use clump_core::measure::Measures;
use clump_core::rewrite::Fact;
use clump_core::sensitive::SensitiveItems;
use serde::{Deserialize, Serialize};

use crate::{BitsFigures, FactFigures, FloorFacts, LinesRead, OwnersRead, PieceFigures, Words, counted};

/// Measures of a run. Methods on transactions lose items; methods on lines change a log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
#[allow(clippy::large_enum_variant, reason = "a run has one")]
pub enum Figures {
    /// Of a release of rows.
    Rows {
        /// Fate of all words.
        #[serde(flatten)]
        words: Words,
        /// Whose they were.
        #[serde(flatten)]
        owners: OwnersRead,
        /// Further measures of pieces; none of whole rows.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pieces: Option<PieceFigures>,
        /// The taxonomy that losses were measured in.
        taxonomy: TaxonomySize,
        /// All measures.
        measures: Measures,
        /// Least loss of the best possible grouping; none if that was not asked for.
        floor: Option<FloorFacts>,
        /// The loss in bits, and its floor; none where the method did not minimise bits.
        #[serde(flatten)]
        bits: Option<BitsFigures>,
        /// Things that the promise or the publisher calls sensitive; none where nothing is.
        sensitive_items: Option<SensitiveFacts>,
        /// Use that was made of an earlier release; none where none was applied.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        applied: Option<Applied>,
    },
    /// Of a release of lines.
    Lines {
        /// Lines that were published.
        lines: usize,
        /// Fate of all lines.
        #[serde(flatten)]
        read: LinesRead,
        /// Whose they were.
        #[serde(flatten)]
        owners: OwnersRead,
        /// Counts of the method on the way.
        facts: Vec<FactCount>,
    },
    /// Of a table of facts.
    Facts {
        /// The counts.
        #[serde(flatten)]
        counted: FactFigures,
        /// Distinct facts in the table.
        facts: usize,
        /// Whose facts they were.
        #[serde(flatten)]
        owners: OwnersRead,
    },
}

/// Names of what is sensitive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SensitiveFacts {
    /// Items, or labels of a release, that are sensitive.
    pub items: usize,
    /// Names that have none of them at or below: absent, or misspelt.
    pub unmatched: usize,
}

impl From<&SensitiveItems> for SensitiveFacts {
    fn from(found: &SensitiveItems) -> SensitiveFacts {
        SensitiveFacts { items: found.items.len(), unmatched: found.unmatched }
    }
}

impl SensitiveFacts {
    /// In words: how many of `whole`, and how many names are not among them.
    pub fn of(&self, whole: &str) -> String {
        let items = counted(self.items, "item", "items");
        match self.unmatched {
            0 => format!("{items} of {whole}"),
            unmatched => format!(
                "{items} of {whole}; not among them, or misspelt: {}",
                counted(unmatched, "name", "names")
            ),
        }
    }
}

/// A count with its name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FactCount {
    /// The counts.
    pub name: String,
    /// The number.
    pub count: u64,
}

impl From<&Fact> for FactCount {
    fn from(fact: &Fact) -> FactCount {
        FactCount { name: fact.name.to_owned(), count: fact.count }
    }
}

impl Figures {
    /// Share that a table of facts keeps; none of other releases.
    pub fn facts(&self) -> Option<&FactFigures> {
        match self {
            Figures::Facts { counted, .. } => Some(counted),
            Figures::Rows { .. } | Figures::Lines { .. } => None,
        }
    }

    /// Fate of the words; none of a release of lines.
    pub fn words(&self) -> Option<&Words> {
        match self {
            Figures::Rows { words, .. } => Some(words),
            Figures::Lines { .. } | Figures::Facts { .. } => None,
        }
    }

    /// Measures of pieces; none of whole rows and of lines.
    pub fn pieces(&self) -> Option<&PieceFigures> {
        match self {
            Figures::Rows { pieces, .. } => pieces.as_ref(),
            Figures::Lines { .. } | Figures::Facts { .. } => None,
        }
    }

    /// The measures of a release of rows; none of a release of lines, which has none.
    pub fn measures(&self) -> Option<&Measures> {
        match self {
            Figures::Rows { measures, .. } => Some(measures),
            Figures::Lines { .. } | Figures::Facts { .. } => None,
        }
    }

    /// The loss in bits, if bits were what the method minimised.
    pub fn bits(&self) -> Option<BitsFigures> {
        match self {
            Figures::Rows { bits, .. } => *bits,
            Figures::Lines { .. } | Figures::Facts { .. } => None,
        }
    }

    /// The floor under the paper's loss, if it was asked for and is not in bits.
    pub fn floor(&self) -> Option<FloorFacts> {
        match self {
            Figures::Rows { floor, .. } => *floor,
            Figures::Lines { .. } | Figures::Facts { .. } => None,
        }
    }
}
