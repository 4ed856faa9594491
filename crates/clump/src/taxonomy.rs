//! The taxonomy of a job on its own: its public facts, its fingerprint, and loading.

use clump_core::taxonomy::Taxonomy;
use clump_io::ReadError;
use clump_io::taxonomy::{Loaded, Repair, TaxonomySource};
use clump_report::TaxonomyFacts;

use crate::job::Job;

/// Source of the taxonomy of `job`, without anything that is not public; `given` is the part that does not
/// come from data.
pub(crate) fn taxonomy_facts(job: &Job, given: &Taxonomy) -> TaxonomyFacts {
    let (name, public) = match &job.taxonomy.source {
        TaxonomySource::WordNet => ("wordnet", true),
        TaxonomySource::Topics => ("topics", true),
        // A tree that was completed from the data reveals something of them, as do trees that are made from
        // them.
        TaxonomySource::File(file) => ("file", !file.repair.contains(&Repair::AddLeaves)),
        TaxonomySource::Prefix { .. } => ("prefix", false),
        TaxonomySource::Flat => ("flat", false),
    };
    let overrides = job.words.overrides.is_some();
    TaxonomyFacts { source: name.to_owned(), blake3: public.then(|| fingerprint(given)), overrides }
}

/// BLAKE3 of every node's level and name in preorder: the tree and nothing but the tree.
pub(crate) fn fingerprint(taxonomy: &Taxonomy) -> String {
    let mut hasher = blake3::Hasher::new();
    for node in taxonomy.nodes() {
        hasher.update(&taxonomy.level(node).to_le_bytes());
        hasher.update(taxonomy.name(node).as_bytes());
        hasher.update(b"\n");
    }
    hasher.finalize().to_hex().to_string()
}

/// The taxonomy of `job` on its own, with its repairs.
///
/// # Errors
/// When its file cannot be read, and for the taxonomies `flat` and `prefix`, which only exist together with
/// data.
pub fn load_taxonomy(job: &Job) -> Result<Loaded, ReadError> {
    job.taxonomy.source.load()
}
