//! Linkage by whole queries that are known word for word.
//!
//! If a known query is published with its text, the attacker takes that row; of several the one of the fewest owners,
//! which the release tells. Otherwise the words of the queries are all that helps, and the row is taken in which they are
//! likeliest (`risk/linkage.rs`). Both rate equal rows equally, so the theorem of `risk.rs` holds.
//!
//! Whoever reads the data may keep the common queries alone; of a query that is not kept only the words can be published,
//! and knowing it is knowing these.

use crate::containers::Ragged;
use crate::cut::{Cut, WholeQueries};
use crate::risk::linkage::attack;
use crate::risk::published::Lists;
use crate::risk::published::PublishedRows;
use crate::risk::victim::Attempt;
use crate::risk::victim::{MOST_KNOWN, draw_victims};
use crate::risk::{Linkage, RiskParameters};
use crate::taxonomy::Node;
use crate::transactions::Transactions;

/// Attacks owners with 1, 2, ... of their queries, of whatever transactions. Costs the lists of the nodes at or above the
/// words of them, of which the first [`MOST_KNOWN`] count.
pub(super) fn linkage(
    published: &PublishedRows<'_>,
    lists: &Lists,
    transactions: &Transactions,
    cut: &Cut,
    queries: &WholeQueries,
    parameters: RiskParameters,
) -> Vec<Linkage> {
    if queries.of.is_empty() {
        return Vec::new();
    }
    let typed = (0..transactions.len()).flat_map(|row| {
        let owner = transactions.owner(row) as usize;
        queries.of.get(row).iter().map(move |&query| (owner, query))
    });
    let mut typed = Ragged::by_key(transactions.owners(), typed);
    typed.make_sets();
    let victims = draw_victims(parameters, transactions.owners(), |owner| typed.get(owner as usize).to_vec());
    let texts = Texts::new(published, cut, queries);
    attack(published, lists, &victims, |attacker, victim| {
        let mut words: Vec<Node> = Vec::new();
        let attempt = |known: usize| {
            for &word in queries.items.get(victim.known[known - 1] as usize) {
                if words.len() < MOST_KNOWN && !words.contains(&word) {
                    attacker.learn(word);
                    words.push(word);
                }
            }
            let by_text = texts.attempt(victim.owner, &victim.known[..known]);
            by_text.unwrap_or_else(|| attacker.attempt(victim.owner))
        };
        (1..=victim.known.len()).map(attempt).collect()
    })
}

/// The queries that are published word for word.
struct Texts<'a> {
    published: &'a PublishedRows<'a>,
    /// By query, the group that has its text.
    group_of: Vec<Option<u32>>,
}

impl<'a> Texts<'a> {
    fn new(published: &'a PublishedRows<'a>, cut: &Cut, queries: &WholeQueries) -> Texts<'a> {
        let mut group_of = vec![None; queries.items.len()];
        for (group, query) in (0..).zip(&cut.query) {
            if let Some(query) = query {
                group_of[*query as usize] = Some(group);
            }
        }
        Texts { published, group_of }
    }

    /// Chances of taking a row of those groups that have a `known` text and the fewest owners; none if no text is
    /// published.
    fn attempt(&self, owner: u32, known: &[u32]) -> Option<Attempt> {
        let owners = |group: u32| self.published.owners[group as usize];
        let groups = || known.iter().filter_map(|&query| self.group_of[query as usize]);
        let fewest = groups().map(owners).min()?;
        let is_own = |group: &u32| self.published.groups_of(owner).any(|own| own == *group);
        let best = || groups().filter(|&group| owners(group) == fewest);
        let right_group = best().filter(is_own).count() as f64 / best().count() as f64;
        Some(Attempt { right_row: right_group / f64::from(fewest), right_group })
    }
}
