//! Guards at categories that the publisher lists: ceilings, and sensitive nodes that a table must not make
//! certain.
//!
//! A ceiling is a category below which nothing is published. An item below it is counted as the ceiling: an
//! owner with one of several illnesses has an illness. A text cannot be generalized, so it is excluded if one
//! of its words maps to a ceiling or below it.
//!
//! `clump_core::facts::Uncertain` decides which facts reveal too much. This file gives it the labels of each
//! fact, and the listed nodes at or above each label. A label is one thing that a reader may know: a part of
//! a query (a word, or a phrase that is one item), a whole query, a clicked address, or an item. The two
//! words or items of a pair have the same labels in either column, because columns are in alphabetical order.
//! For a query and the next one, the column shows which came first.

use std::sync::Arc;

use clump_core::containers::{Interner, Ragged};
use clump_core::facts::{CountedFacts, FactKind, FactLabels, SEPARATOR, ShownCounts, TableSpec, Uncertain};
use clump_core::promise::Share;
use clump_core::taxonomy::{Node, Taxonomy, is_marked, marked, unmarked};

use super::FactRequest;
use crate::error::ReadError;
use crate::mapping::WordMapper;
use crate::options::ReadOptions;
use crate::taxonomy::{ROOT, TaxonomySource};

#[derive(Debug)]
pub(super) enum NamedNodes {
    Tree(Box<WordMapper>, Vec<Node>),
    /// Prefixes of codes. Every code that begins with a prefix is below it.
    Prefixes(Vec<String>),
    /// Items of a tree without categories. No item is below another; every item is below the root.
    Items(Vec<String>),
}

impl NamedNodes {
    /// Looks up the nodes of these `names`; `None` if the taxonomy lacks one of them.
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

/// Ceilings: categories of a taxonomy below which no item and no typed word is published.
#[derive(Clone, Debug)]
pub struct FactCeilings {
    nodes: Arc<NamedNodes>,
    names: Arc<[String]>,
}

impl FactCeilings {
    /// Looks up the ceilings called `names`; `None` if the taxonomy lacks one of them. If the tree is made
    /// from the data, it does not exist yet, so its names are not checked.
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

    /// Name of the highest ceiling at or above `item`, which replaces the item; `None` if there is none.
    pub fn above(&self, item: &str) -> Option<&str> {
        self.nodes.highest_above(item).map(|ceiling| self.names[ceiling].as_str())
    }

    /// True if a word of `text` maps to a ceiling or to a node below one.
    pub fn is_told_by(&self, text: &str) -> bool {
        self.nodes.are_told_by(text)
    }
}

fn highest(tree: &Taxonomy, ceilings: &[Node], node: Node) -> Option<usize> {
    let above = (0..ceilings.len()).filter(|&ceiling| tree.is_ancestor(ceilings[ceiling], node));
    above.min_by_key(|&ceiling| tree.level(ceilings[ceiling]))
}

/// Sensitive nodes of a taxonomy, and the maximum share of owners that a table may reveal to have them.
#[derive(Clone, Debug)]
pub struct FactCertainty {
    places: Arc<NamedNodes>,
    most: Share,
    shown: ShownCounts,
}

impl FactCertainty {
    /// Limits the revealed share of owners of the nodes called `names` to `most`. `shown` is the form in
    /// which the table shows its numbers. `None` if the taxonomy lacks one of the nodes. If the tree is made
    /// from the data, its names are not checked.
    pub fn new(
        source: &TaxonomySource,
        options: &ReadOptions,
        names: &[String],
        most: Share,
        shown: ShownCounts,
    ) -> Result<Option<FactCertainty>, ReadError> {
        let nodes = NamedNodes::new(source, options, names)?;
        Ok(nodes.map(|nodes| FactCertainty { places: Arc::new(nodes), most, shown }))
    }

    /// For each fact in `counted`, in order: true if the fact is excluded because it would reveal too much.
    pub(super) fn excluded(
        &self,
        counted: &CountedFacts,
        spec: &TableSpec,
        request: &FactRequest,
    ) -> Result<Vec<bool>, ReadError> {
        let uncertain = Uncertain { most: self.most, thresholds: request.thresholds, shown: self.shown };
        let keys: Vec<&str> = (0..counted.facts.len()).map(|fact| counted.facts.key(fact)).collect();
        Ok(uncertain.excluded(counted, &self.labels(spec.kind, &keys)?))
    }

    /// True if a word of `text` maps to a sensitive node or to a node below one.
    pub(super) fn is_told_by(&self, text: &str) -> bool {
        self.places.are_told_by(text)
    }

    fn labels(&self, kind: FactKind, keys: &[&str]) -> Result<FactLabels, ReadError> {
        let mut labels = Labels::default();
        match kind {
            FactKind::Item | FactKind::ItemPair | FactKind::Columns => {
                for key in keys {
                    for item in key.split(SEPARATOR) {
                        labels.add(&format!("text {item}"), || self.places.of_item(item));
                    }
                    labels.close([]);
                }
            }
            FactKind::Word | FactKind::WordPair => self.words(keys, &mut labels)?,
            FactKind::Query | FactKind::QueryHost | FactKind::QueryUrl | FactKind::QueryNext => {
                self.queries(kind, keys, &mut labels)?;
            }
        }
        Ok(labels.given)
    }

