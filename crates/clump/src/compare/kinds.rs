//! What is compared: one job for each kind of release and each k.

use clump_core::facts::FactKind;
use clump_core::taxonomy::PricedIn;
use clump_io::Unit;

use crate::job::Job;
use crate::methods::{Counts, Method, MethodName};

/// What is compared unasked: whole rows, pieces, and a table of facts.
pub const DEFAULT_KINDS: [MethodName; 3] = [MethodName::Nearest, MethodName::Pieces, MethodName::Counts];

/// What is compared besides where there are queries: what practice does with them.
pub const DEFAULT_LINE_KINDS: [MethodName; 1] = [MethodName::DropRare];

/// A run of a comparison.
#[derive(Clone, Debug)]
pub(super) struct Planned {
    /// All of it.
    pub job: Job,
    /// What sets it apart from other runs of the same method.
    pub setting: Option<String>,
}

impl Planned {
    /// For people, while it runs.
    pub fn name(&self) -> String {
        let method = self.job.method.name().word();
        let setting = self.setting.iter().map(|setting| format!(", {setting}"));
        let k = self.job.k.iter().map(|k| format!(" at k = {k}"));
        std::iter::once(method.to_owned()).chain(setting).chain(k).collect()
    }
}

/// All runs, method by method: `methods`, or the default ones. `given` is what somebody asked for, and `job` the same with the unit
/// decided.
pub(super) fn planned(
    given: &Job,
    job: &Job,
    ks: &[usize],
    methods: Option<&[MethodName]>,
    has_queries: bool,
) -> Vec<Planned> {
    let methods = match methods {
        Some(methods) => distinct(methods),
        None if has_queries => [&DEFAULT_KINDS[..], &DEFAULT_LINE_KINDS].concat(),
        None => DEFAULT_KINDS.to_vec(),
    };
    let seed = given.method.seed();
    let mut runs = Vec::new();
    for name in methods {
        let ks: Vec<Option<usize>> =
            if name.has_k() { ks.iter().copied().map(Some).collect() } else { vec![None] };
        let cap = given.cap.filter(|_| name.can_promise_groups());
        let sensitive = match name {
            MethodName::Coherence => given.sensitive.clone(),
            _ if cap.is_some() => given.sensitive.clone(),
            _ => Vec::new(),
        };
        for (method, setting) in settings(name, seed, has_queries) {
            // The others do as they always do, and are measured in the same.
            let cost = if method.minimises_loss() { given.cost } else { PricedIn::default() };
            runs.extend(ks.iter().map(|&k| {
                let (method, sensitive) = (method.clone(), sensitive.clone());
                Planned { job: Job { method, k, cost, sensitive, cap, ..job.clone() }, setting: setting.clone() }
            }));
        }
    }
    runs
}

/// A method with its parameters, and with what is said of them: facts are queries where there are queries.
fn settings(name: MethodName, seed: Option<u64>, has_queries: bool) -> Vec<(Method, Option<String>)> {
    if name != MethodName::Counts {
        return vec![(Method::seeded(name, seed), None)];
    }
    let fact = if has_queries { FactKind::Query } else { FactKind::Item };
    let counts = Counts { fact, ..Counts::default() };
    vec![(counts.into(), Some(fact.noun()[1].to_owned()))]
}

/// The whole rows of `planned` at the first k, once more with all of an owner in one row; none if there are none, or if that is
/// what they are.
pub(super) fn profiles(planned: &[Planned], unit: Unit) -> Option<Planned> {
    let run = planned.iter().find(|run| run.job.method.name() == MethodName::Nearest)?;
    (unit != Unit::Owner).then(|| Planned {
        job: run.job.clone().unit(Unit::Owner),
        setting: Some("rows of owners".to_owned()),
    })
}

/// Each value once, in the order of first appearance.
pub(super) fn distinct<T: Copy + PartialEq>(values: &[T]) -> Vec<T> {
    let mut distinct = Vec::new();
    for &value in values {
        if !distinct.contains(&value) {
            distinct.push(value);
        }
    }
    distinct
}
