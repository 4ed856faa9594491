//! Rules by which words become items, and the limit of words lost before grouping.

use std::path::PathBuf;

use clump_io::{Items, Matching, Unknown};

use super::echo::Echo;
use super::keys::{LossKeys, WordKeys};

/// Rules by which words become items.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct WordSettings {
    /// Rule for finding words of the taxonomy in the text of queries.
    pub matching: Matching,
    /// Kind of items: words as typed, or their nodes. If `None`, [`WordSettings::items`] gives the default.
    pub items: Option<Items>,
    /// File of words that are mapped to another node, or dropped.
    pub overrides: Option<PathBuf>,
    /// Rule for words that the taxonomy does not have. If `None`, the default of [`Unknown`] applies.
    pub unknown: Option<Unknown>,
    /// True to continue even if more than half of the words or of the owners are dropped before grouping.
    pub accept_loss: bool,
    /// Nodes in the promise of a finished release, when it is checked against the data.
    pub(crate) guarded: Vec<String>,
}

/// Removes the word for the kind of items (`words` or `senses`) from `items`, and returns its meaning.
pub(crate) fn take_kind(items: &mut Vec<String>) -> Option<Items> {
    let place = items.iter().position(|item| kind(item).is_some())?;
    kind(&items.remove(place))
}

fn kind(word: &str) -> Option<Items> {
    match word {
        "words" => Some(Items::Words),
        "senses" => Some(Items::Senses),
        _ => None,
    }
}

impl WordSettings {
    /// Takes the keys about words. Removes the kind of items from `items`; the others are columns.
    pub(super) fn take(keys: &mut WordKeys, items: &mut Vec<String>) -> WordSettings {
        WordSettings {
            matching: keys.matching.take().unwrap_or_default(),
            items: take_kind(items),
            overrides: keys.overrides.take(),
            unknown: keys.unknown.take(),
            accept_loss: false,
            guarded: Vec::new(),
        }
    }

    /// The kind of items, or the default for the way of matching.
    pub fn items(&self) -> Items {
        self.items.unwrap_or(Items::usual(self.matching))
    }

    pub(super) fn take_loss(&mut self, keys: &mut LossKeys) {
        self.accept_loss = std::mem::take(&mut keys.accept_loss);
    }

    pub(super) fn echo(&self, echo: &mut Echo) {
        echo.put("matching", self.matching);
        echo.put("overrides", &self.overrides);
        echo.put("unknown", &self.unknown);
        echo.put("accept-loss", self.accept_loss);
    }
}
