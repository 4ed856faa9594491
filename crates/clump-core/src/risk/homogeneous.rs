//! Groups that hide nobody's secret: the published row shows something that is sensitive whatever it stands for.
//!
//! A published node is sensitive *for certain* if every item of the data at or below it is at or below one of the nodes
//! that were named. That is so for the named nodes and all below them, and for a node above with nothing else below.
//! A published item stands for an item of every owner of the group, so each of them holds something sensitive, and
//! whoever knows that somebody is in the group knows it.
//!
//! Of a node above, only those know it who know the data. Nodes *at or below* a named one are read in the release itself,
//! so how many groups show one of these is no secret, and how many show the others is.
//!
//! Not counted are groups in which every owner holds something sensitive and the row does not show it: those who
//! read the release cannot know. Least common generalizations show it always.

use super::published::{PublishedRows, Reading};
use super::{Certain, Homogeneous};
use crate::containers::set_of;
use crate::counts::ItemsBelow;
use crate::cut::Parts;
use crate::release::Release;
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::Transactions;

/// Of whom `release`, made from `transactions`, makes something at or below one of the `sensitive` nodes certain.
/// O(items log items).
///
/// Says what an attacker learns who knows in which group somebody is, which is what k-anonymity lets everyone know. Where
/// the promise is about known items instead (k^m-anonymity, coherence), it is the wrong figure: rows are then published
/// one by one, and each that shows something sensitive would count.
///
/// # Panics
/// When an item is no node of `taxonomy`, or when more items are published than there are.
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

/// Number of groups that show something sensitive for certain, and of their distinct owners.
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

/// The groups whose published bag is as asked, with their distinct owners.
fn groups_that(published: &PublishedRows<'_>, is_so: impl Fn(&[Node]) -> bool) -> Homogeneous {
    let shows: Vec<bool> = published.groups.iter().map(is_so).collect();
    let owners =
        published.memberships().filter(|groups| groups.iter().any(|member| shows[member.group as usize]));
    Homogeneous { owners: owners.count(), groups: shows.iter().filter(|&&shows| shows).count() }
}
