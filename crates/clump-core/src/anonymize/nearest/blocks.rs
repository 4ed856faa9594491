//! Cuts a given order of rows into the best groups of neighbours, by dynamic programming.
//!
//! Let best[e] be the largest value of the first e rows: best[e] = max over s of best[e - s] + s * kept(the
//! last s rows before e). The features of row e - 1 alone show which features the last s rows share, because
//! each feature stores for how many consecutive rows it has been present. So one end e costs O(features + k),
//! instead of the O(k x features) of intersecting backwards.

use super::features::Rows;
use super::groups::{Groups, Meter};
use crate::progress::{Cancelled, Progress};

/// Number of rows between two checks for cancellation.
const ROWS_A_LOOK: usize = 1 << 8;

/// Cuts `order` into runs of k to 2k - 1 owners, such that the sum of |S| * kept(S) over all runs S is
/// largest. Returns the runs as groups, and that sum.
///
/// `order` must have rows of at least k owners. Time O(rows x (features + k)).
pub(super) fn cut(rows: &Rows, order: &[u32], progress: &dyn Progress) -> Result<(Groups, i64), Cancelled> {
    let n = order.len();
    let k = rows.k;
    let shortest = shortest(rows, order);
    const NEVER: i64 = i64::MIN;
    let mut best = vec![NEVER; n + 1];
    let mut size = vec![0u32; n + 1];
    best[0] = 0;
    let mut meter = Meter::new(rows);
    // By feature, the start and the end of its latest run of consecutive rows; the end is one past the last row.
    let mut run: Vec<(u32, u32)> = vec![(0, 0); rows.features.len()];
    // Features of row e - 1, by the length of their run up to it; the longest first once reversed.
    let mut by_length: Vec<Vec<u32>> = Vec::new();
    for e in 1..=n {
        if e.is_multiple_of(ROWS_A_LOOK) {
            progress.go_on()?;
        }
        let row = order[e - 1];
        let least = shortest[e] as usize;
        for &feature in rows.get(row) {
            let run = &mut run[feature as usize];
            if run.1 != e as u32 - 1 {
                run.0 = e as u32 - 1;
            }
            run.1 = e as u32;
        }
        if least == 0 {
            continue;
        }
        let most = (least + k - 1).min(e);
        let span = most - least + 1;
        if by_length.len() < span {
            by_length.resize_with(span, Vec::new);
        }
        by_length.iter_mut().for_each(Vec::clear);
        for &feature in rows.get(row) {
            let length = e - run[feature as usize].0 as usize;
            if length >= least {
                by_length[length.min(most) - least].push(feature);
            }
        }
        meter.clear();
        for s in (least..=most).rev() {
            for &feature in &by_length[s - least] {
                meter.add(rows, feature);
            }
            if best[e - s] != NEVER {
                let value = best[e - s] + s as i64 * meter.kept();
                if value > best[e] {
                    best[e] = value;
                    size[e] = s as u32;
                }
            }
        }
        if best[e] == NEVER {
            // The rows so far cannot be cut into groups of k to 2k - 1 owners, so they form one group.
            meter.clear();
            for &feature in rows.get(row) {
                if run[feature as usize].0 == 0 {
                    meter.add(rows, feature);
                }
            }
            best[e] = e as i64 * meter.kept();
            size[e] = e as u32;
        }
    }
    let mut groups = Groups::new();
    let mut end = n;
    while end > 0 {
        let start = end - size[end] as usize;
        groups.push(order[start..end].to_vec());
        end = start;
    }
    groups.reverse();
    Ok((groups, best[n]))
}

/// By end e, the smallest number of rows before e that belong to k owners; 0 if all rows before e belong to fewer.
fn shortest(rows: &Rows, order: &[u32]) -> Vec<u32> {
    let (n, k) = (order.len(), rows.k);
    let mut count: rustc_hash::FxHashMap<u32, u32> = rustc_hash::FxHashMap::default();
    let (mut start, mut owners) = (0, 0);
    let mut shortest = vec![0; n + 1];
    for e in 1..=n {
        let seen = count.entry(rows.owner(order[e - 1])).or_insert(0);
        *seen += 1;
        owners += usize::from(*seen == 1);
        // Advances `start` while the rows from `start` on still belong to k owners.
        while owners >= k {
            let seen = count.entry(rows.owner(order[start])).or_insert(0);
            if *seen == 1 && owners == k {
                break;
            }
            *seen -= 1;
            owners -= usize::from(*seen == 0);
            start += 1;
        }
        if owners >= k {
            shortest[e] = (e - start) as u32;
        }
    }
    shortest
}
