//! The figures of a run: the fate of the input first, then the measures of the method.
//!
//! The paper's loss is always reported. The loss in bits is reported only if the method minimised bits. Bits
//! compare methods on one tree. They favour a tree that divides the data evenly, even if its categories mean
//! nothing, so never compare trees by bits.

use clump_core::anonymize::apply::Applied;
use clump_core::cut::CutFigures;
use clump_core::facts::KeptAt;
use clump_core::inspect::TaxonomySize;
use clump_core::measure::Measures;
use clump_core::rewrite::Fact;
use clump_core::sensitive::SensitiveItems;
use serde::{Deserialize, Serialize};

use crate::{LinesRead, OwnersRead, Words, counted};

/// Measures of a run, by kind of release: rows, lines or a table of facts.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
#[allow(clippy::large_enum_variant, reason = "a run has one")]
pub enum Figures {
    /// Figures of a release of rows.
    Rows {
        /// Fate of all words that were read.
        #[serde(flatten)]
        words: Words,
        /// Numbers of owners that were read and dropped.
        #[serde(flatten)]
        owners: OwnersRead,
        /// Additional measures of pieces; `None` for whole rows.
        #[serde(skip_serializing_if = "Option::is_none")]
        pieces: Option<PieceFigures>,
        /// Size of the taxonomy in which losses were measured.
        taxonomy: TaxonomySize,
        /// Losses and lengths of the release.
        measures: Measures,
        /// Lower bound of the loss of any grouping; `None` if the job does not ask for it.
        floor: Option<FloorFacts>,
        /// The loss in bits, and its lower bound; `None` if the method did not minimise bits.
        #[serde(flatten)]
        bits: Option<BitsFigures>,
        /// Items that the promise or the publisher lists as sensitive; `None` if there are none.
        sensitive_items: Option<SensitiveFacts>,
        /// Extent to which an earlier release was reused; `None` if no earlier release was applied.
        #[serde(skip_serializing_if = "Option::is_none")]
        applied: Option<Applied>,
    },
    /// Figures of a release of lines.
    Lines {
        /// Number of published lines.
        lines: usize,
        /// Fate of all lines that were read.
        #[serde(flatten)]
        read: LinesRead,
        /// Numbers of owners that were read and dropped.
        #[serde(flatten)]
        owners: OwnersRead,
        /// Counts that the method made while it ran.
        facts: Vec<FactCount>,
    },
    /// Figures of tables of facts.
    Facts {
        /// For each table, numbers of facts that were read, kept and excluded.
        tables: Vec<FactFigures>,
        /// Numbers of owners that were read, and of those that are in no row.
        #[serde(flatten)]
        owners: OwnersRead,
    },
}

/// Counts of sensitive items, and of sensitive names without items.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SensitiveFacts {
    /// Number of sensitive items, or of sensitive labels of a release.
    pub items: usize,
    /// Number of listed names that match no item, because they are absent or misspelt.
    pub unmatched: usize,
}

impl From<&SensitiveItems> for SensitiveFacts {
    fn from(found: &SensitiveItems) -> SensitiveFacts {
        SensitiveFacts { items: found.items.len(), unmatched: found.unmatched }
    }
}

impl SensitiveFacts {
    /// The counts in words. `whole` says what the items are part of.
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

/// A number with the name of what it counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FactCount {
    /// Name of the count.
    pub name: String,
    /// The number of things with this name.
    pub count: u64,
}

impl From<&Fact> for FactCount {
    fn from(fact: &Fact) -> FactCount {
        FactCount { name: fact.name.to_owned(), count: fact.count }
    }
}

impl Figures {
    /// The figures of each table of facts; none for other releases.
    pub fn tables(&self) -> &[FactFigures] {
        if let Figures::Facts { tables, .. } = self { tables } else { &[] }
    }

    /// Fate of the words; `None` for releases of lines or facts.
    pub fn words(&self) -> Option<&Words> {
        if let Figures::Rows { words, .. } = self { Some(words) } else { None }
    }

    /// The measures of pieces; `None` for other releases.
    pub fn pieces(&self) -> Option<&PieceFigures> {
        if let Figures::Rows { pieces, .. } = self { pieces.as_ref() } else { None }
    }

    /// The measures of a release of rows; `None` for other releases.
    pub fn measures(&self) -> Option<&Measures> {
        if let Figures::Rows { measures, .. } = self { Some(measures) } else { None }
    }

    /// The loss in bits; `None` if the method did not minimise bits.
    pub fn bits(&self) -> Option<BitsFigures> {
        if let Figures::Rows { bits, .. } = self { *bits } else { None }
    }

