//! A forest given by its parents, in preorder from one root.

use crate::taxonomy::draft::NONE;

/// The spots below `root` in preorder, siblings by number, and the distance of each from the root. Spots that are `gone`
/// are left out; every other one must be below `root`.
pub(super) fn preorder(parent: &[u32], gone: &[bool], root: u32) -> (Vec<u32>, Vec<u32>) {
    let mut first_child = vec![NONE; parent.len()];
    let mut next_sibling = vec![NONE; parent.len()];
    for spot in (0..parent.len()).rev() {
        let above = parent[spot];
        if above != NONE && !gone.get(spot).copied().unwrap_or(false) {
            next_sibling[spot] = first_child[above as usize];
            first_child[above as usize] = spot as u32;
        }
    }
    let (mut order, mut depths) = (Vec::with_capacity(parent.len()), Vec::with_capacity(parent.len()));
    // Down to the first child, else on to the sibling of the nearest spot above that has one.
    let (mut at, mut depth) = (root, 0);
    loop {
        order.push(at);
        depths.push(depth);
        if first_child[at as usize] != NONE {
            at = first_child[at as usize];
            depth += 1;
            continue;
        }
        while at != root && next_sibling[at as usize] == NONE {
            at = parent[at as usize];
            depth -= 1;
        }
        if at == root {
            return (order, depths);
        }
        at = next_sibling[at as usize];
    }
}
