//! What there is to say of a taxonomy file before it is used: each defect with its lines and its repair, and what is
//! allowed but worth knowing.

use clump_core::taxonomy::Taxonomy;
use serde::Serialize;

use super::TaxonomyFormat;
use super::file::{FileContent, TaxonomyFile, unrepaired};
use super::resolve::Resolved;
use crate::error::ReadError;
use crate::repair::Defect;
use crate::repair::{Repair, RepairCounts};

/// What a file is.
#[derive(Debug)]
pub struct Check {
    /// How it is written.
    pub format: TaxonomyFormat,
    /// What keeps it from being one tree, also where a repair was asked for.
    pub defects: Vec<Defect>,
    /// What was repaired.
    pub repaired: RepairCounts,
    /// The tree, as it is after the repairs that were asked for and those of [`Check::missing_repairs`].
    pub taxonomy: Taxonomy,
}

impl TaxonomyFile {
    /// Reads the file and finds all its defects. O(size of the file).
    ///
    /// # Errors
    /// When the file cannot be read at all, holds nothing, or a line does not fit its format.
    pub fn check(&self) -> Result<Check, ReadError> {
        match self.content()? {
            FileContent::Draft(draft, format) => {
                let Resolved { taxonomy, defects, repaired } = self.resolve(draft)?;
                Ok(Check { format, defects, repaired, taxonomy })
            }
            FileContent::WordNet(words) => Ok(Check {
                format: TaxonomyFormat::Wordnet,
                defects: Vec::new(),
                repaired: RepairCounts::default(),
                taxonomy: words.into_taxonomy(),
            }),
        }
    }
}

impl Check {
    /// Whether it is one tree, with the repairs that were asked for.
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

/// What is allowed in a tree and yet says something about losses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Survey {
    /// How many leaves there are at each level, levels without a leaf left out. The root is at level 1.
    pub leaves_by_level: Vec<LevelCount>,
    /// Nodes with a single child.
    pub chains: Chains,
}

/// The leaves of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LevelCount {
    /// The level; the root is at 1.
    pub level: u32,
    /// How many leaves are there.
    pub leaves: u64,
}

/// Nodes with a single child: to say one of them or its child loses the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Chains {
    /// Nodes with a single child.
    pub nodes: u64,
    /// The most of them in a row.
    pub longest: u32,
}

impl Survey {
    /// Looks at a tree. O(nodes).
    pub fn of(taxonomy: &Taxonomy) -> Survey {
        let mut by_level = vec![0u64; taxonomy.height() as usize + 1];
        // How many nodes with a single child lead down to each node without another.
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
