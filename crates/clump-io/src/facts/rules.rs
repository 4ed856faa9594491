//! Rules that exclude facts, whatever their number of owners: identifiers of persons, the publisher's list,
//! and texts that a table cannot carry.
//!
//! `clump-scrub` finds the numbers and addresses of persons. The caller states the origin of each text: a
//! typed query, a clicked address or an item.

use std::path::Path;

use clump_core::facts::{FactKind, NormalForm, SEPARATOR};
use clump_scrub::{Class, Text, find, plain};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::FactRequest;
use super::ceilings::{FactCeilings, FactCertainty};
use crate::error::ReadError;
use crate::never::NeverList;

/// The rule that excludes a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ExclusionRule {
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
    /// It holds the number of a passport or another document.
    Passport,
    /// It holds the number of a bank account.
    Account,
    /// It holds the number of a vehicle.
    Vehicle,
    /// It holds the address of a device in a network.
    Device,
    /// It holds the coordinates of a place.
    Coordinates,
    /// It holds seven digits or more, a date, or an IP address.
    LongNumber,
    /// The publisher lists it.
    Listed,
    /// It has a word that leads to a ceiling, or below it.
    BelowCeiling,
    /// It holds a control character, which no table can carry.
    Control,
    /// A table with it would reveal too much about something sensitive.
    TooCertain,
}

impl ExclusionRule {
    /// A few words for people, in the plural.
    pub fn words(self) -> &'static str {
        match self {
            ExclusionRule::Email => "e-mail addresses",
            ExclusionRule::Phone => "telephone numbers",
            ExclusionRule::Card => "card numbers",
            ExclusionRule::Ssn => "social security numbers",
            ExclusionRule::Address => "street addresses",
            ExclusionRule::User => "user names",
            ExclusionRule::Passport => "passport numbers",
            ExclusionRule::Account => "bank accounts",
            ExclusionRule::Vehicle => "vehicle numbers",
            ExclusionRule::Device => "addresses of devices",
            ExclusionRule::Coordinates => "coordinates",
            ExclusionRule::LongNumber => "long numbers",
            ExclusionRule::Listed => "terms of the list",
            ExclusionRule::BelowCeiling => "words below a ceiling",
            ExclusionRule::Control => "control characters",
            ExclusionRule::TooCertain => "facts that make something sensitive too certain",
        }
    }

    fn of(class: Class) -> ExclusionRule {
        match class {
            Class::Email => ExclusionRule::Email,
            Class::Phone => ExclusionRule::Phone,
            Class::Card => ExclusionRule::Card,
            Class::Ssn => ExclusionRule::Ssn,
            Class::Address => ExclusionRule::Address,
            Class::User => ExclusionRule::User,
            Class::Passport => ExclusionRule::Passport,
            Class::Account => ExclusionRule::Account,
            Class::Vehicle => ExclusionRule::Vehicle,
            Class::Device => ExclusionRule::Device,
            Class::Coordinates => ExclusionRule::Coordinates,
            _ => ExclusionRule::LongNumber,
        }
    }
}

/// The rules of a run.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Rules {
    never: NeverList,
    /// Used in one process only: machines of a cluster get none.
    #[serde(skip)]
    ceilings: Option<FactCeilings>,
    /// In one process only, too.
    #[serde(skip)]
    certainty: Option<FactCertainty>,
    /// Normal forms of queries that are excluded because one of their queries was typed in a way that a rule
    /// excludes.
    as_typed: FxHashMap<String, ExclusionRule>,
}

impl Rules {
    /// The rules with the list at `never`, if there is one.
    pub fn read(never: Option<&Path>) -> Result<Rules, ReadError> {
        let never = never.map(NeverList::read).transpose()?.unwrap_or_default();
        Ok(Rules { never, ceilings: None, certainty: None, as_typed: FxHashMap::default() })
    }

    /// The same rules, which also exclude texts with words below the ceilings of `request`, and cells that are
    /// sensitive themselves.
    #[must_use]
    pub fn guarding(self, request: &FactRequest) -> Rules {
        Rules { ceilings: request.ceilings.clone(), certainty: request.certainty.clone(), ..self }
    }

    /// The same rules, which also exclude these normal forms of queries. Of several rules for one form, the
    /// first in their order counts.
    #[must_use]
    pub fn and_as_typed(mut self, forms: impl IntoIterator<Item = (String, ExclusionRule)>) -> Rules {
        for (form, rule) in forms {
            let known = self.as_typed.entry(form).or_insert(rule);
            *known = rule.min(*known);
        }
        self
    }

    /// The rule that excludes a fact; `None` if no rule does. Texts of several columns are checked one by
    /// one. Two words are also checked together, in both orders.
    pub fn exclude(&self, kind: FactKind, key: &str) -> Option<ExclusionRule> {
        let mut texts = key.split(SEPARATOR).zip(columns(kind));
        let found = texts.find_map(|(text, &column)| self.text(text, column));
        found.or_else(|| match kind {
            FactKind::WordPair => {
                let (one, other) = key.split_once(SEPARATOR)?;
                let orders = [format!("{one} {other}"), format!("{other} {one}")];
                orders.iter().find_map(|both| self.text(both, Text::Query))
            }
            _ => None,
        })
    }

