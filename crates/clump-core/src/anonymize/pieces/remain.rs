//! Ensures that a label keeps k owners, or none, when a piece takes cells from it.
//!
//! A label with fewer owners could not be published alone. So if a piece would leave fewer, some of its rows
//! give their cells back.

use super::cells::Cells;
use crate::containers::Ragged;
use crate::taxonomy::Node;

pub(super) struct Remain {
    by_label: Ragged<u32>,
    /// By label, a lower bound of the number of owners who still have it free. It is exact when it is
    /// counted, and then falls by one for each owner who loses a cell, even if the owner has another one.
    owners: Vec<u32>,
}

/// Number of attempts to give rows back before a piece is abandoned.
const ROUNDS: usize = 4;

impl Remain {
    pub(super) fn new(cells: &Cells<'_>, by_label: &Ragged<u32>) -> Remain {
        let owners = |(label, list): (Node, &[u32])| {
            (cells.owners(list.iter().copied()) + cells.elsewhere(label)) as u32
        };
        let owners = (0u32..).map(Node).zip(by_label.iter()).map(owners).collect();
        Remain { by_label: by_label.clone(), owners }
    }

    /// Removes rows from `parts`, which must be in the order of rows, until every label keeps k owners or
    /// none. True if `parts` still has k owners.
    pub(super) fn settle(&mut self, cells: &Cells<'_>, parts: &mut Vec<&[u32]>) -> bool {
        for _ in 0..ROUNDS {
            if cells.owners(parts.iter().map(|part| part[0])) < cells.k {
                return false;
            }
            let Some(mut back) = self.given_back(cells, parts) else { return false };
            if back.is_empty() {
                return true;
            }
            back.sort_unstable();
            let mut at = 0;
            parts.retain(|_| {
                at += 1;
                back.binary_search(&(at - 1)).is_err()
            });
        }
        false
    }

    /// Indexes of the `parts` that must give their cells back; `None` if that does not help.
    fn given_back(&mut self, cells: &Cells<'_>, parts: &[&[u32]]) -> Option<Vec<u32>> {
        let k = cells.k;
        let mut taken: Vec<(Node, u32, u32)> = (0u32..)
            .zip(parts)
            .flat_map(|(at, part)| part.iter().map(move |&cell| (cells.label(cell), at, cell)))
            .collect();
        taken.sort_unstable();
        let mut back: Vec<u32> = Vec::new();
        for same in taken.chunk_by(|a, b| a.0 == b.0) {
            let label = same[0].0;
            let taking = cells.owners(same.iter().map(|&(_, _, cell)| cell));
            if self.owners[label.index()] as usize >= k + taking {
                continue;
            }
            let mut going: Vec<u32> = same.iter().map(|&(_, _, cell)| cell).collect();
            going.sort_unstable();
            let free: Vec<u32> = self.free(cells, label).collect();
            let elsewhere = cells.elsewhere(label);
            self.owners[label.index()] = (cells.owners(free.iter().copied()) + elsewhere) as u32;
            let stays = free.into_iter().filter(|cell| going.binary_search(cell).is_err());
            let mut owners: Vec<u32> = stays.map(|cell| cells.owner(cell)).collect();
            owners.dedup();
            if owners.is_empty() {
                continue;
            }
            for &(_, at, cell) in same.iter().rev() {
                let owner = cells.owner(cell);
                if owners.len() + elsewhere < k && !owners.contains(&owner) {
                    owners.push(owner);
                    back.push(at);
                }
            }
            if owners.len() + elsewhere < k {
                return None;
            }
        }
        Some(back)
    }

    /// The free cells with `label`, in the order of rows.
    fn free<'a>(&'a self, cells: &'a Cells<'_>, label: Node) -> impl Iterator<Item = u32> + 'a {
        self.by_label.get(label.index()).iter().copied().filter(|&cell| cells.is_free(cell))
    }

    /// A lower bound of the number of owners who still have `label` free.
    pub(super) fn at_least(&self, label: Node) -> usize {
        self.owners[label.index()] as usize
    }

    /// Number of owners who still have `label` free after the sorted cells `going` are taken, owners in other
    /// shards included; 0 if no owner of this shard is left.
    pub(super) fn without(&self, cells: &Cells<'_>, label: Node, going: &[u32]) -> usize {
        match cells.owners(self.free(cells, label).filter(|cell| going.binary_search(cell).is_err())) {
            0 => 0,
            owners => owners + cells.elsewhere(label),
        }
    }

    pub(super) fn take(&mut self, cells: &Cells<'_>, parts: &[&[u32]]) {
        let owned = |&cell: &u32| (cells.label(cell), cells.owner(cell));
        let mut taken: Vec<(Node, u32)> = parts.iter().copied().flatten().map(owned).collect();
        taken.sort_unstable();
        taken.dedup();
        for (label, _) in taken {
            let owners = &mut self.owners[label.index()];
            *owners = owners.saturating_sub(1);
        }
    }
}
