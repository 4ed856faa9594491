//! Fate of everything that was read: published as typed, published as something more general, or gone.
//!
//! This is what a person is told first, and then how much of the information in words, and in words together, is kept. The
//! paper's loss speaks only of the items that were grouped, and by its measure a word that is published as `abstraction` is
//! mostly kept.
//!
//! How words are counted: as items are. A word that one transaction has twice counts once, unless repeats are kept; a phrase
//! is one word. Different words count one by one also where one category stands for all of them: it stands in the row
//! once, so that the others are gone. Stop words are not counted.

use clump_core::information::InformationKept;
use serde::{Deserialize, Serialize};

/// The words of all that was read. `as_typed + generalized + gone == words`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Words {
    /// All of them, those of owners who were dropped included.
    pub words: usize,
    /// Published as the words that were typed.
    pub as_typed: usize,
    /// Published as an ancestor, or as a node that nobody typed, such as the one that stands for unknown words.
    pub generalized: usize,
    /// Not published, for whatever reason.
    pub gone: usize,
    /// Information of the published words, as shares of that of all words.
    #[serde(flatten)]
    pub information: InformationKept,
    /// Of those gone: not in the taxonomy.
    pub words_unknown: usize,
    /// Of those gone: left out because the publisher said so, by an override or with their owner, who is in an earlier release.
    pub words_dropped: usize,
}

/// Items that were left out before anything was grouped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// Words that are not in the taxonomy.
    pub unknown: usize,
    /// Words that the publisher said to leave out.
    pub dropped: usize,
}

impl Words {
    /// Fate of `items` items that were grouped, with those that share a category with another, `as_typed` and
    /// `generalized` of which are published, and of what was left out before.
    ///
    /// # Panics
    /// When more is published than was grouped.
    pub fn new(items: usize, as_typed: usize, generalized: usize, left_out: LeftOut) -> Words {
        let suppressed =
            items.checked_sub(as_typed + generalized).expect("no more is published than there was");
        let LeftOut { unknown, dropped } = left_out;
        Words {
            words: items + unknown + dropped,
            as_typed,
            generalized,
            gone: suppressed + unknown + dropped,
            information: InformationKept::default(),
            words_unknown: unknown,
            words_dropped: dropped,
        }
    }

    /// With what is kept in bits.
    #[must_use]
    pub fn with_information(self, information: InformationKept) -> Words {
        Words { information, ..self }
    }

    /// Of those gone: lost by grouping, or because a category of the row stands for another word already.
    pub fn suppressed(&self) -> usize {
        self.gone - self.words_unknown - self.words_dropped
    }

    /// A part of the words as a share of all; 0 where there are none.
    pub fn share(&self, part: usize) -> f64 {
        if self.words == 0 { 0.0 } else { part as f64 / self.words as f64 }
    }
}

/// Whose rows were read. A dropped owner has no word in the release.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnersRead {
    /// All owners of the input.
    pub owners_read: usize,
    /// Those without a known item, and those who are in an earlier release.
    pub owners_dropped: usize,
}

/// The lines of all that was read, for methods that publish lines. `lines_as_typed + lines_changed + lines_gone ==
/// lines_read`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinesRead {
    /// All lines of the log.
    pub lines_read: usize,
    /// Published with the text of their query as it was written.
    pub lines_as_typed: usize,
    /// Published with another text: hashed, sealed, scrubbed, or spelt otherwise.
    pub lines_changed: usize,
    /// Not published.
    pub lines_gone: usize,
}

impl LinesRead {
    /// Of `read` lines `published` are published, `as_typed` of them with their query as it was.
    ///
    /// # Panics
    /// When more is published than was read.
    pub fn new(read: usize, published: usize, as_typed: usize) -> LinesRead {
        LinesRead {
            lines_read: read,
            lines_as_typed: as_typed,
            lines_changed: published.checked_sub(as_typed).expect("what is as typed is published"),
            lines_gone: read.checked_sub(published).expect("no more is published than there was"),
        }
    }

    /// A part of the lines as a share of all; 0 where there are none.
    pub fn share(&self, part: usize) -> f64 {
        if self.lines_read == 0 { 0.0 } else { part as f64 / self.lines_read as f64 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_left_out_is_gone() {
        let words = Words::new(7_051, 40, 5_990, LeftOut { unknown: 961, dropped: 7 });
        assert_eq!((words.words, words.gone, words.suppressed()), (8_019, 1_989, 1_021));
        assert!((words.share(words.gone) - 0.248).abs() < 0.001);
    }

    #[test]
    fn where_nothing_is_published_all_is_gone() {
        let words = Words::new(12, 0, 0, LeftOut { unknown: 3, dropped: 0 });
        assert!((words.share(words.gone) - 1.0).abs() < f64::EPSILON);
        assert_eq!(LinesRead::new(5, 0, 0).lines_gone, 5);
        assert!(Words::default().share(0).abs() < f64::EPSILON);
    }
}
