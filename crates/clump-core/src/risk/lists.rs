//! Which groups publish a node, and how often: inverted lists, end to end.

use super::published::Published;
use crate::containers::{Ragged, count_sorted};
use crate::taxonomy::{Node, Taxonomy};

/// A group that publishes a node.
#[derive(Clone, Copy, Default)]
pub(super) struct Publishes {
    pub group: u32,
    /// How often, at least once.
    pub times: u32,
}

/// The groups of each node.
pub(super) struct Lists {
    /// By node; groups ascend.
    groups: Ragged<Publishes>,
}

impl Lists {
    /// O(published items + nodes).
    pub fn new(published: &Published<'_>) -> Lists {
        let publishes = published.groups.iter().enumerate().flat_map(|(group, bag)| {
            count_sorted(bag).map(move |(node, times)| {
                (node.index(), Publishes { group: group as u32, times: times as u32 })
            })
        });
        Lists { groups: Ragged::by_key(published.taxonomy.len(), publishes) }
    }

    /// The groups that publish `node` itself.
    #[inline]
    pub fn of(&self, node: Node) -> &[Publishes] {
        self.groups.get(node.index())
    }

    /// The groups that publish `node` or something below it, once for each such label.
    pub fn at_or_below(&self, taxonomy: &Taxonomy, node: Node) -> &[Publishes] {
        self.groups.span(node.index()..taxonomy.end(node).index())
    }
}