    fn words(&self, keys: &[&str], labels: &mut Labels) -> Result<(), ReadError> {
        let mut texts: Vec<String> = Vec::new();
        for key in keys {
            texts.extend(key.split(SEPARATOR).map(str::to_owned));
            if let Some((one, other)) = key.split_once(SEPARATOR) {
                texts.extend([format!("{one} {other}"), format!("{other} {one}")]);
            }
        }
        let parts = self.places.parts(texts.iter().map(String::as_str))?;
        let mut at = 0;
        for key in keys {
            let mut alone = Vec::new();
            for word in key.split(SEPARATOR) {
                let nodes = parts.nodes_of(at);
                labels.add(&format!("text {word}"), || nodes.clone());
                alone.extend(nodes);
                at += 1;
            }
            let mut together = Vec::new();
            if key.contains(SEPARATOR) {
                together = [at, at + 1].into_iter().flat_map(|text| parts.nodes_of(text)).collect();
                at += 2;
            }
            together.retain(|node| !alone.contains(node));
            labels.close(together);
        }
        Ok(())
    }

    fn queries(&self, kind: FactKind, keys: &[&str], labels: &mut Labels) -> Result<(), ReadError> {
        let is_address = |column: usize| column == 1 && kind.needs_clicks();
        let texts = keys.iter().flat_map(|key| key.split(SEPARATOR).enumerate());
        let texts: Vec<String> = texts
            .map(|(column, text)| {
                if is_address(column) {
                    text.replace(|sign: char| !sign.is_alphanumeric(), " ")
                } else {
                    text.to_owned()
                }
            })
            .collect();
        let parts = self.places.parts(texts.iter().map(String::as_str))?;
        let mut at = 0;
        for key in keys {
            for (column, text) in key.split(SEPARATOR).enumerate() {
                if kind != FactKind::Query {
                    labels.add(&format!("{column} {text}"), || parts.nodes_of(at));
                }
                for &part in parts.of_texts.get(at).iter().filter(|_| !is_address(column)) {
                    let nodes = || parts.nodes.get(part as usize).to_vec();
                    labels.add(&format!("part {part}"), nodes);
                }
                at += 1;
            }
            labels.close([]);
        }
        Ok(())
    }
}

struct Parts {
    of_texts: Ragged<u32>,
    nodes: Ragged<u32>,
}

impl Parts {
    fn nodes_of(&self, text: usize) -> Vec<u32> {
        let parts = self.of_texts.get(text).iter();
        parts.flat_map(|&part| self.nodes.get(part as usize)).copied().collect()
    }
}

impl NamedNodes {
    /// Index of the highest listed node at or above `item`; `None` if no listed node is.
    fn highest_above(&self, item: &str) -> Option<usize> {
        match self {
            NamedNodes::Tree(words, nodes) => highest(words.taxonomy(), nodes, words.map_item(item).ok()??),
            NamedNodes::Prefixes(names) => {
                let above =
                    (0..names.len()).filter(|&name| names[name] == ROOT || item.starts_with(&names[name]));
                above.min_by_key(|&name| if names[name] == ROOT { 0 } else { names[name].len() })
            }
            NamedNodes::Items(names) => names.iter().position(|name| name == ROOT),
        }
    }

    /// True if a word of `text` maps to one of these nodes or to a node below one.
    fn are_told_by(&self, text: &str) -> bool {
        match self {
            NamedNodes::Tree(words, nodes) => {
                let nodes_of = words.map(text).unwrap_or_default();
                nodes_of.into_iter().any(|node| highest(words.taxonomy(), nodes, node).is_some())
            }
            _ => text.split_whitespace().any(|word| self.highest_above(word).is_some()),
        }
    }

    fn of_item(&self, item: &str) -> Vec<u32> {
        match self {
            NamedNodes::Tree(words, nodes) => {
                let node = words.taxonomy().find_meant(unmarked(item)).filter(|_| is_marked(item));
                let node = node.or_else(|| words.map_item(item).ok().flatten());
                // An item that the taxonomy lacks counts as below the root only.
                above(words, nodes, node.unwrap_or(Node::ROOT))
            }
            NamedNodes::Prefixes(names) => named(names, |name| unmarked(item).starts_with(name)),
            NamedNodes::Items(names) => named(names, |name| unmarked(item) == name),
        }
    }

    /// Cuts texts into the parts that the tree recognizes (words and phrases); without a tree, into words.
    fn parts<'t>(&self, texts: impl Iterator<Item = &'t str>) -> Result<Parts, ReadError> {
        if let NamedNodes::Tree(words, named) = self {
            let parts = words.map_parts(texts)?;
            let nodes =
                parts.nodes.iter().map(|node| node.map(|node| above(words, named, node)).unwrap_or_default());
            return Ok(Parts { nodes: nodes.collect(), of_texts: parts.of_texts });
        }
        let mut words = Interner::default();
        let of_texts =
            texts.map(|text| text.split_whitespace().map(|word| words.intern(word)).collect::<Vec<_>>());
        let of_texts = of_texts.collect();
        let nodes = (0..words.len() as u32).map(|word| self.of_item(words.get(word)));
        Ok(Parts { of_texts, nodes: nodes.collect() })
    }
}

