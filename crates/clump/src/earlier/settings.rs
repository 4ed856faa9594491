//! The settings of an earlier release, as its certificate states them, become those of the run that applies it.

use clump_report::Certificate;
use serde_json::{Map, Value};

use super::ApplyError;
use crate::job::Job;

/// Settings that decide what an item, a row and an owner are, and what is promised of them. Another value would apply
/// the release to something else.
const FIXED: [&str; 6] = ["unit", "gap", "keep-repeats", "matching", "keep-root", "cap"];

/// Settings that are taken over and may be changed: how strictly input is read, and what losses are measured in.
const FREE: [&str; 2] = ["unknown", "scope"];

/// Completes `keys` by what `certificate` states. Returns what was taken over and is no default, for people.
///
/// # Errors
/// When a key contradicts the certificate.
pub fn complete(certificate: &Certificate, keys: &mut Map<String, Value>) -> Result<Vec<String>, ApplyError> {
    let Ok(Value::Object(defaults)) = serde_json::to_value(Job::default()) else {
        unreachable!("a job is a map");
    };
    let mut taken = Vec::new();
    // Whoever names the column says what the unit is.
    if given(keys, "transaction").is_some() && given(keys, "unit").is_none() {
        keys.insert("unit".to_owned(), "transaction".into());
    }
    let mut take = |keys: &mut Map<String, Value>, key: &str, value: &Value| {
        if defaults.get(key) != Some(value) {
            taken.push(told(key, value));
        }
        keys.insert(key.to_owned(), value.clone());
    };
    for key in FIXED {
        let Some(earlier) = certificate.parameters.get(key) else { continue };
        match given(keys, key) {
            None => take(keys, key, earlier),
            Some(value) if value == earlier => {}
            Some(_) => return Err(ApplyError::OtherSetting { key, earlier: word(earlier) }),
        }
    }
    for key in FREE {
        if let (Some(earlier), None) = (certificate.parameters.get(key), given(keys, key)) {
            take(keys, key, earlier);
        }
    }
    let source = certificate.taxonomy.as_ref().map(|taxonomy| taxonomy.source.as_str());
    if let (Some(source @ ("wordnet" | "flat" | "prefix")), None) = (source, given(keys, "taxonomy")) {
        take(keys, "taxonomy", &source.into());
    }
    let earlier = certificate.promise.promise().k().expect("a promise about rows has a k");
    match given(keys, "k").and_then(Value::as_u64) {
        None => drop(keys.insert("k".to_owned(), earlier.into())),
        Some(k) if k >= earlier as u64 => {}
        Some(k) => return Err(ApplyError::LowerK { k: k as usize, earlier }),
    }
    Ok(taken)
}

/// The value of a key that was given.
fn given<'k>(keys: &'k Map<String, Value>, key: &str) -> Option<&'k Value> {
    keys.get(key).filter(|value| !value.is_null())
}

/// A setting as its flag says it.
fn told(key: &str, value: &Value) -> String {
    match value {
        Value::Bool(true) => key.to_owned(),
        value => format!("{key} {}", word(value)),
    }
}

fn word(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
