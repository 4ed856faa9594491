//! Texts that facts are about: queries in normal form, their words, and the hosts of clicked addresses.

use std::borrow::Cow;

use clump_core::facts::{NormalForm, SEPARATOR};
use clump_scrub::{IN_RELEASES, plain, stretches};
use unicode_normalization::UnicodeNormalization;

use crate::tokens::{Compounds, Words};

/// Maximum number of words of a query that are paired, because the number of pairs grows with the square.
const WORDS_PAIRED: usize = 64;

/// Normalizes `query`. Normalizing the result again does not change it.
///
/// ```
/// use clump_core::facts::NormalForm;
/// use clump_io::facts::normal_form;
///
/// assert_eq!(normal_form("  Food,  DOG food!", NormalForm::CaseAndSpace), "food, dog food!");
/// assert_eq!(normal_form("  Food,  DOG food!", NormalForm::Words), "dog food");
/// ```
pub fn normal_form(query: &str, form: NormalForm) -> String {
    Texts::new(form).query(query).to_owned()
}

pub(super) struct Texts {
    form: NormalForm,
    words: Words,
    query: String,
    key: String,
}

impl Texts {
    pub(super) fn new(form: NormalForm) -> Texts {
        Texts { form, words: Words::default(), query: String::new(), key: String::new() }
    }

    /// Normalizes a query. Most queries are in normal form already and are returned without a copy.
    pub(super) fn query<'t>(&'t mut self, query: &'t str) -> &'t str {
        match self.form {
            NormalForm::AsTyped => query.trim(),
            NormalForm::CaseAndSpace if is_plain(query) => query,
            NormalForm::CaseAndSpace => {
                case_and_space(query, &mut self.query);
                &self.query
            }
            NormalForm::Words => {
                self.query.clear();
                for word in distinct_words(&mut self.words, query) {
                    if !self.query.is_empty() {
                        self.query.push(' ');
                    }
                    self.query.push_str(word);
                }
                &self.query
            }
        }
    }

    /// Passes each distinct word of a query to `each`, except words that belong to identifiers of persons.
    pub(super) fn each_word(&mut self, query: &str, each: impl FnMut(&str)) {
        distinct_words(&mut self.words, &without_identifiers(query)).into_iter().for_each(each);
    }

    /// Passes the key of each pair of distinct words of a query to `each`, except words that belong to
    /// identifiers of persons.
    pub(super) fn each_pair(&mut self, query: &str, mut each: impl FnMut(&str)) {
        let words = distinct_words(&mut self.words, &without_identifiers(query));
        let words = &words[..words.len().min(WORDS_PAIRED)];
        for (place, first) in words.iter().enumerate() {
            for second in &words[place + 1..] {
                each(joined(&mut self.key, first, second));
            }
        }
    }
}

/// Removes words that belong to identifiers of persons from a query. A later rule could not find a part of an
/// identifier: `john.doe @ gmail.com` has the words `john.doe` and `gmail.com`. The result depends on this
/// query only, so this is safe with noise.
fn without_identifiers(query: &str) -> Cow<'_, str> {
    let plain = plain(query);
    let stretches = stretches(&plain, IN_RELEASES);
    if stretches.iter().all(|(class, _)| class.is_none()) {
        return Cow::Borrowed(query);
    }
    let harmless = stretches.into_iter().filter(|(class, _)| class.is_none());
    harmless.map(|(_, place)| &plain[place]).collect::<Vec<_>>().join(" ").into()
}

pub(super) fn joined<'k>(key: &'k mut String, first: &str, second: &str) -> &'k str {
    key.clear();
    key.push_str(first);
    key.push(SEPARATOR);
    key.push_str(second);
    key
}

/// Distinct words of a query in alphabetical order, in lower case and without signs at their ends.
fn distinct_words<'w>(words: &'w mut Words, query: &str) -> Vec<&'w str> {
    words.read(query, Compounds::Keep, |_, _| false);
    let words = &*words;
    let mut distinct: Vec<&str> = (0..words.len()).map(|word| words.phrase(word, 1)).collect();
    distinct.sort_unstable();
    distinct.dedup();
    distinct
}

