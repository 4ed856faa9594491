//! The choice of the label under which each word is published, in rounds.

use clump::cluster;
use clump::core::shards::{self, Alone, NodeCounts};
use clump::core::taxonomy::Node;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::numbers_of;
use super::tree::Tree;
use crate::arrow::import;
use crate::errors::{Kind, raised};
use crate::watched::watched;

/// Value that stands for no label in the encoded labels.
const NO_LABEL: u32 = u32::MAX;

/// Choice of a label for each node, in rounds. Each round needs new counts of owners.
#[pyclass(module = "clump_anon")]
pub struct Placing(shards::Placing);

#[pymethods]
impl Placing {
    #[new]
    fn new(tree: &Tree, k: usize) -> Placing {
        Placing(shards::Placing::new(tree.0.taxonomy(), k))
    }

    /// Ends a round with its counts by node. Returns true if another round must follow.
    fn advance(&mut self, py: Python<'_>, tree: &Tree, counts: &[u8]) -> PyResult<bool> {
        let taxonomy = tree.0.taxonomy();
        let counts = numbers_of(py, counts, taxonomy.len())?;
        Ok(self.0.advance(taxonomy, &NodeCounts::from_counts(counts)))
    }

    /// The label of each node, as bytes to send to workers.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let label = |label: &Option<Node>| label.map_or(NO_LABEL, |node| node.0).to_ne_bytes();
        PyBytes::new(py, self.0.labels().iter().map(label).collect::<Vec<_>>().as_flattened())
    }
}

/// Decodes the labels of all nodes. Empty bytes mean that no node has a label.
pub(super) fn placing_of(py: Python<'_>, tree: &Tree, bytes: &[u8]) -> PyResult<shards::Placing> {
    let taxonomy = tree.0.taxonomy();
    let (labels, rest) = bytes.as_chunks::<4>();
    if bytes.is_empty() {
        return Ok(shards::Placing::new(taxonomy, usize::MAX));
    }
    if labels.len() != taxonomy.len() || !rest.is_empty() {
        return Err(raised(py, Kind::Other, "labels are of another tree", None));
    }
    let labels = labels.iter().map(|&bytes| u32::from_ne_bytes(bytes));
    let labels = labels.map(|label| (label != NO_LABEL).then_some(Node(label)));
    Ok(shards::Placing::from_labels(labels.collect(), usize::MAX))
}

/// Repeat counts with which each label is published in a row, from the `Tree.alike` sums of all machines.
#[pyfunction]
pub fn decide_alone(py: Python<'_>, alike: &Bound<'_, PyAny>, k: usize) -> PyResult<Vec<(u32, Vec<u32>)>> {
    let alike = import(alike, "alike")?;
    let alone = watched(py, None, |_| cluster::decide_alone(&alike, k))?;
    let mut labels: Vec<(u32, Vec<u32>)> =
        alone.iter().map(|(label, times)| (label.0, times.to_vec())).collect();
    labels.sort_unstable();
    Ok(labels)
}

pub(super) fn alone_of(labels: Vec<(u32, Vec<u32>)>) -> Alone {
    labels.into_iter().map(|(label, times)| (Node(label), times)).collect()
}
