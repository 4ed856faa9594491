//! Measures the loss of the rows of some owners, and checks that everything published as theirs is theirs.
//! The accounts of different owners can be added up.

use std::collections::BTreeMap;

use clump_core::cut::{Cut, CutBuilder};
use clump_core::information::{KeptSums, Typed, kept_sums};
use clump_core::measure::{MeasureSums, measure_sums};
use clump_core::taxonomy::{Node, Taxonomy};
use clump_core::transactions::Transactions;
use clump_core::verify::generalizes_sorted;
use clump_io::{Batches, ReadCounts, Unknown};
use clump_report::TaxonomyFacts;
use serde::{Deserialize, Serialize};

use super::asking::CommonQueries;
use super::table::Rows;
use super::tree::Tree;
use crate::RunError;
use crate::job::Job;
use crate::release::words::ungrouped;

/// Sums over the input that all machines read. It is exchanged as JSON, and the cluster program adds the
/// numbers up.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct AllRead {
    /// Numbers of lines, owners and words that the machines counted.
    pub counts: ReadCounts,
    /// Number of pairs of an owner and a whole query of theirs.
    pub asked: usize,
    /// Unknown words as pairs: a number of occurrences, and the number of words that occur so often.
    pub unknown: Vec<(u64, u64)>,
    /// For each node, the number of cells with it, where a cell is one item of one row.
    pub cells: Vec<u64>,
    /// Name of the node to which unknown words were mapped; `None` if no word was.
    pub stand_in: Option<String>,
    /// Source and hash of the taxonomy.
    pub taxonomy: TaxonomyFacts,
}

impl AllRead {
    /// Name of the node to which `job` maps unknown words; `None` if there is no such rule or no unknown
    /// word.
    pub fn stand_in_of(job: &Job, counts: &ReadCounts) -> Option<String> {
        match &job.words.unknown {
            Some(Unknown::As(name)) if counts.words.placed > 0 => Some(name.clone()),
            _ => None,
        }
    }

    /// Information in bits of each word as typed, unknown words included.
    pub(super) fn typed(&self, taxonomy: &Taxonomy) -> Typed {
        let stand_in = self.stand_in.as_deref().and_then(|name| taxonomy.find_meant(name));
        let each = |&(times, words): &(u64, u64)| std::iter::repeat_n(times, words as usize);
        let left_out = ungrouped(&self.counts, self.unknown.iter().flat_map(each), 0);
        Typed::of_cells(taxonomy, self.cells.clone(), stand_in, &left_out)
    }
}

/// Measures of the rows of some owners, as sums that can be added to those of other owners.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Account {
    /// Loss of the published rows: whole rows, or the parts of rows.
    pub(super) lines: MeasureSums,
    /// Loss of all parts of each owner together, where rows are published in parts. Otherwise zero.
    pub(super) owners: MeasureSums,
    pub(super) kept: KeptSums,
    /// Number of rows that were read.
    pub(super) transactions: usize,
    /// Number of items of the rows that were read.
    pub(super) cells: usize,
    /// Number of rows, or of parts of rows, that do not match the input.
    pub(super) wrong: usize,
}

impl Account {
    /// Measures the owners of `rows`, which has all of their rows. `parts` has everything that is published
    /// of them. `queries` are the queries that k owners asked if the method is `pieces`, else `None`.
    ///
    /// # Errors
    /// When a table lacks a column, or a column has the wrong type.
    pub fn of(
        tree: &Tree,
        read: &AllRead,
        queries: Option<&CommonQueries>,
        rows: &Batches,
        parts: Option<&Batches>,
    ) -> Result<Account, RunError> {
        let taxonomy = tree.taxonomy();
        let typed = read.typed(taxonomy);
        let texts = queries.map(CommonQueries::numbers).unwrap_or_default();
        let rows = Rows::read_with(rows, &texts)?;
        let parts = parts.map(|parts| Rows::read_with(parts, &texts)).transpose()?.unwrap_or_default();
        let transactions = rows.transactions();
        let cut = cut_of(&transactions, &rows, &parts, queries.is_some());
        let mut account = Account {
            transactions: transactions.len(),
            cells: transactions.items(),
            wrong: wrong(&transactions, &rows, &cut, taxonomy, queries),
            ..Account::default()
        };
        match queries {
            Some(_) => {
                let (by_owner, united) = cut.united(&transactions);
                account.owners = measure_sums(&by_owner, taxonomy, &united);
                account.lines = measure_sums(&cut.parts, taxonomy, &cut.release);
                account.kept = cut.kept_sums(&transactions, &typed);
            }
            // For whole rows, each row is one part.
            None => {
                account.lines = measure_sums(&transactions, taxonomy, &cut.release);
                account.kept = kept_sums(&transactions, &cut.release, &typed);
            }
        }
        Ok(account)
    }

    /// Adds the sums over other owners.
    #[must_use]
    pub fn and(self, other: Account) -> Account {
        Account {
            lines: self.lines.and(other.lines),
            owners: self.owners.and(other.owners),
            kept: self.kept.and(other.kept),
            transactions: self.transactions + other.transactions,
            cells: self.cells + other.cells,
            wrong: self.wrong + other.wrong,
        }
    }
}

/// Counts the parts that are wrong. A part is wrong if its row lacks its items, or if another part already
/// uses them. It is also wrong if its labels do not generalize its items, or its text is no query of its row.
/// The check reads the published parts, not the steps that made them.
fn wrong(
    transactions: &Transactions,
    rows: &Rows,
    cut: &Cut,
    taxonomy: &Taxonomy,
    queries: Option<&CommonQueries>,
) -> usize {
    let mut used: BTreeMap<u32, Vec<Node>> = BTreeMap::new();
    let mut wrong = 0;
    for (part, &row) in cut.of.iter().enumerate() {
        let (items, labels) = (cut.parts.get(part), cut.release.get(part));
        used.entry(row).or_default().extend_from_slice(items);
        let is_asked = match (cut.query[cut.release.bag_of(part)], queries) {
            (Some(query), Some(queries)) => {
                rows.queries.get(row as usize).binary_search(&query).is_ok() && queries.items(query) == labels
            }
            (text, _) => text.is_none(),
        };
        wrong += usize::from(!is_asked || !generalizes_sorted(taxonomy, labels, items));
    }
    for (row, mut items) in used {
        items.sort_unstable();
        let mut left = transactions.get(row as usize).iter();
        wrong += usize::from(!items.iter().all(|item| left.any(|have| have == item)));
    }
    wrong
}

/// Assigns the published `parts` to `rows`. If an owner has equal rows and the method is `pieces`, only the
/// first of them has parts.
fn cut_of(transactions: &Transactions, rows: &Rows, parts: &Rows, in_pieces: bool) -> Cut {
    let firsts = if in_pieces { rows.firsts(transactions) } else { (0..rows.len() as u32).collect() };
    let mut cut = CutBuilder::new(transactions, firsts);
    // Rows and parts are sorted by owner, then by number of the row.
    let mut row = 0;
    for part in 0..parts.len() {
        while row < rows.len() && rows.number(row) < parts.number(part) {
            row += 1;
        }
        let is_here = row < rows.len() && rows.number(row) == parts.number(part);
        if is_here && cut.is_cut(row as u32) {
            let items = parts.items(part).iter().copied();
            cut.push(row as u32, items, parts.nodes.get(part), parts.text[part]);
        }
    }
    cut.finish()
}
