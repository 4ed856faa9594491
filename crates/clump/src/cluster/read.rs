//! What all machines read together, in numbers.

use clump_core::information::Typed;
use clump_core::taxonomy::Taxonomy;
use clump_io::{ReadCounts, Unknown};
use clump_report::TaxonomyFacts;
use serde::{Deserialize, Serialize};

use crate::job::Job;
use crate::release::words::ungrouped;

/// What all machines read. A plain record that travels as JSON: who divides rows among machines adds its numbers up.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct AllRead {
    /// In lines, owners and words.
    pub counts: ReadCounts,
    /// Pairs of an owner and a whole query.
    pub asked: usize,
    /// How often words were typed that the taxonomy does not have, and how many words were typed so often.
    pub unknown: Vec<(u64, u64)>,
    /// By node, how many cells of all rows have it as their item.
    pub cells: Vec<u64>,
    /// The name of the node that unknown words were put at, if any were.
    pub stand_in: Option<String>,
    /// Which taxonomy it is.
    pub taxonomy: TaxonomyFacts,
}

impl AllRead {
    /// What `job` puts unknown words at, if it says so and there were any.
    pub fn stand_in_of(job: &Job, counts: &ReadCounts) -> Option<String> {
        match &job.words.unknown {
            Some(Unknown::As(name)) if counts.words.placed > 0 => Some(name.clone()),
            _ => None,
        }
    }

    /// What was typed, and how much each word of it tells.
    pub(super) fn typed(&self, taxonomy: &Taxonomy) -> Typed {
        let stand_in = self.stand_in.as_deref().and_then(|name| taxonomy.find_meant(name));
        let each = |&(times, words): &(u64, u64)| std::iter::repeat_n(times, words as usize);
        let left_out = ungrouped(&self.counts, self.unknown.iter().flat_map(each), 0);
        Typed::of_cells(taxonomy, self.cells.clone(), stand_in, &left_out)
    }
}
