//! The interest of a query: the node at one level of the taxonomy that is above most of its items, or the
//! group of queries that words connect to it.
//!
//! Queries of an owner that share a word belong together, directly or through a chain of queries. Common
//! words do not connect, because otherwise each owner would have one interest. Common words are function
//! words, and words that a large part of the owners use.

use clump_core::containers::count_sorted;
use clump_core::log::{QueryItems, QueryLog};
use clump_core::taxonomy::{Node, Taxonomy};
use rustc_hash::FxHashMap;

use crate::query_history::{Asked, Asking};

/// The node at `level` that is above most items of each query; `None` if no item is at the level or below.
/// Ties go to the lowest number. O(nodes + items).
pub(super) fn nodes(items: &QueryItems, level: u32) -> Vec<Option<Node>> {
    let above = above(&items.taxonomy, level);
    items.items.iter().map(|items| majority(items.iter().filter_map(|item| above[item.index()]))).collect()
}

/// The ancestor at `level` of each node, which may be the node itself. One pass is enough, because parents
/// come first.
fn above(taxonomy: &Taxonomy, level: u32) -> Vec<Option<Node>> {
    let mut above: Vec<Option<Node>> = Vec::with_capacity(taxonomy.len());
    for node in taxonomy.nodes() {
        above.push(match taxonomy.level(node).cmp(&level) {
            std::cmp::Ordering::Less => None,
            std::cmp::Ordering::Equal => Some(node),
            std::cmp::Ordering::Greater => above[taxonomy.parent(node).index()],
        });
    }
    above
}

/// The most frequent of `nodes`. They are sorted, because items are sorted and preorder keeps subtrees
/// together.
fn majority(nodes: impl Iterator<Item = Node>) -> Option<Node> {
    let nodes: Vec<Node> = nodes.collect();
    let most = count_sorted(&nodes).max_by_key(|&(node, times)| (times, std::cmp::Reverse(node)));
    most.map(|(node, _)| node)
}

/// A word is common if more than one in this many owners uses it, and more than [`COMMON_OWNERS`].
const COMMON_SHARE: usize = 10;

/// A word of so few owners is never common: in a small log, a tenth of the owners is very few.
const COMMON_OWNERS: usize = 10;

/// Function words of English, sorted.
#[rustfmt::skip]
const FUNCTION_WORDS: [&str; 72] = [
    "a", "about", "after", "all", "am", "an", "and", "any", "are", "as", "at", "be", "been", "but", "by", "can",
    "com", "did", "do", "does", "for", "from", "had", "has", "have", "he", "her", "his", "how", "http", "i", "if",
    "in", "into", "is", "it", "its", "me", "my", "net", "no", "not", "of", "on", "or", "org", "our", "she", "so",
    "than", "that", "the", "their", "them", "they", "this", "to", "up", "us", "was", "we", "were", "what", "when",
    "where", "which", "who", "why", "will", "with", "www", "you",
];

/// For each line, the query that represents its interest: the first by spelling among the owner's queries
/// that are connected to the line's query. O(text).
pub(super) fn first_queries(log: &QueryLog) -> Vec<u32> {
    let asked = Asked::new(log);
    let connects = connecting(&asked);
    let mut first: FxHashMap<(u32, u32), u32> = FxHashMap::default();
    for askings in asked.by_owner() {
        for interest in components(&asked, askings, &connects) {
            let name = interest.iter().copied().min_by_key(|&query| log.queries.get(query as usize));
            let name = name.expect("a component has a query");
            first.extend(interest.iter().map(|&query| ((askings[0].owner, query), name)));
        }
    }
    log.lines.iter().map(|line| first[&(line.owner, line.query)]).collect()
}

/// For each word, true if it connects queries because it is not common.
fn connecting(asked: &Asked) -> Vec<bool> {
    let all = asked.by_owner().count();
    let most = COMMON_OWNERS.max(all / COMMON_SHARE);
    let owners = asked.owners();
    let is_rare = |owners: u32| owners as usize <= most;
    let is_word_of_content = |word: &str| FUNCTION_WORDS.binary_search(&word).is_err();
    asked.words.iter().zip(owners).map(|(word, owners)| is_rare(owners) && is_word_of_content(word)).collect()
}

/// The queries of one owner, grouped so that connected queries are in one group.
fn components(asked: &Asked, askings: &[Asking], connects: &[bool]) -> Vec<Vec<u32>> {
    let mut uses: Vec<(u32, usize)> = Vec::new();
    for (place, asking) in askings.iter().enumerate() {
        let words = asked.query(asking.query).iter().filter(|&&word| connects[word as usize]);
        uses.extend(words.map(|&word| (word, place)));
    }
    uses.sort_unstable();
    let mut forest = Forest((0..askings.len()).collect());
    for pair in uses.windows(2).filter(|pair| pair[0].0 == pair[1].0) {
        forest.join(pair[0].1, pair[1].1);
    }
    let mut components = vec![Vec::new(); askings.len()];
    for (place, asking) in askings.iter().enumerate() {
        components[forest.root(place)].push(asking.query);
    }
    components.retain(|component| !component.is_empty());
    components
}

/// Disjoint sets (union-find): for each element an element nearer to the root of its set; the root has
/// itself.
struct Forest(Vec<usize>);

impl Forest {
    fn root(&mut self, mut element: usize) -> usize {
        while self.0[element] != element {
            // Path halving keeps the paths to roots short.
            self.0[element] = self.0[self.0[element]];
            element = self.0[element];
        }
        element
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a.max(b)] = a.min(b);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn function_words_are_sorted_for_the_search() {
        assert!(FUNCTION_WORDS.is_sorted_by(|a, b| a < b));
    }
}
