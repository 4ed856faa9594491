//! Which cells of a long row are put together with others.
//!
//! Looking for what rows share costs the square of their lengths. So of a long row only as many cells as
//! there is time for are looked at, those with the labels that most cells have: they are the likeliest to be shared.

use std::cmp::Reverse;

use rustc_hash::FxHashMap;

use super::cells::Cells;
use crate::containers::Ragged;
use crate::taxonomy::Node;

pub(super) struct Partners {
    /// The most cells of a row that are looked at.
    widest: usize,
    /// By label, how many cells had it in the beginning.
    common: Vec<u32>,
    /// Of the long rows, how common the label of a cell must be, and which label it is at least if it is as common.
    least: FxHashMap<u32, (u32, Reverse<Node>)>,
}

impl Partners {
    pub(super) fn new(cells: &Cells<'_>, by_label: &Ragged<u32>, widest: usize) -> Partners {
        let common: Vec<u32> = by_label.iter().map(|list| list.len() as u32).collect();
        let rank = |cell: u32| (common[cells.label(cell).index()], Reverse(cells.label(cell)));
        let long = cells.rows.iter().filter(|&&row| cells.of_row(row).len() > widest);
        let least = long.map(|&row| {
            let mut ranks: Vec<(u32, Reverse<Node>)> = cells.of_row(row).map(rank).collect();
            let (_, &mut least, _) = ranks.select_nth_unstable_by_key(widest - 1, |&rank| Reverse(rank));
            (row, least)
        });
        let least = least.collect();
        Partners { widest, least, common }
    }

    /// The free cells of `row` that are looked at.
    #[inline]
    pub(super) fn of<'a>(&'a self, cells: &'a Cells<'_>, row: u32) -> impl Iterator<Item = u32> + 'a {
        let range = cells.of_row(row);
        let least = if range.len() > self.widest { self.least.get(&row).copied() } else { None };
        range.filter(move |&cell| {
            cells.is_free(cell) && least.is_none_or(|least| self.rank(cells, cell) >= least)
        })
    }

    fn rank(&self, cells: &Cells<'_>, cell: u32) -> (u32, Reverse<Node>) {
        let label = cells.label(cell);
        (self.common[label.index()], Reverse(label))
    }
}
