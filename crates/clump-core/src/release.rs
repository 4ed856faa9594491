//! A release: bags of published items, and for each transaction the bag that it is published as.

use std::cmp::{Ordering, Reverse};

use serde::{Deserialize, Serialize};

use crate::containers::{count_sorted, set_of};
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::{Bags, Transactions};

/// Treatment of items that were generalized to the root of the taxonomy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RootItems {
    /// Root items are left out: they lose as much as suppression, and their number would reveal a length.
    #[default]
    Drop,
    /// Root items are kept, as in the paper's tables.
    Keep,
}

/// The result of a method. Only the bags are published; the assignment of transactions to bags is private.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Release {
    bags: Bags,
    /// For each transaction, the number of the bag that it is published as.
    bag_of: Vec<u32>,
}

impl Release {
    /// Publishes transaction `row` as bag `bag_of[row]` of `bags`.
    ///
    /// # Panics
    /// When `bag_of` contains the number of a bag that does not exist.
    pub fn new(bags: Bags, bag_of: Vec<u32>) -> Release {
        assert!(bag_of.iter().all(|&bag| (bag as usize) < bags.len()), "every row is published as a bag");
        Release { bags, bag_of }
    }

    /// Publishes the rows of `groups[i]` as `bags[i]`. Every row must be in exactly one group.
    pub fn of_groups<G: AsRef<[u32]>>(groups: &[G], bags: Vec<Vec<Node>>) -> Release {
        let rows = groups.iter().map(|group| group.as_ref().len()).sum();
        let mut bag_of = vec![0; rows];
        for (number, group) in (0..).zip(groups) {
            group.as_ref().iter().for_each(|&row| bag_of[row as usize] = number);
        }
        Release::new(Bags::from_iter(bags), bag_of)
    }

    /// The published bags.
    pub fn bags(&self) -> &Bags {
        &self.bags
    }

    /// Number of transactions. The number of published rows is smaller if an owner has several transactions in a
    /// group; see [`GroupSize::owners`].
    pub fn rows(&self) -> usize {
        self.bag_of.len()
    }

    /// The number of the bag that transaction `row` is published as.
    #[inline]
    pub fn bag_of(&self, row: usize) -> usize {
        self.bag_of[row] as usize
    }

    /// The published items of transaction `row`.
    #[inline]
    pub fn get(&self, row: usize) -> &[Node] {
        self.bags.get(self.bag_of(row))
    }

    /// The release in the form and order of publication. Root items are dropped or kept as `root_items` says.
    /// Equal bags become one, so a group has all transactions that are published identically, and bags without
    /// transactions are left out. The rest is sorted by names, so the order of the input is lost.
    pub fn canonical(&self, taxonomy: &Taxonomy, root_items: RootItems) -> Release {
        self.canonical_by(taxonomy, root_items, |_| 0).0
    }

    /// Like [`Release::canonical`], but bags with different values of `mark` stay separate; `mark` breaks ties.
    /// Also returns the marks of the new bags.
    pub(crate) fn canonical_by(
        &self,
        taxonomy: &Taxonomy,
        root_items: RootItems,
        mark: impl Fn(usize) -> u32,
    ) -> (Release, Vec<u32>) {
        let rank = ranks_by_name(taxonomy, &self.bags);
        let mut used = vec![false; self.bags.len()];
        for &bag in &self.bag_of {
            used[bag as usize] = true;
        }
        let is_written = |item: &Node| *item != Node::ROOT || root_items == RootItems::Keep;
        let written = |bag: usize| self.bags.get(bag).iter().copied().filter(is_written);
        let mut sorted: Vec<(Vec<u32>, u32, u32)> = (0..self.bags.len())
            .filter(|&bag| used[bag])
            .map(|bag| {
                let mut ranks: Vec<u32> = written(bag).map(|item| rank[item.index()]).collect();
                ranks.sort_unstable();
                (ranks, mark(bag), bag as u32)
            })
            .collect();
        sorted.sort_unstable();

        let (mut bags, mut marks) = (Bags::default(), Vec::new());
        let mut renumbered = vec![0u32; self.bags.len()];
        for chunk in sorted.chunk_by(|(a, mark, _), (b, other, _)| (a, mark) == (b, other)) {
            let (_, mark, first) = chunk[0];
            let number = bags.push(written(first as usize)) as u32;
            marks.push(mark);
            for &(_, _, bag) in chunk {
                renumbered[bag as usize] = number;
            }
        }
        let bag_of = self.bag_of.iter().map(|&bag| renumbered[bag as usize]).collect();
        (Release { bags, bag_of }, marks)
    }

    /// For each transaction, true if it is the published one of its owner in its group. If an owner has several
    /// there, it is the one with most unchanged items, and the first of equals; the others are not published. If
    /// every owner has one transaction, all are published and nothing is sorted.
    pub fn is_published(&self, transactions: &Transactions) -> Vec<bool> {
        if transactions.is_one_per_owner() {
            return vec![true; self.rows()];
        }
        let mut rows: Vec<usize> = (0..self.rows()).collect();
        let owned = |row: usize| (self.bag_of[row], transactions.owner(row));
        rows.sort_by_key(|&row| owned(row));
        let mut is_published = vec![false; self.rows()];
        for same in rows.chunk_by(|&a, &b| owned(a) == owned(b)) {
            let exact = |row: &&usize| Reverse(common(transactions.get(**row), self.get(**row)).count());
            let first = same.iter().min_by_key(exact).expect("a chunk is not empty");
            is_published[*first] = true;
        }
        is_published
    }

