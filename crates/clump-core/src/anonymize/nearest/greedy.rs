//! Greedy grouping. The free row with the largest reach (total weight) is the seed of a group. Then k - 1
//! times, the free row that fits best joins. The score of row t for group S is (|S| + 1) * kept(S + t) -
//! lambda * reach(t).
//!
//! The rows are ordered by reach, descending, and a group considers the next `window` free rows only: rows of
//! similar weight lose least when they are made equal. First, sketches give an upper bound of the value that
//! each candidate shares with the seed. A growing group shares less and less, so a value computed earlier
//! stays an upper bound. A candidate is evaluated only while its bound exceeds the best value so far (some 25
//! evaluations per row at window 1024).

use std::cmp::Reverse;

use rayon::prelude::*;

use super::features::{Rows, intersect};
use super::groups::{Groups, place, unite_until_allowed};
use super::holders::GrowingGroup;
use super::sketch::{Counts, WIDTH};
use crate::progress::{Cancelled, Progress};

/// Number of rows that a thread groups at a time, as a multiple of the window, and its minimum. Groups cannot
/// cross the borders between these pieces, which costs next to nothing.
const PIECE_WINDOWS: usize = 4;
const LEAST_PIECE: usize = 4096;

/// The factor lambda of the score, in quarters: 2 means 0.5.
const LAMBDA: i64 = 2;

/// Groups all rows. Each group has at least k owners; few have more.
pub(super) fn greedy(
    rows: &Rows,
    order: &[u32],
    window: usize,
    progress: &dyn Progress,
) -> Result<Groups, Cancelled> {
    let size = LEAST_PIECE.max(window.saturating_mul(PIECE_WINDOWS)).min(order.len().max(1));
    let pieces = order.len().div_ceil(size).max(1);
    let bounds: Vec<usize> = (0..=pieces).map(|piece| piece * order.len() / pieces).collect();
    let mut done: Vec<(Groups, Vec<u32>)> = bounds
        .par_windows(2)
        .map_init(
            || vec![0; rows.features.len()],
            |member, bounds| {
                let mut piece = Piece::new(rows, &order[bounds[0]..bounds[1]], window, member);
                while piece.group() {
                    progress.go_on()?;
                }
                let Piece { mut groups, mut rest, .. } = piece;
                if !groups.is_empty() {
                    place(rows, &mut groups, std::mem::take(&mut rest), progress)?;
                }
                progress.advance((bounds[1] - bounds[0]) as u64);
                Ok((groups, rest))
            },
        )
        .collect::<Result<_, Cancelled>>()?;
    // The rows of a piece that are in no group of k owners are added to groups of any piece.
    let rest: Vec<u32> = done.iter_mut().flat_map(|(_, rest)| std::mem::take(rest)).collect();
    let mut groups: Groups = done.into_iter().flat_map(|(groups, _)| groups).collect();
    if groups.is_empty() {
        return Ok(vec![order.to_vec()]);
    }
    place(rows, &mut groups, rest, progress)?;
    unite_until_allowed(rows, groups, progress)
}

/// A run of consecutive rows of the order, grouped by one thread.
struct Piece<'a> {
    rows: &'a Rows,
    list: &'a [u32],
    window: usize,
    /// Sketches in the order of `list`, copied so that a pass over the window reads memory in sequence.
    counts: Vec<Counts>,
    outside: Vec<i64>,
    against: Vec<i64>,
    /// Indexes into `list` of the free rows; entries before `head` are taken.
    free: Vec<u32>,
    head: usize,
    /// By feature, its weight if all rows of the open group have it; otherwise 0.
    member: &'a mut Vec<u32>,
    bound: Vec<i64>,
    /// Features that all rows of the open group have; a sketch of them; and their weight outside the sketch.
    common: Vec<u32>,
    sketch: Counts,
    outside_common: i64,
    groups: Groups,
    /// Owners with sensitive nodes in the open group.
    growing: GrowingGroup,
    /// Rows that are in no group of k owners.
    rest: Vec<u32>,
}

