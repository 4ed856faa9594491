//! Computes what became of all words and lines that a run read, from the counts of reading and the release.

use clump_core::cut::{Cut, CutFigures, figures};
use clump_core::information::{InformationKept, Retention, Typed, Ungrouped, kept};
use clump_core::log::QueryLog;
use clump_core::release::Release;
use clump_core::rewrite::Rewritten;
use clump_io::ReadCounts;
use clump_report::{LeftOut, LinesRead, OwnersRead, PieceFigures, Words};

use crate::data::Data;
use crate::release::row_release::RowRelease;

impl Data {
    /// Fate of all words if `release` is published: as typed, generalized, or lost.
    ///
    /// Unknown words were put at one node. They count as generalized even if that node itself is published,
    /// because nobody typed it. The few people who did type the name of that node are counted with them.
    fn words(&self, release: &Release) -> Words {
        let typed = Typed::new(&self.taxonomy, &self.transactions, self.stand_in, &self.ungrouped());
        let Retention { as_typed, generalized, information } = kept(&self.transactions, release, &typed);
        let items = self.transactions.items() + self.counts.words_merged as usize;
        Words::new(items, as_typed, generalized, self.left_out()).with_information(information)
    }

    /// Fate of all words if `rows` are published, and for pieces their measures.
    pub(crate) fn words_of(&self, rows: &RowRelease, k: Option<usize>) -> (Words, Option<PieceFigures>) {
        match rows {
            RowRelease::Whole(release) => (self.words(release), None),
            RowRelease::Pieces(cut) => {
                let (words, pieces) = self.words_of_cut(cut, k.unwrap_or(1));
                (words, Some(pieces))
            }
        }
    }

    /// Does the same for a release of pieces that `k` owners share.
    pub(crate) fn words_of_cut(&self, cut: &Cut, k: usize) -> (Words, PieceFigures) {
        let typed = Typed::new(&self.taxonomy, &self.transactions, self.stand_in, &self.ungrouped());
        let found = figures(&self.transactions, cut, &self.taxonomy, &typed, k);
        let CutFigures { cells, as_typed, generalized, information_kept, links_kept, .. } = found;
        let sizes = cut.release.group_sizes(&cut.parts);
        let whole = cut.query.iter().zip(&sizes).filter(|(query, _)| query.is_some());
        let published = whole.map(|(_, size)| size.owners).sum();
        let items = cells + self.counts.words_merged as usize;
        let words = Words::new(items, as_typed, generalized, self.left_out());
        (
            words.with_information(InformationKept { information_kept, links_kept }),
            PieceFigures::new(&found, published, self.queries.asked),
        )
    }

    fn left_out(&self) -> LeftOut {
        LeftOut {
            unknown: self.counts.words_unknown as usize,
            dropped: self.counts.words_dropped as usize + self.left_with_owners(),
        }
    }

    fn ungrouped(&self) -> Ungrouped {
        ungrouped(&self.counts, self.unknown.iter().map(|(_, times)| times), self.left_with_owners() as u64)
    }

    /// Number of items of owners who were left out. Such owners are in an earlier release, or the release
    /// loses less without them.
    fn left_with_owners(&self) -> usize {
        self.counts.items as usize - self.transactions.items()
    }

    /// Number of owners who were read, and number of those who are in no transaction.
    pub fn owners_read(&self) -> OwnersRead {
        self.owners_published(self.transactions.owners())
    }

    /// Number of owners who were read, and of those who are not among the `published` owners.
    pub(crate) fn owners_published(&self, published: usize) -> OwnersRead {
        let read = self.counts.owners_read() as usize;
        OwnersRead { owners_read: read, owners_dropped: read - published }
    }
}

/// Words that were read but are in no transaction. Reading counts how often each unknown word was typed, and
/// the number of cells of all unknown words. These cells are divided among the words in proportion. This is
/// exact if no transaction has an unknown word twice. For other words outside transactions, only their total
/// number is known.
pub(crate) fn ungrouped(
    counts: &ReadCounts,
    times: impl Iterator<Item = u64>,
    left_with_owners: u64,
) -> Ungrouped {
    let cells = u128::from(counts.words_unknown);
    let typed = u128::from(counts.words.unknown.max(1));
    let words: Vec<u64> = times.map(|times| (u128::from(times) * cells / typed) as u64).collect();
    let unnamed = counts.words_unknown.saturating_sub(words.iter().sum());
    let unnamed = unnamed + counts.words_dropped + counts.words_merged + left_with_owners;
    Ungrouped { words, unnamed, placed: counts.words_placed }
}

/// Fate of the lines of `log` and of their owners. A line counts as published as typed if its query text is
/// unchanged, even if owner, time or click changed.
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
