//! Words that the taxonomy does not have, with their counts. They are private, because people typed them.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::str::FromStr;
use std::{fmt, io};

use clump_core::names::Names;
use clump_core::taxonomy::{Node, Taxonomy};
use serde::{Deserialize, Serialize};

use crate::error::ReadError;
use crate::spill::SpilledCounts;

/// Treatment of a word that the taxonomy does not have. Written `keep`, `drop`, `error` or `as:NODE`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "String", into = "String")]
pub enum Unknown {
    /// The word becomes a leaf and is counted. The leaf is below `<other word>`, or below the root if the
    /// taxonomy has no such category. This is the default with WordNet words.
    Keep,
    /// The word is left out and counted. This is the default with all other taxonomies.
    Drop,
    /// Reading stops with an error.
    Error,
    /// The word becomes the node of this name and is counted. A taxonomy that was built from data has such a
    /// node for all rare items.
    As(String),
}

/// Error: a text is not one of the four treatments of unknown words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected `keep`, `drop`, `error` or `as:NODE`")]
pub struct NotUnknown;

impl FromStr for Unknown {
    type Err = NotUnknown;

    fn from_str(text: &str) -> Result<Unknown, NotUnknown> {
        match text {
            "keep" => Ok(Unknown::Keep),
            "drop" => Ok(Unknown::Drop),
            "error" => Ok(Unknown::Error),
            _ => match text.strip_prefix("as:") {
                Some(node) if !node.is_empty() => Ok(Unknown::As(node.to_owned())),
                _ => Err(NotUnknown),
            },
        }
    }
}

impl TryFrom<String> for Unknown {
    type Error = NotUnknown;

    fn try_from(text: String) -> Result<Unknown, NotUnknown> {
        text.parse()
    }
}

impl From<Unknown> for String {
    fn from(unknown: Unknown) -> String {
        match unknown {
            Unknown::Keep => "keep".to_owned(),
            Unknown::Drop => "drop".to_owned(),
            Unknown::Error => "error".to_owned(),
            Unknown::As(node) => format!("as:{node}"),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OnUnknown {
    Below(Node),
    Drop,
    Error,
    As(Node),
}

impl Unknown {
    /// Looks up the node for unknown words. `other_words` is the node for words that are kept. `taxonomy` is
    /// `None` if the tree will be made from the data; then no word is unknown.
    pub(crate) fn resolve(
        &self,
        taxonomy: Option<&Taxonomy>,
        other_words: Option<Node>,
    ) -> Result<OnUnknown, ReadError> {
        match (self, taxonomy) {
            (Unknown::Keep, _) => Ok(OnUnknown::Below(other_words.unwrap_or(Node::ROOT))),
            (Unknown::Drop, _) => Ok(OnUnknown::Drop),
            (Unknown::Error, _) => Ok(OnUnknown::Error),
            (Unknown::As(_), None) => Err(ReadError::NothingUnknown),
            (Unknown::As(name), Some(taxonomy)) => {
                taxonomy.find_meant(name).map(OnUnknown::As).ok_or(ReadError::NoSuchNode)
            }
        }
    }
}

/// Unknown words with their counts, the most frequent first; equally frequent ones in alphabetical order. If
/// they did not fit in memory, only the most frequent are listed. `Debug` shows no word.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct UnknownWords {
    words: Names,
    counts: Vec<u64>,
    distinct: usize,
}

impl UnknownWords {
    pub(crate) fn new<'a>(counted: impl IntoIterator<Item = (&'a str, u64)>) -> Self {
        let mut counted: Vec<(&str, u64)> = counted.into_iter().collect();
        counted.sort_unstable_by_key(|&(word, count)| (Reverse(count), word));
        UnknownWords {
            distinct: counted.len(),
            words: counted.iter().map(|&(word, _)| word).collect(),
            counts: counted.iter().map(|&(_, count)| count).collect(),
        }
    }

    /// Number of distinct unknown words, including those that are not listed.
    pub fn len(&self) -> usize {
        self.distinct
    }

    /// True if the taxonomy has every word of the data.
    pub fn is_empty(&self) -> bool {
        self.distinct == 0
    }

    /// Listed words with their counts, the most frequent first.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, u64)> {
        self.words.iter().zip(self.counts.iter().copied())
    }
}

impl fmt::Debug for UnknownWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("UnknownWords").field("len", &self.len()).finish_non_exhaustive()
    }
}

const NAMED: usize = 100_000;

impl UnknownWords {
    pub(crate) fn spill<'a>(
        counted: impl Iterator<Item = (&'a str, u64)>,
        spilled: &mut SpilledCounts,
    ) -> io::Result<()> {
        let mut sorted: Vec<(&str, u64)> = counted.collect();
        sorted.sort_unstable();
        spilled.push(sorted.into_iter().map(|(word, count)| (word.into(), Vec::new(), count)))
    }

    /// Adds up the counts of each word on disk, and lists the most frequent words.
    pub(crate) fn merge(spilled: &SpilledCounts) -> io::Result<UnknownWords> {
        // The top of the heap is the least frequent of the listed words.
        let mut named: BinaryHeap<(Reverse<u64>, String)> = BinaryHeap::new();
        let mut distinct = 0;
        spilled.merge(&(), |word| {
            distinct += 1;
            named.push((Reverse(word.times), word.key.to_owned()));
            if named.len() > NAMED {
                named.pop();
            }
        })?;
        let counted = named.iter().map(|(Reverse(count), word)| (word.as_str(), *count));
        Ok(UnknownWords { distinct, ..UnknownWords::new(counted) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_way_is_written_as_it_is_read() {
        for text in ["drop", "error", "as:other", "as:as:x"] {
            assert_eq!(String::from(text.parse::<Unknown>().unwrap()), text);
        }
        for text in ["", "as:", "as", "Drop", "other"] {
            assert_eq!(text.parse::<Unknown>(), Err(NotUnknown));
        }
    }

    #[test]
    fn frequent_words_come_first_and_debug_shows_none() {
        let words = UnknownWords::new([("b", 1), ("secret", 7), ("a", 1)]);
        assert_eq!(words.iter().collect::<Vec<_>>(), [("secret", 7), ("a", 1), ("b", 1)]);
        assert!(!format!("{words:?}").contains("secret"));
    }

    #[test]
    fn counts_of_a_word_are_added_over_all_segments() -> io::Result<()> {
        let words = spilled([vec![("b", 1), ("a", 4)], vec![], vec![("c", 2), ("b", 6), ("", 1)]])?;
        assert_eq!(words.iter().collect::<Vec<_>>(), [("b", 7), ("a", 4), ("c", 2), ("", 1)]);
        assert_eq!(words.len(), 4);
        Ok(())
    }

    #[test]
    fn only_the_most_frequent_are_named_but_all_are_counted() -> io::Result<()> {
        let words: Vec<String> = (0..NAMED + 10).map(|number| format!("{number:06}")).collect();
        let counts = words.iter().enumerate();
        let words =
            spilled([counts.map(|(number, word)| (word.as_str(), 1 + number as u64 / 10)).collect()])?;
        assert_eq!((words.len(), words.iter().len()), (NAMED + 10, NAMED));
        assert!(words.iter().all(|(_, count)| count > 1));
        Ok(())
    }

    fn spilled<const N: usize>(segments: [Vec<(&str, u64)>; N]) -> io::Result<UnknownWords> {
        let mut spilled = SpilledCounts::new(&std::env::temp_dir(), 1 << 20)?;
        for segment in segments {
            UnknownWords::spill(segment.into_iter(), &mut spilled)?;
        }
        UnknownWords::merge(&spilled)
    }
}
