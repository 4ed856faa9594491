//! A taxonomy cut down to the items of the data and their ancestors, as the paper's tree is ("contains 25645
//! items"). LM counts leaves, so pruning sharpens it: a node is as general as the leaves *in use* below it.

use super::{Node, Taxonomy};
use crate::names::Names;

/// A pruned taxonomy and where its nodes come from.
#[derive(Clone, Debug)]
pub struct Pruned {
    /// The nodes in use and their ancestors.
    pub taxonomy: Taxonomy,
    /// For each old node its new number; `None` where it was cut away. Preorder is kept, so sorted stays sorted.
    renumbered: Vec<Option<Node>>,
}

impl Pruned {
    /// The number of `old` in the pruned taxonomy.
    ///
    /// # Panics
    /// When `old` was cut away.
    pub fn renumber(&self, old: Node) -> Node {
        self.renumbered[old.index()].expect("items in use are not cut away")
    }
}

impl Taxonomy {
    /// Keeps `used` items, their ancestors and the root. O(nodes + used). What is left is priced by LM.
    pub fn prune(&self, used: impl IntoIterator<Item = Node>) -> Pruned {
        let mut keep = vec![false; self.len()];
        keep[0] = true;
        for mut node in used {
            while !keep[node.index()] {
                keep[node.index()] = true;
                node = self.parent(node);
            }
        }
        let mut names = Names::default();
        let mut depths = Vec::new();
        let mut renumbered = vec![None; self.len()];
        for node in self.nodes().filter(|node| keep[node.index()]) {
            renumbered[node.index()] = Some(Node(names.push(self.name(node))));
            depths.push(self.level(node) - 1);
        }
        Pruned { taxonomy: Taxonomy::from_preorder(names, &depths), renumbered }
    }
}
