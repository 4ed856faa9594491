//! Facts about certainty: the owners of whom the release makes something sensitive certain. The publisher
//! names the sensitive nodes. k-anonymity does not cover this, so it is counted.

use clump_core::risk::Homogeneous;
use serde::{Deserialize, Serialize};

/// Owners of whom something sensitive is certain. Private: it counts the owners who have it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CertainFacts {
    /// The named nodes: everything at or below them is sensitive.
    pub nodes: Vec<String>,
    /// Owners who have something sensitive.
    pub holders: usize,
    /// Groups, with their owners, whose row shows something that is sensitive, whatever item of the data it
    /// stands for.
    pub certain: Homogeneous,
    /// The part of this that the release itself shows.
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

/// Maximum number of nodes named in a sentence.
const MOST_NAMED: usize = 3;

/// `illness`, or "`illness`, `crime`, `debt` and 2 more".
pub fn named(nodes: &[String]) -> String {
    let shown: Vec<String> = nodes.iter().take(MOST_NAMED).map(|node| format!("`{node}`")).collect();
    match nodes.len().saturating_sub(MOST_NAMED) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

/// Two alternative remedies for a publisher, in terms of flags.
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
