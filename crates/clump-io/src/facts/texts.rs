//! Texts that facts are about: queries in normal form, their words, and the hosts of clicked addresses.

use std::borrow::Cow;

use clump_core::facts::{NormalForm, SEPARATOR};
use clump_scrub::{IN_RELEASES, plain, stretches};
use clump_wordnet::is_stop_word;
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
    Texts::new(form, WordRules::default()).query(query).to_owned()
}

/// Words that tables of words and of pairs of words count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WordRules {
    /// True to count stop words such as `the` too.
    pub stop_words: bool,
    /// Minimum number of characters of a word; 0 for no limit.
    pub min_length: usize,
}

impl WordRules {
    fn is_counted(self, word: &str) -> bool {
        let is_long = self.min_length == 0 || word.chars().nth(self.min_length - 1).is_some();
        is_long && (self.stop_words || !is_stop_word(word))
    }
}

#[derive(Default)]
pub(super) struct Texts {
    form: NormalForm,
    rules: WordRules,
    words: Words,
    query: String,
}

impl Texts {
    pub(super) fn new(form: NormalForm, rules: WordRules) -> Texts {
        Texts { form, rules, words: Words::default(), query: String::new() }
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

    /// The distinct words of a query that are counted, in alphabetical order, without words that belong to
    /// identifiers of persons.
    pub(super) fn words(&mut self, query: &str) -> Vec<&str> {
        let rules = self.rules;
        let mut words = distinct_words(&mut self.words, &without_identifiers(query));
        words.retain(|word| rules.is_counted(word));
        words
    }
}

/// Passes the key of each pair of these words to `each`.
pub(super) fn each_pair(words: &[&str], key: &mut String, mut each: impl FnMut(&str)) {
    let words = &words[..words.len().min(WORDS_PAIRED)];
    for (place, first) in words.iter().enumerate() {
        for second in &words[place + 1..] {
            each(joined(key, first, second));
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
        let mut texts = Texts::new(NormalForm::default(), WordRules { stop_words: true, min_length: 0 });
        each_pair(&texts.words("c a b A"), &mut String::new(), |pair| pairs.push(pair.to_owned()));
        assert_eq!(pairs, ["a\u{1f}b", "a\u{1f}c", "b\u{1f}c"]);
    }

    #[test]
    fn words_of_identifiers_are_left_out() {
        for (query, expected) in [
            ("mail john.doe @ gmail.com soon", vec!["mail", "soon"]),
            ("passport c01x00t47", vec!["passport"]),
            ("ssn 123 - 45 - 6789", vec!["ssn"]),
            ("myspace.com/johndoe", vec![]),
            ("café menu", vec!["café", "menu"]),
        ] {
            let mut texts = Texts::new(NormalForm::default(), WordRules::default());
            assert_eq!(texts.words(query), expected, "{query}");
        }
    }

    #[test]
    fn stop_words_and_short_words_are_not_counted() {
        let words = |query, rules| {
            Texts::new(NormalForm::default(), rules)
                .words(query)
                .into_iter()
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        let query = "the tv in \u{e9}cole";
        assert_eq!(words(query, WordRules::default()), ["tv", "\u{e9}cole"]);
        assert_eq!(words(query, WordRules { stop_words: true, min_length: 3 }), ["the", "\u{e9}cole"]);
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