/// True if a query surely is its own normal form: plain lower-case letters, single spaces between words.
#[inline]
fn is_plain(query: &str) -> bool {
    let mut before = b' ';
    for &byte in query.as_bytes() {
        let is_plain = match byte {
            b' ' => before != b' ',
            b'A'..=b'Z' => false,
            byte => byte.is_ascii_graphic(),
        };
        if !is_plain {
            return false;
        }
        before = byte;
    }
    before != b' '
}

fn case_and_space(query: &str, normal: &mut String) {
    normal.clear();
    for word in query.split_whitespace() {
        if !normal.is_empty() {
            normal.push(' ');
        }
        if word.is_ascii() {
            normal.extend(word.chars().map(|char| char.to_ascii_lowercase()))
        } else {
            normal.extend(word.nfc().flat_map(char::to_lowercase).nfc())
        }
    }
}

/// Host of a clicked address in lower case, without scheme, port and leading `www.`; empty if there is none.
pub(super) fn host<'h>(url: &str, host: &'h mut String) -> &'h str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest).trim();
    let end = rest.find(['/', '?', '#', ':']).unwrap_or(rest.len());
    host.clear();
    host.extend(rest[..end].chars().map(|char| char.to_ascii_lowercase()));
    host.strip_prefix("www.").unwrap_or(host)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const FORMS: [NormalForm; 3] = [NormalForm::CaseAndSpace, NormalForm::Words, NormalForm::AsTyped];

    #[test]
    fn case_space_and_accents_make_no_other_query() {
        let normal = |query| normal_form(query, NormalForm::CaseAndSpace);
        assert_eq!(normal("  Dog\t FOOD  brands "), "dog food brands");
        assert_eq!(normal("E\u{301}cole"), normal("\u{c9}COLE"));
        assert_eq!((normal(" \t "), normal("a  b")), (String::new(), "a b".to_owned()));
        assert_eq!(normal_form(" Dog  Food ", NormalForm::AsTyped), "Dog  Food");
        assert_eq!(normal_form("(food) dog, dog", NormalForm::Words), "dog food");
    }

    #[test]
    fn pairs_are_of_distinct_words_in_order() {
        let mut pairs = Vec::new();
        Texts::new(NormalForm::default()).each_pair("c a b A", |pair| pairs.push(pair.to_owned()));
        assert_eq!(pairs, ["a\u{1f}b", "a\u{1f}c", "b\u{1f}c"]);
    }

    #[test]
    fn words_of_identifiers_are_left_out() {
        for (query, expected) in [
            ("mail john.doe @ gmail.com now", vec!["mail", "now"]),
            ("passport c01x00t47", vec!["passport"]),
            ("ssn 123 - 45 - 6789", vec!["ssn"]),
            ("myspace.com/johndoe", vec![]),
            ("café menu", vec!["café", "menu"]),
        ] {
            let mut words = Vec::new();
            Texts::new(NormalForm::default()).each_word(query, |word| words.push(word.to_owned()));
            assert_eq!(words, expected, "{query}");
        }
    }

    #[test]
    fn hosts_are_bare() {
        let of = |url: &str| host(url, &mut String::new()).to_owned();
        assert_eq!(of("http://www.Dog.example/food?x=1"), "dog.example");
        assert_eq!(
            [of("dog.example:8080/x"), of("dog.example?x"), of("")],
            ["dog.example", "dog.example", ""]
        );
    }

    proptest! {
        #[test]
        fn a_form_is_its_own(query in "[a-zA-Z ,.'\u{301}éÉİßΣ\u{3a3}\u{a0}]{0,12}|\\PC{0,8}") {
            for form in FORMS {
                let normal = normal_form(&query, form);
                prop_assert_eq!(normal_form(&normal, form), normal);
            }
        }
    }
}
