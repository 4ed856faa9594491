//! Names of nodes: the marks that separate categories from words, the index that finds a node by name, and sorting
//! of a tree by name.

use std::borrow::Cow;
use std::sync::OnceLock;

use super::{Node, Taxonomy};
use crate::containers::NameIndex;
use crate::names::Names;

/// A copy of a tree in which nodes have other numbers.
#[derive(Clone, Debug)]
pub struct Renumbered {
    /// The tree with the new numbers.
    pub taxonomy: Taxonomy,
    /// The new number of each node, indexed by its old number.
    pub numbers: Vec<Node>,
}

impl Taxonomy {
    /// The same tree with children sorted by name, so that the result does not depend on the order of the edges.
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

/// The names of all nodes, with an index that finds a node by its name. All clones of a taxonomy share them. The
/// index is built on first use, since most intermediate taxonomies are never searched.
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

    /// The first node with this name, if there is one.
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

// Marks that show if a label was typed or generalized: `<person>` is a category and stands for anything below it;
// `person` is the word as it was typed.
//
// The brackets are part of the name, so every format, page and program shows them without special code. Readers of
// data refuse items in brackets ([`is_marked`]), because a category is never typed.

/// True if `name` is the name of a category: a text in angle brackets.
pub fn is_marked(name: &str) -> bool {
    name.len() > 2 && name.starts_with('<') && name.ends_with('>')
}

/// `name` in angle brackets. A name that already has them stays as it is.
pub fn marked(name: &str) -> Cow<'_, str> {
    if is_marked(name) { Cow::Borrowed(name) } else { Cow::Owned(format!("<{name}>")) }
}

/// `name` without its angle brackets, if it has them.
pub fn unmarked(name: &str) -> &str {
    if is_marked(name) { &name[1..name.len() - 1] } else { name }
}

impl Taxonomy {
    /// True if the name of `node` is in angle brackets: then every item that is published as `node` is generalized.
    pub fn is_marked(&self, node: Node) -> bool {
        is_marked(self.name(node))
    }

    /// The node that a person means by `name`: the category with this name, otherwise the node with exactly this
    /// name. If a word and a category have the same name, people who speak of a taxonomy mean the category.
    pub fn find_meant(&self, name: &str) -> Option<Node> {
        self.find(&marked(name)).or_else(|| self.find(name))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[test]
    fn the_order_of_edges_does_not_matter() {
        let edges = [("pear", "fruit"), ("apple", "fruit"), ("fruit", "food"), ("beef", "food")];
        let forwards = Taxonomy::from_pairs(edges).unwrap();
        let backwards = Taxonomy::from_pairs(edges.into_iter().rev()).unwrap();
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

    #[test]
    fn people_mean_the_node_and_not_the_word_of_its_name() {
        let tree =
            Taxonomy::from_pairs([("car", "<car>"), ("cars", "<car>"), ("<car>", "<vehicle>")]).unwrap();
        for (said, meant) in [("car", "<car>"), ("<car>", "<car>"), ("cars", "cars")] {
            assert_eq!(tree.find_meant(said), tree.find(meant));
        }
        for (name, marks) in [("<car>", true), ("car", false), ("<5 years", false), ("<>", false)] {
            assert_eq!((is_marked(name), is_marked(&marked(name))), (marks, true), "{name}");
            assert_eq!(unmarked(&marked(name)), unmarked(name));
        }
    }

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
