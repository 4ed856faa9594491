//! Grows pieces from the rows that have a label.
//!
//! Of the rows that have the head free, those continue that meet at the node where they gain most together.
//! Of these, those continue that meet at the next such node, and so on, as long as k owners do. So a piece is
//! as long as its rows allow. No cell is taken yet: other heads may propose the same cells.

use std::cmp::Reverse;

use super::cells::Cells;
use super::effort::JoinEffort;
use super::join::Partners;
use super::tally::{MetTally, Onto};
use crate::containers::Ragged;
use crate::taxonomy::Node;

/// A piece that could be published.
#[derive(Debug)]
pub(super) struct Proposal {
    pub(super) labels: Vec<Node>,
    /// The cells of its parts, in the order of rows: each part has a cell for each label.
    pub(super) parts: Vec<u32>,
    /// Mean gain of a cell, in units of links.
    pub(super) score: i64,
}

/// Piece that grows from a head.
#[derive(Debug, Default)]
pub(super) struct GrownPiece {
    /// Pieces in which a cell gains at least as much as requested.
    pub(super) proposals: Vec<Proposal>,
    /// Gain of a cell in the best piece that could come next; 0 if there is none.
    pub(super) score: i64,
}

/// Working memory of growing.
#[derive(Debug)]
pub(super) struct GrowthScratch {
    first: MetTally,
    next: MetTally,
}

impl GrowthScratch {
    pub(super) fn new(nodes: usize) -> GrowthScratch {
        GrowthScratch { first: MetTally::new(nodes), next: MetTally::new(nodes) }
    }
}

/// Grows pieces.
pub(super) struct Growing<'a, 'c> {
    pub(super) cells: &'a Cells<'c>,
    pub(super) partners: &'a Partners,
    pub(super) k: usize,
    /// Worth of a bit of a word, in bits of links.
    pub(super) price: f64,
    pub(super) effort: JoinEffort,
}

/// A row of a path.
struct PathRow {
    /// Its cells for each label so far.
    taken: Vec<u32>,
    /// Cells that it could still add.
    free: Vec<u32>,
    /// Bits that it loses, in units.
    lost: u64,
}

/// Rows that share the labels so far.
struct Path {
    labels: Vec<Node>,
    /// Information of the labels together.
    units: u64,
    members: Vec<PathRow>,
    /// Number of members when they last dropped cells that they cannot share.
    pruned: usize,
}

impl Growing<'_, '_> {
    /// Pieces from `heads`: free cells with one label, at most one for each row, in the order of rows.
    /// Returns only those in which a cell gains `least`, the best first.
    pub(super) fn grow(
        &self,
        label: Node,
        heads: &[u32],
        least: i64,
        scratch: &mut GrowthScratch,
    ) -> GrownPiece {
        let GrowthScratch { first, next } = scratch;
        let mut offers: Vec<(Node, u32, u32)> = Vec::new();
        for (row, &head) in (0u32..).zip(heads) {
            self.offers(label, head, |node, cell, gain| {
                first.add(row, node, gain);
                if gain > 0 {
                    offers.push((node, row, cell));
                }
            });
        }
        let nodes = first.nodes_with(self.k);
        let enough = offers.iter().filter(|(node, ..)| first.met(*node).rows as usize >= self.k);
        let place = |node: Node| nodes.binary_search(&node).expect("a node with enough rows");
        let meeting =
            Ragged::by_key(nodes.len(), enough.map(|&(node, row, cell)| (place(node), (row, cell))));
        let mut is_gone = vec![false; heads.len()];
        let mut grown = GrownPiece::default();
        let mut open = nodes.clone();
        loop {
            open.retain(|&node| first.met(node).rows as usize >= self.k);
            open.sort_unstable_by_key(|&node| Reverse((first.met(node).gain, node)));
            let mut best: Option<Proposal> = None;
            let mut tried = 0;
            for &node in &open {
                let begin = self.beginning(heads, meeting.get(place(node)), &is_gone);
                if self.cells.owners(begin.iter().map(|&(head, _)| head)) < self.k {
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
        let longest =
            self.cells.beside(head).len().min(self.effort.longest).min(self.effort.horizon * labels);
        Onto { labels, longest, units, price: self.price }
    }

    /// Cells that the row of `head` could add to it.
    fn offers(&self, label: Node, head: u32, mut each: impl FnMut(Node, u32, i64)) {
        let onto = self.onto(head, 1, u64::from(self.cells.units(label)));
        self.partners.of(self.cells, head, |cell| {
            onto.offers(self.cells, cell, |node, gain| each(node, cell, gain));
        });
    }

    /// The rows that meet at `node` and are not gone, each by its head and its cell with the least
    /// information alone, which loses least.
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

    /// The piece that begins with two labels and grows as long as k owners share it.
    fn path(
        &self,
        label: Node,
        node: Node,
        begin: &[(u32, u32)],
        first: &MetTally,
        tally: &mut MetTally,
    ) -> Proposal {
        let cells = self.cells;
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
        let gains = path.members.iter().map(|member| linked - (self.price * member.lost as f64) as i64);
        let score = gains.sum::<i64>() / (path.members.len() * length) as i64;
        let parts = path.members.iter().flat_map(|member| member.taken.iter().copied()).collect();
        Proposal { labels: path.labels, parts, score }
    }

    /// True if `cell` could be added at a node where k rows meet, now or later.
    fn can_meet(&self, onto: &Onto, cell: u32, tally: &MetTally) -> bool {
        let mut can = false;
        onto.offers(self.cells, cell, |node, _| can |= tally.met(node).later as usize >= self.k);
        can
    }

    /// Adds the label that gains most, if k owners share it.
    fn extend(&self, path: &mut Path, tally: &mut MetTally) -> bool {
        let cells = self.cells;
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
        while let Some(node) = tally.best(self.k) {
            let best: Vec<Option<u32>> =
                path.members.iter().map(|member| self.best(&onto(member), member, node)).collect();
            if cells.owners(best.iter().flatten().copied()) >= self.k {
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

    /// The cell that `member` gains most with at `node`, if there is a gain.
    fn best(&self, onto: &Onto, member: &PathRow, node: Node) -> Option<u32> {
        let below = node..self.cells.taxonomy.end(node);
        let alone = |cell: u32| self.cells.units(self.cells.label(cell));
        let cells = member.free.iter().copied().filter(|&cell| below.contains(&self.cells.label(cell)));
        let cell = cells.min_by_key(|&cell| (alone(cell), cell))?;
        (onto.gain(self.cells, alone(cell), node) > 0).then_some(cell)
    }
}
