//! The figures of a run: what became of what was read, first of all, and then what the method measured.

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
        if let Figures::Facts { counted, .. } = self { Some(counted) } else { None }
    }

    /// Fate of the words; none of a release of lines.
    pub fn words(&self) -> Option<&Words> {
        if let Figures::Rows { words, .. } = self { Some(words) } else { None }
    }

    /// Measures of pieces; none of whole rows and of lines.
    pub fn pieces(&self) -> Option<&PieceFigures> {
        if let Figures::Rows { pieces, .. } = self { pieces.as_ref() } else { None }
    }

    /// The measures of a release of rows; none of a release of lines, which has none.
    pub fn measures(&self) -> Option<&Measures> {
        if let Figures::Rows { measures, .. } = self { Some(measures) } else { None }
    }

    /// The loss in bits, if bits were what the method minimised.
    pub fn bits(&self) -> Option<BitsFigures> {
        if let Figures::Rows { bits, .. } = self { *bits } else { None }
    }

    /// The floor under the paper's loss, if it was asked for and is not in bits.
    pub fn floor(&self) -> Option<FloorFacts> {
        if let Figures::Rows { floor, .. } = self { *floor } else { None }
    }
}

/// The figures of pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PieceFigures {
    /// No release in which every row stands for k owners keeps a larger share of the information in words. None where there
    /// was none to keep.
    pub ceiling: Option<f64>,
    /// Rows that are whole queries, word for word.
    pub whole_queries: usize,
    /// Pairs of an owner and a whole query that is published of it.
    pub queries_published: usize,
    /// Pairs of an owner and a query that were read.
    pub queries_asked: usize,
}

impl PieceFigures {
    /// Of `found`, where so many pairs of an owner and a query are published of those that were asked.
    pub fn new(found: &CutFigures, queries_published: usize, queries_asked: usize) -> PieceFigures {
        PieceFigures {
            ceiling: found.ceiling,
            whole_queries: found.whole_queries,
            queries_published,
            queries_asked,
        }
    }
}

/// Counts of a run. Private: exact figures of what was read.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FactFigures {
    /// One fact, and several, for people.
    pub nouns: [String; 2],
    /// Rows of the table: facts, or cells of facts, and what stands for all cells of one.
    pub rows: usize,
    /// Distinct facts that were read.
    pub facts_read: u64,
    /// Pairs of an owner and a fact that holds of the owner.
    pub pairs_read: u64,
    /// Number of times that a fact was there, all together.
    pub times_read: u64,
    /// Name of the column that divides the owners of a fact.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// Facts of at least k owners that no rule withholds, whatever cells they are divided into.
    pub kept: KeptAt,
    /// Contents of the table: where facts are divided, what its cells and totals count. None where numbers carry noise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub in_table: Option<KeptAt>,
    /// Shares that other k would keep.
    pub kept_at: Vec<KeptAt>,
    /// Facts of at least k owners that are withheld all the same, by rule.
    pub withheld: Vec<FactCount>,
    /// Cells of enough owners that are withheld all the same, by rule.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub withheld_cells: Vec<FactCount>,
    /// Lines that do not say which cell they are in.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub lines_without_cell: u64,
    /// Effect of noise, where numbers carry any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub noise: Option<NoiseFigures>,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// Fate of facts where numbers carry noise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct NoiseFigures {
    /// Pairs of an owner and a fact that the owner counts in.
    pub pairs_counted: u64,
    /// Facts, or cells of facts, in which at least k owners count.
    pub facts_of_k: u64,
    /// The least number that is published.
    pub threshold: u64,
    /// Times of published facts as a share of those of all.
    pub times_share: f64,
    /// Malformed lines, which are left out: with noise, no line ends a run.
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

/// Content of a ledger once a run is entered.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum LedgerFacts {
    /// Releases of rows.
    Rows {
        /// Number of releases in it.
        releases: usize,
        /// Number of owners of this one who were in an earlier one.
        owners_before: usize,
        /// Owners of all releases who were in exactly the same groups as fewer than k owners: whoever compares the releases may
        /// learn what they have.
        owners_told_apart: usize,
    },
    /// Tables with noise.
    Noise {
        /// Number of tables in it.
        tables: usize,
        /// The epsilon of all of them together.
        epsilon_spent: f64,
        /// The delta of all of them together.
        delta_spent: f64,
        /// The most epsilon that they may have together; none if nobody said.
        budget: Option<f64>,
    },
}
