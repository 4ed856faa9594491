//! Attacks that remain possible: before a release, with the data as they are, and after it.
//!
//! Every figure is about *published rows* and the *owners* behind them. Before, every transaction is a row and an item
//! stands for itself; after, every owner of a group has one row, however many transactions of the owner are in it, and
//! an item stands for one item of its own at or below it. A *group* is the rows that are published identically, and its
//! size is the number of its distinct owners, which is what k counts. The *share* of an owner in a group is the part of
//! its rows that are the owner's.
//!
//! - *Prosecutor*: knows the published row of a person, and takes one of the rows that are equal to it.
//! - *Journalist*: the same, but does not know who is in the data, only a population.
//! - *Unique*: knows some items of a person, and looks for rows that could be theirs: rows in which every
//!   known item is covered by a published item of its own. The person is unique if all these rows are of this
//!   one owner. An owner whose own row does not match is not unique, because a known item was suppressed and
//!   this attacker does not guess.
//! - *Linkage*: knows the same, and guesses. Takes the row in which the known items are likeliest (`risk/linkage.rs`).
//! - *Homogeneous*: only needs to know who is in a group whose published row reveals something sensitive.
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
//! k-anonymity alone does not bound the chance by 1/k. Where every transaction has a row of its own, a group
//! of five owners can have 223 rows of which 214 are of one owner: this hides what was asked, but reveals how
//! often. That is why a release has one row for each owner of a group, and why the largest share is measured
//! ([`Measures::largest_share`](crate::measure::Measures::largest_share)).
//!
//! *In pieces* an owner has rows of many groups, but one of each: v(g) <= 1 for every g, and the proof holds
//! unchanged. It bounds the chance that the one row taken is the victim's own; that one of t distinct rows
//! is, is bounded by t/k. k does not bound the chance that the victim is among the owners of the row, nor
//! what several rows reveal together. The effect of that is measured (`risk/pieces.rs`).
//!
//! The bound holds for each victim, not only on average. It says nothing of what all owners of a group have
//! in common. Data as they are fail 1/k as soon as known items single rows out; so do pseudonyms.

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

/// Settings of attackers that need a sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RiskParameters {
    /// Seed of the sample of attacked owners, and of what is known of them.
    pub seed: u64,
    /// Number of owners that are attacked; all, if there are fewer.
    pub owners: usize,
    /// The most items that an attacker knows, up to [`MOST_KNOWN`]: all numbers from 1 on are tried.
    pub known: usize,
}

impl Default for RiskParameters {
    fn default() -> RiskParameters {
        RiskParameters { seed: 0, owners: 1_000, known: 5 }
    }
}

/// The risks of publishing `transactions` as they are.
///
/// `sensitive` are nodes of `taxonomy` at or below which everything is sensitive; `population` are rows over
/// the same taxonomy. O(items log items), plus, for each attacked owner, the rows that hold one of the known
/// items.
///
/// The same owners are attacked as in [`risk_after`] with the same parameters, with the same knowledge.
pub fn risk_before(
    transactions: &Transactions,
    taxonomy: &Taxonomy,
    sensitive: &[Node],
    population: Option<&Transactions>,
    parameters: RiskParameters,
) -> Risk {
    risk(transactions, &as_they_are(transactions, taxonomy), sensitive, population, parameters)
}

/// [`Risk::unique`] of [`risk_before`], and nothing else.
pub fn unique_before(
    transactions: &Transactions,
    taxonomy: &Taxonomy,
    parameters: RiskParameters,
) -> Vec<UniqueShare> {
    let published = as_they_are(transactions, taxonomy);
    let victims = victim::who_hold_items(transactions, parameters);
    unique::unique(&published, &published::Lists::new(&published), &victims)
}

/// `transactions`, each published as it is.
fn as_they_are<'t>(transactions: &Transactions, taxonomy: &'t Taxonomy) -> PublishedRows<'t> {
    let rows = (0..transactions.len() as u32).collect();
    let raw = Release::new(transactions.bags().clone(), rows);
    PublishedRows::new(transactions, taxonomy, Parts::from(&raw), Reading::AsWritten)
}

/// The risks of publishing `parts` of `transactions`: whole rows or pieces. In pieces, every owner of a row
/// counts once in it. The attacked owners, and what is known of them, are those of [`risk_before`]. Owners
/// without a row cannot be found.
///
/// Equal bags of whole rows are one group. The caller decides if root items count as published, and passes
/// the [canonical](Release::canonical) release. O(items log items), plus, for each attacked owner, the groups
/// that publish something at or above one of the known items.
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

/// Risks of one set of rows. Shares and probabilities are from 0 to 1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Risk {
    /// An attacker who knows that a person is in the data and knows the row: the highest chance of all
    /// owners.
    pub prosecutor_highest: f64,
    /// The same, on average over owners. Also the success of an attacker who wants to find anyone (marketer).
    pub prosecutor_mean: f64,
    /// An attacker who does not know that a person is in the data: the highest chance, given a population.
    /// None without one.
    pub journalist: Option<f64>,
    /// Owners that known items single out.
    pub unique: Vec<UniqueShare>,
    /// Success of a linkage attack that scores rows.
    pub linkage: Vec<Linkage>,
    /// Groups in which something sensitive is certain; none if nothing is named sensitive.
    pub homogeneous: Option<Homogeneous>,
}

/// The share of owners whose row is the only one that holds some of their items, drawn at random.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct UniqueShare {
    /// Items that the attacker knows.
    pub known: usize,
    /// Number of owners in the sample who have as many items.
    pub attacked: usize,
    /// Share of them.
    pub share: f64,
}

/// An attacker who knows some items of an owner takes the row that explains them best.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Linkage {
    /// Items that the attacker knows.
    pub known: usize,
    /// Owners attacked.
    pub attacked: usize,
    /// Share of attacks that took a row of the owner.
    pub right_row: Proportion,
    /// Share of attacks that took a row of a group of the owner.
    pub right_group: Proportion,
}

/// A share that was measured on a sample, with its 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Proportion {
    /// The share.
    pub share: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// Groups whose rows all hold something sensitive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Homogeneous {
    /// Number of groups.
    pub groups: usize,
    /// Owners in them.
    pub owners: usize,
}

/// Owners of whom a release makes something sensitive certain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certain {
    /// Owners who hold something sensitive.
    pub holders: usize,
    /// Groups whose row shows something that is sensitive, whatever item of the data it stands for.
    pub certain: Homogeneous,
    /// Those of them whose row shows a sensitive node, or a lower one: every reader of the release can count
    /// these.
    pub shown: Homogeneous,
    /// The sensitive nodes that are shown there.
    pub nodes: Vec<Node>,
}
