//! Each item as an earlier label: how a release is applied that promises something about sets of labels.
//!
//! The cut of an earlier release is what its labels say: an item is published as the lowest label at or above it, or not
//! at all. Where labels are items and nothing was generalized (coherence), an item is published as itself, or not at
//! all. The new rows may share a set of labels too rarely for the promise. Then labels are suppressed as
//! [`coherence`](super::super::coherence) suppresses items, of which k^m-anonymity is the case without sensitive ones: the
//! labels that are left are in the same rows as before, so once is enough.

use super::super::AnonymizeError;
use super::super::coherence::{self, Limits};
use super::Earlier;
use crate::containers::set_of;
use crate::progress::Progress;
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::{Bags, Transactions};

/// Which label stands for an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StandsFor {
    /// The lowest one at or above it.
    AtOrAbove,
    /// The item itself.
    Exact,
}

/// For each node the label that stands for it; none where there is none. The root says nothing and is no label.
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
    // Its walks are no transactions, which are what is told here.
    let untold = progress.untold();
    let is_left = coherence::coherent_items(&sets, owner, is_sensitive, limits, &untold)?;
    Ok(sets.iter().map(|set| set.iter().copied().filter(|label| is_left[label.index()])).collect())
}
