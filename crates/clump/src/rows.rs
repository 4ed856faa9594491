//! The lines of a release file: which line stands for which transaction.

use clump_core::release::Release;
use clump_core::taxonomy::Taxonomy;
use clump_core::transactions::Transactions;
use clump_io::release::ReleaseLayout;

/// A canonical release laid out in lines.
#[derive(Debug)]
pub struct Rows<'r> {
    release: &'r Release,
    taxonomy: &'r Taxonomy,
    layout: ReleaseLayout,
    /// Owners of each bag.
    owners: Vec<usize>,
    /// Transactions of each bag.
    copies: Vec<usize>,
}

impl<'r> Rows<'r> {
    /// Lays `release`, which must be canonical, out as lines.
    pub fn new(
        release: &'r Release,
        transactions: &Transactions,
        taxonomy: &'r Taxonomy,
        layout: ReleaseLayout,
    ) -> Rows<'r> {
        let sizes = release.group_sizes(transactions);
        Rows {
            release,
            taxonomy,
            layout,
            owners: sizes.iter().map(|size| size.owners).collect(),
            copies: sizes.iter().map(|size| size.rows).collect(),
        }
    }

    /// Calls `line(owners, sorted labels)` for each line in order.
    ///
    /// # Errors
    /// The first that `line` returns.
    pub fn try_for_each<E>(&self, mut line: impl FnMut(u64, &[&str]) -> Result<(), E>) -> Result<(), E> {
        let mut labels = Vec::new();
        for (number, bag) in self.release.bags().iter().enumerate() {
            labels.clear();
            labels.extend(bag.iter().map(|&item| self.taxonomy.name(item)));
            labels.sort_unstable();
            let lines = match self.layout {
                ReleaseLayout::Groups => 1,
                ReleaseLayout::Rows => self.copies[number],
            };
            for _ in 0..lines {
                line(self.owners[number] as u64, &labels)?;
            }
        }
        Ok(())
    }

    /// The line, from 1, that each transaction is published on.
    pub fn line_of_each(&self) -> Vec<usize> {
        let mut next: Vec<usize> = match self.layout {
            ReleaseLayout::Groups => (1..=self.copies.len()).collect(),
            ReleaseLayout::Rows => {
                let ends = self.copies.iter().scan(0, |lines, copies| {
                    *lines += copies;
                    Some(*lines)
                });
                ends.zip(&self.copies).map(|(end, copies)| end - copies + 1).collect()
            }
        };
        (0..self.release.rows())
            .map(|row| {
                let line = &mut next[self.release.bag_of(row)];
                let this = *line;
                if self.layout == ReleaseLayout::Rows {
                    *line += 1;
                }
                this
            })
            .collect()
    }
}
