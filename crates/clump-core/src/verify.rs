//! The checks of all promises: their executable definition. They are written to be read, and share no code with the
//! methods that they check.
//!
//! Rows can be of any type that can be compared: the words of a file, or node numbers. A verdict gives rows by
//! their numbers and never shows their content.
//!
//! The check of a property is in the file of this property, in [`promise`](crate::promise).

use serde::{Deserialize, Serialize};

use crate::taxonomy::{Node, Taxonomy};

pub use crate::promise::checks::*;

/// The answer to "does this release keep its promise?", with the counts it rests on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Verdict {
    /// True if the promise holds.
    pub holds: bool,
    /// Evidence that was counted to decide it.
    pub counted: Counted,
    /// Published rows: one for each owner of each group.
    pub rows: usize,
    /// Number of sets that were looked at: groups of identical rows for k-anonymity and certainty, sets of items for
    /// k^m-anonymity and coherence, none larger than those that break it, queries where queries are promised, labels and texts for a ceiling and a list.
    pub sets: usize,
    /// The least count of any set; 0 when there is none.
    pub smallest: usize,
    /// Sets that break the promise; for k^m-anonymity and coherence those of the least size that has any.
    pub violations: usize,
    /// The first of them.
    pub first: Option<Violation>,
}

/// A row of a published file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PublishedRow<'a> {
    /// Number of owners of the row: 1, or the number that the row states.
    pub owners: usize,
    /// The numbers of the row's labels.
    pub labels: &'a [u32],
}

/// Evidence behind a [`Verdict`].
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
    /// Columns of its items in the first of these rows, from 1; empty when the whole row is the set.
    pub columns: Vec<usize>,
    /// Reason why it breaks the promise.
    pub reason: Reason,
}

/// Largest number of rows that a [`Violation`] lists.
pub const ROWS_NAMED: usize = 10;

/// Why a set breaks a promise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "reason", rename_all = "kebab-case")]
pub enum Reason {
    /// Too few stand behind it.
    TooFew {
        /// Number of owners behind it.
        found: usize,
        /// Number of owners that must stand behind it.
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
        /// Number of owners who have it.
        holders: usize,
        /// Number of owners of the row.
        of: usize,
    },
    /// It can be read although too few stand behind it.
    Readable {
        /// The number of shares that were enough.
        shares: usize,
    },
    /// A published query cannot be opened although enough stand behind it: it was changed.
    Damaged,
    /// Equal rows state different numbers of owners.
    Contradictory,
    /// More owners are stated than there are rows.
    Overstated {
        /// Number of owners that is stated.
        stated: usize,
        /// Number of rows.
        rows: usize,
    },
    /// Fewer owners are stated than there are rows: some owner has several of them, and their number tells how often.
    Understated {
        /// Number of owners that is stated.
        stated: usize,
        /// Number of rows.
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
        /// Number of owners that they have.
        found: usize,
        /// Number of owners that they must have.
        needed: usize,
    },
    /// Published numbers, added and subtracted, count few people: those of a row without those of rows of another table
    /// that it contains.
    Subtracted {
        /// Number of people that they count.
        people: usize,
    },
    /// A fact occurs less often than it has owners.
    FewerTimes,
    /// A number is none that rounding gives.
    NotRounded {
        /// Numbers are multiples of this.
        to: usize,
    },
    /// The stated scale and threshold are not enough for the stated epsilon and delta.
    TooLittleNoise,
    /// A group stands in the release several times.
    Repeated {
        /// Number of times.
        times: usize,
    },
}

/// Result for one set that a check examined: equal rows, or all lines with one query.
pub(crate) struct Set {
    /// Number of rows, or owners of rows, in the set.
    pub rows: usize,
    /// The number that is compared with the threshold.
    pub count: usize,
    /// The lines of the set (ascending from 1) and the reason, if the set breaks the promise.
    pub fault: Option<(Vec<usize>, Reason)>,
}

/// The reason if `found` owners are fewer than `needed`; otherwise `None`.
pub(crate) fn too_few(found: usize, needed: usize) -> Option<Reason> {
    (found < needed).then_some(Reason::TooFew { found, needed })
}

