//! Where the tree comes from: WordNet, a file, or the items of the data themselves.
//!
//! A file goes through three steps. Its format's reader makes a draft of it: places with names, and who is below whom,
//! right or wrong. `resolve` finds each defect of the draft and makes a tree of it, with the repairs that the user asked
//! for. [`TaxonomyFile::load`] refuses what is left, [`TaxonomyFile::check`] explains it. [`export()`] writes any tree in
//! any of the formats.

use std::path::PathBuf;
#[cfg(feature = "wordnet")]
use std::sync::OnceLock;

use clump_core::built::{BuiltWithout, Feature};
use clump_core::taxonomy::Taxonomy;
use clump_wordnet::WordNet;
use serde::{Deserialize, Serialize};

use crate::error::ReadError;
use crate::items::Items;
use crate::lexicon::TypedLexicon;
use crate::word_mapper::WordMapper;

mod check;
mod completed;
mod defect;
mod draft;
mod export;
mod file;
mod format;
mod formats;
mod made;
mod repair;
mod resolve;
mod text;

pub use check::{Chains, Check, LevelCount, Survey};
pub(crate) use completed::{Completion, NewLeaf, complete};
pub use defect::{Defect, DefectKind, Place};
pub use export::{ExportError, Unfit, export};
pub use file::{Loaded, TaxonomyFile};
pub use format::TaxonomyFormat;
pub(crate) use made::{Made, prefixes, root};
pub use repair::{Repair, RepairCounts};

/// What the tree is made of.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TaxonomySource {
    /// The nouns of WordNet.
    #[default]
    WordNet,
    /// A file, or a directory of WordNet database files.
    File(TaxonomyFile),
    /// Codes whose ancestors are their prefixes (ICD, ATC, NAICS), made from the items of the data under a root `*`.
    /// Only prefixes that end in a letter or digit count, so `250.0` is below `250`, not below `250.`.
    Prefix {
        /// The prefixes that are nodes, in characters; every length if empty.
        #[serde(default)]
        lengths: Vec<usize>,
    },
    /// No tree: every item of the data is a leaf under the root `*`.
    Flat,
}

/// `wordnet`, `flat`, `prefix` (of any length), or the path of a file.
impl From<&str> for TaxonomySource {
    fn from(word: &str) -> TaxonomySource {
        match word {
            "wordnet" => TaxonomySource::WordNet,
            "flat" => TaxonomySource::Flat,
            "prefix" => TaxonomySource::Prefix { lengths: Vec::new() },
            path => TaxonomySource::File(TaxonomyFile {
                path: PathBuf::from(path),
                format: None,
                repair: Vec::new(),
                language: None,
            }),
        }
    }
}

impl TaxonomySource {
    /// Whether this build has what the tree is made of.
    ///
    /// # Errors
    /// When the feature that brings it was left out.
    pub fn available(&self) -> Result<(), BuiltWithout> {
        match self {
            TaxonomySource::WordNet if cfg!(not(feature = "wordnet")) => Err(BuiltWithout(Feature::Wordnet)),
            _ => Ok(()),
        }
    }

    /// The tree on its own, with what was repaired in it. That of WordNet is copied from the one that the process has
    /// decoded; a file is read.
    ///
    /// # Errors
    /// When the file cannot be read or is no tree, when this build has no WordNet, and [`ReadError::MadeFromData`] for
    /// trees that only exist together with data.
    pub fn load(&self) -> Result<Loaded, ReadError> {
        match self {
            TaxonomySource::WordNet => Ok(built_in()?.taxonomy().clone().into()),
            TaxonomySource::File(file) => file.load(),
            TaxonomySource::Prefix { .. } | TaxonomySource::Flat => Err(ReadError::MadeFromData),
        }
    }
}

impl TaxonomySource {
    /// The tree before data complete it: that of [`load`](TaxonomySource::load), and where items are words of WordNet the
    /// nodes of shapes beside it. A mere root where all of it is made from data.
    ///
    /// # Errors
    /// When the file cannot be read or is no tree, or when this build has no WordNet.
    pub fn given(&self, items: Items) -> Result<Taxonomy, ReadError> {
        WordMapper::given(self, items)
    }
}

/// The WordNet of this build.
#[cfg(feature = "wordnet")]
pub(crate) fn built_in() -> Result<&'static WordNet, BuiltWithout> {
    Ok(WordNet::load())
}

/// The error that this build has none.
#[cfg(not(feature = "wordnet"))]
pub(crate) fn built_in() -> Result<&'static WordNet, BuiltWithout> {
    Err(BuiltWithout(Feature::Wordnet))
}

/// The words of the WordNet of this build as they are typed. Made once a process.
#[cfg(feature = "wordnet")]
pub(crate) fn built_in_words() -> Result<&'static TypedLexicon<&'static WordNet>, BuiltWithout> {
    static WORDS: OnceLock<TypedLexicon<&'static WordNet>> = OnceLock::new();
    Ok(WORDS.get_or_init(|| TypedLexicon::new(WordNet::load())))
}

/// The error that this build has none.
#[cfg(not(feature = "wordnet"))]
pub(crate) fn built_in_words() -> Result<&'static TypedLexicon<&'static WordNet>, BuiltWithout> {
    Err(BuiltWithout(Feature::Wordnet))
}

impl From<PathBuf> for TaxonomySource {
    /// A file of any format, which must be one tree as it stands.
    fn from(path: PathBuf) -> Self {
        TaxonomySource::File(path.into())
    }
}
