//! The taxonomy of a job without its data: public facts, fingerprint, and loading.

use clump_core::taxonomy::Taxonomy;
use clump_io::ReadError;
use clump_io::taxonomy::{Loaded, Repair, TaxonomySource};
use clump_report::TaxonomyFacts;

use crate::job::Job;

/// Source and hash of the taxonomy of `job`, for the certificate. Only a public tree has a hash. `given` is
/// the part of the tree that does not come from the data.
pub(crate) fn taxonomy_facts(job: &Job, given: &Taxonomy) -> TaxonomyFacts {
    let (name, public) = match &job.taxonomy.source {
        TaxonomySource::WordNet => ("wordnet", true),
        TaxonomySource::Topics => ("topics", true),
        // The hash of a tree that was made or completed from the data would reveal something about them.
        TaxonomySource::File(file) => ("file", !file.repair.contains(&Repair::AddLeaves)),
        TaxonomySource::Prefix { .. } => ("prefix", false),
        TaxonomySource::Flat => ("flat", false),
    };
    let overrides = job.words.overrides.is_some();
    TaxonomyFacts { source: name.to_owned(), blake3: public.then(|| fingerprint(given)), overrides }
}

/// BLAKE3 hash of the level and the name of every node in preorder, which define the tree.
pub(crate) fn fingerprint(taxonomy: &Taxonomy) -> String {
    let mut hasher = blake3::Hasher::new();
    for node in taxonomy.nodes() {
        hasher.update(&taxonomy.level(node).to_le_bytes());
        hasher.update(taxonomy.name(node).as_bytes());
        hasher.update(b"\n");
    }
    hasher.finalize().to_hex().to_string()
}

/// Loads the taxonomy of `job` with its repairs, without the data.
///
/// # Errors
/// When its file cannot be read. Also for `flat` and `prefix`, which are made from the data.
pub fn load_taxonomy(job: &Job) -> Result<Loaded, ReadError> {
    job.taxonomy.source.load()
}
