//! Groups as lists of rows: their value, late-comers, and the bound on their size.

use rayon::prelude::*;

use super::features::Rows;
use super::lists::intersect;
use super::meter::Meter;
use crate::progress::{Cancelled, Progress};

/// Each group is a list of rows.
pub(super) type Groups = Vec<Vec<u32>>;

/// The features that all rows of `group` have.
pub(super) fn common(rows: &Rows, group: &[u32]) -> Vec<u32> {
    let Some((&first, others)) = group.split_first() else { return Vec::new() };
    let mut common = rows.get(first).to_vec();
    for &row in others {
        intersect(&mut common, rows.get(row));
    }
    common
}

/// The sum of |S| * kept(S): what all groups keep, but for the features that all rows have.
pub(super) fn value(rows: &Rows, groups: &Groups) -> i64 {
    groups
        .par_chunks(256)
        .map_init(
            || Meter::new(rows),
            |meter, groups| {
                groups
                    .iter()
                    .map(|group| group.len() as i64 * meter.of(rows, &common(rows, group)))
                    .sum::<i64>()
            },
        )
        .sum()
}

/// Puts each row of `rest` into the group that then keeps most in addition. O(rest x groups).
pub(super) fn place(
    rows: &Rows,
    groups: &mut Groups,
    rest: Vec<u32>,
    progress: &dyn Progress,
) -> Result<(), Cancelled> {
    if rest.is_empty() {
        return Ok(());
    }
    let mut meter = Meter::new(rows);
    let mut known: Vec<(Vec<u32>, i64)> = groups
        .iter()
        .map(|group| {
            let common = common(rows, group);
            let kept = meter.of(rows, &common);
            (common, kept)
        })
        .collect();
    let mut has = vec![false; rows.features.len()];
    for row in rest {
        progress.go_on()?;
        for &feature in rows.get(row) {
            has[feature as usize] = true;
        }
        let mut best: Option<(i64, usize)> = None;
        for (g, (common, kept)) in known.iter().enumerate() {
            let size = groups[g].len() as i64;
            if rows.one_per_owner() && groups[g].len() >= 2 * rows.k - 1 {
                continue;
            }
            meter.clear();
            for &feature in common.iter().filter(|&&feature| has[feature as usize]) {
                meter.add(rows, feature);
            }
            let change = (size + 1) * meter.kept() - size * kept;
            if best.is_none_or(|(most, _)| change > most) {
                best = Some((change, g));
            }
        }
        let g = best.map_or(0, |(_, g)| g);
        groups[g].push(row);
        known[g].0.retain(|&feature| has[feature as usize]);
        known[g].1 = meter.of(rows, &known[g].0);
        for &feature in rows.get(row) {
            has[feature as usize] = false;
        }
    }
    Ok(())
}

/// Splits groups of 2k owners or more, so that all have k to 2k - 1. Nothing is lost by it: a part keeps at least
/// what the whole did.
pub(super) fn split_large(rows: &Rows, groups: Groups) -> Groups {
    let mut done = Groups::with_capacity(groups.len());
    for mut group in groups {
        if group.len() < 2 * rows.k {
            done.push(group);
            continue;
        }
        // By owner, in the order of first appearance; k owners a part, the last one takes what is left.
        let mut number = rustc_hash::FxHashMap::default();
        let mut numbers = Vec::with_capacity(group.len());
        for &row in &group {
            let next = number.len();
            numbers.push(*number.entry(rows.owner(row)).or_insert(next));
        }
        let parts = (number.len() / rows.k).max(1);
        if parts == 1 {
            done.push(group);
            continue;
        }
        let mut split = vec![Vec::new(); parts];
        for (row, owner) in group.drain(..).zip(numbers) {
            split[(owner / rows.k).min(parts - 1)].push(row);
        }
        done.append(&mut split);
    }
    done
}
