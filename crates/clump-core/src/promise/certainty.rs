//! The property `Certainty`: it bounds how sure an attacker can be that a person has something sensitive. k owners
//! who look alike do not protect a person if all k have the illness.
//!
//! The bound holds for each sensitive node that the publisher listed. It needs the property that gives the least
//! number of owners. (l-diversity asks how many different secrets a group has; this property asks how likely one
//! secret is.) Its meaning depends on the kind of release:
//!
//! - *Whole rows.* An attacker who knows an owner well enough finds the row, and everything that its owners share
//!   is certain. So at most the given share of the owners of a row may have something at or below the node. All
//!   data of an owner count, because the owner may have other rows. The release does not contain the owners' data,
//!   so only audit and originals can prove this property. The release alone can refute it: every owner of a row has
//!   each item that is published in it.
//! - *Pieces and facts.* A row shows only some labels of an owner, and an attacker who knows some labels infers the
//!   others. For any known labels, take the rows that show them together with something at or below the node. These
//!   rows have at most the given share of the owners of the largest row that shows the known labels. The owners of
//!   these rows are at least all owners who are seen to have both. The largest row has at most as many owners as
//!   have the known labels. So the share also bounds that of the owners, and can be checked in the release. Labels
//!   at or below the node reveal it themselves, and are not known labels.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::named_nodes::named;
use super::{Promised, PropertyName, Share, Wording};
use crate::containers::set_of;
use crate::verify::{Counted, Reason, Set, Verdict};

/// Bound on what may be concluded of each of `nodes`: at most `certainty`. In whole rows that is the share of the owners of a row
/// who have something at or below the node; in pieces and facts, of those of whom something else is published, the share
/// who are seen to have it.
///
/// Checked by [`uncertain_owners`] from the originals; [`uncertain_rows`] and [`uncertain_groups`] find only what whole rows
/// themselves show. [`uninferred`](crate::verify::uninferred) checks pieces and facts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "Unchecked")]
pub struct Certainty {
    certainty: Share,
    among: Among,
    nodes: Vec<String>,
}

/// Kind of release, and so what is known of an owner.
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

/// Reason why the parameters of a certainty bound are not valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CertaintyError {
    /// The certainty is 1, so all owners may have the sensitive item.
    #[error("certainty must be less than 1: at 1, all owners of a row may have a sensitive item")]
    Whole,
    /// The list of sensitive nodes is empty.
    #[error("certainty needs at least one sensitive node")]
    NoNode,
    /// The list of nodes must be sorted, without repeated or empty names.
    #[error("sensitive nodes must be sorted, without repeats and without empty names")]
    NotSorted,
}

impl Certainty {
    /// Bounds the certainty of each of `nodes`, in any order, for releases of whole rows.
    pub fn new(
        certainty: Share,
        nodes: impl IntoIterator<Item = String>,
    ) -> Result<Certainty, CertaintyError> {
        Unchecked { certainty, among: Among::Rows, nodes: set_of(nodes) }.try_into()
    }

    /// Copy of this bound for the kind of release `among`.
    #[must_use]
    pub fn among(self, among: Among) -> Certainty {
        Certainty { among, ..self }
    }

    /// The largest share of owners who may have something at or below a sensitive node.
    pub fn most(&self) -> Share {
        self.certainty
    }

    /// Kind of release that the bound is for.
    pub fn published(&self) -> Among {
        self.among
    }

    /// The names of the sensitive nodes, sorted. Some may not occur in the data.
    pub fn nodes(&self) -> &[String] {
        &self.nodes
    }
}

/// The form in which it is read.
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
        if nodes.is_sorted_by(|a, b| a < b) && !nodes[0].is_empty() {
            Ok(Certainty { certainty, among, nodes })
        } else {
            Err(CertaintyError::NotSorted)
        }
    }
}

const EACH_ALONE: &str = "Only the named nodes are bounded, each alone; that an owner has one or another of several may be certain.";
const NOT_PLACED: &str = "What the taxonomy does not place at or below a named node is not counted, nor are words that it does not have.";
const ROW_BY_ROW: &str =
    "Rows are looked at one by one: who knows that several are of one owner may conclude more.";

impl Promised for Certainty {
    /// A bound on the share of owners means nothing without a bound on their number.
    fn beside(&self) -> Option<PropertyName> {
        Some(match self.among {
            Among::Rows | Among::Pieces => PropertyName::KAnonymity,
            Among::Facts => PropertyName::CommonFacts,
        })
    }

    fn nodes(&self) -> &[String] {
        &self.nodes
    }

