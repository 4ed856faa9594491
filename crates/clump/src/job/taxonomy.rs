//! The taxonomy of a job, and the part of it that losses are measured in.

use clump_core::taxonomy::unmarked;
use clump_io::taxonomy::{TaxonomyFile, TaxonomySource, is_topic};
use serde::{Deserialize, Serialize};

use super::echo::Echo;
use super::keys::{ScopeKeys, TreeKeys};

/// The tree that items are generalized in.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct TaxonomySettings {
    /// Source of the tree.
    pub source: TaxonomySource,
    /// Part of the tree that losses are measured in.
    pub scope: Scope,
}

/// Part of the taxonomy in which losses are measured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// The items of the data and their ancestors, as in the paper.
    #[default]
    Pruned,
    /// The whole taxonomy, so that releases can be compared with each other.
    Full,
}

impl Default for TaxonomySettings {
    fn default() -> TaxonomySettings {
        TaxonomySettings { source: TaxonomySource::WordNet, scope: Scope::default() }
    }
}

impl TaxonomySettings {
    /// Takes the keys of the tree: those about files and prefixes only if the source is one.
    pub(super) fn take(tree: &mut TreeKeys, scope: &mut ScopeKeys) -> TaxonomySettings {
        let mut source = tree.taxonomy.take().map_or(TaxonomySource::WordNet, |word| word.as_str().into());
        match &mut source {
            TaxonomySource::WordNet | TaxonomySource::Topics | TaxonomySource::Flat => {}
            TaxonomySource::Prefix { lengths } => *lengths = std::mem::take(&mut scope.prefixes),
            TaxonomySource::File(file) => {
                file.format = tree.taxonomy_format.take();
                file.repair = std::mem::take(&mut tree.repair);
                file.language = tree.language.take();
            }
        }
        TaxonomySettings { source, scope: Scope::default() }
    }

    /// Takes WordNet with topics if one of `names`, which guards name, is a topic. Trees of the user keep
    /// their nodes.
    pub(crate) fn add_topics<'n>(&mut self, names: impl IntoIterator<Item = &'n String>) {
        if self.source == TaxonomySource::WordNet && names.into_iter().any(|name| is_topic(unmarked(name))) {
            self.source = TaxonomySource::Topics;
        }
    }

    pub(super) fn take_scope(&mut self, keys: &mut ScopeKeys) {
        self.scope = keys.scope.take().unwrap_or_default();
    }

    /// The tree as a value of the key `taxonomy`.
    pub fn word(&self) -> String {
        match &self.source {
            TaxonomySource::WordNet => "wordnet".to_owned(),
            TaxonomySource::Topics => "topics".to_owned(),
            TaxonomySource::Flat => "flat".to_owned(),
            TaxonomySource::Prefix { .. } => "prefix".to_owned(),
            TaxonomySource::File(file) => file.path.display().to_string(),
        }
    }

    /// The file that the tree is in, if it is in one.
    pub fn file(&self) -> Option<&TaxonomyFile> {
        match &self.source {
            TaxonomySource::File(file) => Some(file),
            _ => None,
        }
    }

    pub(super) fn echo(&self, echo: &mut Echo) {
        let file = self.file();
        let lengths = match &self.source {
            TaxonomySource::Prefix { lengths } => lengths.as_slice(),
            _ => &[],
        };
        echo.put("taxonomy", self.word());
        echo.put("taxonomy-format", file.and_then(|file| file.format));
        echo.put("repair", file.map_or(&[] as &[_], |file| &file.repair));
        echo.put("language", file.and_then(|file| file.language.as_ref()));
        echo.put("prefixes", lengths);
    }
}
