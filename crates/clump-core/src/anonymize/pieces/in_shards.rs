//! Pieces in shards, as a cluster makes them.
//!
//! Whole queries are published first, over all rows, in rounds of counting owners ([`Asking`]). What each word can be published as
//! alone is found for all rows too, in such rounds ([`Placing`]). Then rows are cut into shards by their labels, and words are put together in each
//! shard alone; a label that fewer than k owners of the shard have takes no part. That is done twice. What is left alone is
//! counted over all shards again: a label that fewer than k owners are left with goes up in the same way.
//!
//! Unlike without shards, all cells of a word have one label, and no label lends owners to another (`lend`). What a row has of a
//! label beyond the first is not put together with anything.

use rayon::prelude::*;

use super::cells::{self, Cells};
use super::queries::free_cell;
use super::{Pieces, put_together};
use crate::containers::Ragged;
use crate::cut::WholeQueries;
use crate::information::Information;
use crate::progress::{Cancelled, Progress};
use crate::shards::{self, Asking, KeyedBy, NodeCounts, Placing};
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::Transactions;

/// Number of times that rows are cut into shards and words put together. The second time words meet whose rows were apart because of a
/// commoner word that is published by then. Links kept of 985,333 generated queries of 53,058 owners in shards of 20,000 rows,
/// after one time, two and three: 0.0912, 0.0965 and 0.0968; unsharded 0.1089.
pub const PASSES: usize = 2;

/// Pieces that were put together in a shard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JoinedShard {
    /// By piece, its labels.
    pub pieces: Ragged<Node>,
    /// By item of the rows, end to end, the piece that it is in, if it is in one.
    pub piece_of: Vec<Option<u32>>,
}

impl Pieces {
    /// Worth of a bit of a word, in bits of links, where the rows before anything was published have so many cells, and
    /// their lengths squared add up to `pairs`.
    pub fn price(&self, pairs: u64, cells: u64) -> f64 {
        cells::price(pairs, cells, self.0.links)
    }

    /// Puts together what k owners of a shard share. Its `rows` have labels as items, each once; `owners` is, by label, how many
    /// owners of all shards have it in such rows.
    ///
    /// A label is left to k owners or none, where those count who have it in other shards. Some of these may take theirs at the
    /// same time, so what is left must be placed again. Without them labels of few owners in each shard were hardly joined:
    /// 0.0870 of the links instead of 0.0912.
    ///
    /// # Errors
    /// When the run is cancelled.
    pub fn join_shard(
        &self,
        rows: &Transactions,
        taxonomy: &Taxonomy,
        information: &Information,
        owners: &NodeCounts,
        price: f64,
        progress: &dyn Progress,
    ) -> Result<JoinedShard, Cancelled> {
        let k = self.0.k;
        let mut cells = Cells::telling(information.clone(), rows, &WholeQueries::default(), taxonomy);
        let by_label = cells.by_label();
        let mut elsewhere = vec![0; taxonomy.len()];
        for (label, of_label) in (0u32..).map(Node).zip(by_label.iter()) {
            let here = cells.owners(of_label.iter().copied());
            elsewhere[label.index()] = (owners.of(label) as usize - here) as u32;
            if here < k {
                of_label.iter().for_each(|&cell| cells.give_up(cell));
            }
        }
        cells.set_elsewhere(elsewhere);
        put_together(&mut cells, k, self.0.links, price, progress)?;
        let (pieces, piece_of) = cells.into_pieces();
        Ok(JoinedShard { pieces, piece_of })
    }
}

/// Publishes whole queries, gives all free cells their labels, and puts them together in shards of about `target` rows.
pub(super) fn join(
    cells: &mut Cells<'_>,
    queries: &WholeQueries,
    pieces: &Pieces,
    target: usize,
    progress: &dyn Progress,
) -> Result<(), Cancelled> {
    let k = pieces.0.k;
    publish_queries(cells, queries, k, progress)?;
    place(cells, k, progress)?;
    if pieces.0.links > 0.0 {
        let price = cells.price(pieces.0.links);
        for _ in 0..PASSES {
            join_once(cells, pieces, target, price, progress)?;
        }
    }
    place(cells, k, progress)
}

