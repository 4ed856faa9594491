//! Groups that hide nobody's secret: the published row shows something that is sensitive whatever it stands for.
//!
//! A published node is sensitive *for certain* if every item of the data at or below it is at or below one of the nodes
//! that were named. That is so for the named nodes and all below them, and for a node above with nothing else below.
//! A published item stands for an item of every owner of the group, so each of them holds something sensitive, and
//! whoever knows that somebody is in the group knows it.
//!
//! Not counted are groups in which every owner holds something sensitive and the row does not show it: those who
//! read the release cannot know. Least common generalizations show it always.

use super::Homogeneous;
use super::items_below::ItemsBelow;
use super::published::Published;
use crate::taxonomy::Node;
use crate::transactions::Transactions;

/// How many groups show something at or below one of the `sensitive` nodes, and how many distinct owners they have.
pub(super) fn homogeneous(
    published: &Published<'_>,
    transactions: &Transactions,
    sensitive: &[Node],
) -> Homogeneous {
    let taxonomy = published.taxonomy;
    let named: Vec<bool> = taxonomy
        .nodes()
        .map(|node| sensitive.iter().any(|&above| taxonomy.is_ancestor(above, node)))
        .collect();
    let secrets = transactions.bags().items().iter().copied().filter(|item| named[item.index()]);
    let secrets = ItemsBelow::new(taxonomy, secrets);
    let is_certain = |node: Node| {
        let items = published.items.count(taxonomy, node);
        items > 0 && secrets.count(taxonomy, node) == items
    };
    let shows: Vec<bool> =
        published.groups.iter().map(|bag| bag.iter().any(|&node| is_certain(node))).collect();
    let owners =
        published.memberships().filter(|groups| groups.iter().any(|member| shows[member.group as usize]));
    Homogeneous { owners: owners.count(), groups: shows.iter().filter(|&&shows| shows).count() }
}
