//! What is left after all joining is published alone; see [`Alone`].

use rustc_hash::FxHashMap;

use super::cells::Cells;
use crate::progress::{Cancelled, Progress};
use crate::shards::{AlikeOwners, Alone};
use crate::taxonomy::Node;

/// Publishes all free cells for which there is a bag, and gives up the others.
pub(super) fn publish(cells: &mut Cells<'_>, k: usize, progress: &dyn Progress) -> Result<(), Cancelled> {
    let alone = decide(cells, k, progress)?;
    let mut pieces: FxHashMap<(Node, usize), u32> = FxHashMap::default();
    let (mut free, mut labels): (Vec<u32>, Vec<Node>) = (Vec::new(), Vec::new());
    for row in cells.rows.clone() {
        free.clear();
        free.extend(cells.of_row(row).filter(|&cell| cells.is_free(cell)));
        free.sort_by_key(|&cell| cells.label(cell));
        labels.clear();
        labels.extend(free.iter().map(|&cell| cells.label(cell)));
        alone.publish(cells.taxonomy, &labels, |label, places| {
            let piece = *pieces
                .entry((label, places.len()))
                .or_insert_with(|| cells.add_piece(&vec![label; places.len()], None));
            let part: Vec<u32> = places.iter().map(|&place| free[place]).collect();
            cells.put(piece, &part);
        });
        for &cell in &free {
            if cells.is_free(cell) {
                cells.give_up(cell);
            }
        }
    }
    Ok(())
}

/// How often each label is published.
fn decide(cells: &Cells<'_>, k: usize, progress: &dyn Progress) -> Result<Alone, Cancelled> {
    let by_label = cells.by_label();
    let mut alone = Alone::default();
    for label in cells.taxonomy.nodes() {
        let of_label = by_label.get(label.index());
        if of_label.is_empty() {
            continue;
        }
        progress.go_on()?;
        let mut alike: FxHashMap<Vec<u32>, u64> = FxHashMap::default();
        for own in of_label.chunk_by(|&a, &b| cells.owner(a) == cells.owner(b)) {
            let rows = own.chunk_by(|&a, &b| cells.row(a) == cells.row(b));
            let mut times: Vec<u32> = rows.map(|row| row.len() as u32).collect();
            times.sort_unstable();
            times.dedup();
            *alike.entry(times).or_default() += 1;
        }
        let owners = alike.into_iter().map(|(times, owners)| AlikeOwners { times, owners });
        alone.decide(label, owners.collect(), k as u64);
    }
    Ok(alone)
}
