//! Rows as an attacker sees them: groups of identical ones, and the owners of each group.

use super::items_below::ItemsBelow;
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
    /// What each group is published as. No two are equal.
    pub groups: Bags,
    /// Distinct owners of each group.
    pub owners: Vec<u32>,
    /// The items of the data by subtree: what a published node can stand for.
    pub items: ItemsBelow,
    /// How many of them are not published.
    pub suppressed: u64,
    /// Each owner with each of its groups, sorted, once.
    members: Vec<(u32, u32)>,
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
        let mut members: Vec<(u32, u32)> =
            (0..transactions.len()).map(|row| (transactions.owner(row), group_of[row])).collect();
        members.sort_unstable();
        members.dedup();
        let mut owners = vec![0; groups.len()];
        for &(_, group) in &members {
            owners[group as usize] += 1;
        }
        let length: usize = group_of.iter().map(|&group| groups.get(group as usize).len()).sum();
        Published {
            taxonomy,
            reading,
            groups,
            owners,
            items: ItemsBelow::new(taxonomy, transactions.bags().items().iter().copied()),
            suppressed: (transactions.items() - length) as u64,
            members,
        }
    }

    /// The groups in which `owner` has a row, ascending.
    pub fn groups_of(&self, owner: u32) -> impl Iterator<Item = u32> {
        let start = self.members.partition_point(|&(member, _)| member < owner);
        self.members[start..].iter().take_while(move |&&(member, _)| member == owner).map(|&(_, group)| group)
    }

    /// The groups of each owner, by number of the owner.
    pub fn memberships(&self) -> impl Iterator<Item = &[(u32, u32)]> {
        self.members.chunk_by(|a, b| a.0 == b.0)
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
