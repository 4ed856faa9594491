//! A draft: the settings that the user gave for one input, and results of reading it. Each result stores the
//! keys it was computed with, and is out of date when these keys change.

use std::sync::{Arc, Mutex};

use clump::core::tasks::Purpose;
use clump::core::taxonomy::Taxonomy;
use clump::core::transactions::Transactions;
use clump::io::{Input, Preview, ReadError, preview};
use clump::report::Comparison;
use clump::{CompareParameters, Floors, Inspected, Job, Keys, ReadSummary};

use crate::error_view::ErrorView;
use crate::repeat::Verb;
use crate::work::{Task, Work, lock};

/// Number of rows that the preview shows.
const ROWS_SHOWN: usize = 20;

/// An input that the user prepares for a release.
#[derive(Debug)]
pub struct Draft {
    pub id: u32,
    pub name: String,
    /// True if the user dropped the file on the page, so its path is unknown.
    pub is_dropped: bool,
    said: Mutex<Said>,
}

/// Settings of the user for a draft, and results computed with them.
#[derive(Clone, Debug)]
pub struct Said {
    pub keys: Keys,
    /// Preview of the input with the current keys, or the error of reading it.
    pub preview: Result<Arc<Preview>, ErrorView>,
    pub purpose: Option<Purpose>,
    /// True if the user asked for a comparison of a sample of the owners.
    pub is_sampled: bool,
    /// Figures of the data; `None` until the user asks for them.
    pub seen: Option<Arc<Found<DataSummary>>>,
    /// Comparison of kinds of release; `None` until the user asks for it.
    pub compared: Option<Arc<Found<Comparison>>>,
}

/// A piece of work with the keys it was started with.
#[derive(Debug)]
pub struct Found<T> {
    pub keys: Keys,
    pub work: Arc<Work<T>>,
}

/// Summary of the data: figures, the pruned taxonomy, and words that the taxonomy lacks.
#[derive(Debug)]
pub struct DataSummary {
    pub read: ReadSummary,
    pub inspected: Inspected,
    pub taxonomy: Taxonomy,
    /// Number of item occurrences at or below each node, by index of the node.
    pub below: Vec<u64>,
    /// Words that the taxonomy lacks with their counts, the most frequent first.
    pub unknown: Vec<(String, u64)>,
}

/// Number of unknown words that the page shows.
const UNKNOWN_SHOWN: usize = 30;

/// With more owners than `MOST_COMPARED`, the user may ask for a comparison of a sample of about `SAMPLED` of them.
const MOST_COMPARED: usize = 5_000;
const SAMPLED: usize = 3_000;

impl Draft {
    /// Opens `inputs` as a draft and reads a preview of them.
    pub fn new(id: u32, name: String, inputs: Vec<Input>, is_dropped: bool) -> Result<Draft, ErrorView> {
        let keys = Keys { input: inputs, ..Keys::default() };
        let preview = match look(&keys) {
            // The draft opens with these errors, and the user corrects them by a choice of layout.
            Err(error @ (ReadError::UnknownLayout { .. } | ReadError::LooksLikeTable { .. })) => {
                Err(error.into())
            }
            preview => Ok(Arc::new(preview?)),
        };
        let said = Said { keys, preview, purpose: None, is_sampled: false, seen: None, compared: None };
        Ok(Draft { id, name, is_dropped, said: Mutex::new(said) })
    }

    pub fn said(&self) -> Said {
        lock(&self.said).clone()
    }

    /// The latest work of a step, which the address gives as `contents` or `compare`.
    pub fn task(&self, step: &str) -> Option<Arc<Task>> {
        let said = self.said();
        match step {
            "contents" => said.seen.map(|found| Arc::clone(&found.work.task)),
            "compare" => said.compared.map(|found| Arc::clone(&found.work.task)),
            _ => None,
        }
    }

    pub fn tasks(&self) -> Vec<Arc<Task>> {
        ["contents", "compare"].into_iter().filter_map(|step| self.task(step)).collect()
    }

    pub fn say(&self, keys: Keys) {
        let looks_new = lock(&self.said).keys.read != keys.read;
        let preview = looks_new.then(|| look(&keys).map(Arc::new).map_err(ErrorView::from));
        let mut said = lock(&self.said);
        said.keys = keys;
        if let Some(preview) = preview {
            said.preview = preview;
        }
    }

    pub fn set_sampled(&self, is_sampled: bool) {
        lock(&self.said).is_sampled = is_sampled;
    }

    pub fn set_purpose(&self, purpose: Option<Purpose>) {
        lock(&self.said).purpose = purpose;
    }

