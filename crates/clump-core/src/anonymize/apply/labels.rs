//! Publishes each item as an earlier label, for earlier releases that promise something about sets of labels.
//!
//! The labels of an earlier release are its cut: an item is published as the lowest label at or above it, or
//! suppressed. Under coherence labels are items and nothing was generalized, so an item is published as
//! itself or suppressed. The new rows may share a set of labels too rarely for the promise. Then labels are
//! suppressed as [`coherence`](super::super::coherence) suppresses items; k^m-anonymity is the case without
//! sensitive items. The labels that are left are in the same rows as before, so one pass is enough.

use super::super::AnonymizeError;
use super::super::coherence::{self, Limits};
use super::Earlier;
use crate::containers::set_of;
use crate::progress::Progress;
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::{Bags, Transactions};

/// Rule that gives an item its label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StandsFor {
    /// The lowest one at or above it.
    AtOrAbove,
    /// The item itself.
    Exact,
}

/// For each node the label it is published as, if there is one. The root carries no information and is no
/// label.
pub(super) fn standing(earlier: &Earlier, taxonomy: &Taxonomy, standing: StandsFor) -> Vec<Option<Node>> {
    let is_label = earlier.is_label(taxonomy);
    let mut label_of: Vec<Option<Node>> = vec![None; taxonomy.len()];
    for node in taxonomy.nodes().skip(1) {
        label_of[node.index()] = match standing {
            _ if is_label[node.index()] => Some(node),
            StandsFor::AtOrAbove => label_of[taxonomy.parent(node).index()],
            StandsFor::Exact => None,
        };
    }
    label_of
}

/// The set of labels that each transaction is published as.
pub(super) fn publish(
    transactions: &Transactions,
    label_of: &[Option<Node>],
    is_sensitive: &[bool],
    limits: Limits,
    progress: &dyn Progress,
) -> Result<Bags, AnonymizeError> {
    let sets: Bags = transactions
        .bags()
        .iter()
        .map(|bag| set_of(bag.iter().filter_map(|item| label_of[item.index()])))
        .collect();
    let owner = |row: usize| transactions.owner(row);
    // Progress counts transactions here. The walks of coherence are not transactions, so they report nothing.
    let untold = progress.untold();
    let is_left = coherence::coherent_items(&sets, owner, is_sensitive, limits, &untold)?;
    Ok(sets.iter().map(|set| set.iter().copied().filter(|label| is_left[label.index()])).collect())
}
