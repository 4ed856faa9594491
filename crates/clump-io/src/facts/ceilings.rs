//! Facts under ceilings: what lies below a node that the publisher named is counted as that node, or not told at all.
//!
//! An item below a ceiling is counted as the ceiling: whoever has one of several illnesses has an illness. A text cannot be
//! lifted: it is withheld if one of its words leads to a ceiling or below it.

use std::sync::Arc;

use clump_core::taxonomy::{Node, Taxonomy, marked};

use crate::error::ReadError;
use crate::mapping::WordMapper;
use crate::options::ReadOptions;
use crate::taxonomy::TaxonomySource;

/// Ceilings in a taxonomy, for items and words as they are typed.
#[derive(Clone, Debug)]
pub struct FactCeilings(Arc<CeilingNodes>);

/// Where ceilings are.
#[derive(Debug)]
enum CeilingNodes {
    /// Nodes of a tree that knows words, with the names that are published for them.
    Tree(Box<WordMapper>, Vec<(Node, String)>),
    /// Prefixes of codes, each with the name of its node.
    Prefixes(Vec<(String, String)>),
    /// The root above all items, by name.
    Root(String),
    /// Items themselves: nothing is below them.
    Nothing,
}

impl FactCeilings {
    /// Ceilings at the nodes of these `names`; none if the taxonomy does not have one of them. Of a tree that the data make, it
    /// is not known yet what it has.
    ///
    /// # Errors
    /// When the taxonomy cannot be loaded.
    pub fn new(
        source: &TaxonomySource,
        options: &ReadOptions,
        names: &[String],
    ) -> Result<Option<FactCeilings>, ReadError> {
        let root = crate::taxonomy::root();
        let is_root = |name: &String| root.find_meant(name).is_some();
        let root_name = || marked(root.name(Node::ROOT)).into_owned();
        let places = match source {
            TaxonomySource::Prefix { .. } | TaxonomySource::Flat if names.iter().any(is_root) => {
                CeilingNodes::Root(root_name())
            }
            TaxonomySource::Flat => CeilingNodes::Nothing,
            TaxonomySource::Prefix { .. } => {
                let of = |name: &String| {
                    let name = clump_core::taxonomy::unmarked(name);
                    (name.to_owned(), marked(name).into_owned())
                };
                CeilingNodes::Prefixes(names.iter().map(of).collect())
            }
            TaxonomySource::WordNet | TaxonomySource::Topics | TaxonomySource::File(_) => {
                let words = WordMapper::for_reading(source, options)?;
                let tree = words.taxonomy();
                let find = |name: &String| {
                    let node = tree.find_meant(name)?;
                    Some((node, marked(tree.name(node)).into_owned()))
                };
                let Some(nodes) = names.iter().map(find).collect::<Option<Vec<_>>>() else { return Ok(None) };
                CeilingNodes::Tree(Box::new(words), nodes)
            }
        };
        Ok(Some(FactCeilings(Arc::new(places))))
    }

    /// What an item is counted as: the highest ceiling that it is at or below, if there is one.
    pub fn above(&self, item: &str) -> Option<&str> {
        match self.0.as_ref() {
            CeilingNodes::Tree(words, nodes) => {
                let node = words.map_item(item).ok()??;
                highest(words.taxonomy(), nodes, node)
            }
            CeilingNodes::Prefixes(prefixes) => {
                let above = prefixes.iter().filter(|(prefix, _)| item.starts_with(prefix.as_str()));
                above.min_by_key(|(prefix, _)| prefix.len()).map(|(_, name)| name.as_str())
            }
            CeilingNodes::Root(name) => Some(name),
            CeilingNodes::Nothing => None,
        }
    }

    /// Whether a text has a word that leads to a ceiling or below it.
    pub fn is_told_by(&self, text: &str) -> bool {
        match self.0.as_ref() {
            CeilingNodes::Tree(words, nodes) => {
                let nodes_of = words.map(text).unwrap_or_default();
                nodes_of.into_iter().any(|node| highest(words.taxonomy(), nodes, node).is_some())
            }
            _ => text.split_whitespace().any(|word| self.above(word).is_some()),
        }
    }
}

/// The name of the highest of `ceilings` that `node` is at or below.
fn highest<'c>(tree: &Taxonomy, ceilings: &'c [(Node, String)], node: Node) -> Option<&'c str> {
    let above = ceilings.iter().filter(|&&(ceiling, _)| tree.is_ancestor(ceiling, node));
    above.min_by_key(|&&(ceiling, _)| tree.level(ceiling)).map(|(_, name)| name.as_str())
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
