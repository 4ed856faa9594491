//! Finds the labels that one more row shares with rows that already share labels.
//!
//! Works from the leaves of the taxonomy up. At each node, shared labels and cells of the row that are at or
//! below it are paired, as many as possible, those that lose least information first. A pair becomes a shared
//! label at that node, unless it would lose more than it can gain. Labels and cells without a partner move on
//! to the next node above.

use std::cmp::Reverse;

use super::cells::Cells;
use crate::taxonomy::Node;

#[derive(Clone, Copy, Debug)]
pub(super) struct SharedLabel {
    pub(super) node: Node,
    units: u32,
    /// Information, in units, that all its cells together lose compared with being published alone.
    lost: u64,
    /// The label that all its cells would have if published alone; `None` if these labels differ.
    only: Option<Node>,
}

/// A free cell of a row that is compared with a group of rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Loose {
    label: Node,
    units: u32,
    pub(super) cell: u32,
}

impl Loose {
    pub(super) fn new(cells: &Cells<'_>, cell: u32) -> Loose {
        let label = cells.label(cell);
        Loose { label, units: cells.units(label), cell }
    }

    /// Sort key for the cells of a row: by label, then by cell number.
    pub(super) fn key(&self) -> (Node, u32) {
        (self.label, self.cell)
    }

    /// The shared label of a group that consists of this row only.
    pub(super) fn shared(&self) -> SharedLabel {
        SharedLabel { node: self.label, units: self.units, lost: 0, only: Some(self.label) }
    }
}

/// A shared label and a cell of the new row that can become one label.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meeting {
    /// Index of the shared label in [`Sharing::labels`].
    pub(super) at: u32,
    pub(super) cell: u32,
    /// The label that replaces both.
    pub(super) shared: SharedLabel,
}

/// Labels that a group of rows still shares when one more row joins.
#[derive(Clone, Debug, Default)]
pub(super) struct Common {
    pub(super) meetings: Vec<Meeting>,
    /// Gain of each row of the larger group, in units of links.
    pub(super) gain: f64,
}

/// A group of rows, and the labels that they share.
#[derive(Clone, Copy)]
pub(super) struct Sharing<'a, 'c> {
    pub(super) cells: &'a Cells<'c>,
    pub(super) labels: &'a [SharedLabel],
    pub(super) rows: usize,
}

impl Sharing<'_, '_> {
    /// Finds the labels that the group shares with one more row, whose free cells `row` are sorted by
    /// [`Loose::key`]. `owners` returns the number of owners who have a given label free.
    pub(super) fn with(&self, row: &[Loose], owners: impl Fn(Node) -> usize) -> Common {
        if self.labels.is_empty() || row.is_empty() {
            return Common::default();
        }
        let taxonomy = self.cells.taxonomy;
        let mut waiting = Waiting::new(self, row);
        // A stack of ancestors of the latest node, each with the start of its labels and cells in both lists.
        let mut line: Vec<(Node, usize, usize)> = vec![(Node::ROOT, 0, 0)];
        let (mut label, mut cell) = (0, 0);
        while label < self.labels.len() || cell < row.len() {
            let is_label =
                cell == row.len() || label < self.labels.len() && self.labels[label].node <= row[cell].label;
            let node = if is_label { self.labels[label].node } else { row[cell].label };
            let mut above = line[line.len() - 1].0;
            while taxonomy.end(above) <= node {
                above = taxonomy.parent(above);
            }
            let mut begin = (waiting.labels.len(), waiting.lot.len());
            while let Some(&(below, from, first)) = line.last().filter(|&&(below, ..)| below > above) {
                waiting.meet(below, from, first, &owners);
                begin = (from, first);
                line.pop();
            }
            if line[line.len() - 1].0 != above {
                line.push((above, begin.0, begin.1));
            }
            if above != node {
                line.push((node, waiting.labels.len(), waiting.lot.len()));
            }
            if is_label {
                waiting.labels.push(label as u32);
                label += 1;
            } else {
                waiting.lot.push(cell as u32);
                cell += 1;
            }
        }
        for &(node, from, first) in line[1..].iter().rev() {
            waiting.meet(node, from, first, &owners);
        }
        self.best(waiting.meetings)
    }

