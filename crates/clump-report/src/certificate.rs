//! The publishable statement: what is promised, that it was checked, what it cost. It must not tell more about the
//! input than the release does, so it names no file, no word and no time.

use std::collections::BTreeMap;

use clump_core::anonymize::Promise;
use clump_core::measure::Measures;
use clump_core::verify::Verdict;
use serde::{Deserialize, Serialize};

use crate::FloorFacts;

/// Lies beside a release as `<release>.certificate.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Certificate {
    /// Always `clump`.
    pub tool: String,
    /// The version that made the release.
    pub version: String,
    /// What is promised.
    pub promise: Promise,
    /// The independent check of the promise, from the written file and the owners behind its rows.
    pub verdict: Verdict,
    /// Least number of owners a group.
    pub k: usize,
    /// Published rows.
    pub rows: usize,
    /// Owners behind them.
    pub owners: usize,
    /// Distinct rows.
    pub groups: usize,
    /// Owners of the smallest group.
    pub smallest_group: usize,
    /// The method that grouped the rows.
    pub method: String,
    /// Its parameters and those of reading that change the release.
    pub parameters: BTreeMap<String, serde_json::Value>,
    /// Sum of GGD, in items.
    pub loss: f64,
    /// Loss per item of the input.
    pub loss_per_item: f64,
    /// Normalised certainty penalty.
    pub ncp: f64,
    /// Mean length of a published row.
    pub mean_length: f64,
    /// Mean level of a published item.
    pub mean_level: f64,
    /// What the best possible grouping loses at least; none if that was not asked for.
    pub floor: Option<FloorFacts>,
    /// The file this certificate is about.
    pub release: ReleaseFacts,
    /// The taxonomy its words come from.
    pub taxonomy: TaxonomyFacts,
    /// What the promise does not cover.
    pub not_covered: Vec<String>,
}

/// Which file a certificate is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReleaseFacts {
    /// `tsv` or `jsonl`.
    pub format: String,
    /// `rows` or `groups`.
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

/// What k-anonymity leaves open. Stated in every certificate and in the documents.
pub const NOT_COVERED: [&str; 4] = [
    "If all owners of a group share something sensitive, it is known of each of them.",
    "Two releases that cover the same people can be combined; the promise is about one.",
    "An item that identifies someone by itself stays in the release if k owners share it.",
    "That a row lacks an item does not say that its owner never asked for it.",
];

impl Certificate {
    /// Copies the figures of `measures`; the rest is given.
    pub fn new(
        promise: Promise,
        verdict: Verdict,
        measures: &Measures,
        method: &str,
        parameters: BTreeMap<String, serde_json::Value>,
        release: ReleaseFacts,
        taxonomy: TaxonomyFacts,
    ) -> Certificate {
        let Promise::KAnonymity { k } = promise;
        Certificate {
            tool: "clump".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            promise,
            verdict,
            k,
            rows: measures.rows,
            owners: measures.owners,
            groups: measures.groups,
            smallest_group: measures.smallest_group,
            method: method.to_owned(),
            parameters,
            loss: measures.loss,
            loss_per_item: measures.loss_per_item,
            ncp: measures.ncp,
            mean_length: measures.mean_length,
            mean_level: measures.mean_level,
            floor: None,
            release,
            taxonomy,
            not_covered: NOT_COVERED.map(str::to_owned).to_vec(),
        }
    }
}
