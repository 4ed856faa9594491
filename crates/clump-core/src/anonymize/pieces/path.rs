//! Grows pieces from a label (the head) and the rows that have it.
//!
//! A path begins with all rows that have the head free. At each step, one more label is added: the node at
//! which at least k owners can add a cell and gain most together. Rows without such a cell drop out. This
//! goes on as long as k owners remain, so a piece is as long as its rows allow. Cells are not reserved: other
//! heads may propose the same cells.

use std::cmp::Reverse;

use super::cells::Cells;
use super::join::Joining;
use crate::containers::{Ragged, SparseCounts, set_of};
use crate::taxonomy::Node;

/// A piece that is published if its cells are still free.
#[derive(Debug)]
pub(super) struct Proposal {
    pub(super) labels: Vec<Node>,
    /// Cells of all rows of the piece, in the order of rows: each row has one cell for each label.
    pub(super) parts: Vec<u32>,
    /// Mean gain per cell, in units of links.
    pub(super) score: i64,
}

/// The pieces that grew from one head.
#[derive(Debug, Default)]
pub(super) struct GrownPiece {
    /// The pieces with at least the requested gain per cell.
    pub(super) proposals: Vec<Proposal>,
    /// Gain per cell of the best piece that was found but not proposed; 0 if there is none.
    pub(super) score: i64,
}

/// One row while a piece grows.
struct PathRow {
    /// Its cells in the piece, one for each label so far.
    taken: Vec<u32>,
    /// Its free cells that could still be added.
    free: Vec<u32>,
    /// Information that its cells lose in the piece compared with being alone, in units.
    lost: u64,
}

/// A piece while it grows: its labels and the rows that share them.
struct Path {
    labels: Vec<Node>,
    /// Sum of the information of the labels.
    units: u64,
    members: Vec<PathRow>,
    /// Number of rows when the cells that cannot be shared were last removed.
    pruned: usize,
}

impl Joining<'_, '_> {
    /// Grows pieces from `heads`: free cells with one label, at most one in each row, in the order of rows.
    /// Returns those with a gain per cell of at least `least`, the best first.
    pub(super) fn pieces_from(
        &self,
        label: Node,
        heads: &[u32],
        least: i64,
        [first, next]: &mut [MetTally; 2],
    ) -> GrownPiece {
        let mut offers: Vec<(Node, u32, u32)> = Vec::new();
        for (row, &head) in (0u32..).zip(heads) {
            self.offers(label, head, |node, cell, gain| {
                first.add(row, node, gain);
                if gain > 0 {
                    offers.push((node, row, cell));
                }
            });
        }
        let nodes = first.nodes_with(self.cells.k);
        let enough = offers.iter().filter(|(node, ..)| first.met(*node).rows as usize >= self.cells.k);
        let place = |node: Node| nodes.binary_search(&node).expect("a node with enough rows");
        let meeting =
            Ragged::by_key(nodes.len(), enough.map(|&(node, row, cell)| (place(node), (row, cell))));
        let mut is_gone = vec![false; heads.len()];
        let mut grown = GrownPiece::default();
        let mut open = nodes.clone();
        loop {
            open.retain(|&node| first.met(node).rows as usize >= self.cells.k);
            open.sort_unstable_by_key(|&node| Reverse((first.met(node).gain, node)));
            let mut best: Option<Proposal> = None;
            let mut tried = 0;
            for &node in &open {
                let begin = self.beginning(heads, meeting.get(place(node)), &is_gone);
                if self.cells.owners(begin.iter().map(|&(head, _)| head)) < self.cells.k {
                    first.strike(node);
                    continue;
                }
                let proposal = self.path(label, node, &begin, first, next);
                if best.as_ref().is_none_or(|best| best.score < proposal.score) {
                    best = Some(proposal);
                }
                tried += 1;
                if tried == self.effort.tries {
                    break;
                }
            }
            let Some(best) = best else { break };
            if best.score < least {
                grown.score = best.score.max(0);
                break;
            }
            let mut going = best.parts.iter().step_by(best.labels.len()).peekable();
            for (&head, is_gone) in heads.iter().zip(&mut is_gone) {
                if going.next_if_eq(&&head).is_some() {
                    *is_gone = true;
                    self.offers(label, head, |node, _, gain| next.add(0, node, gain));
                    first.subtract(next);
                    next.clear();
                }
            }
            grown.proposals.push(best);
        }
        first.clear();
        grown
    }

    fn onto(&self, head: u32, labels: usize, units: u64) -> Onto {
        let longest = self
            .cells
            .of_row(self.cells.row(head))
            .len()
            .min(self.effort.longest)
            .min(self.effort.horizon * labels);
        Onto { labels, longest, units }
    }

