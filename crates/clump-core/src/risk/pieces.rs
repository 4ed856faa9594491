//! Attacks on a release in pieces, beyond what one row tells.
//!
//! Owners are attacked who are in the data, with what they have there; which of it is published, and on how many rows, is
//! what the attacker does not know. The attackers of whole rows are tried in the same way ([`risk_after`](super::risk_after)): what is
//! bounded by 1/k, and why, stands in `risk.rs`. Three more are of pieces alone:
//!
//! - *Known queries*: like linkage, but whole queries are known, word for word.
//! - *Re-association*: has one row of somebody, and guesses another. Nothing bounds it but that rows are not linked; so
//!   it is compared with guesses of those who have no row.
//! - *Certainty*: knows one word of somebody, and reads what stands beside it on every row that has it.

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
    /// Which rows are of one owner, by each way to guess; empty where nobody has two rows.
    pub reassociation: Vec<Reassociation>,
    /// Conclusions that a known word makes certain.
    pub certainty: PieceCertainty,
}

/// Further attacks on `cut`, which is [canonical](Cut::canonical) and made of `transactions` with these
/// whole `queries`. `sensitive` are nodes at or below which everything is sensitive.
///
/// O(items log items), and what the sampled attacks cost: see each. Where the reference of re-association is large, only
/// a bounded part of it is read.
///
/// # Panics
/// When an item is no node of `taxonomy`, or when `cut` was made of other transactions.
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
