//! A tree in an order that follows from its names alone.

use std::sync::OnceLock;

use super::{Node, Taxonomy};
use crate::containers::NameIndex;
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

/// The names of all nodes. All clones of a taxonomy share them, and the index that finds a node by its name: it is built
/// when it is first needed, since most taxonomies that are made on the way are never searched.
///
/// ```
/// use clump_core::taxonomy::{Edge, Taxonomy};
///
/// let taxonomy = Taxonomy::from_edges([Edge { child: "apple", parent: Some("fruit"), line: 1 }])?;
/// let names = taxonomy.names();
/// let apple = names.find("apple").expect("apple was given");
/// assert_eq!(names.get(apple), "apple");
/// # Ok::<(), clump_core::taxonomy::TaxonomyError>(())
/// ```
#[derive(Debug)]
pub struct NodeNames {
    names: Names,
    index: OnceLock<NameIndex>,
}

impl NodeNames {
    /// The name of `node`.
    pub fn get(&self, node: Node) -> &str {
        self.names.get(node.index())
    }

    /// The node called `name`; of several the first.
    pub fn find(&self, name: &str) -> Option<Node> {
        let index = self.index.get_or_init(|| NameIndex::new(&self.names));
        index.find(&self.names, name).map(Node)
    }
}

impl From<Names> for NodeNames {
    fn from(names: Names) -> Self {
        NodeNames { names, index: OnceLock::new() }
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

#[cfg(test)]
mod node_names_tests {
    use std::sync::Arc;

    use super::*;
    use crate::taxonomy::Taxonomy;

    #[test]
    fn a_name_leads_to_its_first_node_and_clones_share_the_index() {
        let taxonomy = Taxonomy::from_preorder(["r", "a", "b", "a"].into_iter().collect(), &[0, 1, 2, 1]);
        let clone = taxonomy.clone();
        assert_eq!(
            ["r", "a", "b", "c", ""].map(|name| taxonomy.find(name)),
            [Some(Node(0)), Some(Node(1)), Some(Node(2)), None, None]
        );
        assert!(Arc::ptr_eq(&taxonomy.names(), &clone.names()) && clone.names().index.get().is_some());
    }
}
