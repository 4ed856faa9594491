//! What each promise leaves open, in words for people. Stated in every certificate and in the documents.

use clump_core::promise::Promise;

/// Two releases are not one.
const REPEATED: &str = "Two releases that cover the same people can be combined; the promise is about one.";
/// Nothing is known of what is absent.
const ABSENT: &str = "That a row lacks an item does not say that its owner never asked for it.";

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

/// What `promise` does not cover where owners have so many `rows`.
pub fn not_covered(promise: &Promise, rows: RowsOfAnOwner) -> Vec<&'static str> {
    let mut open = of_promise(promise);
    open.extend((rows == RowsOfAnOwner::Several).then_some(INTENSITY));
    open
}

fn of_promise(promise: &Promise) -> Vec<&'static str> {
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
            "Whoever knows more than p public items of an owner, or a private one, may find one row.",
            "Private items are published as they are, also those of a single owner.",
            "Several private items may be certain together although none is alone.",
            REPEATED,
            LENGTH,
        ],
        Promise::CommonQueries { .. } => vec![
            "All queries of an owner stay linked under one name: together they may identify the owner.",
            "A query that names a person is published if k owners asked it.",
            "Owner names and times are published as they were.",
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
