//! Definition 1 of the paper: what a released bag may stand for.

use crate::taxonomy::{Node, Taxonomy};

/// True if `released` is a generalized transaction of `original` (Definition 1): each released item stands for an item
/// of its own at or below it.
///
/// Subtrees are nested or disjoint, so by Hall's theorem that is possible exactly if no node has more released than
/// original items at or below it. That is what is counted.
pub fn generalizes(taxonomy: &Taxonomy, released: &[Node], original: &[Node]) -> bool {
    let available = at_or_below(taxonomy, original);
    at_or_below(taxonomy, released).into_iter().all(|(node, count)| {
        available
            .binary_search_by_key(&node, |&(node, _)| node)
            .is_ok_and(|place| count <= available[place].1)
    })
}

/// For each node with items at or below it, how many; sorted by node.
fn at_or_below(taxonomy: &Taxonomy, bag: &[Node]) -> Vec<(Node, usize)> {
    let mut nodes = Vec::new();
    for &item in bag {
        let mut node = item;
        while node != Node::ROOT {
            nodes.push(node);
            node = taxonomy.parent(node);
        }
        nodes.push(Node::ROOT);
    }
    nodes.sort_unstable();
    nodes.chunk_by(|a, b| a == b).map(|same| (same[0], same.len())).collect()
}

/// The same of bags that are sorted, without an allocation: for checking many rows. Below each node is a range of
/// numbers, so that what a sorted bag has there lies together.
pub fn generalizes_sorted(taxonomy: &Taxonomy, released: &[Node], original: &[Node]) -> bool {
    debug_assert!(released.is_sorted() && original.is_sorted(), "bags are sorted");
    let at_or_below = |bag: &[Node], node: Node| {
        let end = taxonomy.end(node);
        bag.partition_point(|&item| item < end) - bag.partition_point(|&item| item < node)
    };
    released == original
        || released.chunk_by(|a, b| a == b).all(|same| {
            let mut above = taxonomy.ancestors(same[0]);
            above.all(|node| at_or_below(released, node) <= at_or_below(original, node))
        })
}
