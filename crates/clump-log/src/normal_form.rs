//! When two queries are the same: when they differ in nothing but case and white space.

use clump_core::containers::Interner;
use clump_core::names::Names;
use rayon::prelude::*;

/// `query` in lower case, without white space around it and with one blank where it had white space inside. The normal
/// form of a normal form is itself.
///
/// An accent that is a character of its own and one that is not make two texts, as do synonyms: they are counted apart, so
/// what asks for many owners drops more, never less.
pub fn normal_form(query: &str) -> String {
    let mut normal = String::with_capacity(query.len());
    for word in query.split_whitespace() {
        if !normal.is_empty() {
            normal.push(' ');
        }
        normal.push_str(&word.to_lowercase());
    }
    normal
}

/// The distinct normal forms of the queries of a log.
pub(crate) struct NormalForms {
    /// By number, in the order of first appearance.
    texts: Interner,
    /// By number of the query as written.
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

    /// The number of the normal form of `query`.
    pub(crate) fn number(&self, query: u32) -> u32 {
        self.numbers[query as usize]
    }

    /// All of them, by number.
    pub(crate) fn texts(&self) -> impl ExactSizeIterator<Item = &str> {
        self.texts.names().iter()
    }

    /// The number of a text that is the normal form of a query.
    pub(crate) fn find(&self, text: &str) -> Option<u32> {
        self.texts.find(text)
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.texts.len()
    }

    /// The normal form with `number`.
    pub(crate) fn text(&self, number: u32) -> &str {
        self.texts.get(number)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_normal_form_is_its_own(query in ".*") {
            let normal = normal_form(&query);
            prop_assert_eq!(normal_form(&normal), normal);
        }
    }

    #[test]
    fn case_and_white_space_do_not_matter() {
        assert_eq!(normal_form("  Dog\t FOOD  brands "), "dog food brands");
        assert_eq!(normal_form(" \t "), "");
        let forms = NormalForms::of(&["Dog", "cat", " dog ", "CAT"].into_iter().collect());
        assert_eq!([0, 1, 2, 3].map(|query| forms.number(query)), [0, 1, 0, 1]);
        assert_eq!((forms.text(1), forms.find("cat"), forms.find("CAT")), ("cat", Some(1), None));
    }
}
