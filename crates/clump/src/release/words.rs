//! What became of everything that a run read, from what reading counted and from what is published.

use clump_core::log::QueryLog;
use clump_core::measure::{Measures, exact_occurrences};
use clump_core::release::Release;
use clump_core::rewrite::Rewritten;
use clump_report::{LeftOut, LinesRead, OwnersRead, Words};

use crate::data::Data;

impl Data {
    /// What became of all words, if `release`, with its `measures`, is published.
    ///
    /// Words that were put at one node because they are unknown are generalized even where that very node is published: it
    /// is not what was typed. The few who typed the name of that node are counted with them.
    pub fn words(&self, release: &Release, measures: &Measures) -> Words {
        let placed = self.stand_in.map_or(0, |node| exact_occurrences(&self.transactions, release, node));
        let left_with_owners = self.counts.items as usize - measures.items;
        Words::new(
            measures.items,
            measures.items_exact - placed,
            measures.items_generalized + placed,
            LeftOut {
                unknown: self.counts.words_unknown as usize,
                dropped: self.counts.words_dropped as usize + left_with_owners,
            },
        )
    }

    /// Whose rows were read, and how many of them are not in what is grouped.
    pub fn owners_read(&self) -> OwnersRead {
        let read = self.counts.owners_read() as usize;
        OwnersRead { owners_read: read, owners_dropped: read - self.transactions.owners() }
    }
}

/// What became of the lines of `log`, and of their owners. A line is as typed if the text of its query is: owner, time and
/// click may have been changed.
pub(crate) fn lines_read(log: &QueryLog, rewritten: &Rewritten) -> (LinesRead, OwnersRead) {
    let table = &rewritten.table;
    let query = table.header().iter().position(|&name| name == "Query");
    let (mut is_published, mut is_as_typed) = (vec![false; log.lines.len()], vec![false; log.lines.len()]);
    let mut is_owner_there = vec![false; log.owners.len()];
    for (row, &origin) in rewritten.origin.iter().enumerate() {
        let line = &log.lines[origin as usize];
        is_published[origin as usize] = true;
        is_owner_there[line.owner as usize] = true;
        let text = query.and_then(|column| table.row(row).nth(column));
        is_as_typed[origin as usize] |= text == Some(log.query(line));
    }
    let count = |are: &[bool]| are.iter().filter(|&&is| is).count();
    let lines = LinesRead::new(log.lines.len(), count(&is_published), count(&is_as_typed));
    let owners_dropped = log.owners.len() - count(&is_owner_there);
    (lines, OwnersRead { owners_read: log.owners.len(), owners_dropped })
}
