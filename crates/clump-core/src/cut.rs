//! Transactions cut into parts, so that each part can be published with those of others who share it.
//!
//! A part holds some of the items of one transaction; no item is in two parts. What is in none is not published. Parts are
//! transactions themselves, and a release of them is a [`Release`] like any other: every part is published as a bag that
//! has one label for each of its items, at or above it. Whole rows are the cut in which every transaction is one part.

use crate::containers::Ragged;
use crate::measure::{Measures, measure};
use crate::names::Names;
use crate::release::{Release, RootItems};
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::{Bags, Transactions};

mod ceiling;
mod figures;

pub use ceiling::ceiling;
pub use figures::{CutFigures, figures};

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

    /// Everything that is published of each transaction, its parts together: what became of items does not depend on how they
    /// were cut.
    pub fn united(&self, transactions: usize) -> Release {
        let labels = (0..self.of.len()).flat_map(|part| {
            let transaction = self.of[part] as usize;
            self.release.get(part).iter().map(move |&label| (transaction, label.0))
        });
        let united = Ragged::by_key(transactions, labels);
        let bags: Bags = united.iter().map(|bag| bag.iter().map(|&label| Node(label))).collect();
        Release::new(bags, (0..transactions as u32).collect())
    }

    /// What is lost of the items of `transactions`, and how the parts were grouped. Unlike with whole rows, an item counts as
    /// published also where its owner has it on the same row from another transaction: the row says so of the owner.
    pub fn measure(&self, transactions: &Transactions, taxonomy: &Taxonomy) -> Measures {
        let Measures {
            transactions,
            items,
            loss,
            loss_per_item,
            ncp,
            lm,
            density,
            items_exact,
            items_generalized,
            items_suppressed,
            ..
        } = measure(transactions, taxonomy, &self.united(transactions.len()));
        Measures {
            transactions,
            items,
            loss,
            loss_per_item,
            ncp,
            lm,
            density,
            items_exact,
            items_generalized,
            items_suppressed,
            ..measure(&self.parts, taxonomy, &self.release)
        }
    }
}
