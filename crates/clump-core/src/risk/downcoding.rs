//! Downcoding: what a label tells besides what it says, to somebody who knows how releases are made and what people have.
//!
//! After A. Cohen, Attacks on Deidentification's Defenses (USENIX Security 2022): a release that generalizes no more than it must
//! can be made more exact again, because it is minimal. Let b(v) be how many labels a group has at or below v. In a least
//! common generalization every owner has at least b(v) items there, and some owner has no more: not one child of v is had more often by
//! all of them than it is shown. So the owners behind one `<fruit>` do not all have apples.
//!
//! The attacker has the release, the taxonomy and a *reference*: rows of other people, in clear. For each label above leaves he *names*
//! children of it that the row does not show, and claims of each that some owner of the group has something at or below it. That is
//! a finer release: as many of the rows of the group could say the child in place of the label. It is *right* if all children that he
//! names are there, which only the originals tell.
//!
//! He draws as many reference rows as the group has owners, from those that the published row could stand for, again and again
//! (`draws.rs`), and names children that are there together in at least a share `confidence` of the draws. One who goes *by
//! frequency* counts every draw. One who goes *by minimality* weighs a draw by the chance that it would be published so
//! (`chance.rs`), with labels lifted as often as the certificate states. A *control* names as many children, whichever. Is this
//! the best that can be done? No: groups are not drawn at random but made of rows that are alike, and he does not look at
//! other groups.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::journalist::Holders;
use crate::containers::Ragged;
use crate::release::Release;
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::Transactions;

mod chance;
mod draws;
#[cfg(test)]
mod tests;

use draws::{Draws, not_shown};

/// How the attack is made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DowncodingParameters {
    /// Seed of the draws.
    pub seed: u64,
    /// How sure the attacker is of what he claims, from 0 to 1.
    pub confidence: f64,
    /// How often labels were lifted to their parents, from 0 to 1, as the certificate states.
    pub lift: f64,
}

impl Default for DowncodingParameters {
    fn default() -> DowncodingParameters {
        DowncodingParameters { seed: 0, confidence: 0.9, lift: 0.0 }
    }
}

/// How far the attack came.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Downcoding {
    /// Labels that were attacked: each node of a group that is neither a leaf nor the root, once.
    pub labels: usize,
    /// By what is usual alone.
    pub by_frequency: Claims,
    /// By what is usual, and because labels are the least that is shared.
    pub by_minimality: Claims,
    /// The same where nobody knows how many owners groups have: all are taken to have as many as the smallest.
    pub without_sizes: Claims,
    /// As many children as by minimality, drawn from those of the label. It knows nothing of people: what it is right about is no news.
    pub control: Claims,
}

/// What an attacker claimed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claims {
    /// Labels below which he named something.
    pub claimed: usize,
    /// Of these, those of which all that he named is there.
    pub right: usize,
    /// Children that he named.
    pub named: usize,
    /// Of these, those that are there.
    pub there: usize,
}

impl Claims {
    fn and(self, other: Claims) -> Claims {
        Claims {
            claimed: self.claimed + other.claimed,
            right: self.right + other.right,
            named: self.named + other.named,
            there: self.there + other.there,
        }
    }
}

impl Downcoding {
    fn and(self, other: Downcoding) -> Downcoding {
        Downcoding {
            labels: self.labels + other.labels,
            by_frequency: self.by_frequency.and(other.by_frequency),
            by_minimality: self.by_minimality.and(other.by_minimality),
            without_sizes: self.without_sizes.and(other.without_sizes),
            control: self.control.and(other.control),
        }
    }
}

