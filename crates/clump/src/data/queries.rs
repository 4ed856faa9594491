//! The whole queries of a log that at least k owners asked.

use std::borrow::Cow;

use clump_core::containers::Ragged;
use clump_core::cut::WholeQueries;
use clump_core::names::Names;
use clump_core::transactions::{Bags, Transactions};
use clump_io::AskedQueries;

/// The whole queries of a log that at least k owners asked, and the transactions that have them.
#[derive(Clone, Debug, Default)]
pub struct Queries {
    /// Items of each query, and the queries of each transaction.
    pub whole: WholeQueries,
    /// Text of each query, in normal form. Private.
    pub texts: Names,
    /// Number of distinct queries of the log, including those of fewer than k owners.
    pub distinct: usize,
    /// Number of pairs of an owner and a query of theirs, including queries of fewer than k owners.
    pub asked: usize,
}

impl Queries {
    /// Selects from `asked` the queries that at least `k` owners of `transactions` asked. Numbers them in the
    /// order of their texts, so that the order of the input does not matter. O(queries).
    pub(super) fn common(asked: AskedQueries, transactions: &Transactions, k: usize) -> Queries {
        let AskedQueries { whole: WholeQueries { items, of }, texts } = asked;
        let owners = owners(&of, transactions, texts.len());
        let mut number = vec![None; texts.len()];
        let (mut common_items, mut common_texts) = (Bags::default(), Names::default());
        let mut common: Vec<usize> = (0..texts.len()).filter(|&query| owners[query] as usize >= k).collect();
        common.sort_unstable_by_key(|&query| texts.get(query));
        for query in common {
            number[query] = Some(common_items.push(items.get(query).iter().copied()) as u32);
            common_texts.push(texts.get(query));
        }
        let mut common_of = Ragged::with_capacity(of.len(), 0);
        for queries in of.iter() {
            common_of.open().extend(queries.iter().filter_map(|&query| number[query as usize]));
            common_of.pending_mut().sort_unstable();
            common_of.close();
        }
        Queries {
            whole: WholeQueries { items: common_items, of: common_of },
            texts: common_texts,
            distinct: texts.len(),
            asked: owners.iter().map(|&owners| owners as usize).sum(),
        }
    }
}

impl Queries {
    /// Number of owners of `transactions` who asked each query.
    pub fn owners(&self, transactions: &Transactions) -> Vec<u32> {
        owners(&self.whole.of, transactions, self.texts.len())
    }

    /// The queries that at least `k` owners of `transactions` asked; they keep their numbers. O(queries).
    pub fn of_owners(&self, transactions: &Transactions, k: usize) -> Cow<'_, WholeQueries> {
        let owners = self.owners(transactions);
        let is_common = |&query: &u32| owners[query as usize] as usize >= k;
        if (0..owners.len() as u32).all(|query| is_common(&query)) {
            return Cow::Borrowed(&self.whole);
        }
        let mut of = Ragged::with_capacity(self.whole.of.len(), 0);
        for queries in self.whole.of.iter() {
            of.push(queries.iter().copied().filter(is_common));
        }
        Cow::Owned(WholeQueries { items: self.whole.items.clone(), of })
    }
}

/// Number of owners who asked each query. Transactions of one owner must be adjacent.
fn owners(of: &Ragged<u32>, transactions: &Transactions, queries: usize) -> Vec<u32> {
    let mut owners = vec![0; queries];
    let mut last = vec![u32::MAX; queries];
    for (row, queries) in of.iter().enumerate() {
        let owner = transactions.owner(row);
        for &query in queries {
            let query = query as usize;
            if last[query] != owner {
                last[query] = owner;
                owners[query] += 1;
            }
        }
    }
    owners
}

#[cfg(test)]
mod tests {
    use clump_core::taxonomy::Node;

    use super::*;

    #[test]
    fn an_owner_counts_once_and_rare_queries_are_forgotten() {
        let mut transactions = Transactions::default();
        for owner in [0, 0, 1, 2] {
            transactions.push(owner, [Node(1), Node(2)]);
        }
        let mut of = Ragged::default();
        for queries in [vec![0, 1], vec![0], vec![1], vec![2]] {
            of.push(queries);
        }
        let items = [vec![Node(1)], vec![Node(1), Node(2)], vec![Node(2)]].into_iter().collect();
        let texts = ["a", "a b", "b"].into_iter().collect();
        let asked = AskedQueries { whole: WholeQueries { items, of }, texts };
        let Queries { whole, texts, distinct, asked } = Queries::common(asked, &transactions, 2);
        assert_eq!(texts.iter().collect::<Vec<_>>(), ["a b"]);
        assert_eq!(whole.of.iter().map(<[u32]>::len).collect::<Vec<_>>(), [1, 0, 1, 0]);
        assert_eq!(whole.items.get(0), [Node(1), Node(2)]);
        assert_eq!((distinct, asked), (3, 4));
    }
}
