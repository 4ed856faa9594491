//! `pieces`: cuts transactions into pieces, sets of labels that k owners share, and publishes each piece as a
//! row.
//!
//! Whole queries that k owners typed are published first. Then every remaining word gets a label that can be
//! published alone: the word itself if k owners have it, otherwise the lowest node with enough owners
//! (`place`). Then pieces are formed, first of labels that long transactions of k owners share (`alike`),
//! then of other labels that k owners have together (`join`).
//!
//! A cell is one word of a transaction; its worth is the information of its label in bits. A link is two
//! words of a transaction that are published in one row. Its worth is the bits of both labels, times a factor
//! that is the same for all links: all links together are worth `links` times all words. Links are measured
//! in the same way. Most links are in the longest transactions.

use super::{AnonymizeError, Cutter, Method, ParameterError};
use crate::cut::{Cut, CutBuilder, WholeQueries, firsts};
use crate::information::Information;
use crate::progress::{Cancelled, Progress, Stage};
use crate::promise::{Among, Certainty, KAnonymity, Promise};
use crate::taxonomy::Taxonomy;
use crate::transactions::Transactions;

mod alike;
mod apart;
mod cells;
mod common;
mod in_shards;
mod join;
mod path;
mod place;
mod rejoin;
mod remain;
mod remainder;

use apart::NodeList;
use cells::Cells;
use join::JoinEffort;

pub use in_shards::PASSES;
pub use remainder::{JoinedShard, Remainder};

/// Default of [`links`](PiecesParameters::links): all links together are worth a tenth of all words together.
pub const DEFAULT_LINKS: f64 = 0.1;

/// Parameters of [`Pieces`] before they are checked.
#[derive(Clone, Debug, PartialEq)]
pub struct PiecesParameters {
    /// Least number of owners who share a published row.
    pub k: usize,
    /// Worth of all links together, as a multiple of the worth of all words together.
    pub links: f64,
    /// Approximate number of rows in a shard, which is joined alone; `None` joins all rows at once. See
    /// [`shards`](crate::shards).
    pub shards: Option<usize>,
    /// Largest certainty with which an attacker who knows some items of an owner may conclude a sensitive one.
    pub certainty: Option<Certainty>,
}

impl PiecesParameters {
    /// Default parameters for this `k`.
    pub fn new(k: usize) -> PiecesParameters {
        PiecesParameters { k, links: DEFAULT_LINKS, shards: None, certainty: None }
    }

    /// Checks the parameters and makes the method. It is an error if k < 2, if `links` is negative or not a
    /// number, if shards are too small for this k, or if both shards and a certainty are given.
    pub fn check(self) -> Result<Pieces, ParameterError> {
        ParameterError::require_k(self.k)?;
        if !self.links.is_finite() || self.links < 0.0 {
            return Err(ParameterError::BadLinks { links: self.links.to_string() });
        }
        ParameterError::require_shards(self.shards, self.k, self.certainty.as_ref())?;
        let certainty = self.certainty.map(|certainty| certainty.among(Among::Pieces));
        Ok(Pieces(PiecesParameters { certainty, ..self }))
    }
}

/// The method `pieces`: publishes parts of transactions that k owners share.
#[derive(Clone, Debug, PartialEq)]
pub struct Pieces(PiecesParameters);

impl Method for Pieces {
    fn name(&self) -> &'static str {
        "pieces"
    }

    fn promise(&self) -> Promise {
        let rows = Promise::from(KAnonymity { k: self.0.k });
        match &self.0.certainty {
            Some(certainty) => rows.and(certainty.clone()).expect("there are groups"),
            None => rows,
        }
    }
}

