//! Gathers the items of each owner, which arrive in any order, into transactions.
//!
//! A run is the items of one query or basket. Runs are gathered in memory while there is room. Then they are
//! sorted and repeats are removed. If that does not free enough memory, the runs go to disk, and at the end a
//! merge joins the runs of each owner. Memory holds the configured room, or the transactions themselves if
//! they need more.

use std::collections::BTreeSet;
use std::hash::BuildHasher;
use std::io;
use std::ops::Range;

use clump_core::containers::{Bounds, Ragged};
use clump_core::names::Names;
use clump_core::progress::{Cancelled, Progress};
use clump_core::taxonomy::Node;
use clump_core::transactions::Transactions;
use rustc_hash::FxBuildHasher;

mod runs;

use crate::options::ReadingMemory;
use crate::spill::{READ_BUFFERS, Spill};
use crate::unit::{Repeats, Unit};
use crate::unmapped::{UnmappedWords, is_lost, is_query, query_number};
use runs::Runs;
pub(crate) use runs::UNIQUE;

pub(crate) struct Gather {
    runs: Runs,
    room: ReadingMemory,
    spilled: Option<Spill>,
    /// Node for each item number, if items are renumbered at the end; else `None`.
    table: Option<Vec<Node>>,
}

pub(crate) struct TransactionRuns {
    pub transactions: Transactions,
    /// Numbers of the distinct whole queries in each transaction. Empty if no queries were noted.
    pub queries: Ragged<u32>,
    pub owner_names: Names,
    pub empty_transactions: u64,
    pub empty_owners: u64,
    /// Counts of words that have no item of their own, counted in the same way as items.
    pub lost: UnmappedWords,
    /// For each transaction, the counts of its lost words and a hash of them. Empty unless the unit is a
    /// query.
    pub lost_of_each: Vec<(UnmappedWords, u64)>,
    /// Number of queries left out because they repeat an earlier one, as clicks do.
    pub clicks: u64,
}

impl Gather {
    pub(crate) fn new(unit: Unit, repeats: Repeats, room: ReadingMemory) -> Self {
        Gather { runs: Runs::new(unit, repeats), room, spilled: None, table: None }
    }

    #[inline]
    pub(crate) fn items(&mut self) -> &mut Vec<Node> {
        self.runs.items.open()
    }

    /// Ends a run, which may be empty. `part` tells the transactions of an owner apart: the time in seconds
    /// for sessions, the number of the transaction if a column names it, [`UNIQUE`] or the number of a query
    /// for queries. It is ignored if owners are the unit.
    #[inline]
    pub(crate) fn close(&mut self, owner: u32, part: i64) {
        self.runs.close(owner, part);
    }

    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        self.runs.bytes() > self.room.for_runs() / 2
    }

    /// Removes repeated items, and writes the runs to disk if they still use more than half of the room.
    pub(crate) fn relieve(&mut self) -> io::Result<()> {
        self.runs.sort();
        self.runs.compact();
        if self.runs.bytes() > self.room.for_runs() / 4 {
            self.spill()?;
        }
        Ok(())
    }

    /// Sets `table`: at the end, item number `i` becomes the node `table[i]`.
    pub(crate) fn renumber(&mut self, table: Vec<Node>) {
        self.table = Some(table);
    }

    /// Makes the transactions. Owners are in order of first appearance, with the rows of an owner together.
    /// `categories` are the nodes that replace words.
    pub(crate) fn finish(
        mut self,
        names: &Names,
        categories: &BTreeSet<Node>,
        progress: &dyn Progress,
    ) -> io::Result<TransactionRuns> {
        let table = self.table.take();
        let renumbered = |item: Node| match &table {
            Some(table) if !is_lost(item) && !is_query(item) => table[item.index()],
            _ => item,
        };
        if self.spilled.is_some() {
            self.runs.sort();
            self.spill()?;
        }
        let mut runs = self.runs;
        match self.spilled {
            Some(spilled) => runs.merge(&spilled, renumbered, progress)?,
            None => {
                if table.is_some() {
                    runs.items.values_mut().iter_mut().for_each(|item| *item = renumbered(*item));
                }
                runs.sort();
            }
        }
        progress.go_on()?;
        let categories: BTreeSet<Node> = categories.iter().map(|&category| renumbered(category)).collect();
        Ok(transactions(runs, names, &categories, progress)?)
    }

    fn spill(&mut self) -> io::Result<()> {
        let spilled = match &mut self.spilled {
            Some(spilled) => spilled,
            None => self.spilled.insert(Spill::new(&self.room.folder, READ_BUFFERS)?),
        };
        self.runs.write(spilled)?;
        self.runs = Runs::new(self.runs.unit, self.runs.repeats);
        Ok(())
    }
}

