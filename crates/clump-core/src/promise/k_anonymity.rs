//! k-anonymity (Section II.C of the paper): an attacker who knows the row of a person sees at least k owners
//! there.

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

/// k-anonymity from the released rows alone: every row is identical to at least k - 1 others. For an empty
/// release the verdict is no: it hides no one.
pub fn k_anonymous_rows<R: Eq + Hash>(rows: impl IntoIterator<Item = R>, k: usize) -> Verdict {
    let groups = equal_rows(rows.into_iter().map(|row| (1, row)));
    Verdict::of_sets(Counted::Rows, groups.into_iter().map(|group| group.of_stated(k)))
}

/// k-anonymity from groups that state their numbers of owners. Groups with the same content count together.
pub fn k_anonymous_groups<R: Eq + Hash>(stated: impl IntoIterator<Item = (usize, R)>, k: usize) -> Verdict {
    let groups = equal_rows(stated);
    Verdict::of_sets(Counted::Stated, groups.into_iter().map(|group| group.of_stated(k)))
}

/// k-anonymity from the audit: every released row is published for at least k distinct owners. Takes, for
/// each transaction in any order, its owner, the line it is published on, from 1, and the content of the
/// line. An owner counts once in a group. O(n log n), in parallel.
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

/// Checks that the numbers of owners that rows state are possible. Equal rows must state the same number,
/// which is at least `least` and at least the number of these rows. An owner has one of them, however many
/// transactions it stands for. Only the originals can show that the number is true.
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

/// The same for groups that state their numbers of owners: at least `least`, and no group occurs twice. Rows
/// that are taken for groups do occur twice, and their owners would count again and again.
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

/// Rows that are equal.
struct EqualRows {
    rows: usize,
    /// Sum of the numbers that the rows state. A file may state anything; the sum saturates.
    stated: usize,
    /// Number that the first row states, and the least that one of them does.
    first_stated: usize,
    least_stated: usize,
    /// True if not all of them state the same.
    is_contradictory: bool,
    /// The lines of the first of these rows, ascending, from 1.
    lines: Vec<usize>,
}

impl EqualRows {
    /// These rows as a set of all owners that they state, which must be at least `k`.
    fn of_stated(self, k: usize) -> Set {
        let fault = too_few(self.stated, k).map(|reason| (self.lines, reason));
        Set { rows: self.stated, count: self.stated, fault }
    }
}

/// Groups of equal rows, in the order of their first rows. Takes what each row states of its owners.
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
