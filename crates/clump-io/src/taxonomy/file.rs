//! Taxonomy files. Loading a file gives a tree, or an error with its first defect. Checking it gives all
//! defects, with their lines and repairs. A survey finds peculiarities of a tree that affect losses.

use std::path::PathBuf;

use clump_core::taxonomy::{Taxonomy, unmarked};
use clump_wordnet::WordNet;
use serde::{Deserialize, Serialize};

use super::format::TaxonomyText;
use super::resolve::{Resolved, resolve};
use super::{TaxonomyFormat, formats};
use crate::error::ReadError;
use crate::input::Input;
use crate::lexicon::{Lexicon, NameLexicon, TypedLexicon};
use crate::options::Items;
use crate::repair::{Defect, Repair, RepairCounts};

/// A taxonomy in a file, and the settings for reading it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TaxonomyFile {
    /// Path of the file, which may be compressed, or of a folder of WordNet database files.
    pub path: PathBuf,
    /// Format of the file; detected from its text if `None`.
    #[serde(default)]
    pub format: Option<TaxonomyFormat>,
    /// The repairs that may be made so that the file becomes one tree.
    #[serde(default)]
    pub repair: Vec<Repair>,
    /// The language of labels, for formats with labels in several languages; English if `None`.
    #[serde(default)]
    pub language: Option<String>,
}

/// A taxonomy that was read from a file.
pub struct Loaded {
    /// The tree of the file, after the repairs.
    pub taxonomy: Taxonomy,
    /// Numbers of the repairs that were made.
    pub repaired: RepairCounts,
    words: Option<WordNet>,
}

impl From<PathBuf> for TaxonomyFile {
    /// A file of unknown format. It must contain one tree without repairs.
    fn from(path: PathBuf) -> Self {
        TaxonomyFile { path, format: None, repair: Vec::new(), language: None }
    }
}

impl TaxonomyFile {
    /// Reads the tree. O(size of the file), without recursion: a chain of 100,000 nodes is a valid taxonomy.
    ///
    /// # Errors
    /// [`ReadError::Taxonomy`] with the first kind of defect without a permitted repair, and its lines.
    pub fn load(&self) -> Result<Loaded, ReadError> {
        let (Check { taxonomy, defects, repaired, .. }, words) = self.read()?;
        if let Some(words) = words {
            return Ok(words.into());
        }
        match defects.into_iter().find(|defect| defect.repaired.is_none()) {
            Some(source) => Err(ReadError::Taxonomy { file: self.input(), source }),
            None if would_be_marked_twice(&taxonomy) => Err(ReadError::MarkedTwice { file: self.input() }),
            None => Ok(Loaded { taxonomy, repaired, words: None }),
        }
    }

    /// Reads the file and lists all its defects. O(size of the file).
    pub fn check(&self) -> Result<Check, ReadError> {
        Ok(self.read()?.0)
    }

    fn read(&self) -> Result<(Check, Option<WordNet>), ReadError> {
        let is_database =
            self.path.is_dir() && self.format.is_none_or(|format| format == TaxonomyFormat::Wordnet);
        if is_database || self.format == Some(TaxonomyFormat::Wordnet) {
            if self.language.is_some() {
                return Err(ReadError::IdleLanguage { file: self.input() });
            }
            let words = formats::wordnet(&self.path)?;
            let check = Check {
                format: TaxonomyFormat::Wordnet,
                defects: Vec::new(),
                repaired: RepairCounts::default(),
                taxonomy: words.taxonomy().clone(),
            };
            return Ok((check, Some(words)));
        }
        let input = self.input();
        let text = TaxonomyText::read(&input)?;
        if text.rows().next().is_none() {
            return Err(ReadError::EmptyTaxonomy { file: input });
        }
        let format = self
            .format
            .or_else(|| TaxonomyFormat::tell(&text, input.extension().as_deref()))
            .ok_or_else(|| ReadError::UnknownTaxonomyFormat { file: input.clone() })?;
        let language = self.language.as_deref();
        if language.is_some() && format != TaxonomyFormat::Skos {
            return Err(ReadError::IdleLanguage { file: input });
        }
        let draft = formats::draft(&text, format, language);
        let draft = draft.map_err(|(line, fault)| {
            let (file, line) = (input.clone(), line as u64);
            ReadError::Malformed { file, line, fault }
        })?;
        let nodes = draft.spots.len();
        if nodes + draft.links.len() >= u32::MAX as usize {
            return Err(ReadError::LargeTaxonomy { file: input, nodes });
        }
        let resolved = resolve(draft, &self.repair).ok_or(ReadError::EmptyTaxonomy { file: input })?;
        let Resolved { taxonomy, defects, repaired } = resolved;
        Ok((Check { format, defects, repaired, taxonomy }, None))
    }

