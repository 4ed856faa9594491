//! Orders rows by a tree of splits: rows with a feature come before rows without it, recursively.
//!
//! Each subset is split by the feature with the largest weight times support in the subset, among the
//! features of at least k and at most all but k of its rows. Unlike in one sort, every subset is split by the
//! feature that matters most there.

use super::features::NodeFeature;
use crate::containers::{Ragged, SparseCounts};
use crate::shards::mixed;

#[derive(Clone, Copy, Debug)]
pub(super) struct Splits {
    /// Subsets with fewer rows than this are not split.
    pub least: usize,
    /// Seed of the random factors that vary the choice of features; 0 chooses the best feature each time.
    pub seed: u64,
    /// Least number of rows on each side of a split.
    pub side: usize,
}

/// The sides of subsets of at least this many rows are sorted in parallel.
const PARALLEL: usize = 1 << 11;

/// Sorts `order`, which are indexes into `lists`, by a tree of splits. Near-linear time.
pub(super) fn arrange(lists: &Ragged<u32>, features: &[NodeFeature], order: &mut [u32], splits: Splits) {
    let mut counts = SparseCounts::new(features.len());
    node(lists, features, order, splits, 1, &mut counts);
}

fn node(
    lists: &Ragged<u32>,
    features: &[NodeFeature],
    mut order: &mut [u32],
    splits: Splits,
    mut path: u64,
    counts: &mut SparseCounts,
) {
    // The right side is handled by a loop: recursion over chains of unbalanced splits would overflow the stack.
    loop {
        if order.len() < splits.least.max(2 * splits.side) {
            return;
        }
        let Some(feature) = choose(lists, features, order, splits, path, counts) else { return };
        let with = partition(lists, order, feature);
        let (left, right) = order.split_at_mut(with);
        let (a, b) = (mixed(path ^ 1), mixed(path ^ 2));
        if left.len().min(right.len()) >= PARALLEL {
            rayon::join(
                || node(lists, features, left, splits, a, counts),
                || {
                    let mut counts = SparseCounts::new(features.len());
                    node(lists, features, right, splits, b, &mut counts);
                },
            );
            return;
        }
        if left.len() < right.len() {
            node(lists, features, left, splits, a, counts);
            (order, path) = (right, b);
        } else {
            node(lists, features, right, splits, b, counts);
            (order, path) = (left, a);
        }
    }
}

fn choose(
    lists: &Ragged<u32>,
    features: &[NodeFeature],
    order: &[u32],
    splits: Splits,
    path: u64,
    counts: &mut SparseCounts,
) -> Option<u32> {
    for &row in order {
        for &feature in lists.get(row as usize) {
            counts.add(feature, 1);
        }
    }
    let mut best: Option<(u64, u32)> = None;
    for (feature, count) in counts.drain() {
        let count = count as usize;
        if count < splits.side || count + splits.side > order.len() {
            continue;
        }
        let mut value = u64::from(features[feature as usize].weight) * count as u64;
        if splits.seed != 0 {
            // Multiplies the value by 512 and a random factor between 1/2 and 1.
            value = value * 256 + value * (mixed(splits.seed ^ path ^ u64::from(feature) << 20) & 255);
        }
        if best.is_none_or(|(most, number)| value > most || value == most && feature < number) {
            best = Some((value, feature));
        }
    }
    best.filter(|best| best.0 > 0).map(|best| best.1)
}

/// Moves the rows with `feature` to the front, without changing the order on either side. Returns their number.
fn partition(lists: &Ragged<u32>, order: &mut [u32], feature: u32) -> usize {
    let mut without = Vec::new();
    let mut with = 0;
    for at in 0..order.len() {
        let row = order[at];
        if lists.get(row as usize).binary_search(&feature).is_ok() {
            order[with] = row;
            with += 1;
        } else {
            without.push(row);
        }
    }
    order[with..].copy_from_slice(&without);
    with
}
