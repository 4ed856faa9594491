//! Several methods on one log, side by side: what each promises, whether it keeps it, and what it costs.

use std::fmt::Write;

use clump_core::promise::Promise;
use clump_core::risk::Proportion;
use serde::{Deserialize, Serialize};

use crate::page::{self, ComparisonCell, ComparisonFloor, Page, PageAudience};
use crate::{OwnersRead, Words, count, counted};

/// The outcome of a comparison. Holds aggregates only.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// The version that ran.
    pub version: String,
    /// Words that were read, counted as in [`Words`]: what the shares of every cell are of.
    pub words: usize,
    /// Those of them that are not in the taxonomy, and so gone whatever the method.
    pub words_unknown: usize,
    /// Whose they were.
    #[serde(flatten)]
    pub read: OwnersRead,
    /// Transactions of the log.
    pub rows: usize,
    /// Owners behind them.
    pub owners: usize,
    /// Item occurrences.
    pub items: usize,
    /// How often an attacker who knows [`KNOWN`] items finds the right row of the data as they are.
    pub linkage_before: Option<Proportion>,
    /// One for each method and k, in the order asked for.
    pub cells: Vec<Cell>,
    /// What every grouping must lose, by k; empty where that was not computed.
    pub floors: Vec<FloorAt>,
}

/// How many items the attacker of a comparison knows.
pub const KNOWN: usize = 3;

/// A method at one k.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cell {
    /// The word of the method.
    pub method: String,
    /// The k it ran with; none if it has none.
    pub k: Option<usize>,
    /// What it promises.
    pub promise: Promise,
    /// Whether the promise was verified; none where nothing is promised or nothing was made.
    pub holds: Option<bool>,
    /// Seconds of the method alone.
    pub seconds: f64,
    /// What it cost; none where nothing was made.
    pub cost: Option<Cost>,
    /// Why nothing was made.
    pub error: Option<String>,
}

/// The figures of a cell. Methods on lines have no rows of items, so most are none there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Cost {
    /// Share of all words that are published as typed.
    pub as_typed_share: Option<f64>,
    /// Share of all words that are published as something more general.
    pub generalized_share: Option<f64>,
    /// Share of all words that are not published.
    pub gone_share: Option<f64>,
    /// Loss per item.
    pub loss_per_item: Option<f64>,
    /// Normalised certainty penalty.
    pub ncp: Option<f64>,
    /// Mean length of a published row.
    pub mean_length: Option<f64>,
    /// Mean level of a published item.
    pub mean_level: Option<f64>,
    /// Mean relative error of COUNT queries of one item drawn from the data.
    pub count_error: Option<f64>,
    /// Share of the top pairs that are still top pairs.
    pub pairs_kept: Option<f64>,
    /// How often an attacker who knows [`KNOWN`] items, or lines, finds the right row, or owner.
    pub linkage: Option<Proportion>,
}

impl Cost {
    /// With what became of the words.
    #[must_use]
    pub fn with_words(self, words: &Words) -> Cost {
        Cost {
            as_typed_share: Some(words.share(words.as_typed)),
            generalized_share: Some(words.share(words.generalized)),
            gone_share: Some(words.share(words.gone)),
            ..self
        }
    }
}

/// The floor at one k.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct FloorAt {
    /// Owners of each group.
    pub k: usize,
    /// Least loss per item.
    pub loss_per_item: f64,
}

const COLUMNS: &str = "method,k,promise,holds,as_typed_share,generalized_share,gone_share,loss_per_item,ncp,mean_length,mean_level,count_error,pairs_kept,linkage,\
                       linkage_low,linkage_high,seconds,error";

