//! Pieces in shards, as a cluster makes them.
//!
//! Whole queries are published first, over all rows. What each word can be published as alone is found for all rows too, in
//! rounds of counting owners ([`Placing`]). Then rows are cut into shards by their labels, and words are put together in each
//! shard alone; a label that fewer than k owners of the shard have takes no part. What is left alone is counted over all shards
//! again: a label that fewer than k owners are left with goes up in the same way.
//!
//! Unlike in one piece, all cells of a word have one label, no label lends owners to another (`lend`), and a row has a label
//! once.

use rayon::prelude::*;

use super::cells::{self, Cells};
use super::{Pieces, put_together};
use crate::containers::Ragged;
use crate::cut::WholeQueries;
use crate::information::Information;
use crate::progress::{Cancelled, Progress};
use crate::shards::{self, NodeCounts, Placing};
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::Transactions;

/// What was put together in a shard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JoinedShard {
    /// By piece, its labels.
    pub pieces: Ragged<Node>,
    /// By item of the rows, end to end, the piece that it is in, if it is in one.
    pub piece_of: Vec<Option<u32>>,
}

impl Pieces {
    /// What a bit of a word is worth, in bits of links, where the rows before anything was published have so many cells, and
    /// their lengths squared add up to `pairs`.
    pub fn price(&self, pairs: u64, cells: u64) -> f64 {
        cells::price(pairs, cells, self.0.links)
    }

    /// Puts together what k owners of a shard share. Its `rows` have labels as items, each once.
    ///
    /// # Errors
    /// When the run is cancelled.
    pub fn join_shard(
        &self,
        rows: &Transactions,
        taxonomy: &Taxonomy,
        information: &Information,
        price: f64,
        progress: &dyn Progress,
    ) -> Result<JoinedShard, Cancelled> {
        let k = self.0.k;
        let mut cells = Cells::telling(information.clone(), rows, &WholeQueries::default(), taxonomy);
        let by_label = cells.by_label();
        for of_label in by_label.iter() {
            if cells.owners(of_label.iter().copied()) < k {
                of_label.iter().for_each(|&cell| cells.give_up(cell));
            }
        }
        put_together(&mut cells, k, self.0.links, price, progress)?;
        let (pieces, piece_of) = cells.into_pieces();
        Ok(JoinedShard { pieces, piece_of })
    }
}

/// Gives all free cells their labels, and puts them together in shards of about `target` rows.
pub(super) fn join(
    cells: &mut Cells<'_>,
    pieces: &Pieces,
    target: usize,
    progress: &dyn Progress,
) -> Result<(), Cancelled> {
    let (k, taxonomy) = (pieces.0.k, cells.taxonomy);
    place(cells, k, progress)?;
    let labelled = Labelled::new(cells);
    if labelled.rows.owners() >= k && pieces.0.links > 0.0 {
        let price = cells.price(pieces.0.links);
        let shards = shards::shards_of(&labelled.rows, taxonomy, k, target, progress)?;
        let information = &cells.information;
        let joined: Vec<JoinedShard> = shards
            .par_iter()
            .map(|shard| {
                let rows = shard.transactions(&labelled.rows);
                pieces.join_shard(&rows, taxonomy, information, price, progress)
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
    }
    place(cells, k, progress)
}

/// Gives every free cell the lowest label, at or above that which it has, that k owners have free; and gives up those for which
/// there is none, and all but one of a row that have the same.
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
    let mut of_row: Vec<(Node, bool, u32)> = Vec::new();
    for row in cells.rows.clone() {
        of_row.clear();
        for cell in cells.of_row(row).filter(|&cell| cells.is_free(cell)).collect::<Vec<_>>() {
            match placing.label(cells.label(cell)) {
                // A word as it was typed comes first.
                Some(label) => of_row.push((label, label != cells.item(cell), cell)),
                None => cells.give_up(cell),
            }
        }
        of_row.sort_unstable();
        for same in of_row.chunk_by(|a, b| a.0 == b.0) {
            cells.set_label(same[0].2, same[0].0);
            same[1..].iter().for_each(|&(_, _, cell)| cells.give_up(cell));
        }
    }
    Ok(())
}

/// Rows that have labels as items, with the cell of each: of equal rows of an owner only the first.
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
        let mut free: Vec<(Node, u32)> = Vec::new();
        for &row in &cells.rows {
            let of_row = cells.of_row(row).filter(|&cell| cells.is_free(cell));
            free.clear();
            free.extend(of_row.map(|cell| (cells.label(cell), cell)));
            free.sort_unstable();
            if free.is_empty() {
                continue;
            }
            labels.push(free.iter().map(|&(label, _)| label));
            of.push(free.iter().map(|&(_, cell)| cell));
            let owner = Some(cells.transactions.owner(row as usize));
            next += u32::from(last != owner);
            last = owner;
            owners.push(next - 1);
        }
        Labelled { rows: Transactions::from_rows(labels, owners), cells: of }
    }
}
