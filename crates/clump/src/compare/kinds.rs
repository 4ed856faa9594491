//! Plans a comparison: one job for each kind of release and each k.

use std::collections::BTreeMap;

use clump_core::anonymize::ParameterError;
use clump_core::promise::Privacy;
use clump_core::tasks::Learned;
use clump_core::taxonomy::PricedIn;
use clump_noise::USUAL_DELTA;
use clump_report::counted;
use serde_json::Value;

use super::raw::RawData;
use super::tables::{COMBINED_OF_QUERIES, OF_ITEMS, OF_QUERIES, counts_of, nouns};
use crate::RunError;
use crate::data::Data;
use crate::job::Job;
use crate::job::echo::Echo;
use crate::methods::{Counts, Method, MethodChoice, MethodName, WorksOn};

/// The default methods of a comparison: tables of facts, pieces, and whole rows. What contains least comes first.
pub const DEFAULT_KINDS: [MethodName; 3] = [MethodName::Counts, MethodName::Pieces, MethodName::Nearest];

/// Further default methods for logs with queries, which publishers use in practice.
pub const DEFAULT_LINE_KINDS: [MethodName; 1] = [MethodName::DropRare];

/// One run of a comparison, before it starts.
#[derive(Clone, Debug)]
pub(super) struct Planned {
    /// The job of this run, with its method and all other settings.
    pub job: Job,
    /// Difference from other runs of the same method, for readers; `None` if there is none.
    pub setting: Option<String>,
    /// A note for readers about the setting; `None` if there is none.
    pub note: Option<String>,
}

impl Planned {
    /// Keys and values that turn a default job into the job of this run.
    pub fn keys(&self) -> BTreeMap<String, Value> {
        let written = |method: &Method| {
            let mut echo = Echo::default();
            method.echo(&mut echo);
            echo.written()
        };
        let name = self.job.method.name();
        let usual = written(&Method::from(name));
        let mut keys = written(&self.job.method);
        keys.retain(|key, value| usual.get(key) != Some(value));
        keys.insert("method".to_owned(), name.word().into());
        if name.facts().works_on == WorksOn::Transactions {
            keys.extend(self.job.input.unit_keys());
        }
        keys
    }

    /// Name of the run for the display of progress.
    pub fn name(&self) -> String {
        let method = self.job.method.name().word();
        let setting = self.setting.iter().map(|setting| format!(" {setting}"));
        let k = self.job.k.iter().map(|k| format!(" at k = {k}"));
        std::iter::once(method.to_owned()).chain(setting).chain(k).collect()
    }
}

/// Plans all runs, method by method: `methods`, or the default ones. `given` is the job of the user. `job` is
/// the same job after [`Job::decided`], by which `data` was read; `raw` has the facts of the log.
pub(super) fn planned(
    given: &Job,
    job: &Job,
    ks: &[usize],
    methods: Option<&[MethodName]>,
    data: &Data,
    raw: &RawData,
) -> Result<Vec<Planned>, RunError> {
    let methods = match methods {
        Some(methods) => distinct(methods),
        None if data.counts.queries > 0 => [&DEFAULT_KINDS[..], &DEFAULT_LINE_KINDS].concat(),
        None => DEFAULT_KINDS.to_vec(),
    };
    let seed = given.method.seed();
    let mut runs = Vec::new();
    for name in methods {
        let ks: Vec<Option<usize>> =
            if name.has_k() { ks.iter().copied().map(Some).collect() } else { vec![None] };
        let certainty = given.guards.certainty.most.filter(|_| name.can_promise_groups());
        let sensitive = match name {
            MethodName::Coherence => given.sensitive.clone(),
            _ if certainty.is_some() => given.sensitive.clone(),
            _ => Vec::new(),
        };
        let variants = match name {
            MethodName::Counts => counts(data, raw, seed)?,
            name => vec![Variant { method: Method::seeded(name, seed), setting: None, note: None }],
        };
        for Variant { method, setting, note } in variants {
            // Other methods ignore the unit of loss. They are measured in the unit of the comparison anyway.
            let cost = if method.minimises_loss() { given.cost } else { PricedIn::default() };
            runs.extend(ks.iter().map(|&k| {
                let (method, sensitive) = (method.clone(), sensitive.clone());
                let mut guards = given.guards.heard_by(name);
                guards.certainty.most = certainty;
                let method = MethodChoice::Stated(method);
                let job = Job { method, k, cost, sensitive, guards, ..job.clone() };
                Planned { job, setting: setting.clone(), note: note.clone() }
            }));
        }
    }
    Ok(runs)
}

struct Variant {
    method: Method,
    setting: Option<String>,
    note: Option<String>,
}

/// Tables of facts to compare: one for each kind of fact in `raw`, a combination of them, and each with noise if this
/// build supports it.
fn counts(data: &Data, raw: &RawData, seed: Option<u64>) -> Result<Vec<Variant>, RunError> {
    let (kinds, combined): (&[Learned], &[Learned]) =
        if data.counts.queries > 0 { (&OF_QUERIES, &COMBINED_OF_QUERIES) } else { (&OF_ITEMS, &OF_ITEMS) };
    let is_there = |kind: &Learned| *kind == kinds[0] || !raw.exam.original.of(*kind).is_empty();
    let kinds: Vec<Learned> = kinds.iter().copied().filter(is_there).collect();
    let exact = |kinds: &[Learned]| {
        let table = counts_of(kinds);
        Variant { setting: Some(setting(&table)), method: table.into(), note: None }
    };
    let mut variants: Vec<Variant> = kinds.iter().map(|&kind| exact(&[kind])).collect();
    if combined.iter().all(|kind| kinds.contains(kind)) {
        variants.push(exact(combined));
    }
    for kind in kinds {
        if let Some(&per_owner) = raw.per_owner.get(&kind) {
            variants.push(with_noise(counts_of(&[kind]), per_owner, data, seed)?);
        }
    }
    Ok(variants)
}

/// Setting of the run of tables, which tells it from other tables.
fn setting(tables: &Counts) -> String {
    format!("of {}", nouns(&tables.table))
}

/// The epsilon of compared tables with noise.
pub(super) const EPSILON: f64 = 2.0;

/// A table with noise, in which an owner counts in `per_owner` facts.
fn with_noise(table: Counts, per_owner: u32, data: &Data, seed: Option<u64>) -> Result<Variant, RunError> {
    // A delta of 1 / owners or more would expose an owner. In this case, uses 0.1 / owners.
    let owners = data.counts.owners as f64;
    let delta = if USUAL_DELTA * owners < 1.0 { USUAL_DELTA } else { 0.1 / owners };
    let privacy = Privacy::new(EPSILON, delta, per_owner).map_err(ParameterError::from)?;
    let [one, facts] = table.table[0].noun();
    Ok(Variant {
        setting: Some(format!("{} with noise", setting(&table))),
        note: Some(format!(
            "epsilon {EPSILON}, delta {delta}, and an owner counts in at most {}. Of the usual limits, this one keeps most of \
             this log.",
            counted(per_owner as usize, &one, &facts)
        )),
        method: table.noise(privacy).seed(seed).into(),
    })
}

/// Removes duplicates and keeps the order.
pub(super) fn distinct<T: Copy + PartialEq>(values: &[T]) -> Vec<T> {
    let mut distinct = Vec::new();
    for &value in values {
        if !distinct.contains(&value) {
            distinct.push(value);
        }
    }
    distinct
}
