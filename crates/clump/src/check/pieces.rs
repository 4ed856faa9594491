//! Checks pieces against the originals, without the code that made them. Each label of an owner must equal or
//! generalize an item that the owner typed. No word may be used twice. The text of a piece must be a query
//! that the owner asked.

use clump_core::containers::{NameIndex, Ragged};
use clump_core::cut::Cut;
use clump_core::fate::fates_of_row;
use clump_core::release::Release;
use clump_core::taxonomy::{Node, Taxonomy};
use clump_core::transactions::{Bags, Transactions};
use clump_core::verify::generalizes_sorted;
use clump_io::release::{Audit, Released};
use std::path::Path;

use crate::CheckError;
use crate::check::nodes_of_labels;
use crate::data::Data;
use crate::release::audit;

/// Number of errors in the parts of `cut`: transactions that lack an item of their parts or have it in two
/// parts, and parts whose text is no query of the transaction or has other words. Part i is published on line
/// `line_of_each[i]` of `released`, from 1.
pub(crate) fn of_pieces(released: &Released, cut: &Cut, data: &Data, line_of_each: &[usize]) -> usize {
    let Cut { parts, of, .. } = cut;
    let cells = of.iter().enumerate().flat_map(|(part, &transaction)| {
        parts.get(part).iter().map(move |item| (transaction as usize, item.0))
    });
    let mut used = Ragged::by_key(data.transactions.len(), cells);
    let mut wrong = 0;
    for transaction in 0..data.transactions.len() {
        let used = used.get_mut(transaction);
        used.sort_unstable();
        let mut left = data.transactions.get(transaction).iter();
        wrong += usize::from(!used.iter().all(|&item| left.any(|have| have.0 == item)));
    }
    let nodes = nodes_of_labels(released, &data.taxonomy);
    let queries = TextQueries::new(released, data);
    let is_asked = |part: usize| {
        let line = line_of_each[part] - 1;
        queries.is_asked(line, released, &nodes, [of[part] as usize], data)
    };
    wrong + (0..of.len()).filter(|&part| !is_asked(part)).count()
}

/// Finds the query of the data that has the same text as a line of the release.
struct TextQueries {
    /// For each text of the release, the number of the query with this text, if any.
    query_of: Vec<Option<u32>>,
}

impl TextQueries {
    fn new(released: &Released, data: &Data) -> TextQueries {
        let index = NameIndex::new(&data.queries.texts);
        let query = |text| index.find(&data.queries.texts, text);
        TextQueries { query_of: released.texts().iter().map(query).collect() }
    }

    /// True if a line has no text. With a text, one of the `transactions` must have that query, and the
    /// labels of the line must be its words.
    fn is_asked(
        &self,
        line: usize,
        released: &Released,
        nodes: &[Option<Node>],
        transactions: impl IntoIterator<Item = usize>,
        data: &Data,
    ) -> bool {
        let Some(text) = released.text_number(line) else { return true };
        let Some(query) = self.query_of[text as usize] else { return false };
        let whole = &data.queries.whole;
        let is_asked = |row: usize| whole.of.get(row).binary_search(&query).is_ok();
        let mut labels: Vec<Option<Node>> =
            released.row(line).iter().map(|&label| nodes[label as usize]).collect();
        labels.sort_unstable();
        let words = whole.items.get(query as usize).iter().map(|&word| Some(word));
        labels.into_iter().eq(words) && transactions.into_iter().any(is_asked)
    }
}

/// Transactions or parts of transactions for the rows of a release, reconstructed from an audit.
pub(crate) struct Rejoined {
    /// The pieces. Each part belongs to the first transaction of its owner that its labels fit, and the items
    /// of the part come from [`fates_of_row`]. `None` if the release has whole rows.
    pub cut: Option<Cut>,
    /// For each transaction or part, its line in the release, from 1.
    pub line_of_each: Vec<usize>,
    /// Number of owners with an error: an item that they did not type, a row that fits none of their
    /// transactions, or a word on more rows than they typed it.
    pub wrong: usize,
}

/// All items of the transactions of one owner, sorted.
struct Owned<'a> {
    /// Each item, with the number of its transaction.
    cells: Vec<(Node, u32)>,
    transactions: &'a Transactions,
    taxonomy: &'a Taxonomy,
}

