//! Peculiarities of a tree that affect losses.

use clump_core::taxonomy::Taxonomy;
use serde::Serialize;

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
