//! Compares the pieces of a file with the other releases of a ledger.

use std::collections::{BTreeMap, BTreeSet};

use clump_core::cut::Cut;
use clump_core::over_time::NamedRow;
use clump_core::verify::{Verdict, differing_numbers};
use clump_io::release::Released;

use super::first_like;
use crate::LedgerError;
use crate::data::Data;
use crate::guards::over_time::OverTimeLedger;
use crate::guards::pieces_over_time::{of_labels, of_query, piece};

/// The other releases of a ledger, for the check of a release of pieces.
pub(crate) struct OtherPieces<'a> {
    ledger: &'a OverTimeLedger,
    data: &'a Data,
    cut: &'a Cut,
    /// The owners who were left out of pieces, by what a piece says.
    left_out: BTreeMap<&'a str, &'a [u32]>,
    /// The number of the release in the ledger; `None` if it is not entered yet.
    entry: Option<usize>,
}

impl<'a> OtherPieces<'a> {
    /// For the check of `cut`. `rows` say who was left out, if the release has no `entry` in the ledger yet.
    pub fn new(
        ledger: &'a OverTimeLedger,
        (data, cut): (&'a Data, &'a Cut),
        rows: &'a [NamedRow],
        entry: Option<usize>,
    ) -> OtherPieces<'a> {
        let left_out = rows.iter().map(|row| (row.values[0].as_str(), row.left_out.as_slice())).collect();
        OtherPieces { ledger, data, cut, left_out, entry }
    }

    /// For the check of a file with the hash `blake3`. An error if the ledger does not have it.
    pub fn of_file(
        ledger: &'a OverTimeLedger,
        (data, cut): (&'a Data, &'a Cut),
        (released, line_of_each): (&Released, &[usize]),
        blake3: &str,
    ) -> Result<OtherPieces<'a>, LedgerError> {
        let others = OtherPieces::new(ledger, (data, cut), &[], None);
        let (rows, _) = others.rows(released, &first_like(released), line_of_each);
        Ok(OtherPieces { entry: Some(ledger.entry_with(blake3, &rows)?), ..others })
    }

    /// Verdict on the numbers of a file, read back, beside the other releases.
    pub fn verdict(&self, released: &Released, like: &[u32], line_of_each: &[usize], k: usize) -> Verdict {
        let (rows, lines) = self.rows(released, like, line_of_each);
        let (releases, which) = self.ledger.releases_with(&rows, self.entry);
        differing_numbers(&releases, which, &lines, k)
    }

    /// The pieces of a file, and the lines of each.
    fn rows(
        &self,
        released: &Released,
        like: &[u32],
        line_of_each: &[usize],
    ) -> (Vec<NamedRow>, Vec<Vec<usize>>) {
        let mut owners: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
        for (&line, &transaction) in line_of_each.iter().zip(&self.cut.of) {
            let owner = self.data.transactions.owner(transaction as usize);
            owners.entry(like[line - 1]).or_default().insert(owner);
        }
        let mut lines: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        (1..).zip(like).for_each(|(line, &first)| lines.entry(first).or_default().push(line));
        let row = |(&first, owners): (&u32, &BTreeSet<u32>)| {
            let labels = released.row(first as usize).iter();
            let value = match released.text(first as usize) {
                Some(text) => of_query(text),
                None => of_labels(labels.map(|&label| released.labels().get(label as usize)).collect()),
            };
            let left_out =
                self.left_out.get(value.as_str()).map(|owners| owners.to_vec()).unwrap_or_default();
            let owners = owners.iter().copied().collect();
            // How many owners a row needs matters only before it is published.
            piece(value, 0, owners, left_out)
        };
        let rows = owners.iter().map(row).collect();
        (rows, owners.keys().map(|first| lines.remove(first).unwrap_or_default()).collect())
    }
}
