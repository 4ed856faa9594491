//! Test helpers: small trees and transactions.

use std::collections::BTreeMap;

use proptest::prelude::*;

use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::Transactions;

/// A tree of nodes `n0`, `n1`, ..., in which node i + 1 is below `parents[i]`.
pub(crate) fn tree(parents: &[usize]) -> Taxonomy {
    let names: Vec<String> = (0..=parents.len()).map(|number| format!("n{number}")).collect();
    let edges =
        parents.iter().zip(&names[1..]).map(|(&parent, child)| (child.as_str(), names[parent].as_str()));
    Taxonomy::from_pairs(edges).expect("a tree")
}

/// A random tree with this number of nodes below the root, each below an earlier one.
pub(crate) fn any_tree(nodes: std::ops::Range<usize>) -> impl Strategy<Value = Taxonomy> {
    prop::collection::vec(any::<prop::sample::Index>(), nodes).prop_map(|below| {
        let parents: Vec<usize> = below.iter().zip(1..).map(|(parent, node)| parent.index(node)).collect();
        tree(&parents)
    })
}

/// A tree of nodes `0`, `1`, ... in preorder, with these distances from the root.
pub(crate) fn of_depths(depths: &[u32]) -> Taxonomy {
    let names: Vec<String> = (0..depths.len()).map(|number| number.to_string()).collect();
    Taxonomy::from_preorder(names.iter().map(String::as_str).collect(), depths)
}

/// Distances from the root of nodes in preorder. A step says how far a node is above the deepest possible level.
pub(crate) fn depths(steps: &[u32]) -> Vec<u32> {
    let mut depths = vec![0u32];
    for step in steps {
        depths.push((depths[depths.len() - 1] + 1).saturating_sub(*step).max(1));
    }
    depths
}

/// Transactions with their owners, who are numbered by first appearance. Item numbers are taken modulo `nodes`.
pub(crate) fn owned<'r>(rows: impl IntoIterator<Item = &'r (u32, Vec<u32>)>, nodes: usize) -> Transactions {
    let (mut transactions, mut numbers) = (Transactions::default(), BTreeMap::new());
    for (owner, items) in rows {
        let next = numbers.len() as u32;
        let items = items.iter().map(|item| Node(item % nodes as u32));
        transactions.push(*numbers.entry(owner).or_insert(next), items);
    }
    transactions
}

/// A tree from `choices`: each node is below one of the nodes on the path to the previous one, so every preorder is
/// possible.
pub(crate) fn preorder(choices: &[u32]) -> Taxonomy {
    let mut depths = vec![0u32];
    for choice in choices {
        depths.push(1 + choice % (depths[depths.len() - 1] + 1));
    }
    of_depths(&depths)
}

/// Result of `run` with this number of threads.
pub(crate) fn on_threads<T: Send>(threads: usize, run: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads").install(run)
}
