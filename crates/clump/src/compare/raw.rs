//! Raw data of a comparison: exact facts of the owners of a release, and the data of the held-out owners.

use std::collections::BTreeMap;

use clump_core::containers::{Interner, Ragged};
use clump_core::progress::Progress;
use clump_core::tasks::{Exam, HeldOut, Knowledge, Learned};
use clump_io::facts::each_fact;
use clump_io::taxonomy::TaxonomySource;
use clump_io::{OwnerSplit, ReadError, SplitSide, read_log};
use clump_noise::outlook;

use super::tables::{OF_ITEMS, OF_QUERIES, counts_of};
use crate::RunError;
use crate::job::Job;
use crate::methods::AnyMethod;

/// Facts of a log with exact numbers of owners, without a threshold and without guards.
#[derive(Debug, Default)]
pub(super) struct RawFacts {
    pub known: Knowledge,
    pub owners: u64,
    /// For each kind of fact, the number of facts per owner that keeps most of a table with noise.
    pub per_owner: BTreeMap<Learned, u32>,
}

/// The test of all releases, with the settings of noise that suit the training data.
pub(super) struct RawData {
    pub exam: Exam,
    pub per_owner: BTreeMap<Learned, u32>,
}

impl RawData {
    /// Reads the owners on both sides of the split `seed`. `epsilon` is that of tables with noise.
    pub fn read(
        job: &Job,
        has_queries: bool,
        seed: u64,
        epsilon: f64,
        progress: &dyn Progress,
    ) -> Result<RawData, RunError> {
        let kinds: &[Learned] = if has_queries { &OF_QUERIES } else { &OF_ITEMS };
        let train = raw_facts(&on(job, seed, SplitSide::Train), kinds, Some(epsilon), progress)?;
        let test = on(job, seed, SplitSide::HeldOut);
        let held_out = HeldOut {
            facts: raw_facts(&test, kinds, None, progress)?.known,
            baskets: if has_queries { Vec::new() } else { baskets(&test, progress)? },
        };
        let RawFacts { known, owners, per_owner } = train;
        Ok(RawData { exam: Exam { original: known, owners, held_out }, per_owner })
    }
}

/// The job `job` on one side of a split.
pub(super) fn on(job: &Job, seed: u64, side: SplitSide) -> Job {
    let mut job = job.clone();
    job.input.split = Some(OwnerSplit { seed, side });
    job
}

/// Counts all facts of `kinds`. Skips a kind if the log lacks what it needs, such as clicks, and a log without lines. Stop words are left
/// out, as in tables. `epsilon` asks for the settings of noise.
pub(super) fn raw_facts(
    job: &Job,
    kinds: &[Learned],
    epsilon: Option<f64>,
    progress: &dyn Progress,
) -> Result<RawFacts, RunError> {
    let mut raw = RawFacts::default();
    let inputs = job.input.expanded()?;
    for &kind in kinds {
        let (guards, sensitive, cost) = Default::default();
        let job = Job { guards, sensitive, cost, ..job.clone() };
        // The smallest allowed k: raw facts have no threshold.
        let job = job.method(counts_of(&[kind])).k(2);
        let AnyMethod::Facts(method) = job.ready_method()? else { continue };
        let mut facts = OwnerFacts::default();
        let mut take =
            |_: usize, owner: u32, key: &str, cell: Option<&str>, _: u64| facts.take(owner, key, cell);
        match each_fact(&inputs, &job.read_options(), &method.request, &mut take, progress) {
            Ok((_, counts)) => raw.owners = raw.owners.max(counts.owners),
            Err(ReadError::FactNeeds { .. } | ReadError::Malformed { .. } | ReadError::Empty { .. }) => {
                continue;
            }
            Err(error) => return Err(error.into()),
        }
        facts.close();
        facts.teach(kind, &mut raw.known);
        if let Some(per_owner) = epsilon.and_then(|epsilon| facts.per_owner(epsilon)) {
            raw.per_owner.insert(kind, per_owner);
        }
    }
    Ok(raw)
}

/// Distinct pairs of an owner and a fact.
#[derive(Default)]
struct OwnerFacts {
    keys: Interner,
    /// Number of the fact (upper 32 bits) and of the owner (lower 32 bits).
    pairs: Vec<u64>,
    key: String,
}

impl OwnerFacts {
    fn take(&mut self, owner: u32, key: &str, cell: Option<&str>) {
        let number = match cell {
            None => self.keys.intern(key),
            // The day is not known.
            Some("") => return,
            Some(cell) => {
                self.key.clear();
                self.key.extend([key, "\u{1f}", cell]);
                self.keys.intern(&self.key)
            }
        };
        self.pairs.push(u64::from(number) << 32 | u64::from(owner));
    }

    fn close(&mut self) {
        self.pairs.sort_unstable();
        self.pairs.dedup();
    }

    fn teach(&self, kind: Learned, known: &mut Knowledge) {
        for pairs in self.pairs.chunk_by(|a, b| a >> 32 == b >> 32) {
            known.learn(kind, self.keys.get((pairs[0] >> 32) as u32), pairs.len() as u64);
        }
    }

    /// The number of facts per owner that keeps most with noise of `epsilon`; `None` if this build has no noise.
    fn per_owner(&self, epsilon: f64) -> Option<u32> {
        let owner_of = |pair: u64| pair as u32 as usize;
        let owners = self.pairs.iter().map(|&pair| owner_of(pair) + 1).max().unwrap_or(0);
        let facts =
            Ragged::by_key(owners, self.pairs.iter().map(|&pair| (owner_of(pair), (pair >> 32) as u32)));
        let expected = outlook(facts.iter(), self.keys.len()).ok()?;
        expected.iter().find(|outlook| outlook.epsilon == epsilon).map(|outlook| outlook.per_owner)
    }
}

/// The items of each transaction that `job` reads.
fn baskets(job: &Job, progress: &dyn Progress) -> Result<Vec<Vec<String>>, RunError> {
    let options = clump_io::ReadOptions { whole_queries: false, ..job.read_options() };
    let log = match read_log(&job.input.expanded()?, &options, &TaxonomySource::Flat, progress) {
        Ok(log) => log,
        // A small log can have no held-out owner.
        Err(ReadError::Empty { .. }) => return Ok(Vec::new()),
        Err(error) => return Err(error.into()),
    };
    let basket = |row| log.transactions.get(row).iter().map(|&item| log.taxonomy.name(item).to_owned());
    Ok((0..log.transactions.len()).map(|row| basket(row).collect()).collect())
}
