//! Builds a taxonomy from a log that has none, and writes it to a file that may be published.

use std::io;
use std::time::Instant;

use clump_core::grow::GrowParameters;
use clump_core::inspect::TaxonomySize;
use clump_core::progress::Progress;
use clump_io::taxonomy::{ExportError, TaxonomyFormat, TaxonomySource, export};
use serde::{Deserialize, Serialize};

use crate::data::Data;
use crate::job::keys::{InputKeys, OutputKeys, TreeKeys, WordKeys};
use crate::job::{Job, Keys};
use crate::machine::peak_memory;
use crate::machine::with_threads;
use crate::release::publish::publish_packed;
use crate::release::targets::check_targets;
use crate::{JobError, RunError};

/// Default for the largest number of children of a node. The smallest number has the lowest loss.
pub const FAN_OUT: usize = 2;

/// Numbers about the tree that was built. It has no name of an item that fewer than k owners have.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BuiltTaxonomy {
    /// Minimum number of owners of an item with its own leaf.
    pub k: usize,
    /// Number of owners in the log.
    pub owners: usize,
    /// Number of distinct items in the log.
    pub items: usize,
    /// Number of items that fewer than k owners have. They share one leaf.
    pub rare: usize,
    /// The name of the leaf for these items.
    pub unknown: String,
    /// Number of leaves, including the one for rare items.
    pub leaves: usize,
    /// Number of all nodes.
    pub nodes: usize,
    /// Number of levels, including the root.
    pub levels: usize,
    /// Number of pairs and larger groups of items that are siblings because the same owners have them.
    pub joined: usize,
    /// Wall-clock seconds for building the tree, without reading.
    pub seconds: f64,
    /// Peak memory of the process in bytes; `None` if the system does not report it.
    pub peak_memory: Option<u64>,
}

/// Makes the job for [`build_taxonomy`] from `keys`. It only counts owners and makes a tree, so keys about
/// transactions, trees, methods and reports would have no effect.
///
/// # Errors
/// When a key without effect is set.
pub fn building_job(keys: Keys) -> Result<Job, JobError> {
    let Keys { input, read, words, loss, promise, output, tree, threads, memory, .. } = keys.clone();
    let is_flat = |taxonomy: &String| taxonomy == "flat";
    let heard = Keys {
        input,
        read: InputKeys {
            transaction: None,
            unit: None,
            gap: None,
            time_format: None,
            keep_repeats: false,
            ..read
        },
        words: WordKeys { unknown: None, ..words },
        loss,
        promise,
        output: OutputKeys { output: output.output, force: output.force, ..OutputKeys::default() },
        tree: TreeKeys { taxonomy: tree.taxonomy.filter(is_flat), ..TreeKeys::default() },
        threads,
        memory,
        ..Keys::default()
    };
    if let Some(key) = keys.beyond(&heard).into_iter().next() {
        return Err(JobError::NotForBuilding { key });
    }
    Ok(Job::try_from(heard)?.taxonomy(TaxonomySource::Flat))
}

/// Builds a taxonomy from the input of `job` and writes it to the output of the job as `child<TAB>parent`
/// lines, the root first. [`clump_core::grow`] describes the algorithm and what the tree reveals.
///
/// # Errors
/// When the input cannot be read, no item has k owners, or the file cannot be written.
pub fn build_taxonomy(
    job: &Job,
    fan_out: usize,
    progress: &dyn Progress,
) -> Result<(Data, BuiltTaxonomy), RunError> {
    let k = job.require_k()?;
    let parameters = GrowParameters { k, fan_out }.check()?;
    let target = job.output.release.as_deref().ok_or(JobError::NoOutput)?;
    let flat = job.clone().taxonomy(TaxonomySource::Flat);
    check_targets(&[target.to_owned()], &flat, job.output.force)?;
    let data = Data::read(&flat, progress)?;
    data.require_owners()?;
    progress.go_on()?;
    let start = Instant::now();
    let grown = with_threads(job.resources.threads, || {
        Ok::<_, RunError>(parameters.grow(&data.transactions, &data.taxonomy)?)
    })?;
    let seconds = start.elapsed().as_secs_f64();
    publish_packed(target, job.output.force, progress, |out| {
        export(&grown.taxonomy, TaxonomyFormat::Edges, out).map_err(|error| match error {
            ExportError::Io(error) => error,
            error => io::Error::other(error),
        })
    })?;
    let TaxonomySize { nodes, leaves, levels } = TaxonomySize::of(&grown.taxonomy);
    let built = BuiltTaxonomy {
        k,
        owners: data.transactions.owners(),
        items: grown.items,
        rare: grown.rare_items,
        unknown: grown.taxonomy.name(grown.rare).to_owned(),
        leaves,
        nodes,
        levels,
        joined: grown.joined,
        seconds,
        peak_memory: peak_memory(),
    };
    Ok((data, built))
}
