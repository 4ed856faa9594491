//! The figures of a table of facts: how much of what was read is in it.

use clump_core::facts::KeptAt;
use serde::{Deserialize, Serialize};

use crate::{FactCount, OwnersRead, rounded};

/// What a run counted. Private: exact figures of what was read.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FactFigures {
    /// One fact, and several, for people.
    pub nouns: [String; 2],
    /// Rows of the table: facts, or cells of facts, and what stands for all cells of one.
    pub rows: usize,
    /// Distinct facts that were read.
    pub facts_read: u64,
    /// Pairs of an owner and a fact that holds of the owner.
    pub pairs_read: u64,
    /// How often a fact was there, all together.
    pub times_read: u64,
    /// What divides the owners of a fact, by the name of its column.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// Facts of at least k owners, whatever cells they are divided into.
    pub kept: KeptAt,
    /// What is in the table: where facts are divided, what its cells and totals count. None where numbers carry noise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub in_table: Option<KeptAt>,
    /// What other k would keep.
    pub kept_at: Vec<KeptAt>,
    /// Facts of at least k owners that are withheld all the same, by rule.
    pub withheld: Vec<FactCount>,
    /// Cells of enough owners that are withheld all the same, by rule.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub withheld_cells: Vec<FactCount>,
    /// Lines that do not say which cell they are in.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub lines_without_cell: u64,
    /// What noise did, where numbers carry any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub noise: Option<NoiseFigures>,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// What became of facts where numbers carry noise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NoiseFigures {
    /// Pairs of an owner and a fact that the owner counts in.
    pub pairs_counted: u64,
    /// Facts, or cells of facts, in which at least k owners count.
    pub facts_of_k: u64,
    /// The least number that is published.
    pub threshold: u64,
    /// How often published facts were there as a share of how often any was.
    pub times_share: f64,
}

/// The figures that may be published.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PublishedFacts {
    /// Rows of the table.
    pub fact_rows: usize,
    /// Distinct facts in them.
    pub facts: usize,
    /// How much of the log that is; none where numbers carry noise, since it is counted without.
    #[serde(flatten)]
    pub of_log: Option<FactsOfLog>,
}

/// How much of a log is in a table. Shares have three decimals: more would tell how much was read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FactsOfLog {
    /// Facts with a row as a share of all distinct facts.
    pub facts_kept: f64,
    /// Pairs of an owner and a fact that a row counts as a share of all pairs.
    pub pairs_kept: f64,
    /// How often facts were there, as far as rows count it, as a share of how often any was.
    pub times_kept: f64,
    /// How many owners were read, and how many of them no row counts.
    #[serde(flatten)]
    pub read: OwnersRead,
}

impl PublishedFacts {
    /// What may be published of the figures of a run, whose table has so many distinct facts.
    pub fn new(figures: &FactFigures, facts: usize, read: OwnersRead) -> PublishedFacts {
        let KeptAt { facts_share, pairs_share, times_share, .. } = figures.in_table.unwrap_or_default();
        let of_log = FactsOfLog {
            facts_kept: rounded(facts_share),
            pairs_kept: rounded(pairs_share),
            times_kept: rounded(times_share),
            read,
        };
        PublishedFacts {
            fact_rows: figures.rows,
            facts,
            of_log: Some(of_log).filter(|_| figures.noise.is_none()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn with_noise_nothing_that_was_counted_without_is_published() {
        let exact = FactFigures { rows: 7, facts_read: 100, ..FactFigures::default() };
        let noisy = FactFigures { noise: Some(NoiseFigures::default()), ..exact.clone() };
        let read = OwnersRead { owners_read: 40, owners_dropped: 3 };
        let written =
            |figures| serde_json::to_value(PublishedFacts::new(figures, 5, read)).expect("plain data");
        assert_eq!(written(&noisy), serde_json::json!({ "fact_rows": 7, "facts": 5 }));
        assert_eq!(written(&exact)["owners_read"], 40);
        for figures in [&exact, &noisy] {
            let again: PublishedFacts = serde_json::from_value(written(figures)).expect("what was written");
            assert_eq!(again, PublishedFacts::new(figures, 5, read));
        }
    }
}