    /// Calls `each` for every cell that the row of `head` could add to a piece of one label: node, cell and gain.
    fn offers(&self, label: Node, head: u32, mut each: impl FnMut(Node, u32, i64)) {
        let onto = self.onto(head, 1, u64::from(self.cells.units(label)));
        self.partners.of(self.cells, head, |cell| {
            onto.offers(self.cells, cell, |node, gain| each(node, cell, gain));
        });
    }

    /// The rows that can add a cell at `node` and are not gone. Each is given by its head and by the cell
    /// that has the least information alone, and so loses least.
    fn beginning(&self, heads: &[u32], meeting: &[(u32, u32)], is_gone: &[bool]) -> Vec<(u32, u32)> {
        let by_row = meeting.chunk_by(|a, b| a.0 == b.0).filter(|same| !is_gone[same[0].0 as usize]);
        by_row
            .map(|same| {
                let cells = same.iter().map(|&(_, cell)| cell);
                let cell = cells.min_by_key(|&cell| (self.cells.units(self.cells.label(cell)), cell));
                (heads[same[0].0 as usize], cell.expect("a row that meets has a cell"))
            })
            .collect()
    }

    /// Grows one piece, which begins with two labels, as long as k owners share it.
    fn path(
        &self,
        label: Node,
        node: Node,
        begin: &[(u32, u32)],
        first: &MetTally,
        tally: &mut MetTally,
    ) -> Proposal {
        let cells = &*self.cells;
        let units = u64::from(cells.units(label)) + u64::from(cells.units(node));
        let member = |&(head, cell): &(u32, u32)| {
            let onto = self.onto(head, 2, units);
            let mut free = Vec::new();
            self.partners.of(cells, head, |other| {
                if other != cell && self.can_meet(&onto, other, first) {
                    free.push(other);
                }
            });
            PathRow {
                taken: vec![head, cell],
                free,
                lost: u64::from(cells.units(cells.label(cell)) - cells.units(node)),
            }
        };
        let members = begin.iter().map(member).collect();
        let mut path = Path { labels: vec![label, node], units, members, pruned: usize::MAX / 4 };
        while path.labels.len() < self.effort.longest && self.extend(&mut path, tally) {}
        let length = path.labels.len();
        let linked = (length - 1) as i64 * path.units as i64;
        let gains = path.members.iter().map(|member| linked - (self.cells.price * member.lost as f64) as i64);
        let score = gains.sum::<i64>() / (path.members.len() * length) as i64;
        let parts = path.members.iter().flat_map(|member| member.taken.iter().copied()).collect();
        Proposal { labels: path.labels, parts, score }
    }

    /// True if k rows can add `cell`'s label or a node above it, now or when the piece is longer.
    fn can_meet(&self, onto: &Onto, cell: u32, tally: &MetTally) -> bool {
        let mut can = false;
        onto.offers(self.cells, cell, |node, _| can |= tally.met(node).later as usize >= self.cells.k);
        can
    }

    /// Adds the label with the largest gain that k owners share. False if there is none.
    fn extend(&self, path: &mut Path, tally: &mut MetTally) -> bool {
        let cells = &*self.cells;
        let (labels, units) = (path.labels.len(), path.units);
        let onto = |member: &PathRow| self.onto(member.taken[0], labels, units);
        for (row, member) in (0u32..).zip(&path.members) {
            for &cell in &member.free {
                onto(member).offers(cells, cell, |node, gain| tally.add(row, node, gain));
            }
        }
        if path.members.len() * 4 <= path.pruned * 3 {
            path.pruned = path.members.len();
            for member in &mut path.members {
                let onto = onto(member);
                member.free.retain(|&cell| self.can_meet(&onto, cell, tally));
            }
        }
        let mut added = None;
        while let Some(node) = tally.best(self.cells.k) {
            let best: Vec<Option<u32>> =
                path.members.iter().map(|member| self.best(&onto(member), member, node)).collect();
            if cells.owners(best.iter().flatten().copied()) >= self.cells.k {
                added = Some((node, best));
                break;
            }
            tally.strike(node);
        }
        tally.clear();
        let Some((node, best)) = added else { return false };
        path.labels.push(node);
        path.units += u64::from(cells.units(node));
        let mut best = best.into_iter();
        path.members.retain_mut(|member| {
            let Some(cell) = best.next().flatten() else { return false };
            member.taken.push(cell);
            member.free.retain(|&other| other != cell);
            member.lost += u64::from(cells.units(cells.label(cell)) - cells.units(node));
            true
        });
        true
    }

