//! Guesses without a reference log: by closeness in the taxonomy, by the number of owners of rows, and by chance.
//! The last two ignore the given row.

use std::collections::BTreeMap;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::Sought;
use super::ties::{Chances, GUESSES, Rated, Tie, chances, try_best};
use crate::containers::{SparseCounts, set_of};
use crate::risk::published::{Lists, PublishedRows};

/// Guesses rows that are close to the given row in the taxonomy. The rating of a row is that of its closest pair of
/// labels. Two labels are close if few items of the data are at or below a node above both. `seen` is a buffer with
/// a count for each row. Visits the rows below higher and higher nodes until there are enough: at worst all rows.
pub(super) fn closest(
    published: &PublishedRows<'_>,
    lists: &Lists,
    sought: &Sought,
    seen: &mut SparseCounts<u8>,
) -> Chances {
    let PublishedRows { taxonomy, groups, owners, items, .. } = published;
    let given = groups.get(sought.given as usize);
    let above = given.iter().flat_map(|&label| taxonomy.ancestors(label));
    let above = set_of(above.map(|node| (items.count(taxonomy, node), node)));
    seen.clear();
    seen.add(sought.given, 1);
    let mut rated: Vec<Rated> = Vec::new();
    for as_close in above.chunk_by(|a, b| a.0 == b.0) {
        if rated.len() >= GUESSES {
            break;
        }
        for &(below, node) in as_close {
            for row in lists.at_or_below(taxonomy, node).iter().map(|found| found.group) {
                if seen.get(row) == 0 {
                    seen.add(row, 1);
                    rated.push(Rated {
                        rating: -(below as f64),
                        then: owners[row as usize],
                        is_right: sought.others.binary_search(&row).is_ok(),
                    });
                }
            }
        }
    }
    try_best(rated)
}

pub(super) struct Sizes<'a> {
    owners: &'a [u32],
    /// For each number of owners, the number of rows that have it.
    rows_with: BTreeMap<u32, usize>,
}

impl<'a> Sizes<'a> {
    pub fn new(published: &'a PublishedRows<'_>) -> Sizes<'a> {
        let mut rows_with = BTreeMap::new();
        for &owners in &published.owners {
            *rows_with.entry(owners).or_default() += 1;
        }
        Sizes { owners: &published.owners, rows_with }
    }

    /// Guesses the rows with the fewest owners first.
    pub fn fewest_owners(&self, sought: &Sought) -> Chances {
        chances(self.rows_with.iter().map(|(&owners, &rows)| self.tie(sought, owners, rows)))
    }

    /// Guesses the rows with the most owners first.
    pub fn most_owners(&self, sought: &Sought) -> Chances {
        chances(self.rows_with.iter().rev().map(|(&owners, &rows)| self.tie(sought, owners, rows)))
    }

    fn tie(&self, sought: &Sought, owners: u32, rows: usize) -> Tie {
        let has_so_many = |row: &u32| self.owners[*row as usize] == owners;
        Tie {
            rows: rows - usize::from(has_so_many(&sought.given)),
            right: sought.others.iter().filter(|row| has_so_many(row)).count(),
        }
    }
}

// Guesses by chance alone: rows are drawn in proportion to their owners, like lines of a release in which a row
// occurs once for each owner.

/// Number of simulated draws of ten guesses for each owner, because their chance has no closed form.
const DRAWS: usize = 32;

/// Prefix sums of the numbers of owners: each row is an interval as long as its number of owners.
pub(super) struct Weights {
    /// Start of the interval of each row, then the total length; one more number than rows.
    starts: Vec<u64>,
}

impl Weights {
    pub fn new(owners: &[u32]) -> Weights {
        let mut starts = vec![0];
        let mut end = 0;
        for &owners in owners {
            end += u64::from(owners);
            starts.push(end);
        }
        Weights { starts }
    }

    /// Chances for draws in proportion to owners: exact for one guess, simulated with `seed` for ten.
    pub fn draw(&self, sought: &Sought, seed: u64) -> Chances {
        let right: u64 = sought.others.iter().map(|&row| self.weight(row)).sum();
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let hits = (0..DRAWS).filter(|_| self.draw_ten(sought, &mut random)).count();
        Chances {
            at_one: right as f64 / (self.all() - self.weight(sought.given)) as f64,
            at_ten: hits as f64 / DRAWS as f64,
        }
    }

    /// True if a right row is among ten distinct rows that are drawn one after the other.
    fn draw_ten(&self, sought: &Sought, random: &mut ChaCha8Rng) -> bool {
        // The intervals of drawn rows are cut out, and later intervals move up.
        let mut drawn = vec![sought.given];
        for _ in 0..GUESSES {
            let left = self.all() - drawn.iter().map(|&row| self.weight(row)).sum::<u64>();
            if left == 0 {
                break;
            }
            let mut place = random.random_range(0..left);
            for &row in &drawn {
                if self.starts[row as usize] <= place {
                    place += self.weight(row);
                }
            }
            let row = self.starts.partition_point(|&start| start <= place) as u32 - 1;
            if sought.others.binary_search(&row).is_ok() {
                return true;
            }
            let at = drawn.partition_point(|&other| other < row);
            drawn.insert(at, row);
        }
        false
    }

    fn weight(&self, row: u32) -> u64 {
        self.starts[row as usize + 1] - self.starts[row as usize]
    }

    fn all(&self) -> u64 {
        self.starts[self.starts.len() - 1]
    }
}
