//! Which bag stands for each row, and how many owners each bag has.

use rustc_hash::FxHashMap;

use super::index::Rank;
use crate::transactions::Transactions;

/// Rows by bag. k counts owners, who may have several rows in one bag.
#[derive(Clone, Debug)]
pub(super) struct Groups<'d> {
    transactions: &'d Transactions,
    bag_of: Vec<Rank>,
    /// Distinct owners of each bag.
    owners: Vec<usize>,
    /// Rows that an owner has in a bag; not kept where every owner has one row.
    rows_of_owner: FxHashMap<(Rank, u32), u32>,
}

impl<'d> Groups<'d> {
    /// Puts each row into the bag that `bag_of` says, out of `bags`.
    pub fn new(transactions: &'d Transactions, bag_of: Vec<Rank>, bags: usize) -> Groups<'d> {
        let mut groups =
            Groups { transactions, bag_of, owners: vec![0; bags], rows_of_owner: FxHashMap::default() };
        for row in 0..groups.bag_of.len() {
            groups.enter(row, groups.bag_of[row]);
        }
        groups
    }

    /// The bag of each row.
    pub fn into_bag_of(self) -> Vec<Rank> {
        self.bag_of
    }

    /// The bag of `row`.
    #[inline]
    pub fn bag_of(&self, row: u32) -> Rank {
        self.bag_of[row as usize]
    }

    /// Number of distinct owners of `bag`.
    #[inline]
    pub fn owners(&self, bag: Rank) -> usize {
        self.owners[bag as usize]
    }

    /// Puts `row` into `bag` instead of where it is.
    pub fn put(&mut self, row: u32, bag: Rank) {
        let row = row as usize;
        let left = std::mem::replace(&mut self.bag_of[row], bag);
        if self.transactions.is_one_per_owner() {
            self.owners[left as usize] -= 1
        } else {
            let key = (left, self.transactions.owner(row));
            let rows = self.rows_of_owner.get_mut(&key).expect("an owner's row was counted");
            *rows -= 1;
            if *rows == 0 {
                self.rows_of_owner.remove(&key);
                self.owners[left as usize] -= 1;
            }
        }
        self.enter(row, bag);
    }

    /// True if `row` can leave its bag and k owners are left there. A bag that has fewer than k already, as the empty one
    /// may for a while, loses nothing.
    pub fn can_leave(&self, row: u32, k: usize) -> bool {
        let bag = self.bag_of(row);
        let key = (bag, self.transactions.owner(row as usize));
        self.owners(bag) != k || self.rows_of_owner.get(&key).is_some_and(|&rows| rows > 1)
    }

    fn enter(&mut self, row: usize, bag: Rank) {
        if !self.transactions.is_one_per_owner() {
            let rows = self.rows_of_owner.entry((bag, self.transactions.owner(row))).or_insert(0);
            *rows += 1;
            if *rows > 1 {
                return;
            }
        }
        self.owners[bag as usize] += 1;
    }
}
