//! What each promise leaves open, in words for people. Stated in every certificate and in the documents.

use std::collections::BTreeMap;

use clump_core::promise::Promise;
use serde_json::Value;

/// Two releases are not one.
const REPEATED: &str = "Two releases that cover the same people can be combined; the promise is about one.";
/// Nothing is known of what is absent.
const ABSENT: &str = "That a row lacks an item does not say that its owner never asked for it.";

/// Settings that leave something open, and what.
const BY_CHOICE: [(&str, &str); 2] = [
    ("link-owners", "All lines of an owner carry one number: together they may identify the owner."),
    (
        "new-owners-only",
        "That no owner is in the earlier release too was not checked: rows of one owner in both can be combined.",
    ),
];

/// What the number of items tells. True of all methods on rows: none adds items, and a least common generalization has as
/// many as the shortest transaction of the group.
const LENGTH: &str =
    "The number of items of a published row can tell nearly exactly how many items its owner had.";
/// What is left of intensity once an owner counts once in a group.
const INTENSITY: &str = "An owner may have several different rows: the promise is about each row alone, and the number of all rows \
     tells how many different ones owners had on average.";

/// Whether an owner may have several published rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowsOfAnOwner {
    /// Every owner has one.
    One,
    /// Some may have several: the unit is a session or a query, and not all of an owner.
    Several,
}

/// What `promise` does not cover where owners have so many `rows`, made with `parameters` as a certificate states them.
pub fn not_covered(
    promise: &Promise,
    rows: RowsOfAnOwner,
    parameters: &BTreeMap<String, Value>,
) -> Vec<&'static str> {
    let is_chosen = |key: &str| parameters.get(key) == Some(&Value::Bool(true));
    let by_choice = BY_CHOICE.iter().filter(|(key, _)| is_chosen(key)).map(|&(_, open)| open);
    let intensity = (rows == RowsOfAnOwner::Several).then_some(INTENSITY);
    never_covered(promise).into_iter().chain(intensity).chain(by_choice).collect()
}

fn never_covered(promise: &Promise) -> Vec<&'static str> {
    match promise {
        Promise::KAnonymity { .. } => vec![
            "If all owners of a group share something sensitive, it is known of each of them.",
            REPEATED,
            "An item that identifies someone by itself stays in the release if k owners share it.",
            LENGTH,
            ABSENT,
        ],
        Promise::KmAnonymity { .. } => vec![
            "Whoever knows more than m items of an owner may find one row.",
            "If all rows that match share something sensitive, it is known of each of their owners.",
            REPEATED,
            LENGTH,
            ABSENT,
        ],
        Promise::Coherence { .. } => vec![
            "Whoever knows more than p public items of an owner, or a sensitive one, may find one row.",
            "Sensitive items are published as they are, also those of a single owner.",
            "Several sensitive items may be certain together although none is alone.",
            REPEATED,
            LENGTH,
        ],
        Promise::CommonQueries { .. } => vec![
            "A query that names a person is published if k owners asked it.",
            "How many owners asked a query is published: who knows all of them but one learns that there is one more.",
            REPEATED,
        ],
        Promise::SealedQueries { .. } => vec![
            "All queries of an owner stay linked under one name: those that open may identify the owner together.",
            "How many owners asked a query is visible even if it stays sealed, and so are times and lengths in steps of 32.",
            "If the key was made from a seed, whoever guesses the seed opens everything.",
            "Whoever adds queries of their own to the log can open what k - 1 others asked.",
            REPEATED,
        ],
        Promise::Nothing => vec![
            "Nobody is hidden: whoever knows some queries of an owner, or when they were asked, may find all others.",
        ],
    }
}