    /// The lower bound of the loss, in items or bits; `None` if it was not requested.
    pub(crate) fn lower_bound(&self) -> Option<LowerBound> {
        let of_items =
            self.floor().map(|floor| (false, floor.loss_per_item, floor.times_optimum, floor.cut_short));
        let of_bits = || {
            let floor = self.bits()?.floor_bits?;
            Some((true, floor.loss_bits_share, floor.times_optimum, floor.cut_short))
        };
        let (in_bits, share, times_optimum, cut_short) = of_items.or_else(of_bits)?;
        Some(LowerBound { in_bits, share, times_optimum, cut_short })
    }

    /// The lower bound of the paper's loss; `None` if it was not requested or is in bits.
    pub fn floor(&self) -> Option<FloorFacts> {
        if let Figures::Rows { floor, .. } = self { *floor } else { None }
    }
}

/// A proved lower bound, in items or in bits as the run measures loss.
pub(crate) struct LowerBound {
    pub in_bits: bool,
    /// The bound as a share of the items, or of their bits if `in_bits`.
    pub share: f64,
    pub times_optimum: Option<f64>,
    pub cut_short: bool,
}

/// Additional measures of a release in pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct PieceFigures {
    /// Most information in words that any release with k owners for every row can keep, as a share. `None` if
    /// the data have no information.
    pub upper_bound: Option<f64>,
    /// Number of rows that are whole queries, word for word.
    pub whole_queries: usize,
    /// Number of pairs of an owner and a whole query that is published for this owner.
    pub queries_published: usize,
    /// Number of pairs of an owner and a query in the input.
    pub queries_asked: usize,
}

impl PieceFigures {
    /// Adds to `found` the numbers of pairs of an owner and a query: those that are published, and all that
    /// were read.
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
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct FactFigures {
    /// The table: its facts, and after a colon the columns of its cells.
    pub table: String,
    /// The nouns for one fact and for several facts.
    pub nouns: [String; 2],
    /// Number of rows of the table: one for each fact, or for each cell of a fact.
    pub rows: usize,
    /// Number of distinct facts in the table.
    pub facts: usize,
    /// Number of owners who are counted in a row.
    pub owners: usize,
    /// Number of times that an owner is not counted in a row, because tables could be subtracted.
    #[serde(skip_serializing_if = "is_zero")]
    pub left_out: u64,
    /// Number of rows that are not published for the same reason.
    #[serde(skip_serializing_if = "is_zero")]
    pub hidden: u64,
    /// Number of distinct facts in the input.
    pub facts_read: u64,
    /// Number of pairs of an owner and a fact in the input.
    pub pairs_read: u64,
    /// Number of occurrences of all facts in the input.
    pub times_read: u64,
    /// Columns whose values divide a fact into cells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// Facts of at least k owners that no rule excludes, counted before division into cells.
    pub kept: KeptAt,
    /// Facts in the table, or its cells if facts are divided. `None` if numbers have noise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub in_table: Option<KeptAt>,
    /// Facts and shares that other values of k would keep.
    pub kept_at: Vec<KeptAt>,
    /// Number of facts of at least k owners that each rule excludes.
    pub excluded: Vec<FactCount>,
    /// Number of cells of enough owners that each rule excludes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub excluded_cells: Vec<FactCount>,
    /// Number of lines without a value in a column of cells.
    #[serde(skip_serializing_if = "is_zero")]
    pub lines_without_cell: u64,
    /// Effect of noise; `None` if numbers are exact.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub noise: Option<NoiseFigures>,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// Effect of noise on a table of facts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct NoiseFigures {
    /// Pairs of an owner and a fact that count. Noise limits the facts in which an owner counts.
    pub pairs_counted: u64,
    /// Number of facts, or cells of facts, in which at least k owners count.
    pub facts_of_k: u64,
    /// The threshold: smaller noisy numbers are not published.
    pub threshold: u64,
    /// Share of all occurrences that belong to published facts.
    pub times_share: f64,
    /// Number of malformed lines, which are skipped: with noise, a bad line does not stop the run.
    #[serde(skip_serializing_if = "is_zero")]
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

/// Contents of a ledger after this run was added.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum LedgerFacts {
    /// A ledger of releases of rows.
    Rows {
        /// Number of releases in the ledger.
        releases: usize,
        /// Number of owners in this release who are also in an earlier one.
        owners_before: usize,
        /// Number of owners whose combination of groups over all releases is shared by fewer than k owners. A
        /// reader who compares the releases may learn their items.
        owners_told_apart: usize,
    },
    /// A ledger of facts or pieces.
    Numbers {
        /// Number of releases in the ledger.
        releases: usize,
        /// Number of owners in the data who are also in an earlier release.
        owners_before: usize,
        /// Number of rows that were suppressed, because they differ from earlier ones by fewer than k owners.
        suppressed: usize,
        /// Number of rows that count fewer owners for this reason.
        rows_smaller: usize,
        /// Number of owners who were left out of these rows; an owner counts once for each row.
        left_out: usize,
    },
    /// A ledger of tables with noise.
    Noise {
        /// Number of tables in the ledger.
        tables: usize,
        /// Total epsilon of all tables.
        epsilon_spent: f64,
        /// Total delta of all tables.
        delta_spent: f64,
        /// Maximum total epsilon of all tables; `None` if there is no budget.
        budget: Option<f64>,
    },
}

/// The loss of a run in bits.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct BitsFigures {
    /// Bits of information of the items that were grouped.
    pub bits_grouped: f64,
    /// Part of `bits_grouped` that the release does not keep. The method minimised this number.
    pub loss_bits: f64,
    /// `loss_bits / bits_grouped`: 0 when everything is published, 1 when nothing is.
    pub loss_bits_share: f64,
    /// Lower bound of the loss of any grouping; `None` if the job does not ask for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub floor_bits: Option<FloorBits>,
}

