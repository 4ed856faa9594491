//! Lists, for each row, the rows that it is likely to be grouped with. The lists need not be exact: poor
//! lists make a lower floor, never a wrong one.
//!
//! Three sources are used in turns: rows that share rare features, sorted with two different penalties for long
//! rows, and rows of similar weight (a window in the order of kept()). Rare features alone fail on 53,058 rows:
//! then long rows list short ones only, and the prices of long rows collapse (an estimate of 0.60 instead of 0.25).

use rayon::prelude::*;

use super::features::Features;
use crate::containers::SparseCounts;
use crate::progress::{Cancelled, Progress};

pub const NEAR: usize = 64;
/// Number of rows that are considered on either side of a row in the order of kept().
const WINDOW: usize = 512;
/// Number of rows with rare features that are considered for a row.
const HOLDERS: usize = 20_000;

/// By row, the rows that it is likely to be grouped with. O(rows x (holders + window x features of a row)).
pub fn near(
    features: &Features,
    owners: &[u32],
    progress: &dyn Progress,
) -> Result<Vec<Vec<u32>>, Cancelled> {
    let rows = features.rows();
    let mut order: Vec<u32> = (0..rows as u32).collect();
    order.sort_by_key(|&row| (features.kept[row as usize], row));
    let mut place = vec![0; rows];
    for (index, &row) in order.iter().enumerate() {
        place[row as usize] = index;
    }
    let lists: Vec<Vec<u32>> = (0..rows)
        .into_par_iter()
        .map_init(
            || (SparseCounts::new(rows), vec![0u32; features.len()]),
            |(shared, inside), row| {
                progress.go_on()?;
                for &feature in features.of(row) {
                    inside[feature as usize] = features.weight(feature);
                }
                let other = |&u: &u32| owners[u as usize] != owners[row];
                let rare: Vec<(u64, u32)> =
                    sharing_rare(features, row, shared).into_iter().filter(|(_, u)| other(u)).collect();
                let at = place[row];
                let window = &order[at.saturating_sub(WINDOW)..(at + WINDOW).min(rows)];
                let alike: Vec<(u64, u32)> = window.iter().copied().filter(other).map(|u| (0, u)).collect();
                let rank =
                    |found: &[(u64, u32)], penalty: f64| best(features, row, rows, found, penalty, inside);
                let sources = [rank(&rare, 0.3), rank(&rare, 0.1), rank(&alike, 0.15)];
                for &feature in features.of(row) {
                    inside[feature as usize] = 0;
                }
                progress.advance(1);
                Ok((0..4 * NEAR)
                    .flat_map(|index| sources.iter().filter_map(move |list| list.get(index).copied()))
                    .collect())
            },
        )
        .collect::<Result<_, Cancelled>>()?;
    Ok(spread(&lists))
}

/// Rows that share rare features with `row`, each with the total weight of these features.
fn sharing_rare(features: &Features, row: usize, shared: &mut SparseCounts<u64>) -> Vec<(u64, u32)> {
    let mut rarest: Vec<u32> = features.of(row).to_vec();
    rarest.sort_by_key(|&feature| (features.holders.get(feature as usize).len(), feature));
    let mut looked_at = 0;
    for &feature in &rarest {
        let holders = features.holders.get(feature as usize);
        looked_at += holders.len();
        if looked_at > HOLDERS && shared.touched().len() > 4 * NEAR {
            break;
        }
        // A feature of very many rows says little, so those of its rows with the nearest numbers are enough.
        let at = holders.partition_point(|&u| (u as usize) < row);
        let start = at.saturating_sub(HOLDERS / 2).min(holders.len().saturating_sub(HOLDERS));
        for &u in &holders[start..holders.len().min(start + HOLDERS)] {
            shared.add(u, u64::from(features.weight(feature)));
        }
    }
    shared.drain().map(|(u, weight)| (weight, u)).collect()
}

/// The rows of `found` with the best score: the weight shared with `row`, minus `penalty` times their own
/// weight. They are chosen first by the given estimate of the shared weight, then by its exact value. Ties go
/// to the next row numbers, so that equal rows do not all list the same rows.
fn best(
    features: &Features,
    row: usize,
    rows: usize,
    found: &[(u64, u32)],
    penalty: f64,
    inside: &[u32],
) -> Vec<u32> {
    let score = |shared: u64, u: u32| shared as f64 - penalty * features.kept[u as usize] as f64;
    let away = |u: u32| (u as usize + rows - row) % rows;
    let order = |a: &(f64, u32), b: &(f64, u32)| b.0.total_cmp(&a.0).then(away(a.1).cmp(&away(b.1)));
    let mut scored: Vec<(f64, u32)> = found.iter().map(|&(shared, u)| (score(shared, u), u)).collect();
    let most = (4 * NEAR).max(2 * WINDOW);
    if scored.len() > most {
        scored.select_nth_unstable_by(most, order);
        scored.truncate(most);
    }
    for (value, u) in &mut scored {
        let shared =
            features.of(*u as usize).iter().map(|&feature| u64::from(inside[feature as usize])).sum();
        *value = score(shared, *u);
    }
    scored.sort_unstable_by(order);
    scored.truncate(4 * NEAR);
    scored.into_iter().map(|(_, u)| u).collect()
}

/// Shortens the lists. The first NEAR / 4 entries of each list stay. The rest is filled in turns with rows
/// that are in fewer than NEAR lists, so that rows which no other row prefers find each other too.
fn spread(lists: &[Vec<u32>]) -> Vec<Vec<u32>> {
    let mut near: Vec<Vec<u32>> = vec![Vec::with_capacity(NEAR); lists.len()];
    let mut listed = vec![0usize; lists.len()];
    let longest = lists.iter().map(Vec::len).max().unwrap_or(0);
    for index in 0..longest {
        for (list, near) in lists.iter().zip(&mut near) {
            if let Some(&u) = list.get(index)
                && near.len() < NEAR
                && (index < NEAR / 4 || listed[u as usize] < NEAR)
                && !near.contains(&u)
            {
                near.push(u);
                listed[u as usize] += 1;
            }
        }
    }
    near
}
