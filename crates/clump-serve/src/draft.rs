//! What was said about one input so far, and what was found out about it. What is found belongs to the keys it was found with: once
//! these change, it is stale.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use clump::core::taxonomy::Taxonomy;
use clump::core::transactions::Transactions;
use clump::io::{Input, Preview, ReadError, preview};
use clump::report::{Comparison, Purpose};
use clump::{CompareParameters, Floors, Inspected, Job, Keys, ReadSummary};

use crate::repeat::Verb;
use crate::told::Told;
use crate::work::Work;

/// Rows of an input that are shown.
pub const ROWS_SHOWN: usize = 20;

/// An input on its way to a release.
#[derive(Debug)]
pub struct Draft {
    /// Its number, which stands in addresses.
    pub id: u32,
    /// What the input is called.
    pub name: String,
    /// True if the input was dropped: then nobody knows its path.
    pub is_dropped: bool,
    said: Mutex<Said>,
}

/// What was said and found.
#[derive(Clone, Debug)]
pub struct Said {
    /// All settings.
    pub keys: Keys,
    /// How the input looks, with the settings of now.
    pub preview: Result<Arc<Preview>, Told>,
    /// What the data are for.
    pub purpose: Option<Purpose>,
    /// What is in the data.
    pub seen: Option<Found<Seen>>,
    /// Kinds of release side by side.
    pub compared: Option<Found<Comparison>>,
}

/// Work with the keys it was begun with.
#[derive(Debug)]
pub struct Found<T> {
    /// The keys that matter to it.
    pub keys: Keys,
    /// The work.
    pub work: Arc<Work<T>>,
}

impl<T> Clone for Found<T> {
    fn clone(&self) -> Found<T> {
        Found { keys: self.keys.clone(), work: Arc::clone(&self.work) }
    }
}

/// What is in the data: figures, the tree that they have a place in, and words without one.
#[derive(Debug)]
pub struct Seen {
    /// What was read.
    pub read: ReadSummary,
    /// The figures.
    pub inspected: Inspected,
    /// The tree, cut down to the data.
    pub taxonomy: Taxonomy,
    /// Items of the data at or below each node.
    pub below: Vec<u64>,
    /// Words without a place, the most frequent first.
    pub unknown: Vec<(String, u64)>,
}

/// So many words without a place are shown.
const UNKNOWN_SHOWN: usize = 30;

/// Owners above which kinds are compared on a sample, and about how many that has.
const MOST_COMPARED: usize = 5_000;
const SAMPLED: usize = 3_000;

impl Draft {
    /// A draft of `inputs`, if they can be looked at.
    ///
    /// # Errors
    /// When they cannot be opened, whatever is said about them.
    pub fn new(id: u32, name: String, inputs: Vec<Input>, is_dropped: bool) -> Result<Draft, Told> {
        let keys = Keys { input: inputs, ..Keys::default() };
        let preview = match look(&keys) {
            // Somebody must say what these are.
            Err(error @ (ReadError::UnknownLayout { .. } | ReadError::LooksLikeTable { .. })) => {
                Err(error.into())
            }
            preview => Ok(Arc::new(preview?)),
        };
        let said = Said { keys, preview, purpose: None, seen: None, compared: None };
        Ok(Draft { id, name, is_dropped, said: Mutex::new(said) })
    }

    /// What was said and found so far.
    pub fn said(&self) -> Said {
        self.lock().clone()
    }

    fn lock(&self) -> MutexGuard<'_, Said> {
        self.said.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes over what somebody said.
    pub fn say(&self, keys: Keys) {
        let looks_new = self.lock().keys.read != keys.read;
        let preview = looks_new.then(|| look(&keys).map(Arc::new).map_err(Told::from));
        let mut said = self.lock();
        said.keys = keys;
        if let Some(preview) = preview {
            said.preview = preview;
        }
    }

    /// Takes over what the data are for.
    pub fn set_purpose(&self, purpose: Option<Purpose>) {
        self.lock().purpose = purpose;
    }

    /// Begins to look at what is in the data, unless that is known already.
    ///
    /// # Errors
    /// When what was said is no job.
    pub fn inspect(&self) -> Result<(), Told> {
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
            Ok::<_, clump::RunError>(Seen {
                read: data.summary(),
                inspected,
                below: below(&data.transactions, &data.taxonomy),
                unknown: unknown.collect(),
                taxonomy: data.taxonomy,
            })
        });
        self.lock().seen = Some(Found { keys, work });
        Ok(())
    }

    /// Begins to compare kinds of release, unless that is done already.
    ///
    /// # Errors
    /// When what was said is no job, or there is no k.
    pub fn compare(&self) -> Result<(), Told> {
        let said = self.said();
        let keys = said.compared_keys();
        if said.compared.as_ref().is_some_and(|found| found.keys == keys && found.work.failed().is_none()) {
            return Ok(());
        }
        let k = keys
            .promise
            .k
            .ok_or_else(|| Told::new("There is no k.", "Say the least number of owners under `What for`."))?;
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
        self.lock().compared = Some(Found { keys, work });
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

    /// What is in the data, if it was found with the keys of now.
    pub fn seen_now(&self) -> Option<&Seen> {
        self.seen.as_ref().filter(|seen| seen.keys == self.reading_keys())?.work.done()
    }

    /// Kinds of release, if they were compared with the keys of now.
    pub fn compared_now(&self) -> Option<&Comparison> {
        self.compared.as_ref().filter(|found| found.keys == self.compared_keys())?.work.done()
    }

    /// The share of the owners that kinds are compared on; all of them where they are few, or not known.
    pub fn sample(&self) -> Option<clump::core::promise::Share> {
        let owners = self.seen_now()?.inspected.log.owners;
        if owners <= MOST_COMPARED {
            return None;
        }
        // In thousandths, and at least one of them.
        let thousandths = (SAMPLED * 1_000).div_ceil(owners).max(1);
        clump::core::promise::Share::from_millionths(u32::try_from(thousandths).ok()? * 1_000).ok()
    }

    /// True if it is said whose rows they are, where that must be said.
    pub fn has_owner(&self) -> bool {
        let is_table = matches!(
            self.preview.as_deref(),
            Ok(Preview { found: clump::io::previews::Found::Table(..), .. })
        );
        !is_table || self.keys.read.owner.is_some() || self.keys.read.owner_per_row
    }
}

/// Looks at the first input that holds anything.
fn look(keys: &Keys) -> Result<Preview, ReadError> {
    let inputs = Input::expand(&keys.input)?;
    let first = inputs.first().ok_or(ReadError::NoInput)?;
    let job = Job::try_from(Keys { input: vec![first.clone()], ..layout_keys(keys) }).ok();
    preview(first, &job.map(|job| job.read_options()).unwrap_or_default(), ROWS_SHOWN)
}

/// The keys that say how a file is laid out.
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
    // Children come behind their parents.
    for node in taxonomy.nodes().rev() {
        if node != clump::core::taxonomy::Node::ROOT {
            counts[taxonomy.parent(node).index()] += counts[node.index()];
        }
    }
    counts
}
