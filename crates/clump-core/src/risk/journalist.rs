//! Attackers who know a whole published row. The journalist does not know who is in the data, but can look
//! the row up in a population. The prosecutor knows who is in the data.
//!
//! A released row may be that of every person whose row it generalizes (Definition 1). A row that is
//! published unchanged may be that of every person with the same row. The number is at least that of the
//! owners of the group: a population that lacks them is incomplete and proves nothing.
//!
//! Only the highest risk is needed, so a row is left as soon as it is known to have more people than the
//! least found. The result is exact, without a sample: rows are looked up by their rarest item. The items of
//! the population are stored once, with the row of each.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;
use rustc_hash::FxHashSet;

use super::published::{Member, PublishedRows, Reading, generalizes};
use crate::containers::{Ragged, count_sorted};
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::Transactions;

/// The highest 1 / (people whose row a published row may be); 0 where no row is published.
pub(super) fn journalist(published: &PublishedRows<'_>, population: &Transactions) -> f64 {
    let holders = PopulationIndex::new(published.taxonomy, population);
    let least = AtomicUsize::new(usize::MAX);
    (0..published.groups.len()).into_par_iter().for_each(|group| {
        // Results of other threads save work and do not change the least of all.
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

/// Index of a population by the items of its people.
struct PopulationIndex<'a> {
    taxonomy: &'a Taxonomy,
    population: &'a Transactions,
    /// Rows by item; those with an item at or below v, some of them repeatedly, are the lists from v to end(v).
    rows: Ragged<u32>,
}

impl<'a> PopulationIndex<'a> {
    fn new(taxonomy: &'a Taxonomy, population: &'a Transactions) -> PopulationIndex<'a> {
        let rows = (0u32..).zip(population.bags().iter());
        let distinct =
            rows.flat_map(|(row, bag)| count_sorted(bag).map(move |(item, _)| (item.index(), row)));
        PopulationIndex { taxonomy, population, rows: Ragged::by_key(taxonomy.len(), distinct) }
    }

    /// Number of people with a row that `bag` may stand for. Stops at `enough`.
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
            return self.population.owners(); // an empty bag may be any person's
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

// The prosecutor knows that a person is in the data, and the whole row as it is published.

/// The highest chance of all owners, and the mean over owners. The chance of an owner is its share of the
/// rows of the group, which is 1 / owners in a release; for an owner in several groups, the largest. Both are
/// 0 without owners.
pub(super) fn prosecutor(published: &PublishedRows<'_>) -> [f64; 2] {
    // Number of owners by their share (rows of rows): equal shares add up without rounding.
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
