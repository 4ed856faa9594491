//! A comparison of kinds of release of one log: promise and verdict, what each release keeps of the data, and
//! sample rows.

use std::collections::BTreeMap;

use clump_core::promise::Promise;
use clump_core::risk::Proportion;
use clump_core::tasks::{KeptUse, Purpose};
use clump_core::taxonomy::PricedIn;
use clump_core::utility::RulesKept;
use serde::Serialize;

use crate::number::percent;
use crate::page::{self, Page, PageAudience};
use crate::{Noun, OwnersRead, Sample, Words, counted, skipped};

mod advice;
mod charts;
mod presets;
mod tables;
mod tasks;

pub use advice::Advice;
pub(crate) use charts::FigureByK;
pub use presets::{PresetKept, PresetRun};
pub use tasks::Reference;

/// The result of a comparison. Private: it has counts of the data and rows of unpublished releases.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// Version of clump that made the comparison.
    pub version: String,
    /// Number of words that were read, counted as in [`Words`]. The shares of every run refer to it.
    pub words: usize,
    /// Number of words that are not in the taxonomy, so no method can publish them.
    pub words_unknown: usize,
    /// Number of malformed lines that were skipped, out of [`lines`](Self::lines).
    pub bad_lines: u64,
    /// Number of lines in the input.
    pub lines: u64,
    /// Share of the owners that was read; `None` if all owners were read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sample: Option<f64>,
    /// Counts of owners that were read.
    #[serde(flatten)]
    pub read: OwnersRead,
    /// Number of transactions in the log.
    pub rows: usize,
    /// Number of owners with transactions.
    pub owners: usize,
    /// Number of occurrences of items.
    pub items: usize,
    /// The noun for an owner in texts.
    #[serde(skip_serializing_if = "Noun::is_default")]
    pub noun: Noun,
    /// Kind of transaction. Shares count cells, which are pairs of a transaction and a word.
    pub unit: ComparedUnit,
    /// Number of owners who have something sensitive; `None` if nothing is listed as sensitive.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sensitive_holders: Option<usize>,
    /// Share of attacks with [`KNOWN`] items that find the right row of the original data.
    pub linkage_before: Option<Proportion>,
    /// The best kind of release for each purpose, according to the figures.
    pub advice: Vec<Advice>,
    /// The compared runs with their results.
    #[serde(flatten)]
    pub runs: Runs,
}

/// Runs of methods at several k on the same data, for the tables and charts of a comparison.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Runs {
    /// One run for each method and k, in display order.
    pub cells: Vec<ComparedRun>,
    /// Lower bound of the loss of any grouping, for each k; empty if not computed.
    pub floors: Vec<FloorAt>,
    /// The scores of the original data, of plain SQL and of an empty release, for comparison.
    pub references: Vec<Reference>,
    /// Runs with the rules by which other publishers release tables.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub presets: Vec<PresetRun>,
}

/// Kind of transaction of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ComparedUnit {
    /// A transaction has all items of an owner.
    Owner,
    /// A transaction has the queries of an owner until a pause.
    Session,
    /// A transaction is one query.
    Query,
    /// A transaction has the rows of an owner with the same value of a column.
    Transaction,
}

impl ComparedUnit {
    /// The kind of transaction in words, for display.
    pub fn words(self) -> &'static str {
        match self {
            ComparedUnit::Owner => "one owner",
            ComparedUnit::Session => "one session",
            ComparedUnit::Query => "one query",
            ComparedUnit::Transaction => "one transaction",
        }
    }
}

/// Unit that a row of a release stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A row is a whole transaction.
    Rows,
    /// A row is a piece of a transaction.
    Pieces,
    /// A row is a fact with its number of owners.
    Facts,
    /// A row is a line of the log.
    Lines,
}

impl Kind {
    /// The kind of release in words, for display.
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
    /// Name of the method.
    pub method: String,
    /// Setting that differs from other runs of the same method; `None` if there is no other run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub setting: Option<String>,
    /// Settings that repeat the run: the method with its parameters, and the unit of a transaction.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub keys: BTreeMap<String, serde_json::Value>,
    /// Kind of release that the run made.
    pub kind: Kind,
    /// The k of the run; `None` if the method has no k.
    pub k: Option<usize>,
    /// The promise of the release.
    pub promise: Promise,
    /// True if the promise holds, false if it is broken; `None` without a promise or a release.
    pub holds: Option<bool>,
    /// Seconds of the method alone. Private, as all times are.
    pub seconds: Option<f64>,
    /// Figures of the release; `None` if there is no release.
    pub cost: Option<Cost>,
    /// Scores of readers of the release, for each purpose that the data have; empty if there is no release.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tasks: Vec<KeptUse>,
    /// The error if there is no release. Private: the public page says only that there is no result.
    pub error: Option<String>,
    /// Note on the way in which the method was run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Rows of the release, drawn at random; `None` if they are not shown. Private: the release is not
    /// published.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sample: Option<Sample>,
}

impl ComparedRun {
    /// A run whose results are not known yet.
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
            tasks: Vec::new(),
            error: None,
            note: None,
            sample: None,
        }
    }

    /// Name of the method with its setting: `counts of queries`.
    pub fn name(&self) -> String {
        match &self.setting {
            Some(setting) => format!("{} {setting}", self.method),
            None => self.method.clone(),
        }
    }

    /// Share of the use for `purpose` that the release keeps; `None` if it was not measured.
    pub fn kept(&self, purpose: Purpose) -> Option<f64> {
        self.tasks.iter().find(|task| task.purpose == purpose).map(|task| task.kept)
    }
}

