//! All sets of one size, one after the other, and their violations.
//!
//! A label that is in all rows that hold a set adds nothing to it: the same rows hold the set with the label,
//! and these were checked with the smaller set. So such labels are counted and not walked through. Rows that
//! are alike cost no more than one, and a set of 8 of 60 labels is checked only where fewer rows hold it than
//! each smaller set in it.

use std::sync::atomic::{AtomicU64, Ordering};

use super::{Evidence, Limits, Row, Sighting, total};
use crate::verify::{ROWS_NAMED, Reason, Violation};

/// Number of steps between two additions to the total of all threads.
const BATCH: u64 = 1 << 12;

/// Steps that all threads together have taken, and their limit. The number of steps depends on the rows
/// alone, not on the threads or their speed.
pub(super) struct StepBudget {
    taken: AtomicU64,
    most: u64,
}

impl StepBudget {
    pub fn new(most: u64) -> StepBudget {
        StepBudget { taken: AtomicU64::new(0), most }
    }

    fn take(&self, steps: u64) {
        self.taken.fetch_add(steps, Ordering::Relaxed);
    }

    pub fn are_too_many(&self) -> bool {
        self.taken.load(Ordering::Relaxed) > self.most
    }
}

/// A walk through all sets of one size.
pub(super) struct SetWalk<'e> {
    evidence: &'e Evidence,
    limits: Limits,
    size: usize,
    steps: &'e StepBudget,
    /// Steps that are not yet added to the total of all threads.
    untold: u64,
    /// The labels chosen so far, ascending.
    set: Vec<u32>,
    /// For each sensitive label, the number of the rows at hand that hold it; 0 between sets.
    with_item: Vec<usize>,
    /// For each label a 0, for counting.
    counts: Vec<u32>,
    pub tally: SetFindings,
}

