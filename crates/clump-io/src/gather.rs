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

    /// Makes transactions: owners by first appearance, their rows together and in the order asked.
    pub(crate) fn finish(self, repeats: Repeats, names: &Names) -> Gathered {
        let order = self.order();
        let mut gathered = Gathered {
            transactions: Transactions::default(),
            owner_names: Names::default(),
            empty_transactions: 0,
            empty_owners: 0,
        };
        let mut bag: Vec<Node> = Vec::new();
        for runs in order.chunk_by(|&a, &b| self.owners[a as usize] == self.owners[b as usize]) {
            let owner = gathered.transactions.owners();
            for rows in runs.chunk_by(|&a, &b| self.are_together(a as usize, b as usize)) {
                bag.clear();
                rows.iter().for_each(|&run| bag.extend_from_slice(self.run(run as usize)));
                if repeats == Repeats::Remove {
                    bag.sort_unstable();
                    bag.dedup();
                }
                if bag.is_empty() {
                    gathered.empty_transactions += 1;
                } else {
                    gathered.transactions.push(owner as u32, bag.iter().copied());
                }
            }
            if gathered.transactions.owners() > owner {
                gathered.owner_names.push(names.get(self.owners[runs[0] as usize] as usize));
            } else {
                gathered.empty_owners += 1;
            }
        }
        gathered
    }

    /// Runs by owner, then by time where there are times, then as read. Linear where the input is in this order.
    fn order(&self) -> Vec<u32> {
        let runs = u32::try_from(self.owners.len()).expect("fewer than 2^32 queries");
        let mut order: Vec<u32> = (0..runs).collect();
        order.sort_by_key(|&run| {
            let run = run as usize;
            (self.owners[run], self.times.get(run).copied().unwrap_or(0))
        });
        order
    }

    /// Whether two runs of one owner, the first right before the second, are of one transaction.
    fn are_together(&self, first: usize, second: usize) -> bool {
        match self.unit {
            Unit::Owner => true,
            Unit::Query => false,
            Unit::Session { gap } => {
                let pause = self.times[second] - self.times[first];
                u64::try_from(pause).is_ok_and(|pause| pause <= gap.as_secs())
            }
        }
    }

    fn run(&self, run: usize) -> &[Node] {
        let start = if run == 0 { 0 } else { self.ends[run - 1] };
        &self.items[start..self.ends[run]]
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
