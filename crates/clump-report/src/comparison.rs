//! A comparison of several kinds of release of one log: their promises and verdicts, what they keep of the
//! data, and some rows of each.

use std::collections::BTreeMap;

use clump_core::promise::Promise;
use clump_core::risk::Proportion;
use clump_core::taxonomy::PricedIn;
use clump_core::utility::RulesKept;
use serde::Serialize;

use crate::number::percent;
use crate::page::{self, Page, PageAudience};
use crate::{Noun, OwnersRead, Sample, Words, count, counted, skipped};

mod advice;
mod charts;
mod presets;
mod tables;

pub use advice::{Advice, Purpose};
pub(crate) use charts::FigureByK;
pub use presets::{PresetKept, PresetRun};

/// The result of a comparison. Private: it has counts of the data and rows of unpublished releases.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// The version that ran.
    pub version: String,
    /// Number of words that were read, counted as in [`Words`]. The shares of every cell refer to it.
    pub words: usize,
    /// Number of those words that are not in the taxonomy, which no method can publish.
    pub words_unknown: usize,
    /// Number of malformed lines that were left out, of [`lines`](Self::lines).
    pub bad_lines: u64,
    /// Lines of the input.
    pub lines: u64,
    /// The share of the owners that was read; `None` if all were.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sample: Option<f64>,
    /// Owners of the words.
    #[serde(flatten)]
    pub read: OwnersRead,
    /// Transactions of the log.
    pub rows: usize,
    /// Owners of the transactions.
    pub owners: usize,
    /// Item occurrences.
    pub items: usize,
    /// Word for an owner.
    #[serde(skip_serializing_if = "Noun::is_default")]
    pub noun: Noun,
    /// Kind of transaction. All shares are of cells, which are pairs of a transaction and a word.
    pub unit: ComparedUnit,
    /// Owners who have something sensitive; `None` if nothing was named sensitive.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sensitive_holders: Option<usize>,
    /// Share of attacks with [`KNOWN`] items that find the right row of the original data.
    pub linkage_before: Option<Proportion>,
    /// The best kind for each purpose, by the figures.
    pub advice: Vec<Advice>,
    /// The runs, and their results.
    #[serde(flatten)]
    pub runs: Runs,
}

/// Runs of methods at several k on the same data, for the tables and charts of a comparison.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Runs {
    /// One run for each method and k, in display order.
    pub cells: Vec<ComparedRun>,
    /// Lower bound of the loss of any grouping, by k; empty if it was not computed.
    pub floors: Vec<FloorAt>,
    /// A run with all of an owner in one row, if a transaction is less than that. Its shares refer to the
    /// cells of owners, so it is separate from the other runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profiles: Option<Box<ComparedRun>>,
    /// Runs by the rules of other publishers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub presets: Vec<PresetRun>,
}

/// Kind of transaction of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ComparedUnit {
    /// All items of an owner.
    Owner,
    /// The queries of an owner until a pause.
    Session,
    /// One query.
    Query,
    /// The rows of an owner with the same value of a column.
    Transaction,
}

impl ComparedUnit {
    /// The words for display.
    pub fn words(self) -> &'static str {
        match self {
            ComparedUnit::Owner => "one owner",
            ComparedUnit::Session => "one session",
            ComparedUnit::Query => "one query",
            ComparedUnit::Transaction => "one transaction",
        }
    }
}

/// The contents of a release.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A row for each transaction.
    Rows,
    /// A row for each piece of one.
    Pieces,
    /// A row for each fact, with its number of owners.
    Facts,
    /// Lines of a log.
    Lines,
}

impl Kind {
    /// The words for display.
    pub fn words(self) -> &'static str {
        match self {
            Kind::Rows => "whole rows",
            Kind::Pieces => "pieces",
            Kind::Facts => "table of facts",
            Kind::Lines => "lines",
        }
    }
}

/// Number of items that the attacker of a comparison knows.
pub const KNOWN: usize = 3;

