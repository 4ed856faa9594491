//! A tree in an order that follows from its names alone.

use super::{Node, Taxonomy};
use crate::names::Names;

/// A tree whose nodes have other numbers.
#[derive(Clone, Debug)]
pub struct Renumbered {
    /// The tree.
    pub taxonomy: Taxonomy,
    /// By old number, the new one.
    pub numbers: Vec<Node>,
}

impl Taxonomy {
    /// The same tree with children sorted by name, so that it is the same wherever and from whatever parts it was put together.
    /// O(nodes log nodes). Priced by LM.
    pub fn by_name(&self) -> Renumbered {
        let mut numbers = vec![Node::ROOT; self.len()];
        let (mut names, mut depths) = (Names::default(), Vec::with_capacity(self.len()));
        let mut todo = vec![Node::ROOT];
        while let Some(node) = todo.pop() {
            numbers[node.index()] = Node(names.push(self.name(node)));
            depths.push(self.level(node) - 1);
            let first = todo.len();
            todo.extend(self.children(node));
            todo[first..].sort_unstable_by(|&a, &b| self.name(b).cmp(self.name(a)));
        }
        Renumbered { taxonomy: Taxonomy::from_preorder(names, &depths), numbers }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::taxonomy::Edge;

    #[test]
    fn the_order_of_edges_does_not_matter() {
        let edges = [("pear", "fruit"), ("apple", "fruit"), ("fruit", "food"), ("beef", "food")];
        let edge =
            |&(child, parent): &(&'static str, &'static str)| Edge { child, parent: Some(parent), line: 1 };
        let forwards = Taxonomy::from_edges(edges.iter().map(edge)).unwrap();
        let backwards = Taxonomy::from_edges(edges.iter().rev().map(edge)).unwrap();
        let names = |tree: &Taxonomy| tree.nodes().map(|node| tree.name(node).to_owned()).collect::<Vec<_>>();
        let sorted = forwards.by_name();
        assert_eq!(names(&sorted.taxonomy), ["food", "beef", "fruit", "apple", "pear"]);
        assert_eq!(names(&backwards.by_name().taxonomy), names(&sorted.taxonomy));
        for node in forwards.nodes() {
            let there = sorted.numbers[node.index()];
            assert_eq!(sorted.taxonomy.name(there), forwards.name(node));
            assert_eq!(sorted.taxonomy.leaves(there), forwards.leaves(node));
        }
    }
}
