//! Sources of the taxonomy tree: WordNet, a file, or the items of the data.
//!
//! A file goes through three steps. The reader of its format makes a draft: places with names, and their
//! parents, right or wrong. `resolve` finds each defect of the draft and makes a tree, with the repairs that
//! the user asked for. [`TaxonomyFile::load`] fails if a defect remains, and [`TaxonomyFile::check`] explains
//! all defects. [`export()`] writes any tree in any of the formats.

use std::path::PathBuf;
use std::sync::OnceLock;

use clump_wordnet::WordNet;
use serde::{Deserialize, Serialize};

use crate::error::ReadError;
use crate::lexicon::{TopicLexicon, TypedLexicon};
use crate::options::Items;

mod draft;
mod export;
mod file;
mod format;
mod formats;
mod generated;
mod resolve;

pub use crate::repair::{Defect, DefectKind, DefectPlace, Repair, RepairCounts};
pub use clump_wordnet::{is_topic, topic_of, topics};
pub use export::{ExportError, Unfit, export};
pub use file::{Chains, Check, LevelCount, Loaded, Survey, TaxonomyFile};
pub use format::TaxonomyFormat;
pub(crate) use generated::{Completion, Made, NewLeaf, ROOT, complete, prefixes, root};

/// The source of the taxonomy tree.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TaxonomySource {
    /// The noun taxonomy of WordNet, which is part of the program.
    #[default]
    WordNet,
    /// The noun taxonomy of WordNet with a node for each of the [`topics`], above its sensitive content.
    Topics,
    /// A file, or a directory of WordNet database files.
    File(TaxonomyFile),
    /// Codes whose ancestors are their prefixes (ICD, ATC, NAICS). The tree is made from the items of the
    /// data under a root `*`. Only prefixes that end in a letter or digit count, so `250.0` is below `250`,
    /// not below `250.`.
    Prefix {
        /// Lengths in characters of the prefixes that are nodes; every length if the list is empty.
        #[serde(default)]
        lengths: Vec<usize>,
    },
    /// A tree without levels: every item of the data is a leaf under the root `*`.
    Flat,
}

/// `wordnet`, `topics`, `flat` or `prefix` (of any length); any other text is the path of a file.
impl From<&str> for TaxonomySource {
    fn from(word: &str) -> TaxonomySource {
        match word {
            "wordnet" => TaxonomySource::WordNet,
            "topics" => TaxonomySource::Topics,
            "flat" => TaxonomySource::Flat,
            "prefix" => TaxonomySource::Prefix { lengths: Vec::new() },
            path => PathBuf::from(path).into(),
        }
    }
}

impl TaxonomySource {
    /// True if the tree is part of the program and needs no file or data.
    pub fn is_built_in(&self) -> bool {
        matches!(self, TaxonomySource::WordNet | TaxonomySource::Topics)
    }

    /// The tree and the repairs that were made in it. WordNet's tree is a copy of the one that the process
    /// has decoded; a file is read.
    ///
    /// # Errors
    /// When the file cannot be read or does not contain one tree; [`ReadError::MadeFromData`] for trees that
    /// are made from the items of the data.
    pub fn load(&self) -> Result<Loaded, ReadError> {
        match self {
            TaxonomySource::WordNet => Ok(WordNet::load().taxonomy().clone().into()),
            TaxonomySource::Topics => Ok(built_in_topics(Items::Senses).tree().clone().into()),
            TaxonomySource::File(file) => file.load(),
            TaxonomySource::Prefix { .. } | TaxonomySource::Flat => Err(ReadError::MadeFromData),
        }
    }
}

/// The words of WordNet in the form in which people type them. Made once per process.
pub(crate) fn built_in_words() -> &'static TypedLexicon<&'static WordNet> {
    static WORDS: OnceLock<TypedLexicon<&'static WordNet>> = OnceLock::new();
    WORDS.get_or_init(|| TypedLexicon::new(WordNet::load()))
}

/// WordNet with a node for each topic. Made once per process for each kind of items.
pub(crate) fn built_in_topics(items: Items) -> &'static TopicLexicon {
    static WORDS: OnceLock<TopicLexicon> = OnceLock::new();
    static SENSES: OnceLock<TopicLexicon> = OnceLock::new();
    match items {
        Items::Words => WORDS.get_or_init(|| TopicLexicon::new(built_in_words(), built_in_words().tree())),
        Items::Senses => {
            SENSES.get_or_init(|| TopicLexicon::new(WordNet::load(), WordNet::load().taxonomy()))
        }
    }
}

impl From<PathBuf> for TaxonomySource {
    /// A file of unknown format. It must contain one tree without repairs.
    fn from(path: PathBuf) -> Self {
        TaxonomySource::File(path.into())
    }
}
