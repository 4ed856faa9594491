//! The publishable statement: what is promised, that it was checked, what it cost. It must not tell more about the
//! input than the release does, so it names no file, no word that is not published and no time.

use std::collections::BTreeMap;

use clump_core::promise::Promise;
use clump_core::verify::Verdict;
use serde::{Deserialize, Serialize};

use crate::{Figures, FloorFacts, LinesRead, OwnersRead, Words};

/// Lies beside a release as `<release>.certificate.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Certificate {
    /// Always `clump`.
    pub tool: String,
    /// The version that made the release.
    pub version: String,
    /// What is promised.
    pub promise: Promise,
    /// The promise in a sentence; where there is none, it says so.
    pub meaning: String,
    /// The independent check of the promise, from the written file and the owners behind its rows. None where nothing
    /// is promised: then there is nothing to check.
    pub verdict: Option<Verdict>,
    /// The least number of owners that the promise speaks of; none where nothing is promised.
    pub k: Option<usize>,
    /// What was counted as one owner: `column user_id`, `each row counted as one owner`, `each line counted as one owner`.
    /// Certificates of before do not say it.
    #[serde(default)]
    pub owner_is: String,
    /// Published items that the promise treats as sensitive, by name. Empty for promises that know no such items.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sensitive_items: Vec<String>,
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
#[serde(untagged)]
pub enum PublishedFigures {
    /// Of rows of items.
    Rows {
        /// What became of all words that were read, each figure [rounded](Words::rounded).
        #[serde(flatten)]
        words: Words,
        /// How many owners were read, and how many of them were dropped.
        #[serde(flatten)]
        read: OwnersRead,
        /// Published rows.
        rows: usize,
        /// Owners behind them.
        owners: usize,
        /// Distinct rows.
        groups: usize,
        /// Owners of the smallest group.
        smallest_group: usize,
        /// The paper's loss: the sum of GGD over the groups, in items.
        loss: f64,
        /// The same per item that was grouped.
        loss_per_item: f64,
        /// Normalised certainty penalty.
        ncp: f64,
        /// Mean length of a published row.
        mean_length: f64,
        /// Mean level of a published item.
        mean_level: f64,
        /// What the best possible grouping loses at least; none if that was not asked for.
        floor: Option<FloorFacts>,
    },
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
}

/// Which file a certificate is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReleaseFacts {
    /// `tsv`, `csv`, `jsonl`, `parquet` or `arrow`. That text may be compressed shows in its first bytes.
    pub format: String,
    /// `rows` or `groups` of items, or the lines of a `log`, or the `shares` of sealed queries.
    pub layout: String,
    /// BLAKE3 of its bytes.
    pub blake3: String,
}

/// Which taxonomy a release was generalized in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaxonomyFacts {
    /// `wordnet`, `file`, `prefix` or `flat`.
    pub source: String,
    /// BLAKE3 of its nodes and parents as given. None where the tree is made from the items of the data: a hash of
    /// those could be guessed.
    pub blake3: Option<String>,
}

impl From<&Figures> for PublishedFigures {
    fn from(figures: &Figures) -> PublishedFigures {
        match figures {
            Figures::Rows { words, owners, measures, floor, .. } => PublishedFigures::Rows {
                words: words.rounded(),
                read: *owners,
                rows: measures.rows,
                owners: measures.owners,
                groups: measures.groups,
                smallest_group: measures.smallest_group,
                loss: measures.loss,
                loss_per_item: measures.loss_per_item,
                ncp: measures.ncp,
                mean_length: measures.mean_length,
                mean_level: measures.mean_level,
                floor: *floor,
            },
            Figures::Lines { lines, read, owners, .. } => {
                PublishedFigures::Lines { lines: *lines, lines_read: read.rounded(), read: *owners }
            }
        }
    }
}
