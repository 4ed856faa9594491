//! What the nodes of a taxonomy are called, and which node is called so.

use std::sync::OnceLock;

use super::Node;
use crate::containers::NameIndex;
use crate::names::Names;

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
