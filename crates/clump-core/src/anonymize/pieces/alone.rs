//! What is left after all joining is published alone.
//!
//! Where a row has a label several times, all of these cells are published in one bag, if k owners have it as often; else as
//! many as k owners have. A second row of the same label would show nothing: an owner counts once in a row.

use super::cells::Cells;
use crate::containers::Ragged;
use crate::progress::{Cancelled, Progress};
use crate::taxonomy::Node;

/// Publishes the free cells of every label, which has k owners or none.
pub(super) fn publish(cells: &mut Cells<'_>, k: usize, progress: &dyn Progress) -> Result<(), Cancelled> {
    let by_label: Ragged<u32> = cells.by_label();
    for label in cells.taxonomy.nodes() {
        let mut rows: Vec<&[u32]> =
            by_label.get(label.index()).chunk_by(|&a, &b| cells.row(a) == cells.row(b)).collect();
        if rows.is_empty() {
            continue;
        }
        progress.go_on()?;
        let most = rows.iter().map(|row| row.len()).max().unwrap_or(0);
        for times in (1..=most).rev() {
            publish_as_often(cells, k, label, times, &mut rows);
        }
    }
    Ok(())
}

/// Publishes `label` so many times for the rows that have it as often, unless too few have it, or too few would be left.
fn publish_as_often(cells: &mut Cells<'_>, k: usize, label: Node, times: usize, rows: &mut Vec<&[u32]>) {
    let owners = |cells: &Cells<'_>, is_as_often: bool| {
        cells.owners(rows.iter().filter(|row| (row.len() >= times) == is_as_often).map(|row| row[0]))
    };
    if owners(cells, true) < k || (1..k).contains(&owners(cells, false)) {
        return;
    }
    let piece = cells.add_piece(&vec![label; times], None);
    for row in rows.iter_mut().filter(|row| row.len() >= times) {
        let (part, rest) = row.split_at(times);
        cells.put(piece, part);
        *row = rest;
    }
    rows.retain(|row| !row.is_empty());
}
