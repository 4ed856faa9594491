//! Groups of transactions that are published identically, with their owners: a fold over an audit, which can be made in
//! parts and merged.

use std::hash::Hash;

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::{Counted, ROWS_NAMED, Reason, Verdict, Violation};

/// Who stands behind what is published. An owner counts once in a group, however many transactions it has there.
///
/// Transactions may come in any order, and so may the parts that are merged. O(1) for a transaction and O(n log n) for
/// the verdict, in parallel; memory is one entry for each transaction.
///
/// ```
/// use clump_core::verify::OwnedGroups;
///
/// let mut behind = OwnedGroups::default();
/// behind.push("ann", 1, "tea");
/// behind.push("ann", 1, "tea");
/// assert!(!behind.clone().k_anonymous(2).holds);
///
/// let mut others = OwnedGroups::default();
/// others.push("bob", 2, "tea");
/// behind.merge(others);
/// assert!(behind.k_anonymous(2).holds);
/// ```
#[derive(Clone, Debug)]
pub struct OwnedGroups<O, R> {
    /// The number of each distinct row.
    numbers: FxHashMap<R, u32>,
    /// The group of each transaction, its owner, and the line it is published on, from 1.
    entries: Vec<(u32, O, usize)>,
}

impl<O, R> Default for OwnedGroups<O, R> {
    fn default() -> Self {
        OwnedGroups { numbers: FxHashMap::default(), entries: Vec::new() }
    }
}

impl<O: Ord + Send, R: Eq + Hash> OwnedGroups<O, R> {
    /// Takes a transaction: its owner, the line it is published on, from 1, and what stands there.
    ///
    /// # Panics
    /// When there are 2^32 distinct rows already.
    pub fn push(&mut self, owner: O, line: usize, row: R) {
        let group = self.number(row);
        self.entries.push((group, owner, line));
    }

    fn number(&mut self, row: R) -> u32 {
        let next = self.numbers.len();
        *self.numbers.entry(row).or_insert_with(|| u32::try_from(next).expect("fewer than 2^32 groups"))
    }

    /// Takes all transactions of `other`.
    pub fn merge(&mut self, other: OwnedGroups<O, R>) {
        let mut renumbered = vec![0; other.numbers.len()];
        #[allow(clippy::iter_over_hash_type, reason = "the numbers of groups show nowhere")]
        for (row, group) in other.numbers {
            renumbered[group as usize] = self.number(row);
        }
        let entries = other.entries.into_iter();
        self.entries.extend(entries.map(|(group, owner, line)| (renumbered[group as usize], owner, line)));
    }

    /// k-anonymity from the audit: every released row is published for at least k distinct owners. A release that stands
    /// for nobody hides nobody: no.
    pub fn k_anonymous(mut self, k: usize) -> Verdict {
        self.entries.par_sort_unstable();
        let mut verdict = Verdict { smallest: usize::MAX, ..Verdict::of_nothing(Counted::Owners) };
        for group in self.entries.chunk_by(|a, b| a.0 == b.0) {
            let found = group.chunk_by(|a, b| a.1 == b.1).count();
            verdict.rows += found;
            verdict.sets += 1;
            verdict.smallest = verdict.smallest.min(found);
            if found >= k {
                continue;
            }
            verdict.violations += 1;
            let mut rows: Vec<usize> = group.iter().map(|&(_, _, line)| line).collect();
            rows.sort_unstable();
            rows.dedup();
            rows.truncate(ROWS_NAMED);
            if verdict.first.as_ref().is_none_or(|first| rows < first.rows) {
                let reason = Reason::TooFew { found, needed: k };
                verdict.first = Some(Violation { rows, columns: Vec::new(), reason });
            }
        }
        if verdict.sets == 0 {
            return Verdict::of_nothing(Counted::Owners);
        }
        verdict.holds = verdict.violations == 0;
        verdict
    }
}