impl Comparison {
    /// The cells as comma separated values, with a header; what is not known is empty.
    pub fn csv(&self) -> String {
        let mut csv = format!("{COLUMNS}\n");
        for cell in &self.cells {
            let cost = cell.cost.unwrap_or_default();
            let number = |value: Option<f64>| value.map(|value| format!("{value:.6}")).unwrap_or_default();
            let linkage = |end: fn(Proportion) -> f64| number(cost.linkage.map(end));
            let fields = [
                cell.method.clone(),
                cell.k.map(|k| k.to_string()).unwrap_or_default(),
                quoted(&cell.promise.to_string()),
                cell.holds.map(|holds| holds.to_string()).unwrap_or_default(),
                number(cost.as_typed_share),
                number(cost.generalized_share),
                number(cost.gone_share),
                number(cost.loss_per_item),
                number(cost.ncp),
                number(cost.mean_length),
                number(cost.mean_level),
                number(cost.count_error),
                number(cost.pairs_kept),
                linkage(|linkage| linkage.share),
                linkage(|linkage| linkage.low),
                linkage(|linkage| linkage.high),
                number(Some(cell.seconds)),
                quoted(cell.error.as_deref().unwrap_or_default()),
            ];
            let _ = writeln!(csv, "{}", fields.join(","));
        }
        csv
    }
}

/// The comparison as one page. For the publisher: it says how the data fare as they are.
pub fn comparison_page(comparison: &Comparison) -> String {
    let mut ks: Vec<usize> = comparison.cells.iter().filter_map(|cell| cell.k).collect();
    ks.sort_unstable();
    ks.dedup();
    let cells = comparison.cells.iter().flat_map(|cell| {
        // A method without k is the same at every k.
        let ks = cell.k.map_or_else(|| if ks.is_empty() { vec![0] } else { ks.clone() }, |k| vec![k]);
        ks.into_iter().map(|k| shown(cell, k))
    });
    let mut notes = vec![format!(
        "Shares are of {} that were read, {} of which are not in the taxonomy. {} of {}, {} were grouped. Each run was \
         verified from the file it wrote.",
        counted(comparison.words, "word", "words"),
        count(comparison.words_unknown),
        counted(comparison.rows, "row", "rows"),
        counted(comparison.owners, "owner", "owners"),
        counted(comparison.items, "item", "items")
    )];
    notes.extend(comparison.linkage_before.map(|before| {
        format!(
            "Before any method, whoever knows {KNOWN} items of an owner finds the right row in {:.1} % of all cases.",
            100.0 * before.share
        )
    }));
    let page = Page {
        title: "Methods compared".to_owned(),
        notes,
        comparison: Some(page::Comparison {
            cells: cells.collect(),
            floors: comparison
                .floors
                .iter()
                .map(|floor| ComparisonFloor { k: floor.k, loss_per_item: floor.loss_per_item })
                .collect(),
        }),
        ..Page::default()
    };
    page::html(&page, PageAudience::Private)
}

fn shown(cell: &Cell, k: usize) -> ComparisonCell {
    let cost = cell.cost.unwrap_or_default();
    ComparisonCell {
        method: cell.method.clone(),
        variant: String::new(),
        k,
        promise: cell.promise.to_string(),
        verdict: cell.holds,
        as_typed_share: cost.as_typed_share,
        generalized_share: cost.generalized_share,
        gone_share: cost.gone_share,
        loss_per_item: cost.loss_per_item,
        ncp: cost.ncp,
        mean_length: cost.mean_length,
        mean_level: cost.mean_level,
        count_error: cost.count_error,
        linkage: cost.linkage.map(|linkage| linkage.share),
        seconds: Some(cell.seconds),
        error: cell.error.clone(),
    }
}

/// A field in double quotes where it needs them.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_has_a_line_a_cell_and_quotes_what_holds_commas() {
        let cell = Cell {
            method: "coherence".to_owned(),
            k: Some(5),
            promise: Promise::nothing(),
            holds: Some(true),
            seconds: 0.5,
            cost: Some(Cost { gone_share: Some(0.75), loss_per_item: Some(0.25), ..Cost::default() }),
            error: Some("a, \"b\"".to_owned()),
        };
        let comparison = Comparison {
            version: String::new(),
            words: 0,
            words_unknown: 0,
            read: OwnersRead::default(),
            rows: 0,
            owners: 0,
            items: 0,
            linkage_before: None,
            cells: vec![cell],
            floors: Vec::new(),
        };
        let csv = comparison.csv();
        assert_eq!(csv.lines().count(), 2);
        assert!(
            csv.ends_with("coherence,5,nothing,true,,,0.750000,0.250000,,,,,,,,,0.500000,\"a, \"\"b\"\"\"\n"),
            "{csv}"
        );
    }
}
