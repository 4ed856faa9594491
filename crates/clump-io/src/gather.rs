//! What was read, in flat columns: all items end to end, and for each run of items its owner and its end.
//!
//! A run is what one query (or basket) gave; for the unit owner, neighbouring runs of one owner are merged, so a
//! sorted log has one run an owner. An item costs 4 bytes and a run 12 (with times 20), whatever the number of owners.

use clump_core::names::Names;
use clump_core::taxonomy::Node;
use clump_core::transactions::Transactions;

use crate::unit::{Repeats, Unit};

/// Collects runs of items.
pub(crate) struct Gather {
    unit: Unit,
    items: Vec<Node>,
    owners: Vec<u32>,
    /// Where each run ends in `items`.
    ends: Vec<usize>,
    /// When each run was asked, in seconds; empty unless sessions are made.
    times: Vec<i64>,
}

/// Transactions, and who their owners are.
pub(crate) struct Gathered {
    pub transactions: Transactions,
    /// By owner number of the transactions.
    pub owner_names: Names,
    /// Transactions without a known item, left out.
    pub empty_transactions: u64,
    /// Owners without a known item, left out.
    pub empty_owners: u64,
}

impl Gather {
    pub(crate) fn new(unit: Unit) -> Self {
        Gather { unit, items: Vec::new(), owners: Vec::new(), ends: Vec::new(), times: Vec::new() }
    }

    /// Where the items of the current run go; [`Gather::close`] ends it.
    #[inline]
    pub(crate) fn items(&mut self) -> &mut Vec<Node> {
        &mut self.items
    }

    /// Ends a run, which may be empty. `time` counts only for sessions.
    #[inline]
    pub(crate) fn close(&mut self, owner: u32, time: i64) {
        if self.unit == Unit::Owner
            && self.owners.last() == Some(&owner)
            && let Some(end) = self.ends.last_mut()
        {
            *end = self.items.len();
            return;
        }
        self.owners.push(owner);
        self.ends.push(self.items.len());
        if matches!(self.unit, Unit::Session { .. }) {
            self.times.push(time);
        }
    }

    /// Replaces every item by what `table` has at its number.
    pub(crate) fn renumber(&mut self, table: &[Node]) {
        for item in &mut self.items {
            *item = table[item.index()];
        }
    }

    /// Makes transactions: owners by first appearance, their rows together and in the order asked. A log that is in
    /// this order already, as logs mostly are, is turned into rows where it lies; another is copied once.
    pub(crate) fn finish(mut self, repeats: Repeats, names: &Names) -> Gathered {
        self.sort();
        let runs = self.owners.len();
        let (mut ends, mut row_owners) = (Vec::new(), Vec::new());
        let mut owner_names = Names::default();
        let (mut empty_transactions, mut empty_owners) = (0, 0);
        let (mut first, mut start, mut written) = (0, 0, 0);
        let mut rows_before = 0;
        while first < runs {
            let together = (first..runs - 1).take_while(|&run| self.are_together(run, run + 1)).count();
            let last = first + together;
            let end = self.ends[last];
            let row = self.write_row(start..end, written, repeats);
            if row == written {
                empty_transactions += 1;
            } else {
                written = row;
                ends.push(written);
                row_owners.push(owner_names.len() as u32);
            }
            if last + 1 == runs || self.owners[last + 1] != self.owners[last] {
                if ends.len() > rows_before {
                    owner_names.push(names.get(self.owners[last] as usize));
                } else {
                    empty_owners += 1;
                }
                rows_before = ends.len();
            }
            (first, start) = (last + 1, end);
        }
        self.items.truncate(written);
        self.items.shrink_to_fit();
        let transactions = Transactions::from_rows(self.items, ends, row_owners);
        Gathered { transactions, owner_names, empty_transactions, empty_owners }
    }

    /// Moves the items of one transaction, sorted, down to `to`, and returns where they end there.
    fn write_row(&mut self, items: std::ops::Range<usize>, to: usize, repeats: Repeats) -> usize {
        self.items[items.clone()].sort_unstable();
        let mut end = to;
        for from in items {
            let item = self.items[from];
            if repeats == Repeats::Keep || end == to || self.items[end - 1] != item {
                self.items[end] = item;
                end += 1;
            }
        }
        end
    }

