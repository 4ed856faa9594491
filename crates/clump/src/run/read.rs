//! The first step of a run: reads the input of a job in the form that its method needs.

use std::sync::Arc;
use std::time::Instant;

use clump_core::log::{QueryItems, QueryLog};
use clump_core::progress::Progress;
use clump_core::promise::{Among, Promise, Property, PropertyName};
use clump_io::facts::{EarlierReleases, FactLog, count_facts};
use clump_io::{LogLines, OwnerIs, QueryMeanings, ReadCounts, ReadError, map_queries, read_lines};
use clump_report::{TaxonomyFacts, UnknownWord};

use super::make::promise_of_rows;
use super::open_ledger::open_within_budget;
use crate::data::gone_before::require_half;
use crate::data::{Data, memory_limit, refuse_repeats, require_nodes};
use crate::guards::over_time::{EarlierTables, require_names};
use crate::job::Job;
use crate::methods::{AnyMethod, FactMethod};
use crate::release::row_release::RowMethod;
use crate::taxonomy::taxonomy_facts;
use crate::{JobError, RunError};

/// The input of a run, in the form that its method needs.
pub(crate) enum Read {
    Transactions(Arc<Data>),
    Lines(Arc<Lines>),
    /// Counted facts, and the seconds that reading and counting took.
    Facts(Box<FactLog>, f64),
}

pub(super) fn read(method: &AnyMethod, job: &Job, progress: &dyn Progress) -> Result<Read, RunError> {
    match method {
        AnyMethod::Transactions(method) => transactions(RowMethod::Whole(method.as_ref()), job, progress),
        AnyMethod::Pieces(method) => transactions(RowMethod::Pieces(method.as_ref()), job, progress),
        AnyMethod::Lines(method) => {
            memory_limit::check_files(job)?;
            let lines = Lines::read(job, method.needs_items(), progress)?;
            memory_limit::check_lines(job, &lines.log)?;
            Ok(Read::Lines(Arc::new(lines)))
        }
        AnyMethod::Facts(method) => facts(method, job, progress),
    }
}

/// Reads transactions and maps their items to the taxonomy. Settings that no release can satisfy are errors
/// before anything is read.
fn transactions(method: RowMethod<'_>, job: &Job, progress: &dyn Progress) -> Result<Read, RunError> {
    let promise = promise_of_rows(method, job)?;
    memory_limit::check_sample(job, progress)?;
    let data = Data::read_counting(job, counted_nodes(&promise), progress)?;
    data.require_owners()?;
    require_half(job, &data.counts)?;
    memory_limit::check_data(job, &data)?;
    // A bound on a misspelt node would always hold, because no release shows that node.
    if let Some(Property::Certainty(certainty)) = promise.get(PropertyName::Certainty) {
        require_nodes(certainty.nodes(), &data.taxonomy, job, JobError::CertaintyOfUnknown)?;
    }
    Ok(Read::Transactions(Arc::new(data)))
}

/// The nodes for which the reader must count owners, because `promise` limits their certainty. Pieces need no
/// such counts: their bound depends only on their own labels.
fn counted_nodes(promise: &Promise) -> Vec<String> {
    match promise.get(PropertyName::Certainty) {
        Some(Property::Certainty(certainty)) if certainty.published() == Among::Rows => {
            certainty.nodes().to_vec()
        }
        _ => Vec::new(),
    }
}

/// Counts facts within the memory limit of `job`. Fails before reading if the privacy budget is spent.
fn facts(method: &FactMethod, job: &Job, progress: &dyn Progress) -> Result<Read, RunError> {
    open_within_budget(job, None)?;
    let start = Instant::now();
    let inputs = job.input.expanded()?;
    refuse_repeats(&inputs)?;
    memory_limit::check_counting(job)?;
    let mut options = job.read_options();
    options.room.facts = memory_limit::kept_cost(job);
    let mut request = method.request.clone();
    if method.thresholding.is_none() {
        let earlier = EarlierTables::of_job(job)?;
        request.earlier = earlier.map(|earlier| Arc::new(earlier) as Arc<dyn EarlierReleases>);
    }
    let log = count_facts(&inputs, &options, &request, progress).map_err(|error| match error {
        ReadError::TooManyFacts { bytes } => RunError::from(memory_limit::does_not_fit(job, bytes)),
        error => error.into(),
    })?;
    if request.earlier.is_some() {
        require_names(&log.owner_is)?;
    }
    Ok(Read::Facts(Box::new(log), start.elapsed().as_secs_f64()))
}

/// A query log, line by line, with its counts.
pub(crate) struct Lines {
    pub log: QueryLog,
    pub owner_is: OwnerIs,
    /// Taxonomy items of each query; `None` if the method does not need them.
    pub items: Option<QueryItems>,
    pub counts: ReadCounts,
    pub unknown: Vec<UnknownWord>,
    pub taxonomy: Option<TaxonomyFacts>,
    pub seconds: f64,
}

impl Lines {
    pub fn read(job: &Job, needs_items: bool, progress: &dyn Progress) -> Result<Lines, RunError> {
        let start = Instant::now();
        let inputs = job.input.expanded()?;
        refuse_repeats(&inputs)?;
        let options = job.read_options();
        let LogLines { log, owner_is, counts } = read_lines(&inputs, &options, progress)?;
        let (items, unknown, taxonomy, seconds) = (None, Vec::new(), None, 0.0);
        let mut lines = Lines { log, owner_is, items, counts, unknown, taxonomy, seconds };
        if needs_items {
            let QueryMeanings { items, given, counts, unknown, repaired } =
                map_queries(&lines.log, &options, &job.taxonomy.source, progress)?;
            (lines.counts.words, lines.counts.repaired) = (counts, repaired);
            let unknown = unknown.iter().map(|(word, count)| UnknownWord { word: word.to_owned(), count });
            lines.unknown = unknown.collect();
            (lines.items, lines.taxonomy) = (Some(items), Some(taxonomy_facts(job, &given)));
        }
        lines.seconds = start.elapsed().as_secs_f64();
        Ok(lines)
    }
}
