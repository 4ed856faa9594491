//! Words that the taxonomy does not have, and how often. Private: they are what people typed.

use std::cmp::Reverse;
use std::fmt;

use clump_core::names::Names;
use serde::{Deserialize, Serialize};

/// What becomes of a word that the taxonomy does not have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Unknown {
    /// It is left out, and counted.
    #[default]
    Drop,
    /// Reading ends with an error.
    Error,
}

/// Words and their counts: the most frequent first, equally frequent ones by word. Its `Debug` shows no word.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct UnknownWords {
    words: Names,
    counts: Vec<u64>,
}

impl UnknownWords {
    /// Sorts words with their counts; words are distinct.
    pub(crate) fn new<'a>(counted: impl IntoIterator<Item = (&'a str, u64)>) -> Self {
        let mut counted: Vec<(&str, u64)> = counted.into_iter().collect();
        counted.sort_unstable_by_key(|&(word, count)| (Reverse(count), word));
        UnknownWords {
            words: counted.iter().map(|&(word, _)| word).collect(),
            counts: counted.iter().map(|&(_, count)| count).collect(),
        }
    }

    /// How many distinct words there are.
    pub fn len(&self) -> usize {
        self.counts.len()
    }

    /// Whether every word was known.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// The words with their counts, the most frequent first.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, u64)> {
        self.words.iter().zip(self.counts.iter().copied())
    }
}

impl fmt::Debug for UnknownWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("UnknownWords").field("len", &self.len()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frequent_words_come_first_and_debug_shows_none() {
        let words = UnknownWords::new([("b", 1), ("secret", 7), ("a", 1)]);
        assert_eq!(words.iter().collect::<Vec<_>>(), [("secret", 7), ("a", 1), ("b", 1)]);
        assert!(!format!("{words:?}").contains("secret"));
    }
}
