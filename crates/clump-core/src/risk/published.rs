//! Rows as attackers see them: groups of equal rows, and the owners of each group.

use crate::containers::{Ragged, count_sorted};
use crate::counts::ItemsBelow;
use crate::cut::Parts;
use crate::release::RootItems;
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::{Bags, Transactions};

/// Rule for the items that a published node can stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    /// The node stands only for itself: data as they are, where an inner node is an item like others.
    AsWritten,
    /// The node stands for one item at or below it: a release.
    AtOrBelow,
}

/// A release or the data as they are, as groups of equal rows with their owners.
pub(super) struct PublishedRows<'t> {
    pub taxonomy: &'t Taxonomy,
    pub reading: Reading,
    /// Published items of each group. No two groups are equal, except in pieces, where a whole query also has a text.
    pub groups: Bags,
    /// Number of distinct owners of each group.
    pub owners: Vec<u32>,
    /// Number of rows of each group: its transactions in the data as they are, its owners in a release.
    pub rows: Vec<u32>,
    /// Counts, for each node, the items of the data at or below it.
    pub items: ItemsBelow,
    /// Number of labels in all rows. An item behind a row is one of these, or one of the `absent` items.
    pub labelled: u64,
    /// Number of items of the rows' transactions that are not in the row. They were suppressed; in pieces most of
    /// them are in other rows.
    pub absent: u64,
    /// All pairs of an owner and a group, sorted by owner and then by group.
    members: Vec<Member>,
}

/// An owner who has rows in a group.
#[derive(Clone, Copy, Debug)]
pub(super) struct Member {
    pub owner: u32,
    pub group: u32,
    /// Number of rows of the group that belong to the owner: 1 in a release.
    pub rows: u32,
}

impl<'t> PublishedRows<'t> {
    /// Groups the rows of `transactions` that are published in `parts`; pieces must be canonical. Owners are those
    /// of `transactions`; some may have no row. O(items log items).
    pub fn new(
        transactions: &Transactions,
        taxonomy: &'t Taxonomy,
        parts: Parts<'_>,
        reading: Reading,
    ) -> PublishedRows<'t> {
        let whole = parts.are_whole().then(|| parts.release().canonical(taxonomy, RootItems::Keep));
        let release = whole.as_ref().unwrap_or(parts.release());
        let groups = release.bags().clone();
        let rows = || (0..release.rows()).map(|part| (parts.transaction(part), release.bag_of(part) as u32));
        let labelled: usize = rows().map(|(_, group)| groups.get(group as usize).len()).sum();
        let behind: usize = rows().map(|(row, _)| transactions.get(row).len()).sum();
        // Items are counted before the rows of one owner in one group are merged.
        let mut owned: Vec<(u32, u32)> =
            rows().map(|(row, group)| (transactions.owner(row), group)).collect();
        owned.sort_unstable();
        let members: Vec<Member> = owned
            .chunk_by(|a, b| a == b)
            .map(|same| Member {
                owner: same[0].0,
                group: same[0].1,
                rows: match reading {
                    Reading::AsWritten => same.len() as u32,
                    Reading::AtOrBelow => 1,
                },
            })
            .collect();
        let (mut owners, mut rows) = (vec![0; groups.len()], vec![0; groups.len()]);
        for member in &members {
            owners[member.group as usize] += 1;
            rows[member.group as usize] += member.rows;
        }
        PublishedRows {
            taxonomy,
            reading,
            groups,
            owners,
            rows,
            items: ItemsBelow::new(taxonomy, transactions.bags().items().iter().copied()),
            labelled: labelled as u64,
            absent: (behind - labelled) as u64,
            members,
        }
    }

    /// The memberships of `owner`, by ascending group.
    pub fn members_of(&self, owner: u32) -> impl Iterator<Item = &Member> {
        let start = self.members.partition_point(|member| member.owner < owner);
        self.members[start..].iter().take_while(move |member| member.owner == owner)
    }

    /// The numbers of the groups in which `owner` has a row, ascending.
    pub fn groups_of(&self, owner: u32) -> impl Iterator<Item = u32> {
        self.members_of(owner).map(|member| member.group)
    }

    /// The memberships of each owner who has a row, by ascending owner.
    pub fn memberships(&self) -> impl Iterator<Item = &[Member]> {
        self.members.chunk_by(|a, b| a.owner == b.owner)
    }

    /// The owners of each group, ascending.
    pub fn owners_by_group(&self) -> Ragged<u32> {
        let pairs = self.members.iter().map(|member| (member.group as usize, member.owner));
        Ragged::by_key(self.groups.len(), pairs)
    }

    /// True if a published `node` may stand for `item`.
    pub fn may_be(&self, node: Node, item: Node) -> bool {
        match self.reading {
            Reading::AsWritten => node == item,
            Reading::AtOrBelow => self.taxonomy.is_ancestor(node, item),
        }
    }

    /// The nodes that may stand for `item`: the item itself, and in a release also all nodes above it.
    pub fn may_stand_for(&self, item: Node) -> impl Iterator<Item = Node> {
        let mut next = Some(item);
        std::iter::from_fn(move || {
            let node = next?;
            let is_last = self.reading == Reading::AsWritten || node == Node::ROOT;
            next = (!is_last).then(|| self.taxonomy.parent(node));
            Some(node)
        })
    }
}

/// A group that publishes a certain node.
#[derive(Clone, Copy, Default)]
pub(super) struct Publishes {
    pub group: u32,
    /// Number of times that the group's row has the node, at least 1.
    pub times: u32,
}

pub(super) struct Lists {
    /// For each node, the groups that publish it, by ascending number.
    groups: Ragged<Publishes>,
}

impl Lists {
    /// Builds the lists in O(published items + nodes).
    pub fn new(published: &PublishedRows<'_>) -> Lists {
        let publishes = published.groups.iter().enumerate().flat_map(|(group, bag)| {
            count_sorted(bag).map(move |(node, times)| {
                (node.index(), Publishes { group: group as u32, times: times as u32 })
            })
        });
        Lists { groups: Ragged::by_key(published.taxonomy.len(), publishes) }
    }

    /// The groups that publish exactly `node`.
    pub fn of(&self, node: Node) -> &[Publishes] {
        self.groups.get(node.index())
    }

    /// The groups that publish `node` or a node below it, once for each such node.
    pub fn at_or_below(&self, taxonomy: &Taxonomy, node: Node) -> &[Publishes] {
        self.groups.span(node.index()..taxonomy.end(node).index())
    }
}

/// True if `bags` together generalize `row` (all sorted): below or at each node, the bags have no more items than
/// the row. It is enough to check the nodes in the bags, because a higher node has too many only if a node below it
/// has.
pub(super) fn generalizes<const N: usize>(taxonomy: &Taxonomy, bags: [&[Node]; N], row: &[Node]) -> bool {
    let below = |items: &[Node], node: Node| {
        let start = items.partition_point(|&item| item < node);
        items[start..].partition_point(|&item| item < taxonomy.end(node))
    };
    let is_enough = |node: Node| bags.iter().map(|bag| below(bag, node)).sum::<usize>() <= below(row, node);
    bags.iter().all(|bag| bag.chunk_by(|a, b| a == b).all(|same| is_enough(same[0])))
}
