//! The lines of a release file: which line stands for which transaction.
//!
//! A group is one line, or one line for each of its owners. Transactions that one owner has in a group share the line of
//! that owner: lines for each of them would hide what was asked and tell how often.

use clump_core::release::Release;
use clump_core::taxonomy::Taxonomy;
use clump_core::transactions::Transactions;
use clump_io::release::ReleaseLayout;

/// A canonical release laid out in lines.
#[derive(Debug)]
pub struct Rows<'r> {
    release: &'r Release,
    transactions: &'r Transactions,
    taxonomy: &'r Taxonomy,
    layout: ReleaseLayout,
    /// Every bag with each of its owners, sorted, once.
    owned: Vec<(u32, u32)>,
}

impl<'r> Rows<'r> {
    /// Lays `release`, which must be canonical, out as lines.
    pub fn new(
        release: &'r Release,
        transactions: &'r Transactions,
        taxonomy: &'r Taxonomy,
        layout: ReleaseLayout,
    ) -> Rows<'r> {
        let mut owned: Vec<(u32, u32)> =
            (0..release.rows()).map(|row| (release.bag_of(row) as u32, transactions.owner(row))).collect();
        owned.sort_unstable();
        owned.dedup();
        Rows { release, transactions, taxonomy, layout, owned }
    }

    /// Calls `line(owners, sorted labels)` for each line in order.
    ///
    /// # Errors
    /// The first that `line` returns.
    pub fn try_for_each<E>(&self, mut line: impl FnMut(u64, &[&str]) -> Result<(), E>) -> Result<(), E> {
        let mut labels = Vec::new();
        for group in self.owned.chunk_by(|(a, _), (b, _)| a == b) {
            let bag = self.release.bags().get(group[0].0 as usize);
            labels.clear();
            labels.extend(bag.iter().map(|&item| self.taxonomy.name(item)));
            labels.sort_unstable();
            let lines = match self.layout {
                ReleaseLayout::Groups => 1,
                ReleaseLayout::Rows => group.len(),
            };
            for _ in 0..lines {
                line(group.len() as u64, &labels)?;
            }
        }
        Ok(())
    }

    /// The line, from 1, that each transaction is published on.
    pub fn line_of_each(&self) -> Vec<usize> {
        let line_of = |row: usize| match self.layout {
            ReleaseLayout::Groups => self.release.bag_of(row) + 1,
            ReleaseLayout::Rows => {
                let owned = (self.release.bag_of(row) as u32, self.transactions.owner(row));
                self.owned.binary_search(&owned).expect("every transaction is published") + 1
            }
        };
        (0..self.release.rows()).map(line_of).collect()
    }
}