/// Figures of one run. Each kind of release lacks some: lines have no rows of items, and whole rows no texts
/// of queries.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Cost {
    /// Share of all words that are published as typed.
    pub as_typed_share: Option<f64>,
    /// Share of all words that are generalized.
    pub generalized_share: Option<f64>,
    /// Share of all words that are not published.
    pub gone_share: Option<f64>,
    /// Share of the information of all words that the release keeps.
    pub information_kept: Option<f64>,
    /// Highest `information_kept` that any method can reach at this k.
    pub upper_bound: Option<f64>,
    /// Share of the information of pairs of words in a transaction that the release keeps.
    pub links_kept: Option<f64>,
    /// Loss per item, by the paper's measure.
    pub loss_per_item: Option<f64>,
    /// Share of the bits that are lost; `None` if the comparison does not measure bits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loss_bits_share: Option<f64>,
    /// Loss as normalised certainty penalty (NCP).
    pub ncp: Option<f64>,
    /// Mean length of a published row.
    pub mean_length: Option<f64>,
    /// Mean taxonomy level of a published item.
    pub mean_level: Option<f64>,
    /// Mean relative error of COUNT queries that each ask for one word, drawn from the data.
    pub count_error: Option<f64>,
    /// Mean relative error of the counts of the most frequent words.
    pub top_words_error: Option<f64>,
    /// Mean relative error of the numbers of owners of the most frequent queries, by text. `None` if no two
    /// owners asked the same query, or if texts are not published.
    pub top_queries_error: Option<f64>,
    /// Mean relative error of the counts of the most frequent rows; `None` if owners share no row.
    pub top_rows_error: Option<f64>,
    /// Share of the most frequent pairs of words that are still among the most frequent.
    pub pairs_kept: Option<f64>,
    /// Share of the association rules between words that still hold; `None` without such rules.
    pub rules_kept: Option<f64>,
    /// Kept association rules by level of the taxonomy, original items first.
    pub rules: Vec<RulesKept>,
    /// Share of attacks with [`KNOWN`] items or lines that find the right row or owner.
    pub linkage: Option<Proportion>,
    /// Number of owners of whom something sensitive is certain; `None` if nothing is listed as sensitive.
    pub certain_owners: Option<usize>,
}

impl Cost {
    /// Sets the shares of the fate of words.
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
    /// Least number of owners of a group.
    pub k: usize,
    /// Lower bound of the loss per item; `None` if the bound is in bits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loss_per_item: Option<f64>,
    /// Lower bound of the share of lost bits; `None` if the bound is not in bits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loss_bits_share: Option<f64>,
    /// True if the search for the bound stopped at its limit, so that a higher bound may exist.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub cut_short: bool,
}

impl FloorAt {
    /// A lower bound at `k`. `share`: least loss per item, or least share of lost bits, as `priced_in` says.
    pub fn new(k: usize, priced_in: PricedIn, share: f64, cut_short: bool) -> FloorAt {
        let (loss_per_item, loss_bits_share) = match priced_in {
            PricedIn::Lm => (Some(share), None),
            PricedIn::Bits => (None, Some(share)),
        };
        FloorAt { k, loss_per_item, loss_bits_share, cut_short }
    }
}

impl Comparison {
    /// Note on skipped lines; `None` if no line was skipped.
    pub fn skipped_note(&self) -> Option<String> {
        skipped(self.bad_lines, self.lines)
    }

    /// Note that the comparison read a sample of the owners; `None` if it read all.
    pub fn sample_note(&self) -> Option<String> {
        let share = percent(self.sample?);
        Some(format!(
            "These are figures of a sample: {share} of the owners with all of their data. In the whole log, more owners share \
             a fact, so a release of it keeps more, above all with noise. Compare the whole log before you decide."
        ))
    }
}

impl Runs {
    /// The first k, which samples and advice use; `None` if there is only one k.
    pub fn chosen_k(&self) -> Option<usize> {
        (self.ks().len() > 1).then(|| self.at_first_k().find_map(|cell| cell.k))?
    }

    /// Notes of the runs. Runs with the same name have one note.
    pub fn notes(&self) -> Vec<(String, &str)> {
        let mut notes: Vec<(String, &str)> =
            self.cells.iter().filter_map(|cell| Some((cell.name(), cell.note.as_deref()?))).collect();
        notes.dedup();
        notes
    }

    /// The runs with the first k, and the runs without a k.
    pub(crate) fn at_first_k(&self) -> impl Iterator<Item = &ComparedRun> {
        let first = self.cells.iter().find_map(|cell| cell.k);
        self.cells.iter().filter(move |cell| cell.k.is_none() || cell.k == first)
    }

    /// All values of k in the runs, ascending.
    pub(crate) fn ks(&self) -> Vec<usize> {
        let mut ks: Vec<usize> = self.cells.iter().filter_map(|cell| cell.k).collect();
        ks.sort_unstable();
        ks.dedup();
        ks
    }
}

/// The comparison as an HTML page. Private: it has figures of the original data.
pub fn comparison_page(comparison: &Comparison) -> String {
    let mut notes = vec![format!(
        "Each kind was made of all owners, verified from the file it wrote, and attacked. What readers can do with it was \
         measured on a second release, of about 80 % of the owners, and on the data of the others. The data have {} of {}; \
         the items of {} belong together.",
        counted(comparison.rows, "row", "rows"),
        counted(comparison.owners, "owner", "owners"),
        comparison.unit.words(),
    )];
    notes.extend(comparison.skipped_note());
    notes.extend(comparison.sample_note());
    notes.extend(comparison.linkage_before.map(|before| {
        format!(
            "In the original data, an attacker who knows {KNOWN} items of an owner finds the right row in {:.1} % of all cases.",
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
