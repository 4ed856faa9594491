//! What a promise leaves open, in words for people: what its properties leave open, and what the settings of a run do.
//! Stated in every certificate.

use std::collections::BTreeMap;

use clump_core::promise::{LENGTH, MINIMAL, Promise};
use serde_json::Value;

/// Settings that leave something open, and what.
const BY_CHOICE: [(&str, &str); 4] = [
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

/// What is left of intensity once an owner counts once in a group.
const INTENSITY: &str = "An owner may have several different rows: the promise is about each row alone, and the number of all rows \
     tells how many different ones owners had on average.";

/// What is left where all that owners did is cut up.
const PIECES: &str = "Pieces of one owner are not linked: the promise is about each row alone. Who knows what goes with what may guess which \
     rows are of one owner.";

/// What is left of [`MINIMAL`] where labels were lifted,
const LIFTED: &str = "Some labels were lifted to their parents by chance, so that who concludes from a label that its owners share nothing more exact may \
     be wrong. How often is known, so conclusions stay possible: only noise on counts is a proof against them.";

/// and where whoever has the certificate knows which.
const LIFTED_BY_SEED: &str = "Some labels were lifted to their parents, by a seed that the certificate states: that is no secret, and protects nobody. It is for \
     experiments.";

/// Whether an owner may have several published rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowsOfAnOwner {
    /// Every owner has one.
    One,
    /// Some may have several: the unit is a session or a query, and not all of an owner.
    Several,
    /// Every owner may have any number: what is published are pieces.
    Pieces,
}

/// What `promise` does not cover where owners have so many `rows`, made with `parameters` as a certificate states them.
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
        MINIMAL if parameters.contains_key("lift") => match parameters.contains_key("seed") {
            true => Some(LIFTED_BY_SEED),
            false => Some(LIFTED),
        },
        gap => Some(gap),
    };
    promise.not_covered().into_iter().filter_map(said).chain(intensity).chain(by_choice).collect()
}
