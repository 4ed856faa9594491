//! The tree that all machines use.

use std::sync::Arc;

use clump::cluster::{self, Counted};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::placing::{alone_of, placing_of};
use super::queries::Queries;
use super::release::read_of;
use super::step;
use crate::arrow::{Table, import};
use crate::errors::{Kind, exception, raised};
use crate::run::json;
use crate::watched::watched;

/// The taxonomy of a cluster run. Its methods transform tables of rows.
#[pyclass(frozen, module = "clump_anon")]
pub struct Tree(pub(super) Arc<cluster::Tree>);

#[pymethods]
impl Tree {
    /// Builds the tree from edges. An edge has a child and its parent; the root comes without a parent.
    #[staticmethod]
    fn of_edges(py: Python<'_>, edges: Vec<Vec<String>>) -> PyResult<Tree> {
        let edges = edges.into_iter().filter_map(|names| {
            let mut names = names.into_iter();
            Some((names.next()?, names.next()))
        });
        let tree = cluster::Tree::of_edges(edges);
        tree.map(|tree| Tree(Arc::new(tree))).map_err(|_| {
            raised(
                py,
                Kind::Input,
                "the taxonomies that machines read do not fit together",
                Some("give every machine the same taxonomy file"),
            )
        })
    }

    #[staticmethod]
    fn from_bytes(py: Python<'_>, content: &[u8]) -> PyResult<Tree> {
        let tree = cluster::Tree::from_bytes(content).map_err(|error| exception(py, &error))?;
        Ok(Tree(Arc::new(tree)))
    }

    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.to_bytes())
    }

    /// Number of nodes of the tree.
    #[getter]
    fn nodes(&self) -> usize {
        self.0.taxonomy().nodes().len()
    }

    /// Replaces the names in records by the numbers of their nodes.
    fn number(&self, py: Python<'_>, records: &Bound<'_, PyAny>) -> PyResult<Table> {
        step(py, records, |records| self.0.number(records))
    }

    /// Counts by node what `counted` names: `rows` or `owners` with an item at or below the node, `rows_with`
    /// or `owners_with` the node itself, or its `cells`. `owners` skips items that `placing` places.
    #[pyo3(signature = (rows, counted, placing = None))]
    fn count(
        &self,
        py: Python<'_>,
        rows: &Bound<'_, PyAny>,
        counted: &str,
        placing: Option<&[u8]>,
    ) -> PyResult<Table> {
        let placing = placing_of(py, self, placing.unwrap_or_default())?;
        let counted = match counted {
            "rows" => Counted::Rows,
            "rows_with" => Counted::RowsWith,
            "cells" => Counted::Cells,
            "owners_with" => Counted::OwnersWith,
            "owners" => Counted::OwnersBelow(&placing),
            _ => return Err(raised(py, Kind::Setting, "that cannot be counted", None)),
        };
        step(py, rows, |rows| self.0.count(rows, counted))
    }

    /// Gives the remainder of rows the labels of `placing`. Without `placing`, it keeps its own labels.
    #[pyo3(signature = (rows, placing = None))]
    fn label(&self, py: Python<'_>, rows: &Bound<'_, PyAny>, placing: Option<&[u8]>) -> PyResult<Table> {
        let placing = placing.map(|placing| placing_of(py, self, placing)).transpose()?;
        step(py, rows, |rows| self.0.label(rows, placing.as_ref()))
    }

    /// The labels of each owner that `placing` does not place.
    fn unplaced(&self, py: Python<'_>, rows: &Bound<'_, PyAny>, placing: &[u8]) -> PyResult<Table> {
        let placing = placing_of(py, self, placing)?;
        step(py, rows, |rows| self.0.unplaced(rows, &placing))
    }

    /// Number of owners who have a label equally often in each row, by label and number of times.
    fn alike(&self, py: Python<'_>, rows: &Bound<'_, PyAny>) -> PyResult<Table> {
        step(py, rows, |rows| self.0.alike(rows))
    }

    /// Publishes each remaining label as a row of its own.
    fn publish_alone(
        &self,
        py: Python<'_>,
        rows: &Bound<'_, PyAny>,
        alone: Vec<(u32, Vec<u32>)>,
    ) -> PyResult<Table> {
        let alone = alone_of(alone);
        step(py, rows, |rows| self.0.publish_alone(rows, &alone))
    }

    /// Replaces the node numbers in rows by names.
    fn name(&self, py: Python<'_>, labels: &Bound<'_, PyAny>) -> PyResult<Table> {
        step(py, labels, |labels| self.0.name(labels))
    }

    /// Compares rows of some owners with their published `parts`. Returns counts as JSON.
    #[pyo3(signature = (read, queries, rows, parts))]
    fn account(
        &self,
        py: Python<'_>,
        read: &str,
        queries: Option<&Queries>,
        rows: &Bound<'_, PyAny>,
        parts: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        let read = read_of(py, read)?;
        let rows = import(rows, "rows")?;
        let parts = parts.map(|parts| import(parts, "parts")).transpose()?;
        let queries = queries.map(Queries::get);
        let account = watched(py, None, |_| {
            cluster::Account::of(&self.0, &read, queries.as_deref(), &rows, parts.as_ref())
        })?;
        json(py, &account)
    }
}
