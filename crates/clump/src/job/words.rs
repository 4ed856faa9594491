//! Rules by which words become items, and by which words may be lost on the way.

use std::path::PathBuf;

use clump_io::{Items, Matching, Unknown};

use super::echo::Echo;
use super::keys::{LossKeys, WordKeys};

/// Rules by which words become items.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct WordSettings {
    /// Rule for matching the text of queries.
    pub matching: Matching,
    /// Kind of items; [`WordSettings::items`] gives the default.
    pub items: Option<Items>,
    /// A file of words that get another node, or none.
    pub overrides: Option<PathBuf>,
    /// Rule for words that the taxonomy does not have; [`Unknown`] has the default.
    pub unknown: Option<Unknown>,
    /// True if a run goes on although more than half of the words or of the owners are gone before anything
    /// is grouped.
    pub accept_loss: bool,
    /// Nodes that guards of a release are about, where the release is read again.
    pub(crate) guarded: Vec<String>,
}

/// Takes the word for a kind of items from the names of columns.
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
    /// Takes the kind of items out of `items`; the rest of `items` are columns.
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

    /// Kind of items.
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
