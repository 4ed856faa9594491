//! Transactions cut into parts, so that each part can be published with those of others who share it.
//!
//! A part holds some of the items of one transaction; no item is in two parts. What is in none is not published. Parts are
//! transactions themselves, and a release of them is a [`Release`] like any other: every part is published as a bag that
//! has one label for each of its items, at or above it. Whole rows are the cut in which every transaction is one part.

use crate::containers::Ragged;
use crate::release::Release;
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

fn share(kept: f64, of: f64) -> Option<f64> {
    (of > 0.0).then(|| kept / of)
}
