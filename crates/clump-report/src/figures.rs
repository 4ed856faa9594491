//! The figures of a run: what became of what was read, first of all, and then what the method measured.

use clump_core::anonymize::apply::Applied;
use clump_core::inspect::TaxonomySize;
use clump_core::measure::Measures;
use clump_core::rewrite::Fact;
use serde::{Deserialize, Serialize};

use crate::{FloorFacts, LinesRead, OwnersRead, Words};

/// What a run measured. Methods on transactions lose items; methods on lines change a log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
#[allow(clippy::large_enum_variant, reason = "a run has one")]
pub enum Figures {
    /// Of a release of rows.
    Rows {
        /// What became of all words.
        #[serde(flatten)]
        words: Words,
        /// Whose they were.
        #[serde(flatten)]
        owners: OwnersRead,
        /// The taxonomy that losses were measured in.
        taxonomy: TaxonomySize,
        /// All measures.
        measures: Measures,
        /// What the best possible grouping loses at least; none if that was not asked for.
        floor: Option<FloorFacts>,
        /// What the promise treats as private; none where it knows no such items.
        private_items: Option<PrivateFacts>,
        /// How much of an earlier release was of use; none where none was applied.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        applied: Option<Applied>,
    },
    /// Of a release of lines.
    Lines {
        /// Lines that were published.
        lines: usize,
        /// What became of all lines.
        #[serde(flatten)]
        read: LinesRead,
        /// Whose they were.
        #[serde(flatten)]
        owners: OwnersRead,
        /// What the method counted on the way.
        facts: Vec<FactCount>,
    },
}

/// What a promise treats as private.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PrivateFacts {
    /// Items of the data that are private.
    pub items: usize,
    /// Names of the list that are no item of the data: absent, or misspelt.
    pub unmatched: usize,
}

/// A count with its name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FactCount {
    /// What was counted.
    pub name: String,
    /// How many.
    pub count: u64,
}

impl From<&Fact> for FactCount {
    fn from(fact: &Fact) -> FactCount {
        FactCount { name: fact.name.to_owned(), count: fact.count }
    }
}

impl Figures {
    /// What became of the words; none of a release of lines.
    pub fn words(&self) -> Option<&Words> {
        match self {
            Figures::Rows { words, .. } => Some(words),
            Figures::Lines { .. } => None,
        }
    }

    /// The measures of a release of rows; none of a release of lines, which has none.
    pub fn measures(&self) -> Option<&Measures> {
        match self {
            Figures::Rows { measures, .. } => Some(measures),
            Figures::Lines { .. } => None,
        }
    }

    /// The floor, if it was asked for.
    pub fn floor(&self) -> Option<FloorFacts> {
        match self {
            Figures::Rows { floor, .. } => *floor,
            Figures::Lines { .. } => None,
        }
    }
}
