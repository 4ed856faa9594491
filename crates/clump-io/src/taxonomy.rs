//! Where the tree comes from: WordNet, a file, or the items of the data themselves.

use std::path::{Path, PathBuf};

use clump_core::taxonomy::Taxonomy;
use serde::{Deserialize, Serialize};

mod branches;
mod edges;
mod file;
mod made;

pub(crate) use made::{Made, flat, prefixes};

use crate::error::ReadError;

/// What the tree is made of.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TaxonomySource {
    /// The nouns of WordNet.
    #[default]
    WordNet,
    /// A file.
    File {
        /// Where it is; may be compressed.
        path: PathBuf,
        /// How it is written; told by its lines if not stated.
        #[serde(default)]
        format: Option<TaxonomyFormat>,
        /// What becomes of a name in several branches.
        #[serde(default)]
        repeated: Repeated,
    },
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

/// How a taxonomy file is written. In all of them blank lines and lines that begin with `#` are skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TaxonomyFormat {
    /// `child,parent` or `child<TAB>parent`. A child without a parent is the root.
    Edges,
    /// `leaf;parent;...;root`, the hierarchies of ARX. A value repeated to pad the row counts once.
    Arx,
    /// `root > parent > leaf`.
    Paths,
}

/// What becomes of a name that stands in several branches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Repeated {
    /// It is an error: an item must have one place.
    #[default]
    Error,
    /// The first keeps its name and each later one is called `parent/name`, and is counted. Items of that name are
    /// those of the first.
    Qualify,
}

/// A taxonomy from a file.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The tree.
    pub taxonomy: Taxonomy,
    /// How many nodes were renamed, under [`Repeated::Qualify`].
    pub qualified: u64,
}

/// Reads a taxonomy file. O(size of the file); repeated inner edges of rows and paths are as expected, a repeated row
/// is not.
///
/// # Errors
/// [`ReadError::Taxonomy`] for every way in which the lines are not one tree, with the line.
pub fn load_file(
    path: &Path,
    format: Option<TaxonomyFormat>,
    repeated: Repeated,
) -> Result<Loaded, ReadError> {
    file::load(path, format, repeated)
}
