//! Forms pieces of labels that k owners share, the piece with the highest mean gain of a cell first.
//!
//! A cell can be in only one piece, so pieces are compared by their gain per cell: a long piece of few owners
//! is better than a short one of many. A *head* is a label from which pieces grow. Each head stores the gain
//! of its best piece, as in a priority queue whose keys are updated only when their turn comes. In each
//! round, heads whose stored gain is nearly the largest grow again, a batch of them in parallel. Their
//! proposed pieces are published in the order of their gain, if their cells are still free. Batches do not
//! depend on the number of threads, so the result does not depend on it.

use std::cmp::Reverse;
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::cells::Cells;
use super::path::{GrownPiece, MetTally, Proposal};
use super::remain::Remain;
use crate::containers::Ragged;
use crate::progress::{Cancelled, Progress};
use crate::taxonomy::Node;

/// Number of rows of a head that grow together. A head with more rows uses other rows in later rounds: labels
/// that are common in all rows are common in these rows too, and rare labels grow from rarer heads.
const WINDOW: usize = 2048;

/// Number of rows of heads that grow in parallel before any of their pieces is published.
const BATCH: usize = 4096;

/// Publishes pieces of at least two labels, until no further piece has a gain.
pub(super) fn join(
    cells: &mut Cells<'_>,
    effort: JoinEffort,
    progress: &dyn Progress,
) -> Result<(), Cancelled> {
    let mut joining = Joining::new(cells, effort);
    let all: Vec<usize> = (0..joining.heads.len()).collect();
    let first = joining.effort.first.map_or(i64::MAX, |first| (joining.mean_units() * first) as i64);
    joining.round(&all, first, progress)?;
    while let Some(most) = joining.heads.iter().map(|head| head.promises).max().filter(|&most| most > 0) {
        let least = ((most as f64 * joining.effort.nearly) as i64).clamp(1, i64::MAX - 1);
        let mut turn: Vec<usize> =
            all.iter().copied().filter(|&head| joining.heads[head].promises >= least).collect();
        turn.sort_by_key(|&head| (Reverse(joining.heads[head].promises), head));
        joining.round(&turn, least, progress)?;
    }
    Ok(())
}

struct Head {
    label: Node,
    /// Gain per cell of the best piece that could grow from this head, when it was last computed.
    promises: i64,
    /// Index in the label's list of cells at which the next growth begins.
    from: usize,
}

pub(super) struct Joining<'a, 'c> {
    pub(super) cells: &'a mut Cells<'c>,
    pub(super) effort: JoinEffort,
    heads: Vec<Head>,
    by_label: Ragged<u32>,
    pub(super) partners: Partners,
    remain: Remain,
    /// Working memory of growing pieces, one entry for each thread that is not using its own.
    scratch: Mutex<Vec<[MetTally; 2]>>,
}

impl<'a, 'c> Joining<'a, 'c> {
    fn new(cells: &'a mut Cells<'c>, effort: JoinEffort) -> Joining<'a, 'c> {
        let by_label = cells.by_label();
        let labels = cells.taxonomy.nodes().filter(|label| !by_label.get(label.index()).is_empty());
        let mut heads: Vec<Head> = labels.map(|label| Head { label, promises: 0, from: 0 }).collect();
        heads.sort_by_key(|head| by_label.get(head.label.index()).len());
        Joining {
            effort,
            heads,
            partners: Partners::new(cells, &by_label, effort),
            remain: Remain::new(cells, &by_label),
            by_label,
            scratch: Mutex::new(Vec::new()),
            cells,
        }
    }

    fn mean_units(&self) -> f64 {
        let lists = (0u32..).map(Node).zip(self.by_label.iter());
        let units: u64 =
            lists.map(|(label, list)| list.len() as u64 * u64::from(self.cells.units(label))).sum();
        units as f64 / self.by_label.values().len().max(1) as f64
    }

