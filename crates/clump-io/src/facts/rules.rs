//! Rules that exclude facts whatever their number of owners: identifiers of persons, the publisher's list,
//! and texts that a table cannot contain.
//!
//! `clump-scrub` finds numbers and addresses of persons. The caller states the origin of each text: a typed
//! query, a clicked address or an item.

use std::path::Path;

use clump_core::facts::{FactKind, NormalForm, SEPARATOR, TableSpec};
use clump_scrub::{Class, Text, find, plain};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::FactRequest;
use super::ceilings::{FactCeilings, FactCertainty};
use crate::error::ReadError;
use crate::never::NeverList;

/// Rule that excludes a fact from publication.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ExclusionRule {
    /// The text contains an e-mail address.
    Email,
    /// The text contains a telephone number.
    Phone,
    /// The text contains the number of a payment card.
    Card,
    /// The text contains a social security number.
    Ssn,
    /// The text contains the postal address of a house.
    Address,
    /// The address of a web page contains a user name.
    User,
    /// The text contains the number of a passport or another document.
    Passport,
    /// The text contains the number of a bank account.
    Account,
    /// The text contains the number of a vehicle.
    Vehicle,
    /// The text contains the address of a device in a network.
    Device,
    /// The text contains the coordinates of a place.
    Coordinates,
    /// The text contains at least seven digits, a date, or an IP address.
    LongNumber,
    /// The publisher's list contains a term of the text.
    Listed,
    /// A word of the text maps to a ceiling or to a node below one.
    BelowCeiling,
    /// The text contains a control character, which a table cannot represent.
    Control,
    /// A table with the fact would reveal too much about a sensitive item.
    TooCertain,
}

impl ExclusionRule {
    /// Name of the excluded texts for people, in the plural, such as "e-mail addresses".
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

/// All rules that exclude facts in one run.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Rules {
    never: NeverList,
    /// Ceilings of the run; `None` on a machine of a cluster, because they work in one process only.
    #[serde(skip)]
    ceilings: Option<FactCeilings>,
    /// Limit on certainty; `None` on a machine of a cluster, because it works in one process only.
    #[serde(skip)]
    certainty: Option<FactCertainty>,
    /// Normal forms of queries that are excluded because of the way in which an owner typed one of them.
    as_typed: FxHashMap<String, ExclusionRule>,
}

impl Rules {
    /// Reads the publisher's list from the file `never`; `None` means no list.
    pub fn read(never: Option<&Path>) -> Result<Rules, ReadError> {
        let never = never.map(NeverList::read).transpose()?.unwrap_or_default();
        Ok(Rules { never, ceilings: None, certainty: None, as_typed: FxHashMap::default() })
    }

    /// Adds the guards of `request`: its ceilings and its limit on certainty. They exclude texts and cells
    /// that have a word below a ceiling, and cells that have a sensitive word.
    #[must_use]
    pub fn guarding(self, request: &FactRequest) -> Rules {
        Rules { ceilings: request.ceilings.clone(), certainty: request.certainty.clone(), ..self }
    }

    /// Also excludes these normal forms of queries. If several rules exclude one form, the first in the order
    /// of [`ExclusionRule`] is reported.
    #[must_use]
    pub fn and_as_typed(mut self, forms: impl IntoIterator<Item = (String, ExclusionRule)>) -> Rules {
        for (form, rule) in forms {
            let known = self.as_typed.entry(form).or_insert(rule);
            *known = rule.min(*known);
        }
        self
    }

    /// Rule that excludes the fact `key`; `None` if no rule does. Each column of the key is checked alone. A
    /// pair of words is also checked as a phrase, in both orders.
    pub fn exclude(&self, kind: FactKind, key: &str) -> Option<ExclusionRule> {
        let columns = columns(kind).iter().copied().chain(std::iter::repeat(Text::Item));
        let width = kind.columns().len();
        let mut texts = key.split(SEPARATOR).zip(columns).enumerate();
        let found = texts.find_map(|(place, (text, column))| {
            let found = self.text(text, column);
            // The value of a further column is like the name of a cell.
            if place < width { found } else { found.or_else(|| self.exclude_cell(text)) }
        });
        found.or_else(|| match kind {
            FactKind::WordPair => {
                let mut words = key.split(SEPARATOR);
                let (one, other) = (words.next()?, words.next()?);
                let orders = [format!("{one} {other}"), format!("{other} {one}")];
                orders.iter().find_map(|both| self.text(both, Text::Query))
            }
            _ => None,
        })
    }

