//! What is never published, whatever the number of its owners: what looks like the number or address of a person, what
//! the publisher lists, and what a table cannot carry.
//!
//! Queries, words and clicked addresses are what people typed, so all scanners look at them. Items are names and codes that the
//! publisher gave: a number there is that of a product, and only an e-mail address is withheld.

use std::borrow::Cow;
use std::path::Path;

use clump_core::facts::{FactKind, SEPARATOR};
use clump_scrub::{Class, IN_ADDRESSES, IN_QUERIES, spans};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;

use super::ceilings::FactCeilings;
use super::never::NeverList;
use crate::error::ReadError;
use crate::shapes::{Shape, is_split_number};

/// Why a fact is withheld.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Withheld {
    /// It holds an e-mail address.
    Email,
    /// It holds a telephone number.
    Phone,
    /// It holds the number of a payment card.
    Card,
    /// It holds a social security number.
    Ssn,
    /// It holds the address of a house.
    Address,
    /// It holds a user name in the address of a page.
    User,
    /// It holds seven digits or more, or a day or the address of a computer in parts.
    LongNumber,
    /// The publisher lists it.
    Listed,
    /// It has a word that leads to a ceiling, or below it.
    BelowCeiling,
    /// It holds a control character, which no table can carry.
    Control,
    /// A table with it would make something sensitive too certain.
    TooCertain,
}

impl Withheld {
    /// All of them.
    pub const ALL: [Withheld; 11] = [
        Withheld::Email,
        Withheld::Phone,
        Withheld::Card,
        Withheld::Ssn,
        Withheld::Address,
        Withheld::User,
        Withheld::LongNumber,
        Withheld::Listed,
        Withheld::BelowCeiling,
        Withheld::Control,
        Withheld::TooCertain,
    ];

    /// In a few words for people: several of them.
    pub fn words(self) -> &'static str {
        match self {
            Withheld::Email => "e-mail addresses",
            Withheld::Phone => "telephone numbers",
            Withheld::Card => "card numbers",
            Withheld::Ssn => "social security numbers",
            Withheld::Address => "street addresses",
            Withheld::User => "user names",
            Withheld::LongNumber => "long numbers",
            Withheld::Listed => "terms of the list",
            Withheld::BelowCeiling => "words below a ceiling",
            Withheld::Control => "control characters",
            Withheld::TooCertain => "facts that make something sensitive too certain",
        }
    }

    fn of(class: Class) -> Withheld {
        match class {
            Class::Email => Withheld::Email,
            Class::Phone => Withheld::Phone,
            Class::Card => Withheld::Card,
            Class::Ssn => Withheld::Ssn,
            Class::Address => Withheld::Address,
            Class::User => Withheld::User,
            _ => Withheld::LongNumber,
        }
    }
}

/// The rules of a run.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Rules {
    never: NeverList,
    /// Of one process: machines of many are given none.
    #[serde(skip)]
    ceilings: Option<FactCeilings>,
    /// Normal forms of queries of which one was typed in a way that is withheld.
    as_typed: FxHashMap<String, Withheld>,
}

/// What the text of a column is.
#[derive(Clone, Copy)]
enum Text {
    Typed,
    Address,
    Item,
}

impl Rules {
    /// The rules with the list at `never`, if there is one.
    ///
    /// # Errors
    /// When the list cannot be used.
    pub fn read(never: Option<&Path>) -> Result<Rules, ReadError> {
        let never = never.map(NeverList::read).transpose()?.unwrap_or_default();
        Ok(Rules { never, ceilings: None, as_typed: FxHashMap::default() })
    }

    /// The same rules, which also withhold texts that tell what is below `ceilings`.
    #[must_use]
    pub fn under(self, ceilings: Option<FactCeilings>) -> Rules {
        Rules { ceilings, ..self }
    }

    /// The same rules, which also withhold these normal forms of queries. Of several rules for one form, the first in their
    /// order does.
    #[must_use]
    pub fn and_as_typed(mut self, forms: impl IntoIterator<Item = (String, Withheld)>) -> Rules {
        for (form, rule) in forms {
            let known = self.as_typed.entry(form).or_insert(rule);
            *known = rule.min(*known);
        }
        self
    }

    /// Why a fact is withheld; none if it is not. Texts of several columns are looked at one by one, and two words also
    /// together, in both orders.
    pub fn withhold(&self, kind: FactKind, key: &str) -> Option<Withheld> {
        let mut texts = key.split(SEPARATOR).zip(columns(kind));
        let found = texts.find_map(|(text, &column)| self.text(text, column));
        found.or_else(|| match kind {
            FactKind::WordPair => {
                let (one, other) = key.split_once(SEPARATOR)?;
                let orders = [format!("{one} {other}"), format!("{other} {one}")];
                orders.iter().find_map(|both| self.text(both, Text::Typed))
            }
            _ => None,
        })
    }

    /// Why a cell is withheld; none if it is not.
    pub fn withhold_cell(&self, cell: &str) -> Option<Withheld> {
        self.text(cell, Text::Item)
    }

    fn text(&self, text: &str, column: Text) -> Option<Withheld> {
        if text.contains(char::is_control) {
            return Some(Withheld::Control);
        }
        let plain = plain(text);
        let found = match column {
            Text::Typed => typed(&plain).or_else(|| self.as_typed.get(text).copied()),
            Text::Address => address(&plain),
            Text::Item => first(&plain, &[Class::Email]),
        };
        let listed = || self.never.matches(&plain).then_some(Withheld::Listed);
        found
            .or_else(listed)
            .or_else(|| self.is_below_ceiling(&plain, column).then_some(Withheld::BelowCeiling))
    }

