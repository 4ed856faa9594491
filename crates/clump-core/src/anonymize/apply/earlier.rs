//! The rows of an earlier release, by the names that it publishes.

use crate::names::Names;
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::Bags;

/// The distinct rows of an earlier release. Its labels are names: the taxonomy of new data is pruned to these, and its
/// numbers are others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Earlier {
    labels: Names,
    /// Sorted; each row is sorted, and holds a label as often as it was published.
    rows: Vec<Box<[u32]>>,
}

impl Earlier {
    /// The release with these `rows` of numbers into `labels`.
    ///
    /// # Panics
    /// When a row has a number that `labels` has not.
    pub fn new<R: AsRef<[u32]>>(labels: Names, rows: impl IntoIterator<Item = R>) -> Earlier {
        let sorted = |row: R| {
            let mut row = row.as_ref().to_vec();
            row.sort_unstable();
            assert!(row.last().is_none_or(|&label| (label as usize) < labels.len()), "labels have numbers");
            row.into_boxed_slice()
        };
        let mut rows: Vec<Box<[u32]>> = rows.into_iter().map(sorted).collect();
        rows.sort_unstable();
        rows.dedup();
        Earlier { labels, rows }
    }

    /// Number of its distinct rows, the empty one not counted.
    pub fn rows(&self) -> usize {
        self.rows.iter().filter(|row| !row.is_empty()).count()
    }

    /// Number of its distinct labels.
    pub fn labels(&self) -> usize {
        self.labels.len()
    }

    /// The rows that can stand for something in `taxonomy`, which has only nodes with items at or below them if it was
    /// pruned: all labels of theirs are nodes. O(text of the labels + labels of the rows).
    pub(super) fn bags(&self, taxonomy: &Taxonomy) -> Bags {
        let nodes = self.nodes(taxonomy);
        self.rows
            .iter()
            .filter_map(|row| row.iter().map(|&label| nodes[label as usize]).collect::<Option<Vec<Node>>>())
            .collect()
    }

    /// For each node of `taxonomy`, whether it is a label.
    pub(super) fn is_label(&self, taxonomy: &Taxonomy) -> Vec<bool> {
        let mut is_label = vec![false; taxonomy.len()];
        for node in self.nodes(taxonomy).into_iter().flatten() {
            is_label[node.index()] = true;
        }
        is_label
    }

    /// For each label the node of that name.
    fn nodes(&self, taxonomy: &Taxonomy) -> Vec<Option<Node>> {
        self.labels.iter().map(|label| taxonomy.find(label)).collect()
    }
}