    /// Rule that excludes a cell, maybe for a word below a ceiling or a sensitive word; `None` if no rule
    /// does.
    pub fn exclude_cell(&self, cell: &str) -> Option<ExclusionRule> {
        cell.split(SEPARATOR).find_map(|text| self.exclude_value(text))
    }

    fn exclude_value(&self, cell: &str) -> Option<ExclusionRule> {
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
        FactKind::Columns => &[],
    }
}

/// Result of judging one fact or one cell for publication.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judgment {
    /// True if the fact or cell has enough owners.
    pub is_enough: bool,
    /// Rule that excludes the fact or cell; `None` if no rule does, or if the rules were not checked.
    pub rule: Option<ExclusionRule>,
}

impl Judgment {
    /// True if the fact or cell may be published.
    pub fn is_kept(self) -> bool {
        self.is_enough && self.rule.is_none()
    }
}

/// Decides which facts and cells may be published, by their number of owners and the rules.
#[derive(Debug)]
pub struct Judge<'r> {
    request: &'r FactRequest,
    rules: &'r Rules,
}

impl<'r> Judge<'r> {
    /// Uses the thresholds of `request` and the given `rules`.
    pub fn new(request: &'r FactRequest, rules: &'r Rules) -> Judge<'r> {
        Judge { request, rules }
    }

    /// Judges a fact of the table `spec` that `owners` owners have. No rule is checked for one owner, because k is at
    /// least 2.
    pub fn fact(&self, spec: &TableSpec, fact: &str, owners: u64) -> Judgment {
        Judgment {
            is_enough: owners >= self.request.thresholds.k as u64,
            rule: if owners > 1 { self.rules.exclude(spec.kind, fact) } else { None },
        }
    }

    /// Judges a cell, with `owners` owners, of a fact that is published. Lines with an unknown cell have an
    /// empty one, which is never published.
    pub fn cell(&self, cell: &str, owners: u64) -> Judgment {
        let is_enough = owners >= self.request.thresholds.k_cell as u64 && !cell.is_empty();
        Judgment { is_enough, rule: if is_enough { self.rules.exclude_cell(cell) } else { None } }
    }

    /// Judges a fact, or one cell of it, if owners count in a limited number of facts and `owners` of them
    /// count in this one. A cell of an excluded fact is not reported as excluded.
    pub fn bounded(&self, spec: &TableSpec, fact: &str, cell: Option<&str>, owners: u64) -> Judgment {
        let is_enough = owners >= self.request.thresholds.k as u64;
        // Most facts have too few owners, so the slow check of the rules is skipped for them.
        let of_fact = if is_enough { self.rules.exclude(spec.kind, fact) } else { None };
        match cell {
            None => Judgment { is_enough, rule: of_fact },
            Some(_) if of_fact.is_some() => Judgment { is_enough: false, rule: None },
            Some(cell) if is_enough => Judgment { is_enough, rule: self.rules.exclude_cell(cell) },
            Some(_) => Judgment { is_enough, rule: None },
        }
    }
}

/// Checks queries as they were typed, before normalization sorts their words. The effect on a query that a
/// rule excludes depends on noise:
///
/// - *Without noise*, its normal form is excluded for all owners. Memory holds one entry per such form, so it
///   grows with the excluded forms and not with the log. The first rule in the order of rules is reported,
///   whichever query came first.
/// - *With noise*, one owner must not decide what is published of others. The query is counted as it was
///   typed, and the rule excludes that text. The same words of other owners, typed in a harmless order, are
///   a fact of their own.
#[derive(Default)]
pub(super) struct AsTyped<'r> {
    rules: Option<&'r Rules>,
    has_noise: bool,
    /// Normal forms that are excluded for all owners, with the rule.
    pub excluded: FxHashMap<String, ExclusionRule>,
}

impl<'r> AsTyped<'r> {
    /// Checks queries with `rules`, if `request` normalizes queries by sorting their words.
    pub(super) fn new(rules: &'r Rules, request: &FactRequest) -> AsTyped<'r> {
        let has_queries = request.tables.iter().any(|table| table.kind.has_whole_queries());
        let is_sorted = has_queries && request.normal_form == NormalForm::Words;
        AsTyped {
            rules: is_sorted.then_some(rules),
            has_noise: request.bounding.is_some(),
            excluded: FxHashMap::default(),
        }
    }

    /// Text under which `query` is counted; `normal` is the normal form of `query`.
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
