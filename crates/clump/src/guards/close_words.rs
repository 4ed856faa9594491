//! Lists published words that are close to a guarded node but not covered by the guard.
//!
//! A taxonomy has some words in other places and lacks others. So a guard at `illness` misses words that a
//! person would add. This module looks only at published words. A word is close if it belongs to the same
//! sensitive topic as a guarded node. It is also close if it is below a parent of guarded nodes, and at least
//! half of the leaves of that parent are below guarded nodes.

use std::collections::BTreeMap;

use clump_core::taxonomy::{Node, Taxonomy, is_marked, unmarked};
use clump_io::taxonomy::{TaxonomySource, topics};
use clump_io::{ReadError, WordMapper};
use clump_report::CloseWord;

use crate::RunError;
use crate::job::Job;

/// Largest number of words in the list, so that a person can read all of them.
const MOST_WORDS: usize = 12;

/// The words among `published` that are close to the guards of `job`, most owners first. Each word comes with
/// its number of owners, and repeated words are added up. Empty if there is no guard, or if the tree is made
/// from the data.
pub(crate) fn close_words<'p>(
    job: &Job,
    published: impl IntoIterator<Item = (&'p str, u64)>,
) -> Result<Vec<CloseWord>, RunError> {
    let guarded = job.guarded_nodes()?;
    let is_made_from_data =
        matches!(job.taxonomy.source, TaxonomySource::Flat | TaxonomySource::Prefix { .. });
    if guarded.is_empty() || is_made_from_data {
        return Ok(Vec::new());
    }
    let mut owners: BTreeMap<&str, u64> = BTreeMap::new();
    for (word, number) in published.into_iter().filter(|(word, _)| !is_marked(word)) {
        *owners.entry(word).or_default() += number;
    }
    let covered = Region::new(WordMapper::for_reading(&job.taxonomy.source, &job.read_options())?, |tree| {
        guarded.iter().filter_map(|name| tree.find_meant(name)).collect()
    });
    let near = near_regions(job, &guarded)?;
    let mut found = Vec::new();
    for (word, owners) in owners {
        let is_near = || near.iter().any(|region| region.has_word_of(word)) || covered.has_word_of(word);
        if !covered.has(word) && is_near() {
            found.push(CloseWord { word: word.to_owned(), owners });
        }
    }
    found.sort_by_key(|word| std::cmp::Reverse(word.owners));
    found.truncate(MOST_WORDS);
    Ok(found)
}

/// Some nodes of a tree, with everything below them, and a mapper that finds words in the tree.
struct Region {
    words: WordMapper,
    nodes: Vec<Node>,
}

impl Region {
    fn new(words: WordMapper, nodes: impl FnOnce(&Taxonomy) -> Vec<Node>) -> Region {
        let nodes = nodes(words.taxonomy());
        Region { words, nodes }
    }

    /// True if the published word or item is at or below one of the nodes.
    fn has(&self, published: &str) -> bool {
        let nodes = if published.contains(char::is_whitespace) {
            self.words.map_item(published).unwrap_or_default().into_iter().collect()
        } else {
            self.words.map(published).unwrap_or_default()
        };
        nodes.into_iter().any(|node| self.is_below(node))
    }

    /// True if a word of `published`, split at signs, is at or below one of the nodes.
    fn has_word_of(&self, published: &str) -> bool {
        let words = published.replace(|char: char| !char.is_alphanumeric(), " ");
        self.words.map(&words).unwrap_or_default().into_iter().any(|node| self.is_below(node))
    }

    fn is_below(&self, node: Node) -> bool {
        self.nodes.iter().any(|&above| self.words.taxonomy().is_ancestor(above, node))
    }
}

/// Regions close to the `guarded` nodes: their topics, and everything below their parents.
fn near_regions(job: &Job, guarded: &[String]) -> Result<Vec<Region>, ReadError> {
    if !job.taxonomy.source.is_built_in() {
        let words = WordMapper::new(&job.taxonomy.source)?;
        return Ok(vec![Region::new(words, |tree| parents(tree, guarded.iter().map(String::as_str)))]);
    }
    let neighbours = Region::new(WordMapper::new(&TaxonomySource::WordNet)?, |tree| {
        parents(tree, guarded.iter().flat_map(|name| categories(name)))
    });
    let related = related_topics(neighbours.words.taxonomy(), guarded);
    let topics = Region::new(WordMapper::new(&TaxonomySource::Topics)?, |tree| {
        related.iter().filter_map(|name| tree.find_meant(name)).collect()
    });
    Ok(vec![topics, neighbours])
}

/// Names of topics that have a WordNet category above, at or below a category of a `guarded` node.
fn related_topics(wordnet: &Taxonomy, guarded: &[String]) -> Vec<&'static str> {
    let find = |name: &str| wordnet.find_meant(name);
    let nodes: Vec<Node> = guarded.iter().flat_map(|name| categories(name)).filter_map(find).collect();
    let meets = |category: &&str| {
        let is_near = |&node: &Node, category| {
            wordnet.is_ancestor(node, category) || wordnet.is_ancestor(category, node)
        };
        find(category).is_some_and(|category| nodes.iter().any(|node| is_near(node, category)))
    };
    let related = topics().iter().filter(|topic| topic.categories.iter().any(meets));
    related.map(|topic| topic.name).collect()
}

/// WordNet categories of the guard `name`: those of the topic with that name, or else the node itself.
fn categories(name: &str) -> Vec<&str> {
    let topic = topics().iter().find(|topic| topic.name == unmarked(name));
    topic.map_or_else(|| vec![name], |topic| topic.categories.clone())
}

/// Parents of the nodes called `names`, if at least half of the parent's leaves are below those nodes. Other
/// parents are too general: `hospital` is a building, and most buildings have nothing to do with health.
fn parents<'n>(tree: &Taxonomy, names: impl Iterator<Item = &'n str>) -> Vec<Node> {
    let mut covered: BTreeMap<Node, u32> = BTreeMap::new();
    for node in names.filter_map(|name| tree.find_meant(name)) {
        *covered.entry(tree.parent(node)).or_default() += tree.leaves(node);
    }
    let is_mostly_covered = |&(parent, covered): &(Node, u32)| covered * 2 >= tree.leaves(parent);
    covered.into_iter().filter(is_mostly_covered).map(|(parent, _)| parent).collect()
}
