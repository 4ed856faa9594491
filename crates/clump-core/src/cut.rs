//! Transactions cut into parts, so that each part can be published with those of others who share it.
//!
//! A part holds some of the items of one transaction; no item is in two parts. What is in none is not published. Parts are
//! transactions themselves, and a release of them is a [`Release`] like any other: every part is published as a bag that
//! has one label for each of its items, at or above it. Whole rows are the cut in which every transaction is one part.

use crate::containers::Ragged;
use crate::names::Names;
use crate::release::{Release, RootItems};
use crate::taxonomy::Taxonomy;
use crate::transactions::{Bags, Transactions};

/// The whole queries that transactions are made of: what may be published word for word.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WholeQueries {
    /// The distinct items of each query.
    pub items: Bags,
    /// By transaction, the queries that are in it, each once. All items of a query are items of the transaction.
    pub of: Ragged<u32>,
}

/// A release in parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// The parts, each with the owner of its transaction. Owners without a part are not counted there: their numbers are
    /// those of the parts alone.
    pub parts: Transactions,
    /// By part, the transaction that it was cut from.
    pub of: Vec<u32>,
    /// What each part is published as.
    pub release: Release,
    /// By bag of the release, the query that it is, if a whole one is published word for word.
    pub query: Vec<Option<u32>>,
}

impl Cut {
    /// The cut in the form and order in which it is published: as [`Release::canonical`], where of bags with the same labels
    /// those that are whole queries come last, by their `texts`.
    pub fn canonical(self, taxonomy: &Taxonomy, texts: &Names) -> Cut {
        let mut queries: Vec<u32> = self.query.iter().copied().flatten().collect();
        queries.sort_unstable_by_key(|&query| texts.get(query as usize));
        queries.dedup();
        let mut mark_of = vec![0; texts.len()];
        for (mark, &query) in (1u32..).zip(&queries) {
            mark_of[query as usize] = mark;
        }
        let mark = |bag: usize| self.query[bag].map_or(0, |query| mark_of[query as usize]);
        let (release, marks) = self.release.canonical_by(taxonomy, RootItems::Drop, mark);
        let query = |mark: u32| mark.checked_sub(1).map(|place| queries[place as usize]);
        Cut { release, query: marks.into_iter().map(query).collect(), ..self }
    }
}
