//! Measures what was lost and kept of the rows of some owners, and checks that all that is published is
//! theirs. Accounts of different owners are added up.

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

/// Sums of what all machines read: a plain record that travels as JSON. The cluster program adds its numbers
/// up.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct AllRead {
    /// Counts of lines, owners and words.
    pub counts: ReadCounts,
    /// Pairs of an owner and a whole query.
    pub asked: usize,
    /// Unknown words: pairs of the times a word was typed, and the number of words that were typed so often.
    pub unknown: Vec<(u64, u64)>,
    /// Number of cells of all rows that have each node as their item.
    pub cells: Vec<u64>,
    /// The name of the node that unknown words were put at, if any were.
    pub stand_in: Option<String>,
    /// Source and hash of the taxonomy.
    pub taxonomy: TaxonomyFacts,
}

impl AllRead {
    /// Name of the node for unknown words, if `job` states one and there were unknown words.
    pub fn stand_in_of(job: &Job, counts: &ReadCounts) -> Option<String> {
        match &job.words.unknown {
            Some(Unknown::As(name)) if counts.words.placed > 0 => Some(name.clone()),
            _ => None,
        }
    }

    /// The typed words, with the information of each.
    pub(super) fn typed(&self, taxonomy: &Taxonomy) -> Typed {
        let stand_in = self.stand_in.as_deref().and_then(|name| taxonomy.find_meant(name));
        let each = |&(times, words): &(u64, u64)| std::iter::repeat_n(times, words as usize);
        let left_out = ungrouped(&self.counts, self.unknown.iter().flat_map(each), 0);
        Typed::of_cells(taxonomy, self.cells.clone(), stand_in, &left_out)
    }
}

/// Sums over the rows of some owners.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Account {
    /// Measures of published lines: whole rows, or parts of them.
    pub(super) lines: MeasureSums,
    /// Measures of all that owners have, where they are published in parts.
    pub(super) owners: MeasureSums,
    pub(super) kept: KeptSums,
    /// Rows that were read.
    pub(super) transactions: usize,
    /// Items of these.
    pub(super) cells: usize,
    /// Rows, or parts, that are published wrongly.
    pub(super) wrong: usize,
}

impl Account {
    /// The account of the owners of `rows`. `rows` has all that these owners have, and `parts` all that is
    /// published of them. For pieces, `queries` are those that k owners asked; whole rows have none.
    ///
    /// # Errors
    /// When a table is not as it should be.
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
            // Every row is a part of its own.
            None => {
                account.lines = measure_sums(&transactions, taxonomy, &cut.release);
                account.kept = kept_sums(&transactions, &cut.release, &typed);
            }
        }
        Ok(account)
    }

    /// Adds the account of other owners.
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

/// Number of wrong parts. A part is wrong if its row does not have its items, or another part has them too.
/// It is also wrong if its labels do not generalize the items, or its text is not a query of the row. This
/// looks at what was published, not at how it was made.
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

/// The cut of `rows` into `parts`, which are all that is published of them. In pieces, equal rows of an owner
/// are published as the first of them.
fn cut_of(transactions: &Transactions, rows: &Rows, parts: &Rows, in_pieces: bool) -> Cut {
    let firsts = if in_pieces { rows.firsts(transactions) } else { (0..rows.len() as u32).collect() };
    let mut cut = CutBuilder::new(transactions, firsts);
    // Both are sorted by owner and number.
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
