//! How certain what is sensitive may be: k owners who look alike are of no use to somebody whose illness all k have.
//!
//! It is bounded for each node that the publisher named, and stands beside the property that says how many owners there are
//! at least. (l-diversity asks how many different secrets a group has; here the question is how likely one of them is.)
//! What it means depends on what is published:
//!
//! - *Whole rows.* Whoever knows an owner well enough finds the row, and all that its owners share is certain. So of the
//!   owners of a published row, at most a share has something at or below the node in the transactions that the row stands
//!   for. What owners have is not in the release, so this can be proved only with audit and originals. From the release alone
//!   it can be refuted: a published item stands for one of every owner of its row.
//! - *Pieces and facts.* A row tells of an owner only what stands in it, and whoever knows some of that concludes the rest.
//!   So whatever labels are known, the rows that show these and something at or below the node have together at most a
//!   share of the owners of the largest row that shows them. The first number is not smaller than that of all who are seen
//!   to have both, and the second not larger than that of all who have what is known: the share bounds that of the owners,
//!   and can be seen in the release. Labels at or below the node tell it themselves, and are not what is known.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::named_nodes::named;
use super::{Promised, PropertyName, Share};

/// What may be concluded of each of `nodes`, with at most `certainty`. In whole rows that is the share of the owners of a row
/// who have something at or below the node; in pieces and facts, of those of whom something else is published, the share
/// who are seen to have it.
///
/// Checked by [`uncertain_owners`](crate::verify::uncertain_owners) from the originals;
/// [`uncertain_rows`](crate::verify::uncertain_rows) and [`uncertain_groups`](crate::verify::uncertain_groups) find only what
/// whole rows themselves show. [`uninferred`](crate::verify::uninferred) checks pieces and facts.
///
/// ```
/// use clump_core::promise::{Certainty, Promised};
///
/// let certainty = Certainty::new("0.5".parse()?, ["illness".to_owned()])?;
/// let sentence = "Of the owners of any published row, at most a share of 0.5 have something at or below `illness`.";
/// assert_eq!(certainty.sentence(), sentence);
/// assert!(Certainty::new("1".parse()?, ["illness".to_owned()]).is_err(), "all may have it: nothing is promised");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "Unchecked")]
pub struct Certainty {
    certainty: Share,
    among: Among,
    nodes: Vec<String>,
}

/// What is published, and so what is known of an owner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Among {
    /// Whole rows.
    #[default]
    Rows,
    /// Pieces of rows.
    Pieces,
    /// Rows of a table of facts.
    Facts,
}

/// Why a bound on certainty promises nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CertaintyError {
    /// Everybody may have it.
    #[error("certainty must be less than 1: at 1, all owners of a row may have what is sensitive")]
    Whole,
    /// It is about nothing.
    #[error("certainty must be of at least one sensitive node")]
    NoNode,
    /// The list is not in the form that is written: sorted, each name once.
    #[error("sensitive nodes must be sorted, without repeats and without empty names")]
    NotSorted,
}

impl Certainty {
    /// At most this certainty of each of `nodes`, which may come in any order, for whole rows.
    ///
    /// # Errors
    /// When no node is named, a name is empty, or the certainty is 1: then nothing is promised.
    pub fn new(
        certainty: Share,
        nodes: impl IntoIterator<Item = String>,
    ) -> Result<Certainty, CertaintyError> {
        let mut nodes: Vec<String> = nodes.into_iter().collect();
        nodes.sort_unstable();
        nodes.dedup();
        Unchecked { certainty, among: Among::Rows, nodes }.try_into()
    }

    /// The same for another kind of release.
    #[must_use]
    pub fn among(self, among: Among) -> Certainty {
        Certainty { among, ..self }
    }

    /// The largest share of owners.
    pub fn most(&self) -> Share {
        self.certainty
    }

    /// What is published.
    pub fn published(&self) -> Among {
        self.among
    }

    /// The nodes, by name, sorted. As the publisher named them: the data may have nothing of some.
    pub fn nodes(&self) -> &[String] {
        &self.nodes
    }
}

/// As it is read.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Unchecked {
    certainty: Share,
    among: Among,
    nodes: Vec<String>,
}

impl TryFrom<Unchecked> for Certainty {
    type Error = CertaintyError;

    fn try_from(Unchecked { certainty, among, nodes }: Unchecked) -> Result<Certainty, CertaintyError> {
        if certainty == Share::ONE {
            return Err(CertaintyError::Whole);
        }
        if nodes.is_empty() {
            return Err(CertaintyError::NoNode);
        }
        match nodes.is_sorted_by(|a, b| a < b) && !nodes[0].is_empty() {
            true => Ok(Certainty { certainty, among, nodes }),
            false => Err(CertaintyError::NotSorted),
        }
    }
}

