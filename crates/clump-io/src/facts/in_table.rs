//! How much of a log is in a table: facts, pairs of an owner and a fact, and owners, each once.

use super::InTable;

/// A counting that is under way.
pub(super) struct Counting {
    is_there: Vec<bool>,
    sums: InTable,
}

impl Counting {
    pub(super) fn new(owners: usize) -> Counting {
        Counting { is_there: vec![false; owners], sums: InTable::default() }
    }

    /// Takes a fact that the table has, with the distinct owners that it counts there.
    pub(super) fn fact(&mut self, owners: &[u32], times: u64) {
        self.sums.facts += 1;
        self.sums.pairs += owners.len() as u64;
        self.sums.times += times;
        owners.iter().for_each(|&owner| self.is_there[owner as usize] = true);
    }

    pub(super) fn finish(self) -> InTable {
        InTable { owners: self.is_there.iter().filter(|&&is_there| is_there).count() as u64, ..self.sums }
    }
}
