//! Owners who are left out of what was read.

use clump_core::measure::Measures;
use clump_core::names::Names;
use clump_core::transactions::Transactions;
use clump_report::WithheldFigures;

use super::Data;

/// How many owners get no row although they could, and what they have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Withheld {
    /// Owners.
    pub owners: usize,
    /// Their items.
    pub items: usize,
}

impl Data {
    /// Leaves these owners out, so that the others lose less, or keep what they were promised. The taxonomy stays that of all.
    ///
    /// # Panics
    /// When the list is not one of all owners.
    pub fn withhold(&mut self, is_out: &[bool]) {
        let (owners, items) = (self.transactions.owners(), self.transactions.items());
        leave_out(&mut self.transactions, &mut self.owner_names, is_out);
        self.withheld.owners += owners - self.transactions.owners();
        self.withheld.items += items - self.transactions.items();
    }
}

impl Data {
    /// What is told of those who were left out, whose items are lost in `measures`.
    pub(crate) fn withheld_figures(&self, measures: &Measures) -> WithheldFigures {
        WithheldFigures::new(self.withheld.owners, self.withheld.items, measures)
    }
}

/// Leaves these owners out.
///
/// # Panics
/// When the list is not one of all owners.
pub(super) fn leave_out(transactions: &mut Transactions, owner_names: &mut Names, is_out: &[bool]) {
    assert_eq!(is_out.len(), transactions.owners(), "every owner is in or out");
    if !is_out.contains(&true) {
        return;
    }
    let (mut rows, mut names) = (Transactions::default(), Names::default());
    // Owners are numbered by first appearance, and so are those who stay.
    let mut number = vec![None; is_out.len()];
    for row in 0..transactions.len() {
        let owner = transactions.owner(row) as usize;
        if !is_out[owner] {
            let number = *number[owner].get_or_insert_with(|| names.push(owner_names.get(owner)));
            rows.push(number, transactions.get(row).iter().copied());
        }
    }
    (*transactions, *owner_names) = (rows, names);
}
