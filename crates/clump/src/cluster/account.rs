//! What became of the rows of some owners: what was lost, what was kept, and whether all that is published is theirs. Accounts of
//! different owners are added up.

use std::collections::BTreeMap;

use clump_core::containers::Ragged;
use clump_core::cut::Cut;
use clump_core::information::{KeptSums, kept_sums};
use clump_core::measure::{MeasureSums, measure_sums};
use clump_core::release::Release;
use clump_core::taxonomy::{Node, Taxonomy};
use clump_core::transactions::{Bags, Transactions};
use clump_core::verify::generalizes_sorted;
use clump_io::Batches;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::asking::CommonQueries;
use super::read::AllRead;
use super::table::Rows;
use super::tree::Tree;
use crate::RunError;

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
        let cut = cut_of(&rows, &parts, queries.is_some());
        let transactions = Transactions::from_rows(rows.nodes.clone(), rows.owner_of.clone());
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
fn cut_of(rows: &Rows, parts: &Rows, in_pieces: bool) -> Cut {
    let mut bags = Bags::default();
    let mut query: Vec<Option<u32>> = Vec::new();
    let mut numbers: FxHashMap<(&[Node], Option<u32>), u32> = FxHashMap::default();
    let mut cut = CutBuilder::default();
    let parts_of = |owner: &[u8]| match parts.owners.binary_search_by(|other| other.as_slice().cmp(owner)) {
        Ok(number) => {
            let own = |&of: &u32| of.cmp(&(number as u32));
            let from = parts.owner_of.partition_point(|of| own(of).is_lt());
            from..parts.owner_of.partition_point(|of| own(of).is_le())
        }
        Err(_) => 0..0,
    };
    for own in rows.of_owners() {
        let of_owner = parts_of(&rows.owners[rows.owner_of[own.start] as usize]);
        let mut firsts: FxHashMap<(&[Node], &[u32]), u32> = FxHashMap::default();
        for row in own {
            let same = if in_pieces {
                *firsts.entry((rows.nodes.get(row), rows.queries.get(row))).or_insert(rows.row[row])
            } else {
                rows.row[row]
            };
            let begin = parts.row[of_owner.clone()].partition_point(|&number| number < same);
            let of_row = (of_owner.start + begin..of_owner.end).take_while(|&part| parts.row[part] == same);
            for part in of_row {
                let bag = (parts.nodes.get(part), parts.text[part]);
                let number = *numbers.entry(bag).or_insert_with(|| {
                    query.push(bag.1);
                    bags.push(bag.0.iter().copied()) as u32
                });
                cut.push(rows.owner_of[row], row, parts.items(part), number);
            }
        }
    }
    cut.finish(bags, query)
}

/// A cut that is being made.
#[derive(Default)]
struct CutBuilder {
    items: Ragged<Node>,
    owners: Vec<u32>,
    of: Vec<u32>,
    bag_of: Vec<u32>,
    last: Option<u32>,
}

impl CutBuilder {
    fn push(&mut self, owner: u32, row: usize, items: &[Node], bag: u32) {
        // Owners are numbered by those who have parts.
        let number = match self.owners.last() {
            None => 0,
            Some(&number) => number + u32::from(self.last != Some(owner)),
        };
        self.last = Some(owner);
        self.items.open().extend_from_slice(items);
        self.items.pending_mut().sort_unstable();
        self.items.close();
        self.owners.push(number);
        self.of.push(row as u32);
        self.bag_of.push(bag);
    }

    fn finish(self, bags: Bags, query: Vec<Option<u32>>) -> Cut {
        let parts = Transactions::from_rows(self.items, self.owners);
        Cut { parts, of: self.of, release: Release::new(bags, self.bag_of), query }
    }
}
