//! Errors of a taxonomy, each with the line it was found on.

/// Why edges are not a taxonomy. Lines are those of the [`Edge`](super::Edge)s.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TaxonomyError {
    /// No edge and no node.
    #[error("the taxonomy has no nodes")]
    Empty,
    /// A child whose ancestors lead back to itself.
    #[error("line {line}: the node is its own ancestor (a cycle of {length} nodes)")]
    Cycle {
        /// The first line of the cycle.
        line: usize,
        /// Number of nodes on it.
        length: usize,
    },
    /// Nodes of two trees.
    #[error("line {line}: a second root; the first is on line {first} ({count} in all)")]
    SeveralRoots {
        /// Line of the first root.
        first: usize,
        /// Line of the second root.
        line: usize,
        /// Number of roots.
        count: usize,
    },
    /// One child with two different parents.
    #[error("line {line}: the node has another parent on line {first}")]
    TwoParents {
        /// Line of the first parent.
        first: usize,
        /// Line of the second parent.
        line: usize,
    },
    /// The same child and parent twice.
    #[error("line {line}: the node was already given on line {first}")]
    RepeatedName {
        /// Line of the first.
        first: usize,
        /// Line of the second.
        line: usize,
    },
    /// A parent that is given nowhere, although the root is.
    #[error("line {line}: the parent is given nowhere (the root is on line {root})")]
    UnknownParent {
        /// Line of the parent.
        line: usize,
        /// Line of the root.
        root: usize,
    },
    /// A name that a release could not carry.
    #[error("line {line}: a name is empty or holds a tab or a line break")]
    BadName {
        /// Its place.
        line: usize,
    },
    /// More nodes than node numbers.
    #[error("{count} nodes are more than a taxonomy can hold ({})", u32::MAX - 1)]
    TooLarge {
        /// Their number.
        count: usize,
    },
}
