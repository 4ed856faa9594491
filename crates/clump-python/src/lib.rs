//! The Rust part of the Python package `clump_anon`. It takes data over the Arrow C interface and jobs as
//! keys, and returns JSON and Arrow. The Python interface is in `python/clump_anon`. This crate makes no
//! decision about a release.

use pyo3::prelude::*;

mod arrow;
mod cluster;
mod data;
mod errors;
mod job;
mod run;
mod verbs;
mod watched;

/// The Rust module of `clump_anon`.
#[pymodule]
mod _core {
    #[pymodule_export]
    use super::arrow::Table;
    #[pymodule_export]
    use super::cluster::{
        FactPlan, FactTotals, Keys, Placing, Queries, Refining, Tree, certify, certify_files, decide_alone,
        fingerprint, fingerprint_of_files, joined_cuts, layout_of, owner_ids, read_part, require_half,
        stand_in, verify_rows,
    };
    #[pymodule_export]
    use super::data::Data;
    #[pymodule_export]
    use super::job::{keys, methods};
    #[pymodule_export]
    use super::run::{Run, make};
    #[pymodule_export]
    use super::verbs::{build_taxonomy, check_taxonomy, compare, floor, inspect, measure, verify};
    #[pymodule_export]
    use super::watched::_panic;

    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        super::errors::keep_panics_quiet();
        // Number of passes that join words into pieces within shards.
        module.add("PASSES", clump::core::anonymize::pieces::PASSES)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
