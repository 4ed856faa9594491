//! Recounts the figures of a file of rows, to compare them with its certificate.

use clump_core::taxonomy::{Node, Taxonomy};
use clump_io::release::Released;
use clump_report::rounded;

use crate::check::rows_of_line;

/// The counts of a release of rows. A row belongs to one owner: it is a line of the file, or one owner's part
/// of a line that is a group.
pub(crate) struct Recount<'r> {
    pub released: &'r Released,
    pub rows: usize,
    pub smallest_group: usize,
    /// For each group of equal rows, the index of its first line.
    firsts: Vec<usize>,
    labels: u128,
}

impl<'r> Recount<'r> {
    /// Counts `released`. `like[i]` is the index of the first row with the same labels as row i.
    pub fn new(released: &'r Released, like: &[u32]) -> Recount<'r> {
        let mut rows_like = vec![0usize; released.len()];
        let mut labels = 0;
        for (row, &first) in like.iter().enumerate() {
            let rows = rows_of_line(released, row);
            // A file may state any number. A sum that is too large to count is wrong in any case.
            let group = &mut rows_like[first as usize];
            *group = group.saturating_add(rows);
            labels += rows as u128 * released.row(row).len() as u128;
        }
        let firsts: Vec<usize> = (0..released.len()).filter(|&row| like[row] as usize == row).collect();
        let sizes = firsts.iter().map(|&first| rows_like[first]);
        let rows = sizes.clone().fold(0, usize::saturating_add);
        Recount { released, rows, smallest_group: sizes.min().unwrap_or(0), firsts, labels }
    }

    pub fn groups(&self) -> usize {
        self.firsts.len()
    }

    /// Number of groups whose text is a whole query.
    pub fn texts(&self) -> usize {
        self.firsts.iter().filter(|&&first| self.released.text_number(first).is_some()).count()
    }

    /// Mean number of labels of a row, rounded as in a certificate.
    pub fn mean_length(&self) -> f64 {
        if self.rows == 0 { 0.0 } else { rounded(self.labels as f64 / self.rows as f64) }
    }

    /// Number of groups with a label at or below one of the `nodes` of `taxonomy`. `None` if one of the nodes
    /// is not in the taxonomy, or no label is at or below it.
    pub fn groups_that_show(&self, nodes: &[String], taxonomy: &Taxonomy) -> Option<usize> {
        let above: Vec<Node> = nodes.iter().map(|name| taxonomy.find(name)).collect::<Option<_>>()?;
        let shown: Vec<Option<Node>> =
            self.released.labels().iter().map(|label| taxonomy.find(label)).collect();
        let is_below =
            |node: &Option<Node>, above: Node| node.is_some_and(|node| taxonomy.is_ancestor(above, node));
        if !above.iter().all(|&above| shown.iter().any(|node| is_below(node, above))) {
            return None;
        }
        let is_sensitive: Vec<bool> =
            shown.iter().map(|node| above.iter().any(|&above| is_below(node, above))).collect();
        let shows =
            |&&first: &&usize| self.released.row(first).iter().any(|&label| is_sensitive[label as usize]);
        Some(self.firsts.iter().filter(shows).count())
    }
}
