//! Risk measures: the attacks that are possible on the data as they are, and on a release.
//!
//! Every figure is about *rows* and the *owners* behind them. In the data as they are, every transaction is a row,
//! and an item stands only for itself. In a release, every owner of a group has one row, however many transactions
//! of the owner are in it. There an item stands for one item of the owner at or below it. A *group* is a set of
//! equal rows, and its size is the number of its distinct owners, which k counts. The *share* of an owner in a
//! group is the owner's part of its rows.
//!
//! - *Prosecutor*: knows the published row of a person, and picks one of the rows equal to it.
//! - *Journalist*: the same, but knows only a population, not who of it is in the data.
//! - *Unique*: knows some items of a person, and looks for rows that could be theirs: each known item must be
//!   covered by a different published item. The person is unique if all these rows are of this one owner. An owner
//!   whose own row does not match, because a known item was suppressed, is not unique; this attacker does not
//!   guess.
//! - *Linkage*: knows the same items, and picks the row in which they are likeliest (`risk/linkage.rs`).
//! - *Homogeneous*: knows only that a person is in a group whose published row reveals something sensitive.
//!
//! # What is bounded
//! **Theorem.** Let an attacker rate rows by their published content, and take one of the best rows, each
//! with the same chance. Then the chance to take a row of the victim is at most the largest share that the
//! victim has in any group, whatever was known and however it was rated. If every owner of a group has one
//! row of it and every group has at least k owners, that is at most 1/k.
//!
//! *Proof.* Equal rows are rated equally, so the best rows are whole groups. Let group g of them have n(g) rows, v(g) of
//! them the victim's, and let s be the largest of the v(g) / n(g). Then the victim has the sum of v(g) <= s n(g) of the sum
//! of n(g) rows: at most the part s. If every owner has one row of a group, then v(g) <= 1, and n(g) is the number of
//! owners: s <= 1/k.
//!
//! k-anonymity alone does not bound the chance by 1/k. If every transaction had its own row, a group of five owners
//! could have 223 rows, 214 of them of one owner. This hides the queries but reveals their number. So a release has
//! one row for each owner of a group, and the largest share is measured
//! ([`Measures::largest_share`](crate::measure::Measures::largest_share)).
//!
//! *In pieces* an owner has rows in many groups, but one in each: v(g) <= 1 for every g, and the proof holds
//! unchanged. It bounds the chance that the one picked row is the victim's. For t distinct picked rows, the chance
//! that one is the victim's is at most t/k. k does not bound the chance that the victim is among the owners of the
//! row, nor what several rows reveal together. `risk/pieces.rs` measures that.
//!
//! The bound holds for each victim, not only on average. It does not cover what all owners of a group have in
//! common. Data as they are, and pseudonyms, exceed 1/k as soon as known items identify single rows.

use serde::{Deserialize, Serialize};

use crate::cut::Parts;
use crate::release::Release;
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::Transactions;

mod homogeneous;
mod journalist;
mod linkage;
mod pieces;
mod published;
mod unique;
mod victim;

pub use homogeneous::certain;
pub use pieces::{
    GuessedBy, Implication, PieceCertainty, PieceRisk, Reassociation, SensitiveCertainty, risk_of_pieces,
};
pub use victim::{Attempt, MOST_KNOWN, Victim, draw_victims, tally};

use published::{PublishedRows, Reading};

/// Settings of the attacks that are measured on a sample of owners.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RiskParameters {
    /// Seed for drawing the attacked owners, and the items that the attacker knows of each.
    pub seed: u64,
    /// Number of owners that are attacked; all owners if there are fewer.
    pub owners: usize,
    /// The most items that an attacker knows, up to [`MOST_KNOWN`]. The attack runs with 1, 2, ... up to this number.
    pub known: usize,
}

impl Default for RiskParameters {
    fn default() -> RiskParameters {
        RiskParameters { seed: 0, owners: 1_000, known: 5 }
    }
}

/// Measures the risks of publishing `transactions` as they are.
///
/// Everything at or below one of the `sensitive` nodes of `taxonomy` is sensitive; `population` has rows over the
/// same taxonomy. O(items log items), plus, for each attacked owner, the rows that hold one of the known items.
///
/// With the same parameters, [`risk_after`] attacks the same owners with the same knowledge.
pub fn risk_before(
    transactions: &Transactions,
    taxonomy: &Taxonomy,
    sensitive: &[Node],
    population: Option<&Transactions>,
    parameters: RiskParameters,
) -> Risk {
    risk(transactions, &as_they_are(transactions, taxonomy), sensitive, population, parameters)
}

/// Computes only [`Risk::unique`] of [`risk_before`].
pub fn unique_before(
    transactions: &Transactions,
    taxonomy: &Taxonomy,
    parameters: RiskParameters,
) -> Vec<UniqueShare> {
    let published = as_they_are(transactions, taxonomy);
    let victims = victim::who_hold_items(transactions, parameters);
    unique::unique(&published, &published::Lists::new(&published), &victims)
}

