//! Cut points between shards, computed from numbers of rows by prefixes of their keys.
//!
//! There can be as many keys as rows. So rows are first counted by the first bytes of their keys. Then
//! prefixes with too many rows are counted again with some more bytes, and so on.

use std::collections::BTreeMap;

use super::sort_key::{STEP, SortKey};

/// A prefix is counted with more bytes while it has more rows than a shard's target divided by this number.
const GRAINS: u64 = 8;

/// Search for cut points in rounds of counting.
///
/// In each round, rows are counted by the prefix of their key that [`counted_as`](Refining::counted_as)
/// returns; rows with `None` are not counted. This can be done on any machines and in any order; the sums are
/// passed to [`add_counts`](Refining::add_counts).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refining {
    target: u64,
    /// Prefixes that were counted, and the number of rows of each. No prefix is a prefix of another one.
    known: BTreeMap<Vec<u8>, u64>,
    /// Prefixes that are counted with more bytes in this round, sorted and all of equal length.
    open: Vec<Vec<u8>>,
}

impl Refining {
    /// Starts a search for shards of about `target` rows.
    pub fn new(target: u64) -> Refining {
        Refining { target: target.max(1), known: BTreeMap::new(), open: vec![Vec::new()] }
    }

    /// True if no further round is needed.
    pub fn is_done(&self) -> bool {
        self.open.is_empty()
    }

    /// Prefixes whose rows are counted in this round, sorted and all of equal length. Rows are counted by
    /// prefixes that are [`Refining::step`] bytes longer.
    pub fn prefixes_to_count(&self) -> &[Vec<u8>] {
        &self.open
    }

    /// Number of bytes by which prefixes grow in one round.
    pub const fn step() -> usize {
        STEP
    }

    /// The prefix of `key` by which its row is counted in this round; `None` if the row is not counted.
    pub fn counted_as<'k>(&self, key: &'k SortKey) -> Option<&'k [u8]> {
        let length = self.open.first()?.len();
        let (known, _) = key.as_bytes().split_at(length);
        self.open.binary_search_by(|open| open.as_slice().cmp(known)).ok()?;
        Some(&key.as_bytes()[..length + STEP])
    }

    /// Ends a round. `counts` has the number of rows of each prefix that was counted; numbers for the same
    /// prefix are added up.
    pub fn add_counts(&mut self, counts: impl IntoIterator<Item = (Vec<u8>, u64)>) {
        for prefix in self.open.drain(..) {
            self.known.remove(&prefix);
        }
        let mut counted: BTreeMap<Vec<u8>, u64> = BTreeMap::new();
        for (prefix, rows) in counts {
            *counted.entry(prefix).or_insert(0) += rows;
        }
        let is_open = |&(prefix, &rows): &(&Vec<u8>, &u64)| {
            prefix.len() < SortKey::LENGTH && rows > (self.target / GRAINS).max(1)
        };
        self.open = counted.iter().filter(is_open).map(|(prefix, _)| prefix.clone()).collect();
        self.known.append(&mut counted);
    }

    /// The cut points for shards of about `target` rows.
    ///
    /// A shard has at least half of `target` rows, unless there are fewer rows in all. It has at most twice
    /// `target` rows, unless more rows have the same key. If several cuts are possible, the cut is where the
    /// keys on both sides have the fewest nodes in common.
    pub fn cut_points(&self) -> CutPoints {
        let known: Vec<(&[u8], u64)> =
            self.known.iter().map(|(prefix, &rows)| (prefix.as_slice(), rows)).collect();
        let mut left: u64 = known.iter().map(|&(_, rows)| rows).sum();
        let mut cuts: Vec<Vec<u8>> = Vec::new();
        let mut rest = known.as_slice();
        while let Some((length, rows)) = self.next(rest, left) {
            rest = &rest[length..];
            left -= rows;
            cuts.push(rest[0].0.to_vec());
        }
        CutPoints::new(cuts)
    }

    /// Size of the next shard: the number of `known` prefixes in it, and the number of their rows. `None` if
    /// the shard takes all; `all` is the number of rows of all `known` prefixes.
    fn next(&self, known: &[(&[u8], u64)], all: u64) -> Option<(usize, u64)> {
        let least = self.target.div_ceil(2);
        if all <= self.target + self.target / 4 {
            return None;
        }
        let mut rows = 0;
        let mut best: Option<(bool, usize, u64)> = None;
        let mut found = None;
        for (at, pair) in known.windows(2).enumerate() {
            rows += pair[0].1;
            if all - rows < least {
                break;
            }
            if rows < least {
                continue;
            }
            if best.is_some() && rows > self.target + self.target / 4 {
                break;
            }
            let off = rows.abs_diff(self.target);
            let is_far = off > self.target / 4;
            let rating = (is_far, if is_far { 0 } else { steps_in_common(pair[0].0, pair[1].0) }, off);
            if best.is_none_or(|best| rating < best) {
                best = Some(rating);
                found = Some((at + 1, rows));
            }
        }
        found
    }
}

/// Number of steps (nodes with item counts) that two prefixes have in common at their start.
fn steps_in_common(a: &[u8], b: &[u8]) -> usize {
    a.chunks_exact(STEP).zip(b.chunks_exact(STEP)).take_while(|(a, b)| a == b).count()
}

/// The prefixes of keys at which shards begin, ascending. The first shard needs none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CutPoints {
    cuts: Vec<Vec<u8>>,
}

impl CutPoints {
    /// Cut points from the prefix at which each shard but the first begins: the result of
    /// [`as_slice`](CutPoints::as_slice).
    ///
    /// # Panics
    /// If they are not in ascending order.
    pub fn new(cuts: Vec<Vec<u8>>) -> CutPoints {
        assert!(cuts.is_sorted_by(|a, b| a < b), "cut points ascend");
        CutPoints { cuts }
    }

    /// The prefix at which each shard but the first begins.
    pub fn as_slice(&self) -> &[Vec<u8>] {
        &self.cuts
    }

    /// Number of shards.
    pub fn shards(&self) -> usize {
        self.cuts.len() + 1
    }

    /// Number, from 0, of the shard for a row with this key. A larger key is in the same shard or in a later one.
    pub fn shard_of(&self, key: &SortKey) -> u32 {
        self.cuts.partition_point(|cut| cut.as_slice() <= key.as_bytes().as_slice()) as u32
    }

    /// Joins each shard of fewer than k owners with the next one, and the last shard with the one before.
    /// Joined shards may still have too few owners. So the caller must count owners again and repeat the
    /// call, until the cut points do not change. Then every shard has k owners, if all rows together have k.
    ///
    /// # Panics
    /// If `owners` does not have one number for each shard.
    pub fn joined(&self, owners: &[u64], k: u64) -> CutPoints {
        assert_eq!(owners.len(), self.shards(), "a number of owners for each shard");
        let mut is_kept = vec![true; self.cuts.len()];
        let mut shard = 0;
        while shard < owners.len() {
            let is_short = owners[shard] < k;
            if is_short && let Some(is_kept) = is_kept.get_mut(shard) {
                *is_kept = false;
                // The joined shard is not tested in this call, but after owners are counted again.
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
