//! Ceilings for facts: data below a node that the publisher named is published as that node, or not at all.
//!
//! An item below a ceiling is counted as the ceiling: an owner with one of several illnesses has an illness.
//! A text cannot be generalized. It is excluded if one of its words leads to a ceiling or below it.

use std::sync::Arc;

use clump_core::taxonomy::{Node, Taxonomy, marked, unmarked};

use crate::error::ReadError;
use crate::mapping::WordMapper;
use crate::options::ReadOptions;
use crate::taxonomy::{ROOT, TaxonomySource};

#[derive(Debug)]
pub(super) enum NamedNodes {
    Tree(Box<WordMapper>, Vec<Node>),
    /// Prefixes, each above all codes that begin with it.
    Prefixes(Vec<String>),
    /// Items. Nothing is below them, except below the root.
    Items(Vec<String>),
}

impl NamedNodes {
    /// The nodes of these `names`; `None` if the taxonomy lacks one of them. A tree that is made from the
    /// data is not known yet, so its names are not checked.
    pub(super) fn new(
        source: &TaxonomySource,
        options: &ReadOptions,
        names: &[String],
    ) -> Result<Option<NamedNodes>, ReadError> {
        let bare = || names.iter().map(|name| unmarked(name).to_owned()).collect();
        Ok(match source {
            TaxonomySource::Flat => Some(NamedNodes::Items(bare())),
            TaxonomySource::Prefix { .. } => Some(NamedNodes::Prefixes(bare())),
            TaxonomySource::WordNet | TaxonomySource::Topics | TaxonomySource::File(_) => {
                let words = Box::new(WordMapper::for_reading(source, options)?);
                let nodes: Option<Vec<Node>> =
                    names.iter().map(|name| words.taxonomy().find_meant(name)).collect();
                nodes.map(|nodes| NamedNodes::Tree(words, nodes))
            }
        })
    }
}

/// Ceilings in a taxonomy, for items and words as they are typed.
#[derive(Clone, Debug)]
pub struct FactCeilings {
    nodes: Arc<NamedNodes>,
    names: Arc<[String]>,
}

impl FactCeilings {
    /// Ceilings at the nodes of these `names`; `None` if the taxonomy lacks one of them. A tree that is made
    /// from the data is not known yet, so its names are not checked.
    ///
    /// # Errors
    /// When the taxonomy cannot be loaded.
    pub fn new(
        source: &TaxonomySource,
        options: &ReadOptions,
        names: &[String],
    ) -> Result<Option<FactCeilings>, ReadError> {
        let Some(nodes) = NamedNodes::new(source, options, names)? else { return Ok(None) };
        let names = match &nodes {
            NamedNodes::Tree(words, nodes) => {
                nodes.iter().map(|&node| marked(words.taxonomy().name(node)).into_owned()).collect()
            }
            NamedNodes::Prefixes(names) | NamedNodes::Items(names) => {
                names.iter().map(|name| marked(name).into_owned()).collect()
            }
        };
        Ok(Some(FactCeilings { nodes: Arc::new(nodes), names }))
    }

    /// The name that an item is counted as: the highest ceiling at or above the item, if there is one.
    pub fn above(&self, item: &str) -> Option<&str> {
        let ceiling = match &*self.nodes {
            NamedNodes::Tree(words, nodes) => highest(words.taxonomy(), nodes, words.map_item(item).ok()??),
            NamedNodes::Prefixes(names) => {
                let above =
                    (0..names.len()).filter(|&name| names[name] == ROOT || item.starts_with(&names[name]));
                above.min_by_key(|&name| if names[name] == ROOT { 0 } else { names[name].len() })
            }
            NamedNodes::Items(names) => names.iter().position(|name| name == ROOT),
        };
        ceiling.map(|ceiling| self.names[ceiling].as_str())
    }

    /// True if a text has a word that leads to a ceiling or below it.
    pub fn is_told_by(&self, text: &str) -> bool {
        match &*self.nodes {
            NamedNodes::Tree(words, nodes) => {
                let nodes_of = words.map(text).unwrap_or_default();
                nodes_of.into_iter().any(|node| highest(words.taxonomy(), nodes, node).is_some())
            }
            _ => text.split_whitespace().any(|word| self.above(word).is_some()),
        }
    }
}

fn highest(tree: &Taxonomy, ceilings: &[Node], node: Node) -> Option<usize> {
    let above = (0..ceilings.len()).filter(|&ceiling| tree.is_ancestor(ceilings[ceiling], node));
    above.min_by_key(|&ceiling| tree.level(ceilings[ceiling]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(source: &TaxonomySource, names: &[&str]) -> Option<FactCeilings> {
        let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        FactCeilings::new(source, &ReadOptions::default(), &names).unwrap()
    }

    #[test]
    fn items_go_to_the_highest_ceiling_and_texts_are_told_by_their_words() {
        let folder = tempfile::tempdir().unwrap();
        let tree = folder.path().join("tree.csv");
        std::fs::write(&tree, "red wine,drink\nbeer,drink\ndrink,food\nbread,food\nfood,\n").unwrap();
        let source = TaxonomySource::from(tree);
        let ceilings = at(&source, &["beer", "drink"]).unwrap();
        assert_eq!(
            ["beer", "red wine", "drink", "bread", "food"].map(|item| ceilings.above(item)),
            [Some("<drink>"), Some("<drink>"), Some("<drink>"), None, None]
        );
        assert!(ceilings.is_told_by("cheap RED wine") && !ceilings.is_told_by("bread and food"));
        assert!(at(&source, &["drink", "wine"]).is_none());
    }

    #[test]
    fn codes_are_below_their_prefixes() {
        let ceilings = at(&TaxonomySource::Prefix { lengths: Vec::new() }, &["25", "250", "E8"]).unwrap();
        assert_eq!(
            ["250.1", "25", "2", "E80", "e80"].map(|code| ceilings.above(code)),
            [Some("<25>"), Some("<25>"), None, Some("<E8>"), None]
        );
        assert!(at(&TaxonomySource::Flat, &["*"]).unwrap().is_told_by("anything"));
        assert!(!at(&TaxonomySource::Flat, &["tea"]).unwrap().is_told_by("tea"));
    }
}