const TAKEN: i64 = -1;

impl<'a> Piece<'a> {
    fn new(rows: &'a Rows, list: &'a [u32], window: usize, member: &'a mut Vec<u32>) -> Piece<'a> {
        Piece {
            rows,
            list,
            window,
            counts: list.iter().map(|&row| rows.sketches.counts[row as usize]).collect(),
            outside: list.iter().map(|&row| rows.sketches.outside[row as usize]).collect(),
            against: list.iter().map(|&row| LAMBDA * rows.reach[row as usize] as i64).collect(),
            free: (0..list.len() as u32).collect(),
            head: 0,
            member,
            bound: Vec::new(),
            common: Vec::new(),
            sketch: [0; WIDTH],
            outside_common: 0,
            groups: Vec::with_capacity(list.len() / rows.k),
            growing: GrowingGroup::default(),
            rest: Vec::new(),
        }
    }

    /// Forms one group, or moves one row to `rest`. False if fewer than k rows are free.
    fn group(&mut self) -> bool {
        let k = self.rows.k;
        if self.free.len() - self.head < k {
            self.rest.extend(self.free[self.head..].iter().map(|&at| self.list[at as usize]));
            return false;
        }
        let seed = self.free[self.head] as usize;
        self.head += 1;
        let window = self.head..self.free.len().min(self.head + self.window.max(k - 1));
        let mut group = Vec::with_capacity(k);
        group.push(self.list[seed]);
        self.growing.clear();
        self.growing.join(self.rows, self.list[seed]);
        self.common.clear();
        self.common.extend_from_slice(self.rows.get(self.list[seed]));
        self.mark_members(true);
        self.bound.clear();
        self.sketch = self.counts[seed];
        let (sketch, outside) = (&self.sketch, self.outside[seed]);
        for &at in &self.free[window.clone()] {
            let at = at as usize;
            let inside = self.rows.sketches.shared(sketch, &self.counts[at]);
            self.bound.push(inside + outside.min(self.outside[at]));
        }
        while group.len() < k {
            let Some(pick) = self.pick(&window, &group) else { break };
            let at = self.free[window.start + pick] as usize;
            let row = self.list[at];
            self.sketch.iter_mut().zip(&self.counts[at]).for_each(|(own, new)| *own = (*own).min(*new));
            self.outside_common = self.bound[pick] - self.rows.sketches.exact(&self.sketch);
            self.bound[pick] = TAKEN;
            group.push(row);
            self.growing.join(self.rows, row);
            self.mark_members(false);
            intersect(&mut self.common, self.rows.get(row));
            self.mark_members(true);
        }
        if group.len() < k {
            // The free rows in the window do not complete the group: they have too few owners, or too many of
            // their owners share a sensitive node.
            self.mark_members(false);
            self.rest.push(group[0]);
            return true;
        }
        self.absorb(&window, &mut group);
        self.mark_members(false);
        self.close_gaps(window);
        self.groups.push(group);
        true
    }

    /// Sets the weights in `member` for the features of the open group, or resets them to 0.
    fn mark_members(&mut self, is_member: bool) {
        for &feature in &self.common {
            let weight = self.rows.features[feature as usize].weight;
            self.member[feature as usize] = if is_member { weight } else { 0 };
        }
    }

    /// Total weight of the features that `row` shares with the open group.
    fn shared(&self, row: u32) -> i64 {
        self.rows.get(row).iter().map(|&feature| i64::from(self.member[feature as usize])).sum()
    }

    /// Index in the window of the candidate with the best score; `None` if no candidate may join.
    fn pick(&mut self, window: &std::ops::Range<usize>, group: &[u32]) -> Option<usize> {
        let places = &self.free[window.clone()];
        let factor = 4 * (group.len() as i64 + 1);
        let score = |bound: i64, at: u32| factor * bound - self.against[at as usize];
        // The candidate with the highest bound is evaluated first, because it is likely to exclude the others.
        let mut first = (i64::MIN, 0);
        for (i, (&bound, &at)) in self.bound.iter().zip(places).enumerate() {
            if bound != TAKEN && score(bound, at) > first.0 {
                first = (score(bound, at), i);
            }
        }
        let mut best: Option<(i64, usize)> = None;
        for i in std::iter::once(first.1).chain(0..places.len()) {
            let at = places[i];
            if self.bound[i] == TAKEN || best.is_some_and(|(most, _)| score(self.bound[i], at) <= most) {
                continue;
            }
            let row = self.list[at as usize];
            let has_owner = |&other: &u32| self.rows.owner(other) == self.rows.owner(row);
            if !self.rows.one_per_owner() && group.iter().any(has_owner)
                || !self.growing.may_join(self.rows, row)
            {
                continue;
            }
            // The features that the group still shares give a tighter bound than those of the seed, at a
            // tenth of the cost of an evaluation.
            if group.len() > 1 {
                let inside = self.rows.sketches.shared(&self.sketch, &self.counts[at as usize]);
                let bound = inside + self.outside_common.min(self.outside[at as usize]);
                self.bound[i] = self.bound[i].min(bound);
                if best.is_some_and(|(most, _)| score(self.bound[i], at) <= most) {
                    continue;
                }
            }
            let kept = self.shared(row);
            self.bound[i] = kept;
            if best.is_none_or(|(most, _)| score(kept, at) > most) {
                best = Some((score(kept, at), i));
            }
        }
        best.map(|(_, i)| i)
    }

    /// Adds rows that leave the features of the group unchanged and keep most of their own weight, unless such rows
    /// are enough for another group. Examples: the sixth and seventh of seven equal baskets, or a repeated query.
    fn absorb(&mut self, window: &std::ops::Range<usize>, group: &mut Vec<u32>) {
        let k = self.rows.k;
        let kept = self.common.iter().map(|&feature| self.rows.weight(feature) as i64).sum::<i64>();
        let fits = |reach: u64| 4 * kept >= 3 * reach as i64;
        let (mut own, mut others) = (Vec::new(), Vec::new());
        for (i, &at) in self.free[window.clone()].iter().enumerate() {
            let row = self.list[at as usize];
            if self.bound[i] < kept || !fits(self.rows.reach[row as usize]) {
                continue;
            }
            if self.shared(row) < kept {
                continue;
            }
            let owner = self.rows.owner(row);
            let is_own =
                !self.rows.one_per_owner() && group[..k].iter().any(|&row| self.rows.owner(row) == owner);
            if is_own { &mut own } else { &mut others }.push(i);
            if others.len() == k {
                break;
            }
        }
        if others.len() == k {
            others.clear();
        }
        for i in own.into_iter().chain(others) {
            let row = self.list[self.free[window.start + i] as usize];
            if self.rows.holders.as_ref().is_none_or(|holders| holders.allow_with(self.rows, group, row)) {
                self.bound[i] = TAKEN;
                group.push(row);
            }
        }
    }

    /// Removes the taken entries from the window by moving the free entries before them towards its end.
    fn close_gaps(&mut self, window: std::ops::Range<usize>) {
        let mut to = window.end;
        for from in window.clone().rev() {
            if self.bound[from - window.start] != TAKEN {
                to -= 1;
                self.free[to] = self.free[from];
            }
        }
        self.head = to;
    }
}

/// All rows, sorted by their lists of features; ties by row number. Rows that share the most important
/// features are neighbours.
pub(super) fn sorted(rows: &Rows) -> Vec<u32> {
    let mut order: Vec<u32> = (0..rows.len() as u32).collect();
    order.par_sort_unstable_by(|&a, &b| rows.get(a).cmp(rows.get(b)).then(a.cmp(&b)));
    order
}

/// All rows sorted by reach, descending; rows of equal reach are in the order of `sorted`.
pub(super) fn by_reach(rows: &Rows, sorted: &[u32]) -> Vec<u32> {
    let mut order = sorted.to_vec();
    order.par_sort_by_key(|&row| Reverse(rows.reach[row as usize]));
    order
}
