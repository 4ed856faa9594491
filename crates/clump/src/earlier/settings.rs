//! Copies the settings in the certificate of an earlier release to the run that applies that release.

use clump_report::Certificate;
use serde::de::value::MapDeserializer;
use serde::{Deserialize, Serialize};

use crate::ApplyError;
use crate::job::settings::{settings, word};
use crate::job::{Job, Keys, UnitName, take_kind};

/// Settings that decide what an item, a row and an owner are, and what is promised. A run that applies the
/// earlier release must have the same values.
const FIXED: [&str; 8] =
    ["unit", "gap", "keep-repeats", "matching", "items", "keep-root", "certainty", "ceiling"];

/// Settings that are copied, but that the user may change: how unknown words are read, and in which unit
/// losses are measured.
const FREE: [&str; 2] = ["unknown", "scope"];

/// Adds the settings of `certificate` to `keys`. Returns the added settings that differ from the defaults, as
/// texts to show to the user.
pub fn complete(certificate: &Certificate, keys: &mut Keys) -> Result<Vec<String>, ApplyError> {
    let mut earlier = stated(certificate);
    let mut taken = Vec::new();
    // A user who names a column for transactions has chosen this unit.
    if keys.read.transaction.is_some() && keys.read.unit.is_none() {
        keys.read.unit = Some(UnitName::Transaction);
    }
    fix(&mut keys.read.unit, earlier.read.unit, "unit", &mut taken)?;
    let (mut gap, earlier_gap) = (keys.read.gap.map(String::from), earlier.read.gap.map(String::from));
    fix(&mut gap, earlier_gap, "gap", &mut taken)?;
    keys.read.gap = keys.read.gap.or(earlier.read.gap);
    fix_switch(&mut keys.read.keep_repeats, earlier.read.keep_repeats, "keep-repeats", &mut taken)?;
    fix(&mut keys.words.matching, earlier.words.matching, "matching", &mut taken)?;
    let mut columns = keys.read.items.clone();
    let mut kind = take_kind(&mut columns);
    fix(&mut kind, take_kind(&mut earlier.read.items), "items", &mut taken)?;
    keys.read.items = columns.into_iter().chain(kind.map(|kind| word(&kind))).collect();
    fix_switch(&mut keys.output.keep_root, earlier.output.keep_root, "keep-root", &mut taken)?;
    let certainty = &mut keys.guards.certainty.certainty;
    match (*certainty, earlier.guards.certainty.certainty) {
        (Some(given), Some(earlier)) if given != earlier => {
            return Err(ApplyError::OtherSetting { key: "certainty", earlier: earlier.to_string() });
        }
        (None, Some(earlier)) => taken.push(format!("certainty {}", certainty.insert(earlier))),
        _ => {}
    }
    let ceiling = &mut keys.guards.ceiling.ceiling;
    if ceiling.is_empty() && !earlier.guards.ceiling.ceiling.is_empty() {
        *ceiling = earlier.guards.ceiling.ceiling;
        taken.push(format!("ceiling {}", ceiling.join(", ")));
    }
    if let (None, Some(unknown)) = (&keys.words.unknown, earlier.words.unknown) {
        taken.push(format!("unknown {}", word(keys.words.unknown.insert(unknown))));
    }
    if let (None, Some(scope)) = (keys.scope.scope, earlier.scope.scope) {
        tell("scope", keys.scope.scope.insert(scope), &mut taken);
    }
    let source = certificate.taxonomy.as_ref().map(|taxonomy| taxonomy.source.as_str());
    if let (None, Some(source @ ("wordnet" | "topics" | "flat" | "prefix"))) = (&keys.tree.taxonomy, source) {
        if source != "wordnet" {
            taken.push(format!("taxonomy {source}"));
        }
        keys.tree.taxonomy = Some(source.to_owned());
    }
    let k = keys.promise.k.get_or_insert(earlier_k(certificate));
    require_k(certificate, *k)?;
    Ok(taken)
}

/// Makes sure that `job` has the settings of the earlier release.
pub fn require(certificate: &Certificate, job: &Job) -> Result<(), ApplyError> {
    let own = settings(job, &certificate.promise.promise());
    for key in FIXED {
        if let Some(earlier) = certificate.parameters.get(key)
            && own.get(key) != Some(earlier)
        {
            let earlier = earlier.as_str().map_or_else(|| earlier.to_string(), str::to_owned);
            return Err(ApplyError::OtherSetting { key, earlier });
        }
    }
    job.k.map_or(Ok(()), |k| require_k(certificate, k))
}

fn earlier_k(certificate: &Certificate) -> usize {
    certificate.promise.promise().k().expect("a promise about rows has a k")
}

fn require_k(certificate: &Certificate, k: usize) -> Result<(), ApplyError> {
    let earlier = earlier_k(certificate);
    if k < earlier { Err(ApplyError::LowerK { k, earlier }) } else { Ok(()) }
}

/// Settings in `certificate` that are in [`FIXED`] or [`FREE`]. The certificate was verified, so they are
/// valid.
fn stated(certificate: &Certificate) -> Keys {
    let is_wanted = |key: &str| FIXED.contains(&key) || FREE.contains(&key);
    let parameters = certificate.parameters.iter().filter(|(key, _)| is_wanted(key));
    let parameters = parameters.map(|(key, value)| (key.as_str(), value.clone()));
    Keys::deserialize(MapDeserializer::<_, serde_json::Error>::new(parameters)).unwrap_or_default()
}

/// Copies a setting that must equal the earlier one. An error if the user gave another value.
fn fix<T: Default + PartialEq + Serialize>(
    given: &mut Option<T>,
    earlier: Option<T>,
    key: &'static str,
    taken: &mut Vec<String>,
) -> Result<(), ApplyError> {
    match (given.as_ref(), earlier) {
        (_, None) => Ok(()),
        (Some(given), Some(earlier)) if *given == earlier => Ok(()),
        (Some(_), Some(earlier)) => Err(ApplyError::OtherSetting { key, earlier: word(&earlier) }),
        (None, Some(earlier)) => {
            tell(key, &earlier, taken);
            *given = Some(earlier);
            Ok(())
        }
    }
}

/// Does the same as [`fix`] for a switch. A switch that is off in the earlier release must stay off.
fn fix_switch(
    given: &mut bool,
    earlier: bool,
    key: &'static str,
    taken: &mut Vec<String>,
) -> Result<(), ApplyError> {
    match (*given, earlier) {
        (true, false) => Err(ApplyError::OtherSetting { key, earlier: "false".to_owned() }),
        (false, true) => {
            taken.push(key.to_owned());
            *given = true;
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Adds a copied setting to `taken` as key and value, unless it has the default value.
fn tell<T: Default + PartialEq + Serialize>(key: &str, value: &T, taken: &mut Vec<String>) {
    if *value != T::default() {
        taken.push(format!("{key} {}", word(value)));
    }
}
