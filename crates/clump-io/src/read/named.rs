//! Transactions that a column names: a number for each name, by first appearance.
//!
//! A name tells transactions apart within an owner only. Two owners with one name are most likely a mistake in the data,
//! so these names are counted; what the owners have stays apart.

use clump_core::containers::Interner;

/// What `owner_of` has for a name of several owners.
const SEVERAL: u32 = u32::MAX;

#[derive(Default)]
pub(super) struct NamedTransactions {
    names: Interner,
    /// The owner of each name, or [`SEVERAL`].
    owner_of: Vec<u32>,
    shared: u64,
}

impl NamedTransactions {
    /// The number of the transaction that is called `name` and belongs to `owner`. Owners with the same name for one
    /// get the same number.
    #[inline]
    pub(super) fn number(&mut self, name: &str, owner: u32) -> u32 {
        let number = self.names.intern(name);
        match self.owner_of.get_mut(number as usize) {
            None => self.owner_of.push(owner),
            Some(first) if *first == owner || *first == SEVERAL => {}
            Some(first) => {
                *first = SEVERAL;
                self.shared += 1;
            }
        }
        number
    }

    /// How many names several owners have.
    pub(super) fn shared(&self) -> u64 {
        self.shared
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_of_several_owners_is_counted_once() {
        let mut named = NamedTransactions::default();
        let taken = [("x", 0), ("y", 0), ("x", 1), ("x", 0), ("x", 2), ("z", 2), ("y", 2)];
        assert_eq!(taken.map(|(name, owner)| named.number(name, owner)), [0, 1, 0, 0, 0, 2, 1]);
        assert_eq!(named.shared(), 2);
    }
}
