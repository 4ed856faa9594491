//! The names of the taxonomy nodes that a promise covers: at least one, sorted, without repeats.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::containers::set_of;

/// Names of nodes, as the publisher spelt them. The data may have nothing of some.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "Vec<String>")]
pub struct NamedNodes(Vec<String>);

/// Reason why a list of node names is not valid in a promise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NamedNodesError {
    /// The list of node names is empty.
    #[error("at least one node must be named")]
    NoNode,
    /// The list is not sorted, or has repeated or empty names.
    #[error("the names of nodes must be sorted, without repeats and without empty names")]
    NotSorted,
}

impl NamedNodes {
    /// Creates the list from `names` in any order; fails without a name.
    pub fn new(names: impl IntoIterator<Item = String>) -> Result<NamedNodes, NamedNodesError> {
        let names = set_of(names);
        names.try_into()
    }

    /// The node names, sorted.
    pub fn names(&self) -> &[String] {
        &self.0
    }
}

impl TryFrom<Vec<String>> for NamedNodes {
    type Error = NamedNodesError;

    fn try_from(names: Vec<String>) -> Result<NamedNodes, NamedNodesError> {
        match names.first() {
            None => Err(NamedNodesError::NoNode),
            Some(first) if first.is_empty() || !names.is_sorted_by(|a, b| a < b) => {
                Err(NamedNodesError::NotSorted)
            }
            Some(_) => Ok(NamedNodes(names)),
        }
    }
}

/// Displays names as `illness`, or as "`crime`, `debt`, `illness` and 2 more".
impl fmt::Display for NamedNodes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&named(&self.0))
    }
}

/// Largest number of nodes that a sentence lists by name.
const MOST_NAMED: usize = 3;

/// Text with the first of `nodes` by name, and the number of the others.
pub(super) fn named(nodes: &[String]) -> String {
    let shown: Vec<String> = nodes.iter().take(MOST_NAMED).map(|node| format!("`{node}`")).collect();
    match nodes.len().saturating_sub(MOST_NAMED) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        let nodes = NamedNodes::new(["b", "a", "b"].map(str::to_owned)).expect("names");
        let text = serde_json::to_string(&nodes).expect("plain data");
        assert_eq!(text, r#"["a","b"]"#);
        assert_eq!(serde_json::from_str::<NamedNodes>(&text).expect("names"), nodes);
        for wrong in ["[]", r#"[""]"#, r#"["b","a"]"#, r#"["a","a"]"#] {
            assert!(serde_json::from_str::<NamedNodes>(wrong).is_err(), "{wrong}");
        }
    }
}
