//! The property `KAnonymity`: an attacker who knows the published row of a person sees at least k owners there.

use std::hash::Hash;

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::property::{ABSENT, LENGTH, MINIMAL, REPEATED};
use super::{Promised, Wording};
use crate::verify::{Counted, ROWS_NAMED, Reason, Set, Verdict, too_few};

/// Every published row is published for at least `k` owners.
///
/// Checked by [`k_anonymous_rows`] from the rows alone, and by [`k_anonymous_owners`] where the owners are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KAnonymity {
    /// The least number of owners.
    pub k: usize,
}

impl Promised for KAnonymity {
    fn k(&self) -> Option<usize> {
        Some(self.k)
    }

    fn wording(&self) -> Wording {
        Wording {
            short: format!("{}-anonymity", self.k),
            sentence: format!("Every published row is shared by at least {} owners.", self.k),
            looked_at: ["group", "groups"],
            not_covered: vec![
                "If all owners of a group share something sensitive, it is known of each of them.",
                REPEATED,
                "An item that identifies someone by itself stays in the release if k owners share it.",
                LENGTH,
                MINIMAL,
                ABSENT,
            ],
            remedy: "do not publish it: make it again from the originals, or promise only the k that it has",
        }
    }
}

/// Checks k-anonymity with the published rows alone: every row must be equal to at least k - 1 others. The verdict
/// for an empty release is no, because it hides no one.
pub fn k_anonymous_rows<R: Eq + Hash>(rows: impl IntoIterator<Item = R>, k: usize) -> Verdict {
    let groups = equal_rows(rows.into_iter().map(|row| (1, row)));
    Verdict::of_sets(Counted::Rows, groups.into_iter().map(|group| group.of_stated(k)))
}

/// Checks k-anonymity of groups that state their owners. The owners of groups with equal content are added.
pub fn k_anonymous_groups<R: Eq + Hash>(stated: impl IntoIterator<Item = (usize, R)>, k: usize) -> Verdict {
    let groups = equal_rows(stated);
    Verdict::of_sets(Counted::Stated, groups.into_iter().map(|group| group.of_stated(k)))
}

/// Checks k-anonymity with the audit: every row must be published for at least k distinct owners. Each transaction
/// comes, in any order, with its owner, the line it is published on (from 1), and the content of the line. An owner
/// counts once in a group. O(n log n), in parallel.
pub fn k_anonymous_owners<O: Ord + Send, R: Eq + Hash>(
    audit: impl IntoIterator<Item = (O, usize, R)>,
    k: usize,
) -> Verdict {
    let mut numbers: FxHashMap<R, u32> = FxHashMap::default();
    let mut number = |row| {
        let next = numbers.len();
        *numbers.entry(row).or_insert_with(|| u32::try_from(next).expect("fewer than 2^32 groups"))
    };
    let mut entries: Vec<(u32, O, usize)> =
        audit.into_iter().map(|(owner, line, row)| (number(row), owner, line)).collect();
    entries.par_sort_unstable();
    let groups = entries.chunk_by(|a, b| a.0 == b.0).map(|group| {
        let owners = group.chunk_by(|a, b| a.1 == b.1).count();
        let fault = too_few(owners, k).map(|reason| {
            let mut lines: Vec<usize> = group.iter().map(|&(_, _, line)| line).collect();
            lines.sort_unstable();
            lines.dedup();
            (lines, reason)
        });
        Set { rows: owners, count: owners, fault }
    });
    Verdict::of_sets(Counted::Owners, groups)
}

/// Checks that the numbers of owners that rows state are possible. Equal rows must state the same number, at least
/// `least` and exactly the number of these rows. An owner has only one of the equal rows. Only the originals can
/// show that the number is true.
pub fn stated_by_rows<R: Eq + Hash>(stated: impl IntoIterator<Item = (usize, R)>, least: usize) -> Verdict {
    stated_by(stated, |&EqualRows { rows, first_stated: stated, is_contradictory, .. }| {
        if is_contradictory {
            Some(Reason::Contradictory)
        } else if stated > rows {
            Some(Reason::Overstated { stated, rows })
        } else {
            too_few(stated, least).or((stated < rows).then_some(Reason::Understated { stated, rows }))
        }
    })
}

/// Like [`stated_by_rows`], for groups: each must state at least `least` owners, and no group may occur twice. Rows
/// given as groups would occur twice, and the same owners would be counted several times.
pub fn stated_by_groups<R: Eq + Hash>(stated: impl IntoIterator<Item = (usize, R)>, least: usize) -> Verdict {
    stated_by(stated, |group| match group.rows {
        1 => too_few(group.first_stated, least),
        times => Some(Reason::Repeated { times }),
    })
}

fn stated_by<R: Eq + Hash>(
    stated: impl IntoIterator<Item = (usize, R)>,
    fault: impl Fn(&EqualRows) -> Option<Reason>,
) -> Verdict {
    let sets = equal_rows(stated).into_iter().map(|group| {
        let fault = fault(&group);
        Set { rows: group.rows, count: group.least_stated, fault: fault.map(|reason| (group.lines, reason)) }
    });
    Verdict::of_sets(Counted::Stated, sets).vacuous()
}

/// A set of equal rows, with the numbers of owners that they state.
struct EqualRows {
    rows: usize,
    /// Sum of the numbers that the rows state. A file may state any number, so the sum saturates.
    stated: usize,
    /// Number of owners that the first row states, and the least number that any of the rows states.
    first_stated: usize,
    least_stated: usize,
    /// True if two of the rows state different numbers.
    is_contradictory: bool,
    /// The line numbers (from 1) of the first [`ROWS_NAMED`] of the rows, ascending.
    lines: Vec<usize>,
}

impl EqualRows {
    /// Result for the rows: the sum of the stated owners must be at least `k`.
    fn of_stated(self, k: usize) -> Set {
        let fault = too_few(self.stated, k).map(|reason| (self.lines, reason));
        Set { rows: self.stated, count: self.stated, fault }
    }
}

/// Groups of equal rows, in the order of their first rows. Takes for each row the number of owners that it states.
fn equal_rows<R: Eq + Hash>(stated: impl IntoIterator<Item = (usize, R)>) -> Vec<EqualRows> {
    let mut numbers: FxHashMap<R, usize> = FxHashMap::default();
    let mut groups: Vec<EqualRows> = Vec::new();
    for (index, (owners, row)) in stated.into_iter().enumerate() {
        let number = *numbers.entry(row).or_insert_with(|| {
            groups.push(EqualRows {
                rows: 0,
                stated: 0,
                first_stated: owners,
                least_stated: owners,
                is_contradictory: false,
                lines: Vec::new(),
            });
            groups.len() - 1
        });
        let group = &mut groups[number];
        group.rows += 1;
        group.stated = group.stated.saturating_add(owners);
        group.least_stated = group.least_stated.min(owners);
        group.is_contradictory |= owners != group.first_stated;
        if group.lines.len() < ROWS_NAMED {
            group.lines.push(index + 1);
        }
    }
    groups
}