    /// Grows pieces from `heads`, and publishes those with a gain per cell of at least `least`. If another
    /// piece took its cells first, a piece is tried again in a later round.
    fn round(&mut self, heads: &[usize], least: i64, progress: &dyn Progress) -> Result<(), Cancelled> {
        let mut rest = heads;
        while !rest.is_empty() {
            progress.go_on()?;
            let (batch, later) = rest.split_at(self.batch(rest));
            rest = later;
            let grown: Vec<(GrownPiece, usize)> =
                batch.par_iter().map(|&head| self.grow(&self.heads[head], least)).collect();
            let mut proposals: Vec<(usize, Proposal)> = Vec::new();
            for (&head, (grown, from)) in batch.iter().zip(grown) {
                self.heads[head] = Head { promises: grown.score, from, ..self.heads[head] };
                proposals.extend(grown.proposals.into_iter().map(|proposal| (head, proposal)));
            }
            proposals.sort_by_key(|(_, proposal)| Reverse(proposal.score));
            for (head, proposal) in proposals {
                let is_whole = self.publish(&proposal);
                let Head { promises, from, .. } = &mut self.heads[head];
                *promises = match is_whole {
                    // The rows of the head that were not used this time may have an equally good piece.
                    true if *from > 0 => (*promises).max(proposal.score),
                    true => *promises,
                    false => (*promises).max(least.min(proposal.score) / 8),
                };
            }
        }
        Ok(())
    }

    fn batch(&self, heads: &[usize]) -> usize {
        let mut rows = 0;
        let fit = heads.iter().take_while(|&&head| {
            let is_room = rows < BATCH;
            rows += self.by_label.get(self.heads[head].label.index()).len().min(WINDOW);
            is_room
        });
        fit.count()
    }

    /// The pieces that grow from `head`, and the new value of [`Head::from`]: 0 if all cells of the head were used.
    fn grow(&self, head: &Head, least: i64) -> (GrownPiece, usize) {
        let all = self.by_label.get(head.label.index());
        let mut heads: Vec<u32> = Vec::new();
        let (mut next, mut at_start) = (0, 0);
        for at in 0..all.len() {
            let place = (head.from + at) % all.len();
            if place == 0 {
                at_start = heads.len();
            }
            let row = |cell: u32| self.cells.row(cell);
            if self.cells.is_free(all[place]) && heads.last().is_none_or(|&last| row(last) != row(all[place]))
            {
                heads.push(all[place]);
            }
            if heads.len() == WINDOW {
                next = (place + 1) % all.len();
                break;
            }
        }
        // Restores the order of rows.
        heads.rotate_left(at_start);
        if self.cells.owners(heads.iter().copied()) < self.cells.k {
            return (GrownPiece::default(), 0);
        }
        let pool = || self.scratch.lock().unwrap_or_else(PoisonError::into_inner);
        let scratch = pool().pop();
        let tally = || MetTally::new(self.cells.taxonomy.len());
        let mut scratch = scratch.unwrap_or_else(|| [tally(), tally()]);
        let grown = self.pieces_from(head.label, &heads, least, &mut scratch);
        pool().push(scratch);
        (grown, next)
    }

    /// Publishes `proposal` for the rows whose cells are all still free, if enough owners keep their labels.
    /// True if all rows of the proposal were published.
    fn publish(&mut self, proposal: &Proposal) -> bool {
        let parts = proposal.parts.chunks_exact(proposal.labels.len());
        let all = parts.len();
        let mut free: Vec<&[u32]> =
            parts.filter(|part| part.iter().all(|&cell| self.cells.is_free(cell))).collect();
        if !self.remain.settle(self.cells, &mut free) {
            return false;
        }
        self.remain.take(self.cells, &free);
        let piece = self.cells.add_piece(&proposal.labels, None);
        free.iter().for_each(|part| self.cells.put(piece, part));
        free.len() == all
    }
}

// Selects the cells of a row that can be added to a piece that grows from a head.
//
// The search for labels that rows share takes time proportional to the square of their lengths. So only a limited
// number of cells of a long row is used: those with the commonest labels, which are the likeliest to be shared.
// In large data a head uses only labels that are commoner than itself; rarer labels find it when they are heads.

pub(super) struct Partners {
    effort: JoinEffort,
    /// By label, its index in the order of frequency.
    rank: Vec<u32>,
    /// By list number: the selected cells of a long row, commonest label first.
    commonest: Ragged<u32>,
    /// By long row, the number of its list in `commonest`.
    list_of: FxHashMap<u32, u32>,
}