impl<'a> Owned<'a> {
    fn new(rows: &[u32], transactions: &'a Transactions, taxonomy: &'a Taxonomy) -> Owned<'a> {
        let of_row = |&row: &u32| transactions.get(row as usize).iter().map(move |&item| (item, row));
        let mut cells: Vec<(Node, u32)> = rows.iter().flat_map(of_row).collect();
        cells.sort_unstable();
        Owned { cells, transactions, taxonomy }
    }

    /// A transaction such that the sorted `labels` generalize some of its items. Only transactions with an
    /// item at or below the label that matches the fewest items are searched.
    fn fitting(&self, labels: &[Node]) -> Option<u32> {
        let below = |&label: &Node| {
            let from = self.cells.partition_point(|&(item, _)| item < label);
            let to = self.cells.partition_point(|&(item, _)| item < self.taxonomy.end(label));
            &self.cells[from..to]
        };
        let fewest = labels.iter().map(below).min_by_key(|cells| cells.len())?;
        let mut rows = fewest.iter().map(|&(_, row)| row);
        rows.find(|&row| generalizes_sorted(self.taxonomy, labels, self.transactions.get(row as usize)))
    }
}

/// Reconstructs the pieces of `released` from the `entries` of the audit at `path`.
pub(crate) fn rejoined(
    released: &Released,
    path: &Path,
    entries: &Audit,
    data: &Data,
) -> Result<Rejoined, CheckError> {
    let (transactions, taxonomy) = (&data.transactions, &data.taxonomy);
    let entries = audit::entries(path, entries, data, released.len())?;
    let lines_of = Ragged::by_key(transactions.owners(), entries.iter().copied());
    let rows = (0..transactions.len()).map(|row| (transactions.owner(row) as usize, row as u32));
    let rows_of = Ragged::by_key(transactions.owners(), rows);
    let nodes = nodes_of_labels(released, taxonomy);
    let queries = TextQueries::new(released, data);

    let (mut parts, mut of, mut line_of_each, mut wrong) = (Transactions::default(), vec![], vec![], 0);
    for (owner, lines) in lines_of.iter().enumerate().filter(|(_, lines)| !lines.is_empty()) {
        let rows = rows_of.get(owner);
        let owned = Owned::new(rows, transactions, taxonomy);
        let items: Vec<Node> = owned.cells.iter().map(|&(item, _)| item).collect();
        let labels = |line: u32| released.row(line as usize).iter().map(|&label| nodes[label as usize]);
        let mut all: Vec<Node> = lines.iter().flat_map(|&line| labels(line)).flatten().collect();
        all.sort_unstable();
        let asked = |&line: &u32| {
            queries.is_asked(line as usize, released, &nodes, rows.iter().map(|&row| row as usize), data)
        };
        let row_of = |line: u32| {
            let mut labels: Vec<Node> = labels(line).flatten().collect();
            labels.sort_unstable();
            owned.fitting(&labels)
        };
        let is_right = lines.iter().all(|&line| labels(line).all(|label| label.is_some()))
            && lines.iter().all(|&line| row_of(line).is_some())
            && generalizes_sorted(taxonomy, &all, &items)
            && lines.iter().all(asked);
        wrong += usize::from(!is_right);
        // Pairs (label, item that it represents). If the item is unknown, the label is used.
        let mut stands_for: Vec<(Node, Node)> = if is_right {
            let fates = fates_of_row(taxonomy, &items, &all).into_iter();
            fates.filter_map(|(item, label)| Some((label?, item))).collect()
        } else {
            all.iter().map(|&label| (label, label)).collect()
        };
        stands_for.sort_unstable();
        let mut next = stands_for.iter().peekable();
        let mut cells: Vec<(Node, u32)> =
            lines.iter().flat_map(|&line| labels(line).flatten().map(move |label| (label, line))).collect();
        cells.sort_unstable();
        let mut by_line: Vec<(u32, Node)> = cells
            .into_iter()
            .filter_map(|(label, line)| {
                next.next_if(|(other, _)| *other == label).map(|&(_, item)| (line, item))
            })
            .collect();
        by_line.sort_unstable();
        let number = parts.owners() as u32;
        // An owner may have the same row from several transactions: one part for each. In sorted order, the
        // items of all these parts for the first label come first, then those for the second.
        for same in by_line.chunk_by(|a, b| a.0 == b.0) {
            let line = same[0].0;
            let times = lines.iter().filter(|&&other| other == line).count();
            let row = row_of(line).unwrap_or(rows[0]);
            for part in 0..times {
                parts.push(number, same.iter().skip(part).step_by(times).map(|&(_, item)| item));
                of.push(row);
                line_of_each.push(line as usize + 1);
            }
        }
    }
    let bag = |line: usize| released.row(line).iter().filter_map(|&label| nodes[label as usize]);
    let bags: Bags = (0..released.len()).map(bag).collect();
    let release = Release::new(bags, line_of_each.iter().map(|&line| line as u32 - 1).collect());
    let query =
        (0..released.len()).map(|line| queries.query_of[released.text_number(line)? as usize]).collect();
    // In the layout with one line per owner, equal lines are one group.
    let cut = Cut { parts, of, release, query }.canonical(taxonomy, &data.queries.texts);
    Ok(Rejoined { cut: Some(cut), line_of_each, wrong })
}
