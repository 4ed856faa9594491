//! The taxonomy of a job, and the part of it that losses are measured in.

use clump_core::taxonomy::unmarked;
use clump_io::taxonomy::{TaxonomyFile, TaxonomyFormat, TaxonomySource, is_topic};
use serde::{Deserialize, Serialize};

use super::echo::Echo;
use super::keys::{ScopeKeys, TreeKeys};
use crate::JobError;

/// The source of the taxonomy, and the part of it in which losses are measured.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct TaxonomySettings {
    /// Source of the tree: built-in, made from the data, or a file.
    pub source: TaxonomySource,
    /// Part of the tree in which losses are measured.
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
    /// Takes the keys of the taxonomy. Format and repairs are only read for a file.
    pub(super) fn take(tree: &mut TreeKeys) -> Result<TaxonomySettings, JobError> {
        let word = tree.taxonomy.take();
        let mut source = match word.as_deref().map(|word| (word, word.strip_prefix("prefix:"))) {
            None => TaxonomySource::WordNet,
            Some((word, None)) => word.into(),
            Some((_, Some(lengths))) => TaxonomySource::Prefix {
                lengths: lengths
                    .split(',')
                    .map(|length| length.trim().parse())
                    .collect::<Result<_, _>>()
                    .map_err(|_| JobError::Value { key: "taxonomy" })?,
            },
        };
        if let TaxonomySource::File(file) = &mut source {
            if let Some(text) = tree.taxonomy_format.take() {
                (file.format, file.language) = format_and_language(&text)?;
            }
            file.repair = std::mem::take(&mut tree.repair);
        }
        Ok(TaxonomySettings { source, scope: Scope::default() })
    }

    /// Replaces plain WordNet by WordNet with topics if one of `names` is a topic. Other trees stay as they
    /// are. `names` are the nodes in guards.
    pub(crate) fn add_topics<'n>(&mut self, names: impl IntoIterator<Item = &'n String>) {
        if self.source == TaxonomySource::WordNet && names.into_iter().any(|name| is_topic(unmarked(name))) {
            self.source = TaxonomySource::Topics;
        }
    }

    pub(super) fn take_scope(&mut self, keys: &mut ScopeKeys) {
        self.scope = keys.scope.take().unwrap_or_default();
    }

    /// Name of a built-in or generated tree, or the path of a file.
    pub fn word(&self) -> String {
        match &self.source {
            TaxonomySource::WordNet => "wordnet".to_owned(),
            TaxonomySource::Topics => "topics".to_owned(),
            TaxonomySource::Flat => "flat".to_owned(),
            TaxonomySource::Prefix { .. } => "prefix".to_owned(),
            TaxonomySource::File(file) => file.path.display().to_string(),
        }
    }

    /// The file of the tree; `None` if it is built-in or made from the data.
    pub fn file(&self) -> Option<&TaxonomyFile> {
        match &self.source {
            TaxonomySource::File(file) => Some(file),
            _ => None,
        }
    }

    pub(super) fn echo(&self, echo: &mut Echo) {
        let file = self.file();
        let format = file.and_then(|file| {
            let language = file.language.iter().map(|language| format!(":{language}"));
            Some(file.format?.word().to_owned() + &language.collect::<String>())
        });
        let lengths = match &self.source {
            TaxonomySource::Prefix { lengths } if !lengths.is_empty() => {
                let lengths: Vec<String> = lengths.iter().map(usize::to_string).collect();
                format!(":{}", lengths.join(","))
            }
            _ => String::new(),
        };
        echo.put("taxonomy", self.word() + &lengths);
        echo.put("taxonomy-format", format);
        echo.put("repair", file.map_or(&[] as &[_], |file| &file.repair));
    }
}

/// Parses a format, such as `skos:de`. Only SKOS supports a language of labels.
fn format_and_language(text: &str) -> Result<(Option<TaxonomyFormat>, Option<String>), JobError> {
    let (name, language) = match text.split_once(':') {
        Some((name, language)) => (name, Some(language.to_owned())),
        None => (text, None),
    };
    match TaxonomyFormat::ALL.into_iter().find(|format| format.word() == name) {
        Some(format) if language.is_none() || format == TaxonomyFormat::Skos => Ok((Some(format), language)),
        _ => Err(JobError::Value { key: "taxonomy-format" }),
    }
}
