//! Queries as they were typed, where their normal form would hide what they hold: sorted words are no phrase and no address.

use clump_core::facts::{FactKind, NormalForm};
use rustc_hash::FxHashMap;

use super::FactRequest;
use super::rules::{Rules, Withheld};

/// Which normal forms a rule withholds because of how one of their queries was typed. One entry for each of these, so memory
/// grows with what is withheld and not with the log. Of several rules the first in their order counts, whichever query came first.
#[derive(Default)]
pub(super) struct AsTyped<'r> {
    rules: Option<&'r Rules>,
    withheld: FxHashMap<String, Withheld>,
}

impl<'r> AsTyped<'r> {
    /// Looks at queries with `rules`, if `request` counts them in a form that changes the order of words.
    pub(super) fn new(rules: &'r Rules, request: &FactRequest) -> AsTyped<'r> {
        let is_sorted = request.kind.has_whole_queries() && request.normal_form == NormalForm::Words;
        AsTyped { rules: is_sorted.then_some(rules), withheld: FxHashMap::default() }
    }

    /// Looks at a query, whose normal form is `normal`.
    #[inline]
    pub(super) fn look(&mut self, query: &str, normal: &str) {
        let Some(rules) = self.rules.filter(|_| query != normal) else { return };
        if let Some(rule) = rules.withhold(FactKind::Query, query) {
            let least = self.withheld.get(normal).map_or(rule, |&known| known.min(rule));
            self.withheld.insert(normal.to_owned(), least);
        }
    }

    /// What was found.
    pub(super) fn into_withheld(self) -> FxHashMap<String, Withheld> {
        self.withheld
    }
}
