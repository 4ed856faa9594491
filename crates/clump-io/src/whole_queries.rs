//! Queries as they were asked, in addition to their words. A query that enough owners share word for word can
//! be published as it is.
//!
//! While a log is read, the number of a query is stored with the items of its run, as a number that no node
//! has. When transactions are made, it is taken out again. A query has no number if something in it is
//! excluded or a word of it is lost.

use clump_core::containers::{Interner, Ragged};
use clump_core::cut::WholeQueries;
use clump_core::names::Names;
use clump_core::normal_form::normal_form;
use clump_core::taxonomy::Node;
use clump_core::transactions::Transactions;

use crate::unmapped::{UnmappedWords, is_lost};

/// Set in every number of a query, and not in that of a lost word. No taxonomy has 2^30 nodes.
const QUERY: u32 = 1 << 30;

#[inline]
pub(crate) fn is_query(node: Node) -> bool {
    node.0 & QUERY != 0 && !is_lost(node)
}

#[inline]
pub(crate) fn query_number(node: Node) -> u32 {
    node.0 & !QUERY
}

/// The distinct queries of a log, in [normal form](normal_form()).
#[derive(Default)]
pub(crate) struct QueryTexts {
    texts: Interner,
    items: Ragged<Node>,
}

impl QueryTexts {
    /// Notes `query`, whose words are `items`, and returns the number that represents it among the items of a
    /// run.
    ///
    /// # Panics
    /// When there are 2^30 queries.
    pub(crate) fn note(&mut self, query: &str, items: &[Node]) -> Node {
        let number = self.texts.intern(&normal_form(query));
        assert!(number < QUERY, "fewer than 2^30 queries");
        if number as usize == self.items.len() {
            self.items.open().extend_from_slice(items);
            self.items.close_as_set();
        }
        Node(QUERY | number)
    }

    /// Replaces every item by the node that `table` has at its number.
    pub(crate) fn renumber(&mut self, table: &[Node]) {
        self.items.values_mut().iter_mut().for_each(|item| *item = table[item.index()]);
    }

    /// The queries, with the numbers `of` those in each transaction.
    pub(crate) fn finish(self, of: Ragged<u32>) -> AskedQueries {
        let items = self.items.iter().map(|items| items.iter().copied());
        AskedQueries { whole: WholeQueries { items: items.collect(), of }, texts: self.texts.into_names() }
    }
}

/// Removes repeated queries from `transactions`, each of which is a query. A query is repeated if its owner
/// asked it before, with the same words, including those without an item of their own. The rows of an owner
/// must be together. Also returns the number of removed queries, and subtracts their words from `lost`.
pub(crate) fn once_each(
    transactions: Transactions,
    queries: Ragged<u32>,
    lost_of_each: &[(UnmappedWords, u64)],
    lost: &mut UnmappedWords,
) -> (Transactions, Ragged<u32>, u64) {
    let asked = |row: usize| (transactions.get(row), queries.get(row), lost_of_each[row].1);
    let mut is_repeated = vec![false; transactions.len()];
    let mut rows: Vec<u32> = (0..transactions.len() as u32).collect();
    let of_one = |a: &u32, b: &u32| transactions.owner(*a as usize) == transactions.owner(*b as usize);
    for rows in rows.chunk_by_mut(of_one) {
        rows.sort_by_key(|&row| asked(row as usize));
        for same in rows.chunk_by(|&a, &b| asked(a as usize) == asked(b as usize)) {
            for &row in &same[1..] {
                is_repeated[row as usize] = true;
                *lost -= lost_of_each[row as usize].0;
            }
        }
    }
    let repeated = is_repeated.iter().filter(|&&is| is).count();
    if repeated == 0 {
        return (transactions, queries, 0);
    }
    let kept = || (0..transactions.len()).filter(|&row| !is_repeated[row]);
    let mut items = Ragged::with_capacity(transactions.len() - repeated, transactions.items());
    let mut numbers = Ragged::default();
    for row in kept() {
        items.push(transactions.get(row).iter().copied());
        numbers.push(queries.get(row).iter().copied());
    }
    let owners = kept().map(|row| transactions.owner(row)).collect();
    (Transactions::from_rows(items, owners), numbers, repeated as u64)
}

/// The whole queries of a log. Its `Debug` shows counts only.
#[derive(Clone, Default)]
pub struct AskedQueries {
    /// Their items, and the queries of each transaction.
    pub whole: WholeQueries,
    /// Their texts, in normal form. Private.
    pub texts: Names,
}

impl std::fmt::Debug for AskedQueries {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AskedQueries").field("queries", &self.texts.len()).finish_non_exhaustive()
    }
}
