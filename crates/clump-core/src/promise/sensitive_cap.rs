//! A cap on what a group shares: k owners who look alike are of no use to somebody whose illness all k have.
//!
//! The cap bounds it for each node that the publisher named: of the owners of a published row, at most a share has
//! something at or below that node in the transactions that the row stands for. It stands beside k-anonymity, which
//! says how many owners these are at least; without it there are no groups to speak of. (l-diversity asks how many
//! different secrets a group has; here the question is how likely one of them is.)
//!
//! What an owner has is not in the release, so the cap can be proved only with audit and originals. From the release
//! alone it can be refuted: a published item stands for one of every owner of its row, so a row that shows a named
//! node, or one below it, tells it of all of them.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Promised, PropertyName, Share};

/// For each of `nodes`, at most the share `cap` of the owners of any published row have something at or below it.
///
/// Checked by [`capped_owners`](crate::verify::capped_owners) from the originals;
/// [`capped_rows`](crate::verify::capped_rows) and [`capped_groups`](crate::verify::capped_groups) find only what the
/// release itself shows.
///
/// ```
/// use clump_core::promise::{Promised, SensitiveCap};
///
/// let cap = SensitiveCap::new("0.5".parse()?, ["illness".to_owned()])?;
/// let sentence = "Of the owners of any published row, at most a share of 0.5 have something at or below `illness`.";
/// assert_eq!(cap.sentence(), sentence);
/// assert!(SensitiveCap::new("1".parse()?, ["illness".to_owned()]).is_err(), "all may have it: nothing is promised");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "Unchecked")]
pub struct SensitiveCap {
    cap: Share,
    nodes: Vec<String>,
}

/// Why a cap promises nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CapError {
    /// Everybody may have it.
    #[error("a cap must be less than 1: at 1, all owners of a row may have what is sensitive")]
    Whole,
    /// It is about nothing.
    #[error("a cap must name at least one sensitive node")]
    NoNode,
    /// The list is not in the form that is written: sorted, each name once.
    #[error("the sensitive nodes of a cap must be sorted, without repeats and without empty names")]
    NotSorted,
}

impl SensitiveCap {
    /// A cap on each of `nodes`, which may come in any order.
    ///
    /// # Errors
    /// When no node is named, a name is empty, or the cap is 1.
    pub fn new(cap: Share, nodes: impl IntoIterator<Item = String>) -> Result<SensitiveCap, CapError> {
        let mut nodes: Vec<String> = nodes.into_iter().collect();
        nodes.sort_unstable();
        nodes.dedup();
        Unchecked { cap, nodes }.try_into()
    }

    /// The largest share of the owners of a row that may have something at or below one of the nodes.
    pub fn cap(&self) -> Share {
        self.cap
    }

    /// The nodes, by name, sorted. As the publisher named them: the data may have nothing of some.
    pub fn nodes(&self) -> &[String] {
        &self.nodes
    }
}

/// A cap as it is read.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Unchecked {
    cap: Share,
    nodes: Vec<String>,
}

impl TryFrom<Unchecked> for SensitiveCap {
    type Error = CapError;

    fn try_from(Unchecked { cap, nodes }: Unchecked) -> Result<SensitiveCap, CapError> {
        if cap == Share::ONE {
            return Err(CapError::Whole);
        }
        if nodes.is_empty() {
            return Err(CapError::NoNode);
        }
        match nodes.is_sorted_by(|a, b| a < b) && !nodes[0].is_empty() {
            true => Ok(SensitiveCap { cap, nodes }),
            false => Err(CapError::NotSorted),
        }
    }
}

impl Promised for SensitiveCap {
    fn name(&self) -> PropertyName {
        PropertyName::SensitiveCap
    }

    /// Without groups there is no share of a group.
    fn beside(&self) -> Option<PropertyName> {
        Some(PropertyName::KAnonymity)
    }

    fn k(&self) -> Option<usize> {
        None
    }

    fn sentence(&self) -> String {
        let any_of = if self.nodes.len() == 1 { "" } else { "any one of " };
        format!(
            "Of the owners of any published row, at most a share of {} have something at or below {any_of}{}.",
            self.cap,
            named(&self.nodes)
        )
    }

    fn looked_at(&self) -> [&'static str; 2] {
        ["group", "groups"]
    }

    fn not_covered(&self) -> &'static [&'static str] {
        &[
            "The cap is on the named nodes alone; that an owner has one or another of several may be certain.",
            "What the taxonomy does not place at or below a named node is not counted, nor are words that it does not have.",
            "That the cap holds cannot be seen in the release: the publisher counted it, and whoever has audit and originals can.",
        ]
    }

    fn remedy(&self) -> &'static str {
        "take a larger k or a larger cap, name narrower nodes, drop these words, or leave the owners who have them out"
    }
}

impl fmt::Display for SensitiveCap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a cap of {} on {}", self.cap, named(&self.nodes))
    }
}

/// The most nodes that are told by name in a sentence.
const MOST_NAMED: usize = 3;

/// `illness`, or "`crime`, `debt`, `illness` and 2 more".
fn named(nodes: &[String]) -> String {
    let shown: Vec<String> = nodes.iter().take(MOST_NAMED).map(|node| format!("`{node}`")).collect();
    match nodes.len().saturating_sub(MOST_NAMED) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cap(share: &str, nodes: &[&str]) -> Result<SensitiveCap, CapError> {
        let share = share.parse().expect("a share");
        SensitiveCap::new(share, nodes.iter().map(|&node| node.to_owned()))
    }

    #[test]
    fn a_cap_that_promises_nothing_is_none() {
        assert_eq!(cap("1", &["illness"]), Err(CapError::Whole));
        assert_eq!(cap("0.5", &[]), Err(CapError::NoNode));
        assert_eq!(cap("0.5", &[""]), Err(CapError::NotSorted));
        assert!(cap("0", &["illness"]).is_ok());
    }

    #[test]
    fn a_cap_is_read_as_it_is_written() {
        let made = cap("0.25", &["illness", "debt", "illness"]).expect("a cap");
        let text = serde_json::to_string(&made).expect("plain data");
        assert_eq!(text, r#"{"cap":0.25,"nodes":["debt","illness"]}"#);
        assert_eq!(serde_json::from_str::<SensitiveCap>(&text).expect("a cap"), made);
        for wrong in [r#"["illness","debt"]"#, r#"["debt","debt"]"#, "[]", r#"[""]"#] {
            let text = format!(r#"{{"cap":0.25,"nodes":{wrong}}}"#);
            assert!(serde_json::from_str::<SensitiveCap>(&text).is_err(), "{text}");
        }
        assert!(serde_json::from_str::<SensitiveCap>(r#"{"cap":1,"nodes":["debt"]}"#).is_err());
    }

    #[test]
    fn a_long_list_of_nodes_is_cut() {
        let made = cap("0.5", &["a", "b", "c", "d", "e"]).expect("a cap");
        assert_eq!(made.to_string(), "a cap of 0.5 on `a`, `b`, `c` and 2 more");
        assert!(made.sentence().contains("any one of `a`"));
    }
}
