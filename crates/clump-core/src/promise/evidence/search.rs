//! The search through all sets of one size for those that violate the limits.
//!
//! If all rows that hold a set also hold another label, adding the label changes nothing: the same rows hold both
//! sets, and the smaller set was checked. So sets with such a label are counted but not searched. Equal rows cost
//! no more than one row. A set of 8 of 60 labels is checked only if fewer rows hold it than each of its subsets.

use std::sync::atomic::{AtomicU64, Ordering};

use super::{Evidence, Limits, Row, Sighting, total};
use crate::verify::{ROWS_NAMED, Reason, Violation};

/// Number of steps that a thread takes before it adds them to the total of all threads.
const BATCH: u64 = 1 << 12;

/// Number of steps that all threads have taken together, and its limit. The number depends on the rows alone, not
/// on the threads or their speed.
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

/// The search through all sets of one size, in one thread.
pub(super) struct SetWalk<'e> {
    evidence: &'e Evidence,
    limits: Limits,
    size: usize,
    steps: &'e StepBudget,
    /// Number of steps that are not yet added to the total of all threads.
    untold: u64,
    /// The labels of the current set, ascending.
    set: Vec<u32>,
    /// For each sensitive label, the number of rows of the current set that hold it; 0 between sets.
    with_item: Vec<usize>,
    /// A 0 for each label: buffer for [`Evidence::sightings`].
    counts: Vec<u32>,
    pub tally: SetFindings,
}

impl<'e> SetWalk<'e> {
    pub fn new(evidence: &'e Evidence, limits: Limits, size: usize, steps: &'e StepBudget) -> SetWalk<'e> {
        let (with_item, counts) = (vec![0; evidence.labels], vec![0; evidence.labels]);
        let tally = SetFindings::default();
        SetWalk { evidence, limits, size, steps, untold: 0, set: Vec::new(), with_item, counts, tally }
    }

    /// Checks all sets whose least label is the label of `sightings`.
    pub fn of_first(mut self, sightings: &[Sighting]) -> Self {
        self.go_on(sightings, 0);
        self.steps.take(std::mem::take(&mut self.untold));
        self
    }

    /// Adds the label of `sightings` to the current set and searches on. `sightings` lists all rows that hold the
    /// extended set; `idle` is the number of lesser labels that are in all these rows and were not chosen. The
    /// recursion is as deep as the sets are large, so no deeper than the longest row.
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

    /// Checks the current set. `sightings` lists all rows that hold it.
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

    /// For the sensitive label that most of the rows hold: the number of rows that hold it.
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

    /// Counts the current set as a violation, and stores it if its first row is the earliest. `sightings` lists all
    /// rows that hold it.
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

/// Number of subsets with `size` elements of a set of `labels` elements; saturates at the largest `usize`.
fn choices(labels: usize, size: usize) -> usize {
    let mut choices = 1u128;
    for taken in 0..size {
        choices = choices.saturating_mul(labels.saturating_sub(taken) as u128) / (taken as u128 + 1);
    }
    usize::try_from(choices).unwrap_or(usize::MAX)
}

/// Result of checking sets of labels.
#[derive(Default)]
pub(super) struct SetFindings {
    pub sets: usize,
    /// The least number of owners of any checked set of labels; `None` if no set was checked.
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

/// Of two violations the one whose first row is earlier; in the same row, the one whose columns are earlier. Labels
/// are not compared, so renaming them changes no verdict.
fn earlier(a: Option<Violation>, b: Option<Violation>) -> Option<Violation> {
    a.into_iter().chain(b).min_by(|a, b| (a.rows[0], &a.columns).cmp(&(b.rows[0], &b.columns)))
}
