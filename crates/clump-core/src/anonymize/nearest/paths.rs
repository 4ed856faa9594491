//! The nodes above the items of a row, each once, with how many items it has at or below it.
//!
//! Items come in preorder, so the nodes above the present item are a stack, and a node is done when the next item is
//! not below it. Nodes with w(v) = 0 tell nothing and are stepped over: a third of the inner nodes of WordNet have one
//! child.

use crate::taxonomy::{Node, Taxonomy};

use super::Form;

/// The way up from every node.
pub(super) struct Paths<'t> {
    pub taxonomy: &'t Taxonomy,
    /// The first node at or above each that is visited; the root where there is none.
    at: Vec<Node>,
}

/// The path to the present item, with the items counted so far. Kept between rows.
#[derive(Default)]
pub(super) struct OpenPath {
    stack: Vec<(Node, u32)>,
    climb: Vec<Node>,
}

impl<'t> Paths<'t> {
    /// With [`Form::Sets`] every node is visited: whether one is published depends on all counts below it.
    pub fn new(taxonomy: &'t Taxonomy, form: Form) -> Paths<'t> {
        let mut at: Vec<Node> = Vec::with_capacity(taxonomy.len());
        for node in taxonomy.nodes() {
            let is_visited = node != Node::ROOT && (form == Form::Sets || taxonomy.weight(node) > 0);
            let above = at.get(taxonomy.parent(node).index()).copied().unwrap_or(Node::ROOT);
            at.push(if is_visited { node } else { above });
        }
        Paths { taxonomy, at }
    }

    /// The next visited node strictly above `node`, or the root.
    #[inline]
    pub fn up(&self, node: Node) -> Node {
        self.at[self.taxonomy.parent(node).index()]
    }

    /// Calls `each(v, count)` once for every visited node v that has items of `bag` at or below it, children first.
    #[inline]
    pub fn visit(&self, bag: &[Node], open: &mut OpenPath, mut each: impl FnMut(Node, u32)) {
        let OpenPath { stack, climb } = open;
        let mut close = |stack: &mut Vec<(Node, u32)>| {
            if let Some((node, count)) = stack.pop() {
                each(node, count);
                // Counts move up as nodes close, so an item is counted once, not once a level.
                if let Some(above) = stack.last_mut() {
                    above.1 += count;
                }
            }
        };
        for &item in bag {
            while stack.last().is_some_and(|&(node, _)| !self.taxonomy.is_ancestor(node, item)) {
                close(stack);
            }
            let top = stack.last().map_or(Node::ROOT, |&(node, _)| node);
            let mut node = self.at[item.index()];
            while node != top && node != Node::ROOT {
                climb.push(node);
                node = self.up(node);
            }
            stack.extend(climb.drain(..).rev().map(|node| (node, 0)));
            if let Some(own) = stack.last_mut() {
                own.1 += 1;
            }
        }
        while !stack.is_empty() {
            close(stack);
        }
    }
}
