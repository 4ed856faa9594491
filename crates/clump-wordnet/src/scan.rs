//! A scanner for lines `part|part|part`: finds the parts and counts their words in one pass over the bytes.
//!
//! `lines`, `split` and `find` do the same in less code, but search for a separator anew for every part, and
//! parts have a dozen bytes. In a profile of loading all nouns that way, that search was the largest single
//! cost.

use std::ops::Range;

/// A part of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) span: Range<usize>,
    /// End of its first word.
    pub(crate) first_word: usize,
    /// Number of its words: one more than its blanks.
    pub(crate) words: u32,
    /// True if it is the last of its line.
    pub(crate) ends_line: bool,
}

/// The parts of `text` from `start` on. Every line ends with a line feed; text after the last one is ignored.
pub(crate) fn parts(text: &str, mut start: usize) -> impl Iterator<Item = Part> {
    let bytes = text.as_bytes();
    std::iter::from_fn(move || {
        let (mut first_word, mut words) = (None, 1);
        for (end, &byte) in bytes.iter().enumerate().skip(start) {
            match byte {
                b' ' => {
                    first_word.get_or_insert(end);
                    words += 1;
                }
                b'|' | b'\n' => {
                    let span = start..end;
                    start = end + 1;
                    let first_word = first_word.unwrap_or(end);
                    return Some(Part { span, first_word, words, ends_line: byte == b'\n' });
                }
                _ => {}
            }
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_and_their_words() {
        let text = "x\ndog|new york city\ncat\n";
        let found: Vec<(&str, &str, u32, bool)> = parts(text, 2)
            .map(|part| {
                let first_word = &text[part.span.start..part.first_word];
                (&text[part.span], first_word, part.words, part.ends_line)
            })
            .collect();
        let expected = [("dog", "dog", 1, false), ("new york city", "new", 3, true), ("cat", "cat", 1, true)];
        assert_eq!(found, expected);
    }

    #[test]
    fn empty_parts_count_and_an_open_line_does_not() {
        assert_eq!(parts("|\n", 0).count(), 2);
        assert_eq!(parts("dog", 0).count(), 0);
        assert_eq!(parts("", 0).count(), 0);
    }
}