impl Verdict {
    /// The verdict on all `sets`. Without sets no owner is hidden, so the promise does not hold.
    pub(crate) fn of_sets(counted: Counted, sets: impl Iterator<Item = Set>) -> Verdict {
        let mut verdict = Verdict { smallest: usize::MAX, ..Verdict::of_nothing(counted) };
        for Set { rows, count, fault } in sets {
            verdict.rows = verdict.rows.saturating_add(rows);
            verdict.sets += 1;
            verdict.smallest = verdict.smallest.min(count);
            let Some((mut lines, reason)) = fault else { continue };
            verdict.violations += 1;
            if verdict.first.as_ref().is_none_or(|first| lines < first.rows) {
                lines.truncate(ROWS_NAMED);
                verdict.first = Some(Violation { rows: lines, columns: Vec::new(), reason });
            }
        }
        if verdict.sets == 0 {
            return Verdict::of_nothing(counted);
        }
        verdict.holds = verdict.violations == 0;
        verdict
    }

    /// The verdict on `rows` rows and `sets` sets with these violations, in order; it holds without violations.
    pub(crate) fn of_violations(
        counted: Counted,
        [rows, sets]: [usize; 2],
        smallest: Option<usize>,
        violations: Vec<Violation>,
    ) -> Verdict {
        Verdict {
            holds: violations.is_empty(),
            counted,
            rows,
            sets,
            smallest: smallest.unwrap_or(0),
            violations: violations.len(),
            first: violations.into_iter().next(),
        }
    }

    /// The verdict on two files together. A file without rows says nothing about the smallest number.
    #[must_use]
    pub fn and(self, other: Verdict) -> Verdict {
        Verdict {
            holds: self.holds && other.holds,
            counted: self.counted,
            rows: self.rows + other.rows,
            sets: self.sets + other.sets,
            smallest: match (self.rows, other.rows) {
                (0, _) => other.smallest,
                (_, 0) => self.smallest,
                _ => self.smallest.min(other.smallest),
            },
            violations: self.violations + other.violations,
            first: self.first.or(other.first),
        }
    }

    /// The same verdict, except that it also holds if there are no sets or rows.
    pub(crate) fn vacuous(self) -> Verdict {
        Verdict { holds: self.violations == 0, ..self }
    }

    /// The verdict on a release without rows: it hides no owner, so the promise does not hold.
    pub(crate) fn of_nothing(counted: Counted) -> Verdict {
        Verdict { holds: false, counted, rows: 0, sets: 0, smallest: 0, violations: 0, first: None }
    }
}

// Definition 1 of the paper: the rows that a released bag may stand for.

/// True if `released` is a generalized transaction of `original` (Definition 1): each released item stands for a
/// different item of `original` at or below it.
///
/// Subtrees are nested or disjoint. So by Hall's theorem this is possible exactly if no node has more released than
/// original items at or below it, which the function counts.
pub fn generalizes(taxonomy: &Taxonomy, released: &[Node], original: &[Node]) -> bool {
    let available = at_or_below(taxonomy, original);
    at_or_below(taxonomy, released).into_iter().all(|(node, count)| {
        available
            .binary_search_by_key(&node, |&(node, _)| node)
            .is_ok_and(|place| count <= available[place].1)
    })
}

/// For each node with items of `bag` at or below it, the number of these items; sorted by node.
fn at_or_below(taxonomy: &Taxonomy, bag: &[Node]) -> Vec<(Node, usize)> {
    let mut nodes: Vec<Node> = bag.iter().flat_map(|&item| taxonomy.ancestors(item)).collect();
    nodes.sort_unstable();
    nodes.chunk_by(|a, b| a == b).map(|same| (same[0], same.len())).collect()
}

/// Like [`generalizes`] for sorted bags, without an allocation, for checks of many rows. The nodes below a node
/// have consecutive numbers, so their items are consecutive in a sorted bag.
pub fn generalizes_sorted(taxonomy: &Taxonomy, released: &[Node], original: &[Node]) -> bool {
    debug_assert!(released.is_sorted() && original.is_sorted(), "bags are sorted");
    let at_or_below = |bag: &[Node], node: Node| {
        let end = taxonomy.end(node);
        bag.partition_point(|&item| item < end) - bag.partition_point(|&item| item < node)
    };
    released == original
        || released.chunk_by(|a, b| a == b).all(|same| {
            let mut above = taxonomy.ancestors(same[0]);
            above.all(|node| at_or_below(released, node) <= at_or_below(original, node))
        })
}
