//! Taxonomy files. Loading a file gives a tree, or an error that names its first defect. Checking it gives each defect,
//! with its lines and its repair. A survey tells peculiarities of a tree that affect losses.

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

/// A taxonomy in a file, with the settings for reading it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TaxonomyFile {
    /// Its path. The file may be compressed; a directory holds WordNet database files.
    pub path: PathBuf,
    /// Its format; detected from its text if not stated.
    #[serde(default)]
    pub format: Option<TaxonomyFormat>,
    /// The repairs that may be made to get one tree.
    #[serde(default)]
    pub repair: Vec<Repair>,
    /// The language of labels, where a format has several; English if not stated.
    #[serde(default)]
    pub language: Option<String>,
}

/// A taxonomy from a file.
pub struct Loaded {
    /// The tree.
    pub taxonomy: Taxonomy,
    /// The repairs that were made.
    pub repaired: RepairCounts,
    words: Option<WordNet>,
}

impl From<PathBuf> for TaxonomyFile {
    /// A file of any format, which must be one tree without repairs.
    fn from(path: PathBuf) -> Self {
        TaxonomyFile { path, format: None, repair: Vec::new(), language: None }
    }
}

impl TaxonomyFile {
    /// Reads the tree. O(size of the file), without recursion: a chain of 100,000 nodes is a valid taxonomy.
    ///
    /// # Errors
    /// [`ReadError::Taxonomy`] with the first kind of defect whose repair was not asked for, and its lines.
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

    /// Reads the file and finds all its defects. O(size of the file).
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
    /// A tree without other words than its names, in which nothing was repaired.
    fn from(taxonomy: Taxonomy) -> Self {
        Loaded { taxonomy, repaired: RepairCounts::default(), words: None }
    }
}

impl Loaded {
    /// The lexicon of this tree: the words of a WordNet database, else the names of the nodes. If items are
    /// words, the tree of a database gets more places.
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

/// True if the mark of an inner node in releases would give it the name of another node.
fn would_be_marked_twice(taxonomy: &Taxonomy) -> bool {
    let other_of = |node| taxonomy.find(unmarked(taxonomy.name(node)));
    let mut marked = taxonomy.nodes().filter(|&node| taxonomy.is_marked(node));
    marked.any(|node| other_of(node).is_some_and(|other| other != node && !taxonomy.is_leaf(other)))
}

fn unrepaired(defects: &[Defect]) -> impl Iterator<Item = &Defect> {
    defects.iter().filter(|defect| defect.repaired.is_none())
}

/// The result of checking a file.
#[derive(Debug)]
pub struct Check {
    /// Its format.
    pub format: TaxonomyFormat,
    /// Its defects, including those whose repair was asked for.
    pub defects: Vec<Defect>,
    /// The repairs that were made.
    pub repaired: RepairCounts,
    /// The tree after the repairs that were asked for and those of [`Check::missing_repairs`].
    pub taxonomy: Taxonomy,
}

impl Check {
    /// True if it is one tree, with the repairs that were asked for.
    pub fn is_tree(&self) -> bool {
        unrepaired(&self.defects).next().is_none()
    }

    /// The repairs that would make it one tree; `None` if some defect has none.
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

/// Peculiarities that are allowed in a tree but affect losses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Survey {
    /// Number of leaves at each level, levels without a leaf left out. The root is at level 1.
    pub leaves_by_level: Vec<LevelCount>,
    /// Nodes with a single child.
    pub chains: Chains,
}

/// The leaves of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LevelCount {
    /// The level; the root is at 1.
    pub level: u32,
    /// Number of leaves.
    pub leaves: u64,
}

/// Nodes with a single child: publishing such a node loses as much as publishing its child.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Chains {
    /// Nodes with a single child.
    pub nodes: u64,
    /// Maximum number of them in a row.
    pub longest: u32,
}

impl Survey {
    /// Looks at a tree. O(nodes).
    pub fn of(taxonomy: &Taxonomy) -> Survey {
        let mut by_level = vec![0u64; taxonomy.height() as usize + 1];
        // Number of nodes with a single child in a row that lead down to each node.
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
