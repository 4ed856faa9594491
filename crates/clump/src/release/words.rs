//! What became of everything that a run read, from what reading counted and from what is published.

use clump_core::information::{Kept, Typed, Ungrouped, kept};
use clump_core::log::QueryLog;
use clump_core::release::Release;
use clump_core::rewrite::Rewritten;
use clump_report::{LeftOut, LinesRead, OwnersRead, Words};

use crate::data::Data;

impl Data {
    /// What became of all words, if `release` is published.
    ///
    /// Words that were put at one node because they are unknown are generalized even where that very node is published: it
    /// is not what was typed. The few who typed the name of that node are counted with them.
    pub fn words(&self, release: &Release) -> Words {
        let typed = Typed::new(&self.taxonomy, &self.transactions, self.stand_in, &self.ungrouped());
        let Kept { as_typed, generalized, information } = kept(&self.transactions, release, &typed);
        let left_out = LeftOut {
            unknown: self.counts.words_unknown as usize,
            dropped: self.counts.words_dropped as usize + self.left_with_owners(),
        };
        Words::new(self.transactions.items(), as_typed, generalized, left_out).with_information(information)
    }

    /// The words that were read and are in no transaction. Reading tells how often each unknown word was typed, and how many
    /// cells they have in all; these are shared out by how often, which is exact where no transaction has an unknown word
    /// twice. Of words that were dropped, nothing is known but their number.
    fn ungrouped(&self) -> Ungrouped {
        let cells = u128::from(self.counts.words_unknown);
        let typed = u128::from(self.counts.words.unknown.max(1));
        let words: Vec<u64> =
            self.unknown.iter().map(|(_, times)| (u128::from(times) * cells / typed) as u64).collect();
        let unnamed = self.counts.words_unknown.saturating_sub(words.iter().sum());
        Ungrouped { words, unnamed: unnamed + self.counts.words_dropped + self.left_with_owners() as u64 }
    }

    /// Items of owners who were left out because they are in an earlier release.
    fn left_with_owners(&self) -> usize {
        self.counts.items as usize - self.transactions.items()
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
