//! Labels of cells that stay alone: the word itself if k owners have it, else the lowest node at which enough come
//! together.
//!
//! From the leaves up: the cells of a node that has k owners get its label. Otherwise they move to the parent, join what else
//! has moved there, and stay as soon as the cells gathered there have k owners, or as many as are missing can be lent
//! (`lend`). What reaches the root is not published.
//!
//! Where a row has a node several times, not all of its cells may stay. An owner counts once in a row, so they are published in
//! bags that have the label once, twice, and so on, and each of these must have k owners. What fits in none of them moves on.

use super::cells::Cells;
use crate::progress::{Cancelled, Progress};
use crate::taxonomy::Node;

/// Gives every free cell its label. Afterwards k owners have every label that free cells have, and all cells of a label can be
/// published alone ([`Alone`](crate::shards::Alone)).
///
/// O(nodes + cells x height); most cells stay where they are.
pub(super) fn place(cells: &mut Cells<'_>, k: usize, progress: &dyn Progress) -> Result<(), Cancelled> {
    let own = cells.by_label();
    let mut gathering = Gathering::new(cells);
    let mut placed = Placed::default();
    // What moves up, and where what stands at a node begins. In preorder all that is below a node comes after it; so, going
    // backwards, it is what was added last.
    let mut moving: Vec<u32> = Vec::new();
    let mut stands: Vec<(Node, usize)> = Vec::new();
    for node in cells.taxonomy.nodes().skip(1).rev() {
        if node.0 % (1 << 12) == 0 {
            progress.go_on()?;
        }
        let end = cells.taxonomy.end(node);
        let mut start = moving.len();
        while let Some(&(_, from)) = stands.last().filter(|&&(below, _)| below < end) {
            start = from;
            stands.pop();
        }
        // Who typed the very word comes first, where not all cells of a row can stay.
        let typed = own.get(node.index());
        moving.extend_from_slice(typed);
        moving[start..].rotate_right(typed.len());
        if start == moving.len() {
            continue;
        }
        gathering.gather(cells, node, &moving[start..]);
        if gathering.owners() < k {
            let lent = placed.lend(cells, node, &moving[start..], gathering.owners(), k);
            if !lent.is_empty() {
                moving.extend_from_slice(&lent);
                gathering.gather(cells, node, &moving[start..]);
            }
        }
        if gathering.owners() >= k {
            gathering.peel(cells, k, &moving[start..]);
            let (mut to, mut staying) = (start, Vec::new());
            for at in start..moving.len() {
                let cell = moving[at];
                if gathering.copy[at - start] < gathering.staying(cells.row(cell)) {
                    cells.set_label(cell, node);
                    staying.push(cell);
                } else {
                    moving[to] = cell;
                    to += 1;
                }
            }
            moving.truncate(to);
            placed.add(cells, node, staying, gathering.owners());
        }
        if start < moving.len() {
            stands.push((node, start));
        }
    }
    moving.extend_from_slice(own.get(Node::ROOT.index()));
    for cell in moving {
        cells.give_up(cell);
    }
    Ok(())
}

/// Cells that are gathered at a node: by cell, how many of its row came before it.
struct Gathering {
    copy: Vec<u32>,
    /// By row, the node it was last seen at, and how often; then how many of these can stay.
    in_row: Vec<(Node, u32)>,
    /// By owner, the same for the row that has it most often.
    of_owner: Vec<(Node, u32)>,
    /// Numbers of owners with a row that has it once, twice, and so on.
    owners_with: Vec<usize>,
}

impl Gathering {
    fn new(cells: &Cells<'_>) -> Gathering {
        Gathering {
            copy: Vec::new(),
            in_row: vec![(Node::ROOT, 0); cells.transactions.len()],
            of_owner: vec![(Node::ROOT, 0); cells.transactions.owners()],
            owners_with: Vec::new(),
        }
    }

    fn gather(&mut self, cells: &Cells<'_>, node: Node, gathered: &[u32]) {
        self.copy.clear();
        self.owners_with.clear();
        for &cell in gathered {
            // The root is never gathered at, so nothing is of the last time.
            let seen = &mut self.in_row[cells.row(cell) as usize];
            if seen.0 != node {
                *seen = (node, 0);
            }
            let copy = seen.1;
            seen.1 += 1;
            self.copy.push(copy);
            let most = &mut self.of_owner[cells.owner(cell) as usize];
            if most.0 != node {
                *most = (node, 0);
            }
            if most.1 == copy {
                most.1 += 1;
                self.owners_with.resize(self.owners_with.len().max(copy as usize + 1), 0);
                self.owners_with[copy as usize] += 1;
            }
        }
        for &cell in gathered {
            self.in_row[cells.row(cell) as usize].0 = Node::ROOT;
            self.of_owner[cells.owner(cell) as usize].0 = Node::ROOT;
        }
    }

    /// Number of owners of a cell.
    fn owners(&self) -> usize {
        self.owners_with.first().copied().unwrap_or(0)
    }

    /// Number of cells of `row` that can stay.
    fn staying(&self, row: u32) -> u32 {
        self.in_row[row as usize].1
    }

    /// Finds out how many cells of each row can stay: those for which there are bags. The largest bag comes first; each takes
    /// as many cells as it has from all rows that still have them, if k owners do, and k others or none have fewer.
    fn peel(&mut self, cells: &Cells<'_>, k: usize, gathered: &[u32]) {
        let times = self.owners_with.iter().take_while(|&&owners| owners >= k).count();
        if times == self.owners_with.len() {
            return;
        }
        let first = self.copy.iter().zip(gathered).filter(|&(&copy, _)| copy == 0);
        let mut left: Vec<(u32, u32, u32)> = first
            .map(|(_, &cell)| (cells.owner(cell), cells.row(cell), self.staying(cells.row(cell))))
            .collect();
        left.sort_unstable();
        for times in (1..=times as u32).rev() {
            let owners = |is_enough: bool| {
                let having = left.iter().filter(|row| row.2 > 0 && (row.2 >= times) == is_enough);
                let mut owners: Vec<u32> = having.map(|row| row.0).collect();
                owners.dedup();
                owners.len()
            };
            if owners(true) >= k && !(1..k).contains(&owners(false)) {
                left.iter_mut().filter(|row| row.2 >= times).for_each(|row| row.2 -= times);
            }
        }
        for (_, row, left) in left {
            self.in_row[row as usize].1 -= left;
        }
    }
}

// Labels that more than k owners have lend some of theirs to a node above that fewer than k have.
//
// The cells that are short of owners would move up, and tell no more than the parent of the node. They gain at least what
// the node tells more than its parent; the lenders lose what their label tells more than the node. Words as typed are not
// lent.

/// Number of labels below a node that are asked.
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
    /// Number of owners that it can spare and still have k, known from this: no more than those who have it.
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
