//! Homogeneous groups: each shows a published item that can only stand for sensitive items of the data.
//!
//! A published node is sensitive *for certain* if every item of the data at or below it is at or below one of the
//! sensitive nodes. That holds for the sensitive nodes, for all nodes below them, and for a higher node with
//! nothing else below. Every owner of a group has an item at or below each published item, so each of them has
//! something sensitive. An attacker who knows that a person is in the group knows this.
//!
//! For a higher node, only a person who has the data knows this. Nodes *at or below* a sensitive one can be read in
//! the release itself. So the number of groups that show one of these is public, and the number of the other groups
//! is secret.
//!
//! A group in which every owner has something sensitive does not count if its row does not show it: readers of the
//! release cannot know. Least common generalizations always show it.

use super::published::{PublishedRows, Reading};
use super::{Certain, Homogeneous};
use crate::containers::set_of;
use crate::counts::ItemsBelow;
use crate::cut::Parts;
use crate::release::Release;
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::Transactions;

/// Counts the owners of whom `release`, made from `transactions`, makes something at or below a `sensitive` node
/// certain. O(items log items).
///
/// k-anonymity does not prevent this attack, which needs only the group of a person. The figure does not apply to
/// promises about known items (k^m-anonymity, coherence): these publish rows one by one, and each row that shows
/// something sensitive would count.
pub fn certain(
    transactions: &Transactions,
    taxonomy: &Taxonomy,
    release: &Release,
    sensitive: &[Node],
) -> Certain {
    let published = PublishedRows::new(transactions, taxonomy, Parts::from(release), Reading::AtOrBelow);
    let is_named = taxonomy.at_or_below(sensitive.iter().copied());
    let shows_named = |bag: &[Node]| bag.iter().any(|node| is_named[node.index()]);
    let holds_named = |row: &usize| shows_named(transactions.get(*row));
    let holders = set_of((0..transactions.len()).filter(holds_named).map(|row| transactions.owner(row)));
    let shown = ItemsBelow::new(taxonomy, published.groups.items().iter().copied());
    Certain {
        holders: holders.len(),
        certain: homogeneous(&published, transactions, sensitive),
        shown: groups_that(&published, shows_named),
        nodes: sensitive.iter().copied().filter(|&node| shown.count(taxonomy, node) > 0).collect(),
    }
}

/// The groups whose row shows something sensitive for certain, with their distinct owners.
pub(super) fn homogeneous(
    published: &PublishedRows<'_>,
    transactions: &Transactions,
    sensitive: &[Node],
) -> Homogeneous {
    let taxonomy = published.taxonomy;
    let is_named = taxonomy.at_or_below(sensitive.iter().copied());
    let secrets = transactions.bags().items().iter().copied().filter(|item| is_named[item.index()]);
    let secrets = ItemsBelow::new(taxonomy, secrets);
    let is_certain = |node: &Node| {
        let items = published.items.count(taxonomy, *node);
        items > 0 && secrets.count(taxonomy, *node) == items
    };
    groups_that(published, |bag| bag.iter().any(is_certain))
}

/// Number of groups whose published items meet the condition `is_so`, and of their distinct owners.
fn groups_that(published: &PublishedRows<'_>, is_so: impl Fn(&[Node]) -> bool) -> Homogeneous {
    let shows: Vec<bool> = published.groups.iter().map(is_so).collect();
    let owners =
        published.memberships().filter(|groups| groups.iter().any(|member| shows[member.group as usize]));
    Homogeneous { owners: owners.count(), groups: shows.iter().filter(|&&shows| shows).count() }
}