/// Indexes of the `nodes` that are equal to `node` or above it.
fn above(words: &WordMapper, nodes: &[Node], node: Node) -> Vec<u32> {
    let nodes = (0u32..).zip(nodes);
    nodes.filter(|&(_, &above)| words.taxonomy().is_ancestor(above, node)).map(|(number, _)| number).collect()
}

/// Indexes of the `names` for which `is_below` is true, and of those that are the root.
fn named(names: &[String], is_below: impl Fn(&str) -> bool) -> Vec<u32> {
    let names = (0u32..).zip(names);
    let found = names.filter(|(_, name)| is_below(name) || *name == ROOT);
    found.map(|(number, _)| number).collect()
}

#[derive(Default)]
struct Labels {
    names: Interner,
    given: FactLabels,
}

impl Labels {
    /// Adds a label to the current fact. `nodes` are the indexes of the listed nodes at or above the label.
    fn add(&mut self, name: &str, nodes: impl FnOnce() -> Vec<u32>) {
        let label = self.names.intern(name);
        if label as usize == self.given.nodes.len() {
            self.given.nodes.push(nodes());
        }
        self.given.of_facts.open().push(label);
    }

    /// Ends the current fact. `together` are the listed nodes that its labels reveal only in combination.
    fn close(&mut self, together: impl IntoIterator<Item = u32>) {
        self.given.of_facts.close();
        self.given.together.push(together);
    }
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

    fn labels(source: &TaxonomySource, names: &[&str], kind: FactKind, keys: &[&str]) -> FactLabels {
        let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        let most = "0.5".parse().unwrap();
        let made = FactCertainty::new(source, &ReadOptions::default(), &names, most, ShownCounts::Exact);
        made.unwrap().unwrap().labels(kind, keys).unwrap()
    }

    /// For each fact: the nodes of each of its labels, and the nodes that only all its labels together
    /// reveal.
    fn told(labels: &FactLabels) -> Vec<(Vec<Vec<u32>>, Vec<u32>)> {
        let nodes = |&label: &u32| labels.nodes.get(label as usize).to_vec();
        (0..labels.of_facts.len())
            .map(|fact| {
                (labels.of_facts.get(fact).iter().map(nodes).collect(), labels.together.get(fact).to_vec())
            })
            .collect()
    }

    #[test]
    fn words_and_phrases_find_the_named_nodes() {
        let folder = tempfile::tempdir().unwrap();
        let tree = folder.path().join("tree.csv");
        std::fs::write(&tree, "red wine,drink\nbeer,drink\ndrink,food\nbread,food\nfood,\n").unwrap();
        let source = TaxonomySource::from(tree);
        let of = |kind, keys: &[&str]| told(&labels(&source, &["drink", "food"], kind, keys));
        let pairs = of(FactKind::WordPair, &["beer\u{1f}bread", "red\u{1f}wine"]);
        assert_eq!(pairs[0], (vec![vec![0, 1], vec![1]], vec![]));
        // `red` and `wine` are each unknown, but `red wine` is known, in either order of the two words.
        assert_eq!(pairs[1], (vec![vec![], vec![]], vec![0, 1]));
        assert_eq!(of(FactKind::WordPair, &["wine\u{1f}red"])[0].1, [0, 1]);
        let queries = of(FactKind::QueryHost, &["cheap red wine\u{1f}beer.example/x"]);
        // The labels in order: the whole query, the part `cheap`, the part `red wine`, the address.
        assert_eq!(queries[0].0, [vec![0, 1], vec![], vec![0, 1], vec![0, 1]]);
        let items = of(FactKind::ItemPair, &["<drink>\u{1f}red wine"]);
        assert_eq!(items[0].0, [vec![0, 1], vec![0, 1]]);
        // A part has the same label in a query and in the next one. A whole text has one label per column.
        let next = labels(&source, &["drink"], FactKind::QueryNext, &["bread\u{1f}bread"]);
        let numbers = next.of_facts.get(0);
        assert!(numbers[0] != numbers[2] && numbers[1] == numbers[3], "{numbers:?}");
    }

    #[test]
    fn codes_and_items_without_a_tree() {
        let prefix = TaxonomySource::Prefix { lengths: Vec::new() };
        let of =
            |source, names: &[&str], keys: &[&str]| told(&labels(source, names, FactKind::ItemPair, keys));
        assert_eq!(of(&prefix, &["29"], &["29500\u{1f}4010"])[0].0, [vec![0], vec![]]);
        assert_eq!(of(&TaxonomySource::Flat, &["tea"], &["milk\u{1f}tea"])[0].0, [vec![], vec![0]]);
        assert_eq!(of(&TaxonomySource::Flat, &["*"], &["milk\u{1f}tea"])[0].0, [vec![0], vec![0]]);
    }
}