/// A proved lower bound in bits, and the largest factor by which the release can exceed the optimum.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct FloorBits {
    /// Least loss in bits of any k-anonymous grouping of these transactions.
    pub loss_bits: f64,
    /// `loss_bits` as a share of `bits_grouped`.
    pub loss_bits_share: f64,
    /// The loss of the release divided by the bound, which is at least its ratio to the optimum. `None` if
    /// the bound is 0 and the loss is not.
    pub times_optimum: Option<f64>,
    /// True if the search for the bound stopped at its limit, so that a higher bound may exist.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub cut_short: bool,
}

impl BitsFigures {
    /// The figures of a release that loses `loss` of `bits` bits; `floor` is its lower bound, if known.
    pub fn new(bits: f64, loss: f64, floor: Option<ProvedFloor>) -> BitsFigures {
        BitsFigures {
            bits_grouped: bits,
            loss_bits: loss,
            loss_bits_share: share(loss, bits),
            floor_bits: floor.map(|floor| FloorBits {
                loss_bits: floor.loss,
                loss_bits_share: share(floor.loss, bits),
                times_optimum: times_optimum(floor.loss, loss),
                cut_short: floor.cut_short,
            }),
        }
    }
}

/// `bits` as a share of `all`; 0 if `all` is 0, because identical items have no information to lose.
fn share(bits: f64, all: f64) -> f64 {
    if all > 0.0 { bits / all } else { 0.0 }
}

/// Largest factor by which a loss can exceed the optimum. `None` if the lower bound is 0 and the loss is not.
pub(crate) fn times_optimum(floor: f64, loss: f64) -> Option<f64> {
    match (floor > 0.0, loss > 0.0) {
        (true, _) => Some(loss / floor),
        (false, false) => Some(1.0),
        (false, true) => None,
    }
}

/// Lower bound of the loss of any grouping, in items or bits as the job measures loss.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProvedFloor {
    /// The least possible loss, in items or in bits.
    pub loss: f64,
    /// True if the search for the bound stopped at its limit, so that a higher bound may exist.
    pub cut_short: bool,
}

/// Note on a lower bound whose search was cut short.
pub const CUT_SHORT: &str = "the search stopped at its limit; the floor is valid and may be higher";

/// A proved lower bound of the paper's loss, and the largest ratio that the release can have to the optimum.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct FloorFacts {
    /// Least loss in items of any k-anonymous grouping of these transactions.
    pub loss: f64,
    /// `loss` divided by the number of items in the input.
    pub loss_per_item: f64,
    /// The loss of the release divided by the bound, which is at least its ratio to the optimum. `None` if
    /// the bound is 0 and the loss is not.
    pub times_optimum: Option<f64>,
    /// True if the search for the bound stopped at its limit, so that a higher bound may exist.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub cut_short: bool,
}

impl FloorFacts {
    /// The bound `floor` for a release that loses `loss` of `items` items.
    pub fn new(floor: ProvedFloor, loss: f64, items: usize) -> FloorFacts {
        FloorFacts {
            loss: floor.loss,
            loss_per_item: floor.loss / items.max(1) as f64,
            times_optimum: times_optimum(floor.loss, loss),
            cut_short: floor.cut_short,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_of_what_was_grouped() {
        let floor = |loss| Some(ProvedFloor { loss, cut_short: false });
        let figures = BitsFigures::new(400.0, 100.0, floor(80.0));
        assert_eq!((figures.loss_bits_share, figures.floor_bits.unwrap().loss_bits_share), (0.25, 0.2));
        assert_eq!(figures.floor_bits.unwrap().times_optimum, Some(1.25));
        let of_one_word = BitsFigures::new(0.0, 0.0, floor(0.0));
        assert_eq!(
            (of_one_word.loss_bits_share, of_one_word.floor_bits.unwrap().times_optimum),
            (0.0, Some(1.0))
        );
    }
}