    /// Brings runs in order: by owner, then by time where there are times, then as read.
    fn sort(&mut self) {
        let key = |run: usize| (self.owners[run], self.times.get(run).copied().unwrap_or(0));
        if (1..self.owners.len()).all(|run| key(run - 1) <= key(run)) {
            return;
        }
        let runs = u32::try_from(self.owners.len()).expect("fewer than 2^32 queries");
        let mut order: Vec<u32> = (0..runs).collect();
        order.sort_by_key(|&run| key(run as usize));
        let mut sorted = Gather::new(self.unit);
        sorted.items.reserve_exact(self.items.len());
        for run in order {
            let run = run as usize;
            let start = if run == 0 { 0 } else { self.ends[run - 1] };
            sorted.items.extend_from_slice(&self.items[start..self.ends[run]]);
            sorted.close(self.owners[run], self.times.get(run).copied().unwrap_or(0));
        }
        *self = sorted;
    }

    /// Whether two runs, the first right before the second, are of one transaction.
    fn are_together(&self, first: usize, second: usize) -> bool {
        self.owners[first] == self.owners[second]
            && match self.unit {
                Unit::Owner => true,
                Unit::Query => false,
                Unit::Session { gap } => {
                    let pause = self.times[second] - self.times[first];
                    u64::try_from(pause).is_ok_and(|pause| pause <= gap.as_secs())
                }
            }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn gather(unit: Unit, repeats: Repeats, runs: &[(u32, i64, &[u32])]) -> Gathered {
        let mut gather = Gather::new(unit);
        for &(owner, time, items) in runs {
            gather.items().extend(items.iter().map(|&item| Node(item)));
            gather.close(owner, time);
        }
        gather.finish(repeats, &["a", "b", "c"].into_iter().collect())
    }

    fn rows(gathered: &Gathered) -> Vec<(u32, Vec<u32>)> {
        let transactions = &gathered.transactions;
        let bag = |row| transactions.get(row).iter().map(|node| node.0).collect();
        (0..transactions.len()).map(|row| (transactions.owner(row), bag(row))).collect()
    }

    #[test]
    fn an_owner_may_be_spread_and_repeats_are_removed_across_its_runs() {
        let runs: &[(u32, i64, &[u32])] = &[(0, 0, &[7, 5]), (1, 0, &[]), (2, 0, &[1]), (0, 0, &[5, 3])];
        let gathered = gather(Unit::Owner, Repeats::Remove, runs);
        assert_eq!(rows(&gathered), [(0, vec![3, 5, 7]), (1, vec![1])]);
        assert_eq!(gathered.owner_names.iter().collect::<Vec<_>>(), ["a", "c"]);
        assert_eq!((gathered.empty_transactions, gathered.empty_owners), (1, 1));
        let kept = gather(Unit::Owner, Repeats::Keep, runs);
        assert_eq!(rows(&kept)[0], (0, vec![3, 5, 5, 7]));
    }

    #[test]
    fn queries_stay_apart_but_with_their_owner() {
        let runs: &[(u32, i64, &[u32])] = &[(0, 0, &[1]), (1, 0, &[2, 2]), (0, 0, &[]), (0, 0, &[1])];
        let gathered = gather(Unit::Query, Repeats::Remove, runs);
        assert_eq!(rows(&gathered), [(0, vec![1]), (0, vec![1]), (1, vec![2])]);
        assert_eq!((gathered.empty_transactions, gathered.empty_owners), (1, 0));
    }

    #[test]
    fn a_session_ends_with_a_longer_pause_than_the_gap() {
        let unit = Unit::Session { gap: Duration::from_secs(10) };
        // Read out of order; the query without items at 20 bridges 12 and 28.
        let runs: &[(u32, i64, &[u32])] =
            &[(0, 28, &[4]), (0, 2, &[1]), (0, 12, &[2]), (0, 20, &[]), (0, 39, &[5])];
        let gathered = gather(unit, Repeats::Remove, runs);
        assert_eq!(rows(&gathered), [(0, vec![1, 2, 4]), (0, vec![5])]);
    }
}