impl<'e> SetWalk<'e> {
    pub fn new(evidence: &'e Evidence, limits: Limits, size: usize, steps: &'e StepBudget) -> SetWalk<'e> {
        let (with_item, counts) = (vec![0; evidence.labels], vec![0; evidence.labels]);
        let tally = SetFindings::default();
        SetWalk { evidence, limits, size, steps, untold: 0, set: Vec::new(), with_item, counts, tally }
    }

    /// Checks all sets whose least label is the one of `sightings`.
    pub fn of_first(mut self, sightings: &[Sighting]) -> Self {
        self.go_on(sightings, 0);
        self.steps.take(std::mem::take(&mut self.untold));
        self
    }

    /// Adds the label of `sightings`, which lists all rows that hold it and the labels chosen before; `idle`
    /// lesser labels are in all of these rows and were not chosen. Recursion is as deep as the sets are
    /// large, so no deeper than the longest row.
    fn go_on(&mut self, sightings: &[Sighting], mut idle: usize) {
        if self.steps.are_too_many() {
            return;
        }
        self.set.push(sightings[0].0);
        if self.set.len() == self.size {
            self.judge(sightings);
        } else {
            let holders = sightings.iter().map(|&(_, row)| row);
            let next = self.evidence.sightings(holders, self.set.last().copied(), &mut self.counts);
            self.count_steps(sightings.len() + next.len());
            let by_label = || next.chunk_by(|a, b| a.0 == b.0);
            let is_idle = |same: &[Sighting]| same.len() == sightings.len();
            let all_idle = idle + by_label().filter(|same| is_idle(same)).count();
            let missing = self.size - self.set.len();
            self.tally.sets = self.tally.sets.saturating_add(choices(all_idle, missing));
            for same in by_label() {
                if is_idle(same) { idle += 1 } else { self.go_on(same, idle) }
            }
        }
        self.set.pop();
    }

    fn count_steps(&mut self, steps: usize) {
        self.untold += steps as u64;
        if self.untold >= BATCH {
            self.steps.take(std::mem::take(&mut self.untold));
        }
    }

    /// Counts the owners of the set that is in all rows of `sightings` and in no other.
    fn judge(&mut self, sightings: &[Sighting]) {
        let Limits { h, k, .. } = self.limits;
        let of_each_owner = sightings.chunk_by(|&a, &b| self.row(a).owner == self.row(b).owner);
        let found = total(of_each_owner.map(|rows| self.row(rows[0]).stands_for));
        self.tally.sets = self.tally.sets.saturating_add(1);
        self.tally.smallest = Some(self.tally.smallest.map_or(found, |least| least.min(found)));
        if found < k {
            return self.violated(sightings, Reason::TooFew { found, needed: k });
        }
        let of = total(sightings.iter().map(|&seen| self.row(seen).stands_for));
        let with_item = self.most_with_one_item(sightings);
        if h.is_exceeded(with_item, of) {
            self.violated(sightings, Reason::Breach { with_item, of });
        }
    }

    /// Number of the rows that hold the sensitive label that most of them hold.
    fn most_with_one_item(&mut self, sightings: &[Sighting]) -> usize {
        let mut most = 0;
        for row in sightings.iter().map(|&(_, row)| &self.evidence.rows[row as usize]) {
            for &item in &row.sensitive {
                let count = &mut self.with_item[item as usize];
                *count = count.saturating_add(row.stands_for);
                most = most.max(*count);
            }
        }
        for &(_, row) in sightings {
            for &item in &self.evidence.rows[row as usize].sensitive {
                self.with_item[item as usize] = 0;
            }
        }
        most
    }

    fn row(&self, (_, row): Sighting) -> &'e Row {
        &self.evidence.rows[row as usize]
    }

    /// Records that the set, which all rows of `sightings` hold, breaks the promise, and stores it if it is
    /// the first.
    fn violated(&mut self, sightings: &[Sighting], reason: Reason) {
        self.tally.violations += 1;
        let rows: Vec<&Row> = sightings.iter().map(|&seen| self.row(seen)).collect();
        let top = rows.iter().min_by_key(|row| row.line).expect("a set that occurs is in a row");
        if self.tally.first.as_ref().is_some_and(|first| first.rows[0] < top.line) {
            return;
        }
        let column = |label: &u32| {
            let place = top.public.binary_search_by_key(label, |&(label, _)| label);
            top.public[place.expect("the row holds the set")].1 as usize
        };
        let mut columns: Vec<usize> = self.set.iter().map(column).collect();
        columns.sort_unstable();
        let mut lines: Vec<usize> = rows.iter().map(|row| row.line).collect();
        lines.sort_unstable();
        lines.dedup();
        lines.truncate(ROWS_NAMED);
        let violation = Violation { rows: lines, columns, reason };
        self.tally.first = earlier(self.tally.first.take(), Some(violation));
    }
}

/// Number of sets of `size` among `labels`, or the largest `usize`.
fn choices(labels: usize, size: usize) -> usize {
    let mut choices = 1u128;
    for taken in 0..size {
        choices = choices.saturating_mul(labels.saturating_sub(taken) as u128) / (taken as u128 + 1);
    }
    usize::try_from(choices).unwrap_or(usize::MAX)
}

/// Findings among sets of one size.
#[derive(Default)]
pub(super) struct SetFindings {
    pub sets: usize,
    /// The least support; none without sets.
    pub smallest: Option<usize>,
    pub violations: usize,
    pub first: Option<Violation>,
}

impl SetFindings {
    pub fn add(self, other: SetFindings) -> SetFindings {
        SetFindings {
            sets: self.sets.saturating_add(other.sets),
            smallest: self.smallest.into_iter().chain(other.smallest).min(),
            violations: self.violations + other.violations,
            first: earlier(self.first, other.first),
        }
    }
}

/// The violation whose first row is earlier; of two in one row, the one whose columns are. Labels do not
/// matter here, so that renaming them changes no verdict.
fn earlier(a: Option<Violation>, b: Option<Violation>) -> Option<Violation> {
    a.into_iter().chain(b).min_by(|a, b| (a.rows[0], &a.columns).cmp(&(b.rows[0], &b.columns)))
}
