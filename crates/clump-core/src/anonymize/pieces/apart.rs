//! Separates sensitive items, so that no row reveals them to an attacker who knows other items of an owner.
//!
//! Every item at or below a node that the user listed as sensitive becomes a row of its own. Two kinds of whole
//! queries of k owners may stay together: queries in which everything is sensitive, and queries in which the
//! sensitive part is not too certain, given all published rows. The latter depends on the rest of the release.
//! So all such queries are kept whole at first, and those that reveal too much are split until none does.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use crate::containers::Ragged;
use crate::cut::{Cut, WholeQueries};
use crate::promise::Certainty;
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::Transactions;

/// The nodes that the user listed as sensitive.
pub(super) struct NodeList {
    nodes: Vec<Node>,
}

/// Largest number of other words in a query with sensitive words that is published whole. Each such word
/// doubles the number of sets to check.
const MOST_BESIDE: usize = 12;

/// Rows in which no sensitive item is together with other items, except in some whole queries.
pub(super) struct Apart {
    pub transactions: Transactions,
    pub queries: WholeQueries,
    /// By new row, the number of the original row.
    of: Vec<u32>,
}

impl NodeList {
    /// The sensitive nodes of `certainty` that exist in `taxonomy`, which has only nodes of the data.
    pub fn find(certainty: &Certainty, taxonomy: &Taxonomy) -> NodeList {
        NodeList { nodes: certainty.nodes().iter().filter_map(|name| taxonomy.find_meant(name)).collect() }
    }

    fn is_sensitive(&self, taxonomy: &Taxonomy, item: Node) -> bool {
        self.nodes.iter().any(|&node| taxonomy.is_ancestor(node, item))
    }