    fn input(&self) -> Input {
        self.path.clone().into()
    }
}

impl From<WordNet> for Loaded {
    fn from(words: WordNet) -> Self {
        let taxonomy = words.taxonomy().clone();
        Loaded { words: Some(words), ..taxonomy.into() }
    }
}

impl From<Taxonomy> for Loaded {
    /// A tree whose only words are its names, without repairs.
    fn from(taxonomy: Taxonomy) -> Self {
        Loaded { taxonomy, repaired: RepairCounts::default(), words: None }
    }
}

impl Loaded {
    /// The lexicon of this tree: the words of a WordNet database, else the names of the nodes. If items are
    /// words, the tree of a database gets additional places for words.
    pub(crate) fn lexicon(&mut self, items: Items) -> Box<dyn Lexicon> {
        match (self.words.take(), items) {
            (Some(words), Items::Words) => {
                let lexicon = TypedLexicon::new(Box::new(words));
                self.taxonomy = lexicon.tree().clone();
                Box::new(lexicon)
            }
            (Some(words), Items::Senses) => Box::new(words),
            (None, _) => Box::new(NameLexicon::new(&self.taxonomy)),
        }
    }
}

/// True if the angle brackets of releases would give an inner node the name of another node.
fn would_be_marked_twice(taxonomy: &Taxonomy) -> bool {
    let other_of = |node| taxonomy.find(unmarked(taxonomy.name(node)));
    let mut marked = taxonomy.nodes().filter(|&node| taxonomy.is_marked(node));
    marked.any(|node| other_of(node).is_some_and(|other| other != node && !taxonomy.is_leaf(other)))
}

fn unrepaired(defects: &[Defect]) -> impl Iterator<Item = &Defect> {
    defects.iter().filter(|defect| defect.repaired.is_none())
}

/// The result of checking a taxonomy file.
#[derive(Debug)]
pub struct Check {
    /// Format in which the taxonomy file was read.
    pub format: TaxonomyFormat,
    /// All defects of the file, including those that were repaired.
    pub defects: Vec<Defect>,
    /// Numbers of the repairs that were made.
    pub repaired: RepairCounts,
    /// The tree after the repairs that the user permitted and those of [`Check::missing_repairs`].
    pub taxonomy: Taxonomy,
}

impl Check {
    /// True if the file contains one tree after the repairs that the user permitted.
    pub fn is_tree(&self) -> bool {
        unrepaired(&self.defects).next().is_none()
    }

    /// Additional repairs that would make the file one tree; `None` if some defect has no repair.
    pub fn missing_repairs(&self) -> Option<Vec<Repair>> {
        let mut missing = Vec::new();
        for defect in unrepaired(&self.defects) {
            let repair = *defect.kind.repairs().first()?;
            if !missing.contains(&repair) {
                missing.push(repair);
            }
        }
        Some(missing)
    }
}

/// Peculiarities that a tree may have but that affect losses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Survey {
    /// Number of leaves at each level that has leaves. The root is at level 1.
    pub leaves_by_level: Vec<LevelCount>,
    /// Numbers of nodes that have a single child.
    pub chains: Chains,
}

/// Number of leaves at one level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LevelCount {
    /// A level of the tree; the root is at level 1.
    pub level: u32,
    /// Number of leaves of the tree at this level.
    pub leaves: u64,
}

/// Numbers of nodes that have a single child: publishing such a node loses as much as publishing its child.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Chains {
    /// Number of nodes with a single child.
    pub nodes: u64,
    /// Maximum number of nodes with a single child in a row, each the child of the one before.
    pub longest: u32,
}

impl Survey {
    /// Computes the survey of a tree. O(nodes).
    pub fn of(taxonomy: &Taxonomy) -> Survey {
        let mut by_level = vec![0u64; taxonomy.height() as usize + 1];
        // For each node, the number of nodes with a single child in a row directly above it.
        let mut above = vec![0u32; taxonomy.len()];
        let mut chains = Chains { nodes: 0, longest: 0 };
        for node in taxonomy.nodes() {
            if taxonomy.is_leaf(node) {
                by_level[taxonomy.level(node) as usize] += 1;
                continue;
            }
            let mut children = taxonomy.children(node);
            if let (Some(child), None) = (children.next(), children.next()) {
                let length = above[node.index()] + 1;
                above[child.index()] = length;
                chains.nodes += 1;
                chains.longest = chains.longest.max(length);
            }
        }
        let levels = by_level.into_iter().zip(0..).filter(|&(leaves, _)| leaves > 0);
        Survey {
            leaves_by_level: levels.map(|(leaves, level)| LevelCount { level, leaves }).collect(),
            chains,
        }
    }
}
