//! Labels that more than k owners have lend some of theirs to a node above that fewer than k have.
//!
//! The cells that are short of owners would move up, and tell no more than the parent of the node. They gain at least what
//! the node tells more than its parent; the lenders lose what their label tells more than the node. Words as typed are not
//! lent.

use super::cells::Cells;
use crate::taxonomy::Node;

/// How many labels below a node are asked.
const ASKED: usize = 64;

/// Labels that have cells, the latest last: all that are below a node that is looked at stand at the end.
#[derive(Default)]
pub(super) struct Placed {
    labels: Vec<Label>,
}

struct Label {
    node: Node,
    /// Generalized ones.
    cells: Vec<u32>,
    /// How many owners it can spare and still have k is known from this: no more than those who have it.
    owners: usize,
}

impl Placed {
    /// `node` has got these cells, of so many owners.
    pub(super) fn add(&mut self, cells: &Cells<'_>, node: Node, mut with: Vec<u32>, owners: usize) {
        with.retain(|&cell| cells.item(cell) != node);
        if !with.is_empty() {
            self.labels.push(Label { node, cells: with, owners });
        }
    }

    /// Cells of as many owners as `gathered` at `node` are short of, if they lose less than `gathered` gain.
    pub(super) fn lend(
        &mut self,
        cells: &Cells<'_>,
        node: Node,
        gathered: &[u32],
        owners: usize,
        k: usize,
    ) -> Vec<u32> {
        let units = |node: Node| u64::from(cells.units(node));
        let gain = gathered.len() as u64 * (units(node) - units(cells.taxonomy.parent(node)));
        let end = cells.taxonomy.end(node);
        let below = self.labels.iter_mut().rev().take_while(|label| label.node < end).take(ASKED);
        let mut lenders: Vec<&mut Label> = below.filter(|label| label.owners > k).collect();
        lenders.sort_by_key(|label| units(label.node));
        let mut have: Vec<u32> = gathered.iter().map(|&cell| cells.owner(cell)).collect();
        let mut found: Vec<(usize, u32)> = Vec::new();
        let mut cost = 0;
        for (at, label) in lenders.iter().enumerate() {
            let spare = (label.owners - k).min(k - owners - found.len());
            let before = found.len();
            for &cell in &label.cells {
                if found.len() == before + spare || cost > gain {
                    break;
                }
                let owner = cells.owner(cell);
                if !have.contains(&owner) {
                    have.push(owner);
                    found.push((at, cell));
                    cost += units(label.node) - units(node);
                }
            }
        }
        if found.len() < k - owners || cost >= gain {
            return Vec::new();
        }
        for &(at, cell) in &found {
            lenders[at].owners -= 1;
            lenders[at].cells.retain(|&other| other != cell);
        }
        found.into_iter().map(|(_, cell)| cell).collect()
    }
}
