//! Completes the tree of a [`WordMapper`] with leaves for the words of a log, or for given words.

use std::borrow::Cow;

use clump_core::containers::Interner;
use clump_core::taxonomy::{Node, Taxonomy, TaxonomyError, is_marked};

use super::vocabulary::SeenWords;
use super::word_mapper::WordMapper;
use crate::error::ReadError;
use crate::lexicon::Meaning;
use crate::options::Items;
use crate::repair::RepairCounts;
use crate::taxonomy::{Completion, Made, NewLeaf, TaxonomySource, complete, prefixes};
use crate::unknown::OnUnknown;

pub(crate) struct Trees {
    pub given: Taxonomy,
    pub completed: Taxonomy,
    /// Number of repairs made in the given tree, by kind.
    pub repaired: RepairCounts,
}

impl TaxonomySource {
    /// Tree before words of the data are added: the result of [`load`](TaxonomySource::load). With words of
    /// WordNet, it also has the nodes for shapes. If the whole tree is made from data, it is only a root.
    pub fn given(&self, items: Items) -> Result<Taxonomy, ReadError> {
        Ok(WordMapper::of(self, items)?.into_trees(None, 0).given)
    }
}

impl WordMapper {
    /// Returns the tree with a leaf for each of `words`, below the node that the word would have in a log. Of
    /// names in angle brackets, only hosts and scripts are added; other names are ignored.
    ///
    /// # Panics
    /// When there are 2^32 words.
    pub fn taxonomy_with<'w>(&self, words: impl IntoIterator<Item = &'w str>) -> Taxonomy {
        let mut names = Interner::default();
        let mut below = Vec::new();
        for word in words {
            let place = match is_marked(word) {
                true if self.taxonomy().find(word).is_some() => None,
                true => self.lexicon().above_branch(word),
                false => {
                    let phrase = if word.contains(' ') { self.phrase(word) } else { None };
                    match phrase.unwrap_or_else(|| self.word(word)) {
                        Meaning::Below(node) => Some(node),
                        _ => self.lexicon().other_words(),
                    }
                }
            };
            if names.intern(word) as usize == below.len() {
                below.push(place);
            }
        }
        let seen = SeenWords { words: names.names(), below, is_typed: &[] };
        complete(self.taxonomy(), self.completion(&seen)).expect("fewer than 2^32 nodes").taxonomy
    }

    /// Makes or completes the tree of `source` from the words in `seen`; `None` if it was complete before.
    pub(crate) fn make(
        &self,
        source: &TaxonomySource,
        seen: &SeenWords<'_>,
    ) -> Result<Option<Made>, ReadError> {
        // Such a mapper maps words to existing nodes only, so it has no leaves to add.
        if source.is_built_in() && self.items == Items::Senses {
            return Ok(None);
        }
        let made = match source {
            TaxonomySource::Prefix { lengths } => self.of_prefixes(lengths, seen),
            _ => complete(self.taxonomy(), self.completion(seen)),
        };
        made.map(Some).map_err(|source| ReadError::MadeTaxonomy { source })
    }

    fn completion<'s>(&'s self, seen: &'s SeenWords<'_>) -> Completion<'s> {
        let leaf = |(word, below): (usize, &Option<Node>)| {
            let (name, below) = (seen.words.get(word), (*below)?);
            Some(NewLeaf { word, name, below, branch: self.lexicon().branch(name, below) })
        };
        Completion {
            leaves: seen.below.iter().enumerate().filter_map(leaf).collect(),
            words: seen.words.len(),
            is_typed: if self.items == Items::Words { seen.is_typed } else { &[] },
            stand_in: match self.unknown {
                OnUnknown::As(node) => Some(node),
                OnUnknown::Below(_) | OnUnknown::Drop | OnUnknown::Error => None,
            },
        }
    }

    fn of_prefixes(&self, lengths: &[usize], seen: &SeenWords<'_>) -> Result<Made, TaxonomyError> {
        let is_item = |word: usize| seen.below[word].is_some();
        let codes = prefixes(seen.words, is_item, lengths)?;
        let mut is_typed = vec![false; codes.taxonomy.len()];
        let items = codes.nodes.iter().enumerate().filter(|&(word, _)| is_item(word));
        items.for_each(|(_, node)| is_typed[node.index()] = self.items == Items::Words);
        let completion = Completion { leaves: Vec::new(), words: 0, is_typed: &is_typed, stand_in: None };
        let marked = complete(&codes.taxonomy, completion)?;
        let nodes = [Node::ROOT].iter().chain(&codes.nodes).map(|node| marked.nodes[node.index()]).collect();
        Ok(Made { taxonomy: marked.taxonomy, nodes })
    }

    pub(crate) fn into_trees(self, made: Option<Taxonomy>, seen_leaves: usize) -> Trees {
        let WordMapper { tree, is_unmade, mut repaired, .. } = self;
        if matches!(tree, Cow::Owned(_)) && !is_unmade {
            repaired.leaves_added = seen_leaves as u64;
        }
        let given = tree.into_owned();
        Trees { completed: made.unwrap_or_else(|| given.clone()), given, repaired }
    }
}