/// Publishes whole queries that k owners asked.
fn publish_queries(
    cells: &mut Cells<'_>,
    queries: &WholeQueries,
    k: usize,
    progress: &dyn Progress,
) -> Result<(), Cancelled> {
    if queries.of.is_empty() {
        return Ok(());
    }
    let mut taken = Vec::new();
    let asked = |row: u32| queries.of.get(row as usize);
    let all = cells.rows.iter().flat_map(|&row| asked(row).iter().map(move |&query| (query, row)));
    let mut asking = Asking::new(&queries.items, &owners_by_query(cells, queries, all), k);
    let mut chosen: Vec<(u32, u32)> = Vec::new();
    loop {
        progress.go_on()?;
        chosen.clear();
        for &row in &cells.rows {
            asking.choose(&queries.items, asked(row), &mut taken, |query| chosen.push((query, row)));
        }
        if !asking.advance(&owners_by_query(cells, queries, chosen.iter().copied())) {
            break;
        }
    }
    let mut piece_of = vec![None; queries.items.len()];
    for &(query, row) in chosen.iter().filter(|(query, _)| asking.is_published(*query)) {
        let items = queries.items.get(query as usize);
        let piece = *piece_of[query as usize].get_or_insert_with(|| cells.add_piece(items, Some(query)));
        let part: Vec<u32> = items.iter().filter_map(|&item| free_cell(cells, row, item)).collect();
        cells.put(piece, &part);
    }
    Ok(())
}

/// By query, how many owners have it in a pair with one of their rows. The rows of an owner stand together.
fn owners_by_query(
    cells: &Cells<'_>,
    queries: &WholeQueries,
    pairs: impl Iterator<Item = (u32, u32)>,
) -> Vec<u64> {
    let (mut owners, mut last) = (vec![0; queries.items.len()], vec![None; queries.items.len()]);
    for (query, row) in pairs {
        let owner = Some(cells.transactions.owner(row as usize));
        if last[query as usize] != owner {
            last[query as usize] = owner;
            owners[query as usize] += 1;
        }
    }
    owners
}

/// Puts words together in shards of rows that have the same common labels.
fn join_once(
    cells: &mut Cells<'_>,
    pieces: &Pieces,
    target: usize,
    price: f64,
    progress: &dyn Progress,
) -> Result<(), Cancelled> {
    let (k, taxonomy) = (pieces.0.k, cells.taxonomy);
    let labelled = Labelled::new(cells);
    if labelled.rows.owners() < k {
        return Ok(());
    }
    let shards = shards::shards_of(&labelled.rows, taxonomy, KeyedBy::Items, k, target, progress)?;
    let owners = labelled.owners(taxonomy);
    let information = &cells.information;
    let joined: Vec<JoinedShard> = shards
        .par_iter()
        .map(|shard| {
            let rows = shard.transactions(&labelled.rows);
            pieces.join_shard(&rows, taxonomy, information, &owners, price, progress)
        })
        .collect::<Result<_, Cancelled>>()?;
    for (shard, JoinedShard { pieces, piece_of }) in shards.iter().zip(joined) {
        let all = shard.rows().iter().flat_map(|&row| labelled.cells.get(row as usize));
        let parts = all.zip(&piece_of).filter_map(|(&cell, piece)| Some(((*piece)? as usize, cell)));
        let by_piece = Ragged::by_key(pieces.len(), parts);
        for (labels, parts) in pieces.iter().zip(by_piece.iter()) {
            let piece = cells.add_piece(labels, None);
            parts.chunks_exact(labels.len()).for_each(|part| cells.put(piece, part));
        }
    }
    Ok(())
}

