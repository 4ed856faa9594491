//! Definition 1, as fast as attackers need it.

use crate::taxonomy::{Node, Taxonomy};

/// Whether `bags` together generalize `row`, all sorted: no node has more items of the bags than of the row at or below it.
/// A node that is in no bag has no more if none below has, so those in them are enough.
pub(super) fn generalizes<const N: usize>(taxonomy: &Taxonomy, bags: [&[Node]; N], row: &[Node]) -> bool {
    let below = |items: &[Node], node: Node| {
        let start = items.partition_point(|&item| item < node);
        items[start..].partition_point(|&item| item < taxonomy.end(node))
    };
    let is_enough = |node: Node| bags.iter().map(|bag| below(bag, node)).sum::<usize>() <= below(row, node);
    bags.iter().all(|bag| bag.chunk_by(|a, b| a == b).all(|same| is_enough(same[0])))
}
