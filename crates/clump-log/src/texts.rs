//! Functions on texts that several methods use: the words of a query, the host of a clicked address, and the
//! distinct normal forms of queries.

use clump_core::containers::Interner;
use clump_core::names::Names;
use clump_core::normal_form::normal_form;
use rayon::prelude::*;

/// The words of `query` in lower case, separated by white space, without punctuation at their ends. Text that
/// is only punctuation is not a word.
pub fn words(query: &str) -> impl Iterator<Item = String> + '_ {
    query
        .split_whitespace()
        .map(|word| word.trim_matches(|char: char| char.is_ascii_punctuation()).to_lowercase())
        .filter(|word| !word.is_empty())
}

/// The host of the address `url`, without its scheme and without a leading `www.`.
///
/// ```
/// use clump_log::host;
///
/// assert_eq!(host("http://www.dog.example/food?x=1"), "dog.example");
/// assert_eq!((host("dog.example?x"), host("")), ("dog.example", ""));
/// ```
pub fn host(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let host = rest.split(['/', '?', '#']).next().unwrap_or(rest);
    host.strip_prefix("www.").unwrap_or(host)
}

/// The distinct normal forms of the queries of a log.
pub(crate) struct NormalForms {
    /// The distinct normal forms, numbered by first appearance.
    texts: Interner,
    /// The number of the normal form of each query, by number of the query.
    numbers: Vec<u32>,
}

impl NormalForms {
    pub(crate) fn of(queries: &Names) -> NormalForms {
        let normal: Vec<String> =
            (0..queries.len()).into_par_iter().map(|query| normal_form(queries.get(query))).collect();
        let mut texts = Interner::default();
        let numbers = normal.iter().map(|text| texts.intern(text)).collect();
        NormalForms { texts, numbers }
    }

    /// The number of the normal form of the query with number `query`.
    pub(crate) fn number(&self, query: u32) -> u32 {
        self.numbers[query as usize]
    }

    pub(crate) fn texts(&self) -> impl ExactSizeIterator<Item = &str> {
        self.texts.names().iter()
    }

    /// The number of the normal form `text`; `None` if no query has it.
    pub(crate) fn find(&self, text: &str) -> Option<u32> {
        self.texts.find(text)
    }

    pub(crate) fn len(&self) -> usize {
        self.texts.len()
    }

    pub(crate) fn text(&self, number: u32) -> &str {
        self.texts.get(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_and_white_space_do_not_matter() {
        let forms = NormalForms::of(&["Dog", "cat", " dog ", "CAT"].into_iter().collect());
        assert_eq!([0, 1, 2, 3].map(|query| forms.number(query)), [0, 1, 0, 1]);
        assert_eq!((forms.text(1), forms.find("cat"), forms.find("CAT")), ("cat", Some(1), None));
    }

    #[test]
    fn words_are_lower_case_and_bare() {
        let words: Vec<String> = words(" +Dogs,  \"CATS\" & e-mail! ").collect();
        assert_eq!(words, ["dogs", "cats", "e-mail"]);
    }
}
