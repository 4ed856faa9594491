//! The figures of a table of facts: how much of what was read is in it.

use clump_core::facts::KeptAt;
use serde::{Deserialize, Serialize};

use crate::FactCount;

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
