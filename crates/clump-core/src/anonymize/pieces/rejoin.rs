//! Lets single rows go to better pieces, now that pieces are there.
//!
//! A new piece needs k owners at once; one that exists takes any row that has its labels. So each row is covered again, by
//! the pieces that it could be in: the one that gains most first, then the next that the cells left over can make.

use std::cmp::Reverse;

use super::cells::Cells;
use crate::containers::Ragged;
use crate::progress::{Cancelled, Progress};
use crate::taxonomy::Node;

/// What is known of the pieces while rows move.
struct Moving {
    /// By node, the pieces of which it is the label that tells most.
    by_rarest: Ragged<u32>,
    /// By piece, its owners.
    owners: Vec<u32>,
    /// By label, the owners who have it free.
    owners_free: Vec<u32>,
}

pub(super) fn rejoin(
    cells: &mut Cells<'_>,
    k: usize,
    links: f64,
    progress: &dyn Progress,
) -> Result<usize, Cancelled> {
    if links <= 0.0 {
        return Ok(0);
    }
    let rows = cells.rows.clone();
    let transactions = cells.transactions;
    let owner = |row: u32| transactions.owner(row as usize);
    let mut moving = Moving::new(cells, &rows);
    let mut mark = vec![0u32; cells.taxonomy.len()];
    let mut moved = 0;
    for own in rows.chunk_by(|&a, &b| owner(a) == owner(b)) {
        progress.go_on()?;
        for &row in own {
            moved += usize::from(moving.cover(cells, k, links, row, own, &mut mark));
        }
    }
    Ok(moved)
}

struct Candidate {
    gain: i64,
    piece: u32,
}

impl Moving {
    fn new(cells: &Cells<'_>, rows: &[u32]) -> Moving {
        let pieces = cells.pieces();
        let mut owners = vec![0; pieces];
        let mut last = vec![u32::MAX; pieces];
        let mut owners_free = vec![0; cells.taxonomy.len()];
        let mut last_free = vec![u32::MAX; cells.taxonomy.len()];
        for &row in rows {
            let owner = cells.transactions.owner(row as usize);
            for cell in cells.of_row(row) {
                let (count, last) = match cells.piece(cell) {
                    Some(piece) => (&mut owners[piece as usize], &mut last[piece as usize]),
                    None if cells.is_free(cell) => {
                        let label = cells.label(cell).index();
                        (&mut owners_free[label], &mut last_free[label])
                    }
                    None => continue,
                };
                if *last != owner {
                    *last = owner;
                    *count += 1;
                }
            }
        }
        let rarest = |piece: u32| {
            let labels = cells.labels_of(piece).iter();
            labels.copied().max_by_key(|&label| (cells.units(label), label)).expect("a piece has labels")
        };
        let open = (0..pieces as u32).filter(|&piece| cells.query_of(piece).is_none() && cells.labels_of(piece).len() > 1);
        let by_rarest = Ragged::by_key(cells.taxonomy.len(), open.map(|piece| (rarest(piece).index(), piece)));
        Moving { by_rarest, owners, owners_free }
    }

