//! What became of everything that was read: published as typed, published as something more general, or gone.
//!
//! This is what a person is told first, and then how much of the information in words, and in words together, is kept. The
//! paper's loss speaks only of the items that were grouped, and by its measure a word that is published as `abstraction` is
//! mostly kept.
//!
//! How words are counted: as items are. Words that lead to the same item of one transaction count once, unless repeats
//! are kept, and so does a word that the taxonomy does not have; a phrase is one word. Stop words are not counted.

use clump_core::information::InformationKept;
use serde::{Deserialize, Serialize};

use crate::rounded;

/// The words of all that was read. `as_typed + generalized + gone == words`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Words {
    /// All of them, those of owners who were dropped included.
    pub words: usize,
    /// Published as the words that were typed.
    pub as_typed: usize,
    /// Published as an ancestor, or as a node that nobody typed, such as the one that stands for unknown words.
    pub generalized: usize,
    /// Not published, for whatever reason.
    pub gone: usize,
    /// What the published words still tell, as shares of what all words told.
    #[serde(flatten)]
    pub information: InformationKept,
    /// Of those gone: not in the taxonomy.
    pub words_unknown: usize,
    /// Of those gone: left out because the publisher said so, by an override or with their owner, who is in an earlier release or withheld.
    pub words_dropped: usize,
}

/// What was left out before anything was grouped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// Words that are not in the taxonomy.
    pub unknown: usize,
    /// Words that the publisher said to leave out.
    pub dropped: usize,
}

impl Words {
    /// What became of `items` items that were grouped, `as_typed` and `generalized` of which are published, and of what
    /// was left out before.
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

    /// Whether all words are as typed, generalized or gone, and no more of them were left out than are gone. What was read
    /// from a file may be anything.
    pub fn adds_up(&self) -> bool {
        are_all([self.as_typed, self.generalized, self.gone], self.words)
            && self.words_unknown.saturating_add(self.words_dropped) <= self.gone
    }

    /// Of those gone: lost by grouping.
    pub fn suppressed(&self) -> usize {
        self.gone - self.words_unknown - self.words_dropped
    }

    /// A part of the words as a share of all; 0 where there are none.
    pub fn share(&self, part: usize) -> f64 {
        if self.words == 0 { 0.0 } else { part as f64 / self.words as f64 }
    }

    /// The same with three digits of each figure, for what is published: exact figures would tell the sum of the lengths of
    /// all rows, and so the length of the one row that somebody does not know. How much is published stays exact, since
    /// the release tells it. The parts still add up.
    #[must_use]
    pub fn rounded(&self) -> Words {
        let published = self.as_typed + self.generalized;
        let as_typed = three_digits(self.as_typed).min(published);
        let gone = three_digits(self.gone);
        let words_unknown = three_digits(self.words_unknown);
        Words {
            words: published + gone,
            as_typed,
            generalized: published - as_typed,
            gone,
            information: InformationKept {
                information_kept: self.information.information_kept.map(rounded),
                links_kept: self.information.links_kept.map(rounded),
            },
            words_unknown,
            words_dropped: three_digits(self.words_dropped).min(gone - words_unknown),
        }
    }
}

impl Words {
    /// The same where the release does not tell how much of it is published: an owner counts once on a row, also if it has
    /// the piece from several transactions.
    #[must_use]
    pub fn rounded_throughout(&self) -> Words {
        let generalized = three_digits(self.generalized);
        let as_typed = three_digits(self.as_typed);
        let rounded = self.rounded();
        Words { words: as_typed + generalized + rounded.gone, as_typed, generalized, ..rounded }
    }
}

/// Whose rows were read. A dropped owner has no word in the release.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OwnersRead {
    /// All owners of the input.
    pub owners_read: usize,
    /// Those without a known item, and those who were left out: they are in an earlier release, or withheld.
    pub owners_dropped: usize,
}

/// The lines of all that was read, for methods that publish lines. `lines_as_typed + lines_changed + lines_gone ==
/// lines_read`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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

    /// Whether all lines are as typed, changed or gone. What was read from a file may be anything.
    pub fn adds_up(&self) -> bool {
        are_all([self.lines_as_typed, self.lines_changed, self.lines_gone], self.lines_read)
    }

    /// A part of the lines as a share of all; 0 where there are none.
    pub fn share(&self, part: usize) -> f64 {
        if self.lines_read == 0 { 0.0 } else { part as f64 / self.lines_read as f64 }
    }

    /// The same with three digits of each figure, for what is published; see [`Words::rounded`].
    #[must_use]
    pub fn rounded(&self) -> LinesRead {
        let published = self.lines_as_typed + self.lines_changed;
        let as_typed = three_digits(self.lines_as_typed).min(published);
        LinesRead::new(published + three_digits(self.lines_gone), published, as_typed)
    }
}

/// Whether `parts` are all of a `whole` that is not too large to be rounded up.
fn are_all(parts: [usize; 3], whole: usize) -> bool {
    let sum = parts.into_iter().fold(0, usize::saturating_add);
    sum == whole && whole <= usize::MAX / 2
}

/// `number` rounded to three digits: 7,688 is 7,690.
pub(crate) fn three_digits(number: usize) -> usize {
    let step = 10usize.pow(number.checked_ilog10().unwrap_or(0).saturating_sub(2));
    number.saturating_add(step / 2) / step * step
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_left_out_is_gone() {
        let words = Words::new(7_051, 40, 5_990, LeftOut { unknown: 961, dropped: 7 });
        assert!(words.adds_up());
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

    #[test]
    fn rounded_figures_add_up_and_keep_what_the_release_tells() {
        assert_eq!(
            [0, 7, 999, 1_004, 1_005, 7_688, 99_950].map(three_digits),
            [0, 7, 999, 1_000, 1_010, 7_690, 100_000]
        );
        for items in (0..30_000).step_by(997) {
            for as_typed in [0, items / 3, items] {
                let generalized = (items - as_typed) / 2;
                let words =
                    Words::new(items, as_typed, generalized, LeftOut { unknown: items / 7, dropped: 5_005 });
                let rounded = words.rounded();
                assert!(rounded.adds_up(), "{rounded:?}");
                assert_eq!(rounded.as_typed + rounded.generalized, as_typed + generalized);
            }
        }
        let lines = LinesRead::new(12_345, 9_876, 9_876).rounded();
        assert_eq!((lines.lines_as_typed, lines.lines_changed, lines.lines_gone), (9_876, 0, 2_470));
    }
}
