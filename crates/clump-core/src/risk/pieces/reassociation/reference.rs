//! Guesses by words that occur together in a log of other people.
//!
//! A person *could have* some rows if these rows together generalize all items of the person. An item is published
//! once, so two rows with the same label need two items. Let R be the number of people in the reference. M(r) of
//! them could have row r, A could have the given row, and n(r) could have both. If words for r were as frequent
//! among the A people as among all, n(r) would be E(r) = A M(r) / R. So the rating of r is
//!
//! ```text
//! owners(r) * (n(r) + S) / (E(r) + S)
//! ```
//!
//! This is the number of owners of r, times the factor by which its words are more frequent among similar people. S
//! limits the effect of few people (a Gamma prior on the factor, with mean 1). The release gives the owners of
//! rows, and the reference gives the rest.
//!
//! It matters that an item is published once: before this rule, ten guesses found 11 % on msweb instead of 15 %.
//! Other attacks may find more: people with few items in common give no information here, and words with the same
//! meaning do not help.
//!
//! The method counts people, not pairs of words: a row of three words needs all three, and a node needs any word
//! below it. Rows are indexed by the label that fewest people have, so only people with that label are compared.

use std::sync::atomic::{AtomicU32, Ordering};

use rayon::prelude::*;

use super::Sought;
use super::ties::{Chances, GUESSES, Rated, try_best};
use crate::containers::{Ragged, SparseCounts, set_of};
use crate::risk::published::{PublishedRows, generalizes};
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::{Bags, Transactions};

/// Largest number of people who could have the given row and whose other items are read.
const MOST_ALIKE: usize = 64;

/// The constant S of the rating, chosen among 0.1, 0.5, 2, 5, 10 and 30 by the sum of what ten guesses find on nine
/// releases (generated logs, Excite, FoodMart, The Complete Journey, msweb); it matters little between 0.5 and 10.
pub(super) const PRIOR: f64 = 2.0;

pub(super) struct Reference<'a> {
    published: &'a PublishedRows<'a>,
    /// For each person of the reference, the items of all transactions.
    words: Bags,
    /// For each word, the people who have it. The lists from v to end(v) hold the people with a word at or below v,
    /// with repetitions.
    people: Ragged<u32>,
    /// For each label, the rows in which this label is the one that fewest people have.
    rows: Ragged<u32>,
    /// M(r) for each row r: the number of people who could have it.
    could_have: Vec<u32>,
    /// Row numbers by descending number of owners.
    commonest: Vec<u32>,
}

pub(super) struct AttackCounts {
    /// n(r) for each row r: the number of people who could have it and the given row.
    alike: SparseCounts,
    nodes: SparseCounts<u8>,
}

impl AttackCounts {
    pub fn new(reference: &Reference<'_>) -> AttackCounts {
        AttackCounts {
            alike: SparseCounts::new(reference.published.groups.len()),
            nodes: SparseCounts::new(reference.published.taxonomy.len()),
        }
    }
}

