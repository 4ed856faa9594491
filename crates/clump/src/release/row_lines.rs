//! The lines of a release file, and the line of each transaction.
//!
//! A group is one line, or one line for each of its owners. Transactions of one owner in a group share the
//! line of that owner: a line for each would hide what was asked, and reveal how often.

use clump_core::release::Release;
use clump_core::taxonomy::Taxonomy;
use clump_core::transactions::Transactions;
use clump_io::release::ReleaseLayout;

/// A canonical release laid out in lines.
#[derive(Debug)]
pub struct RowLines<'r> {
    release: &'r Release,
    taxonomy: &'r Taxonomy,
    layout: ReleaseLayout,
    /// Number of owners of each bag.
    owners: Vec<u32>,
    /// The line, from 1, that each transaction is published on.
    line_of_each: Vec<usize>,
}

impl<'r> RowLines<'r> {
    /// Lays `release`, which must be canonical, out as lines. O(transactions) where the rows of an owner are
    /// adjacent, as in a log that was read.
    pub fn new(
        release: &'r Release,
        transactions: &Transactions,
        taxonomy: &'r Taxonomy,
        layout: ReleaseLayout,
    ) -> RowLines<'r> {
        let (mut rows, ends) = rows_by_bag(release);
        let mut owners = Vec::with_capacity(ends.len());
        let mut line_of_each = vec![0; rows.len()];
        let (mut start, mut lines) = (0, 0);
        for end in ends {
            let rows = &mut rows[start..end];
            let owner = |&row: &u32| transactions.owner(row as usize);
            if !rows.is_sorted_by_key(owner) {
                rows.sort_by_key(owner);
            }
            let mut count = 0;
            for of_owner in rows.chunk_by(|a, b| owner(a) == owner(b)) {
                let line = match layout {
                    ReleaseLayout::Groups => lines + 1,
                    ReleaseLayout::Rows => lines + 1 + count as usize,
                };
                of_owner.iter().for_each(|&row| line_of_each[row as usize] = line);
                count += 1;
            }
            lines += match layout {
                ReleaseLayout::Groups => 1,
                ReleaseLayout::Rows => count as usize,
            };
            owners.push(count);
            start = end;
        }
        RowLines { release, taxonomy, layout, owners, line_of_each }
    }

    /// Calls `lines(number, owners, sorted labels, bag)` for each group in order: this number of equal lines
    /// follow each other.
    ///
    /// # Errors
    /// The first that `lines` returns.
    pub fn try_for_each<E>(
        &self,
        mut lines: impl FnMut(usize, u64, &[&str], usize) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut labels = Vec::new();
        for (number, (bag, &owners)) in self.release.bags().iter().zip(&self.owners).enumerate() {
            labels.clear();
            labels.extend(bag.iter().map(|&item| self.taxonomy.name(item)));
            labels.sort_unstable();
            let times = match self.layout {
                ReleaseLayout::Groups => 1,
                ReleaseLayout::Rows => owners as usize,
            };
            lines(times, owners.into(), &labels, number)?;
        }
        Ok(())
    }

    /// The line, from 1, that each transaction is published on.
    pub fn into_line_of_each(self) -> Vec<usize> {
        self.line_of_each
    }
}

/// The transactions of each bag, as numbers end to end, ascending within a bag; and the end of each bag.
fn rows_by_bag(release: &Release) -> (Vec<u32>, Vec<usize>) {
    let mut ends = vec![0; release.bags().len()];
    for row in 0..release.rows() {
        ends[release.bag_of(row)] += 1;
    }
    let mut start = 0;
    for end in &mut ends {
        // Where the bag begins; moves to its end below.
        (start, *end) = (start + *end, start);
    }
    let mut rows = vec![0; release.rows()];
    for row in 0..release.rows() {
        let next = &mut ends[release.bag_of(row)];
        rows[*next] = row as u32;
        *next += 1;
    }
    (rows, ends)
}
