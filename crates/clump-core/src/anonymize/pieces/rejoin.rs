//! Moves single rows to better pieces, after all pieces were formed.
//!
//! A new piece needs k owners at once; an existing piece can take any row that has its labels. So for each
//! row, pieces are chosen again: the one with the largest gain first, then the best one for the remaining
//! cells, and so on. If the new pieces gain more in total than the present ones, the row moves. A move never
//! leaves a piece or label with 1 to k - 1 owners.

use std::cmp::Reverse;

use super::cells::Cells;
use crate::containers::Ragged;
use crate::progress::{Cancelled, Progress};
use crate::taxonomy::Node;

/// Chooses the pieces of every row again, one row after the other.
pub(super) fn rejoin(cells: &mut Cells<'_>, progress: &dyn Progress) -> Result<(), Cancelled> {
    let (rows, transactions) = (cells.rows.clone(), cells.transactions);
    let mut moving = Moving::new(cells);
    let owner = |row: u32| transactions.owner(row as usize);
    for own in rows.chunk_by(|&a, &b| owner(a) == owner(b)) {
        progress.go_on()?;
        for &row in own {
            moving.cover(cells, row, own);
        }
    }
    Ok(())
}

/// Counts of pieces and labels that are updated as rows move.
struct Moving {
    /// By node, the pieces with this label in which no other label has more information.
    by_rarest: Ragged<u32>,
    owners: Vec<u32>,
    /// By label, the number of owners who have it free.
    owners_free: Vec<u32>,
    /// By node, the number of cells at or below it that the present row could use.
    below: Vec<u32>,
}

/// Cells of a row that form one row of a piece.
struct RowPart {
    piece: u32,
    cells: Vec<u32>,
    /// Gain compared with publishing these cells alone.
    gain: i64,
}

impl Moving {
    fn new(cells: &Cells<'_>) -> Moving {
        let nodes = cells.taxonomy.len();
        // For each piece and each label: the owner who was counted last, and the number of owners.
        let mut of_piece = vec![(u32::MAX, 0); cells.pieces()];
        let mut of_label = vec![(u32::MAX, 0); nodes];
        for &row in &cells.rows {
            for cell in cells.of_row(row) {
                let counted = match cells.piece(cell) {
                    Some(piece) => &mut of_piece[piece as usize],
                    None if cells.is_free(cell) => &mut of_label[cells.label(cell).index()],
                    None => continue,
                };
                if counted.0 != cells.owner(cell) {
                    *counted = (cells.owner(cell), counted.1 + 1);
                }
            }
        }
        let rarest = |piece: u32| {
            let labels = cells.labels_of(piece).iter().copied();
            labels.max_by_key(|&label| (cells.units(label), label)).expect("a piece has labels")
        };
        let open = (0..cells.pieces() as u32).filter(|&piece| is_open(cells, piece));
        Moving {
            by_rarest: Ragged::by_key(nodes, open.map(|piece| (rarest(piece).index(), piece))),
            owners: of_piece.into_iter().map(|(_, owners)| owners).collect(),
            owners_free: (0u32..)
                .map(Node)
                .zip(of_label)
                .map(|(label, (_, owners))| owners + cells.elsewhere(label) as u32)
                .collect(),
            below: vec![0; nodes],
        }
    }

    /// Chooses the pieces of `row` again; `own` are all rows of its owner.
    fn cover(&mut self, cells: &mut Cells<'_>, row: u32, own: &[u32]) {
        if cells.of_row(row).len() < 2 {
            return;
        }
        let (stuck, loose) = self.pieces_of(cells, row);
        let free = |cell: u32| self.owners_free[cells.label(cell).index()] as usize > cells.k;
        let mut open: Vec<u32> = cells
            .of_row(row)
            .filter(|&cell| match cells.piece(cell) {
                Some(piece) => loose.contains(&piece),
                None => cells.is_free(cell) && free(cell),
            })
            .collect();
        open.sort_by_key(|&cell| cells.item(cell));
        if open.len() < 2 {
            return;
        }
        let mut candidates = self.candidates(cells, &open);
        candidates.retain(|part| !stuck.contains(&part.piece));
        let before: i64 = loose
            .iter()
            .map(|&piece| {
                let held: Vec<u32> =
                    open.iter().copied().filter(|&cell| cells.piece(cell) == Some(piece)).collect();
                fit(cells, piece, &held).map_or(0, |part| part.gain)
            })
            .sum();
        let mut left = open.clone();
        let mut after: Vec<RowPart> = Vec::new();
        for RowPart { piece, .. } in candidates {
            if let Some(part) = fit(cells, piece, &left).filter(|part| part.gain > 0) {
                left.retain(|cell| !part.cells.contains(cell));
                after.push(part);
            }
        }
        // Cells that become free are published with their labels, which enough other owners must have.
        let is_stranded = |&cell: &u32| {
            !cells.is_free(cell) && (self.owners_free[cells.label(cell).index()] as usize) < cells.k
        };
        if after.iter().map(|part| part.gain).sum::<i64>() > before && !left.iter().any(is_stranded) {
            self.go(cells, row, own, &open, &loose, &after);
        }
    }

