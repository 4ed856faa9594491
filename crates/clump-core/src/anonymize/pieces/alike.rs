//! Forms pieces of labels that long rows share.
//!
//! Most pairs of words are in the longest rows, and the labels that k such rows share are too many to be
//! found one by one. So here a piece grows from one row. The row that shares most with it joins, then the row
//! that shares most with both, and so on, until there are k owners. More owners would share fewer labels, and
//! the other rows find partners of their own.
//!
//! The longest rows come first, and a batch of them is processed in parallel. Batches do not depend on the
//! number of threads, so the result does not depend on it.

use std::collections::BTreeSet;

use rayon::prelude::*;

use super::cells::Cells;
use super::common::{Common, Loose, SharedLabel, Sharing};
use super::remain::Remain;
use crate::progress::{Cancelled, Progress};
use crate::taxonomy::Node;

/// Rows with fewer free cells than this are ignored here.
const SHORTEST: usize = 16;

/// Least size of a piece: at least `LEAST` labels, and at least one in `SHARE` of the free cells of the row
/// it grows from. Shorter pieces are found label by label (`join`), for more owners.
const LEAST: usize = 8;
const SHARE: usize = 6;

/// Number of longer rows and number of shorter rows that are candidates to join a row.
const NEAR: usize = 32;

/// Largest total number of free cells of the long rows. If there are more, only the longest rows are used.
const MOST_CELLS: usize = 1 << 17;

/// Number of rows from which pieces grow in parallel before any of these pieces is published.
const BATCH: usize = 8;

/// Publishes pieces that long rows of k owners share.
pub(super) fn join(cells: &mut Cells<'_>, progress: &dyn Progress) -> Result<(), Cancelled> {
    let k = cells.k;
    let mut rows = LongRows::new(cells);
    if rows.all.len() < k {
        return Ok(());
    }
    let mut remain = Remain::new(cells, &cells.by_label());
    loop {
        progress.go_on()?;
        let batch = rows.next();
        if batch.is_empty() {
            return Ok(());
        }
        let growing = GroupGrower { cells, remain: &remain };
        let groups: Vec<Option<AlikeRows>> =
            batch.par_iter().map(|&(seed, ref near)| growing.group(seed, near)).collect();
        for ((seed, _), group) in batch.into_iter().zip(groups) {
            let Some(mut group) = group else { continue };
            let length = group.labels.len();
            group.leave_taken(cells);
            let is_late = group.labels.len() * 4 < length * 3;
            group.leave_enough(cells, &remain);
            if is_late || group.labels.len() < LEAST {
                if is_late {
                    rows.again(seed);
                }
                continue;
            }
            let parts: Vec<Vec<u32>> = (0..k).map(|row| group.part(row)).collect();
            let parts: Vec<&[u32]> = parts.iter().map(Vec::as_slice).collect();
            remain.take(cells, &parts);
            let labels: Vec<Node> = group.labels.iter().map(|label| label.node).collect();
            let piece = cells.add_piece(&labels, None);
            parts.iter().for_each(|part| cells.put(piece, part));
            group.rows.iter().for_each(|&row| rows.shorten(row, labels.len()));
        }
    }
}

/// The long rows, ordered by their number of free cells. A row is identified by its index in `Cells::rows`.
struct LongRows {
    free: Vec<u32>,
    all: BTreeSet<(u32, u32)>,
    /// The long rows from which a piece has not been tried yet.
    seeds: BTreeSet<(u32, u32)>,
}

impl LongRows {
    fn new(cells: &Cells<'_>) -> LongRows {
        let free = |&row: &u32| cells.of_row(row).filter(|&cell| cells.is_free(cell)).count() as u32;
        let free: Vec<u32> = cells.rows.iter().map(free).collect();
        let mut longest: Vec<(u32, u32)> =
            free.iter().copied().zip(0u32..).filter(|&(free, _)| free as usize >= SHORTEST).collect();
        longest.sort_unstable_by(|a, b| b.cmp(a));
        let mut sum = 0;
        let all: BTreeSet<(u32, u32)> = longest
            .into_iter()
            .take_while(|&(free, _)| {
                sum += free as usize;
                sum <= MOST_CELLS
            })
            .collect();
        LongRows { free, seeds: all.clone(), all }
    }

    /// The longest rows that pieces can grow from, each with the rows of about the same length.
    fn next(&mut self) -> Vec<(u32, Vec<u32>)> {
        let seeds: Vec<(u32, u32)> = (0..BATCH).map_while(|_| self.seeds.pop_last()).collect();
        let near = |seed: (u32, u32)| {
            let below = self.all.range(..seed).rev().take(NEAR);
            let above = self.all.range(seed..).skip(1).take(NEAR);
            (seed.1, below.chain(above).map(|&(_, row)| row).collect())
        };
        seeds.into_iter().map(near).collect()
    }

    /// Marks `row` as a row from which a piece can grow again.
    fn again(&mut self, row: u32) {
        if self.all.contains(&(self.free[row as usize], row)) {
            self.seeds.insert((self.free[row as usize], row));
        }
    }

    fn shorten(&mut self, row: u32, by: usize) {
        let free = &mut self.free[row as usize];
        self.all.remove(&(*free, row));
        self.seeds.remove(&(*free, row));
        *free -= by as u32;
        if *free as usize >= SHORTEST {
            self.all.insert((*free, row));
            self.seeds.insert((*free, row));
        }
    }
}

