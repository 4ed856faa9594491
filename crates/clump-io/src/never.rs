//! The publisher's list of words and phrases that are never published.

use std::path::Path;

use clump_scrub::plain;
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

use crate::error::{Fault, ReadError};
use crate::input::Input;
use crate::lines::Lines;
use crate::tokens::{fold, words_between_signs};

/// Terms that are never published, whatever the number of owners who typed them. A term matches whole words
/// in any case: `smith` matches `John Smith's` but not `blacksmith`. Terms and texts are compared in the
/// plain form that is also searched for identifiers, so an invisible character cannot hide a term.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct NeverList {
    /// Terms as words with single spaces between them.
    terms: FxHashSet<String>,
    longest: usize,
}

impl NeverList {
    /// Reads a file with one term per line. Blank lines and lines that begin with `#` are skipped.
    pub fn read(path: &Path) -> Result<NeverList, ReadError> {
        let input = Input::from(path);
        let mut lines = Lines::new(input.clone(), input.open(&())?)?;
        let mut list = NeverList::default();
        while let Some(line) = lines.next()? {
            if is_term(line.text) && !list.add(line.text) {
                let number = line.number;
                return Err(lines.malformed(number, Fault::NoWord));
            }
        }
        Ok(list)
    }

    fn add(&mut self, term: &str) -> bool {
        let folded = fold(&plain(term));
        let words: Vec<&str> = words_between_signs(&folded).collect();
        self.longest = self.longest.max(words.len());
        !words.is_empty() && {
            self.terms.insert(words.join(" "));
            true
        }
    }

    /// Terms of the list, in no particular order.
    pub fn terms(&self) -> impl Iterator<Item = &str> {
        self.terms.iter().map(String::as_str)
    }

    /// True if `text` contains a term.
    pub fn matches(&self, text: &str) -> bool {
        if self.terms.is_empty() {
            return false;
        }
        let folded = fold(&plain(text));
        let words: Vec<&str> = words_between_signs(&folded).collect();
        let mut phrase = String::new();
        (0..words.len()).any(|first| {
            phrase.clear();
            words[first..].iter().take(self.longest).any(|word| {
                if !phrase.is_empty() {
                    phrase.push(' ');
                }
                phrase.push_str(word);
                self.terms.contains(&phrase)
            })
        })
    }
}

fn is_term(line: &str) -> bool {
    let line = line.trim();
    !line.is_empty() && !line.starts_with('#')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(text: &str) -> Result<NeverList, ReadError> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("never.txt");
        std::fs::write(&path, text).unwrap();
        NeverList::read(&path)
    }

    #[test]
    fn terms_match_whole_words_in_any_case() {
        let list = list("# a comment\nSmith\r\n\nacme corp\n").unwrap();
        for text in [
            "john smith",
            "SMITH's",
            "the acme-corp. site",
            "www.smith.com",
            "sm\u{200b}ith",
            "acme&#32;corp",
            "ｓmith",
        ] {
            assert!(list.matches(text), "{text}");
        }
        for text in ["blacksmith", "acme", "corp acme", ""] {
            assert!(!list.matches(text), "{text}");
        }
    }

    #[test]
    fn a_term_without_a_word_is_told_by_its_line() {
        assert!(matches!(list("a\n\n--\n"), Err(ReadError::Malformed { line: 3, fault: Fault::NoWord, .. })));
        assert!(matches!(NeverList::read(Path::new("no such file")), Err(ReadError::Missing { .. })));
    }
}
