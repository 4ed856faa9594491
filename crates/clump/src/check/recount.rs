//! Counts what a file of rows shows by itself, to compare it with its certificate.

use std::collections::BTreeMap;

use clump_core::taxonomy::{Node, Taxonomy};
use clump_io::release::{ReleaseColumns, Released};
use clump_report::rounded;

use crate::check::rows_of_line;

/// The counts of a release of rows. A row is what one owner has: a line of rows, or a part of a line of
/// groups.
#[derive(Debug)]
pub(crate) struct Recount {
    /// Published rows.
    pub rows: usize,
    /// Distinct rows.
    pub groups: usize,
    /// Rows of the smallest group.
    pub smallest_group: usize,
    /// Columns of the file.
    pub columns: ReleaseColumns,
    /// Distinct rows that are whole queries.
    pub texts: usize,
    /// Number of times that each label occurs in the rows.
    occurrences: BTreeMap<String, u128>,
    /// The labels of the file, by number.
    labels: Vec<String>,
    /// The labels of each group, by their numbers.
    labels_of: Vec<Vec<u32>>,
}

impl Recount {
    /// Counts `released`, whose row i has the same labels as row `like[i]`, the first such.
    pub fn new(released: &Released, like: &[u32]) -> Recount {
        let mut rows_like = vec![0usize; released.len()];
        let mut occurrences = vec![0u128; released.labels().len()];
        for (row, &first) in like.iter().enumerate() {
            let rows = rows_of_line(released, row);
            // A file may state any number. One that is too large to count is wrong in any case.
            let group = &mut rows_like[first as usize];
            *group = group.saturating_add(rows);
            for &label in released.row(row) {
                occurrences[label as usize] += rows as u128;
            }
        }
        let firsts = || (0..released.len()).filter(|&row| like[row] as usize == row);
        let sizes = || firsts().map(|first| rows_like[first]);
        let texts = || firsts().filter(|&first| released.text_number(first).is_some());
        let labels: Vec<String> = released.labels().iter().map(str::to_owned).collect();
        Recount {
            rows: sizes().fold(0, usize::saturating_add),
            groups: firsts().count(),
            smallest_group: sizes().min().unwrap_or(0),
            columns: released.columns(),
            texts: texts().count(),
            occurrences: labels.iter().cloned().zip(occurrences).collect(),
            labels_of: firsts().map(|first| released.row(first).to_vec()).collect(),
            labels,
        }
    }

    /// The labels of the file, each once.
    pub fn labels(&self) -> &[String] {
        &self.labels
    }

    /// True if some row has `label`.
    pub fn has_label(&self, label: &str) -> bool {
        self.occurrences.contains_key(label)
    }

    /// Mean number of labels of a row, as a certificate states it.
    pub fn mean_length(&self) -> f64 {
        let labels: u128 = self.occurrences.values().sum();
        if self.rows == 0 { 0.0 } else { rounded(labels as f64 / self.rows as f64) }
    }

    /// Number of groups that show one of the `nodes` of `taxonomy`, or one below; none if one of them is
    /// shown nowhere.
    pub fn groups_that_show(&self, nodes: &[String], taxonomy: &Taxonomy) -> Option<usize> {
        let above: Vec<Node> = nodes.iter().map(|name| taxonomy.find(name)).collect::<Option<_>>()?;
        let shown: Vec<Option<Node>> = self.labels.iter().map(|label| taxonomy.find(label)).collect();
        let is_below =
            |node: &Option<Node>, above: Node| node.is_some_and(|node| taxonomy.is_ancestor(above, node));
        if !above.iter().all(|&above| shown.iter().any(|node| is_below(node, above))) {
            return None;
        }
        let is_sensitive: Vec<bool> =
            shown.iter().map(|node| above.iter().any(|&above| is_below(node, above))).collect();
        let shows = |labels: &&Vec<u32>| labels.iter().any(|&label| is_sensitive[label as usize]);
        Some(self.labels_of.iter().filter(shows).count())
    }
}