/// Rows that share labels, which may become a piece.
struct AlikeRows {
    rows: Vec<u32>,
    labels: Vec<SharedLabel>,
    /// By shared label, the cell of each row that would be published with it.
    taken: Vec<Vec<u32>>,
}

impl AlikeRows {
    fn part(&self, row: usize) -> Vec<u32> {
        self.taken.iter().map(|taken| taken[row]).collect()
    }

    fn keep(&mut self, is_kept: &[bool]) {
        let mut kept = is_kept.iter();
        self.labels.retain(|_| kept.next() == Some(&true));
        let mut kept = is_kept.iter();
        self.taken.retain(|_| kept.next() == Some(&true));
    }

    /// Drops each label of which some cell is in another piece by now.
    fn leave_taken(&mut self, cells: &Cells<'_>) {
        let is_free = |taken: &Vec<u32>| taken.iter().all(|&cell| cells.is_free(cell));
        let is_kept: Vec<bool> = self.taken.iter().map(is_free).collect();
        self.keep(&is_kept);
    }

    /// Drops labels of the piece until every label keeps k owners or none among the cells outside the piece.
    fn leave_enough(&mut self, cells: &Cells<'_>, remain: &Remain) {
        loop {
            let of_label = |(at, taken): (u32, &Vec<u32>)| {
                taken.iter().map(move |&cell| (cells.label(cell), cell, at)).collect::<Vec<_>>()
            };
            let mut taken: Vec<(Node, u32, u32)> = (0u32..).zip(&self.taken).flat_map(of_label).collect();
            taken.sort_unstable();
            let mut is_kept = vec![true; self.labels.len()];
            for same in taken.chunk_by(|a, b| a.0 == b.0) {
                let going: Vec<u32> = same.iter().map(|&(_, cell, _)| cell).collect();
                if (1..cells.k).contains(&remain.without(cells, same[0].0, &going)) {
                    same.iter().for_each(|&(.., at)| is_kept[at as usize] = false);
                }
            }
            if is_kept.iter().all(|&is_kept| is_kept) {
                return;
            }
            self.keep(&is_kept);
        }
    }
}

struct GroupGrower<'a, 'c> {
    cells: &'a Cells<'c>,
    remain: &'a Remain,
}

/// A row that could join a group of rows.
struct JoinCandidate {
    row: u32,
    free: Vec<Loose>,
    /// Gain of the group with this row when last computed. It falls as rows join, so this is an upper bound.
    promises: f64,
}

impl GroupGrower<'_, '_> {
    /// The group of rows of k owners that grows from `seed`; `None` if they share too few labels.
    fn group(&self, seed: u32, near: &[u32]) -> Option<AlikeRows> {
        let mut candidates: Vec<JoinCandidate> = near
            .iter()
            .filter(|&&row| self.owner(row) != self.owner(seed))
            .map(|&row| JoinCandidate { row, free: self.free(row), promises: f64::INFINITY })
            .collect();
        let free = self.free(seed);
        let mut group = AlikeRows {
            rows: vec![seed],
            labels: free.iter().map(Loose::shared).collect(),
            taken: free.iter().map(|loose| vec![loose.cell]).collect(),
        };
        let least = LEAST.max(free.len() / SHARE);
        while group.rows.len() < self.cells.k {
            let sharing = Sharing { cells: self.cells, labels: &group.labels, rows: group.rows.len() };
            let (row, Common { mut meetings, .. }) = self.best(&sharing, least, &mut candidates)?;
            meetings.sort_unstable_by_key(|meeting| (meeting.shared.node, meeting.at));
            let mut before = std::mem::take(&mut group.taken);
            group.taken.extend(meetings.iter().map(|meeting| {
                let mut taken = std::mem::take(&mut before[meeting.at as usize]);
                taken.push(meeting.cell);
                taken
            }));
            group.labels = meetings.iter().map(|meeting| meeting.shared).collect();
            group.rows.push(row);
            candidates.retain(|candidate| self.owner(candidate.row) != self.owner(row));
        }
        Some(group)
    }

    fn owner(&self, row: u32) -> u32 {
        self.cells.transactions.owner(self.cells.rows[row as usize] as usize)
    }

    fn free(&self, row: u32) -> Vec<Loose> {
        let of_row = self.cells.of_row(self.cells.rows[row as usize]);
        let free = of_row.filter(|&cell| self.cells.is_free(cell));
        let mut free: Vec<Loose> = free.map(|cell| Loose::new(self.cells, cell)).collect();
        free.sort_unstable_by_key(Loose::key);
        free
    }

    /// The candidate that shares most with the rows, and the labels that they share with it. Removes the
    /// candidates that share fewer than `least` labels.
    fn best(
        &self,
        sharing: &Sharing<'_, '_>,
        least: usize,
        candidates: &mut Vec<JoinCandidate>,
    ) -> Option<(u32, Common)> {
        candidates.sort_by(|a, b| b.promises.total_cmp(&a.promises).then(a.row.cmp(&b.row)));
        let mut best: Option<(u32, Common)> = None;
        for JoinCandidate { row, free, promises } in &mut *candidates {
            let most = best.as_ref().map_or(0.0, |(_, common)| common.gain);
            if most >= *promises {
                break;
            }
            let common = sharing.with(free, |label| self.remain.at_least(label));
            *promises = if common.meetings.len() < least { 0.0 } else { common.gain };
            if *promises > most {
                best = Some((*row, common));
            }
        }
        candidates.retain(|candidate| candidate.promises > 0.0);
        best
    }
}
