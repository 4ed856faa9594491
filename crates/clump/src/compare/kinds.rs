//! Plans a comparison: one job for each kind of release and each k.

use std::collections::BTreeMap;

use clump_core::anonymize::ParameterError;
use clump_core::facts::FactKind;
use clump_core::promise::Privacy;
use clump_core::taxonomy::PricedIn;
use clump_io::Unit;
use clump_noise::USUAL_DELTA;
use clump_report::counted;
use serde_json::Value;

use crate::RunError;
use crate::data::Data;
use crate::job::Job;
use crate::job::echo::Echo;
use crate::methods::{Counts, Method, MethodChoice, MethodName, WorksOn};

/// The default methods of a comparison: whole rows, pieces, and a table of facts.
pub const DEFAULT_KINDS: [MethodName; 3] = [MethodName::Nearest, MethodName::Pieces, MethodName::Counts];

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
/// the same job after [`Job::decided`], by which `data` was read.
pub(super) fn planned(
    given: &Job,
    job: &Job,
    ks: &[usize],
    methods: Option<&[MethodName]>,
    data: &Data,
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
            MethodName::Counts => counts(data, seed)?,
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

/// Tables of facts to compare: one with exact numbers, and one with noise if this build supports it. The
/// facts are queries if the log has queries, else items.
fn counts(data: &Data, seed: Option<u64>) -> Result<Vec<Variant>, RunError> {
    let fact = if data.counts.queries > 0 { FactKind::Query } else { FactKind::Item };
    let [one, facts] = fact.noun();
    let exact = Counts { fact, ..Counts::default() };
    let noisy = noise(data, fact)?.map(|privacy| Variant {
        method: exact.clone().noise(privacy).seed(seed).into(),
        setting: Some(format!("of {facts} with noise")),
        note: Some(format!(
            "epsilon {EPSILON}, delta {}, and an owner counts in at most {}: of the usual numbers the one that keeps most \
             of this log.",
            privacy.delta(),
            counted(privacy.per_owner() as usize, one, facts)
        )),
    });
    let exact = Variant { method: exact.into(), setting: Some(format!("of {facts}")), note: None };
    Ok([Some(exact), noisy].into_iter().flatten().collect())
}

/// The epsilon of the compared table with noise.
const EPSILON: f64 = 2.0;

/// Parameters of noise for these data. The number of facts in which an owner counts is the one that keeps
/// most. `None` if this build has no noise.
fn noise(data: &Data, fact: FactKind) -> Result<Option<Privacy>, RunError> {
    let expected = match fact {
        FactKind::Query => data.outlook_of_queries(),
        _ => data.outlook(),
    };
    let Ok(expected) = expected else { return Ok(None) };
    let Some(at) = expected.iter().find(|outlook| outlook.epsilon == EPSILON) else { return Ok(None) };
    // A delta of 1 / owners or more would expose an owner. In this case, uses 0.1 / owners.
    let owners = data.counts.owners as f64;
    let delta = if USUAL_DELTA * owners < 1.0 { USUAL_DELTA } else { 0.1 / owners };
    let privacy = Privacy::new(EPSILON, delta, at.per_owner).map_err(ParameterError::from);
    Ok(Some(privacy.map_err(RunError::from)?))
}

/// Repeats the first run of whole rows with all data of an owner in one row. `None` if there is no such run,
/// or if its rows are owners already.
pub(super) fn profiles(planned: &[Planned], unit: Unit) -> Option<Planned> {
    let run = planned.iter().find(|run| run.job.method.name() == MethodName::Nearest)?;
    (unit != Unit::Owner).then(|| Planned {
        job: run.job.clone().unit(Unit::Owner),
        setting: Some("of whole owners".to_owned()),
        note: None,
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
