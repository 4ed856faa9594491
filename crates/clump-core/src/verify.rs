//! The executable definition of every promise. Written to be read; shares no code with the methods it checks and
//! imports none.
//!
//! Rows here are anything that can be compared: the words of a file that was read back, or node numbers. A verdict names
//! rows by their numbers and never shows what they hold.
//!
//! Every check is a fold: rows are pushed one after the other, and a release can be checked in parts that are merged.
//! [`ShownGroups`] and [`ShownRows`] take the rows of a file, [`OwnedGroups`] and [`OwnedRows`] those of an audit with their
//! owners, [`SaidLines`] the lines of a log. The functions are the same folds over everything at once.

use serde::{Deserialize, Serialize};

mod ceiling;
mod certainty;
mod coherence;
mod composition;
mod facts;
mod generalizes;
mod inference;
mod k_anonymity;
mod km_anonymity;
mod known_rows;
mod known_sets;
mod listed;
mod noisy_facts;
mod owned_groups;
mod queries;
mod refused;
mod shown_groups;
mod stated;

pub use ceiling::under_ceilings;
pub use certainty::{uncertain_groups, uncertain_owners, uncertain_rows};
pub use coherence::{coherent_groups, coherent_owners, coherent_rows};
pub use composition::composed_owners;
pub use facts::{FactNumbers, ShownFact, Standing, common_facts};
pub use generalizes::{generalizes, generalizes_sorted};
pub use inference::{MOST_BESIDE, ShownRow, uninferred, uninferred_facts};
pub use k_anonymity::{k_anonymous_groups, k_anonymous_owners, k_anonymous_rows};
pub use km_anonymity::{km_anonymous_groups, km_anonymous_owners, km_anonymous_rows};
pub use known_rows::{OwnedRows, ShownRows};
pub use known_sets::TooManySets;
pub use listed::none_listed;
pub use noisy_facts::noisy_facts;
pub use owned_groups::OwnedGroups;
pub use queries::{SaidLines, common_queries};
pub use shown_groups::ShownGroups;
pub use stated::{stated_by_groups, stated_by_rows};

/// The answer to "does this release keep its promise?", with the counts it rests on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Verdict {
    /// Whether the promise holds.
    pub holds: bool,
    /// What was counted to decide it.
    pub counted: Counted,
    /// Published rows: one for each owner of each group.
    pub rows: usize,
    /// How many sets were looked at: groups of identical rows for k-anonymity and certainty, sets of items for
    /// k^m-anonymity and coherence, none larger than those that break it, queries where queries are promised, labels and texts for a ceiling and a list.
    pub sets: usize,
    /// The least count of any set; 0 when there is none.
    pub smallest: usize,
    /// Sets that break the promise; for k^m-anonymity and coherence those of the least size that has any.
    pub violations: usize,
    /// The first of them.
    pub first: Option<Violation>,
}

/// What stands behind a [`Verdict`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Counted {
    /// Rows, one for each owner of a group: a file alone cannot show more.
    Rows,
    /// The numbers of owners that the release states.
    Stated,
    /// Distinct owners, from the audit or from the owner column of a log.
    Owners,
}

/// A set that breaks the promise, by place and not by value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Violation {
    /// Rows of the release, from 1, that hold the set; the first [`ROWS_NAMED`] of them.
    pub rows: Vec<usize>,
    /// Where its items stand in the first of these rows, from 1; empty when the whole row is the set.
    pub columns: Vec<usize>,
    /// What is wrong with it.
    pub reason: Reason,
}

/// How many rows a [`Violation`] names at most.
pub const ROWS_NAMED: usize = 10;

/// Why a set breaks a promise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "reason", rename_all = "kebab-case")]
pub enum Reason {
    /// Too few stand behind it.
    TooFew {
        /// How many do.
        found: usize,
        /// How many must.
        needed: usize,
    },
    /// A sensitive item is in too many of the rows that hold it.
    Breach {
        /// Rows that hold the set and the sensitive item.
        with_item: usize,
        /// Rows that hold the set.
        of: usize,
    },
    /// Too many of the owners of a row have something sensitive.
    TooCertain {
        /// How many have it.
        holders: usize,
        /// How many owners the row has.
        of: usize,
    },
    /// It can be read although too few stand behind it.
    Readable {
        /// How many shares were enough.
        shares: usize,
    },
    /// What was published cannot be opened although enough stand behind it: it was changed.
    Damaged,
    /// Equal rows state different numbers of owners.
    Contradictory,
    /// More owners are stated than there are rows.
    Overstated {
        /// How many are stated.
        stated: usize,
        /// How many rows there are.
        rows: usize,
    },
    /// Fewer owners are stated than there are rows: some owner has several of them, and their number tells how often.
    Understated {
        /// How many are stated.
        stated: usize,
        /// How many rows there are.
        rows: usize,
    },
    /// It looks like the number or the address of a person.
    Identifier,
    /// It is more specific than a ceiling allows.
    BelowCeiling,
    /// It has a term of a list of what is never published.
    Listed,
    /// The published cells of a fact have fewer owners together than it must have, so that the others have the rest.
    FewInCells {
        /// How many they have.
        found: usize,
        /// How many they must have.
        needed: usize,
    },
    /// What stands for all cells of a fact leaves so many for those that are not published that each must have some.
    Crowded {
        /// How many are left.
        rest: usize,
        /// How many may be.
        most: usize,
    },
    /// What stands for all cells of a fact leaves so few for those that are not published that they can be derived.
    Derivable {
        /// How many are left.
        rest: usize,
        /// How many must be, if any.
        needed: usize,
    },
    /// The stated scale and threshold are not enough for the stated epsilon and delta.
    TooLittleNoise,
    /// A group stands in the release several times.
    Repeated {
        /// How many times.
        times: usize,
    },
}

impl Verdict {
    /// A verdict on a release without rows: nobody is hidden in it, so no promise holds.
    fn of_nothing(counted: Counted) -> Verdict {
        Verdict { holds: false, counted, rows: 0, sets: 0, smallest: 0, violations: 0, first: None }
    }
}