fn transactions(
    mut runs: Runs,
    names: &Names,
    categories: &BTreeSet<Node>,
    progress: &dyn Progress,
) -> Result<TransactionRuns, Cancelled> {
    let count = runs.len();
    let (mut items, bounds) = std::mem::take(&mut runs.items).into_parts();
    let (mut rows, mut row_owners) = (Bounds::default(), Vec::new());
    let (mut owner_names, mut queries) = (Names::default(), Ragged::default());
    let (mut empty_transactions, mut empty_owners, mut lost) = (0, 0, UnmappedWords::default());
    let (mut clicks, mut lost_of_each) = (0, Vec::new());
    let (mut first, mut start, mut written) = (0, 0, 0);
    let mut rows_before = 0;
    while first < count {
        progress.go_on()?;
        let together = (first..count - 1).take_while(|&run| runs.are_together(run, run + 1)).count();
        let last = first + together;
        let end = bounds.start(last + 1);
        let run_end = match runs.unit {
            // Runs that belong together repeat the same query.
            Unit::Query => {
                clicks += together as u64;
                bounds.start(first + 1)
            }
            Unit::Owner | Unit::Session { .. } | Unit::Transaction => end,
        };
        let row = write_row(&mut items, start..run_end, written, runs.repeats);
        let (not_lost, lost_here) =
            UnmappedWords::count(&items[written..row], |item| categories.contains(&item));
        lost += lost_here;
        let (not_lost, words) = items[written..row].split_at(not_lost);
        let kept = not_lost.partition_point(|&item| !is_query(item));
        if kept == 0 {
            empty_transactions += 1;
        } else {
            queries.open().extend(not_lost[kept..].iter().map(|&query| query_number(query)));
            queries.close_as_set();
            if runs.unit == Unit::Query {
                lost_of_each.push((lost_here, FxBuildHasher.hash_one(words)));
            }
            written += kept;
            rows.push(written);
            row_owners.push(owner_names.len() as u32);
        }
        if last + 1 == count || runs.owners[last + 1] != runs.owners[last] {
            if rows.len() > rows_before {
                owner_names.push(names.get(runs.owners[last] as usize));
            } else {
                empty_owners += 1;
            }
            rows_before = rows.len();
        }
        (first, start) = (last + 1, end);
    }
    items.truncate(written);
    items.shrink_to_fit();
    let transactions = Transactions::from_rows(Ragged::from_parts(items, rows), row_owners);
    Ok(TransactionRuns {
        transactions,
        queries,
        owner_names,
        empty_transactions,
        empty_owners,
        lost,
        lost_of_each,
        clicks,
    })
}

