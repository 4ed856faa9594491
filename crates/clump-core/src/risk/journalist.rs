//! Attackers who know a whole published row. The journalist does not know who is in the data, but can look up the
//! row in a population. The prosecutor knows who is in the data.
//!
//! A generalized row may be the row of every person whose row it generalizes (Definition 1). An unchanged row may
//! be that of every person with the same row. The number of people is at least the number of owners of the group: a
//! population with fewer is incomplete.
//!
//! Only the highest risk is needed, so the count for a row stops when it exceeds the least found. The result is
//! exact and uses no sample. The index stores each item of the population once, with its rows, and a row is looked
//! up by its rarest item.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;
use rustc_hash::FxHashSet;

use super::published::{Member, PublishedRows, Reading, generalizes};
use crate::containers::{Ragged, count_sorted};
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::Transactions;

/// The highest value of 1 / (number of people whose row a published row may be); 0 if no row is published.
pub(super) fn journalist(published: &PublishedRows<'_>, population: &Transactions) -> f64 {
    let holders = PopulationIndex::new(published.taxonomy, population);
    let least = AtomicUsize::new(usize::MAX);
    (0..published.groups.len()).into_par_iter().for_each(|group| {
        // Results of other threads save work and do not change the minimum.
        let enough = least.load(Ordering::Relaxed);
        let owners = published.owners[group] as usize;
        if owners < enough {
            let found = holders.people(published.reading, published.groups.get(group), enough);
            least.fetch_min(found.max(owners), Ordering::Relaxed);
        }
    });
    match least.into_inner() {
        usize::MAX => 0.0,
        people => 1.0 / people as f64,
    }
}

/// Index of the rows of a population by their items.
struct PopulationIndex<'a> {
    taxonomy: &'a Taxonomy,
    population: &'a Transactions,
    /// For each item, the rows that hold it. The lists from v to end(v) hold the rows with an item at or below
    /// v, some repeatedly.
    rows: Ragged<u32>,
}

impl<'a> PopulationIndex<'a> {
    fn new(taxonomy: &'a Taxonomy, population: &'a Transactions) -> PopulationIndex<'a> {
        let rows = (0u32..).zip(population.bags().iter());
        let distinct =
            rows.flat_map(|(row, bag)| count_sorted(bag).map(move |(item, _)| (item.index(), row)));
        PopulationIndex { taxonomy, population, rows: Ragged::by_key(taxonomy.len(), distinct) }
    }

    /// Number of people with a row that the published row `bag` may stand for. Stops counting at `enough`.
    fn people(&self, reading: Reading, bag: &[Node], enough: usize) -> usize {
        let rows_below = |node: Node| {
            let end = match reading {
                Reading::AsWritten => node.index() + 1,
                Reading::AtOrBelow => self.taxonomy.end(node).index(),
            };
            self.rows.span(node.index()..end)
        };
        let may_stand_for = |row: &[Node]| match reading {
            Reading::AsWritten => bag == row,
            Reading::AtOrBelow => generalizes(self.taxonomy, [bag], row),
        };
        let candidates = bag.iter().map(|&node| rows_below(node)).min_by_key(|rows| rows.len());
        let Some(candidates) = candidates else {
            return self.population.owners(); // an empty bag may stand for any row
        };
        let mut people: FxHashSet<u32> = FxHashSet::default();
        for row in candidates.iter().map(|&row| row as usize) {
            if people.len() >= enough {
                break;
            }
            if may_stand_for(self.population.get(row)) {
                people.insert(self.population.owner(row));
            }
        }
        people.len()
    }
}

// The prosecutor knows that a person is in the data, and knows the whole published row.

/// The highest and the mean chance of owners to be found. The chance of an owner is the owner's share of the rows
/// of the group; with several groups, the largest share. In a release it is 1 / owners. Both results are 0 without
/// owners.
pub(super) fn prosecutor(published: &PublishedRows<'_>) -> [f64; 2] {
    // Number of owners by share (all rows of the group, rows of the owner): equal shares are added without rounding.
    let mut owners_with: BTreeMap<(u32, u32), u32> = BTreeMap::new();
    let share = |member: &Member| (published.rows[member.group as usize], member.rows);
    for groups in published.memberships() {
        let product = |a: u32, b: u32| u64::from(a) * u64::from(b);
        let largest = groups.iter().map(share).max_by(|a, b| product(a.1, b.0).cmp(&product(b.1, a.0)));
        *owners_with.entry(largest.expect("an owner has a row")).or_default() += 1;
    }
    let chances = || {
        owners_with.iter().map(|(&(of, rows), &owners)| (f64::from(rows) / f64::from(of), f64::from(owners)))
    };
    let owners: f64 = chances().map(|(_, owners)| owners).sum();
    let highest = chances().map(|(chance, _)| chance).fold(0.0, f64::max);
    let sum: f64 = owners_with
        .iter()
        .map(|(&(of, rows), &owners)| f64::from(owners) * f64::from(rows) / f64::from(of))
        .sum();
    [highest, sum / owners.max(1.0)]
}