/// Rows of a release that publishes `transactions` unchanged.
fn as_they_are<'t>(transactions: &Transactions, taxonomy: &'t Taxonomy) -> PublishedRows<'t> {
    let rows = (0..transactions.len() as u32).collect();
    let raw = Release::new(transactions.bags().clone(), rows);
    PublishedRows::new(transactions, taxonomy, Parts::from(&raw), Reading::AsWritten)
}

/// Measures the risks of publishing `parts` of `transactions`: whole rows or pieces. In pieces, every owner of a
/// row counts once in it. The attacked owners, and the items known of them, are the same as in [`risk_before`].
/// Owners without a row cannot be found.
///
/// Whole rows with equal items are one group. The caller passes the [canonical](Release::canonical) release, and
/// decides if root items count as published. O(items log items), plus, for each attacked owner, the groups that
/// publish something at or above one of the known items.
pub fn risk_after<'a>(
    transactions: &Transactions,
    taxonomy: &Taxonomy,
    parts: impl Into<Parts<'a>>,
    sensitive: &[Node],
    population: Option<&Transactions>,
    parameters: RiskParameters,
) -> Risk {
    let published = PublishedRows::new(transactions, taxonomy, parts.into(), Reading::AtOrBelow);
    risk(transactions, &published, sensitive, population, parameters)
}

fn risk(
    transactions: &Transactions,
    published: &PublishedRows<'_>,
    sensitive: &[Node],
    population: Option<&Transactions>,
    parameters: RiskParameters,
) -> Risk {
    let victims = victim::who_hold_items(transactions, parameters);
    let lists = published::Lists::new(published);
    let [prosecutor_highest, prosecutor_mean] = journalist::prosecutor(published);
    Risk {
        prosecutor_highest,
        prosecutor_mean,
        journalist: population.map(|population| journalist::journalist(published, population)),
        unique: unique::unique(published, &lists, &victims),
        linkage: linkage::linkage(published, &lists, &victims),
        homogeneous: (!sensitive.is_empty())
            .then(|| homogeneous::homogeneous(published, transactions, sensitive)),
    }
}

/// Measured risks of one set of rows. Shares and probabilities are from 0 to 1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Risk {
    /// The highest chance of any owner to be found by an attacker who knows the row and knows that the person is in
    /// the data.
    pub prosecutor_highest: f64,
    /// The mean over owners of [`Risk::prosecutor_highest`]: also the success of an attacker who wants to find anyone.
    pub prosecutor_mean: f64,
    /// The highest chance to be found by an attacker who does not know if the person is in the data, only in the
    /// population. `None` without a population.
    pub journalist: Option<f64>,
    /// Share of owners that known items identify, for each number of known items.
    pub unique: Vec<UniqueShare>,
    /// Success of a linkage attack that scores rows, for each number of known items.
    pub linkage: Vec<Linkage>,
    /// Groups whose row makes something sensitive certain; `None` if no node is listed as sensitive.
    pub homogeneous: Option<Homogeneous>,
}

/// The share of owners who are the only ones with rows that match some of their items, drawn at random.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct UniqueShare {
    /// Number of items that the attacker knows.
    pub known: usize,
    /// Number of owners in the sample who have at least as many items.
    pub attacked: usize,
    /// Share of the attacked owners who are unique: rows that match the known items are theirs alone.
    pub share: f64,
}

/// Success of an attacker who knows some items of an owner and picks the row that explains them best.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Linkage {
    /// Number of items that the attacker knows.
    pub known: usize,
    /// Number of attacked owners.
    pub attacked: usize,
    /// Share of attacks that picked a row of the owner.
    pub right_row: Proportion,
    /// Share of attacks that picked a row of a group that the owner is in.
    pub right_group: Proportion,
}

/// A share that was measured on a sample, with its 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Proportion {
    /// The share that was measured on the sample.
    pub share: f64,
    /// Lower end of the 95 % confidence interval of the share.
    pub low: f64,
    /// Upper end of the 95 % confidence interval of the share.
    pub high: f64,
}

/// Groups whose row reveals something sensitive of every owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Homogeneous {
    /// Number of groups whose row reveals something sensitive.
    pub groups: usize,
    /// Number of distinct owners in groups whose row reveals something sensitive.
    pub owners: usize,
}

/// Number of owners of whom a release makes something sensitive certain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certain {
    /// Number of owners who have something sensitive.
    pub holders: usize,
    /// Groups whose row has an item that can only stand for sensitive items of the data.
    pub certain: Homogeneous,
    /// The groups of `certain` whose row shows a sensitive node or a node below one: every reader of the release
    /// can count these.
    pub shown: Homogeneous,
    /// The sensitive nodes that the rows of `shown` have items at or below.
    pub nodes: Vec<Node>,
}
