//! Counts of lines, words, transactions and owners that were read or left out, for reports.

use serde::{Deserialize, Serialize};

use crate::options::MapCounts;
use crate::taxonomy::RepairCounts;

/// Counts of one reading of a log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadCounts {
    /// Number of input files that held data.
    pub files: u64,
    /// Number of lines of data, or rows of a table, including malformed ones. Headers are not counted, nor
    /// are blank lines of a query log or a table.
    pub lines: u64,
    /// Number of lines that were not UTF-8 and were read as Latin-1.
    pub latin1_lines: u64,
    /// Number of malformed lines that were left out.
    pub bad_lines: u64,
    /// Number of items left out because they are null or empty. A table row without any item counts as one.
    #[serde(default)]
    pub null_items: u64,
    /// Number of query log lines that are further clicks: they repeat an earlier owner, text and time.
    pub click_lines: u64,
    /// Number of lines with an empty query, which were left out.
    #[serde(default)]
    pub blank_queries: u64,
    /// Number of lines or rows without a cell, if facts are counted by a column. No published cell has them.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub lines_without_cell: u64,
    /// Number of queries that were read, without further clicks and empty queries.
    pub queries: u64,
    /// Number of queries left out because their owner asked the same query before. Zero unless whole queries
    /// are read and each query is a transaction.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub repeated_queries: u64,
    /// Number of baskets that were read.
    pub baskets: u64,
    /// Number of words, or items of baskets, by result of mapping.
    pub words: MapCounts,
    /// Number of transactions with at least one known item.
    pub transactions: u64,
    /// Number of transactions that were left out because they have no known item.
    pub empty_transactions: u64,
    /// Number of transaction names that several owners have. Each owner then has a separate transaction.
    pub shared_transactions: u64,
    /// Number of owners with at least one known item.
    pub owners: u64,
    /// Number of owners left out because they have no known item.
    pub empty_owners: u64,
    /// Number of owners all of whose queries are empty. They do not count as owners that were read.
    #[serde(default)]
    pub silent_owners: u64,
    /// Number of item occurrences in all transactions. Words of a transaction that map to the same item count
    /// once, unless repeats are kept.
    pub items: u64,
    /// Number of words left out because the taxonomy does not have them. Unlike in [`MapCounts::unknown`], a
    /// word that occurs twice in a transaction counts once, unless repeats are kept.
    #[serde(default)]
    pub words_unknown: u64,
    /// Number of words or phrases left out because an override drops them, counted in the same way.
    #[serde(default)]
    pub words_dropped: u64,
    /// Number of words that a category replaces in the transactions, counted in the same way: unknown words
    /// that became one node, and possible identifiers of persons.
    #[serde(default)]
    pub words_placed: u64,
    /// Number of `words_placed` that add no item, because their transaction has the category already.
    #[serde(default)]
    pub words_merged: u64,
    /// Repairs that were made in the taxonomy file.
    pub repaired: RepairCounts,
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}

impl ReadCounts {
    /// Number of words that were read, without stop words. Includes unknown and dropped words and words that
    /// share a category, each counted once per transaction as items are.
    pub fn words_read(&self) -> u64 {
        self.items + self.words_unknown + self.words_dropped + self.words_merged
    }

    /// Number of owners that were read, with or without a known item.
    pub fn owners_read(&self) -> u64 {
        self.owners + self.empty_owners
    }
}