const EACH_ALONE: &str = "Only the named nodes are bounded, each alone; that an owner has one or another of several may be certain.";
const NOT_PLACED: &str = "What the taxonomy does not place at or below a named node is not counted, nor are words that it does not have.";
const ROW_BY_ROW: &str =
    "Rows are looked at one by one: who knows that several are of one owner may conclude more.";

impl Promised for Certainty {
    fn name(&self) -> PropertyName {
        PropertyName::Certainty
    }

    /// Without owners there is no share of them.
    fn beside(&self) -> Option<PropertyName> {
        Some(match self.among {
            Among::Rows | Among::Pieces => PropertyName::KAnonymity,
            Among::Facts => PropertyName::CommonFacts,
        })
    }

    fn k(&self) -> Option<usize> {
        None
    }

    fn sentence(&self) -> String {
        let any_of = if self.nodes.len() == 1 { "" } else { "any one of " };
        let (most, nodes) = (self.certainty, named(&self.nodes));
        match self.among {
            Among::Rows => format!(
                "Of the owners of any published row, at most a share of {most} have something at or below {any_of}{nodes}."
            ),
            Among::Pieces | Among::Facts => format!(
                "Whatever else is known of an owner, at most a share of {most} of those of whom it is published are seen to have \
                 something at or below {any_of}{nodes}."
            ),
        }
    }

    fn looked_at(&self) -> [&'static str; 2] {
        match self.among {
            Among::Rows => ["group", "groups"],
            Among::Pieces | Among::Facts => ["row", "rows"],
        }
    }

    fn not_covered(&self) -> &'static [&'static str] {
        match self.among {
            Among::Rows => &[
                EACH_ALONE,
                NOT_PLACED,
                "That it holds cannot be seen in the release: the publisher counted it, and whoever has audit and originals can.",
            ],
            Among::Pieces => &[EACH_ALONE, NOT_PLACED, ROW_BY_ROW],
            Among::Facts => &[
                EACH_ALONE,
                NOT_PLACED,
                ROW_BY_ROW,
                "How many of all owners have it is not bounded: of each fact the table tells it.",
                "A row that is missing may have had too few owners, or told too much: which of both, nothing hides.",
            ],
        }
    }

    fn remedy(&self) -> &'static str {
        match self.among {
            Among::Rows => {
                "take a larger k or more certainty, name narrower nodes, drop these words, or leave the owners who have them out"
            }
            Among::Pieces | Among::Facts => {
                "do not publish it: make it again from the originals, or promise only the certainty that it has"
            }
        }
    }
}

impl fmt::Display for Certainty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at most {} certainty of {}", self.certainty, named(&self.nodes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn certainty(share: &str, nodes: &[&str]) -> Result<Certainty, CertaintyError> {
        let share = share.parse().expect("a share");
        Certainty::new(share, nodes.iter().map(|&node| node.to_owned()))
    }

    #[test]
    fn a_cap_that_promises_nothing_is_none() {
        assert_eq!(certainty("1", &["illness"]), Err(CertaintyError::Whole));
        assert_eq!(certainty("0.5", &[]), Err(CertaintyError::NoNode));
        assert_eq!(certainty("0.5", &[""]), Err(CertaintyError::NotSorted));
        assert!(certainty("0", &["illness"]).is_ok());
    }

    #[test]
    fn a_cap_is_read_as_it_is_written() {
        let made = certainty("0.25", &["illness", "debt", "illness"]).expect("a certainty");
        let text = serde_json::to_string(&made).expect("plain data");
        assert_eq!(text, r#"{"certainty":0.25,"among":"rows","nodes":["debt","illness"]}"#);
        assert_eq!(serde_json::from_str::<Certainty>(&text).expect("a certainty"), made);
        for wrong in [r#"["illness","debt"]"#, r#"["debt","debt"]"#, "[]", r#"[""]"#] {
            let text = format!(r#"{{"certainty":0.25,"among":"rows","nodes":{wrong}}}"#);
            assert!(serde_json::from_str::<Certainty>(&text).is_err(), "{text}");
        }
        assert!(
            serde_json::from_str::<Certainty>(r#"{"certainty":1,"among":"rows","nodes":["debt"]}"#).is_err()
        );
    }

    #[test]
    fn a_long_list_of_nodes_is_cut() {
        let made = certainty("0.5", &["a", "b", "c", "d", "e"]).expect("a certainty");
        assert_eq!(made.to_string(), "at most 0.5 certainty of `a`, `b`, `c` and 2 more");
        assert!(made.sentence().contains("any one of `a`"));
    }
}