    /// Numbers of owners and transactions of each bag. O(rows) if every owner has one transaction, otherwise O(rows
    /// log rows).
    pub fn group_sizes(&self, transactions: &Transactions) -> Vec<GroupSize> {
        let mut sizes = vec![GroupSize::default(); self.bags.len()];
        if transactions.is_one_per_owner() {
            self.bag_of.iter().for_each(|&bag| sizes[bag as usize].add(1));
            return sizes;
        }
        let mut pairs: Vec<(u32, u32)> =
            (0..self.rows()).map(|row| (self.bag_of[row], transactions.owner(row))).collect();
        pairs.sort_unstable();
        for ((bag, _), transactions) in count_sorted(&pairs) {
            sizes[bag as usize].add(transactions);
        }
        sizes
    }
}

/// Numbers of owners and transactions of a published bag.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GroupSize {
    /// Number of distinct owners, which k is compared with, and which is the number of published rows. An owner
    /// counts once, however many transactions of the group it has: the number of rows must not reveal how often one
    /// owner asked.
    pub owners: usize,
    /// Number of transactions published as this bag.
    pub transactions: usize,
    /// Largest number of transactions in the group that one owner has.
    pub most_of_one: usize,
}

impl GroupSize {
    /// Counts one more owner in the group, who has this number of transactions.
    fn add(&mut self, transactions: usize) {
        self.owners += 1;
        self.transactions += transactions;
        self.most_of_one = self.most_of_one.max(transactions);
    }
}

/// The intersection of two sorted bags, in order. A published item that is in the original may stand for itself,
/// since no other label could use that original item better.
pub(crate) fn common(a: &[Node], b: &[Node]) -> impl Iterator<Item = Node> {
    let (mut i, mut j) = (0, 0);
    std::iter::from_fn(move || {
        while i < a.len() && j < b.len() {
            match a[i].cmp(&b[j]) {
                Ordering::Less => i += 1,
                Ordering::Greater => j += 1,
                Ordering::Equal => {
                    (i, j) = (i + 1, j + 1);
                    return Some(a[i - 1]);
                }
            }
        }
        None
    })
}

/// For each node that occurs in `bags`, its position in the order of names; 0 for other nodes.
fn ranks_by_name(taxonomy: &Taxonomy, bags: &Bags) -> Vec<u32> {
    let mut nodes = set_of(bags.items().iter().copied());
    nodes.sort_unstable_by_key(|&node| taxonomy.name(node));
    let mut rank = vec![0; taxonomy.len()];
    for (place, node) in nodes.into_iter().enumerate() {
        rank[node.index()] = place as u32;
    }
    rank
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn of_an_owner_the_first_of_the_best_rows_of_a_group_is_published(
            given in proptest::collection::vec((0u32..5, 0u32..3, proptest::collection::vec(1u32..4, 1..4)), 0..12),
            is_one_per_owner: bool,
        ) {
            let bags: Bags = [vec![Node(1)], vec![Node(1), Node(2)], vec![]].into_iter().collect();
            let mut transactions = Transactions::default();
            let mut numbers = BTreeMap::new();
            for (row, (owner, _, items)) in (0u32..).zip(&given) {
                let next = numbers.len() as u32;
                let owner = if is_one_per_owner { row } else { *numbers.entry(owner).or_insert(next) };
                transactions.push(owner, items.iter().map(|&item| Node(item)));
            }
            let release = Release::new(bags, given.iter().map(|&(_, bag, _)| bag).collect());

            let mut of_each: Vec<BTreeMap<u32, Vec<usize>>> = vec![BTreeMap::new(); 3];
            for row in 0..given.len() {
                of_each[release.bag_of(row)].entry(transactions.owner(row)).or_default().push(row);
            }
            let group_sizes = release.group_sizes(&transactions);
            let is_published = release.is_published(&transactions);
            for (rows_of, size) in of_each.iter().zip(&group_sizes) {
                let lengths = || rows_of.values().map(Vec::len);
                let naive = GroupSize {
                    owners: rows_of.len(),
                    transactions: lengths().sum(),
                    most_of_one: lengths().max().unwrap_or(0),
                };
                prop_assert_eq!(*size, naive);
                for rows in rows_of.values() {
                    let exact = |row: usize| common(transactions.get(row), release.get(row)).count();
                    let best = rows.iter().map(|&row| exact(row)).max();
                    let first = rows.iter().position(|&row| Some(exact(row)) == best);
                    let published: Vec<usize> = (0..rows.len()).filter(|&at| is_published[rows[at]]).collect();
                    prop_assert_eq!(published, first.into_iter().collect::<Vec<_>>());
                }
            }
        }
    }
}
