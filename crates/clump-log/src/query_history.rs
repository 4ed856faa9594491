//! The distinct queries of a log as lists of words, and the distinct queries of each owner.

use clump_core::containers::{Interner, Ragged};
use clump_core::log::QueryLog;
use clump_core::names::Names;
use rayon::prelude::*;

use crate::words;

/// A distinct query of an owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Asking {
    pub owner: u32,
    pub query: u32,
    /// True if the owner clicked a result of the query at any time.
    pub clicked: bool,
}

/// The queries of a log, by owner. A query that an owner repeats is stored once.
pub(crate) struct Asked {
    /// The distinct words of all queries, by first appearance.
    pub words: Names,
    /// The words of each query in their order; empty for a query that occurs on no line.
    queries: Ragged<u32>,
    /// The distinct queries of all owners, sorted by owner and query.
    askings: Vec<Asking>,
}

impl Asked {
    /// Collects words and queries of `log`. O(text + lines log lines).
    pub fn new(log: &QueryLog) -> Asked {
        let mut askings: Vec<Asking> = log
            .lines
            .iter()
            .map(|line| Asking { owner: line.owner, query: line.query, clicked: line.url != 0 })
            .collect();
        askings.par_sort_unstable();
        askings.dedup_by(|next, kept| {
            let same = (next.owner, next.query) == (kept.owner, kept.query);
            kept.clicked |= same && next.clicked;
            same
        });
        let mut is_asked = vec![false; log.queries.len()];
        for asking in &askings {
            is_asked[asking.query as usize] = true;
        }
        let mut distinct = Interner::default();
        let mut queries = Ragged::with_capacity(log.queries.len(), 0);
        for (query, is_asked) in log.queries.iter().zip(is_asked) {
            if is_asked {
                queries.open().extend(words(query).map(|word| distinct.intern(&word)));
            }
            queries.close();
        }
        Asked { words: distinct.into_names(), queries, askings }
    }

    /// The words of `query` in their order, as numbers into `words`.
    pub fn query(&self, query: u32) -> &[u32] {
        self.queries.get(query as usize)
    }

    /// The queries of one owner after the other.
    pub fn by_owner(&self) -> impl Iterator<Item = &[Asking]> {
        self.askings.chunk_by(|a, b| a.owner == b.owner)
    }

    /// Number of owners who use each word, by number of the word.
    pub fn owners(&self) -> Vec<u32> {
        let mut owners = vec![0; self.words.len()];
        let mut used: Vec<u32> = Vec::new();
        for askings in self.by_owner() {
            used.clear();
            used.extend(askings.iter().flat_map(|asking| self.query(asking.query)));
            used.sort_unstable();
            used.dedup();
            for &word in &used {
                owners[word as usize] += 1;
            }
        }
        owners
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clump_core::log::Line;

    #[test]
    fn an_owner_who_repeats_a_query_asked_it_once() {
        let line = |owner, query, url| Line { owner, query, time: 0, seconds: None, rank: 0, url };
        let log = QueryLog {
            owners: ["a", "b"].into_iter().collect(),
            queries: ["Dog food", "never asked", "dog dog"].into_iter().collect(),
            texts: ["", "http://dog.example"].into_iter().collect(),
            lines: vec![line(1, 2, 0), line(0, 0, 0), line(0, 0, 1)],
        };
        let asked = Asked::new(&log);
        assert_eq!(asked.words.iter().collect::<Vec<_>>(), ["dog", "food"]);
        assert_eq!((asked.query(0), asked.query(1), asked.query(2)), (&[0, 1][..], &[][..], &[0, 0][..]));
        assert_eq!(asked.owners(), [2, 1]);
        let first = asked.by_owner().next().expect("there are two owners");
        assert_eq!(first, [Asking { owner: 0, query: 0, clicked: true }]);
    }
}
