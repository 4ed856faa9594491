//! Finds labels and texts of a release that contain a term of the publisher's list of excluded terms. The
//! code that excludes terms is not used here: this check searches the file word by word.
//!
//! The list is secret. A certificate says only that there was a list, and anyone who has the list can check
//! the release again. So this is not a property of the promise, which everybody must be able to check.

use std::path::Path;

use clump_core::facts::FactTable;
use clump_core::taxonomy::is_marked;
use clump_core::verify::{Counted, Reason, Verdict, none_shown};
use clump_io::ReadError;
use clump_io::facts::NeverList;
use clump_io::release::Released;

use crate::check::shown_lines;

/// Words of a text in the form in which they are compared: plain characters in lower case.
fn words(text: &str) -> Vec<String> {
    let plain = clump_scrub::plain(text).to_lowercase();
    let words = plain.split(|sign: char| !sign.is_alphanumeric());
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// Terms of the list. Each term is a sequence of words that must follow each other in a text.
struct Terms(Vec<Vec<String>>);

impl Terms {
    fn read(path: &Path) -> Result<Terms, ReadError> {
        Ok(Terms(NeverList::read(path)?.terms().map(words).collect()))
    }

    /// True if `text` contains one of the terms. Names of categories never do: they come from the taxonomy,
    /// and no person typed them.
    fn are_in(&self, text: &str) -> bool {
        let words = words(text);
        let has = |term: &Vec<String>| words.windows(term.len()).any(|window| window == term.as_slice());
        !is_marked(text) && self.0.iter().any(has)
    }
}

/// Verdict on a file of rows: no label and no text may contain a term of the list in the file `never`.
pub(crate) fn listed_in_rows(released: &Released, never: &Path) -> Result<Verdict, ReadError> {
    let terms = Terms::read(never)?;
    let texts = released.labels().iter().chain(released.texts().iter());
    let is_listed: Vec<bool> = texts.map(|text| terms.are_in(text)).collect();
    Ok(none_shown(shown_lines(released), &is_listed, Reason::Listed, Counted::Rows))
}

/// Verdict on a table of facts: no text may contain a term of the list in the file `never`.
pub(crate) fn listed_in_facts(table: &FactTable, never: &Path) -> Result<Verdict, ReadError> {
    let terms = Terms::read(never)?;
    let mut is_listed: Vec<bool> = Vec::new();
    let lines: Vec<Vec<usize>> = (0..table.len())
        .map(|row| {
            let from = is_listed.len();
            is_listed.extend(table.texts(row).map(|text| terms.are_in(text)));
            (from..is_listed.len()).collect()
        })
        .collect();
    let lines = lines.into_iter().map(|shown| (1, shown));
    Ok(none_shown(lines, &is_listed, Reason::Listed, Counted::Rows))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_whole_words_that_follow_each_other() {
        let terms = Terms(["Smith", "acme corp"].map(words).to_vec());
        for text in ["john smith", "SMITH's", "the acme-corp. site", "ｓｍｉｔｈ"] {
            assert!(terms.are_in(text), "{text}");
        }
        for text in ["blacksmith", "acme", "corp acme", "<smith>", ""] {
            assert!(!terms.are_in(text), "{text}");
        }
    }
}
