//! The fate of all words of the input: published as typed, generalized, or not published.
//!
//! The summary shows this first, and then the shares of information and links that are kept. The paper's loss
//! covers only the items that were grouped, and it treats a word that is published as `abstraction` as mostly
//! kept.
//!
//! Words are counted as items are. A word that occurs twice in a transaction counts once, unless repeats are
//! kept. A phrase is one word. If one category covers several words of a row, the row has it once: one word
//! counts as published and the others as gone. Stop words are not counted.

use clump_core::information::InformationKept;
use serde::Serialize;

/// Counts of the words that were read. `as_typed + generalized + gone == words`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Words {
    /// Number of all words, including those of dropped owners.
    pub words: usize,
    /// Number of words that are published as typed.
    pub as_typed: usize,
    /// Number of words that are published as a category, or as the node for unknown words.
    pub generalized: usize,
    /// Number of words that are not published, for any reason.
    pub gone: usize,
    /// Information that the published words keep, as shares of the information of all words.
    #[serde(flatten)]
    pub information: InformationKept,
    /// Number of gone words that are not in the taxonomy.
    pub words_unknown: usize,
    /// Number of gone words that the publisher removed, by an override, or because their owner is in an
    /// earlier release.
    pub words_dropped: usize,
}

/// Numbers of words that were removed before grouping.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// Number of words that are not in the taxonomy.
    pub unknown: usize,
    /// Number of words that the publisher removed.
    pub dropped: usize,
}

impl Words {
    /// Computes the fate of words. `items`: number of grouped words, of which `as_typed` and `generalized`
    /// are published. `left_out`: numbers of words that were removed before grouping.
    ///
    /// # Panics
    /// When more words are published than were grouped.
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

    /// Sets the shares of information that the published words keep.
    #[must_use]
    pub fn with_information(self, information: InformationKept) -> Words {
        Words { information, ..self }
    }

    /// Number of gone words that were lost by grouping, or because another word of the row has the same
    /// category.
    pub fn suppressed(&self) -> usize {
        self.gone - self.words_unknown - self.words_dropped
    }

    /// A number of words as a share of all; 0 if no words were read.
    pub fn share(&self, part: usize) -> f64 {
        if self.words == 0 { 0.0 } else { part as f64 / self.words as f64 }
    }
}

/// Counts of owners that were read. Dropped owners have no words in the release.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct OwnersRead {
    /// Number of owners in the input.
    pub owners_read: usize,
    /// Number of owners without a known item, or with data in an earlier release.
    pub owners_dropped: usize,
}

/// Counts of the lines that were read, for methods that publish lines.
/// `lines_as_typed + lines_changed + lines_gone == lines_read`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct LinesRead {
    /// Number of lines of the log.
    pub lines_read: usize,
    /// Number of lines that are published with the query as typed.
    pub lines_as_typed: usize,
    /// Number of lines with a changed query: hashed, encrypted, scrubbed, or in another spelling.
    pub lines_changed: usize,
    /// Number of lines that are not published.
    pub lines_gone: usize,
}

impl LinesRead {
    /// Computes the counts. `published`: number of published lines, of which `as_typed` have their query as
    /// typed.
    ///
    /// # Panics
    /// When more lines are published than were read.
    pub fn new(read: usize, published: usize, as_typed: usize) -> LinesRead {
        LinesRead {
            lines_read: read,
            lines_as_typed: as_typed,
            lines_changed: published.checked_sub(as_typed).expect("what is as typed is published"),
            lines_gone: read.checked_sub(published).expect("no more is published than there was"),
        }
    }

    /// A number of lines as a share of all; 0 if no lines were read.
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
