//! Rows as an attacker sees them: groups of identical ones, and the owners of each group.

use super::items_below::ItemsBelow;
use crate::containers::Ragged;
use crate::cut::Cut;
use crate::release::Release;
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::{Bags, Transactions};

/// What a published item tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    /// Itself: the data as they are, in which an inner node is an item like others.
    AsWritten,
    /// One item at or below it: a release.
    AtOrBelow,
}

/// Published rows by group.
pub(super) struct Published<'t> {
    pub taxonomy: &'t Taxonomy,
    pub reading: Reading,
    /// What each group is published as. No two are equal, but in pieces: a whole query has a text besides.
    pub groups: Bags,
    /// Distinct owners of each group.
    pub owners: Vec<u32>,
    /// Rows of each group: its transactions in the data as they are, its owners in a release.
    pub rows: Vec<u32>,
    /// The items of the data by subtree: what a published node can stand for.
    pub items: ItemsBelow,
    /// Labels of all rows: an item that is behind a row is one of them,
    pub labelled: u64,
    /// or one of these: items of what a row was made of, and not in the row. They were suppressed; in pieces most of them
    /// are in other rows.
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

impl<'t> Published<'t> {
    /// `transactions` published as `release`. O(items log items).
    pub fn new(
        transactions: &Transactions,
        taxonomy: &'t Taxonomy,
        release: &Release,
        reading: Reading,
    ) -> Published<'t> {
        let (groups, group_of) = distinct(release);
        let labelled = group_of.iter().map(|&group| groups.get(group as usize).len()).sum();
        let owned = (0..transactions.len()).map(|row| (transactions.owner(row), group_of[row])).collect();
        let behind = transactions.items();
        Published::grouped(transactions, taxonomy, reading, groups, owned, [labelled, behind])
    }

    /// `transactions` published in the pieces of `cut`, which is canonical: a group is the owners of one of its bags. Owners
    /// are those of `transactions`; some may have no row. O(items log items).
    pub fn in_pieces(transactions: &Transactions, taxonomy: &'t Taxonomy, cut: &Cut) -> Published<'t> {
        let parts = || cut.of.iter().enumerate();
        let owned = parts()
            .map(|(part, &row)| (transactions.owner(row as usize), cut.release.bag_of(part) as u32))
            .collect();
        let labelled = parts().map(|(part, _)| cut.release.get(part).len()).sum();
        let behind = parts().map(|(_, &row)| transactions.get(row as usize).len()).sum();
        let groups = cut.release.bags().clone();
        Published::grouped(transactions, taxonomy, Reading::AtOrBelow, groups, owned, [labelled, behind])
    }

    /// `owned` are the owner and the group of each row before rows are made one, in any order; `labelled` of the items
    /// `behind` them are in the rows.
    fn grouped(
        transactions: &Transactions,
        taxonomy: &'t Taxonomy,
        reading: Reading,
        groups: Bags,
        mut owned: Vec<(u32, u32)>,
        [labelled, behind]: [usize; 2],
    ) -> Published<'t> {
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
        Published {
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

    /// Whether a published `node` may stand for `item`.
    #[inline]
    pub fn may_be(&self, node: Node, item: Node) -> bool {
        match self.reading {
            Reading::AsWritten => node == item,
            Reading::AtOrBelow => self.taxonomy.is_ancestor(node, item),
        }
    }

    /// The nodes that may stand for `item`: itself, and in a release all that are above it.
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

/// The distinct bags that rows are published as, and which of them each row has.
fn distinct(release: &Release) -> (Bags, Vec<u32>) {
    let mut used = vec![false; release.bags().len()];
    for row in 0..release.rows() {
        used[release.bag_of(row)] = true;
    }
    let mut order: Vec<usize> = (0..used.len()).filter(|&bag| used[bag]).collect();
    order.sort_unstable_by_key(|&bag| release.bags().get(bag));
    let mut bags = Bags::default();
    let mut number = vec![0; used.len()];
    for equal in order.chunk_by(|&a, &b| release.bags().get(a) == release.bags().get(b)) {
        let group = bags.push(release.bags().get(equal[0]).iter().copied()) as u32;
        for &bag in equal {
            number[bag] = group;
        }
    }
    let group_of = (0..release.rows()).map(|row| number[release.bag_of(row)]).collect();
    (bags, group_of)
}
