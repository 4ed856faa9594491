//! The publishable statement: what is promised, that it was checked, what it cost. It must not tell more about the
//! input than the release does, so it names no file, no word that is not published and no time.

use std::collections::BTreeMap;

use clump_core::measure::Measures;
use serde::{Deserialize, Serialize};

use crate::{
    BitsFigures, CertainGroups, CertifiedPromise, Figures, FloorFacts, LinesRead, OwnersRead, PieceFigures,
    PublishedFacts, PublishedWithheld, WithheldFigures, Words,
};

/// Lies beside a release as `<release>.certificate.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Certificate {
    /// Always `clump`.
    pub tool: String,
    /// The version that made the release.
    pub version: String,
    /// What is promised: every property with its numbers, what it says in a sentence, and what the independent check of
    /// it found. Empty where nothing is promised.
    pub promise: CertifiedPromise,
    /// What was counted as one owner: `column user_id`, `each row counted as one owner`, `each line counted as one owner`.
    pub owner_is: String,
    /// Published items that the promise treats as sensitive, by name. Empty for promises that know no such items.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sensitive_items: Vec<String>,
    /// Groups that show something sensitive for certain; none if nothing was named sensitive, and for promises that are
    /// not about groups.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certain: Option<CertainGroups>,
    /// The method.
    pub method: String,
    /// Its parameters and those of reading that change the release.
    pub parameters: BTreeMap<String, serde_json::Value>,
    /// What was published, and what it cost.
    #[serde(flatten)]
    pub published: PublishedFigures,
    /// The file this certificate is about.
    pub release: ReleaseFacts,
    /// The taxonomy its words come from; none where the method needs none.
    pub taxonomy: Option<TaxonomyFacts>,
    /// What the promise does not cover.
    pub not_covered: Vec<String>,
}

/// The figures that may be published.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
#[allow(clippy::large_enum_variant, reason = "a certificate has one")]
pub enum PublishedFigures {
    /// Of rows of items.
    Rows(RowFigures),
    /// Of lines of a log.
    Lines {
        /// Published lines.
        lines: usize,
        /// What became of all lines that were read, each figure [rounded](LinesRead::rounded).
        #[serde(flatten)]
        lines_read: LinesRead,
        /// How many owners were read, and how many of them were dropped.
        #[serde(flatten)]
        read: OwnersRead,
    },
    /// Of a table of facts.
    Facts(PublishedFacts),
}

/// The figures of rows. Shares and means have three decimals: more would tell the exact number of items that were read,
/// and with it sums that nobody meant to publish. For the same reason losses are per item and never totals.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RowFigures {
    /// What became of all words that were read, each figure [rounded](Words::rounded).
    #[serde(flatten)]
    pub words: Words,
    /// How many owners were read, and how many of them were dropped.
    #[serde(flatten)]
    pub read: OwnersRead,
    /// What pieces are measured by besides; none of whole rows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pieces: Option<PieceFigures>,
    /// Owners who were left out so that the others lose less; none where nobody may be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub withheld: Option<PublishedWithheld>,
    /// Published rows: one for each owner of each group.
    pub rows: usize,
    /// Owners behind them.
    pub owners: usize,
    /// Distinct rows.
    pub groups: usize,
    /// Owners of the smallest group.
    pub smallest_group: usize,
    /// The largest share of the rows of a group that are of one owner.
    pub largest_share: f64,
    /// The paper's loss: GGD per item that was grouped.
    pub loss_per_item: f64,
    /// Normalised certainty penalty.
    pub ncp: f64,
    /// Mean length of a published row.
    pub mean_length: f64,
    /// Mean level of a published item.
    pub mean_level: f64,
    /// What the best possible grouping loses at least; none if that was not asked for, and of a run in bits.
    pub floor: Option<PublishedFloor>,
    /// The share of the bits of all items that were grouped which the release does not tell; none where the method did not
    /// minimise bits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loss_bits_share: Option<f64>,
    /// The floor of a run in bits, if it was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub floor_bits: Option<PublishedFloorBits>,
}

/// A proved lower bound, as far as it may be published.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PublishedFloor {
    /// No k-anonymous grouping of these transactions loses less per item.
    pub loss_per_item: f64,
    /// The release loses at most so many times the optimum. None when the floor is 0 and the loss is not.
    pub times_optimum: Option<f64>,
    /// Whether the search for the floor ended at its limit: it holds, and may be higher.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cut_short: bool,
}