    /// The cell of `member` with the largest positive gain at `node`; `None` if no cell gains.
    fn best(&self, onto: &Onto, member: &PathRow, node: Node) -> Option<u32> {
        let below = node..self.cells.taxonomy.end(node);
        let alone = |cell: u32| self.cells.units(self.cells.label(cell));
        let cells = member.free.iter().copied().filter(|&cell| below.contains(&self.cells.label(cell)));
        let cell = cells.min_by_key(|&cell| (alone(cell), cell))?;
        (onto.gain(self.cells, alone(cell), node) > 0).then_some(cell)
    }
}

// Sums of gains, by the node at which rows could add a cell to a piece.

/// Total gain if every row adds its best cell at one node.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Met {
    /// Sum over the rows of the gain of their best cell.
    gain: i64,
    /// Number of rows with a gain.
    rows: u32,
    /// Number of rows that would gain if the piece had its maximum length.
    later: u32,
    /// The row that was counted last, plus 1.
    last: u32,
    best: i64,
}

#[derive(Debug)]
pub(super) struct MetTally(SparseCounts<Met>);

impl MetTally {
    pub(super) fn new(nodes: usize) -> MetTally {
        MetTally(SparseCounts::new(nodes))
    }

    /// Counts that `row` gains `gain` at `node` with one of its cells. All calls for a row must be consecutive.
    fn add(&mut self, row: u32, node: Node, gain: i64) {
        let met = self.0.at(node.0);
        if met.last != row + 1 {
            met.last = row + 1;
            met.best = 0;
            met.later += 1;
        }
        if gain > met.best {
            met.rows += u32::from(met.best == 0);
            met.gain += gain - met.best;
            met.best = gain;
        }
    }

    /// Subtracts the counts of `other`, whose rows are a part of these.
    fn subtract(&mut self, other: &MetTally) {
        for (node, gone) in other.0.iter() {
            let met = self.0.at(node);
            met.gain -= gone.gain;
            met.rows = met.rows.saturating_sub(gone.rows);
            met.later -= gone.later;
        }
    }

    /// Excludes `node` from later choices.
    fn strike(&mut self, node: Node) {
        self.0.at(node.0).rows = 0;
    }

    fn met(&self, node: Node) -> Met {
        self.0.get(node.0)
    }

    /// The node with the largest total gain among those where at least `rows` rows gain. Of equal nodes, it
    /// is the last in preorder: of a node and its only child, the child.
    fn best(&self, rows: usize) -> Option<Node> {
        let enough = self.0.iter().filter(|(_, met)| met.rows as usize >= rows);
        enough.max_by_key(|&(node, met)| (met.gain, node)).map(|(node, _)| Node(node))
    }

    /// The nodes where at least `rows` rows gain, in preorder.
    fn nodes_with(&self, rows: usize) -> Vec<Node> {
        let enough = self.0.iter().filter(|(_, met)| met.rows as usize >= rows);
        set_of(enough.map(|(node, _)| Node(node)))
    }

    fn clear(&mut self) {
        self.0.clear();
    }
}

/// A piece, as far as the gain of adding a cell depends on it.
#[derive(Clone, Copy, Debug)]
struct Onto {
    labels: usize,
    /// Largest number of labels that the piece can have in the end.
    longest: usize,
    units: u64,
}

impl Onto {
    /// Gain of adding `node` to the piece for a cell whose label has `alone` units: I(node) for each label of
    /// the piece, plus the information of these labels, minus the price of the information that the cell loses.
    fn gain(&self, cells: &Cells<'_>, alone: u32, node: Node) -> i64 {
        let told = cells.units(node);
        let linked = self.labels as i64 * i64::from(told) + self.units as i64;
        linked - (cells.price * f64::from(alone - told)) as i64
    }

    /// Calls `each` with every node at which `cell` could be added and the gain there, from the label of the cell
    /// upwards. The gain falls on the way up; the loop ends where a piece of any length would gain nothing.
    fn offers(&self, cells: &Cells<'_>, cell: u32, mut each: impl FnMut(Node, i64)) {
        let mut node = cells.label(cell);
        let alone = cells.units(node);
        let mean = self.units as f64 / self.labels as f64;
        while node != Node::ROOT {
            let told = cells.units(node);
            let most = self.longest as f64 * (f64::from(told) + mean);
            if cells.price * f64::from(alone - told) >= most {
                break;
            }
            each(node, self.gain(cells, alone, node));
            node = cells.taxonomy.parent(node);
        }
    }
}