/// Attacks `release`, which was made of `transactions`, with the rows of `reference`, people who should not be among its owners.
/// Deterministic. Labels x draws x owners of a group x nodes of a row.
///
/// Read as bags: of a release of sets, which tells less, likelihoods are only about right.
///
/// # Panics
/// When an item is no node of `taxonomy`.
pub fn downcoding(
    transactions: &Transactions,
    taxonomy: &Taxonomy,
    release: &Release,
    reference: &Transactions,
    parameters: DowncodingParameters,
) -> Downcoding {
    let attacker =
        Attacker { taxonomy, holders: Holders::new(taxonomy, reference), rows: reference, parameters };
    let owners: Vec<usize> = release.group_sizes(transactions).iter().map(|size| size.owners).collect();
    let smallest = owners.iter().copied().filter(|&owners| owners > 0).min().unwrap_or(0);
    let rows_of = (0..release.rows()).map(|row| (release.bag_of(row), row as u32));
    let rows_of = Ragged::by_key(release.bags().len(), rows_of);
    let is_attacked = |&label: &Node| label != Node::ROOT && !taxonomy.is_leaf(label);
    (0..owners.len())
        .into_par_iter()
        .map(|group| {
            let bag = release.bags().get(group);
            let score = |named: &[Node]| -> Claims {
                let is_below = |child: Node| move |&item: &Node| taxonomy.is_ancestor(child, item);
                let has = |row: u32, child: Node| transactions.get(row as usize).iter().any(is_below(child));
                let is_there = |&&child: &&Node| rows_of.get(group).iter().any(|&row| has(row, child));
                let there = named.iter().filter(is_there).count();
                Claims {
                    claimed: usize::from(!named.is_empty()),
                    right: usize::from(!named.is_empty() && there == named.len()),
                    named: named.len(),
                    there,
                }
            };
            let mut labels: Vec<Node> = bag.iter().copied().filter(is_attacked).collect();
            labels.dedup();
            let attacked = labels.iter().enumerate().map(|(place, &label)| {
                let mut random = attacker.random(group, place);
                let draws = attacker.draws(bag, label, owners[group], &mut random);
                let named = draws.named(parameters.confidence, Weights::Chances);
                let sizeless = attacker.draws(bag, label, smallest, &mut random);
                Downcoding {
                    labels: 1,
                    by_frequency: score(&draws.named(parameters.confidence, Weights::Equal)),
                    by_minimality: score(&named),
                    without_sizes: score(&sizeless.named(parameters.confidence, Weights::Chances)),
                    control: score(&attacker.any(bag, label, named.len(), &mut random)),
                }
            });
            attacked.fold(Downcoding::default(), Downcoding::and)
        })
        .reduce(Downcoding::default, Downcoding::and)
}

/// What draws count for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Weights {
    /// All the same.
    Equal,
    /// The chance that they would be published as they are.
    Chances,
}

/// Somebody with a reference.
struct Attacker<'a> {
    taxonomy: &'a Taxonomy,
    rows: &'a Transactions,
    holders: Holders<'a>,
    parameters: DowncodingParameters,
}

/// With fewer rows like a published one, all rows that have its label are drawn from.
const FEW: usize = 20;

impl Attacker<'_> {
    /// What is drawn for the label at `place` of a group.
    fn random(&self, group: usize, place: usize) -> ChaCha8Rng {
        let mut random = ChaCha8Rng::seed_from_u64(self.parameters.seed);
        random.set_stream((group as u64) << 16 | place as u64);
        random
    }

    /// What `owners` people could have who are published as `bag`, at and below its `label`.
    fn draws(&self, bag: &[Node], label: Node, owners: usize, random: &mut ChaCha8Rng) -> Draws {
        let below = self.below(bag, label);
        let mut like = self.holders.rows_like(bag);
        if like.len() < FEW {
            like = self.holders.rows_like(below);
        }
        let rows: Vec<&[Node]> =
            like.iter().map(|&row| self.below(self.rows.get(row as usize), label)).collect();
        Draws::new(self.taxonomy, label, below, &rows, owners, self.parameters.lift, random)
    }

    /// `number` children of `label` that `bag` does not show, whichever.
    fn any(&self, bag: &[Node], label: Node, number: usize, random: &mut ChaCha8Rng) -> Vec<Node> {
        let mut children = not_shown(self.taxonomy, label, bag);
        children.partial_shuffle(random, number).0.to_vec()
    }

    /// The items of a sorted bag at or below `node`.
    fn below<'b>(&self, bag: &'b [Node], node: Node) -> &'b [Node] {
        let start = bag.partition_point(|&item| item < node);
        let end = bag.partition_point(|&item| item < self.taxonomy.end(node));
        &bag[start..end]
    }
}
