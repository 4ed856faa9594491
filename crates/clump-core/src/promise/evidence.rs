//! Checks every set of at most p public labels that occurs in some row, with all owners of the rows that hold it.
//! An attacker may know any such set. k^m-anonymity and coherence both use this check.
//!
//! k is compared with owners and h with rows, because an attacker finds rows, and each matching row may be the
//! right one. Both numbers are the same where every owner has one row.
//!
//! A label that occurs twice in a row counts once. A verdict reports one violated set of the least size. Of several
//! it is the one in the earliest row, and in that row the one in the earliest columns. The caller decides which
//! labels are sensitive.
//!
//! Sets are checked size by size, up to the first size with a violated set. Larger sets are not checked then,
//! because too many of them contain a violated set. So a verdict counts the violated sets of the least size only.
//! Each of them is minimal; there may be larger minimal ones.
//!
//! A row of 40 labels has C(40, 2) sets of size 2, so the number of sets grows fast with p. A check that would take
//! too many steps ends with an error and without a verdict.
//!
//! No set is stored. Sets that begin with label a are searched in the rows that hold a. Sets that begin with a and
//! b are searched in those of these rows that hold b, and so on. So memory depends on the rows, and time on the
//! sets that occur.

use rayon::prelude::*;

use super::Share;
use crate::verify::{Counted, Verdict};

mod search;

use search::{SetFindings, SetWalk, StepBudget};

/// Limit on the steps of a check; a step looks at one label of a row. 36 core-seconds on 2,000 rows of 60 of 80
/// labels at m = 8.
const MOST_STEPS: u64 = 4_000_000_000;

/// Error: the check stopped at its limit of steps, so there is no verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the rows have too many sets of at most {size} labels to check all: stopped after {steps} steps")]
pub struct TooManySets {
    /// The largest size of sets that the check had to cover.
    pub size: usize,
    /// The limit of steps at which the check stopped.
    pub steps: u64,
}

/// Published rows, with the number of the owner of each row.
///
/// ```
/// use clump_core::verify::Evidence;
///
/// // Each item alone is in two rows, but only one holds bread and milk.
/// let rows = Evidence::of_rows([vec!["bread", "milk"], vec!["bread"], vec!["milk"]], |_| false);
/// assert!(rows.km_anonymous(2, 1)?.holds);
/// assert!(!rows.km_anonymous(2, 2)?.holds);
///
/// // Two rows match an owner who bought bread, and one of them holds the test.
/// let rows = Evidence::of_rows([vec!["bread", "test"], vec!["bread"]], |&label| label == "test");
/// assert!(rows.coherent("0.5".parse()?, 2, 1)?.holds);
/// assert!(!rows.coherent("0.4".parse()?, 2, 1)?.holds);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Evidence {
    counted: Counted,
    /// The rows, sorted so that all rows of one owner are adjacent.
    rows: Vec<Row>,
    /// Number of distinct labels in all rows.
    labels: usize,
}

/// The parameters h, k and p of coherence; they apply to every set of at most `p` labels.
#[derive(Clone, Copy)]
struct Limits {
    h: Share,
    k: usize,
    p: usize,
}

struct Row {
    /// Number of the owner of the row. If owners are not known, every row has a different number.
    owner: usize,
    /// Number of owners that the row counts for: 1, or the number that a group states.
    stands_for: usize,
    /// Line of the row in the file, from 1.
    line: usize,
    /// Each distinct public label of the row, sorted, with the first column (from 1) that has it.
    public: Vec<(u32, u32)>,
    /// Each distinct sensitive label of the row.
    sensitive: Vec<u32>,
}

/// A label number and the index of a row that holds this label.
type Sighting = (u32, u32);

impl Evidence {
    /// Evidence from rows without owners: each row counts as one owner, and row i (from 0) is on line i + 1.
    pub fn of_rows<L: Ord, R: AsRef<[L]>>(
        rows: impl IntoIterator<Item = R>,
        is_sensitive: impl Fn(&L) -> bool,
    ) -> Evidence {
        let rows = rows.into_iter().enumerate().map(|(index, row)| (index, 1, index + 1, row));
        Evidence::new(Counted::Rows, rows.collect(), is_sensitive)
    }

