//! Sensitive topics: the lists of `data/topics.txt`, which we wrote by judgement.
//!
//! A topic has categories and words. Each category is a node of WordNet that belongs to the topic with
//! everything below it. The words are those that WordNet lacks or has below other nodes.

use std::sync::LazyLock;

use crate::inflection::singulars;
use crate::table::Phrases;

/// The lists, compiled into the program. The head of the file describes their origin.
const TEXT: &str = include_str!("../data/topics.txt");

/// A sensitive topic, such as health.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Topic {
    /// Name of the topic and of its node in the tree.
    pub name: &'static str,
    /// Name of the topic that contains this one; `None` if no topic does.
    pub part_of: Option<&'static str>,
    /// Names of the nodes of WordNet that belong to the topic, with everything below them.
    pub categories: Vec<&'static str>,
    /// Words and phrases of the topic, in lower case with single spaces.
    pub words: Vec<&'static str>,
}

/// All sensitive topics, in the order of the file.
///
/// ```
/// let names: Vec<&str> = clump_wordnet::topics().iter().map(|topic| topic.name).collect();
/// assert!(names.contains(&"health") && names.contains(&"finances"));
/// ```
pub fn topics() -> &'static [Topic] {
    static TOPICS: LazyLock<Vec<Topic>> = LazyLock::new(|| parse(TEXT));
    &TOPICS
}

/// True if a topic has the name `name`.
pub fn is_topic(name: &str) -> bool {
    topics().iter().any(|topic| topic.name == name)
}

/// The topic that lists `phrase` or a singular of it; `None` if no topic does. O(1).
///
/// ```
/// # use clump_wordnet::topic_of;
/// assert_eq!(topic_of("schizophrenics").map(|topic| topic.name), Some("mental health"));
/// assert_eq!(topic_of("bread"), None);
/// ```
pub fn topic_of(phrase: &str) -> Option<&'static Topic> {
    LISTED.get(phrase).or_else(|| singulars(phrase).find_map(|singular| LISTED.get(&singular)))
}

/// Number of words of the longest phrase in the lists that begins with `first_word`; 1 if no phrase does.
pub fn longest_topic_phrase(first_word: &str) -> usize {
    LISTED.longest(first_word)
}

/// For each word or phrase in the lists, its topic.
static LISTED: LazyLock<Phrases<&Topic>> = LazyLock::new(|| {
    let mut listed = Phrases::default();
    for topic in topics() {
        for word in &topic.words {
            listed.insert(word, topic);
        }
    }
    listed
});

/// Reads the file. It assumes that every line is one of four kinds, which the tests check.
fn parse(text: &'static str) -> Vec<Topic> {
    let mut topics: Vec<Topic> = Vec::new();
    for line in text.lines() {
        if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            topics.push(Topic { name, ..Topic::default() });
        } else if let (Some(topic), Some((kind, list))) = (topics.last_mut(), line.split_once(": ")) {
            match kind {
                "part of" => topic.part_of = Some(list),
                "categories" => topic.categories.extend(list.split("; ")),
                "words" => topic.words.extend(list.split("; ")),
                _ => {}
            }
        }
    }
    topics
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::is_stop_word;

    #[test]
    fn every_line_is_of_a_known_kind() {
        for line in TEXT.lines() {
            let is_known = line.is_empty()
                || line.starts_with('#')
                || line.starts_with('[') && line.ends_with(']')
                || ["part of: ", "categories: ", "words: "].iter().any(|kind| line.starts_with(kind));
            assert!(is_known, "{line}");
        }
        let names: Vec<&str> = topics().iter().map(|topic| topic.name).collect();
        let expected =
            ["health", "mental health", "sexuality", "drugs", "crime", "religion", "politics", "finances"];
        assert_eq!(names, expected);
    }

    #[test]
    fn a_word_or_a_category_stands_in_one_topic_and_is_plain() {
        let (mut words, mut categories) = (BTreeSet::new(), BTreeSet::new());
        for topic in topics() {
            assert!(topic.words.len() >= 100, "{}: {}", topic.name, topic.words.len());
            assert!(topic.words.is_sorted_by(|a, b| a < b), "words of {} are sorted", topic.name);
            for word in &topic.words {
                let is_plain = word.split(' ').all(|part| !part.is_empty()) && *word == word.to_lowercase();
                assert!(is_plain && !is_stop_word(word), "{word}");
                assert!(words.insert(word), "{word} is listed twice");
            }
            for category in &topic.categories {
                assert!(categories.insert(category), "{category} is listed twice");
            }
            assert!(topic.part_of.is_none_or(is_topic), "{}", topic.name);
        }
    }
}
