//! A ceiling on how much a release tells: of what lies below a named node, it tells no more than the node.
//!
//! k owners who share a rare illness are k-anonymous, and everybody knows what they have. With a ceiling at `illness` the
//! release says `<illness>` of them, or something above it, whatever number of owners would stand behind more.
//!
//! The labels are in the release and the nodes in the taxonomy, so that anybody who has both can check it.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{NamedNodes, NamedNodesError, Promised, PropertyName};

/// Nothing that lies below one of `nodes` is published: no label, and no text with a word that leads to the node or below
/// it. What a release has of it is the node itself, or something above.
///
/// Checked by [`under_ceilings`](crate::verify::under_ceilings).
///
/// ```
/// use clump_core::promise::{Ceiling, Promised};
///
/// let ceiling = Ceiling::new(["illness".to_owned()])?;
/// assert_eq!(ceiling.sentence(), "Of what is below `illness`, nothing more specific is published than that.");
/// assert_eq!(ceiling.to_string(), "a ceiling at `illness`");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Ceiling {
    nodes: NamedNodes,
}

impl Ceiling {
    /// A ceiling at each of `nodes`, which may come in any order.
    ///
    /// # Errors
    /// When no node is named, or a name is empty.
    pub fn new(nodes: impl IntoIterator<Item = String>) -> Result<Ceiling, NamedNodesError> {
        Ok(Ceiling { nodes: NamedNodes::new(nodes)? })
    }

    /// The nodes, by name, sorted.
    pub fn nodes(&self) -> &[String] {
        self.nodes.names()
    }
}

impl Promised for Ceiling {
    fn name(&self) -> PropertyName {
        PropertyName::Ceiling
    }

    fn k(&self) -> Option<usize> {
        None
    }

    fn sentence(&self) -> String {
        match self.nodes() {
            [_] => {
                format!("Of what is below {}, nothing more specific is published than that.", self.nodes)
            }
            _ => format!(
                "Of what is below any of {}, nothing more specific is published than the node itself.",
                self.nodes
            ),
        }
    }

    fn looked_at(&self) -> [&'static str; 2] {
        ["label", "labels"]
    }

    fn not_covered(&self) -> &'static [&'static str] {
        &[
            "A ceiling is about what the taxonomy places below a node: words that it places elsewhere, or does not have, may tell \
             the same.",
        ]
    }

    fn remedy(&self) -> &'static str {
        "publish the release again with this ceiling: its labels are more specific than it allows"
    }
}

impl fmt::Display for Ceiling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a ceiling at {}", self.nodes)
    }
}
