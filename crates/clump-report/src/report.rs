//! The report: the private record of a run, with its settings, input, release and measures. It may name files
//! and words.

use clump_core::fate::Fate;
use clump_core::risk::{Homogeneous, Linkage};
use serde::{Deserialize, Serialize};

use crate::{Assessment, CertifiedPromise, Figures, LedgerFacts, ReleaseFacts};

/// Content of the file that `--report` writes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// True in every report: the file may show originals and must not be published.
    pub private: bool,
    /// Version of clump that made the release.
    pub version: String,
    /// The job with the value of every setting, including defaults.
    pub job: serde_json::Value,
    /// Name of the method that made the release.
    pub method: String,
    /// The promise of the release, with the verdict on each property.
    pub promise: CertifiedPromise,
    /// Format, layout and hash of the release, as in its certificate.
    pub release: ReleaseFacts,
    /// Counts of reading, such as lines, words and owners.
    pub read: serde_json::Value,
    /// Measures of the release, such as loss and kept words.
    #[serde(flatten)]
    pub figures: Figures,
    /// Contents of the ledger after this run; `None` without a ledger.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ledger: Option<LedgerFacts>,
    /// Risk and use; `None` for releases of lines, or if neither a report nor a page was requested.
    pub assessment: Option<Assessment>,
    /// Owners of whom something sensitive is certain. `None` if the publisher listed nothing as sensitive, or
    /// if the promise is not about groups.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certain: Option<CertainFacts>,
    /// Most frequent published words that are close to a guard's nodes, but that the guard does not cover.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub close_words: Vec<CloseWord>,
    /// Fate of each item of the data; empty if risk and use are not assessed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fates: Vec<Fate>,
    /// Success of an attacker who knows 1 to 5 lines of an owner and looks for the owner in a release of
    /// lines.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub linkage: Vec<Linkage>,
    /// Seconds that each stage took.
    pub timing: Timing,
    /// Peak memory in bytes until the release was verified; `None` if the system does not report it.
    pub peak_memory: Option<u64>,
    /// Words of the input that are not in the taxonomy, most frequent first.
    pub unknown: Vec<UnknownWord>,
}

/// Times of the stages, in wall-clock seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Timing {
    /// Time for reading the input, mapping it to the taxonomy and pruning the taxonomy.
    pub read: f64,
    /// Time for the method alone.
    pub seconds: f64,
    /// Time for sorting the release into its canonical order and writing it to a temporary file.
    pub write: f64,
    /// Time for reading the written file and checking it.
    pub verify: f64,
    /// Time for measuring the loss.
    pub measure: f64,
    /// Time for computing the lower bound; 0 if not requested.
    pub floor: f64,
    /// Time for computing risk, use and losses at other k; 0 if neither report nor page was requested.
    pub assess: f64,
    /// Time from the start until clump writes the other files.
    pub seconds_total: f64,
}

impl Timing {
    /// Names and seconds of the stages that took time, in order.
    pub fn stages(&self) -> impl Iterator<Item = (&'static str, f64)> + use<> {
        let stages = [
            ("reading", self.read),
            ("grouping", self.seconds),
            ("writing", self.write),
            ("verifying", self.verify),
            ("measuring", self.measure),
            ("bounding", self.floor),
            ("assessing", self.assess),
        ];
        stages.into_iter().filter(|&(_, seconds)| seconds > 0.0)
    }
}

/// A published word that a person should look at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CloseWord {
    /// As it is published.
    pub word: String,
    /// Owners of all rows that have it, as these state them.
    pub owners: u64,
}

/// A word of the input that is not in the taxonomy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct UnknownWord {
    /// The word, as it was read from the input.
    pub word: String,
    /// Number of occurrences of the word in the input.
    pub count: u64,
}

/// Owners of whom something sensitive is certain. Private: it counts the owners who have it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CertainFacts {
    /// Nodes that are listed as sensitive. Everything at or below them is sensitive.
    pub nodes: Vec<String>,
    /// Number of owners who have something sensitive.
    pub holders: usize,
    /// Groups, and their owners, whose row shows something sensitive in every possible reading of its labels.
    pub certain: Homogeneous,
    /// The groups of `certain` that a reader can find from the release alone.
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

/// Maximum number of nodes that a sentence lists by name.
const MOST_NAMED: usize = 3;

/// A list of nodes for a sentence: `illness`, or "`illness`, `crime`, `debt` and 2 more".
pub fn named(nodes: &[String]) -> String {
    let shown: Vec<String> = nodes.iter().take(MOST_NAMED).map(|node| format!("`{node}`")).collect();
    match nodes.len().saturating_sub(MOST_NAMED) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

/// Two alternative actions that reduce certainty, in terms of flags.
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
