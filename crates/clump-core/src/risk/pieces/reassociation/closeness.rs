//! Guesses by meaning, as the taxonomy has it. Rows are close if they have labels below one node: the fewer
//! items of the data are at or below the node, the closer.

use super::Sought;
use super::ties::{Chances, GUESSES, Rated, try_best};
use crate::containers::{SparseCounts, set_of};
use crate::risk::published::{Lists, PublishedRows};

/// Closeness in the taxonomy.
pub(super) struct Closeness<'a> {
    pub published: &'a PublishedRows<'a>,
    pub lists: &'a Lists,
}

impl Closeness<'_> {
    /// Rates rows by their closest pair of labels; `seen` has room for a count of each. Visits the rows below
    /// higher and higher nodes until there are enough: at worst all rows.
    pub fn guess(&self, sought: &Sought, seen: &mut SparseCounts<u8>) -> Chances {
        let PublishedRows { taxonomy, groups, owners, items, .. } = self.published;
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
                for row in self.lists.at_or_below(taxonomy, node).iter().map(|found| found.group) {
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
}