impl Cutter for Pieces {
    /// Makes the cut of the transactions. It does not depend on their order.
    fn cut(
        &self,
        transactions: &Transactions,
        queries: &WholeQueries,
        taxonomy: &Taxonomy,
        progress: &dyn Progress,
    ) -> Result<Cut, AnonymizeError> {
        AnonymizeError::require_owners(transactions.owners(), self.0.k)?;
        progress.begin(Stage::Group, 0);
        let cut = match &self.0.certainty {
            Some(certainty) => self.cut_apart(transactions, queries, taxonomy, certainty, progress)?,
            None => self.cut_together(transactions, queries, taxonomy, progress)?,
        };
        progress.end();
        Ok(cut)
    }
}

impl Pieces {
    /// The cut in which an attacker can conclude nothing sensitive with more than the allowed certainty.
    fn cut_apart(
        &self,
        transactions: &Transactions,
        queries: &WholeQueries,
        taxonomy: &Taxonomy,
        certainty: &Certainty,
        progress: &dyn Progress,
    ) -> Result<Cut, Cancelled> {
        let named = NodeList::find(certainty, taxonomy);
        let mut may = named.may_be_whole(transactions, queries, taxonomy, self.0.k);
        loop {
            let apart = named.apart(transactions, queries, taxonomy, &may);
            let cut = self.cut_together(&apart.transactions, &apart.queries, taxonomy, progress)?;
            let too_certain = named.too_certain(&cut, &apart, taxonomy, certainty);
            if too_certain.is_empty() {
                return Ok(apart.put_back(cut));
            }
            too_certain.into_iter().for_each(|query| may[query as usize] = false);
        }
    }

    fn cut_together(
        &self,
        transactions: &Transactions,
        queries: &WholeQueries,
        taxonomy: &Taxonomy,
        progress: &dyn Progress,
    ) -> Result<Cut, Cancelled> {
        let mut cut = CutBuilder::new(transactions, firsts(transactions, queries));
        let left = match self.0.shards {
            None => self.join(transactions, queries, taxonomy, &mut cut, progress)?,
            Some(target) => {
                in_shards::join(self, transactions, queries, taxonomy, target, &mut cut, progress)?
            }
        };
        progress.go_on()?;
        left.publish_alone(taxonomy, &left.alone(self.0.k), |row, labels, items| {
            cut.push(row, items, labels, None)
        });
        Ok(cut.finish())
    }

    /// Publishes whole queries and pieces that k owners share. Returns the cells that remain, with their labels.
    fn join(
        &self,
        transactions: &Transactions,
        queries: &WholeQueries,
        taxonomy: &Taxonomy,
        cut: &mut CutBuilder<'_>,
        progress: &dyn Progress,
    ) -> Result<Remainder, Cancelled> {
        let information = Information::of(taxonomy, transactions);
        let price = self.price_in(transactions);
        let mut cells = Cells::new(transactions, queries, taxonomy, information, self.0.k, price);
        cells.publish_queries(queries, progress)?;
        place::place(&mut cells, progress)?;
        self.put_together(&mut cells, progress)?;
        Ok(cells.publish(cut))
    }

    /// Joins cells that already have labels into pieces.
    fn put_together(&self, cells: &mut Cells<'_>, progress: &dyn Progress) -> Result<(), Cancelled> {
        if self.0.links == 0.0 {
            return Ok(());
        }
        let effort = JoinEffort::of(cells);
        alike::join(cells, progress)?;
        join::join(cells, effort, progress)?;
        if effort.is_second_pass {
            rejoin::rejoin(cells, progress)?;
            join::join(cells, effort, progress)?;
        }
        Ok(())
    }

    /// Value of one bit of a word, measured in bits of links: the mean number of other words in a word's row,
    /// divided by `links`. All links together are then worth `links` times all words. `cells` is the number of
    /// cells of all rows before anything was published, and `pairs` is the sum of the squares of the row lengths.
    pub fn price(&self, pairs: u64, cells: u64) -> f64 {
        (pairs as f64 / cells.max(1) as f64 - 1.0).max(1.0) / self.0.links
    }

    fn price_in(&self, transactions: &Transactions) -> f64 {
        let pairs: usize = transactions.bags().iter().map(|bag| bag.len().pow(2)).sum();
        self.price(pairs as u64, transactions.items() as u64)
    }
}