    /// Whether a text tells what is below a ceiling. Items were lifted as they were read; of an address, the words between its
    /// signs are looked at.
    fn is_below_ceiling(&self, text: &str, column: Text) -> bool {
        let Some(ceilings) = &self.ceilings else { return false };
        match column {
            Text::Typed => ceilings.is_told_by(text),
            Text::Address => ceilings.is_told_by(&text.replace(|sign: char| !sign.is_alphanumeric(), " ")),
            Text::Item => false,
        }
    }
}

fn columns(kind: FactKind) -> &'static [Text] {
    match kind {
        FactKind::Query | FactKind::Word => &[Text::Typed],
        FactKind::QueryNext | FactKind::WordPair => &[Text::Typed, Text::Typed],
        FactKind::QueryHost | FactKind::QueryUrl => &[Text::Typed, Text::Address],
        FactKind::Item => &[Text::Item],
        FactKind::ItemPair => &[Text::Item, Text::Item],
    }
}

/// `text` with plain characters for those that only look different, such as a full-width `＠`.
fn plain(text: &str) -> Cow<'_, str> {
    if text.is_ascii() { text.into() } else { text.nfkc().collect::<String>().into() }
}

/// What a text that somebody typed holds.
fn typed(text: &str) -> Option<Withheld> {
    may_hold_some(text).then(|| first(text, IN_QUERIES).or_else(|| number(text)))?
}

fn address(text: &str) -> Option<Withheld> {
    may_hold_some(text).then(|| first(text, IN_ADDRESSES).or_else(|| number(text)))?
}

/// What no scanner finds anything in, at a glance.
fn may_hold_some(text: &str) -> bool {
    text.bytes().any(|byte| byte.is_ascii_digit() || !byte.is_ascii() || b"@%~/=".contains(&byte))
}

fn first(text: &str, classes: &[Class]) -> Option<Withheld> {
    spans(text, classes).next().map(|(class, _)| Withheld::of(class))
}

/// What one word holds, or several numbers that stand side by side.
fn number(text: &str) -> Option<Withheld> {
    let lower = text.to_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    let shape = words.iter().filter_map(|word| Shape::of(word)).find(|shape| shape.is_withheld());
    if let Some(shape) = shape {
        return Some(match shape {
            Shape::Identifier(class) => Withheld::of(class),
            _ => Withheld::LongNumber,
        });
    }
    let is_number = |word: &&str| word.chars().all(char::is_numeric);
    let mut runs = words.chunk_by(|a, b| is_number(a) && is_number(b));
    runs.any(|run| run.len() > 1 && is_split_number(run)).then_some(Withheld::LongNumber)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn withhold(kind: FactKind, key: &str) -> Option<Withheld> {
        Rules::default().withhold(kind, key)
    }

    #[test]
    fn what_looks_like_a_number_of_a_person_is_withheld() {
        for (query, why) in [
            ("mail jane@example.com", Withheld::Email),
            ("jane@aol", Withheld::Email),
            ("call 212-555-0123", Withheld::Phone),
            ("4111111111111111", Withheld::Card),
            ("078-05-1120", Withheld::Ssn),
            ("12 main st", Withheld::Address),
            ("www.example.edu/~jdoe", Withheld::User),
            ("account 12345678", Withheld::LongNumber),
            ("5/5/85", Withheld::LongNumber),
            ("john 555 1234 smith", Withheld::LongNumber),
            ("a\u{7}b", Withheld::Control),
        ] {
            assert_eq!(withhold(FactKind::Query, query), Some(why), "{query}");
        }
        for query in ["dog food", "9/11", "2006 2007 calendar", "windows 98", "mp3 player", "école", ""] {
            assert_eq!(withhold(FactKind::Query, query), None, "{query}");
        }
    }

    #[test]
    fn each_column_is_looked_at_and_two_words_together() {
        assert_eq!(
            withhold(FactKind::QueryUrl, "dog\u{1f}http://a.com/?to=jane@example.com"),
            Some(Withheld::Email)
        );
        assert_eq!(withhold(FactKind::QueryHost, "dog\u{1f}dog.example"), None);
        assert_eq!(withhold(FactKind::WordPair, "1234\u{1f}555"), Some(Withheld::LongNumber));
        assert_eq!(withhold(FactKind::QueryNext, "555\u{1f}dog"), None);
    }

    #[test]
    fn other_forms_of_a_character_hide_nothing() {
        for (kind, key, why) in [
            (FactKind::Query, "john＠gmail.com", Withheld::Email),
            (FactKind::Query, "call ２１２-５５５-０１２３", Withheld::Phone),
            (FactKind::Item, "john＠gmail.com", Withheld::Email),
        ] {
            assert_eq!(withhold(kind, key), Some(why), "{key}");
        }
        assert_eq!(Rules::default().withhold_cell("bob＠x.com"), Some(Withheld::Email));
    }

    #[test]
    fn codes_of_items_are_numbers_of_products() {
        assert_eq!(withhold(FactKind::Item, "4006381333931"), None);
        assert_eq!(withhold(FactKind::ItemPair, "milk\u{1f}jane@example.com"), Some(Withheld::Email));
    }
}
