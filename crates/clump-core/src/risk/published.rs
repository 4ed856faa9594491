//! Rows as an attacker sees them: groups of identical rows, and the owners of each group.

use crate::containers::{Ragged, count_sorted};
use crate::counts::ItemsBelow;
use crate::cut::Parts;
use crate::release::RootItems;
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::{Bags, Transactions};

/// Meaning of a published item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    /// The item itself: the data as they are, where an inner node is an item like others.
    AsWritten,
    /// One item at or below it: a release.
    AtOrBelow,
}

/// Published rows by group.
pub(super) struct PublishedRows<'t> {
    pub taxonomy: &'t Taxonomy,
    pub reading: Reading,
    /// Published bag of each group. No two are equal, except in pieces: a whole query also has a text.
    pub groups: Bags,
    /// Distinct owners of each group.
    pub owners: Vec<u32>,
    /// Rows of each group: its transactions in the data as they are, its owners in a release.
    pub rows: Vec<u32>,
    /// The items of the data by subtree, which a published node can stand for.
    pub items: ItemsBelow,
    /// Number of labels of all rows. An item behind a row is one of them, or one of the `absent` ones.
    pub labelled: u64,
    /// Number of items of the origins of rows that are not in the row. They were suppressed; in pieces most
    /// of them are in other rows.
    pub absent: u64,
    /// Each owner with each of its groups, sorted, once.
    members: Vec<Member>,
}

/// An owner in a group.
#[derive(Clone, Copy, Debug)]
pub(super) struct Member {
    pub owner: u32,
    pub group: u32,
    /// Rows of the group that are the owner's: 1 in a release.
    pub rows: u32,
}

impl<'t> PublishedRows<'t> {
    /// `transactions` published in `parts`, which must be canonical if they are pieces: a group is the owners
    /// of one bag. Owners are those of `transactions`; some may have no row. O(items log items).
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
        // Counted before the rows of one owner in one group become one.
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

    /// `owner` in each group in which it has a row, groups ascending.
    pub fn members_of(&self, owner: u32) -> impl Iterator<Item = &Member> {
        let start = self.members.partition_point(|member| member.owner < owner);
        self.members[start..].iter().take_while(move |member| member.owner == owner)
    }

    /// The groups in which `owner` has a row, ascending.
    pub fn groups_of(&self, owner: u32) -> impl Iterator<Item = u32> {
        self.members_of(owner).map(|member| member.group)
    }

    /// The groups of each owner, by number of the owner.
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

    /// The nodes that may stand for `item`: itself, and in a release all nodes above it.
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

/// A group that publishes a node.
#[derive(Clone, Copy, Default)]
pub(super) struct Publishes {
    pub group: u32,
    /// Number of times, at least once.
    pub times: u32,
}

pub(super) struct Lists {
    /// By node; groups ascend.
    groups: Ragged<Publishes>,
}

impl Lists {
    /// O(published items + nodes).
    pub fn new(published: &PublishedRows<'_>) -> Lists {
        let publishes = published.groups.iter().enumerate().flat_map(|(group, bag)| {
            count_sorted(bag).map(move |(node, times)| {
                (node.index(), Publishes { group: group as u32, times: times as u32 })
            })
        });
        Lists { groups: Ragged::by_key(published.taxonomy.len(), publishes) }
    }

    /// The groups that publish `node` itself.
    pub fn of(&self, node: Node) -> &[Publishes] {
        self.groups.get(node.index())
    }

    /// The groups that publish `node` or something below it, once for each such label.
    pub fn at_or_below(&self, taxonomy: &Taxonomy, node: Node) -> &[Publishes] {
        self.groups.span(node.index()..taxonomy.end(node).index())
    }
}

/// True if `bags` together generalize `row`, all sorted: no node has more items of the bags than of the row
/// at or below it. It is enough to check the nodes in the bags: another node has too many only if a node
/// below it has.
pub(super) fn generalizes<const N: usize>(taxonomy: &Taxonomy, bags: [&[Node]; N], row: &[Node]) -> bool {
    let below = |items: &[Node], node: Node| {
        let start = items.partition_point(|&item| item < node);
        items[start..].partition_point(|&item| item < taxonomy.end(node))
    };
    let is_enough = |node: Node| bags.iter().map(|bag| below(bag, node)).sum::<usize>() <= below(row, node);
    bags.iter().all(|bag| bag.chunk_by(|a, b| a == b).all(|same| is_enough(same[0])))
}