/// A run of a method at one k.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ComparedRun {
    /// The word of the method.
    pub method: String,
    /// Difference from other runs of the same method.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub setting: Option<String>,
    /// The settings that repeat it: the method with its parameters, and the unit of a transaction.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub keys: BTreeMap<String, serde_json::Value>,
    /// Kind of its release.
    pub kind: Kind,
    /// The k of the run; `None` if the method has no k.
    pub k: Option<usize>,
    /// Its promise.
    pub promise: Promise,
    /// True if the promise was verified; `None` without a promise or a release.
    pub holds: Option<bool>,
    /// Seconds of the method alone. Private, as all times are.
    pub seconds: Option<f64>,
    /// Its figures; `None` without a release.
    pub cost: Option<Cost>,
    /// The error if there is no release. Private: the public page says only that there is no result.
    pub error: Option<String>,
    /// Note on how it was run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Rows of the release, drawn at random; `None` if they are not shown. Private: the release is not
    /// published.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sample: Option<Sample>,
}

impl ComparedRun {
    /// A run without results.
    pub fn new(method: impl Into<String>, kind: Kind, k: Option<usize>, promise: Promise) -> ComparedRun {
        ComparedRun {
            method: method.into(),
            setting: None,
            keys: BTreeMap::new(),
            kind,
            k,
            promise,
            holds: None,
            seconds: None,
            cost: None,
            error: None,
            note: None,
            sample: None,
        }
    }

    /// The method with its setting: `counts of queries`.
    pub fn name(&self) -> String {
        match &self.setting {
            Some(setting) => format!("{} {setting}", self.method),
            None => self.method.clone(),
        }
    }
}

/// The figures of a cell. No kind has all of them: lines have no rows of items, and whole rows have no texts
/// of queries.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Cost {
    /// Share of all words that are published as typed.
    pub as_typed_share: Option<f64>,
    /// Share of all words that are generalized.
    pub generalized_share: Option<f64>,
    /// Share of all words that are not published.
    pub gone_share: Option<f64>,
    /// Share of the information of all words that is kept.
    pub information_kept: Option<f64>,
    /// Upper bound of `information_kept` at this k for any method.
    pub upper_bound: Option<f64>,
    /// Share of the information of all pairs of words of a transaction that is kept.
    pub links_kept: Option<f64>,
    /// Loss per item.
    pub loss_per_item: Option<f64>,
    /// Share of the bits that are lost; `None` if the comparison is not in bits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loss_bits_share: Option<f64>,
    /// Normalised certainty penalty.
    pub ncp: Option<f64>,
    /// Mean length of a published row.
    pub mean_length: Option<f64>,
    /// Mean level of a published item.
    pub mean_level: Option<f64>,
    /// Mean relative error of COUNT queries of one word drawn from the data.
    pub count_error: Option<f64>,
    /// Mean relative error of the counts of the top words.
    pub top_words_error: Option<f64>,
    /// Mean relative error of the numbers of owners of the top queries, by their texts. `None` if no two
    /// owners asked the same query, or if texts are not published.
    pub top_queries_error: Option<f64>,
    /// Mean relative error of the counts of the top rows; `None` if no two owners have the same row.
    pub top_rows_error: Option<f64>,
    /// Share of the top pairs that are still top pairs.
    pub pairs_kept: Option<f64>,
    /// Share of the association rules between words that still hold; `None` without such rules.
    pub rules_kept: Option<f64>,
    /// The same by level of the taxonomy, original items first.
    pub rules: Vec<RulesKept>,
    /// Share of attacks with [`KNOWN`] items or lines that find the right row or owner.
    pub linkage: Option<Proportion>,
    /// Owners of whom something sensitive is certain; `None` if nothing was named sensitive.
    pub certain_owners: Option<usize>,
}

impl Cost {
    /// Adds the fate of the words.
    #[must_use]
    pub fn with_words(self, words: &Words) -> Cost {
        Cost {
            as_typed_share: Some(words.share(words.as_typed)),
            generalized_share: Some(words.share(words.generalized)),
            gone_share: Some(words.share(words.gone)),
            information_kept: words.information.information_kept,
            links_kept: words.information.links_kept,
            ..self
        }
    }
}

