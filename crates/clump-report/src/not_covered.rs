//! The gaps of a promise, in words for people: those of its properties, and those of the settings of a run.
//! Stated in every certificate.

use std::collections::BTreeMap;

use clump_core::promise::{LENGTH, Promise};
use serde_json::Value;

/// Settings that leave something open, and what.
const BY_CHOICE: [(&str, &str); 5] = [
    (
        "skip-bad-lines",
        "Lines of the input that could not be read were left out: the release says nothing of them, nor how many they were.",
    ),
    ("link-owners", "All lines of an owner carry one number: together they may identify the owner."),
    (
        "new-owners-only",
        "That no owner is in the earlier release too was not checked: rows of one owner in both can be combined.",
    ),
    (
        "times",
        "How often a fact was there is published: where it is far more often than owners, somebody asked again and again.",
    ),
    (
        "scale",
        "The table does not state numbers of owners: that the promise holds can be seen only by whoever has the log.",
    ),
];

/// Intensity that is left once an owner counts once in a group.
const INTENSITY: &str = "An owner may have several different rows: the promise is about each row alone, and the number of all rows \
     tells how many different ones owners had on average.";

/// Deeds of owners that are left where all of them are cut up.
const PIECES: &str = "Pieces of one owner are not linked: the promise is about each row alone. Who knows what goes with what may guess which \
     rows are of one owner.";

/// True if an owner may have several published rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowsOfAnOwner {
    /// Every owner has one.
    One,
    /// Some may have several: the unit is a session or a query, and not all of an owner.
    Several,
    /// Every owner may have any number: what is published are pieces.
    Pieces,
}

/// Gaps of `promise` where owners have so many `rows`, made with `parameters` as a certificate states them.
pub fn not_covered(
    promise: &Promise,
    rows: RowsOfAnOwner,
    parameters: &BTreeMap<String, Value>,
) -> Vec<&'static str> {
    let is_chosen = |key: &str| matches!(parameters.get(key), Some(Value::Bool(true) | Value::Number(_)));
    let by_choice = BY_CHOICE.iter().filter(|(key, _)| is_chosen(key)).map(|&(_, open)| open);
    let intensity = match rows {
        RowsOfAnOwner::One => None,
        RowsOfAnOwner::Several => Some(INTENSITY),
        RowsOfAnOwner::Pieces => Some(PIECES),
    };
    let said = |gap: &'static str| match gap {
        // A piece has as many items as k owners share, however many its owners had.
        LENGTH if rows == RowsOfAnOwner::Pieces => None,
        gap => Some(gap),
    };
    promise.not_covered().into_iter().filter_map(said).chain(intensity).chain(by_choice).collect()
}
