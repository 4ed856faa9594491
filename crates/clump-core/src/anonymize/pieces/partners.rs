//! Which cells of a row are looked at for what goes with a head.
//!
//! Looking for what rows share costs the square of their lengths. So of a long row only as many cells are looked at as there
//! is time for, those with the commonest labels: they are the likeliest to be shared. And in large data a head looks only at
//! labels that are commoner than itself: what is rarer looks at it in turn.

use std::cmp::Reverse;

use rustc_hash::FxHashMap;

use super::cells::Cells;
use super::effort::Effort;
use crate::containers::Ragged;

pub(super) struct Partners {
    effort: Effort,
    /// By label, its place in the order of how common they are.
    rank: Vec<u32>,
    /// Of the long rows, the cells that are looked at, commonest first.
    commonest: Ragged<u32>,
    /// Where a long row has its list.
    list_of: FxHashMap<u32, u32>,
}

impl Partners {
    pub(super) fn new(cells: &Cells<'_>, by_label: &Ragged<u32>, effort: Effort) -> Partners {
        let mut labels: Vec<u32> = (0..by_label.len() as u32).collect();
        labels.sort_by_key(|&label| by_label.get(label as usize).len());
        let mut rank = vec![0; labels.len()];
        for (place, &label) in (0u32..).zip(&labels) {
            rank[label as usize] = place;
        }
        let (mut commonest, mut list_of) = (Ragged::default(), FxHashMap::default());
        for &row in cells.rows.iter().filter(|&&row| cells.of_row(row).len() > effort.widest) {
            let mut list: Vec<u32> = cells.of_row(row).filter(|&cell| cells.is_free(cell)).collect();
            list.sort_unstable_by_key(|&cell| Reverse((rank[cells.label(cell).index()], cell)));
            list.truncate(effort.widest);
            list_of.insert(row, commonest.push(list) as u32);
        }
        Partners { effort, rank, commonest, list_of }
    }

    /// Calls `each` with the free cells of the row of `head` that are looked at.
    #[inline]
    pub(super) fn of(&self, cells: &Cells<'_>, head: u32, mut each: impl FnMut(u32)) {
        let range = cells.beside(head);
        let least = if self.effort.is_one_way { self.rank[cells.label(head).index()] } else { 0 };
        let rank = |cell: u32| self.rank[cells.label(cell).index()];
        let is_looked_at = |cell: u32| cell != head && cells.is_free(cell);
        if range.len() > self.effort.widest {
            let list = self.commonest.get(self.list_of[&cells.row(head)] as usize).iter().copied();
            list.take_while(|&cell| rank(cell) >= least).filter(|&cell| is_looked_at(cell)).for_each(each);
        } else {
            range.filter(|&cell| is_looked_at(cell) && rank(cell) >= least).for_each(&mut each);
        }
    }
}
