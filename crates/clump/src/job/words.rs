//! How words become items, and how many of them may be lost on the way.

use std::path::PathBuf;

use clump_io::{Matching, Unknown};

use super::echo::Echo;
use super::keys::{LossKeys, WordKeys};

/// How words become items.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct WordSettings {
    /// How the text of queries is matched.
    pub matching: Matching,
    /// A file of words that lead elsewhere, or nowhere.
    pub overrides: Option<PathBuf>,
    /// What becomes of words that the taxonomy does not have.
    pub unknown: Unknown,
    /// Whether a run goes on although more than half of the words or of the owners are gone before anything is grouped.
    pub accept_loss: bool,
}

impl WordSettings {
    pub(super) fn take(keys: &mut WordKeys) -> WordSettings {
        WordSettings {
            matching: keys.matching.take().unwrap_or_default(),
            overrides: keys.overrides.take(),
            unknown: keys.unknown.take().unwrap_or_default(),
            accept_loss: false,
        }
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
