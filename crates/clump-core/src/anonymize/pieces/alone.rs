//! What is left after all joining is published alone.
//!
//! Where a row has a label several times, these cells are published in one bag if k owners have it as often, else as many as k
//! owners have; the others go to other bags. A second part in the same bag would show nothing: an owner counts once in a row.

use rustc_hash::FxHashMap;

use super::cells::Cells;
use crate::progress::{Cancelled, Progress};
use crate::taxonomy::Node;

/// Publishes all free cells for which there is a bag.
pub(super) fn publish(cells: &mut Cells<'_>, k: usize, progress: &dyn Progress) -> Result<(), Cancelled> {
    let by_label = cells.by_label();
    let mut alone = FxHashMap::default();
    for label in cells.taxonomy.nodes() {
        let same_row = |&a: &u32, &b: &u32| cells.row(a) == cells.row(b);
        let mut rows: Vec<&[u32]> = by_label.get(label.index()).chunk_by(same_row).collect();
        let most = rows.iter().map(|row| row.len()).max().unwrap_or(0);
        for times in (1..=most).rev() {
            let piece = publish_as_often(cells, k, label, times, &mut rows);
            if let Some(piece) = piece.filter(|_| times == 1) {
                alone.insert(label, piece);
            }
        }
        if most > 0 {
            progress.go_on()?;
        }
    }
    let left: Vec<u32> = by_label.values().iter().copied().filter(|&cell| cells.is_free(cell)).collect();
    for cell in left {
        lift(cells, &alone, cell);
    }
    Ok(())
}

/// Publishes `label` so many times for the rows that have it as often, unless too few have it, or too few would be left.
fn publish_as_often(
    cells: &mut Cells<'_>,
    k: usize,
    label: Node,
    times: usize,
    rows: &mut Vec<&[u32]>,
) -> Option<u32> {
    let owners = |is_as_often: bool| {
        cells.owners(rows.iter().filter(|row| (row.len() >= times) == is_as_often).map(|row| row[0]))
    };
    if owners(true) < k || (1..k).contains(&owners(false)) {
        return None;
    }
    let piece = cells.add_piece(&vec![label; times], None);
    for row in rows.iter_mut().filter(|row| row.len() >= times) {
        let (part, rest) = row.split_at(times);
        cells.put(piece, part);
        *row = rest;
    }
    rows.retain(|row| !row.is_empty());
    Some(piece)
}

/// Publishes `cell` at the lowest node above its label that is published alone, but not yet for this row. It is gone if there
/// is none.
fn lift(cells: &mut Cells<'_>, alone: &FxHashMap<Node, u32>, cell: u32) {
    let row = cells.row(cell);
    let is_new = |&&piece: &&u32| cells.of_row(row).all(|other| cells.piece(other) != Some(piece));
    let mut above = cells.taxonomy.ancestors(cells.label(cell)).filter_map(|node| alone.get(&node));
    match above.find(is_new).copied() {
        Some(piece) => cells.put(piece, &[cell]),
        None => cells.give_up(cell),
    }
}
