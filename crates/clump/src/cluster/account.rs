//! What became of the rows of some owners: what was lost, what was kept, and whether all that is published is theirs. Accounts of
//! different owners are added up.

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

/// Sums of what all machines read. A plain record that travels as JSON: who divides rows among machines adds its numbers up.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct AllRead {
    /// In lines, owners and words.
    pub counts: ReadCounts,
    /// Pairs of an owner and a whole query.
    pub asked: usize,
    /// How often words were typed that the taxonomy does not have, and how many words were typed so often.
    pub unknown: Vec<(u64, u64)>,
    /// By node, how many cells of all rows have it as their item.
    pub cells: Vec<u64>,
    /// The name of the node that unknown words were put at, if any were.
    pub stand_in: Option<String>,
    /// Which taxonomy it is.
    pub taxonomy: TaxonomyFacts,
}

impl AllRead {
    /// What `job` puts unknown words at, if it says so and there were any.
    pub fn stand_in_of(job: &Job, counts: &ReadCounts) -> Option<String> {
        match &job.words.unknown {
            Some(Unknown::As(name)) if counts.words.placed > 0 => Some(name.clone()),
            _ => None,
        }
    }

    /// What was typed, and how much each word of it tells.
    pub(super) fn typed(&self, taxonomy: &Taxonomy) -> Typed {
        let stand_in = self.stand_in.as_deref().and_then(|name| taxonomy.find_meant(name));
        let each = |&(times, words): &(u64, u64)| std::iter::repeat_n(times, words as usize);
        let left_out = ungrouped(&self.counts, self.unknown.iter().flat_map(each), 0);
        Typed::of_cells(taxonomy, self.cells.clone(), stand_in, &left_out)
    }
}

/// What is added up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Account {
    /// Of what lines stand for: whole rows, or parts of them.
    pub(super) lines: MeasureSums,
    /// Of all that owners have, where they are published in parts.
    pub(super) owners: MeasureSums,
    pub(super) kept: KeptSums,
    /// Rows that were read.
    pub(super) transactions: usize,
    /// Items of these.
    pub(super) cells: usize,
    /// Rows, or parts, that are published as something that they are not.
    pub(super) wrong: usize,
}

impl Account {
    /// The account of the owners of `rows`, which has all that they have, where `parts` is all that is published of them. In
    /// pieces, `queries` are those that k owners asked; there are none of whole rows.
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

    /// With those of other owners.
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

/// How many parts hold what their row does not have, or another part has too, have labels that do not generalize them, or the text
/// of a query that is not one of the row. It asks what was published, not how it was made.
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

/// The cut that `parts`, all that is published of `rows`, make. Of equal rows of an owner in pieces, what became of the first
/// became of the others.
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
