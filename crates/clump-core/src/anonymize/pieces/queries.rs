//! Publishes the whole queries that k owners typed, word for word, before anything else.
//!
//! The longest come first, and of equally long ones those that most owners typed. A query takes its words in every row that
//! still has all of them, if k owners have such a row.

use std::cmp::Reverse;

use super::cells::Cells;
use crate::containers::Ragged;
use crate::cut::WholeQueries;
use crate::progress::{Cancelled, Progress};
use crate::taxonomy::Node;

/// Publishes the whole queries that k owners typed. O(words of the queries of all rows).
pub(super) fn publish(
    cells: &mut Cells<'_>,
    queries: &WholeQueries,
    k: usize,
    progress: &dyn Progress,
) -> Result<(), Cancelled> {
    if queries.of.is_empty() {
        return Ok(());
    }
    let asked = |&row: &u32| queries.of.get(row as usize).iter().map(move |&query| (query as usize, row));
    let rows_with = Ragged::by_key(queries.items.len(), cells.rows.iter().flat_map(asked));
    let may = |&query: &u32| {
        let items = queries.items.get(query as usize);
        let is_whole = !items.is_empty() && !items.contains(&Node::ROOT);
        is_whole && cells.owners_of_rows(rows_with.get(query as usize)) >= k
    };
    let mut order: Vec<u32> = (0..queries.items.len() as u32).filter(may).collect();
    order.sort_by_cached_key(|&query| {
        let items = queries.items.get(query as usize);
        let owners = cells.owners_of_rows(rows_with.get(query as usize));
        (Reverse((items.len(), owners)), items, query)
    });

    let mut parts: Vec<u32> = Vec::new();
    for query in order {
        progress.go_on()?;
        let items = queries.items.get(query as usize);
        let length = items.len();
        parts.clear();
        for &row in rows_with.get(query as usize) {
            let start = parts.len();
            parts.extend(items.iter().filter_map(|&item| free_cell(cells, row, item)));
            if parts.len() < start + length {
                parts.truncate(start);
            }
        }
        let rows: Vec<u32> = parts.chunks_exact(length).map(|part| cells.row(part[0])).collect();
        if cells.owners_of_rows(&rows) >= k {
            let piece = cells.add_piece(items, Some(query));
            parts.chunks_exact(length).for_each(|part| cells.put(piece, part));
        }
    }
    Ok(())
}

/// The cell of `row` that is `item`, if it is free.
pub(super) fn free_cell(cells: &Cells<'_>, row: u32, item: Node) -> Option<u32> {
    let first = cells.of_row_below(row, item).next()?;
    (cells.item(first) == item && cells.is_free(first)).then_some(first)
}