/// Sorts the items of one transaction, moves them down to index `to`, and returns their end index.
fn write_row(items: &mut [Node], row: Range<usize>, to: usize, repeats: Repeats) -> usize {
    items[row.clone()].sort_unstable();
    let mut end = to;
    for from in row {
        let item = items[from];
        if repeats == Repeats::Keep || end == to || items[end - 1] != item {
            items[end] = item;
            end += 1;
        }
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    /// Gathers once with unlimited memory and once with none, and checks that both results are the same.
    fn gather(unit: Unit, repeats: Repeats, runs: &[(u32, i64, &[u32])]) -> TransactionRuns {
        let names = ["a", "b", "c"].into_iter().collect();
        let [all, none] = [ReadingMemory::default(), ReadingMemory { bytes: 0, ..ReadingMemory::default() }]
            .map(|room| {
                let mut gather = Gather::new(unit, repeats, room);
                for &(owner, time, items) in runs {
                    gather.items().extend(items.iter().map(|&item| Node(item + 1)));
                    gather.close(owner, time);
                    if gather.is_full() {
                        gather.relieve().unwrap();
                    }
                }
                // Renumbering happens at the end, in memory and on disk.
                gather.renumber((0..100).map(|number: u32| Node(number.saturating_sub(1))).collect());
                gather.finish(&names, &BTreeSet::new(), &()).unwrap()
            });
        assert_eq!(rows(&all), rows(&none));
        assert_eq!((all.empty_transactions, all.empty_owners), (none.empty_transactions, none.empty_owners));
        assert_eq!(all.lost, none.lost);
        assert!(all.owner_names == none.owner_names);
        none
    }

    fn rows(gathered: &TransactionRuns) -> Vec<(u32, Vec<u32>)> {
        let transactions = &gathered.transactions;
        let bag = |row| transactions.get(row).iter().map(|node| node.0).collect();
        (0..transactions.len()).map(|row| (transactions.owner(row), bag(row))).collect()
    }

    #[test]
    fn lost_words_are_counted_once_for_each_transaction_and_taken_out() {
        let [unknown, dropped] = [crate::unmapped::unknown("x").0 - 1, crate::unmapped::dropped("y").0 - 1];
        let runs: &[(u32, i64, &[u32])] =
            &[(0, 0, &[unknown, 7, dropped]), (1, 0, &[unknown, dropped]), (0, 0, &[unknown, 7])];
        let counted = |unit, repeats| {
            let gathered = gather(unit, repeats, runs);
            (rows(&gathered).len(), gathered.empty_owners, gathered.lost.unknown, gathered.lost.dropped)
        };
        assert_eq!(counted(Unit::Owner, Repeats::Remove), (1, 1, 2, 2));
        assert_eq!(counted(Unit::Owner, Repeats::Keep), (1, 1, 3, 2));
        assert_eq!(counted(Unit::Query, Repeats::Remove), (2, 1, 3, 2));
    }

    #[test]
    fn queries_stay_apart_but_with_their_owner() {
        let runs: &[(u32, i64, &[u32])] = &[(0, 0, &[1]), (1, 0, &[2, 2]), (0, 0, &[]), (0, 0, &[1])];
        let gathered = gather(Unit::Query, Repeats::Remove, runs);
        assert_eq!(rows(&gathered), [(0, vec![1]), (0, vec![1]), (1, vec![2])]);
        assert_eq!((gathered.empty_transactions, gathered.empty_owners), (1, 0));
    }

    #[test]
    fn a_query_that_comes_again_is_one_more_click_wherever_it_stands() {
        let runs: &[(u32, i64, &[u32])] = &[
            (0, 7, &[1, 1]),
            (0, 9, &[1, 1]),
            (1, 7, &[1]),
            (0, 7, &[1, 1]),
            (0, UNIQUE, &[1]),
            (0, UNIQUE, &[1]),
        ];
        let gathered = gather(Unit::Query, Repeats::Keep, runs);
        let of_first = [vec![1], vec![1], vec![1, 1], vec![1, 1]].map(|bag| (0, bag));
        assert_eq!(rows(&gathered), [&of_first[..], &[(1, vec![1])]].concat());
        assert_eq!(gathered.clicks, 1);
    }

    #[test]
    fn a_session_ends_with_a_longer_pause_than_the_gap() {
        let unit = Unit::Session { gap: Duration::from_secs(10) };
        // The runs are not in order of time. The query without items at 20 joins 12 and 28 to one session.
        let runs: &[(u32, i64, &[u32])] =
            &[(0, 28, &[4]), (0, 2, &[1]), (0, 12, &[2]), (0, 20, &[]), (0, 39, &[5])];
        let gathered = gather(unit, Repeats::Remove, runs);
        assert_eq!(rows(&gathered), [(0, vec![1, 2, 4]), (0, vec![5])]);
    }
}
