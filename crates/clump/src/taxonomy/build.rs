//! A taxonomy made from a log, for whoever has none, as a file that may be published.

use std::io;
use std::path::Path;
use std::time::Instant;

use clump_core::grow::GrowParameters;
use clump_core::inspect::TaxonomySize;
use clump_core::progress::Progress;
use clump_core::taxonomy::Taxonomy;
use clump_io::taxonomy::{ExportError, TaxonomyFormat, export};
use serde::{Deserialize, Serialize};

use crate::data::Data;
use crate::job::Job;
use crate::release::publish::{Audience, Existing, Staged, publish_all};
use crate::release::staging::Staging;
use crate::release::targets::check_targets;
use crate::run::peak_memory::peak_memory;
use crate::threads::with_threads;
use crate::{BuildError, JobError, MethodName};

/// The most children of a node unless something else is asked for: the finest tree loses least.
pub const FAN_OUT: usize = 2;

/// What was built. Names no item that fewer than k owners have.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BuiltTaxonomy {
    /// Least number of owners of an item that the tree names.
    pub k: usize,
    /// Owners of the log.
    pub owners: usize,
    /// Distinct items of the log.
    pub items: usize,
    /// Those that fewer than k owners have: they share one leaf.
    pub rare: usize,
    /// The name of that leaf.
    pub unknown: String,
    /// Its leaves, that one included.
    pub leaves: usize,
    /// All its nodes.
    pub nodes: usize,
    /// Its levels, the root being the first.
    pub levels: usize,
    /// Pairs and larger families that stand together because owners have them together.
    pub joined: usize,
    /// Wall-clock seconds of growing it.
    pub seconds: f64,
    /// The most memory the program needed, in bytes; none where the system does not tell.
    pub peak_memory: Option<u64>,
}

/// Keys of a job that have no effect here, besides the parameters of methods: owners are what is counted, and the tree
/// is what is made.
const IDLE: &[&str] = &[
    "transaction",
    "unit",
    "gap",
    "time-format",
    "keep-repeats",
    "unknown",
    "taxonomy",
    "taxonomy-format",
    "repair",
    "language",
    "prefixes",
    "scope",
    "method",
    "to",
    "layout",
    "keep-root",
    "floor",
    "page",
    "title",
    "noun",
    "date",
    "report",
    "audit",
    "sensitive",
    "population",
    "labels",
    "seed",
];

/// Grows a taxonomy from the input of `job` and writes it to the job's output as `child<TAB>parent` lines, the root
/// first. See [`clump_core::grow`] for how, and for what it gives away.
///
/// # Errors
/// When the input cannot be read, no item has k owners, or the file cannot be written.
pub fn build_taxonomy(
    job: &Job,
    fan_out: usize,
    progress: &dyn Progress,
) -> Result<(Data, BuiltTaxonomy), BuildError> {
    let k = job.k.ok_or(JobError::NoK)?;
    let parameters = GrowParameters { k, fan_out }.check()?;
    refuse_idle_keys(job)?;
    let target = job.output.as_deref().ok_or(BuildError::NoOutput)?;
    let flat = Job { taxonomy: "flat".to_owned(), ..job.clone() };
    check_targets(&[target.to_owned()], &flat, job.force)?;
    let data = Data::read(&flat, progress)?;
    data.require_owners()?;
    progress.go_on()?;
    let start = Instant::now();
    let grown = with_threads(job.threads, || {
        Ok::<_, BuildError>(parameters.grow(&data.transactions, &data.taxonomy)?)
    })?;
    let seconds = start.elapsed().as_secs_f64();
    publish(target, &grown.taxonomy, job.force, progress)?;
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

/// A setting that is ignored is a setting that is believed. Keys at their defaults do no harm.
fn refuse_idle_keys(job: &Job) -> Result<(), BuildError> {
    let keys = |job: &Job| match serde_json::to_value(job) {
        Ok(serde_json::Value::Object(keys)) => keys,
        _ => unreachable!("a job is a map"),
    };
    let defaults = keys(&Job::default());
    let of_a_method =
        |key: &str| MethodName::ALL.iter().any(|method| method.facts().parameters.contains(&key));
    let is_idle = |key: &str| IDLE.contains(&key) || (key != "k" && of_a_method(key));
    let mut given = keys(job).into_iter().filter(|(key, value)| defaults.get(key) != Some(value));
    match given.find(|(key, value)| is_idle(key) && !(key == "taxonomy" && value == "flat")) {
        Some((key, _)) => Err(BuildError::NotForBuilding { key }),
        None => Ok(()),
    }
}

fn publish(
    target: &Path,
    taxonomy: &Taxonomy,
    replace: bool,
    progress: &dyn Progress,
) -> Result<(), BuildError> {
    let mut file = Staged::new(&Staging::of(progress), target, Audience::Public)?;
    file.write_packed(|out| {
        export(taxonomy, TaxonomyFormat::Edges, out).map_err(|error| match error {
            ExportError::Io(error) => error,
            error => io::Error::other(error),
        })
    })?;
    publish_all(vec![file], if replace { Existing::Replace } else { Existing::Keep })?;
    Ok(())
}
