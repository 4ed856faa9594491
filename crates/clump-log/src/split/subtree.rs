//! The interest of a query is the node at a level of the taxonomy below which most of its items are.

use clump_core::containers::count_sorted;
use clump_core::log::QueryItems;
use clump_core::taxonomy::{Node, Taxonomy};

/// The node of each query; none if no item is at the level or below. Of nodes with as many items the lowest number.
/// O(nodes + items).
pub(super) fn nodes(items: &QueryItems, level: u32) -> Vec<Option<Node>> {
    let above = above(&items.taxonomy, level);
    items.items.iter().map(|items| majority(items.iter().filter_map(|item| above[item.index()]))).collect()
}

/// The ancestor of each node at `level`, itself included. Parents come first, so that one pass is enough.
fn above(taxonomy: &Taxonomy, level: u32) -> Vec<Option<Node>> {
    let mut above: Vec<Option<Node>> = Vec::with_capacity(taxonomy.len());
    for node in taxonomy.nodes() {
        above.push(match taxonomy.level(node).cmp(&level) {
            std::cmp::Ordering::Less => None,
            std::cmp::Ordering::Equal => Some(node),
            std::cmp::Ordering::Greater => above[taxonomy.parent(node).index()],
        });
    }
    above
}

/// The most frequent of `nodes`, which are sorted because items are and preorder keeps subtrees together.
fn majority(nodes: impl Iterator<Item = Node>) -> Option<Node> {
    let nodes: Vec<Node> = nodes.collect();
    let most = count_sorted(&nodes).max_by_key(|&(node, times)| (times, std::cmp::Reverse(node)));
    most.map(|(node, _)| node)
}