/// Gives every free cell the lowest label, at or above that which it has, that k owners have free, and gives up those for which
/// there is none.
fn place(cells: &mut Cells<'_>, k: usize, progress: &dyn Progress) -> Result<(), Cancelled> {
    let taxonomy = cells.taxonomy;
    let owner = |row: u32| cells.transactions.owner(row as usize);
    let mut words: Ragged<Node> = Ragged::default();
    for own in cells.rows.chunk_by(|&a, &b| owner(a) == owner(b)) {
        let all = own.iter().flat_map(|&row| cells.of_row(row)).filter(|&cell| cells.is_free(cell));
        words.open().extend(all.map(|cell| cells.label(cell)));
        words.close_as_set();
    }
    let mut placing = Placing::new(taxonomy, k);
    loop {
        let part = words.len().div_ceil(rayon::current_num_threads()).max(1 << 12);
        let parts: Vec<NodeCounts> = (0..words.len())
            .into_par_iter()
            .step_by(part)
            .map(|start| {
                progress.go_on()?;
                let (mut counts, mut left) = (NodeCounts::new(taxonomy), Vec::new());
                for owner in start..words.len().min(start + part) {
                    placing.count(taxonomy, words.get(owner), &mut left, &mut counts);
                }
                Ok(counts)
            })
            .collect::<Result<_, Cancelled>>()?;
        let mut counts = NodeCounts::new(taxonomy);
        parts.iter().for_each(|part| counts.merge(part));
        if !placing.advance(taxonomy, &counts) {
            break;
        }
        words.retain(|&word| placing.label(word).is_none());
    }
    for row in cells.rows.clone() {
        for cell in cells.of_row(row) {
            if cells.is_free(cell) {
                match placing.label(cells.label(cell)) {
                    Some(label) => cells.set_label(cell, label),
                    None => cells.give_up(cell),
                }
            }
        }
    }
    Ok(())
}

/// Rows that have labels as items, with a cell for each: of equal rows of an owner only the first, and of the cells of a row
/// that have the same label only one, as it was typed if there is such a one.
struct Labelled {
    rows: Transactions,
    cells: Ragged<u32>,
}

impl Labelled {
    fn new(cells: &Cells<'_>) -> Labelled {
        let (mut labels, mut of) = (Ragged::default(), Ragged::default());
        let mut owners: Vec<u32> = Vec::new();
        let mut last = None;
        let mut next = 0;
        let mut free: Vec<(Node, bool, u32)> = Vec::new();
        for &row in &cells.rows {
            let of_row = cells.of_row(row).filter(|&cell| cells.is_free(cell));
            free.clear();
            free.extend(of_row.map(|cell| (cells.label(cell), cells.label(cell) != cells.item(cell), cell)));
            free.sort_unstable();
            free.dedup_by_key(|&mut (label, ..)| label);
            if free.is_empty() {
                continue;
            }
            labels.push(free.iter().map(|&(label, ..)| label));
            of.push(free.iter().map(|&(.., cell)| cell));
            let owner = Some(cells.transactions.owner(row as usize));
            next += u32::from(last != owner);
            last = owner;
            owners.push(next - 1);
        }
        Labelled { rows: Transactions::from_rows(labels, owners), cells: of }
    }

    /// By label, how many owners have it.
    fn owners(&self, taxonomy: &Taxonomy) -> NodeCounts {
        let mut counts = NodeCounts::new(taxonomy);
        let mut labels: Vec<Node> = Vec::new();
        let rows: Vec<usize> = (0..self.rows.len()).collect();
        for own in rows.chunk_by(|&a, &b| self.rows.owner(a) == self.rows.owner(b)) {
            labels.clear();
            own.iter().for_each(|&row| labels.extend_from_slice(self.rows.get(row)));
            labels.sort_unstable();
            counts.add_items(&labels);
        }
        counts
    }
}
