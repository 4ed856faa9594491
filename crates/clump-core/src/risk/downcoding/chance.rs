//! How likely the labels of a group are what they are below one node, if each label of a least common generalization is lifted to its
//! parent with the same chance, or none is.
//!
//! Seen from below, how many labels left each node follows from what is published there: those of its own and those that arrived,
//! less those that are shown. Only its own can leave, since nothing is lifted twice. So there is one way to read every node, and the
//! chance is a product of binomials. At the top it is asked only that no more arrived than are shown: how many labels of its
//! own it has depends on how many items owners have, and rows that are drawn are not as alike in that as groups are.

use std::collections::BTreeMap;

use crate::taxonomy::{Node, Taxonomy};

/// Labels of one node.
#[derive(Clone, Copy, Default)]
struct Labels {
    own: u32,
    arrived: u32,
    shown: u32,
}

/// The chance that `least` is published as `shown`, which are sorted bags of nodes at or below `top`; whatever `least` has at `top`
/// itself.
pub(super) fn chance(taxonomy: &Taxonomy, top: Node, least: &[Node], shown: &[Node], lift: f64) -> f64 {
    let mut nodes: BTreeMap<Node, Labels> = BTreeMap::new();
    let below = least.iter().filter(|&&node| node != top);
    below.for_each(|&node| nodes.entry(node).or_default().own += 1);
    shown.iter().for_each(|&node| nodes.entry(node).or_default().shown += 1);
    let mut chance = 1.0;
    // Preorder: whatever is below a node comes after it.
    while let Some((node, Labels { own, arrived, shown })) = nodes.pop_last() {
        let own = if node == top { shown.saturating_sub(arrived) } else { own };
        let left = match (own + arrived).checked_sub(shown) {
            Some(0) if node == top => 0,
            Some(left) if node != top && left <= own => left,
            _ => return 0.0,
        };
        let ways: f64 = (0..left).map(|at| f64::from(own - at) / f64::from(at + 1)).product();
        chance *= ways * lift.powi(left as i32) * (1.0 - lift).powi((own - left) as i32);
        if left > 0 {
            nodes.entry(taxonomy.parent(node)).or_default().arrived += left;
        }
    }
    chance
}
