//! Counts of what was read and what was left out, for reports.

use serde::{Deserialize, Serialize};

use crate::options::MapCounts;
use crate::taxonomy::RepairCounts;

/// Counts of one reading.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadCounts {
    /// Files that held data.
    pub files: u64,
    /// Lines of data, or rows of a table, including malformed ones. Headers are not counted, nor are the
    /// blank lines of a query log or a table.
    pub lines: u64,
    /// Lines that were not UTF-8 and were read as Latin-1.
    pub latin1_lines: u64,
    /// Malformed lines left out.
    pub bad_lines: u64,
    /// Items left out because they are null or empty. A row of a table without any item counts as one.
    #[serde(default)]
    pub null_items: u64,
    /// Lines of a query log that repeat the query before them, one for each further click.
    pub click_lines: u64,
    /// Lines with an empty query, left out because they ask nothing.
    #[serde(default)]
    pub blank_queries: u64,
    /// Lines, or rows, without a cell, if facts are counted by a column. They are in no published cell.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub lines_without_cell: u64,
    /// Queries.
    pub queries: u64,
    /// Queries that their owner asked before. They are left out if whole queries are wanted and each is a
    /// transaction.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub repeated_queries: u64,
    /// Baskets.
    pub baskets: u64,
    /// Their words, or items, counted by result.
    pub words: MapCounts,
    /// Transactions kept.
    pub transactions: u64,
    /// Transactions without a known item, left out.
    pub empty_transactions: u64,
    /// Names of transactions that several owners have. Their rows stay apart by owner.
    pub shared_transactions: u64,
    /// Owners kept.
    pub owners: u64,
    /// Owners without a known item, left out.
    pub empty_owners: u64,
    /// Owners whose queries are all empty. They asked nothing and are not counted among the owners that were
    /// read.
    #[serde(default)]
    pub silent_owners: u64,
    /// Item occurrences in the transactions kept: words that lead to the same item of a transaction count
    /// once, unless repeats are kept.
    pub items: u64,
    /// Words that were left out because the taxonomy does not have them. Unlike [`MapCounts::unknown`],
    /// counted as items are: a word that one transaction has twice counts once, unless repeats are kept.
    #[serde(default)]
    pub words_unknown: u64,
    /// Words, or phrases, that were left out because an override says `drop`, counted in the same way.
    #[serde(default)]
    pub words_dropped: u64,
    /// Words that a category replaces in the transactions, counted in the same way: unknown words that became
    /// one node, and possible identifiers of persons.
    #[serde(default)]
    pub words_placed: u64,
    /// Words among these that add no item, because the category replaces other words of the transaction
    /// already.
    #[serde(default)]
    pub words_merged: u64,
    /// The repairs that were made in the taxonomy file.
    pub repaired: RepairCounts,
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}

impl ReadCounts {
    /// Number of words that were read, without stop words: items, unknown words, dropped words, and words
    /// that share a category with others. The unit is that of items.
    pub fn words_read(&self) -> u64 {
        self.items + self.words_unknown + self.words_dropped + self.words_merged
    }

    /// Owners that were read, with or without a known item.
    pub fn owners_read(&self) -> u64 {
        self.owners + self.empty_owners
    }
}
