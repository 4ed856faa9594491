//! Computes figures of a log before any release is made of it.

use clump_core::inspect::{Inspection, TaxonomySize};
use clump_core::progress::Progress;
use clump_io::ReadCounts;
use clump_noise::Outlook;
use serde::Serialize;

use crate::data::Data;
use crate::job::Job;
use crate::{JobError, RunError};

/// Figures of a log: counts of reading, lengths, coverage, and how few known items identify one owner.
#[derive(Clone, Debug, Serialize)]
pub struct Inspected {
    /// Counts of what was read, and of what was left out.
    pub read: ReadCounts,
    /// Number of distinct words that are not in the taxonomy.
    pub unknown_words: usize,
    /// Size of the whole taxonomy before it is reduced to the items of the log.
    pub taxonomy_given: TaxonomySize,
    /// Rows, lengths, the part of the taxonomy that the log uses, density, and owners who are unique.
    pub log: Inspection,
    /// Shares of the items that counts with noise would keep at usual settings.
    pub noise: Vec<Outlook>,
}

/// Reads the input of `job`, and computes its figures.
///
/// # Errors
/// When the input cannot be read, or this build has no noise.
pub fn inspect(job: &Job, progress: &dyn Progress) -> Result<(Data, Inspected), RunError> {
    let data = Data::read(job, progress)?;
    let inspected = Inspected {
        read: data.counts,
        unknown_words: data.unknown.len(),
        taxonomy_given: data.taxonomy_given,
        log: clump_core::inspect::inspect(&data.transactions, &data.taxonomy),
        noise: data.outlook().map_err(JobError::from)?,
    };
    Ok((data, inspected))
}
