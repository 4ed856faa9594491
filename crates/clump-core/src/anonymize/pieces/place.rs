//! Labels of cells that are in no piece: the word itself if k owners have it, otherwise the lowest node with
//! enough owners at or below it.
//!
//! Works from the leaves of the taxonomy up. If the cells at a node have k owners, the node becomes their
//! label. Otherwise they move to the parent, together with other cells that moved there. If only a few owners
//! are missing, labels further down may lend cells (`lend`). Cells that reach the root are not published.
//!
//! If a row has several cells at a node, some of them may have to move up. Cells of one row are published in
//! bags that repeat the label once, twice, and so on, and an owner counts once in a bag. Each bag size must
//! have k owners. Cells that fit in no bag move up.

use super::cells::Cells;
use crate::progress::{Cancelled, Progress};
use crate::taxonomy::Node;

/// Gives every free cell its label. Afterwards every label of free cells has k owners, and all cells with the
/// label can be published alone ([`Alone`](crate::shards::Alone)).
///
/// O(nodes + cells x height); most cells do not move up.
pub(super) fn place(cells: &mut Cells<'_>, progress: &dyn Progress) -> Result<(), Cancelled> {
    let k = cells.k;
    let own = cells.by_label();
    let mut gathering = Gathering::new(cells);
    let mut placed = LabelStack::default();
    // The cells that move up, and the start of those of each node. In preorder all nodes below a node come
    // after it. So, going backwards, the cells from below a node are those that were added last.
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
        // Cells whose word is this node come first, so they are the first to stay if not all cells of a row can.
        let typed = own.get(node.index());
        moving.extend_from_slice(typed);
        moving[start..].rotate_right(typed.len());
        if start == moving.len() {
            continue;
        }
        gathering.gather(cells, node, &moving[start..]);
        if gathering.owners() < k {
            let lent = placed.lend(cells, node, &moving[start..], gathering.owners());
            if !lent.is_empty() {
                moving.extend_from_slice(&lent);
                gathering.gather(cells, node, &moving[start..]);
            }
        }
        if gathering.owners() >= k {
            gathering.peel(cells, &moving[start..]);
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

/// Cells at one node, counted by row and by owner. `copy`: by cell, the number of earlier cells of the same row.
struct Gathering {
    copy: Vec<u32>,
    /// By row, the node for which it was last counted, and its number of cells there; later the number of
    /// cells that can stay.
    in_row: Vec<(Node, u32)>,
    /// By owner, the same for the row of the owner with the most cells.
    of_owner: Vec<(Node, u32)>,
    /// At index i, the number of owners with a row that has more than i of the cells.
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
            // The node is reset to the root after counting. No cells are counted there, so old counts never match.
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

    fn owners(&self) -> usize {
        self.owners_with.first().copied().unwrap_or(0)
    }

    /// Number of cells of `row` that can stay at the node.
    fn staying(&self, row: u32) -> u32 {
        self.in_row[row as usize].1
    }

    /// Finds the number of cells of each row that can stay, by forming bags, the largest bag size first. A
    /// bag size is used for all rows that still have as many cells, if these rows have k owners, and k other
    /// owners or none have fewer cells.
    fn peel(&mut self, cells: &Cells<'_>, gathered: &[u32]) {
        let k = cells.k;
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

// Labels with more than k owners lend some of their cells to an ancestor that has fewer than k owners.
//
// Without a loan, the cells at that ancestor would move up, and then have at most the information of its
// parent. So a loan gains at least the information of the node beyond that of its parent. A lent cell loses the
// information of its label beyond that of the node. Cells that are published as the word itself are not lent.

/// Largest number of labels below a node that are tried as lenders.
const ASKED: usize = 64;

/// Labels that already have cells, the latest last. So the labels below the current node are at the end.
#[derive(Default)]
struct LabelStack {
    labels: Vec<Label>,
}

struct Label {
    node: Node,
    /// The cells with this label whose word is below it; only these can be lent.
    cells: Vec<u32>,
    /// Lower bound of the number of owners who have the label. All but k of them can lend their cells.
    owners: usize,
}

impl LabelStack {
    /// Records that `node` became the label of the cells `with`, which belong to `owners` owners.
    fn add(&mut self, cells: &Cells<'_>, node: Node, mut with: Vec<u32>, owners: usize) {
        with.retain(|&cell| cells.item(cell) != node);
        if !with.is_empty() {
            self.labels.push(Label { node, cells: with, owners });
        }
    }

    /// Lends cells of as many owners as `gathered` lacks at `node`, if they lose less than `gathered` gains;
    /// otherwise no cells.
    fn lend(&mut self, cells: &Cells<'_>, node: Node, gathered: &[u32], owners: usize) -> Vec<u32> {
        let k = cells.k;
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
