//! Builder that collects parts of transactions into a cut.

use std::hash::BuildHasher;

use rustc_hash::{FxBuildHasher, FxHashMap};

use super::{Cut, WholeQueries};
use crate::containers::Ragged;
use crate::release::Release;
use crate::taxonomy::Node;
use crate::transactions::{Bags, Transactions};

/// Collects the published parts of transactions, in any order.
#[derive(Clone, Debug)]
pub struct CutBuilder<'t> {
    transactions: &'t Transactions,
    /// For each transaction, the number of the equal transaction that is cut in its place.
    firsts: Vec<u32>,
    of: Vec<u32>,
    items: Ragged<Node>,
    bag_of: Vec<u32>,
    bags: Bags,
    /// For each bag, the number of the whole query that it publishes; `None` for other bags.
    query: Vec<Option<u32>>,
    /// For each hash, the numbers of the bags with this hash.
    known: FxHashMap<u64, Vec<u32>>,
}

impl<'t> CutBuilder<'t> {
    /// Creates a builder without parts. `firsts` gives the transaction that is cut in place of each; see [`firsts`].
    pub fn new(transactions: &'t Transactions, firsts: Vec<u32>) -> CutBuilder<'t> {
        assert_eq!(firsts.len(), transactions.len(), "every transaction is cut, or another one in its place");
        CutBuilder {
            transactions,
            firsts,
            of: Vec::new(),
            items: Ragged::default(),
            bag_of: Vec::new(),
            bags: Bags::default(),
            query: Vec::new(),
            known: FxHashMap::default(),
        }
    }

    /// True if `transaction` is cut itself, and not another one in its place.
    pub fn is_cut(&self, transaction: u32) -> bool {
        self.firsts[transaction as usize] == transaction
    }

    /// Publishes `items` of a transaction as the sorted `labels`; the transaction must be [cut
    /// itself](CutBuilder::is_cut). `query` is the number of the whole query if the items are one.
    pub fn push(
        &mut self,
        transaction: u32,
        items: impl IntoIterator<Item = Node>,
        labels: &[Node],
        query: Option<u32>,
    ) {
        debug_assert!(self.is_cut(transaction), "another transaction is cut in its place");
        self.of.push(transaction);
        self.items.open().extend(items);
        self.items.pending_mut().sort_unstable();
        self.items.close();
        let bag = self.bag(labels, query);
        self.bag_of.push(bag);
    }

    /// The number of the bag with these `labels` and this `query`; a new bag if there is none.
    fn bag(&mut self, labels: &[Node], query: Option<u32>) -> u32 {
        let same = self.known.entry(FxBuildHasher.hash_one((labels, query))).or_default();
        let is_same =
            |&&bag: &&u32| (self.bags.get(bag as usize), self.query[bag as usize]) == (labels, query);
        if let Some(&bag) = same.iter().find(is_same) {
            return bag;
        }
        let bag = self.bags.push(labels.iter().copied()) as u32;
        self.query.push(query);
        same.push(bag);
        bag
    }

    /// Builds the cut: bags are sorted, and parts are in the order of transactions.
    pub fn finish(self) -> Cut {
        let transactions = self.transactions;
        let key = |bag: u32| (self.bags.get(bag as usize), self.query[bag as usize]);
        let mut sorted: Vec<u32> = (0..self.bags.len() as u32).collect();
        sorted.sort_unstable_by_key(|&bag| key(bag));
        let mut number = vec![0; sorted.len()];
        (0u32..).zip(&sorted).for_each(|(place, &bag)| number[bag as usize] = place);
        let pairs = self.of.iter().zip(0u32..).map(|(&of, part)| (of as usize, part));
        let parts_of = Ragged::by_key(transactions.len(), pairs);
        let (mut parts, mut of, mut bag_of) = (Transactions::default(), Vec::new(), Vec::new());
        // For each owner, the number among the owners who have parts.
        let mut owner_number = vec![None; transactions.owners()];
        for (row, &first) in self.firsts.iter().enumerate() {
            for &part in parts_of.get(first as usize) {
                let next = parts.owners() as u32;
                let owner = *owner_number[transactions.owner(row) as usize].get_or_insert(next);
                parts.push(owner, self.items.get(part as usize).iter().copied());
                of.push(row as u32);
                bag_of.push(number[self.bag_of[part as usize] as usize]);
            }
        }
        let bags: Bags = sorted.iter().map(|&bag| self.bags.get(bag as usize).iter().copied()).collect();
        let query = sorted.iter().map(|&bag| self.query[bag as usize]).collect();
        Cut { parts, of, release: Release::new(bags, bag_of), query }
    }
}

/// For each transaction, the first one of the same owner with the same items and the same queries: all of them have
/// the same fate. O(items).
pub fn firsts(transactions: &Transactions, queries: &WholeQueries) -> Vec<u32> {
    let mut firsts: Vec<u32> = (0..transactions.len() as u32).collect();
    let mut known: FxHashMap<(&[Node], &[u32]), u32> = FxHashMap::default();
    for own in transactions.by_owner().iter().filter(|own| own.len() > 1) {
        known.clear();
        for &row in own {
            let equal = (transactions.get(row as usize), queries.asked(row as usize));
            firsts[row as usize] = *known.entry(equal).or_insert(row);
        }
    }
    firsts
}