    /// The rule that excludes a cell; `None` if no rule does. A word of it may be below a ceiling, or sensitive.
    pub fn exclude_cell(&self, cell: &str) -> Option<ExclusionRule> {
        let told = |is_told: bool, rule| is_told.then_some(rule);
        let (ceilings, certainty) = (self.ceilings.as_ref(), self.certainty.as_ref());
        self.text(cell, Text::Item)
            .or_else(|| told(ceilings?.is_told_by(&plain(cell)), ExclusionRule::BelowCeiling))
            .or_else(|| told(certainty?.is_told_by(&plain(cell)), ExclusionRule::TooCertain))
    }

    fn text(&self, text: &str, column: Text) -> Option<ExclusionRule> {
        if text.contains(char::is_control) {
            return Some(ExclusionRule::Control);
        }
        let found = find(text, column).map(ExclusionRule::of);
        let as_typed = || self.as_typed.get(text).copied().filter(|_| column == Text::Query);
        let listed = || self.never.matches(text).then_some(ExclusionRule::Listed);
        found
            .or_else(as_typed)
            .or_else(listed)
            .or_else(|| self.is_below_ceiling(&plain(text), column).then_some(ExclusionRule::BelowCeiling))
    }

    fn is_below_ceiling(&self, text: &str, column: Text) -> bool {
        let Some(ceilings) = &self.ceilings else { return false };
        match column {
            Text::Query => ceilings.is_told_by(text),
            Text::Link => ceilings.is_told_by(&text.replace(|sign: char| !sign.is_alphanumeric(), " ")),
            Text::Item => false,
        }
    }
}

fn columns(kind: FactKind) -> &'static [Text] {
    match kind {
        FactKind::Query | FactKind::Word => &[Text::Query],
        FactKind::QueryNext | FactKind::WordPair => &[Text::Query, Text::Query],
        FactKind::QueryHost | FactKind::QueryUrl => &[Text::Query, Text::Link],
        FactKind::Item => &[Text::Item],
        FactKind::ItemPair => &[Text::Item, Text::Item],
    }
}

/// The judgment of a fact, or of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judgment {
    /// True if it has enough owners.
    pub is_enough: bool,
    /// The rule that excludes it; `None` if no rule does, or if no rule was applied.
    pub rule: Option<ExclusionRule>,
}

impl Judgment {
    /// True if it may be published.
    pub fn is_kept(self) -> bool {
        self.is_enough && self.rule.is_none()
    }
}

/// Judges facts: their numbers of owners, and the rules that exclude them.
#[derive(Debug)]
pub struct Judge<'r> {
    request: &'r FactRequest,
    rules: &'r Rules,
}

impl<'r> Judge<'r> {
    /// Judges what `request` asks for by `rules`.
    pub fn new(request: &'r FactRequest, rules: &'r Rules) -> Judge<'r> {
        Judge { request, rules }
    }

    /// Judges a fact of so many owners. A fact of one owner is not published, so no rule is applied to it.
    pub fn fact(&self, fact: &str, owners: u64) -> Judgment {
        Judgment {
            is_enough: owners >= self.request.thresholds.k as u64,
            rule: if owners > 1 { self.rules.exclude(self.request.kind, fact) } else { None },
        }
    }

    /// Judges a cell, with so many owners, of a kept fact. Lines with an unknown cell are in an empty one,
    /// which is never published.
    pub fn cell(&self, cell: &str, owners: u64) -> Judgment {
        let is_enough = owners >= self.request.thresholds.k_cell as u64 && !cell.is_empty();
        Judgment { is_enough, rule: if is_enough { self.rules.exclude_cell(cell) } else { None } }
    }

    /// Judges a fact, or a cell of one, in which so many bounded owners count. A cell of an excluded fact
    /// does not count as an excluded cell.
    pub fn bounded(&self, fact: &str, cell: Option<&str>, owners: u64) -> Judgment {
        let is_enough = owners >= self.request.thresholds.k as u64;
        // Most facts have too few owners, and no rule is applied to them.
        let of_fact = if is_enough { self.rules.exclude(self.request.kind, fact) } else { None };
        match cell {
            None => Judgment { is_enough, rule: of_fact },
            Some(_) if of_fact.is_some() => Judgment { is_enough: false, rule: None },
            Some(cell) if is_enough => Judgment { is_enough, rule: self.rules.exclude_cell(cell) },
            Some(_) => Judgment { is_enough, rule: None },
        }
    }
}