    /// Starts to read the data, unless they were read with the current keys.
    pub fn inspect(&self) -> Result<(), ErrorView> {
        let said = self.said();
        let keys = said.reading_keys();
        if said.seen.is_some_and(|seen| seen.keys == keys && seen.work.failed().is_none()) {
            return Ok(());
        }
        let job = Job::try_from(keys.clone())?;
        let work = Work::begin(move |progress| {
            let (data, inspected) = clump::inspect(&job, progress)?;
            let unknown =
                data.unknown.iter().take(UNKNOWN_SHOWN).map(|(word, count)| (word.to_owned(), count));
            Ok::<_, clump::RunError>(DataSummary {
                read: data.summary(),
                inspected,
                below: below(&data.transactions, &data.taxonomy),
                unknown: unknown.collect(),
                taxonomy: data.taxonomy,
            })
        });
        lock(&self.said).seen = Some(Arc::new(Found { keys, work }));
        Ok(())
    }

    /// Starts to compare kinds of release, unless this was done with the current keys.
    pub fn compare(&self) -> Result<(), ErrorView> {
        let said = self.said();
        let keys = said.compared_keys();
        if said.compared.as_ref().is_some_and(|found| found.keys == keys && found.work.failed().is_none()) {
            return Ok(());
        }
        let k = keys.promise.k.ok_or_else(|| {
            ErrorView::new("k is not given.", "Set the least number of owners under `What for`.")
        })?;
        let parameters = CompareParameters {
            job: Job::try_from(keys.clone())?,
            ks: vec![k],
            methods: None,
            presets: Vec::new(),
            by: None,
            floor: Floors::Never,
            sample: said.sample(),
        };
        let work = Work::begin(move |progress| clump::compare(&parameters, progress));
        lock(&self.said).compared = Some(Arc::new(Found { keys, work }));
        Ok(())
    }
}

impl Said {
    /// The keys that affect reading of the data.
    pub fn reading_keys(&self) -> Keys {
        Verb::Inspect.taken(&self.keys)
    }

    /// The keys that affect a comparison.
    pub fn compared_keys(&self) -> Keys {
        Verb::Compare.taken(&self.keys)
    }

    /// Summary of the data; `None` unless they were read with the current keys.
    pub fn seen_now(&self) -> Option<&DataSummary> {
        self.seen.as_ref().filter(|seen| seen.keys == self.reading_keys())?.work.done()
    }

    /// Comparison of kinds of release; `None` unless it was made with the current keys.
    pub fn compared_now(&self) -> Option<&Comparison> {
        self.compared.as_ref().filter(|found| found.keys == self.compared_keys())?.work.done()
    }

    /// True if the log has so many owners that a comparison of a sample is much quicker.
    pub fn may_be_sampled(&self) -> bool {
        self.seen_now().is_some_and(|seen| seen.inspected.log.owners > MOST_COMPARED)
    }

    /// Share of the owners in the comparison. `None` means all owners: the user asked for no sample, or they are few.
    pub fn sample(&self) -> Option<clump::core::promise::Share> {
        if !self.is_sampled || !self.may_be_sampled() {
            return None;
        }
        let owners = self.seen_now()?.inspected.log.owners;
        // The share in thousandths, at least 1.
        let thousandths = (SAMPLED * 1_000).div_ceil(owners).max(1);
        clump::core::promise::Share::from_millionths(u32::try_from(thousandths).ok()? * 1_000).ok()
    }

    /// True if the user said who the owner of each row is, or if the layout needs no owner column.
    pub fn has_owner(&self) -> bool {
        let is_table = matches!(
            self.preview.as_deref(),
            Ok(Preview { found: clump::io::previews::InputContent::Table(..), .. })
        );
        !is_table || self.keys.read.owner.is_some() || self.keys.read.owner_per_row
    }
}

/// Reads a preview of the first input that is not empty.
fn look(keys: &Keys) -> Result<Preview, ReadError> {
    let inputs = Input::expand(&keys.input)?;
    let first = inputs.first().ok_or(ReadError::NoInput)?;
    let job = Job::try_from(Keys { input: vec![first.clone()], ..layout_keys(keys) }).ok();
    preview(first, &job.map(|job| job.read_options()).unwrap_or_default(), ROWS_SHOWN)
}

/// The keys that describe the layout of a file.
fn layout_keys(keys: &Keys) -> Keys {
    let mut layout = Keys::default();
    layout.read.from = keys.read.from;
    layout.read.delimiter = keys.read.delimiter;
    layout.read.separator = keys.read.separator;
    layout.read.time_format = keys.read.time_format.clone();
    layout
}

/// Number of item occurrences at or below each node, by index of the node.
fn below(transactions: &Transactions, taxonomy: &Taxonomy) -> Vec<u64> {
    let mut counts = vec![0; taxonomy.len()];
    for item in transactions.bags().items() {
        counts[item.index()] += 1;
    }
    // Children come after their parents, so the reverse order adds up whole branches.
    for node in taxonomy.nodes().rev() {
        if node != clump::core::taxonomy::Node::ROOT {
            counts[taxonomy.parent(node).index()] += counts[node.index()];
        }
    }
    counts
}
