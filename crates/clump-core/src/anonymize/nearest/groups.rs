//! Groups as lists of rows: their value, adding rows to existing groups, and the limits on the size of groups.

use rayon::prelude::*;

use super::Form;
use super::features::{Rows, intersect};
use crate::containers::set_of;
use crate::progress::{Cancelled, Progress};

pub(super) type Groups = Vec<Vec<u32>>;

/// The features that all rows of `group` have, ascending.
pub(super) fn common(rows: &Rows, group: &[u32]) -> Vec<u32> {
    let Some((&first, others)) = group.split_first() else { return Vec::new() };
    let mut common = rows.get(first).to_vec();
    for &row in others {
        intersect(&mut common, rows.get(row));
    }
    common
}

/// Total value that all groups keep: the sum of |S| * kept(S), without the features that all rows have.
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

/// Adds each row of `rest` to the group for which this changes the total value best. If a limit on sensitive
/// nodes forbids every group, the row becomes a group of its own. O(rest x groups).
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
    let mut alone = Groups::new();
    for row in rest {
        progress.go_on()?;
        for &feature in rows.get(row) {
            has[feature as usize] = true;
        }
        let may_take = |group: &[u32]| match &rows.holders {
            Some(holders) => holders.allow_with(rows, group, row),
            None => !rows.one_per_owner() || group.len() < 2 * rows.k - 1,
        };
        let mut best: Option<(i64, usize)> = None;
        for (g, (common, kept)) in known.iter().enumerate() {
            let size = groups[g].len() as i64;
            if !may_take(&groups[g]) {
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
        match (best, &rows.holders) {
            (None, Some(_)) => alone.push(vec![row]),
            (best, _) => {
                let g = best.map_or(0, |(_, g)| g);
                groups[g].push(row);
                known[g].0.retain(|&feature| has[feature as usize]);
                known[g].1 = meter.of(rows, &known[g].0);
            }
        }
        for &feature in rows.get(row) {
            has[feature as usize] = false;
        }
    }
    groups.append(&mut alone);
    Ok(())
}

/// Unites groups until each has k owners and meets the limit on sensitive nodes. This ends, because the union
/// of all groups meets the limit if all rows together do.
pub(super) fn unite_until_allowed(
    rows: &Rows,
    groups: Groups,
    progress: &dyn Progress,
) -> Result<Groups, Cancelled> {
    let Some(holders) = &rows.holders else { return Ok(groups) };
    let is_allowed = |group: &[u32]| holders.allow(rows, group) && owners(rows, group) >= rows.k;
    let (mut allowed, mut others): (Groups, Groups) = groups.into_iter().partition(|group| is_allowed(group));
    let mut meter = Meter::new(rows);
    while let Some(mut group) = others.pop() {
        while !is_allowed(&group) {
            progress.go_on()?;
            // Prefers groups that can take owners with the sensitive nodes that are too frequent here; if
            // there are none, any group.
            let room = |other: &Vec<u32>| holders.room_for(rows, &group, other);
            let roomiest = allowed.iter().map(&room).max().unwrap_or(0).min(1);
            let with = |other: &Vec<u32>, meter: &mut Meter| {
                let mut shared = common(rows, &group);
                intersect(&mut shared, &common(rows, other));
                let both = (group.len() + other.len()) as i64 * meter.of(rows, &shared);
                both - other.len() as i64 * meter.of(rows, &common(rows, other))
            };
            let candidates = (0..allowed.len()).filter(|&at| room(&allowed[at]) >= roomiest);
            let best = candidates.max_by_key(|&at| (with(&allowed[at], &mut meter), std::cmp::Reverse(at)));
            match best {
                Some(at) => group.append(&mut allowed.swap_remove(at)),
                None => match others.pop() {
                    Some(mut other) => group.append(&mut other),
                    None => break,
                },
            }
        }
        allowed.push(group);
    }
    Ok(allowed)
}

pub(super) fn owners(rows: &Rows, group: &[u32]) -> usize {
    if rows.one_per_owner() {
        return group.len();
    }
    set_of(group.iter().map(|&row| rows.owner(row))).len()
}

/// Splits groups of 2k owners or more into groups of k to 2k - 1 owners, except where a part would break the
/// limit on sensitive nodes. Nothing is lost: a part keeps at least as much as the whole.
pub(super) fn split_large(rows: &Rows, groups: Groups) -> Groups {
    let mut done = Groups::with_capacity(groups.len());
    for group in groups {
        if group.len() < 2 * rows.k {
            done.push(group);
            continue;
        }
        // Owners in order of first appearance: k owners for each part, and all remaining owners for the last part.
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
        for (&row, owner) in group.iter().zip(numbers) {
            split[(owner / rows.k).min(parts - 1)].push(row);
        }
        let is_allowed =
            rows.holders.as_ref().is_none_or(|holders| split.iter().all(|part| holders.allow(rows, part)));
        if is_allowed { done.append(&mut split) } else { done.push(group) }
    }
    done
}

// Value that a group keeps: for bags the sum of its features' weights; for sets each published node counts once.

/// Adds up the value of a set of features, which may be added in any order, each once.
pub(super) struct Meter {
    kept: i64,
    /// By node, for sets: its number of occurrences in the least common generalization of the features so far.
    own: Vec<i32>,
    touched: Vec<u32>,
}

impl Meter {
    pub fn new(rows: &Rows) -> Meter {
        Meter { kept: 0, own: vec![0; rows.keeps.len()], touched: Vec::new() }
    }

    pub fn clear(&mut self) {
        self.kept = 0;
        for node in self.touched.drain(..) {
            self.own[node as usize] = 0;
        }
    }

    /// Adds the value of a feature that all rows of the group have.
    pub fn add(&mut self, rows: &Rows, feature: u32) {
        match rows.form {
            Form::Bags => self.kept += rows.weight(feature) as i64,
            Form::Sets => {
                // The feature (v, j) means one more item published at v, and one fewer at its parent.
                let node = rows.features[feature as usize].node.0;
                let above = rows.parent[node as usize];
                self.change(rows, node, 1);
                if above != 0 {
                    self.change(rows, above, -1);
                }
            }
        }
    }

    fn change(&mut self, rows: &Rows, node: u32, by: i32) {
        let own = &mut self.own[node as usize];
        let before = *own > 0;
        *own += by;
        let after = *own > 0;
        self.touched.push(node);
        if before != after {
            let keeps = i64::from(rows.keeps[node as usize]);
            self.kept += if after { keeps } else { -keeps };
        }
    }

    /// Value that a group keeps for each of its rows if they share exactly the added features.
    pub fn kept(&self) -> i64 {
        self.kept
    }

    /// Value that a group keeps for each of its rows if they share exactly the features of `list`.
    pub fn of(&mut self, rows: &Rows, list: &[u32]) -> i64 {
        self.clear();
        for &feature in list {
            self.add(rows, feature);
        }
        self.kept
    }
}
