//! Measures of a run: one entry for each figure. Every table of a comparison takes its columns from this
//! list.

use crate::{Cost, NumberFormat};

/// A figure of a run.
pub(super) struct Measure {
    /// Its column in the file.
    pub key: &'static str,
    /// Its column on the page, if the page has it.
    pub on_page: Option<&'static str>,
    /// Its column on the terminal, if the terminal has it.
    pub on_terminal: Option<&'static str>,
    /// Its number format.
    pub format: NumberFormat,
    /// The figure.
    pub of: fn(&Cost) -> Option<f64>,
}

const PERCENT: NumberFormat = NumberFormat::Percent;
const DECIMAL: NumberFormat = NumberFormat::Decimals(2);
const COUNT: NumberFormat = NumberFormat::Decimals(0);

const fn measure(
    key: &'static str,
    on_page: Option<&'static str>,
    on_terminal: Option<&'static str>,
    format: NumberFormat,
    of: fn(&Cost) -> Option<f64>,
) -> Measure {
    Measure { key, on_page, on_terminal, format, of }
}

/// Key, column on the page, column on the terminal, format, and the figure.
pub(super) const MEASURES: [Measure; 21] = [
    measure("as_typed_share", Some("as typed"), Some("as typed"), PERCENT, |cost| cost.as_typed_share),
    measure("generalized_share", Some("generalized"), Some("generalized"), PERCENT, |cost| {
        cost.generalized_share
    }),
    measure("gone_share", Some("gone"), Some("gone"), PERCENT, |cost| cost.gone_share),
    measure("information_kept", Some("information"), Some("bits"), PERCENT, |cost| cost.information_kept),
    measure("upper_bound", Some("bound"), Some("upper bound"), PERCENT, |cost| cost.upper_bound),
    measure("links_kept", Some("links"), Some("links"), PERCENT, |cost| cost.links_kept),
    measure("loss_per_item", Some("loss (GGD)"), None, PERCENT, |cost| cost.loss_per_item),
    measure("loss_bits_share", Some("bits lost"), Some("bits lost"), PERCENT, |cost| cost.loss_bits_share),
    measure("ncp", None, None, PERCENT, |cost| cost.ncp),
    measure("mean_length", None, None, DECIMAL, |cost| cost.mean_length),
    measure("mean_level", None, None, DECIMAL, |cost| cost.mean_level),
    measure("count_error", Some("COUNT error"), None, PERCENT, |cost| cost.count_error),
    measure("top_words_error", Some("top words, error"), Some("words"), PERCENT, |cost| cost.top_words_error),
    measure("top_queries_error", Some("top queries, error"), Some("queries"), PERCENT, |cost| {
        cost.top_queries_error
    }),
    measure("top_rows_error", None, None, PERCENT, |cost| cost.top_rows_error),
    measure("pairs_kept", Some("top pairs"), Some("pairs"), PERCENT, |cost| cost.pairs_kept),
    measure("rules_kept", Some("rules"), Some("rules"), PERCENT, |cost| cost.rules_kept),
    measure("linkage", Some("linkage"), Some("linkage"), PERCENT, |cost| {
        cost.linkage.map(|linkage| linkage.share)
    }),
    measure("linkage_low", None, None, PERCENT, |cost| cost.linkage.map(|linkage| linkage.low)),
    measure("linkage_high", None, None, PERCENT, |cost| cost.linkage.map(|linkage| linkage.high)),
    measure("certain_owners", Some("certain owners"), Some("certain"), COUNT, |cost| {
        cost.certain_owners.map(|owners| owners as f64)
    }),
];
