//! Pieces in shards: the steps of a cluster run, executed by the threads of one process.
//!
//! Whole queries are published first, over all rows, in rounds that count owners ([`Asking`]). Further rounds
//! of counting find the label of each word ([`Placing`]). Then rows are cut into shards by their labels, and
//! pieces are formed within each shard; labels of fewer than k owners of the shard are left out. This is done
//! twice. Then the words that remain alone are counted over all shards again: a label with fewer than k
//! remaining owners is replaced by a node above it, in the same way.
//!
//! Differences from a run without shards: all cells of a word have one label, and no label lends owners to
//! another (`place`). If a row has a label several times, only the first of these cells can be in a piece.

use rayon::prelude::*;

use super::Pieces;
use super::cells::Cells;
use super::remainder::{JoinedShard, Remainder};
use crate::cut::{CutBuilder, WholeQueries};
use crate::information::Information;
use crate::progress::{Cancelled, Progress};
use crate::shards::{self, Asking, KeyedBy, NodeCounts, Placing, Shard, owners_by_query};
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::Transactions;

/// Number of times that rows are cut into shards and joined. The second pass brings words together whose rows
/// were in different shards because of a commoner word, which is published by then. Links kept of 985,333
/// generated queries of 53,058 owners in shards of 20,000 rows, with one, two and three passes: 0.0912,
/// 0.0965 and 0.0968; without shards 0.1089.
pub const PASSES: usize = 2;

impl Pieces {
    /// Forms pieces that k owners of one shard share. The items of `rows` are labels, each once in a row.
    /// `owners` is, by label, the number of owners in all shards together who have it in such rows.
    ///
    /// A label must keep k owners or none, and owners in other shards count. Other shards may take the label at
    /// the same time, so the remaining cells must get labels again afterwards. Without counting other shards,
    /// labels with few owners in each shard were hardly joined: 0.0870 of the links instead of 0.0912.
    pub fn join_shard(
        &self,
        rows: &Transactions,
        taxonomy: &Taxonomy,
        information: &Information,
        owners: &NodeCounts,
        price: f64,
        progress: &dyn Progress,
    ) -> Result<JoinedShard, Cancelled> {
        let (k, queries) = (self.0.k, WholeQueries::default());
        let mut cells = Cells::new(rows, &queries, taxonomy, information.clone(), k, price);
        let by_label = cells.by_label();
        let mut elsewhere = vec![0; taxonomy.len()];
        for (label, of_label) in (0u32..).map(Node).zip(by_label.iter()) {
            let here = cells.owners(of_label.iter().copied());
            elsewhere[label.index()] = (owners.of(label) as usize - here) as u32;
            if here < k {
                of_label.iter().for_each(|&cell| cells.give_up(cell));
            }
        }
        cells.owners_elsewhere = elsewhere;
        self.put_together(&mut cells, progress)?;
        let (pieces, piece_of) = cells.into_pieces();
        Ok(JoinedShard { pieces, piece_of })
    }
}

/// Publishes whole queries, and pieces that k owners of a shard of about `target` rows share. Returns the
/// remaining cells with their labels.
pub(super) fn join(
    pieces: &Pieces,
    transactions: &Transactions,
    queries: &WholeQueries,
    taxonomy: &Taxonomy,
    target: usize,
    cut: &mut CutBuilder<'_>,
    progress: &dyn Progress,
) -> Result<Remainder, Cancelled> {
    let k = pieces.0.k;
    let left = publish_queries(transactions, queries, k, cut, progress)?;
    let mut left = place(left, taxonomy, k, progress)?;
    if pieces.0.links > 0.0 {
        let information = Information::of(taxonomy, transactions);
        let price = pieces.price_in(transactions);
        for _ in 0..PASSES {
            let rows = left.to_join();
            if rows.owners() < k {
                break;
            }
            let shards = shards::shards_of(&rows, taxonomy, KeyedBy::Items, k, target, progress)?;
            let mut owners = NodeCounts::new(taxonomy);
            left.labels_of_owners().iter().for_each(|labels| owners.add_items(labels));
            let joined: Vec<(Shard, JoinedShard)> = shards
                .into_par_iter()
                .map(|shard| {
                    let rows = shard.transactions(&rows);
                    let joined =
                        pieces.join_shard(&rows, taxonomy, &information, &owners, price, progress)?;
                    Ok((shard, joined))
                })
                .collect::<Result<_, Cancelled>>()?;
            left =
                left.without_pieces(&rows, &joined, |row, labels, items| cut.push(row, items, labels, None));
        }
    }
    place(left, taxonomy, k, progress)
}

/// Publishes whole queries of k owners, and returns the remaining cells of the rows. If an owner has equal
/// rows, only the first is used.
fn publish_queries(
    transactions: &Transactions,
    queries: &WholeQueries,
    k: usize,
    cut: &mut CutBuilder<'_>,
    progress: &dyn Progress,
) -> Result<Remainder, Cancelled> {
    let by_owner = transactions.by_owner().into_parts().0;
    let rows: Vec<u32> = by_owner.into_iter().filter(|&row| cut.is_cut(row)).collect();
    let owner = |row: u32| transactions.owner(row as usize);
    let asked = |row: u32| queries.asked(row as usize);
    let owners = owners_by_query(queries.items.len(), rows.iter().map(|&row| (owner(row), asked(row))));
    let mut asking = Asking::new(&queries.items, &owners, k);
    loop {
        progress.go_on()?;
        let rows = rows.iter().map(|&row| (owner(row), asked(row)));
        if !asking.advance(&asking.count(&queries.items, rows)) {
            break;
        }
    }
    let mut left = Remainder::default();
    for row in rows {
        let items = transactions.get(row as usize);
        let words = asking.publish(&queries.items, items, asked(row), |query, items| {
            cut.push(row, items.iter().copied(), items, Some(query));
        });
        left.push(row, owner(row), words.iter().map(|&word| (word, word)));
    }
    Ok(left)
}

/// Gives every cell the lowest label, at or above its present one, that k owners still have. Cells without
/// such a label are not published.
fn place(
    left: Remainder,
    taxonomy: &Taxonomy,
    k: usize,
    progress: &dyn Progress,
) -> Result<Remainder, Cancelled> {
    let mut words = left.labels_of_owners();
    let mut placing = Placing::new(taxonomy, k);
    loop {
        let counts = NodeCounts::sum_over(words.len(), taxonomy, progress, |counts, owner| {
            placing.count(taxonomy, words.get(owner), counts);
        })?;
        if !placing.advance(taxonomy, &counts) {
            break;
        }
        words.retain(|&word| placing.label(word).is_none());
    }
    Ok(left.label(|word| placing.label(word)))
}
