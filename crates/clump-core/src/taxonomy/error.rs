//! What can be wrong with a taxonomy, each with the line it was found on.

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
        /// How many nodes are on it.
        length: usize,
    },
    /// Nodes of two trees.
    #[error("line {line}: a second root; the first is on line {first} ({count} in all)")]
    SeveralRoots {
        /// Where the first root stands.
        first: usize,
        /// Where the second root stands.
        line: usize,
        /// How many roots there are.
        count: usize,
    },
    /// One child with two different parents.
    #[error("line {line}: the node has another parent on line {first}")]
    TwoParents {
        /// Where the first parent was given.
        first: usize,
        /// Where the second parent was given.
        line: usize,
    },
    /// The same child and parent twice.
    #[error("line {line}: the node was already given on line {first}")]
    RepeatedName {
        /// Where it was given first.
        first: usize,
        /// Where it was given again.
        line: usize,
    },
    /// A parent that is given nowhere, although the root is.
    #[error("line {line}: the parent is given nowhere (the root is on line {root})")]
    UnknownParent {
        /// Where the parent is named.
        line: usize,
        /// Where the root is given.
        root: usize,
    },
    /// A name that a release could not carry.
    #[error("line {line}: a name is empty or holds a tab or a line break")]
    BadName {
        /// Where it stands.
        line: usize,
    },
    /// More nodes than node numbers.
    #[error("{count} nodes are more than a taxonomy can hold ({})", u32::MAX - 1)]
    TooLarge {
        /// How many there are.
        count: usize,
    },
}
