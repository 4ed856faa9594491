//! Attacks that are possible only on a release in pieces.
//!
//! The attacked owners are in the data. The attacker knows items or rows of theirs, but not which of them are
//! published, nor on how many rows. The attacks on whole rows are measured in the same way
//! ([`risk_after`](super::risk_after)); `risk.rs` proves the bound 1/k. Three more attacks exist only for pieces:
//!
//! - *Known queries*: like linkage, but the attacker knows whole queries, word for word.
//! - *Re-association*: the attacker has one row of a person, and guesses another. Nothing bounds this attack except
//!   that rows are not linked, so it is compared with guesses without the given row.
//! - *Certainty*: the attacker knows one word of a person, and reads the other words of every row with it.

use serde::{Deserialize, Serialize};

use super::linkage::linkage_by_query;
use super::published::{Lists, PublishedRows, Reading};
use super::{Linkage, RiskParameters, as_they_are};
use crate::cut::{Cut, Parts, WholeQueries};
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::Transactions;

mod certainty;
mod reassociation;
#[cfg(test)]
mod tests;

pub use certainty::{Implication, PieceCertainty, SensitiveCertainty};
pub use reassociation::{GuessedBy, Reassociation};

/// Results of the attacks that only pieces make possible. Linkage by known words is in
/// [`Risk::linkage`](super::Risk::linkage), as with whole rows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PieceRisk {
    /// Success of linkage by known queries; empty if the data have no queries.
    pub linkage_by_query: Vec<Linkage>,
    /// Success of guessing other rows of an owner, for each way of guessing; empty if no owner has two rows.
    pub reassociation: Vec<Reassociation>,
    /// Inferences that are certain for an attacker who knows one word.
    pub certainty: PieceCertainty,
}

/// Runs the attacks on `cut`, which must be [canonical](Cut::canonical) and made from `transactions` with these
/// whole `queries`. Everything at or below one of the `sensitive` nodes is sensitive.
///
/// O(items log items), plus the cost of each sampled attack. Re-association uses a bounded part of a large
/// reference.
pub fn risk_of_pieces(
    transactions: &Transactions,
    queries: &WholeQueries,
    taxonomy: &Taxonomy,
    cut: &Cut,
    sensitive: &[Node],
    parameters: RiskParameters,
) -> PieceRisk {
    let published = PublishedRows::new(transactions, taxonomy, Parts::from(cut), Reading::AtOrBelow);
    let lists = Lists::new(&published);
    let before = (!sensitive.is_empty()).then(|| as_they_are(transactions, taxonomy));
    PieceRisk {
        linkage_by_query: linkage_by_query(&published, &lists, transactions, cut, queries, parameters),
        reassociation: reassociation::reassociation(&published, &lists, transactions, parameters),
        certainty: certainty::certainty(&published, &lists, before.as_ref(), sensitive),
    }
}