    /// The subset of `meetings` with the largest total gain.
    fn best(&self, mut meetings: Vec<Meeting>) -> Common {
        let units = |meeting: &Meeting| f64::from(meeting.shared.units);
        let dear = |meeting: &Meeting| meeting.shared.lost as f64 / units(meeting).max(1.0);
        meetings.sort_by(|a, b| dear(a).total_cmp(&dear(b)).then(a.at.cmp(&b.at)));
        let price = self.cells.price / (self.rows + 1) as f64;
        let (mut told, mut lost) = (0.0, 0);
        let (mut gain, mut length) = (0.0, 0);
        for (before, meeting) in meetings.iter().enumerate() {
            told += units(meeting);
            lost += meeting.shared.lost;
            let so_far = before as f64 * told - price * lost as f64;
            if so_far > gain {
                (gain, length) = (so_far, before + 1);
            }
        }
        meetings.truncate(length);
        Common { meetings, gain }
    }
}

/// Labels and cells that have no partner yet, and the pairs that were formed.
struct Waiting<'a> {
    sharing: &'a Sharing<'a, 'a>,
    row: &'a [Loose],
    /// Upper bound of the number of pairs.
    length: f64,
    /// Mean information of a shared label, in units.
    mean: f64,
    labels: Vec<u32>,
    lot: Vec<u32>,
    meetings: Vec<Meeting>,
}

impl<'a> Waiting<'a> {
    fn new(sharing: &'a Sharing<'a, 'a>, row: &'a [Loose]) -> Waiting<'a> {
        let told: u64 = sharing.labels.iter().map(|label| u64::from(label.units)).sum();
        Waiting {
            sharing,
            row,
            length: sharing.labels.len().min(row.len()) as f64,
            mean: told as f64 / sharing.labels.len() as f64,
            labels: Vec::new(),
            lot: Vec::new(),
            meetings: Vec::new(),
        }
    }

    /// Pairs labels and cells at `node`: the unpaired labels from index `from` on, and the unpaired cells
    /// from index `first` on.
    fn meet(&mut self, node: Node, from: usize, first: usize, owners: &impl Fn(Node) -> usize) {
        let Sharing { labels: shared, rows, cells } = *self.sharing;
        let (k, price) = (cells.k, cells.price);
        let units = cells.units(node);
        let lost_by_label = |&at: &u32| {
            let label = &shared[at as usize];
            label.lost + rows as u64 * u64::from(label.units - units)
        };
        let lost_by_cell = |&cell: &u32| u64::from(self.row[cell as usize].units - units);
        // Upper bound of the gain of a pair here: the gain if as many pairs are formed as possible.
        let most = ((rows + 1) as f64 * self.length * (f64::from(units) + self.mean) / price) as u64;
        keep(&mut self.labels, from, |at| lost_by_label(at) < most);
        keep(&mut self.lot, first, |cell| lost_by_cell(cell) < most);
        if self.labels.len() == from || self.lot.len() == first {
            return;
        }
        self.labels[from..].sort_unstable_by_key(|at| Reverse((lost_by_label(at), *at)));
        self.lot[first..].sort_unstable_by_key(|cell| Reverse((lost_by_cell(cell), *cell)));
        let (mut labels, mut lot) = (Vec::new(), Vec::new());
        while self.labels.len() > from && self.lot.len() > first {
            let (at, place) = (self.labels[self.labels.len() - 1], self.lot[self.lot.len() - 1]);
            let lost = lost_by_label(&at) + lost_by_cell(&place);
            if lost >= most {
                break;
            }
            let Loose { label, cell, .. } = self.row[place as usize];
            let only = shared[at as usize].only;
            // A label may lose all its owners, or only so many that k others keep it.
            let can_label = only.is_none_or(|only| only == label || owners(only) >= k + rows);
            let can_cell = if only == Some(label) {
                owners(label) == k || owners(label) > k + rows
            } else {
                owners(label) > k
            };
            if can_cell || !can_label {
                labels.extend(self.labels.pop().filter(|_| !can_label));
            }
            if can_label {
                lot.extend(self.lot.pop().filter(|_| !can_cell));
            }
            if can_label && can_cell {
                let only = only.filter(|&only| only == label);
                self.meetings.push(Meeting { at, cell, shared: SharedLabel { node, units, lost, only } });
            }
        }
        self.labels.append(&mut labels);
        self.lot.append(&mut lot);
    }
}

/// Removes the values from index `from` on for which `holds` is false.
fn keep(values: &mut Vec<u32>, from: usize, holds: impl Fn(&u32) -> bool) {
    let mut to = from;
    for at in from..values.len() {
        if holds(&values[at]) {
            values[to] = values[at];
            to += 1;
        }
    }
    values.truncate(to);
}
