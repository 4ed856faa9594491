//! Builds a taxonomy from a log, for data without one, as a file that may be published.

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

/// Default for the most children of a node: the finest tree loses least.
pub const FAN_OUT: usize = 2;

/// The tree that was built. Names no item that fewer than k owners have.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BuiltTaxonomy {
    /// Least number of owners of an item that the tree names.
    pub k: usize,
    /// Owners of the log.
    pub owners: usize,
    /// Distinct items of the log.
    pub items: usize,
    /// Items that fewer than k owners have: they share one leaf.
    pub rare: usize,
    /// The name of that leaf.
    pub unknown: String,
    /// Leaves of the tree, that one included.
    pub leaves: usize,
    /// All nodes of the tree.
    pub nodes: usize,
    /// Levels of the tree; the root is the first.
    pub levels: usize,
    /// Pairs and larger families that the tree joins because owners have them together.
    pub joined: usize,
    /// Wall-clock seconds of growing it.
    pub seconds: f64,
    /// Peak memory of the program in bytes; none if the system does not report it.
    pub peak_memory: Option<u64>,
}

/// The job that `keys` describe, for [`build_taxonomy`]. The job counts owners and makes a tree, so keys
/// about transactions, trees, methods and reports have no effect.
///
/// # Errors
/// When a key without effect is given: the user would believe that it had one.
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

/// Grows a taxonomy from the input of `job` and writes it to the job's output as `child<TAB>parent` lines,
/// the root first. See [`clump_core::grow`] for how, and for what it gives away.
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
