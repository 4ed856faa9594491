//! Definition 1, as fast as attackers need it.

use crate::taxonomy::{Node, Taxonomy};

/// Whether `bag` generalizes `row`, both sorted: no node has more items of the bag than of the row at or below it. A node
/// that is not in the bag has no more if none below has, so those in it are enough.
pub(super) fn generalizes(taxonomy: &Taxonomy, bag: &[Node], row: &[Node]) -> bool {
    let below = |items: &[Node], node: Node| {
        let start = items.partition_point(|&item| item < node);
        items[start..].partition_point(|&item| item < taxonomy.end(node))
    };
    bag.chunk_by(|a, b| a == b).all(|same| below(bag, same[0]) <= below(row, same[0]))
}