    /// For each sensitive node that covers some but not all of `labels`: the node, and the labels not covered.
    fn beside<'a>(
        &'a self,
        taxonomy: &'a Taxonomy,
        labels: &'a [Node],
    ) -> impl Iterator<Item = (Node, Vec<Node>)> + 'a {
        self.nodes.iter().filter_map(move |&node| {
            let mut beside: Vec<Node> =
                labels.iter().copied().filter(|&label| !taxonomy.is_ancestor(node, label)).collect();
            let is_mixed = !beside.is_empty() && beside.len() < labels.len();
            beside.dedup();
            is_mixed.then_some((node, beside))
        })
    }

    /// By query, true if it may be published whole at first: k owners have a row of exactly its words, and at
    /// most [`MOST_BESIDE`] of them are not sensitive.
    pub fn may_be_whole(
        &self,
        transactions: &Transactions,
        queries: &WholeQueries,
        taxonomy: &Taxonomy,
        k: usize,
    ) -> Vec<bool> {
        let mut asked: Vec<(u32, u32)> = (0..queries.of.len())
            .flat_map(|row| queries.of.get(row).iter().map(move |&query| (query, row)))
            .filter(|&(query, row)| queries.items.get(query as usize) == transactions.get(row))
            .map(|(query, row)| (query, transactions.owner(row)))
            .collect();
        asked.sort_unstable();
        asked.dedup();
        let mut may = vec![false; queries.items.len()];
        for owners in asked.chunk_by(|a, b| a.0 == b.0) {
            let query = owners[0].0 as usize;
            let few = |(_, beside): (Node, Vec<Node>)| beside.len() <= MOST_BESIDE;
            may[query] = owners.len() >= k && self.beside(taxonomy, queries.items.get(query)).all(few);
        }
        may
    }

    /// Moves sensitive items into rows of their own, except in queries that are their whole row and that
    /// `may` allows.
    pub fn apart(
        &self,
        transactions: &Transactions,
        queries: &WholeQueries,
        taxonomy: &Taxonomy,
        may: &[bool],
    ) -> Apart {
        let mut apart = Apart {
            transactions: Transactions::default(),
            queries: WholeQueries { items: queries.items.clone(), of: Ragged::default() },
            of: Vec::new(),
        };
        let sensitive = |&item: &Node| self.is_sensitive(taxonomy, item);
        for row in 0..transactions.len() {
            let (items, asked) = (transactions.get(row), queries.asked(row));
            let mut push = |items: &[Node], may_ask: &dyn Fn(u32) -> bool| {
                apart.transactions.push(transactions.owner(row), items.iter().copied());
                apart.queries.of.open().extend(asked.iter().copied().filter(|&query| may_ask(query)));
                apart.queries.of.close();
                apart.of.push(row as u32);
            };
            let is_whole = |query: u32| may[query as usize] && queries.items.get(query as usize) == items;
            let is_all = |query: u32, items: &[Node]| {
                let asked = queries.items.get(query as usize);
                !asked.is_empty() && asked.iter().all(|item| items.contains(item))
            };
            if !items.iter().any(sensitive) {
                push(items, &|_| true);
            } else if asked.iter().any(|&query| is_whole(query)) {
                push(items, &is_whole);
            } else {
                let (alone, others): (Vec<Node>, Vec<Node>) = items.iter().partition(|item| sensitive(item));
                if !others.is_empty() {
                    push(&others, &|query| is_all(query, &others));
                }
                for item in alone {
                    push(&[item], &|query| is_all(query, &[item]));
                }
            }
        }
        apart
    }

    /// Numbers of the queries that must be split: an attacker who knows some words of such a query can
    /// conclude something sensitive with too much certainty. `cut` is the cut of the rows that `apart` made.
    pub fn too_certain(
        &self,
        cut: &Cut,
        apart: &Apart,
        taxonomy: &Taxonomy,
        certainty: &Certainty,
    ) -> BTreeSet<u32> {
        let bags = cut.release.bags();
        let owners: Vec<usize> = cut.release.group_sizes(&cut.parts).iter().map(|size| size.owners).collect();
        let mut holding: FxHashMap<Node, Vec<usize>> = FxHashMap::default();
        for bag in (0..bags.len()).filter(|&bag| owners[bag] > 0) {
            for labels in bags.get(bag).chunk_by(|a, b| a == b) {
                holding.entry(labels[0]).or_default().push(bag);
            }
        }
        let has =
            |bag: usize, known: &[Node]| known.iter().all(|label| bags.get(bag).binary_search(label).is_ok());
        let shows =
            |bag: usize, node: Node| bags.get(bag).iter().any(|&label| taxonomy.is_ancestor(node, label));
        let is_too_certain = |node: Node, known: &[Node]| {
            let rarest = known.iter().map(|label| &holding[label]).min_by_key(|bags| bags.len());
            let both = || rarest.into_iter().flatten().copied().filter(|&bag| has(bag, known));
            let holders: usize = both().filter(|&bag| shows(bag, node)).map(|bag| owners[bag]).sum();
            let of = both().map(|bag| owners[bag]).max().unwrap_or(0);
            certainty.most().is_exceeded(holders, of)
        };
        let tells = |bag: usize| {
            self.beside(taxonomy, bags.get(bag)).any(|(node, beside)| {
                beside.len() > MOST_BESIDE || subsets(&beside).any(|known| is_too_certain(node, &known))
            })
        };
        let telling: Vec<bool> = (0..bags.len()).map(|bag| owners[bag] > 0 && tells(bag)).collect();
        let parts = (0..cut.parts.len()).filter(|&part| telling[cut.release.bag_of(part)]);
        parts.flat_map(|part| apart.queries.of.get(cut.of[part] as usize)).copied().collect()
    }
}

impl Apart {
    /// Translates `cut` from these rows to the original rows.
    pub fn put_back(&self, mut cut: Cut) -> Cut {
        for transaction in &mut cut.of {
            *transaction = self.of[*transaction as usize];
        }
        cut
    }
}

/// All non-empty subsets of `labels`.
fn subsets(labels: &[Node]) -> impl Iterator<Item = Vec<Node>> + '_ {
    (1u32..1 << labels.len()).map(|chosen| {
        labels.iter().enumerate().filter(|(at, _)| chosen >> at & 1 == 1).map(|(_, &label)| label).collect()
    })
}
