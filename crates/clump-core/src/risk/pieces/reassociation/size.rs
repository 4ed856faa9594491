//! Guesses by how many owners rows have, whatever row is given.

use std::collections::BTreeMap;

use super::Sought;
use super::ties::{Chances, Tie, chances};
use crate::risk::published::PublishedRows;

/// Rows by their number of owners.
pub(super) struct Sizes<'a> {
    owners: &'a [u32],
    /// Number of rows with so many owners.
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

    /// The rarest rows first.
    pub fn fewest_owners(&self, sought: &Sought) -> Chances {
        chances(self.rows_with.iter().map(|(&owners, &rows)| self.tie(sought, owners, rows)))
    }

    /// The commonest first.
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
