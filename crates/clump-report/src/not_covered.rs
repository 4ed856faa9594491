//! The gaps of a promise in words: those of its properties, and those of the settings of a run. Every
//! certificate states them.

use std::collections::BTreeMap;

use clump_core::promise::{LENGTH, Promise};
use serde_json::Value;

/// Settings that leave a gap: the key, the beginning of its value if it is no switch, and a sentence on the
/// gap.
const BY_CHOICE: [(&str, &str, &str); 5] = [
    (
        "skip-bad-lines",
        "",
        "Lines of the input that could not be read were left out: the release says nothing of them, nor how many they were.",
    ),
    ("link-owners", "", "All lines of an owner carry one number: together they may identify the owner."),
    (
        "earlier-owners",
        "none",
        "That no owner is in the earlier release too was not checked: rows of one owner in both can be combined.",
    ),
    (
        "times",
        "",
        "How often a fact was there is published: where it is far more often than owners, somebody asked again and again.",
    ),
    (
        "numbers",
        "scale:",
        "The table does not state numbers of owners: that the promise holds can be seen only by whoever has the log.",
    ),
];

/// Gap: the number of rows of an owner, even if each owner counts once in a group.
const INTENSITY: &str = "An owner may have several different rows: the promise is about each row alone, and the number of all rows \
     tells how many different ones owners had on average.";

/// Gap: links between the pieces of an owner.
const PIECES: &str = "Pieces of one owner are not linked: the promise is about each row alone. Who knows what goes with what may guess which \
     rows are of one owner.";

/// True if an owner may have several published rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowsOfAnOwner {
    /// Every owner has one.
    One,
    /// Some may have several: the unit is a session or a query.
    Several,
    /// Every owner may have any number: pieces are published.
    Pieces,
}

/// Gaps of `promise` for a release with `rows` for each owner and the `parameters` of the certificate.
pub fn not_covered(
    promise: &Promise,
    rows: RowsOfAnOwner,
    parameters: &BTreeMap<String, Value>,
) -> Vec<&'static str> {
    let is_chosen = |key: &str, value: &str| match parameters.get(key) {
        Some(Value::Bool(is_on)) => *is_on,
        Some(Value::String(text)) => text.starts_with(value),
        _ => false,
    };
    let by_choice = BY_CHOICE.iter().filter(|(key, value, _)| is_chosen(key, value)).map(|&(.., open)| open);
    let intensity = match rows {
        RowsOfAnOwner::One => None,
        RowsOfAnOwner::Several => Some(INTENSITY),
        RowsOfAnOwner::Pieces => Some(PIECES),
    };
    let said = |gap: &'static str| match gap {
        // A piece has the items that k owners share, so its length says nothing about the length of their
        // rows.
        LENGTH if rows == RowsOfAnOwner::Pieces => None,
        gap => Some(gap),
    };
    promise.not_covered().into_iter().filter_map(said).chain(intensity).chain(by_choice).collect()
}
