//! One shard, worked on by the method of the job: whole rows are grouped, words are put together.

use clump_core::anonymize::pieces::{JoinedShard, PiecesParameters};
use clump_core::containers::Ragged;
use clump_core::information::Information;
use clump_core::progress::Progress;
use clump_core::shards::{NodeCounts, Shard, SortKey};
use clump_core::taxonomy::Node;
use clump_core::transactions::Transactions;
use clump_io::Batches;

use super::keys::Keys;
use super::table::{Cells, Rows, RowsBuilder};
use crate::job::Job;
use crate::methods::{AnyMethod, Method, Nearest};
use crate::{JobError, RunError};

fn stray(job: &Job) -> RunError {
    JobError::StrayKey { key: "shards".to_owned(), method: job.method.name() }.into()
}

/// Groups all `rows` of one shard as `job` says, whose method is `nearest`. What each is published as is in `nodes`.
///
/// # Errors
/// When there are fewer than k owners, or another method is asked for.
pub fn group(job: &Job, keys: &Keys, rows: &Batches, progress: &dyn Progress) -> Result<Batches, RunError> {
    let Method::Nearest(nearest) = &job.method else { return Err(stray(job)) };
    let unsharded = Job { method: Nearest { shards: None, ..nearest.clone() }.into(), ..job.clone() };
    let AnyMethod::Transactions(method) = unsharded.ready_method()? else { return Err(stray(job)) };
    let rows = Rows::read(rows)?;
    let shard = InOrder::new(keys, &rows, rows.nodes.clone());
    let taxonomy = keys.tree().taxonomy();
    let release = method
        .anonymize(&shard.transactions, taxonomy, progress)
        .map_err(|reason| RunError::of_method(reason, None))?
        .canonical(taxonomy, job.output.root_items);
    let mut out = RowsBuilder::default();
    for (place, &row) in shard.rows.iter().enumerate() {
        let (labels, items) = (release.get(place), rows.items(row as usize));
        out.push(&rows, row as usize, Cells { labels, items, text: None, is_left: false });
    }
    out.finish()
}

/// What is known of all rows when words are put together.
#[derive(Debug)]
pub struct Known {
    /// By node, how many cells of all rows have it as their item.
    pub cells: Vec<u64>,
    /// By label, how many owners have it left.
    pub owners: Vec<u64>,
    /// The squares of the lengths of all rows, added up.
    pub squares: u64,
}

/// Puts together what k owners of one shard share, as `job` says, whose method is `pieces`: pieces, and what is left of `rows`.
///
/// # Errors
/// When another method is asked for, or the run is cancelled.
pub fn join(
    job: &Job,
    keys: &Keys,
    known: &Known,
    rows: &Batches,
    progress: &dyn Progress,
) -> Result<Batches, RunError> {
    let Method::Pieces(pieces) = &job.method else { return Err(stray(job)) };
    let parameters = PiecesParameters { links: pieces.links, ..PiecesParameters::new(job.require_k()?) };
    let pieces = parameters.check()?;
    let rows = Rows::read(rows)?;
    let mut labels = Ragged::default();
    for nodes in rows.nodes.iter() {
        labels.open().extend_from_slice(nodes);
        labels.close_as_set();
    }
    let shard = InOrder::new(keys, &rows, labels);
    let taxonomy = keys.tree().taxonomy();
    let information = Information::of_cells(taxonomy, known.cells.clone());
    let owners = NodeCounts::from_counts(known.owners.clone());
    let price = pieces.price(known.squares, known.cells.iter().sum());
    let JoinedShard { pieces, piece_of } =
        pieces.join_shard(&shard.transactions, taxonomy, &information, &owners, price, progress)?;
    let mut out = RowsBuilder::default();
    let mut cell = 0;
    for (place, &row) in shard.rows.iter().enumerate() {
        let labels = shard.transactions.get(place);
        write_row(&mut out, &rows, row as usize, labels, &piece_of[cell..cell + labels.len()], &pieces);
        cell += labels.len();
    }
    out.finish()
}

/// Writes the parts of a row that are in pieces, and what is left. `piece_of` is by label of `labels`, each of which is the first
/// cell of the row that has it.
fn write_row(
    out: &mut RowsBuilder,
    rows: &Rows,
    row: usize,
    labels: &[Node],
    piece_of: &[Option<u32>],
    pieces: &Ragged<Node>,
) {
    let (all, items) = (rows.nodes.get(row), rows.items(row));
    // By cell of the row, its piece: the first cell of a label stands for it.
    let mut in_piece: Vec<Option<u32>> = vec![None; all.len()];
    for (label, piece) in labels.iter().zip(piece_of) {
        let first = all.partition_point(|node| node < label);
        in_piece[first] = *piece;
    }
    let mut found: Vec<u32> = in_piece.iter().flatten().copied().collect();
    found.sort_unstable();
    found.dedup();
    let of = |piece: Option<u32>| -> (Vec<Node>, Vec<Node>) {
        let cells = (0..all.len()).filter(|&cell| in_piece[cell] == piece);
        cells.map(|cell| (all[cell], items[cell])).unzip()
    };
    for piece in found {
        let (_, items) = of(Some(piece));
        let labels = pieces.get(piece as usize);
        out.push(rows, row, Cells { labels, items: &items, text: None, is_left: false });
    }
    let (labels, items) = of(None);
    if !labels.is_empty() {
        out.push(rows, row, Cells { labels: &labels, items: &items, text: None, is_left: true });
    }
}

/// The rows of a shard in the order that does not depend on how they came there.
struct InOrder {
    /// Their places in what was read.
    rows: Vec<u32>,
    transactions: Transactions,
}

impl InOrder {
    fn new(keys: &Keys, rows: &Rows, nodes: Ragged<Node>) -> InOrder {
        let transactions = Transactions::from_rows(nodes, rows.owner_of.clone());
        let sort_keys: Vec<SortKey> =
            (0..transactions.len()).map(|row| keys.of(transactions.get(row))).collect();
        let all = (0..transactions.len() as u32).collect();
        let shard = Shard::new(&transactions, &sort_keys, &rows.owner_keys, all);
        InOrder { transactions: shard.transactions(&transactions), rows: shard.rows().to_vec() }
    }
}