/// A proved lower bound in bits, as far as it may be published.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PublishedFloorBits {
    /// No k-anonymous grouping of these transactions loses a smaller share of the bits.
    pub loss_bits_share: f64,
    /// The release loses at most so many times the optimum. None when the floor is 0 and the loss is not.
    pub times_optimum: Option<f64>,
    /// Whether the search for the floor ended at its limit: it holds, and may be higher.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cut_short: bool,
}

/// Which file a certificate is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReleaseFacts {
    /// `tsv`, `csv`, `jsonl`, `parquet` or `arrow`. That text may be compressed shows in its first bytes.
    pub format: String,
    /// `rows` or `groups` of items, the lines of a `log`, the `shares` of sealed queries, or a table of `facts`.
    pub layout: String,
    /// BLAKE3 of its bytes. Of a folder, as clusters write it: of the hashes of its Parquet files in ascending order, a line for each.
    pub blake3: String,
}

/// Which taxonomy a release was generalized in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TaxonomyFacts {
    /// `wordnet`, `file`, `prefix` or `flat`.
    pub source: String,
    /// BLAKE3 of its nodes and parents as given. None where the tree is made from the items of the data: a hash of
    /// those could be guessed.
    pub blake3: Option<String>,
    /// Whether the publisher said of some words where they belong, so that they may be elsewhere than the taxonomy has them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub overrides: bool,
}

impl Certificate {
    /// The file as it is written: the same certificate, the same bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = serde_json::to_vec_pretty(self).expect("a certificate is plain data");
        bytes.push(b'\n');
        bytes
    }
}

impl RowFigures {
    /// What may be published of these figures of a run.
    pub fn new(
        words: &Words,
        read: OwnersRead,
        pieces: Option<&PieceFigures>,
        measures: &Measures,
        withheld: Option<WithheldFigures>,
        floor: Option<FloorFacts>,
        bits: Option<BitsFigures>,
    ) -> RowFigures {
        RowFigures {
            words: match pieces {
                None => words.rounded(),
                Some(_) => words.rounded_throughout(),
            },
            pieces: pieces.map(PieceFigures::rounded),
            read,
            withheld: withheld.map(WithheldFigures::published),
            rows: measures.rows,
            owners: measures.owners,
            groups: measures.groups,
            smallest_group: measures.smallest_group,
            largest_share: rounded(measures.largest_share),
            loss_per_item: rounded(measures.loss_per_item),
            ncp: rounded(measures.ncp),
            mean_length: rounded(measures.mean_length),
            mean_level: rounded(measures.mean_level),
            floor: floor.map(|floor| PublishedFloor {
                loss_per_item: rounded(floor.loss_per_item),
                times_optimum: floor.times_optimum.map(rounded),
                cut_short: floor.cut_short,
            }),
            loss_bits_share: bits.map(|bits| rounded(bits.loss_bits_share)),
            floor_bits: bits.and_then(|bits| bits.floor_bits).map(|floor| PublishedFloorBits {
                loss_bits_share: rounded(floor.loss_bits_share),
                times_optimum: floor.times_optimum.map(rounded),
                cut_short: floor.cut_short,
            }),
        }
    }
}

impl From<&Figures> for PublishedFigures {
    fn from(figures: &Figures) -> PublishedFigures {
        match figures {
            Figures::Rows { words, owners, pieces, measures, withheld, floor, bits, .. } => {
                PublishedFigures::Rows(RowFigures::new(
                    words,
                    *owners,
                    pieces.as_ref(),
                    measures,
                    *withheld,
                    *floor,
                    *bits,
                ))
            }
            Figures::Lines { lines, read, owners, .. } => {
                PublishedFigures::Lines { lines: *lines, lines_read: read.rounded(), read: *owners }
            }
            Figures::Facts { counted, facts, owners } => {
                PublishedFigures::Facts(PublishedFacts::new(counted, *facts, *owners))
            }
        }
    }
}

/// To three decimals; what lies exactly between two goes to the even one.
pub fn rounded(value: f64) -> f64 {
    format!("{value:.3}").parse().expect("a number was written")
}

#[cfg(test)]
mod tests {
    use super::rounded;

    #[test]
    fn three_decimals_half_to_even() {
        // Multiples of 1/16 are exact, so that their halves are ties.
        let found = [0.0625, 0.1875, 1.0 / 3.0, 0.9996, 0.0004, 12_345.678_9].map(rounded);
        assert_eq!(found, [0.062, 0.188, 0.333, 1.0, 0.0, 12_345.679]);
    }
}