/// The lower bound of the loss at one k.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct FloorAt {
    /// Owners of each group.
    pub k: usize,
    /// Least loss per item; `None` if the bound is in bits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loss_per_item: Option<f64>,
    /// Least share of the bits; `None` if the bound is not in bits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loss_bits_share: Option<f64>,
    /// True if the search for the bound ended at its limit: the bound holds, but the true one may be higher.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub cut_short: bool,
}

impl FloorAt {
    /// A lower bound at `k`: `share` is the least loss per item or the least share of the bits, by
    /// `priced_in`.
    pub fn new(k: usize, priced_in: PricedIn, share: f64, cut_short: bool) -> FloorAt {
        let (loss_per_item, loss_bits_share) = match priced_in {
            PricedIn::Lm => (Some(share), None),
            PricedIn::Bits => (None, Some(share)),
        };
        FloorAt { k, loss_per_item, loss_bits_share, cut_short }
    }
}

impl Comparison {
    /// Note that lines were left out, if some were.
    pub fn skipped_note(&self) -> Option<String> {
        skipped(self.bad_lines, self.lines)
    }

    /// Note that it is about a sample, if it is.
    pub fn sample_note(&self) -> Option<String> {
        let share = percent(self.sample?);
        Some(format!(
            "These are figures of a sample: {share} of the owners with all of their data. The whole log has more that owners \
             share, so a release of it keeps more."
        ))
    }
}

impl Runs {
    /// The k of the samples and the advice if there are several: the first.
    pub fn chosen_k(&self) -> Option<usize> {
        (self.ks().len() > 1).then(|| self.at_first_k().find_map(|cell| cell.k))?
    }

    /// Notes of the runs, one for each name.
    pub fn notes(&self) -> Vec<(String, &str)> {
        let mut notes: Vec<(String, &str)> =
            self.cells.iter().filter_map(|cell| Some((cell.name(), cell.note.as_deref()?))).collect();
        notes.dedup();
        notes
    }

    /// The runs at the first k, and those without k.
    pub(crate) fn at_first_k(&self) -> impl Iterator<Item = &ComparedRun> {
        let first = self.cells.iter().find_map(|cell| cell.k);
        self.cells.iter().filter(move |cell| cell.k.is_none() || cell.k == first)
    }

    /// All k that methods ran with, ascending.
    pub(crate) fn ks(&self) -> Vec<usize> {
        let mut ks: Vec<usize> = self.cells.iter().filter_map(|cell| cell.k).collect();
        ks.sort_unstable();
        ks.dedup();
        ks
    }
}

/// The comparison as one page. For the publisher only: it has figures of the original data.
pub fn comparison_page(comparison: &Comparison) -> String {
    let mut notes = vec![format!(
        "Shares are of {} that were read, {} of which are not in the taxonomy. What is together is {}: {} of {}. Each run was \
         verified from the file it wrote.",
        counted(comparison.words, "word", "words"),
        count(comparison.words_unknown),
        comparison.unit.words(),
        counted(comparison.rows, "row", "rows"),
        counted(comparison.owners, "owner", "owners"),
    )];
    notes.extend(comparison.skipped_note());
    notes.extend(comparison.sample_note());
    notes.extend(comparison.linkage_before.map(|before| {
        format!(
            "Before any method, whoever knows {KNOWN} items of an owner finds the right row in {:.1} % of all cases.",
            100.0 * before.share
        )
    }));
    notes.extend(comparison.sensitive_holders.map(|holders| {
        format!("{} something that was named sensitive.", counted(holders, "owner holds", "owners hold"))
    }));
    let noun = comparison.noun.clone();
    let page = Page {
        title: "Kinds of release compared".to_owned(),
        notes: notes.iter().map(|note| noun.say(note)).collect(),
        noun,
        comparison: Some(comparison.runs.clone()),
        advice: comparison.advice.clone(),
        ..Page::default()
    };
    page::html(&page, PageAudience::Private)
}