    fn cover(
        &mut self,
        cells: &mut Cells<'_>,
        k: usize,
        links: f64,
        row: u32,
        own: &[u32],
        mark: &mut [u32],
    ) -> bool {
        let price = cells.price(row, links);
        // Which cells can go anywhere.
        let mut parts: Vec<u32> = cells.of_row(row).filter_map(|cell| cells.piece(cell)).collect();
        parts.sort_unstable();
        parts.dedup();
        let is_open = |piece: u32| {
            cells.query_of(piece).is_none() && cells.labels_of(piece).len() > 1 && self.owners[piece as usize] as usize > k
        };
        parts.retain(|&piece| is_open(piece));
        let mut open: Vec<u32> = cells
            .of_row(row)
            .filter(|&cell| match cells.piece(cell) {
                Some(piece) => parts.binary_search(&piece).is_ok(),
                None => cells.is_free(cell) && self.owners_free[cells.label(cell).index()] as usize > k,
            })
            .collect();
        if open.len() < 2 {
            return false;
        }
        open.sort_by_key(|&cell| cells.item(cell));
        let mut nodes: Vec<Node> = Vec::new();
        for &cell in &open {
            let mut node = cells.item(cell);
            while node != Node::ROOT {
                if mark[node.index()] == 0 {
                    nodes.push(node);
                }
                mark[node.index()] += 1;
                node = cells.taxonomy.parent(node);
            }
        }
        let mut candidates: Vec<Candidate> = Vec::new();
        let mut part: Vec<u32> = Vec::new();
        for &node in &nodes {
            for &piece in self.by_rarest.get(node.index()) {
                let labels = cells.labels_of(piece);
                if labels.len() > open.len() || labels.iter().any(|label| mark[label.index()] == 0) {
                    continue;
                }
                part.clear();
                if let Some(gain) = fit(cells, price, piece, &open, &mut part) {
                    if gain > 0 {
                        candidates.push(Candidate { gain, piece });
                    }
                }
            }
        }
        for node in nodes {
            mark[node.index()] = 0;
        }
        candidates.sort_by_key(|candidate| (Reverse(candidate.gain), candidate.piece));
        let value = |cells: &Cells<'_>, piece: u32| {
            let held: Vec<u32> = cells.of_row(row).filter(|&cell| cells.piece(cell) == Some(piece)).collect();
            fit(cells, price, piece, &held, &mut Vec::new()).unwrap_or(0)
        };
        let before: i64 = parts.iter().map(|&piece| value(cells, piece)).sum();
        let mut after = 0;
        let mut chosen: Vec<(u32, Vec<u32>)> = Vec::new();
        let mut left = open.clone();
        for Candidate { piece, .. } in candidates {
            if cells.labels_of(piece).len() > left.len() {
                continue;
            }
            part.clear();
            if let Some(gain) = fit(cells, price, piece, &left, &mut part) {
                if gain > 0 {
                    after += gain;
                    left.retain(|cell| !part.contains(cell));
                    chosen.push((piece, part.clone()));
                }
            }
        }
        if after <= before {
            return false;
        }
        // Cells that come free must not be alone.
        let comes_free = |cell: &&u32| !cells.is_free(**cell);
        if left.iter().filter(comes_free).any(|&cell| (self.owners_free[cells.label(cell).index()] as usize) < k) {
            return false;
        }
        // What is taken from a label must leave enough.
        let mut taken: Vec<Node> = chosen
            .iter()
            .flat_map(|(_, part)| part.iter())
            .filter(|&&cell| cells.is_free(cell))
            .map(|&cell| cells.label(cell))
            .collect();
        taken.sort_unstable();
        taken.dedup();
        if taken.iter().any(|label| self.owners_free[label.index()] as usize <= k) {
            return false;
        }
        let in_piece = |cells: &Cells<'_>, piece: u32| {
            own.iter().filter(|&&other| other != row).any(|&other| {
                cells.of_row(other).any(|cell| cells.piece(cell) == Some(piece))
            })
        };
        let has_free = |cells: &Cells<'_>, label: Node, with: bool| {
            own.iter().filter(|&&other| with || other != row).any(|&other| {
                cells.of_row(other).any(|cell| cells.is_free(cell) && cells.label(cell) == label)
            })
        };
        let mut labels: Vec<Node> = open.iter().map(|&cell| cells.label(cell)).collect();
        labels.sort_unstable();
        labels.dedup();
        let had: Vec<bool> = labels.iter().map(|&label| has_free(cells, label, true)).collect();
        for piece in parts {
            cells.leave(row, piece);
            if !in_piece(cells, piece) {
                self.owners[piece as usize] -= 1;
            }
        }
        for (piece, part) in chosen {
            if !in_piece(cells, piece) {
                self.owners[piece as usize] += 1;
            }
            cells.put(piece, &part);
        }
        for (label, had) in labels.into_iter().zip(had) {
            let has = has_free(cells, label, true);
            let count = &mut self.owners_free[label.index()];
            match (had, has) {
                (true, false) => *count -= 1,
                (false, true) => *count += 1,
                _ => {}
            }
        }
        true
    }
}

/// Fits the labels of `piece` to cells of `open`, which are sorted by item: what is gained over all of them alone.
fn fit(cells: &Cells<'_>, price: f64, piece: u32, open: &[u32], part: &mut Vec<u32>) -> Option<i64> {
    let labels = cells.labels_of(piece);
    let mut told = 0i64;
    let mut lost = 0i64;
    // Lowest labels first: nobody else could use their cells better.
    for &label in labels.iter().rev() {
        let end = cells.taxonomy.end(label);
        let first = open.partition_point(|&cell| cells.item(cell) < label);
        let below = open[first..].iter().copied().take_while(|&cell| cells.item(cell) < end);
        let cell = below
            .filter(|cell| !part.contains(cell))
            .min_by_key(|&cell| (cells.units(cells.label(cell)), cell))?;
        part.push(cell);
        let units = i64::from(cells.units(label));
        told += units;
        lost += i64::from(cells.units(cells.label(cell))) - units;
    }
    Some((labels.len() - 1) as i64 * told - (price * lost as f64) as i64)
}
