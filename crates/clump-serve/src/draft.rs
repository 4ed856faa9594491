//! A draft: the settings that the user gave for one input, and the results of reading it. A result belongs to
//! the keys it was computed with. It is stale once these change.

use std::sync::{Arc, Mutex};

use clump::core::taxonomy::Taxonomy;
use clump::core::transactions::Transactions;
use clump::io::{Input, Preview, ReadError, preview};
use clump::report::{Comparison, Purpose};
use clump::{CompareParameters, Floors, Inspected, Job, Keys, ReadSummary};

use crate::error_view::ErrorView;
use crate::repeat::Verb;
use crate::work::{Task, Work, lock};

/// Number of rows of an input that the page shows.
const ROWS_SHOWN: usize = 20;

/// An input on its way to a release.
#[derive(Debug)]
pub struct Draft {
    pub id: u32,
    pub name: String,
    /// True if the input was dropped on the page, so that its path is unknown.
    pub is_dropped: bool,
    said: Mutex<Said>,
}

/// The settings and results of a draft.
#[derive(Clone, Debug)]
pub struct Said {
    pub keys: Keys,
    /// Preview of the input with the current settings.
    pub preview: Result<Arc<Preview>, ErrorView>,
    pub purpose: Option<Purpose>,
    /// Contents of the data.
    pub seen: Option<Arc<Found<DataSummary>>>,
    /// Comparison of kinds of release.
    pub compared: Option<Arc<Found<Comparison>>>,
}

/// Work with the keys it was started with.
#[derive(Debug)]
pub struct Found<T> {
    pub keys: Keys,
    pub work: Arc<Work<T>>,
}

/// Contents of the data: figures, the tree pruned to them, and words without a place in it.
#[derive(Debug)]
pub struct DataSummary {
    pub read: ReadSummary,
    pub inspected: Inspected,
    pub taxonomy: Taxonomy,
    /// Items of the data at or below each node.
    pub below: Vec<u64>,
    /// Words without a place, the most frequent first.
    pub unknown: Vec<(String, u64)>,
}

/// Number of words without a place that the page shows.
const UNKNOWN_SHOWN: usize = 30;

/// With more owners than `MOST_COMPARED`, the comparison uses a sample of about `SAMPLED` of them.
const MOST_COMPARED: usize = 5_000;
const SAMPLED: usize = 3_000;

impl Draft {
    /// Makes a draft of `inputs`.
    pub fn new(id: u32, name: String, inputs: Vec<Input>, is_dropped: bool) -> Result<Draft, ErrorView> {
        let keys = Keys { input: inputs, ..Keys::default() };
        let preview = match look(&keys) {
            // The user must choose the layout of these.
            Err(error @ (ReadError::UnknownLayout { .. } | ReadError::LooksLikeTable { .. })) => {
                Err(error.into())
            }
            preview => Ok(Arc::new(preview?)),
        };
        let said = Said { keys, preview, purpose: None, seen: None, compared: None };
        Ok(Draft { id, name, is_dropped, said: Mutex::new(said) })
    }

    pub fn said(&self) -> Said {
        lock(&self.said).clone()
    }

    /// The work of the step that an address names.
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

    pub fn set_purpose(&self, purpose: Option<Purpose>) {
        lock(&self.said).purpose = purpose;
    }

    /// Starts to read the contents of the data, unless they are known for these keys.
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

    /// Starts to compare kinds of release, unless that is done for these keys.
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
    /// The keys that reading depends on.
    pub fn reading_keys(&self) -> Keys {
        Verb::Inspect.taken(&self.keys)
    }

    /// The keys that a comparison depends on.
    pub fn compared_keys(&self) -> Keys {
        Verb::Compare.taken(&self.keys)
    }

    /// Contents of the data, if they were read with the current keys.
    pub fn seen_now(&self) -> Option<&DataSummary> {
        self.seen.as_ref().filter(|seen| seen.keys == self.reading_keys())?.work.done()
    }

    /// Comparison of kinds of release, if it was made with the current keys.
    pub fn compared_now(&self) -> Option<&Comparison> {
        self.compared.as_ref().filter(|found| found.keys == self.compared_keys())?.work.done()
    }

    /// The share of the owners that the comparison uses. `None` means all: there are few owners, or their
    /// number is unknown.
    pub fn sample(&self) -> Option<clump::core::promise::Share> {
        let owners = self.seen_now()?.inspected.log.owners;
        if owners <= MOST_COMPARED {
            return None;
        }
        // In thousandths, and at least one of them.
        let thousandths = (SAMPLED * 1_000).div_ceil(owners).max(1);
        clump::core::promise::Share::from_millionths(u32::try_from(thousandths).ok()? * 1_000).ok()
    }

    /// True if the owner of each row is known, or the layout does not need it.
    pub fn has_owner(&self) -> bool {
        let is_table = matches!(
            self.preview.as_deref(),
            Ok(Preview { found: clump::io::previews::InputContent::Table(..), .. })
        );
        !is_table || self.keys.read.owner.is_some() || self.keys.read.owner_per_row
    }
}

/// Previews the first input that is not empty.
fn look(keys: &Keys) -> Result<Preview, ReadError> {
    let inputs = Input::expand(&keys.input)?;
    let first = inputs.first().ok_or(ReadError::NoInput)?;
    let job = Job::try_from(Keys { input: vec![first.clone()], ..layout_keys(keys) }).ok();
    preview(first, &job.map(|job| job.read_options()).unwrap_or_default(), ROWS_SHOWN)
}

/// The keys for the layout of a file.
fn layout_keys(keys: &Keys) -> Keys {
    let mut layout = Keys::default();
    layout.read.from = keys.read.from;
    layout.read.delimiter = keys.read.delimiter;
    layout.read.separator = keys.read.separator;
    layout.read.time_format = keys.read.time_format.clone();
    layout
}

/// Items at or below each node.
fn below(transactions: &Transactions, taxonomy: &Taxonomy) -> Vec<u64> {
    let mut counts = vec![0; taxonomy.len()];
    for item in transactions.bags().items() {
        counts[item.index()] += 1;
    }
    // Nodes are in an order in which children come after their parents.
    for node in taxonomy.nodes().rev() {
        if node != clump::core::taxonomy::Node::ROOT {
            counts[taxonomy.parent(node).index()] += counts[node.index()];
        }
    }
    counts
}
