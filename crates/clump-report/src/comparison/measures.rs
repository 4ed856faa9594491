//! Measures of a run: one entry for each figure, which every table of a comparison takes its column from.

use crate::{Cost, NumberFormat};

/// A figure of a run.
pub(super) struct Measure {
    /// Its column in the file.
    pub key: &'static str,
    /// Its column on the page, if it stands there.
    pub on_page: Option<&'static str>,
    /// Its column on the terminal, if it stands there.
    pub on_terminal: Option<&'static str>,
    /// Words of the page for it.
    pub format: NumberFormat,
    /// The figure.
    pub of: fn(&Cost) -> Option<f64>,
}

const PERCENT: NumberFormat = NumberFormat::Percent;
const DECIMAL: NumberFormat = NumberFormat::Decimals(2);
const COUNT: NumberFormat = NumberFormat::Decimals(0);

pub(super) const MEASURES: [Measure; 21] = [
    Measure {
        key: "as_typed_share",
        on_page: Some("as typed"),
        on_terminal: Some("as typed"),
        format: PERCENT,
        of: |cost| cost.as_typed_share,
    },
    Measure {
        key: "generalized_share",
        on_page: Some("generalized"),
        on_terminal: Some("generalized"),
        format: PERCENT,
        of: |cost| cost.generalized_share,
    },
    Measure {
        key: "gone_share",
        on_page: Some("gone"),
        on_terminal: Some("gone"),
        format: PERCENT,
        of: |cost| cost.gone_share,
    },
    Measure {
        key: "information_kept",
        on_page: Some("information"),
        on_terminal: Some("bits"),
        format: PERCENT,
        of: |cost| cost.information_kept,
    },
    Measure {
        key: "ceiling",
        on_page: Some("ceiling"),
        on_terminal: Some("ceiling"),
        format: PERCENT,
        of: |cost| cost.ceiling,
    },
    Measure {
        key: "links_kept",
        on_page: Some("links"),
        on_terminal: Some("links"),
        format: PERCENT,
        of: |cost| cost.links_kept,
    },
    Measure {
        key: "loss_per_item",
        on_page: Some("loss (GGD)"),
        on_terminal: None,
        format: PERCENT,
        of: |cost| cost.loss_per_item,
    },
    Measure {
        key: "loss_bits_share",
        on_page: Some("bits lost"),
        on_terminal: Some("bits lost"),
        format: PERCENT,
        of: |cost| cost.loss_bits_share,
    },
    Measure { key: "ncp", on_page: None, on_terminal: None, format: PERCENT, of: |cost| cost.ncp },
    Measure {
        key: "mean_length",
        on_page: None,
        on_terminal: None,
        format: DECIMAL,
        of: |cost| cost.mean_length,
    },
    Measure {
        key: "mean_level",
        on_page: None,
        on_terminal: None,
        format: DECIMAL,
        of: |cost| cost.mean_level,
    },
    Measure {
        key: "count_error",
        on_page: Some("COUNT error"),
        on_terminal: None,
        format: PERCENT,
        of: |cost| cost.count_error,
    },
    Measure {
        key: "top_words_error",
        on_page: Some("top words, error"),
        on_terminal: Some("words"),
        format: PERCENT,
        of: |cost| cost.top_words_error,
    },
    Measure {
        key: "top_queries_error",
        on_page: Some("top queries, error"),
        on_terminal: Some("queries"),
        format: PERCENT,
        of: |cost| cost.top_queries_error,
    },
    Measure {
        key: "top_rows_error",
        on_page: None,
        on_terminal: None,
        format: PERCENT,
        of: |cost| cost.top_rows_error,
    },
    Measure {
        key: "pairs_kept",
        on_page: Some("top pairs"),
        on_terminal: Some("pairs"),
        format: PERCENT,
        of: |cost| cost.pairs_kept,
    },
    Measure {
        key: "rules_kept",
        on_page: Some("rules"),
        on_terminal: Some("rules"),
        format: PERCENT,
        of: |cost| cost.rules_kept,
    },
    Measure {
        key: "linkage",
        on_page: Some("linkage"),
        on_terminal: Some("linkage"),
        format: PERCENT,
        of: |cost| cost.linkage.map(|linkage| linkage.share),
    },
    Measure {
        key: "linkage_low",
        on_page: None,
        on_terminal: None,
        format: PERCENT,
        of: |cost| cost.linkage.map(|linkage| linkage.low),
    },
    Measure {
        key: "linkage_high",
        on_page: None,
        on_terminal: None,
        format: PERCENT,
        of: |cost| cost.linkage.map(|linkage| linkage.high),
    },
    Measure {
        key: "certain_owners",
        on_page: Some("certain owners"),
        on_terminal: Some("certain"),
        format: COUNT,
        of: |cost| cost.certain_owners.map(|owners| owners as f64),
    },
];
