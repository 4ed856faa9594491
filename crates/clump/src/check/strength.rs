//! How much a check found out. "Holds" means counted: a number of owners that a file only states can be false, and nothing in the
//! file would show it.

use clump_core::promise::Property;
use clump_core::verify::{Counted, Verdict};
use serde::{Deserialize, Serialize};

/// The answer of a check, the weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Strength {
    /// Something contradicts the promise.
    Broken,
    /// Nothing that was given says anything about it, or nothing is promised.
    Unproved,
    /// Nothing contradicts it, but it was not counted: the file states the numbers of owners, or cannot show what is promised.
    Consistent,
    /// It was counted: in the originals, or in the rows of a file that has one row per owner.
    Holds,
}

impl Strength {
    /// The answer about `property`, of which the file shows `alone` by itself and the originals show `owners`.
    pub(crate) fn of(property: &Property, alone: Option<&Verdict>, owners: Option<&Verdict>) -> Strength {
        let mut found = [alone, owners].into_iter().flatten().peekable();
        if found.peek().is_none() {
            return Strength::Unproved;
        }
        if !found.all(|verdict| verdict.holds) {
            return Strength::Broken;
        }
        match (property, owners, alone) {
            // Nobody can count noise.
            (Property::DifferentialPrivacy(_), ..) => Strength::Consistent,
            // The labels themselves show whether a ceiling is kept.
            (Property::Ceiling(_), ..) | (_, Some(_), _) => Strength::Holds,
            // A table states its numbers; whose a line is, what owners have, and in how many releases they are, no file shows.
            (
                Property::CommonFacts(_)
                | Property::CommonQueries(_)
                | Property::Certainty(_)
                | Property::Composition(_),
                ..,
            ) => Strength::Consistent,
            (_, None, Some(verdict)) if verdict.counted == Counted::Stated => Strength::Consistent,
            _ => Strength::Holds,
        }
    }
}
