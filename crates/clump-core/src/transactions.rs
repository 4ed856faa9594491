//! Transactions: the items that owners asked or bought. Flat arrays hold bags of items, and the owner of each.

use std::ops::Deref;

use crate::containers::Ragged;
use crate::taxonomy::{Node, Renumbered, Taxonomy};

/// A list of bags of items, which can be read like any [`Ragged`]. Each bag is sorted by node number; an item may
/// occur several times.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bags {
    bags: Ragged<Node>,
}

impl Bags {
    /// Sorts `items`, appends them as a bag, and returns the number of the bag.
    pub fn push(&mut self, items: impl IntoIterator<Item = Node>) -> usize {
        self.bags.open().extend(items);
        self.bags.pending_mut().sort_unstable();
        self.bags.close()
    }

    /// The items of all bags, end to end.
    pub fn items(&self) -> &[Node] {
        self.bags.values()
    }
}

impl Deref for Bags {
    type Target = Ragged<Node>;

    fn deref(&self) -> &Ragged<Node> {
        &self.bags
    }
}

impl<B: IntoIterator<Item = Node>> FromIterator<B> for Bags {
    fn from_iter<I: IntoIterator<Item = B>>(bags: I) -> Self {
        let mut list = Bags::default();
        for bag in bags {
            list.push(bag);
        }
        list
    }
}

/// The transactions to anonymize: each is a non-empty bag of items and has an owner. If the unit is a session or a
/// query, an owner has several.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Transactions {
    bags: Bags,
    /// The owner of each transaction, numbered from 0 without gaps in order of first appearance.
    owner: Vec<u32>,
    owners: u32,
}

impl Transactions {
    /// Creates one transaction for each owner, in the given order.
    pub fn one_per_owner<B: IntoIterator<Item = Node>>(bags: impl IntoIterator<Item = B>) -> Transactions {
        let mut transactions = Transactions::default();
        for (owner, bag) in bags.into_iter().enumerate() {
            transactions.push(owner as u32, bag);
        }
        transactions
    }

    /// Creates transactions from flat arrays: row i must be sorted and belongs to `owner[i]`.
    ///
    /// # Panics
    /// When a row is empty or not sorted, or when owners are not numbered without gaps by first appearance.
    pub fn from_rows(rows: Ragged<Node>, owner: Vec<u32>) -> Transactions {
        let transactions = Transactions { bags: Bags { bags: rows }, owners: 0, owner };
        assert_eq!(transactions.bags.len(), transactions.owner.len(), "every row has an owner");
        let mut owners = 0;
        for row in 0..transactions.len() {
            let bag = transactions.get(row);
            assert!(!bag.is_empty() && bag.is_sorted(), "a row has items, and they are sorted");
            assert!(transactions.owner[row] <= owners, "owners are numbered without gaps");
            owners = owners.max(transactions.owner[row] + 1);
        }
        Transactions { owners, ..transactions }
    }

    /// Appends a transaction of `owner`, a known owner or the next new number.
    ///
    /// # Panics
    /// When `owner` skips a number, or when there are no items. A row without items has nothing to publish, and
    /// counting its owner would weaken the promise to the others. Readers drop such rows and report their number.
    pub fn push(&mut self, owner: u32, items: impl IntoIterator<Item = Node>) {
        assert!(owner <= self.owners, "owners are numbered without gaps");
        let row = self.bags.push(items);
        assert!(!self.bags.get(row).is_empty(), "a transaction has items");
        self.owner.push(owner);
        self.owners = self.owners.max(owner + 1);
    }

    /// Number of transactions (|D| in the paper).
    pub fn len(&self) -> usize {
        self.bags.len()
    }

    /// True if there is no transaction.
    pub fn is_empty(&self) -> bool {
        self.bags.is_empty()
    }

    /// Number of distinct owners.
    pub fn owners(&self) -> usize {
        self.owners as usize
    }

    /// The items of transaction `row`, sorted.
    #[inline]
    pub fn get(&self, row: usize) -> &[Node] {
        self.bags.get(row)
    }

    /// The owner of transaction `row`.
    #[inline]
    pub fn owner(&self, row: usize) -> u32 {
        self.owner[row]
    }

    /// For each owner, the numbers of the owner's transactions, ascending.
    pub fn by_owner(&self) -> Ragged<u32> {
        let rows = self.owner.iter().zip(0u32..).map(|(&owner, row)| (owner as usize, row));
        Ragged::by_key(self.owners(), rows)
    }

    /// True if every owner has one transaction, so that rows and owners have the same number.
    pub fn is_one_per_owner(&self) -> bool {
        self.len() == self.owners()
    }

    /// The bags of items, without their owners.
    pub fn bags(&self) -> &Bags {
        &self.bags
    }

    /// For each node, the number of times that it occurs as an item.
    pub(crate) fn items_by_node(&self, taxonomy: &Taxonomy) -> Vec<u64> {
        let mut items = vec![0; taxonomy.len()];
        self.bags.items().iter().for_each(|item| items[item.index()] += 1);
        items
    }

    /// Number of item occurrences in all transactions (N, the divisor of losses).
    pub fn items(&self) -> usize {
        self.bags.items().len()
    }

    /// Replaces each item in these transactions and in `others` by its new number, and sorts each bag again.
    /// `numbers` is indexed by the old node number.
    pub fn renumber_with(&mut self, numbers: &[Node], others: &mut Bags) {
        for bags in [&mut self.bags, others] {
            for item in bags.bags.values_mut() {
                *item = numbers[item.index()];
            }
            (0..bags.len()).for_each(|bag| bags.bags.get_mut(bag).sort_unstable());
        }
    }

    /// Removes all nodes of `taxonomy` that are not above or equal to an item of these transactions, and
    /// renumbers the items in place. Returns the smaller taxonomy.
    pub fn prune(&mut self, taxonomy: &Taxonomy) -> Taxonomy {
        self.prune_with(taxonomy, &mut Bags::default())
    }

    /// Like [`Transactions::prune`]. `others` must have only items of these transactions, and are renumbered too.
    pub fn prune_with(&mut self, taxonomy: &Taxonomy, others: &mut Bags) -> Taxonomy {
        let Renumbered { taxonomy, numbers } = taxonomy.prune(self.bags.items().iter().copied());
        self.renumber_with(&numbers, others);
        taxonomy
    }
}
