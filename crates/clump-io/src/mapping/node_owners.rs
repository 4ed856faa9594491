//! Finds texts that a list or an override drops although they map to a node whose owners are counted. A limit
//! on certainty covers everything that an owner has, including words that are dropped.

use clump_core::taxonomy::{Node, unmarked};
use clump_scrub::plain;

use super::word_mapper::WordMapper;
use crate::error::ReadError;
use crate::lexicon::Meaning;
use crate::options::ReadOptions;
use crate::taxonomy::TaxonomySource;
use crate::tokens::fold;

pub(super) struct CountedNodes {
    names: Vec<String>,
    /// Maps words with the settings of the run, except that nothing is dropped.
    words: WordMapper,
    has_prefixes: bool,
}

impl CountedNodes {
    /// Returns `None` if `options` drop no words, or if they count the owners of no nodes.
    pub fn of(source: &TaxonomySource, options: &ReadOptions) -> Result<Option<CountedNodes>, ReadError> {
        let drops = options.never.is_some() || options.overrides.is_some();
        if options.counted_nodes.is_empty() || !drops {
            return Ok(None);
        }
        let plain = ReadOptions { never: None, counted_nodes: Vec::new(), ..options.clone() };
        let mut words = WordMapper::for_reading(source, &plain)?;
        words.overrides = words.overrides.without_drops();
        let has_prefixes = matches!(source, TaxonomySource::Prefix { .. });
        Ok(Some(CountedNodes { names: options.counted_nodes.clone(), words, has_prefixes }))
    }

    /// True if a word of `text` maps to a node whose owners are counted.
    pub fn has_text(&self, text: &str) -> bool {
        // If unknown words are errors, mapping fails for them, and they count as words without a node.
        let nodes = self.words.map(text).unwrap_or_default();
        nodes.into_iter().any(|node| self.is_below(node))
            || fold(&plain(text)).split(' ').any(|word| self.is_named(word))
    }

    /// True if an item of a basket maps to a node whose owners are counted.
    pub fn has_item(&self, item: &str) -> bool {
        let item = plain(item);
        let meaning = self.words.unless_stated(&fold(&item), self.words.item_alone(&item));
        match meaning {
            Meaning::Item(node) | Meaning::Below(node) | Meaning::Excluded(node) if self.is_below(node) => {
                true
            }
            _ => self.is_named(&fold(&item)),
        }
    }

    fn is_below(&self, node: Node) -> bool {
        let tree = self.words.taxonomy();
        let mut named = self.names.iter().filter_map(|name| tree.find_meant(name));
        named.any(|above| tree.is_ancestor(above, node))
    }

    /// True if a word is the name of such a node, or begins with it in a tree of prefixes of words.
    fn is_named(&self, word: &str) -> bool {
        let names = self.names.iter().map(|name| fold(unmarked(name)));
        names.into_iter().any(|name| word == name || self.has_prefixes && word.starts_with(&name))
    }
}
