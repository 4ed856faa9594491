//! Cells that rows could add to a piece, and the nodes at which they meet.

use super::cells::Cells;
use crate::taxonomy::Node;

/// Gain of rows that meet at a node together, if each adds a cell there.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Met {
    /// The sum of what they gain, each with its best cell.
    pub(super) gain: i64,
    /// Number of rows that gain.
    pub(super) rows: u32,
    /// Number of rows that would gain if the piece were as long as it can become.
    pub(super) later: u32,
    /// One more than the row that was counted last.
    last: u32,
    /// Gain of that row.
    best: i64,
}

/// A [`Met`] for every node. Counting and clearing cost only what is counted.
#[derive(Debug)]
pub(super) struct MetTally {
    met: Vec<Met>,
    touched: Vec<Node>,
}

impl MetTally {
    pub(super) fn new(nodes: usize) -> MetTally {
        MetTally { met: vec![Met::default(); nodes], touched: Vec::new() }
    }

    /// Adds the gain of row `row` at `node` with one of its cells. Rows come one after the other.
    #[inline]
    pub(super) fn add(&mut self, row: u32, node: Node, gain: i64) {
        let met = &mut self.met[node.index()];
        if met.last == 0 {
            self.touched.push(node);
        }
        if met.last != row + 1 {
            met.last = row + 1;
            met.best = 0;
            met.later += 1;
        }
        if gain > met.best {
            met.rows += u32::from(met.best == 0);
            met.gain += gain - met.best;
            met.best = gain;
        }
    }

    /// Subtracts what `other` counts, which is part of this.
    pub(super) fn subtract(&mut self, other: &MetTally) {
        for &node in &other.touched {
            let (met, gone) = (&mut self.met[node.index()], &other.met[node.index()]);
            met.gain -= gone.gain;
            met.rows = met.rows.saturating_sub(gone.rows);
            met.later -= gone.later;
        }
    }

    /// Removes all rows that gain at `node`.
    pub(super) fn strike(&mut self, node: Node) {
        self.met[node.index()].rows = 0;
    }

    #[inline]
    pub(super) fn met(&self, node: Node) -> &Met {
        &self.met[node.index()]
    }

    /// The node at which `rows` rows or more gain most together. Of equals it is the last in preorder: of a node and the
    /// only one below it, the lower.
    pub(super) fn best(&self, rows: usize) -> Option<Node> {
        let enough = self.touched.iter().filter(|&&node| self.met(node).rows as usize >= rows);
        enough.copied().max_by_key(|&node| (self.met(node).gain, node))
    }

    /// The nodes at which `rows` rows or more gain, in preorder.
    pub(super) fn nodes_with(&self, rows: usize) -> Vec<Node> {
        let enough = self.touched.iter().filter(|&&node| self.met(node).rows as usize >= rows);
        let mut nodes: Vec<Node> = enough.copied().collect();
        nodes.sort_unstable();
        nodes
    }

    pub(super) fn clear(&mut self) {
        for node in self.touched.drain(..) {
            self.met[node.index()] = Met::default();
        }
    }
}

/// A piece from the view of a row that could add to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Onto {
    /// Number of its labels.
    pub(super) labels: usize,
    /// Most that it can have in the end.
    pub(super) longest: usize,
    /// Information of its labels together.
    pub(super) units: u64,
    /// Worth of a bit of a word in this row, in bits of links.
    pub(super) price: f64,
}

impl Onto {
    /// Gain of adding, as `node`, a cell that would have `alone` units alone. It is I(node) for each label of
    /// the piece, plus the information of these labels, less the price of the information that the cell
    /// loses.
    #[inline]
    pub(super) fn gain(&self, cells: &Cells<'_>, alone: u32, node: Node) -> i64 {
        let told = cells.units(node);
        let linked = self.labels as i64 * i64::from(told) + self.units as i64;
        linked - (self.price * f64::from(alone - told)) as i64
    }

    /// Calls `each` with the nodes at which `cell` could be added and the gain there, from its label up. The
    /// gain falls on the way up; the loop ends where a piece of any length would gain nothing.
    #[inline]
    pub(super) fn offers(&self, cells: &Cells<'_>, cell: u32, mut each: impl FnMut(Node, i64)) {
        let mut node = cells.label(cell);
        let alone = cells.units(node);
        let mean = self.units as f64 / self.labels as f64;
        while node != Node::ROOT {
            let told = cells.units(node);
            let most = self.longest as f64 * (f64::from(told) + mean);
            if self.price * f64::from(alone - told) >= most {
                break;
            }
            each(node, self.gain(cells, alone, node));
            node = cells.taxonomy.parent(node);
        }
    }
}
