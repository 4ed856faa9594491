//! The tree that all machines use: put together from the parts that they need, the same in whatever order these come.

use std::collections::BTreeMap;

use clump_core::names::Names;
use clump_core::shards::NodeCounts;
use clump_core::taxonomy::{Edge, Taxonomy, TaxonomyError};
use clump_io::Batches;

use super::rows::{Rows, counted, named, numbered};
use crate::RunError;

/// A tree whose children are sorted by name.
#[derive(Clone, Debug)]
pub struct Tree {
    taxonomy: Taxonomy,
}

impl Tree {
    /// The tree of these edges of a child and its parent; the root is a child without one. Edges may be repeated.
    ///
    /// # Errors
    /// When they are no tree.
    pub fn of_edges(
        edges: impl IntoIterator<Item = (String, Option<String>)>,
    ) -> Result<Tree, TaxonomyError> {
        let edges: BTreeMap<String, Option<String>> = edges.into_iter().fold(
            BTreeMap::new(),
            |mut known: BTreeMap<String, Option<String>>, (child, parent)| {
                let entry = known.entry(child).or_default();
                if parent.is_some() {
                    *entry = parent;
                }
                known
            },
        );
        let edges = edges.iter().map(|(child, parent)| Edge { child, parent: parent.as_deref(), line: 0 });
        Ok(Tree { taxonomy: Taxonomy::from_edges(edges)?.by_name().taxonomy })
    }

    /// The tree.
    pub fn taxonomy(&self) -> &Taxonomy {
        &self.taxonomy
    }

    /// As bytes that machines can be sent.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut text = String::new();
        for node in self.taxonomy.nodes() {
            text.push_str(&format!("{}\t{}\n", self.taxonomy.level(node) - 1, self.taxonomy.name(node)));
        }
        text.into_bytes()
    }

    /// The tree of these bytes.
    ///
    /// # Errors
    /// When they are not those of [`Tree::to_bytes`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Tree, RunError> {
        let wrong = || std::io::Error::new(std::io::ErrorKind::InvalidData, "no tree of a cluster");
        let text = std::str::from_utf8(bytes).map_err(|_| wrong())?;
        let (mut names, mut depths) = (Names::default(), Vec::new());
        for line in text.lines() {
            let (depth, name) = line.split_once('\t').ok_or_else(wrong)?;
            depths.push(depth.parse().map_err(|_| wrong())?);
            names.push(name);
        }
        if depths.first() != Some(&0) {
            return Err(wrong().into());
        }
        Ok(Tree { taxonomy: Taxonomy::from_preorder(names, &depths) })
    }

    /// Transactions of [`Part::records`](super::Part::records) with nodes for names: columns `owner`, `owner_key` and `nodes`.
    ///
    /// # Errors
    /// When a table is not as it should be, or a name is not in this tree.
    pub fn number(&self, records: &Batches) -> Result<Batches, RunError> {
        numbered(&self.taxonomy, records)
    }

    /// How many of `rows` have an item at or below each node that any has: columns `node` and `rows`.
    ///
    /// # Errors
    /// When a table is not as it should be.
    pub fn count(&self, rows: &Batches) -> Result<Batches, RunError> {
        let mut counts = NodeCounts::new(&self.taxonomy);
        Rows::read(rows)?.each(|_, items| counts.add(&self.taxonomy, items));
        counted(counts.as_slice())
    }

    /// Rows of labels with names instead, sorted: columns `items` and whatever else there is.
    ///
    /// # Errors
    /// When a table is not as it should be.
    pub fn name(&self, labels: &Batches) -> Result<Batches, RunError> {
        named(&self.taxonomy, labels)
    }
}
