//! Where the keys of one shard end and those of the next begin.

use super::sort_key::SortKey;

/// The beginnings of keys at which shards begin, but for the first shard. Ascending.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CutPoints {
    cuts: Vec<Vec<u8>>,
}

impl CutPoints {
    /// Cut points from where each shard but the first begins: what [`as_slice`](CutPoints::as_slice) gave.
    ///
    /// # Panics
    /// When they do not ascend.
    pub fn new(cuts: Vec<Vec<u8>>) -> CutPoints {
        assert!(cuts.is_sorted_by(|a, b| a < b), "cut points ascend");
        CutPoints { cuts }
    }

    /// Where each shard but the first begins.
    pub fn as_slice(&self) -> &[Vec<u8>] {
        &self.cuts
    }

    /// How many shards there are.
    pub fn shards(&self) -> usize {
        self.cuts.len() + 1
    }

    /// The shard of the row that has this key, from 0. A larger key is in the same shard or in a later one.
    pub fn shard_of(&self, key: &SortKey) -> u32 {
        self.cuts.partition_point(|cut| cut.as_slice() <= key.as_bytes().as_slice()) as u32
    }

    /// Joins shards that have fewer than k owners with a neighbour: from the first on with the next one, and the last with the
    /// one before. What was joined may still have too few. So owners are counted again, and this is called again, until it
    /// returns the same cut points: then every shard has k owners, if all rows together have.
    ///
    /// # Panics
    /// When `owners` does not have a number for each shard.
    pub fn joined(&self, owners: &[u64], k: u64) -> CutPoints {
        assert_eq!(owners.len(), self.shards(), "a number of owners for each shard");
        let mut is_kept = vec![true; self.cuts.len()];
        let mut shard = 0;
        while shard < owners.len() {
            let is_short = owners[shard] < k;
            if is_short && let Some(is_kept) = is_kept.get_mut(shard) {
                *is_kept = false;
                // What joined it is looked at when owners are counted again.
                shard += 1;
            } else if is_short && let Some(is_kept) = is_kept.last_mut() {
                *is_kept = false;
            }
            shard += 1;
        }
        let cuts = self.cuts.iter().zip(is_kept).filter(|&(_, is_kept)| is_kept);
        CutPoints { cuts: cuts.map(|(cut, _)| cut.clone()).collect() }
    }
}