impl Partners {
    fn new(cells: &Cells<'_>, by_label: &Ragged<u32>, effort: JoinEffort) -> Partners {
        let mut labels: Vec<u32> = (0..by_label.len() as u32).collect();
        labels.sort_by_key(|&label| by_label.get(label as usize).len());
        let mut rank = vec![0; labels.len()];
        for (place, &label) in (0u32..).zip(&labels) {
            rank[label as usize] = place;
        }
        let (mut commonest, mut list_of) = (Ragged::default(), FxHashMap::default());
        for &row in cells.rows.iter().filter(|&&row| cells.of_row(row).len() > effort.widest) {
            let mut list: Vec<u32> = cells.of_row(row).filter(|&cell| cells.is_free(cell)).collect();
            list.sort_unstable_by_key(|&cell| Reverse((rank[cells.label(cell).index()], cell)));
            list.truncate(effort.widest);
            list_of.insert(row, commonest.push(list) as u32);
        }
        Partners { effort, rank, commonest, list_of }
    }

    /// Calls `each` with the selected free cells of the row that has the cell `head`.
    pub(super) fn of(&self, cells: &Cells<'_>, head: u32, mut each: impl FnMut(u32)) {
        let range = cells.of_row(cells.row(head));
        let least = if self.effort.is_one_way { self.rank[cells.label(head).index()] } else { 0 };
        let rank = |cell: u32| self.rank[cells.label(cell).index()];
        let is_looked_at = |cell: u32| cell != head && cells.is_free(cell);
        if range.len() > self.effort.widest {
            let list = self.commonest.get(self.list_of[&cells.row(head)] as usize).iter().copied();
            list.take_while(|&cell| rank(cell) >= least).filter(|&cell| is_looked_at(cell)).for_each(each);
        } else {
            range.filter(|&cell| is_looked_at(cell) && rank(cell) >= least).for_each(&mut each);
        }
    }
}

// Effort of the search for pieces: the larger the data, the less effort per row, so that the time grows no
// faster than the data.

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct JoinEffort {
    /// Number of second labels that are tried for a head.
    pub(super) tries: usize,
    pub(super) longest: usize,
    /// A cell is used if adding it would gain something once the piece is this many times as long.
    pub(super) horizon: usize,
    /// Largest number of cells of a row that are used.
    pub(super) widest: usize,
    /// True if a head uses only labels that are commoner than itself.
    pub(super) is_one_way: bool,
    /// Least gain per cell in the first round, as a multiple of the mean information of a cell. `None` if the
    /// first round publishes nothing and only computes the gains of all heads.
    pub(super) first: Option<f64>,
    /// A head grows again when its stored gain is at least this share of the largest stored gain.
    pub(super) nearly: f64,
    /// True if single rows are moved to better pieces at the end (`rejoin`).
    pub(super) is_second_pass: bool,
}

/// Data count as long-rowed if a word has at least this many other words in its row on average. Then pieces
/// from `alike` are much longer than other pieces, and letting heads use rarer labels too takes twice the
/// time for one percent more links.
const LONG: usize = 16;

/// Data with at most this many pairs of cells of the same row get full effort. 5,581 foodmart customers have
/// 2 million pairs; 1,000 owners of a generated log with 32 words each have 3 million.
const SMALL: usize = 4_000_000;

/// Data with more pairs than this get the least effort. 53,058 owners of a generated log have 140 million.
const LARGE: usize = 40_000_000;

const THOROUGH: JoinEffort = JoinEffort {
    tries: 1,
    longest: 16,
    horizon: 4,
    widest: 128,
    is_one_way: false,
    first: None,
    nearly: 0.75,
    is_second_pass: true,
};

const FAST: JoinEffort = JoinEffort {
    tries: 1,
    longest: 6,
    horizon: 1,
    widest: 32,
    is_one_way: true,
    first: Some(1.25),
    nearly: 0.25,
    is_second_pass: false,
};

impl JoinEffort {
    pub(super) fn of(cells: &Cells<'_>) -> JoinEffort {
        let pairs: usize = cells.rows.iter().map(|&row| cells.of_row(row).len().pow(2)).sum();
        let cells: usize = cells.rows.iter().map(|&row| cells.of_row(row).len()).sum();
        let is_one_way = pairs > LONG * cells;
        if pairs <= SMALL {
            JoinEffort { tries: 3, longest: 32, is_one_way, ..THOROUGH }
        } else if pairs <= LARGE {
            JoinEffort { is_one_way, ..THOROUGH }
        } else {
            FAST
        }
    }
}
