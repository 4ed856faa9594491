//! The settings of a job that its certificate states: what shaped the release and tells nothing about its input.

use std::collections::BTreeMap;

use clump_core::promise::Promise;

use super::{Job, UnitName};
use crate::methods::WorksOn;
use crate::{JobError, MethodName};

/// The settings of `job` that a certificate states.
///
/// # Errors
/// When the job says twice what a transaction is.
pub(crate) fn settings(job: &Job, promise: Promise) -> Result<BTreeMap<String, serde_json::Value>, JobError> {
    let facts = job.method.facts();
    let is_keyed = facts.parameters.contains(&"key");
    let is_public = |key: &str, value: &serde_json::Value| match key {
        // Where keys and lists lie is nobody's business, and whoever knows the seed of a key has the key.
        "key" | "sensitive" => false,
        "earlier" | "earlier-audit" | "drop-known-owners" => false,
        "seed" => facts.parameters.contains(&key) && !is_keyed && !value.is_null(),
        "k" => promise.k().is_some(),
        "owners-as-they-are" | "fold-owners" => *value == true,
        "unit" | "keep-repeats" | "scope" | "keep-root" => facts.works_on == WorksOn::Transactions,
        "matching" | "unknown" => facts.works_on == WorksOn::Transactions || job.method == MethodName::Split,
        "gap" => job.unit == UnitName::Session,
        _ => facts.parameters.contains(&key),
    };
    // What a transaction was, also where a column said it.
    let stated = Job { unit: job.unit()?, ..job.clone() };
    let serde_json::Value::Object(all) = serde_json::to_value(stated).expect("a job is plain data") else {
        unreachable!("a job is a map");
    };
    Ok(all.into_iter().filter(|(key, value)| is_public(key, value)).collect())
}

/// What a certificate says of where a key came from.
pub(crate) const KEY_ORIGINS: [&str; 3] = [
    "from a file of the publisher",
    "from a seed: whoever guesses it can undo the release",
    "from the operating system, forgotten",
];

/// Where the key of a keyed method came from.
pub(crate) fn key_origin(job: &Job) -> &'static str {
    let [file, seed, system] = KEY_ORIGINS;
    match (&job.key, job.seed) {
        (Some(_), _) => file,
        (None, Some(_)) => seed,
        (None, None) => system,
    }
}

/// The word that a policy is written as in a job.
pub(crate) fn word(policy: &impl serde::Serialize) -> String {
    let word = serde_json::to_value(policy).expect("a policy is a word");
    word.as_str().expect("a policy is a word").to_owned()
}