    /// Evidence from groups that state their numbers of owners, which are added for k and for h. Exact where every
    /// owner has one row; otherwise an owner of several groups counts in each.
    pub fn of_groups<L: Ord, R: AsRef<[L]>>(
        stated: impl IntoIterator<Item = (usize, R)>,
        is_sensitive: impl Fn(&L) -> bool,
    ) -> Evidence {
        let stated = stated.into_iter().enumerate();
        let rows = stated.map(|(index, (owners, row))| (index, owners, index + 1, row));
        Evidence::new(Counted::Stated, rows.collect(), is_sensitive)
    }

    /// Evidence from the audit. Each transaction comes with its owner, the line it is published on (from 1),
    /// and the content of the line. k counts distinct owners and h counts rows; transactions of one owner on
    /// one line are one row.
    pub fn of_owners<O: Ord, L: Ord, R: AsRef<[L]>>(
        audit: impl IntoIterator<Item = (O, usize, R)>,
        is_sensitive: impl Fn(&L) -> bool,
    ) -> Evidence {
        let mut audit: Vec<(O, usize, R)> = audit.into_iter().collect();
        audit.sort_by(|a, b| (&a.0, a.1).cmp(&(&b.0, b.1)));
        audit.dedup_by(|a, b| a.0 == b.0 && a.1 == b.1);
        let of_each = audit.chunk_by(|a, b| a.0 == b.0).enumerate();
        let rows =
            of_each.flat_map(|(owner, own)| own.iter().map(move |(_, line, row)| (owner, 1, *line, row)));
        Evidence::new(Counted::Owners, rows.collect(), is_sensitive)
    }

    /// Takes for each row the number of its owner, the number of owners it counts for, its line and its labels.
    fn new<L: Ord, R: AsRef<[L]>>(
        counted: Counted,
        rows: Vec<(usize, usize, usize, R)>,
        is_sensitive: impl Fn(&L) -> bool,
    ) -> Evidence {
        let mut labels: Vec<&L> = rows.iter().flat_map(|(.., row)| row.as_ref()).collect();
        labels.sort_unstable();
        labels.dedup();
        let sensitive: Vec<bool> = labels.iter().map(|label| is_sensitive(label)).collect();
        let numbered = |row: &R| -> Vec<(u32, u32)> {
            let places = row.as_ref().iter().zip(1..).map(|(label, column)| {
                let number = labels.binary_search(&label).expect("every label was collected");
                (number as u32, column)
            });
            let mut places: Vec<(u32, u32)> = places.collect();
            places.sort_unstable();
            places.dedup_by_key(|(label, _)| *label);
            places
        };
        let rows = rows.iter().map(|(owner, stands_for, line, row)| {
            let (secret, public): (Vec<_>, Vec<_>) =
                numbered(row).into_iter().partition(|&(label, _)| sensitive[label as usize]);
            let sensitive = secret.into_iter().map(|(label, _)| label).collect();
            Row { owner: *owner, stands_for: *stands_for, line: *line, public, sensitive }
        });
        Evidence { counted, rows: rows.collect(), labels: labels.len() }
    }

    /// Checks k^m-anonymity, which is coherence without sensitive labels.
    pub fn km_anonymous(&self, k: usize, m: usize) -> Result<Verdict, TooManySets> {
        self.coherent(Share::ONE, k, m)
    }

    /// Checks (h, k, p)-coherence: at least k owners have every non-empty set of at most p public labels that
    /// occurs in a row, and no sensitive label is in more than the share h of the rows that hold the set. The
    /// verdict is no without rows, and yes if no row has a public label.
    pub fn coherent(&self, h: Share, k: usize, p: usize) -> Result<Verdict, TooManySets> {
        self.verdict_within(MOST_STEPS, Limits { h, k, p })
    }

