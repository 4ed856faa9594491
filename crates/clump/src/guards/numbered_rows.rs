//! Rows of a release in the numbers of a ledger.

use std::collections::BTreeSet;

use clump_core::over_time::{NamedRow, NewRow, Past, PastRow, is_settled, settle};
use rustc_hash::FxHashMap;

use super::ledger::{Ledger, OwnerHash, ValueHash};

/// Numbers for the owners and the values of some rows.
pub(super) struct NumberedRows<'l> {
    ledger: &'l Ledger,
    /// For each owner of the data, the number in the ledger. Owners who are not in the ledger follow the others.
    owners: Vec<u32>,
    /// For each number of an owner of the rows, the owner of the data.
    owner_of: FxHashMap<u32, u32>,
    /// The owners who are not in the ledger, sorted.
    pub more_people: Vec<OwnerHash>,
    values: FxHashMap<ValueHash, u32>,
    /// The values that are not in the ledger, sorted.
    pub more_values: Vec<ValueHash>,
}

impl<'l> NumberedRows<'l> {
    /// Numbers the owners and values of `rows`. `owners` has the hash of each owner of the data. New owners and values
    /// are numbered by hash, so their order reveals nothing.
    pub fn new(ledger: &'l Ledger, owners: &[OwnerHash], rows: &[NamedRow]) -> NumberedRows<'l> {
        let known: FxHashMap<OwnerHash, u32> = ledger.people().iter().copied().zip(0..).collect();
        let of_rows = rows.iter().flat_map(|row| row.owners.iter().chain(&row.left_out));
        let used: BTreeSet<u32> = of_rows.copied().collect();
        let hashes = used.iter().map(|&owner| owners[owner as usize]);
        let more_people: BTreeSet<OwnerHash> = hashes.filter(|hash| !known.contains_key(hash)).collect();
        let more_people: Vec<OwnerHash> = more_people.into_iter().collect();
        let next = known.len() as u32;
        let number = |hash: &OwnerHash| {
            known.get(hash).copied().or_else(|| Some(next + more_people.binary_search(hash).ok()? as u32))
        };
        let owners: Vec<u32> = owners.iter().map(|hash| number(hash).unwrap_or(u32::MAX)).collect();
        let owner_of = used.iter().map(|&owner| (owners[owner as usize], owner)).collect();

        let mut values: FxHashMap<ValueHash, u32> = ledger.row_values().iter().copied().zip(0..).collect();
        let of_rows = rows.iter().flat_map(|row| row.values.iter().chain(&row.implied));
        let hashes: BTreeSet<ValueHash> = of_rows.map(|value| ledger.value(value)).collect();
        let more_values: Vec<ValueHash> =
            hashes.into_iter().filter(|hash| !values.contains_key(hash)).collect();
        let next = values.len() as u32;
        values.extend(more_values.iter().copied().zip(next..));
        NumberedRows { ledger, owners, owner_of, more_people, values, more_values }
    }

    /// For each of `rows`, the owners whom it may count, sorted; `None` if it may not be published.
    pub fn settle(&self, rows: &[NamedRow]) -> Vec<Option<Vec<u32>>> {
        let (candidates, counted) = self.candidates(rows);
        let settled = settle(&Past::new(self.ledger.past()), &candidates, counted);
        let of_data = |people: Vec<u32>| {
            let mut owners: Vec<u32> = people.iter().map(|number| self.owner_of[number]).collect();
            owners.sort_unstable();
            owners
        };
        settled.into_iter().map(|people| people.map(of_data)).collect()
    }

    /// True if the rules allow `rows` as they are.
    pub fn are_settled(&self, rows: &[NamedRow]) -> bool {
        let (candidates, counted) = self.candidates(rows);
        is_settled(&Past::new(self.ledger.past()), &candidates, counted)
    }

    fn candidates(&self, rows: &[NamedRow]) -> (Vec<NewRow>, Vec<Option<Vec<u32>>>) {
        let counted = rows.iter().map(|row| Some(self.people(&row.owners)));
        (rows.iter().map(|row| self.candidate(row)).collect(), counted.collect())
    }

    fn candidate(&self, row: &NamedRow) -> NewRow {
        let set = |values: &[String]| {
            let number = |value: &String| self.values[&self.ledger.value(value)];
            let mut numbers: Vec<u32> = values.iter().map(number).collect();
            numbers.sort_unstable();
            numbers.dedup();
            numbers
        };
        let mut people = self.people(&row.owners);
        people.extend(self.people(&row.left_out));
        people.sort_unstable();
        NewRow {
            table: row.table,
            attributes: set(&row.values),
            cell: set(&row.cell),
            implied: set(&row.implied),
            least: row.least,
            people,
        }
    }

    /// The row as the ledger records it.
    pub fn past_row(&self, row: &NamedRow) -> PastRow {
        let NewRow { table, attributes, cell, implied, .. } = self.candidate(row);
        let [people, left_out] = [&row.owners, &row.left_out].map(|owners| self.people(owners));
        PastRow { table, attributes, cell, implied, people, left_out }
    }

    /// The sorted numbers of `owners` of the data.
    fn people(&self, owners: &[u32]) -> Vec<u32> {
        let mut people: Vec<u32> = owners.iter().map(|&owner| self.owners[owner as usize]).collect();
        people.sort_unstable();
        people
    }
}