    /// Two lists of pieces of `row`: those that it must stay in, and those of several labels that still have
    /// k owners without it.
    fn pieces_of(&self, cells: &Cells<'_>, row: u32) -> (Vec<u32>, Vec<u32>) {
        let mut pieces: Vec<u32> = cells.of_row(row).filter_map(|cell| cells.piece(cell)).collect();
        pieces.sort_unstable();
        pieces.dedup();
        let is_loose = |&piece: &u32| is_open(cells, piece) && self.owners[piece as usize] as usize > cells.k;
        pieces.into_iter().partition(|piece| !is_loose(piece))
    }

    /// The pieces that the cells `open`, sorted by item, can form with a gain, the best first.
    fn candidates(&mut self, cells: &Cells<'_>, open: &[u32]) -> Vec<RowPart> {
        let mut nodes: Vec<Node> = Vec::new();
        for &cell in open {
            for node in cells.taxonomy.ancestors(cells.item(cell)) {
                let below = &mut self.below[node.index()];
                if *below == 0 {
                    nodes.push(node);
                }
                *below += 1;
            }
        }
        let has = |label: &Node| self.below[label.index()] > 0;
        let pieces = nodes.iter().flat_map(|node| self.by_rarest.get(node.index()));
        let possible = pieces.filter(|&&piece| cells.labels_of(piece).iter().all(has));
        let fitting = possible.filter_map(|&piece| fit(cells, piece, open));
        let mut candidates: Vec<RowPart> = fitting.filter(|part| part.gain > 0).collect();
        candidates.sort_by_key(|part| (Reverse(part.gain), part.piece));
        for node in nodes {
            self.below[node.index()] = 0;
        }
        candidates
    }

    /// Moves `row` from the pieces `before` to the pieces `after`, and updates the numbers of owners.
    fn go(
        &mut self,
        cells: &mut Cells<'_>,
        row: u32,
        own: &[u32],
        open: &[u32],
        before: &[u32],
        after: &[RowPart],
    ) {
        let has =
            |cells: &Cells<'_>, is: &dyn Fn(u32) -> bool| own.iter().any(|&row| cells.of_row(row).any(is));
        let in_piece = |cells: &Cells<'_>, piece: u32| has(cells, &|cell| cells.piece(cell) == Some(piece));
        let is_free = |cells: &Cells<'_>, label: Node| {
            has(cells, &|cell| cells.is_free(cell) && cells.label(cell) == label)
        };
        let mut labels: Vec<Node> = open.iter().map(|&cell| cells.label(cell)).collect();
        labels.sort_unstable();
        labels.dedup();
        let had: Vec<bool> = labels.iter().map(|&label| is_free(cells, label)).collect();
        for &piece in before {
            cells.leave(row, piece);
            self.owners[piece as usize] -= u32::from(!in_piece(cells, piece));
        }
        for part in after {
            self.owners[part.piece as usize] += u32::from(!in_piece(cells, part.piece));
            cells.put(part.piece, &part.cells);
        }
        for (label, had) in labels.into_iter().zip(had) {
            let owners = &mut self.owners_free[label.index()];
            *owners = *owners + u32::from(is_free(cells, label)) - u32::from(had);
        }
    }
}

/// True if single rows may join and leave `piece`: it is not a whole query, and it has more than one label.
fn is_open(cells: &Cells<'_>, piece: u32) -> bool {
    cells.query_of(piece).is_none() && cells.labels_of(piece).len() > 1
}

/// Finds a cell of `open`, which is sorted by item, for each label of `piece`; `None` if some label has none.
fn fit(cells: &Cells<'_>, piece: u32, open: &[u32]) -> Option<RowPart> {
    let labels = cells.labels_of(piece);
    if labels.len() > open.len() {
        return None;
    }
    let units = |node: Node| i64::from(cells.units(node));
    let (mut told, mut lost) = (0, 0);
    let mut part: Vec<u32> = Vec::with_capacity(labels.len());
    // Lower labels choose first: of two labels on one path, the lower one can use fewer cells.
    for &label in labels.iter().rev() {
        let end = cells.taxonomy.end(label);
        let first = open.partition_point(|&cell| cells.item(cell) < label);
        let below = open[first..].iter().copied().take_while(|&cell| cells.item(cell) < end);
        let unused = below.filter(|cell| !part.contains(cell));
        let cell = unused.min_by_key(|&cell| (units(cells.label(cell)), cell))?;
        part.push(cell);
        told += units(label);
        lost += units(cells.label(cell)) - units(label);
    }
    let gain = (labels.len() - 1) as i64 * told - (cells.price * lost as f64) as i64;
    Some(RowPart { piece, cells: part, gain })
}
