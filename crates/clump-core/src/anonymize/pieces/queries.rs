//! Whole queries that k owners typed, word for word, before anything else.
//!
//! The longest come first, and of equally long ones those that most owners typed. A query takes its words in every row that
//! still has all of them, if k owners have such a row.
//!
//! A word that k owners typed can be published as typed, but not if queries leave it to fewer than k of them. Then queries
//! that more than k owners typed give some of theirs back, the shortest first, so that k have the word outside of queries.

use std::cmp::Reverse;

use super::cells::Cells;
use crate::containers::Ragged;
use crate::cut::WholeQueries;
use crate::progress::{Cancelled, Progress};
use crate::taxonomy::Node;

/// A query that is published as a piece, and the rows that it is published for, in their order.
struct Published {
    query: u32,
    piece: u32,
    rows: Vec<u32>,
}

/// Publishes the whole queries that k owners typed. O(words of the queries of all rows); giving back looks at the words that
/// few owners are left with, and at the queries that have them.
pub(super) fn publish(
    cells: &mut Cells<'_>,
    queries: &WholeQueries,
    k: usize,
    progress: &dyn Progress,
) -> Result<(), Cancelled> {
    if queries.of.is_empty() {
        return Ok(());
    }
    let mut published = longest_first(cells, queries, k, progress)?;
    give_back(cells, queries, &mut published, k, progress)
}

fn longest_first(
    cells: &mut Cells<'_>,
    queries: &WholeQueries,
    k: usize,
    progress: &dyn Progress,
) -> Result<Vec<Published>, Cancelled> {
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

    let mut published = Vec::new();
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
            published.push(Published { query, piece, rows });
        }
    }
    Ok(published)
}

/// The cell of `row` that is `item`, if it is free.
fn free_cell(cells: &Cells<'_>, row: u32, item: Node) -> Option<u32> {
    let first = cells.of_row_below(row, item).next()?;
    (cells.item(first) == item && cells.is_free(first)).then_some(first)
}

fn give_back(
    cells: &mut Cells<'_>,
    queries: &WholeQueries,
    published: &mut [Published],
    k: usize,
    progress: &dyn Progress,
) -> Result<(), Cancelled> {
    let words = (0u32..).zip(published.iter()).flat_map(|(at, published)| {
        queries.items.get(published.query as usize).iter().map(move |word| (word.index(), at))
    });
    let with_word = Ragged::by_key(cells.taxonomy.len(), words);
    let free = cells.by_label();
    // How many owners have each word outside of queries.
    let mut left: Vec<usize> = free.iter().map(|list| cells.owners(list.iter().copied())).collect();
    for word in cells.taxonomy.nodes() {
        if !(1..k).contains(&left[word.index()]) || with_word.get(word.index()).is_empty() {
            continue;
        }
        progress.go_on()?;
        let mut have: Vec<u32> = free.get(word.index()).iter().map(|&cell| cells.owner(cell)).collect();
        let words_of = |at: u32| queries.items.get(published[at as usize].query as usize);
        let mut from: Vec<u32> = with_word.get(word.index()).to_vec();
        from.sort_by_key(|&at| (words_of(at).len(), Reverse(published[at as usize].rows.len()), at));
        for at in from {
            let Published { query, piece, rows } = &mut published[at as usize];
            let words = queries.items.get(*query as usize);
            let needed = words.iter().map(|word| k.saturating_sub(left[word.index()])).max().unwrap_or(0);
            if cells.owners_of_rows(rows) < k + needed {
                continue;
            }
            for _ in 0..needed {
                let owners = rows.iter().rev().map(|&row| cells.transactions.owner(row as usize));
                let Some(owner) = owners.into_iter().find(|owner| !have.contains(owner)) else { break };
                have.push(owner);
                words.iter().for_each(|word| left[word.index()] += 1);
                rows.retain(|&row| {
                    let stays = cells.transactions.owner(row as usize) != owner;
                    if !stays {
                        cells.leave(row, *piece);
                    }
                    stays
                });
            }
            if left[word.index()] >= k {
                break;
            }
        }
    }
    Ok(())
}
