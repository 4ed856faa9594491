//! Attacks on a release in pieces, beyond those on one row.
//!
//! The attacked owners are in the data, and the attacker knows items or rows of theirs, but not which of them
//! are published, nor on how many rows. The attackers of whole rows are tried in the same way
//! ([`risk_after`](super::risk_after)); `risk.rs` states what 1/k bounds, and why. Three more attackers exist
//! only for pieces:
//!
//! - *Known queries*: like linkage, but whole queries are known, word for word.
//! - *Re-association*: has one row of a person, and guesses another. Its only bound is that rows are not
//!   linked; so it is compared with guesses by attackers who have no row.
//! - *Certainty*: knows one word of a person, and reads the words beside it on every row that has it.

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

/// Attacks that only pieces make possible. Linkage by known words is in [`Risk::linkage`](super::Risk::linkage), as with whole rows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PieceRisk {
    /// Linkage by known queries; empty where the data have none.
    pub linkage_by_query: Vec<Linkage>,
    /// Success of guessing rows of one owner, by each way to guess; empty if no owner has two rows.
    pub reassociation: Vec<Reassociation>,
    /// Conclusions that a known word makes certain.
    pub certainty: PieceCertainty,
}

/// Further attacks on `cut`, which is [canonical](Cut::canonical) and made of `transactions` with these
/// whole `queries`. `sensitive` are nodes at or below which everything is sensitive.
///
/// O(items log items), plus the cost of the sampled attacks: see each. Of a large reference for
/// re-association only a bounded part is read.
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