/// Looks at queries before they lose the order of their words. The result for a query that a rule excludes
/// depends on noise:
///
/// - *Without noise*, its normal form is excluded for all owners. One entry for each of these, so memory
///   grows with what is excluded and not with the log. Of several rules the first in their order counts,
///   whichever query came first.
/// - *With noise*, one owner must not decide what is published of others. The query is counted as it was
///   typed, and the rule excludes that text. The same words of other owners, typed in a harmless order, are
///   a fact of their own.
#[derive(Default)]
pub(super) struct AsTyped<'r> {
    rules: Option<&'r Rules>,
    has_noise: bool,
    /// The normal forms that are excluded for all owners.
    pub excluded: FxHashMap<String, ExclusionRule>,
}

impl<'r> AsTyped<'r> {
    /// Looks at queries with `rules`, if `request` counts them in a form that changes the order of words.
    pub(super) fn new(rules: &'r Rules, request: &FactRequest) -> AsTyped<'r> {
        let is_sorted = request.kind.has_whole_queries() && request.normal_form == NormalForm::Words;
        AsTyped {
            rules: is_sorted.then_some(rules),
            has_noise: request.bounding.is_some(),
            excluded: FxHashMap::default(),
        }
    }

    /// The text as which `query` is counted, whose normal form is `normal`.
    #[inline]
    pub(super) fn text<'q>(&mut self, query: &'q str, normal: &'q str) -> &'q str {
        let Some(rules) = self.rules.filter(|_| query != normal) else { return normal };
        match rules.exclude(FactKind::Query, query) {
            Some(_) if self.has_noise => query,
            Some(rule) => {
                let least = self.excluded.get(normal).map_or(rule, |&known| known.min(rule));
                self.excluded.insert(normal.to_owned(), least);
                normal
            }
            None => normal,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exclude(kind: FactKind, key: &str) -> Option<ExclusionRule> {
        Rules::default().exclude(kind, key)
    }

    #[test]
    fn what_looks_like_a_number_of_a_person_is_excluded() {
        for (query, why) in [
            ("mail jane@example.com", ExclusionRule::Email),
            ("jane@aol", ExclusionRule::Email),
            ("call 212-555-0123", ExclusionRule::Phone),
            ("4111111111111111", ExclusionRule::Card),
            ("078-05-1120", ExclusionRule::Ssn),
            ("12 main st", ExclusionRule::Address),
            ("www.example.edu/~jdoe", ExclusionRule::User),
            ("account 12345678", ExclusionRule::LongNumber),
            ("5/5/85", ExclusionRule::LongNumber),
            ("john 555 1234 smith", ExclusionRule::LongNumber),
            ("ssn 123, 45, 6789", ExclusionRule::Ssn),
            ("de89 3704 0044 0532 0130 00", ExclusionRule::Account),
            ("1HGCM82633A004352", ExclusionRule::Vehicle),
            ("00:1a:2b:3c:4d:5e", ExclusionRule::Device),
            ("40.7128, -74.0060", ExclusionRule::Coordinates),
            ("passport c01x00t47", ExclusionRule::Passport),
            ("a\u{7}b", ExclusionRule::Control),
        ] {
            assert_eq!(exclude(FactKind::Query, query), Some(why), "{query}");
        }
        for query in ["dog food", "9/11", "2006 2007 calendar", "windows 98", "mp3 player", "école", ""] {
            assert_eq!(exclude(FactKind::Query, query), None, "{query}");
        }
    }

    #[test]
    fn each_column_is_looked_at_and_two_words_together() {
        assert_eq!(
            exclude(FactKind::QueryUrl, "dog\u{1f}http://a.com/?to=jane@example.com"),
            Some(ExclusionRule::Email)
        );
        assert_eq!(exclude(FactKind::QueryHost, "dog\u{1f}dog.example"), None);
        assert_eq!(exclude(FactKind::WordPair, "1234\u{1f}555"), Some(ExclusionRule::LongNumber));
        assert_eq!(exclude(FactKind::QueryNext, "555\u{1f}dog"), None);
    }

    #[test]
    fn other_forms_of_a_character_hide_nothing() {
        for (kind, key, why) in [
            (FactKind::Query, "john＠gmail.com", ExclusionRule::Email),
            (FactKind::Query, "call ２１２-５５５-０１２３", ExclusionRule::Phone),
            (FactKind::Item, "john＠gmail.com", ExclusionRule::Email),
        ] {
            assert_eq!(exclude(kind, key), Some(why), "{key}");
        }
        assert_eq!(Rules::default().exclude_cell("bob＠x.com"), Some(ExclusionRule::Email));
    }

    #[test]
    fn codes_of_items_are_numbers_of_products() {
        assert_eq!(exclude(FactKind::Item, "4006381333931"), None);
        assert_eq!(exclude(FactKind::Item, "mueller tel 0171 2345678"), Some(ExclusionRule::Phone));
        assert_eq!(exclude(FactKind::ItemPair, "milk\u{1f}jane@example.com"), Some(ExclusionRule::Email));
    }
}