    fn wording(&self) -> Wording {
        let any_of = if self.nodes.len() == 1 { "" } else { "any one of " };
        let (most, nodes) = (self.certainty, named(&self.nodes));
        Wording {
            short: format!("at most {} certainty of {}", self.certainty, named(&self.nodes)),
            sentence: match self.among {
                Among::Rows => format!(
                    "Of the owners of any published row, at most a share of {most} have something at or below {any_of}{nodes}."
                ),
                Among::Pieces | Among::Facts => format!(
                    "Whatever else is known of an owner, at most a share of {most} of those of whom it is published are seen to have \
                     something at or below {any_of}{nodes}."
                ),
            },
            looked_at: match self.among {
                Among::Rows => ["group", "groups"],
                Among::Pieces | Among::Facts => ["row", "rows"],
            },
            not_covered: match self.among {
                Among::Rows => vec![
                    EACH_ALONE,
                    NOT_PLACED,
                    "That it holds cannot be seen in the release: the publisher counted it, and whoever has audit and originals can.",
                ],
                Among::Pieces => vec![EACH_ALONE, NOT_PLACED, ROW_BY_ROW],
                Among::Facts => vec![
                    EACH_ALONE,
                    NOT_PLACED,
                    ROW_BY_ROW,
                    "How many of all owners have it is not bounded: of each fact the table tells it.",
                    "A row that is missing may have had too few owners, or told too much: which of both, nothing hides.",
                ],
            },
            remedy: match self.among {
                Among::Rows => {
                    "raise k or the certainty, name narrower nodes, or leave out these words or the owners who have them"
                }
                Among::Pieces | Among::Facts => {
                    "do not publish it: make it again from the originals, or promise only the certainty that it has"
                }
            },
        }
    }
}

/// Checks the certainty that published rows show without other data. Each row comes with the numbers of the sensitive
/// nodes that one of its labels is at or below. Every owner of a row has each item that is published in it.
///
/// A positive verdict is no proof: the rows do not contain all data of their owners.
pub fn uncertain_rows<R: Ord, N: IntoIterator<Item = usize>>(
    rows: impl IntoIterator<Item = (R, N)>,
    certainty: Share,
) -> Verdict {
    uncertain(Counted::Rows, rows.into_iter().map(|(row, shown)| (1, row, shown)), certainty)
}

/// Like [`uncertain_rows`], for groups that state their owners. Owners of groups with equal content are added.
pub fn uncertain_groups<R: Ord, N: IntoIterator<Item = usize>>(
    stated: impl IntoIterator<Item = (usize, R, N)>,
    certainty: Share,
) -> Verdict {
    uncertain(Counted::Stated, stated, certainty)
}

fn uncertain<R: Ord, N: IntoIterator<Item = usize>>(
    counted: Counted,
    stated: impl IntoIterator<Item = (usize, R, N)>,
    certainty: Share,
) -> Verdict {
    /// For equal rows: the number of owners, the lines, and by sensitive node the number of owners who have it.
    type GroupEvidence = (usize, Vec<usize>, BTreeMap<usize, usize>);
    let mut groups: BTreeMap<R, GroupEvidence> = BTreeMap::new();
    for (index, (owners, content, shown)) in stated.into_iter().enumerate() {
        let (all, lines, holders) = groups.entry(content).or_default();
        // A file may state any number, so the sums saturate.
        *all = all.saturating_add(owners);
        lines.push(index + 1);
        for node in BTreeSet::from_iter(shown) {
            let holders = holders.entry(node).or_default();
            *holders = holders.saturating_add(owners);
        }
    }
    let groups = groups.into_values();
    Verdict::of_sets(counted, groups.map(|(owners, lines, holders)| set(owners, lines, &holders, certainty)))
}

/// Checks the certainty with the audit and the originals. Each transaction comes with its owner, the line it is
/// published on (from 1), the content of the line, and the numbers of the sensitive nodes that it has something at
/// or below. An owner counts once in a group, with the data of all transactions of this owner, also those in other
/// groups.
pub fn uncertain_owners<O: Ord + Clone, R: Ord, N: IntoIterator<Item = usize>>(
    audit: impl IntoIterator<Item = (O, usize, R, N)>,
    certainty: Share,
) -> Verdict {
    let mut nodes_of: BTreeMap<O, BTreeSet<usize>> = BTreeMap::new();
    let mut groups: BTreeMap<R, (BTreeSet<O>, BTreeSet<usize>)> = BTreeMap::new();
    for (owner, line, row, has) in audit {
        nodes_of.entry(owner.clone()).or_default().extend(has);
        let (owners, lines) = groups.entry(row).or_default();
        owners.insert(owner);
        lines.insert(line);
    }
    let groups = groups.into_values().map(|(owners, lines)| {
        let mut holders: BTreeMap<usize, usize> = BTreeMap::new();
        for &node in owners.iter().flat_map(|owner| &nodes_of[owner]) {
            *holders.entry(node).or_default() += 1;
        }
        set(owners.len(), lines.into_iter().collect(), &holders, certainty)
    });
    Verdict::of_sets(Counted::Owners, groups)
}

/// Result for a group of `owners` owners on these lines. `holders` gives, for each sensitive node, the number of
/// owners who have something at or below it.
fn set(owners: usize, lines: Vec<usize>, holders: &BTreeMap<usize, usize>, certainty: Share) -> Set {
    let most = holders.values().copied().max().unwrap_or(0);
    let reason = Reason::TooCertain { holders: most, of: owners };
    let fault = certainty.is_exceeded(most, owners).then_some((lines, reason));
    Set { rows: owners, count: owners, fault }
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
        assert_eq!(made.short(), "at most 0.5 certainty of `a`, `b`, `c` and 2 more");
        assert!(made.sentence().contains("any one of `a`"));
    }
}
