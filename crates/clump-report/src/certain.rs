//! Things that the publisher named sensitive, and of whom the release makes them certain. A promise of k owners that look alike
//! holds all the same: this is what it does not cover, counted.

use clump_core::risk::Homogeneous;
use serde::{Deserialize, Serialize};

/// Of whom something sensitive is certain. Private: it counts who holds it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CertainFacts {
    /// The nodes that were named: everything at or below them is sensitive.
    pub nodes: Vec<String>,
    /// Owners who hold something sensitive.
    pub holders: usize,
    /// Those of them whose group shows it, whatever the published row stands for in the data.
    pub certain: Homogeneous,
    /// Part of this that the release itself tells.
    pub shown: CertainGroups,
}

/// Groups whose published row shows something sensitive. Can be counted from the release, so it may be published.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CertainGroups {
    /// Number of groups.
    pub groups: usize,
    /// The sensitive nodes that their rows show, themselves or by a node below.
    pub nodes: Vec<String>,
}

/// The most nodes that are told by name in a sentence.
const MOST_NAMED: usize = 3;

/// `illness`, or "`illness`, `crime`, `debt` and 2 more".
pub fn named(nodes: &[String]) -> String {
    let shown: Vec<String> = nodes.iter().take(MOST_NAMED).map(|node| format!("`{node}`")).collect();
    match nodes.len().saturating_sub(MOST_NAMED) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

/// Advice for a publisher, in the words of the flags: one or the other.
pub const REMEDIES: [&str; 2] = [
    "bound it with `--certainty 0.5`, take a larger `--k`,",
    "lead these words elsewhere or drop them with `--overrides`, or leave these owners out of the input",
];

#[cfg(test)]
mod tests {
    #[test]
    fn a_long_list_of_nodes_is_cut() {
        let nodes = ["a", "b", "c", "d", "e"].map(str::to_owned);
        assert_eq!(super::named(&nodes[..1]), "`a`");
        assert_eq!(super::named(&nodes), "`a`, `b`, `c` and 2 more");
    }
}