impl<'a> Reference<'a> {
    /// Builds the reference from all data of the owners for whom `is_in` is true. O(items + rows), plus, for each
    /// of these owners, the rows that share their rarest label with them.
    pub fn new(
        published: &'a PublishedRows<'a>,
        transactions: &Transactions,
        is_in: impl Fn(u32) -> bool,
    ) -> Reference<'a> {
        let taxonomy = published.taxonomy;
        let rows = transactions.by_owner();
        let words: Bags = (0..)
            .zip(rows.iter())
            .filter(|&(owner, _)| is_in(owner))
            .map(|(_, rows)| rows.iter().flat_map(|&row| transactions.get(row as usize)).copied())
            .collect();
        let holds = words
            .iter()
            .enumerate()
            .flat_map(|(person, words)| words.iter().map(move |word| (word.index(), person as u32)));
        let people = Ragged::by_key(taxonomy.len(), holds);
        let rarest = |bag: &[Node]| rarest(taxonomy, &people, bag);
        let keys = published
            .groups
            .iter()
            .enumerate()
            .filter_map(|(row, bag)| Some((rarest(bag)?.index(), row as u32)));
        let rows = Ragged::by_key(taxonomy.len(), keys);
        let mut commonest: Vec<u32> = (0..published.groups.len() as u32).collect();
        commonest.sort_by_key(|&row| std::cmp::Reverse(published.owners[row as usize]));
        let reference = Reference { published, words, people, rows, could_have: Vec::new(), commonest };
        Reference { could_have: reference.count_all(), ..reference }
    }

    /// Number of people of the reference who could have each row.
    fn count_all(&self) -> Vec<u32> {
        let counts: Vec<AtomicU32> = self.published.groups.iter().map(|_| AtomicU32::new(0)).collect();
        let count = |row: u32| {
            counts[row as usize].fetch_add(1, Ordering::Relaxed);
        };
        (0..self.words.len()).into_par_iter().for_each_init(
            || SparseCounts::new(self.published.taxonomy.len()),
            |nodes, person| self.for_each_row(person, &[], nodes, count),
        );
        counts.into_iter().map(AtomicU32::into_inner).collect()
    }

    /// Calls `of_row` with each row that `person` could have together with the row `given`.
    fn for_each_row(
        &self,
        person: usize,
        given: &[Node],
        nodes: &mut SparseCounts<u8>,
        mut of_row: impl FnMut(u32),
    ) {
        let PublishedRows { taxonomy, groups, .. } = self.published;
        let words = self.words.get(person);
        nodes.clear();
        for &word in words {
            // If a node was visited, all nodes above it were visited too.
            for node in taxonomy.ancestors(word) {
                if nodes.get(node.0) > 0 {
                    break;
                }
                nodes.add(node.0, 1);
            }
        }
        for &node in nodes.touched() {
            let rows = self.rows.get(node as usize).iter();
            rows.filter(|&&row| generalizes(taxonomy, [groups.get(row as usize), given], words))
                .for_each(|&row| of_row(row));
        }
    }

    /// People of the reference who could have `row`: all, or about [`MOST_ALIKE`] evenly chosen ones.
    fn alike(&self, row: u32) -> Vec<u32> {
        let PublishedRows { taxonomy, groups, .. } = self.published;
        let bag = groups.get(row as usize);
        let Some(rarest) = rarest(taxonomy, &self.people, bag) else { return Vec::new() };
        let mut alike =
            set_of(self.people.span(rarest.index()..taxonomy.end(rarest).index()).iter().copied());
        alike.retain(|&person| generalizes(taxonomy, [bag], self.words.get(person as usize)));
        let every = alike.len().div_ceil(MOST_ALIKE).max(1);
        alike.into_iter().step_by(every).collect()
    }

    /// Guesses rows from the best rating to the worst. A row that no similar person could have is rated by no
    /// more than its number of owners. So rows without matches are visited by descending owners, only until ten
    /// rows are rated higher.
    pub fn guess(
        &self,
        sought: &Sought,
        AttackCounts { alike: counts, nodes }: &mut AttackCounts,
    ) -> Chances {
        let owners = |row: u32| f64::from(self.published.owners[row as usize]);
        let given = self.published.groups.get(sought.given as usize);
        let alike = self.alike(sought.given);
        counts.clear();
        for &person in &alike {
            self.for_each_row(person as usize, given, nodes, |row| counts.add(row, 1));
        }
        let per_person = alike.len() as f64 / (self.words.len() as f64).max(1.0);
        let rate = |row: u32, found: u32| {
            let expected = per_person * f64::from(self.could_have[row as usize]);
            owners(row) * (f64::from(found) + PRIOR) / (expected + PRIOR)
        };
        let mut rated: Vec<Rated> = Vec::new();
        let mut best: Vec<f64> = Vec::with_capacity(GUESSES + 1);
        let mut add = |row: u32, found: u32, best: &mut Vec<f64>| {
            let rating = rate(row, found);
            rated.push(Rated { rating, then: 0, is_right: sought.others.binary_search(&row).is_ok() });
            let place = best.partition_point(|&other| other >= rating);
            best.insert(place, rating);
            best.truncate(GUESSES);
        };
        for (row, found) in counts.iter().filter(|&(row, _)| row != sought.given) {
            add(row, found, &mut best);
        }
        for &row in &self.commonest {
            if best.len() == GUESSES && best[GUESSES - 1] > owners(row) {
                break;
            }
            if row != sought.given && counts.get(row) == 0 {
                add(row, 0, &mut best);
            }
        }
        try_best(rated)
    }
}

/// The label of `bag` with the fewest items of people at or below it. A person with several such items counts
/// several times.
fn rarest(taxonomy: &Taxonomy, people: &Ragged<u32>, bag: &[Node]) -> Option<Node> {
    let have = |node: &Node| people.span(node.index()..taxonomy.end(*node).index()).len();
    bag.iter().copied().min_by_key(have)
}