    fn verdict_within(&self, most_steps: u64, limits: Limits) -> Result<Verdict, TooManySets> {
        if self.rows.is_empty() {
            return Ok(Verdict::of_nothing(self.counted));
        }
        let singles = self.sightings(0..self.rows.len() as u32, None, &mut vec![0; self.labels]);
        let steps = StepBudget::new(most_steps);
        let mut tally = SetFindings::default();
        for size in 1..=limits.p {
            let of_size = singles
                .par_chunk_by(|a, b| a.0 == b.0)
                .fold(|| SetWalk::new(self, limits, size, &steps), SetWalk::of_first)
                .map(|search| search.tally)
                .reduce(SetFindings::default, SetFindings::add);
            if steps.are_too_many() {
                return Err(TooManySets { size: limits.p, steps: most_steps });
            }
            let is_last = of_size.sets == 0 || of_size.violations > 0;
            tally = tally.add(of_size);
            if is_last {
                break;
            }
        }
        Ok(Verdict {
            holds: tally.violations == 0,
            counted: self.counted,
            rows: total(self.rows.iter().map(|row| row.stands_for)),
            sets: tally.sets,
            smallest: tally.smallest.unwrap_or(0),
            violations: tally.violations,
            first: tally.first,
        })
    }

    /// The public labels with numbers above `after` (all for `None`) that occur in `rows`, each with its rows,
    /// sorted by label and then by row. `counts` must hold a 0 for each label, and does so again at the end.
    /// Counting sort, because comparison sort takes several times as long.
    fn sightings(
        &self,
        rows: impl Iterator<Item = u32> + Clone,
        after: Option<u32>,
        counts: &mut [u32],
    ) -> Vec<Sighting> {
        let labels_after = |row: u32| {
            let labels = &self.rows[row as usize].public;
            let start = labels.partition_point(|&(label, _)| Some(label) <= after);
            labels[start..].iter().map(|&(label, _)| label)
        };
        let mut labels = Vec::new();
        let mut all = 0;
        for label in rows.clone().flat_map(labels_after) {
            if counts[label as usize] == 0 {
                labels.push(label);
            }
            counts[label as usize] += 1;
            all += 1;
        }
        labels.sort_unstable();
        let mut start = 0;
        for &label in &labels {
            start += std::mem::replace(&mut counts[label as usize], start);
        }
        let mut sightings = vec![(0, 0); all];
        for row in rows {
            for label in labels_after(row) {
                let place = &mut counts[label as usize];
                sightings[*place as usize] = (label, row);
                *place += 1;
            }
        }
        for label in labels {
            counts[label as usize] = 0;
        }
        sightings
    }
}

/// The sum of the numbers, which saturates: a file may state any number.
fn total(numbers: impl Iterator<Item = usize>) -> usize {
    numbers.fold(0, usize::saturating_add)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: Limits = Limits { h: Share::ONE, k: 2, p: 8 };

    fn check(rows: &[Vec<u32>], steps: u64) -> Result<Verdict, TooManySets> {
        Evidence::of_rows(rows, |_| false).verdict_within(steps, LIMITS)
    }

    #[test]
    fn rows_that_are_alike_cost_no_more_than_their_labels() {
        let rows: Vec<Vec<u32>> = (0..40).map(|row| (row % 2 * 30..row % 2 * 30 + 60).collect()).collect();
        let verdict = check(&rows, 10_000_000).unwrap();
        assert!(verdict.holds);
        // Number of sets of 1 to 8 of the 90 labels without those that mix the first 30 with the last 30.
        let sets = |labels: u64| {
            (1..=8).map(|size| (0..size).fold(1, |all, n| all * (labels - n) / (n + 1))).sum::<u64>()
        };
        assert_eq!(verdict.sets as u64, 2 * sets(60) - sets(30));
        assert_eq!(verdict.smallest, 20);
    }

    #[test]
    fn what_cannot_be_looked_at_has_no_verdict() {
        // Every row lacks one label that most rows have, so each smaller set is in more rows.
        let rows: Vec<Vec<u32>> =
            (0..120).map(|row| (0..60).filter(|label| *label != row % 60).collect()).collect();
        assert_eq!(check(&rows, 1_000_000), Err(TooManySets { size: 8, steps: 1_000_000 }));
        assert!(check(&rows[..2], 1_000_000).is_ok_and(|verdict| !verdict.holds));
    }
}
