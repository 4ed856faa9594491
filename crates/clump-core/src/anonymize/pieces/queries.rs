//! Whole queries that k owners typed, word for word, before anything else.
//!
//! The longest come first, and of equally long ones those that most owners typed; a query takes the words of every row that
//! still has all of them, if k owners have such a row.
//!
//! A word that k owners typed can be published as typed, but not if queries leave it to fewer than k of them. Then queries
//! that more than k owners typed give some of theirs back, the shortest first, so that k have the word outside of queries.

use std::cmp::Reverse;

use super::cells::{Cells, NONE};
use crate::containers::Ragged;
use crate::cut::WholeQueries;
use crate::progress::{Cancelled, Progress};
use crate::taxonomy::Node;

/// A query that is published, and the parts that it takes, by their last cells in the order of rows.
struct Chosen {
    query: u32,
    parts: Vec<u32>,
}

/// Publishes the whole queries that k owners typed. O(items of the queries of all rows), and for giving back what words few
/// owners are left with.
pub(super) fn publish(
    cells: &mut Cells<'_>,
    queries: &WholeQueries,
    k: usize,
    progress: &dyn Progress,
) -> Result<(), Cancelled> {
    if queries.of.is_empty() {
        return Ok(());
    }
    let mut chosen = choose(cells, queries, k, progress)?;
    give_back(cells, queries, &mut chosen, k, progress)?;
    for Chosen { query, parts } in chosen {
        let items = queries.items.get(query as usize);
        cells.publish(items, Some(query), parts);
    }
    Ok(())
}

fn choose(
    cells: &mut Cells<'_>,
    queries: &WholeQueries,
    k: usize,
    progress: &dyn Progress,
) -> Result<Vec<Chosen>, Cancelled> {
    let asked = cells
        .rows
        .iter()
        .flat_map(|&row| queries.of.get(row as usize).iter().map(move |&query| (query, row)));
    let rows_with = Ragged::by_key(queries.items.len(), asked.map(|(query, row)| (query as usize, row)));
    let first_cell = |cells: &Cells<'_>, row: u32| cells.of_row(row).start as u32;
    let mut order: Vec<(Reverse<usize>, Reverse<usize>, &[Node], u32)> = (0u32..)
        .zip(queries.items.iter())
        .map(|(query, items)| {
            let rows = rows_with.get(query as usize).iter();
            let owners = cells.owners(rows.map(|&row| first_cell(cells, row)));
            (Reverse(items.len()), Reverse(owners), items, query)
        })
        .filter(|&(_, Reverse(owners), items, _)| owners >= k && !items.contains(&Node::ROOT))
        .collect();
    order.sort_unstable();

    let mut chosen = Vec::new();
    let mut found: Vec<u32> = Vec::new();
    for (_, _, items, query) in order {
        progress.go_on()?;
        // The cells of each row that has all of them free, row after row.
        found.clear();
        for &row in rows_with.get(query as usize) {
            let start = found.len();
            found.extend(items.iter().filter_map(|&item| free_cell(cells, row, item)));
            if found.len() < start + items.len() {
                found.truncate(start);
            }
        }
        let parts = || found.chunks_exact(items.len());
        if cells.owners(parts().map(|part| part[0])) < k {
            continue;
        }
        let mut lasts = Vec::with_capacity(found.len() / items.len());
        for part in found.chunks_exact(items.len()) {
            lasts.push(part.iter().fold(NONE, |before, &cell| {
                cells.take(cell, before);
                cell
            }));
        }
        chosen.push(Chosen { query, parts: lasts });
    }
    Ok(chosen)
}

/// The cell of `row` that is `item`, if it is free.
fn free_cell(cells: &Cells<'_>, row: u32, item: Node) -> Option<u32> {
    let range = cells.of_row(row);
    let items = &cells.transactions.bags().items()[range.clone()];
    let at = range.start + items.partition_point(|&other| other < item);
    (at < range.end && cells.item(at as u32) == item && cells.is_free(at as u32)).then_some(at as u32)
}

fn give_back(
    cells: &mut Cells<'_>,
    queries: &WholeQueries,
    chosen: &mut [Chosen],
    k: usize,
    progress: &dyn Progress,
) -> Result<(), Cancelled> {
    let words = chosen.iter().enumerate().flat_map(|(at, chosen)| {
        let items = queries.items.get(chosen.query as usize);
        items.iter().map(move |item| (item.index(), at as u32))
    });
    let with_word = Ragged::by_key(cells.taxonomy.len(), words);
    let free = cells.by_label();
    // Owners who have the word outside of queries.
    let mut left: Vec<usize> =
        (0..free.len()).map(|word| cells.owners(free.get(word).iter().copied())).collect();
    for word in cells.taxonomy.nodes() {
        if left[word.index()] == 0 || left[word.index()] >= k || with_word.get(word.index()).is_empty() {
            continue;
        }
        progress.go_on()?;
        let mut have: Vec<u32> = free.get(word.index()).iter().map(|&cell| cells.owner(cell)).collect();
        let length = |at: u32| queries.items.get(chosen[at as usize].query as usize).len();
        let mut from: Vec<u32> = with_word.get(word.index()).to_vec();
        from.sort_by_key(|&at| (length(at), Reverse(chosen[at as usize].parts.len()), at));
        for at in from {
            let Chosen { query, parts } = &mut chosen[at as usize];
            let items = queries.items.get(*query as usize);
            let needed = items.iter().map(|item| k.saturating_sub(left[item.index()])).max().unwrap_or(0);
            if cells.owners(parts.iter().copied()) < k + needed {
                continue;
            }
            let mut given = 0;
            while given < needed {
                let Some(owner) =
                    parts.iter().rev().map(|&last| cells.owner(last)).find(|owner| !have.contains(owner))
                else {
                    break;
                };
                have.push(owner);
                given += 1;
                parts.retain(|&last| {
                    let stays = cells.owner(last) != owner;
                    if !stays {
                        cells.free_part(last);
                    }
                    stays
                });
            }
            for item in items {
                left[item.index()] += given;
            }
            if left[word.index()] >= k {
                break;
            }
        }
    }
    Ok(())
}
