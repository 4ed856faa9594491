//! Which groups publish a node, and how often: inverted lists, end to end.

use super::published::Published;
use crate::taxonomy::Node;

/// A group that publishes a node.
#[derive(Clone, Copy)]
pub(super) struct Publishes {
    pub group: u32,
    /// How often, at least once.
    pub times: u32,
}

/// The groups of each node.
pub(super) struct Lists {
    entries: Vec<Publishes>,
    /// Node v has `entries[starts[v] .. starts[v + 1]]`, by ascending group.
    starts: Vec<usize>,
}

impl Lists {
    /// O(published items + nodes).
    pub fn new(published: &Published<'_>) -> Lists {
        let mut starts = vec![0; published.taxonomy.len() + 1];
        for same in published.groups.iter().flat_map(|bag| bag.chunk_by(|a, b| a == b)) {
            starts[same[0].index() + 1] += 1;
        }
        for index in 0..published.taxonomy.len() {
            starts[index + 1] += starts[index];
        }
        let mut next = starts.clone();
        let mut entries = vec![Publishes { group: 0, times: 0 }; starts[published.taxonomy.len()]];
        for (group, bag) in published.groups.iter().enumerate() {
            for same in bag.chunk_by(|a, b| a == b) {
                let place = &mut next[same[0].index()];
                entries[*place] = Publishes { group: group as u32, times: same.len() as u32 };
                *place += 1;
            }
        }
        Lists { entries, starts }
    }

    /// The groups that publish `node` itself.
    #[inline]
    pub fn of(&self, node: Node) -> &[Publishes] {
        &self.entries[self.starts[node.index()]..self.starts[node.index() + 1]]
    }
}
