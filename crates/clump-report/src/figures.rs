//! The figures of a run: the fate of the input first, then the measures of the method.

use clump_core::anonymize::apply::Applied;
use clump_core::cut::CutFigures;
use clump_core::facts::KeptAt;
use clump_core::inspect::TaxonomySize;
use clump_core::measure::Measures;
use clump_core::rewrite::Fact;
use clump_core::sensitive::SensitiveItems;
use serde::{Deserialize, Serialize};

use crate::{BitsFigures, FloorFacts, LinesRead, OwnersRead, Words, counted};

/// Measures of a run. Methods on transactions lose items; methods on lines change a log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
#[allow(clippy::large_enum_variant, reason = "a run has one")]
pub enum Figures {
    /// Figures of a release of rows.
    Rows {
        /// Fate of all words.
        #[serde(flatten)]
        words: Words,
        /// The owners that were read.
        #[serde(flatten)]
        owners: OwnersRead,
        /// Further measures of pieces; `None` for whole rows.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pieces: Option<PieceFigures>,
        /// The taxonomy that losses were measured in.
        taxonomy: TaxonomySize,
        /// All measures.
        measures: Measures,
        /// Lower bound of the loss of any grouping; `None` if not requested.
        floor: Option<FloorFacts>,
        /// The loss in bits, and its lower bound; `None` if the method did not minimise bits.
        #[serde(flatten)]
        bits: Option<BitsFigures>,
        /// Items that the promise or the publisher names sensitive; `None` if there are none.
        sensitive_items: Option<SensitiveFacts>,
        /// Use that was made of an earlier release; `None` if none was applied.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        applied: Option<Applied>,
    },
    /// Figures of a release of lines.
    Lines {
        /// Number of published lines.
        lines: usize,
        /// Fate of all lines.
        #[serde(flatten)]
        read: LinesRead,
        /// The owners that were read.
        #[serde(flatten)]
        owners: OwnersRead,
        /// Counts of the method on the way.
        facts: Vec<FactCount>,
    },
    /// Figures of a table of facts.
    Facts {
        /// Counts of facts.
        #[serde(flatten)]
        counted: FactFigures,
        /// Distinct facts in the table.
        facts: usize,
        /// The owners that were read.
        #[serde(flatten)]
        owners: OwnersRead,
    },
}

/// Counts of sensitive items and their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SensitiveFacts {
    /// Number of sensitive items, or of sensitive labels of a release.
    pub items: usize,
    /// Number of names without any item at or below them: absent, or misspelt.
    pub unmatched: usize,
}

impl From<&SensitiveItems> for SensitiveFacts {
    fn from(found: &SensitiveItems) -> SensitiveFacts {
        SensitiveFacts { items: found.items.len(), unmatched: found.unmatched }
    }
}

impl SensitiveFacts {
    /// In words: the number of items of `whole`, and the number of unmatched names.
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
    /// Name of the count.
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
    /// Figures of a table of facts; `None` for other releases.
    pub fn facts(&self) -> Option<&FactFigures> {
        if let Figures::Facts { counted, .. } = self { Some(counted) } else { None }
    }

    /// Fate of the words; `None` for lines and facts.
    pub fn words(&self) -> Option<&Words> {
        if let Figures::Rows { words, .. } = self { Some(words) } else { None }
    }

    /// Measures of pieces; `None` for other releases.
    pub fn pieces(&self) -> Option<&PieceFigures> {
        if let Figures::Rows { pieces, .. } = self { pieces.as_ref() } else { None }
    }

    /// The measures of a release of rows; `None` for other releases.
    pub fn measures(&self) -> Option<&Measures> {
        if let Figures::Rows { measures, .. } = self { Some(measures) } else { None }
    }

    /// The loss in bits, if the method minimised bits.
    pub fn bits(&self) -> Option<BitsFigures> {
        if let Figures::Rows { bits, .. } = self { *bits } else { None }
    }

    /// The lower bound of the paper's loss, if it was requested and is not in bits.
    pub fn floor(&self) -> Option<FloorFacts> {
        if let Figures::Rows { floor, .. } = self { *floor } else { None }
    }
}

/// The figures of pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PieceFigures {
    /// Upper bound of the share of the information in words that any release with k owners for every row
    /// keeps. `None` if the data have no information.
    pub upper_bound: Option<f64>,
    /// Rows that are whole queries, word for word.
    pub whole_queries: usize,
    /// Pairs of an owner and a whole query that is published for that owner.
    pub queries_published: usize,
    /// Pairs of an owner and a query that were read.
    pub queries_asked: usize,
}

impl PieceFigures {
    /// Takes the figures from `found`, and adds the numbers of published and of read pairs of an owner and a
    /// query.
    pub fn new(found: &CutFigures, queries_published: usize, queries_asked: usize) -> PieceFigures {
        PieceFigures {
            upper_bound: found.upper_bound,
            whole_queries: found.whole_queries,
            queries_published,
            queries_asked,
        }
    }
}

/// Counts of a table of facts. Private: exact figures of the input.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FactFigures {
    /// The words for one fact and for several.
    pub nouns: [String; 2],
    /// Rows of the table: facts, or cells of facts with their totals.
    pub rows: usize,
    /// Distinct facts that were read.
    pub facts_read: u64,
    /// Pairs of an owner and a fact of that owner.
    pub pairs_read: u64,
    /// Number of occurrences of all facts together.
    pub times_read: u64,
    /// Name of the column that divides the owners of a fact.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// Facts of at least k owners that no rule excludes, before they are divided into cells.
    pub kept: KeptAt,
    /// Contents of the table; if facts are divided, the counts of its cells and totals. `None` if numbers
    /// have noise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub in_table: Option<KeptAt>,
    /// Shares that other k would keep.
    pub kept_at: Vec<KeptAt>,
    /// Facts of at least k owners that a rule excludes, by rule.
    pub excluded: Vec<FactCount>,
    /// Cells of enough owners that a rule excludes, by rule.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub excluded_cells: Vec<FactCount>,
    /// Lines without a value for the cell.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub lines_without_cell: u64,
    /// Effect of noise, if numbers have noise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub noise: Option<NoiseFigures>,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// Fate of facts if numbers have noise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct NoiseFigures {
    /// Pairs of an owner and a fact in which the owner counts.
    pub pairs_counted: u64,
    /// Facts, or cells of facts, in which at least k owners count.
    pub facts_of_k: u64,
    /// The smallest number that can be published.
    pub threshold: u64,
    /// Share of occurrences that belong to published facts.
    pub times_share: f64,
    /// Malformed lines, which are left out: with noise, a bad line does not stop the run.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub lines_left_out: u64,
}

/// The figures of a table of facts that may be published: the table itself tells them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PublishedFacts {
    /// Rows of the table.
    pub fact_rows: usize,
    /// Distinct facts in them.
    pub facts: usize,
}

/// Contents of a ledger after a run was entered.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum LedgerFacts {
    /// Releases of rows.
    Rows {
        /// Number of releases in it.
        releases: usize,
        /// Number of owners of this one who were in an earlier one.
        owners_before: usize,
        /// Owners of all releases whose combination of groups is shared by fewer than k owners. A reader who
        /// compares the releases may learn what they have.
        owners_told_apart: usize,
    },
    /// Tables with noise.
    Noise {
        /// Number of tables in it.
        tables: usize,
        /// Total epsilon of all tables.
        epsilon_spent: f64,
        /// Total delta of all tables.
        delta_spent: f64,
        /// Maximum total epsilon; `None` if there is no budget.
        budget: Option<f64>,
    },
}
