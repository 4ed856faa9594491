//! Reads the settings that a certificate states, and checks that its method can make its promise.

use clump_core::facts::FactParameters;
use clump_core::promise::{Property, PropertyName};
use clump_core::taxonomy::Taxonomy;
use clump_io::taxonomy::TaxonomySource;
use clump_io::{Items, WordMapper};
use clump_report::{Certificate, RowsOfAnOwner};
use serde::Deserialize;
use serde::de::value::MapDeserializer;
use serde_json::Value;

use super::is_hash;
use crate::job::settings::settings;
use crate::job::{Job, Keys};
use crate::methods::{Counts, KeySource, Method, MethodName};
use crate::taxonomy::fingerprint;

/// The method that the certificate names; `None` if this version of clump does not have it.
pub(super) fn method(certificate: &Certificate) -> Option<MethodName> {
    serde_json::from_value(certificate.method.as_str().into()).ok()
}

/// The settings of the certificate as a job; `None` if they are not valid.
pub(crate) fn job(certificate: &Certificate) -> Option<Job> {
    let settings = certificate.parameters.iter().filter(|(key, _)| !IS_NO_SETTING.contains(&key.as_str()));
    let settings = settings.map(|(key, value)| (key.as_str(), value.clone()));
    let mut keys = Keys::deserialize(MapDeserializer::<_, serde_json::Error>::new(settings)).ok()?;
    keys.method.method = method(certificate);
    Job::try_from(keys).ok()
}

/// The settings of the method `counts`, and its k; `None` if the certificate is of another method.
pub(crate) fn counts_of(certificate: &Certificate) -> Option<(Counts, usize)> {
    let job = job(certificate)?;
    match (&*job.method, job.k) {
        (Method::Counts(counts), Some(k)) => Some((counts.clone(), k)),
        _ => None,
    }
}

/// Parameters of each table of facts; none if the certificate is of another method than `counts`.
pub(crate) fn parameters_of(certificate: &Certificate) -> Vec<FactParameters> {
    counts_of(certificate).map(|(counts, k)| counts.parameters(k)).unwrap_or_default()
}

/// Parameters that are no settings: they state an origin, or that a list of excluded terms existed.
const IS_NO_SETTING: [&str; 3] = ["key", "earlier", "never"];

/// True if the certificate states exactly the parameters that a run with these settings states.
pub(super) fn are_the_parameters(certificate: &Certificate) -> bool {
    let Some(job) = job(certificate) else { return false };
    let mut stated = certificate.parameters.clone();
    let key = stated.remove("key");
    let earlier = stated.remove("earlier");
    let never = stated.remove("never");
    let is_keyed = job.method.key().is_some();
    let is_origin = |key: &Value| KeySource::ORIGINS.iter().any(|&origin| key == origin);
    stated == settings(&job, &certificate.promise.promise())
        && never.is_none_or(|never| never == true && job.method.name().hears_guards())
        && key.is_some() == is_keyed
        && key.as_ref().is_none_or(is_origin)
        && earlier.is_some() == matches!(*job.method, Method::Apply(_))
        && earlier.as_ref().is_none_or(|hash| hash.as_str().is_some_and(is_hash))
}

/// True if the method can make this promise, and the promise has the numbers of the parameters.
pub(super) fn is_promised_by_method(certificate: &Certificate) -> bool {
    let Some(method) = method(certificate) else { return true };
    let promise = &certificate.promise;
    let can_promise = |property: &Property| match property {
        Property::Ceiling(_) => method.hears_guards(),
        property => method.facts().properties.contains(&property.name()),
    };
    let has_numbers = |property: &Property| {
        let Ok(Value::Object(numbers)) = serde_json::to_value(property) else {
            unreachable!("a property is a map");
        };
        let parameters = &certificate.parameters;
        numbers.iter().all(|(key, value)| parameters.get(key).is_none_or(|parameter| parameter == value))
    };
    // A certainty or a ceiling is promised if and only if a parameter asks for it.
    let has_certainty = certificate.parameters.contains_key("certainty");
    let has_ceiling = certificate.parameters.contains_key("ceiling");
    promise.is_nothing() == method.facts().properties.is_empty()
        && promise.has(PropertyName::Certainty) == has_certainty
        && promise.has(PropertyName::Ceiling) == has_ceiling
        && promise.has(PropertyName::DifferentialPrivacy) == is_noisy(certificate)
        && promise
            .properties()
            .iter()
            .all(|certified| can_promise(&certified.property) && has_numbers(&certified.property))
}

fn is_noisy(certificate: &Certificate) -> bool {
    certificate.parameters.contains_key("epsilon")
}

pub(super) fn items(certificate: &Certificate) -> Items {
    job(certificate).map(|job| job.words.items()).unwrap_or_default()
}

/// The built-in taxonomy that the certificate names; `None` if the taxonomy is not built-in.
pub(crate) fn built_in_source(certificate: &Certificate) -> Option<TaxonomySource> {
    let source = TaxonomySource::from(certificate.taxonomy.as_ref()?.source.as_str());
    source.is_built_in().then_some(source)
}

/// True if a release was generalized in a built-in taxonomy of this version.
pub(crate) fn is_built_in(certificate: &Certificate) -> bool {
    let ours = |source: TaxonomySource| source.given(items(certificate)).ok().map(|tree| fingerprint(&tree));
    let stated = certificate.taxonomy.as_ref().map(|facts| &facts.blake3);
    built_in_source(certificate).is_some_and(|source| stated == Some(&ours(source)))
}

/// The built-in taxonomy that a release was generalized in, with `labels` added. If items are words, they are
/// leaves at their default places. `None` if the publisher moved words: the certificate does not say which
/// ones.
pub(crate) fn built_in_tree<'l>(
    certificate: &Certificate,
    labels: impl IntoIterator<Item = &'l str>,
) -> Option<Taxonomy> {
    let facts = certificate.taxonomy.as_ref().filter(|_| is_built_in(certificate))?;
    let source = built_in_source(certificate)?;
    match items(certificate) {
        Items::Senses => source.given(Items::Senses).ok(),
        Items::Words if facts.overrides => None,
        Items::Words => Some(WordMapper::new(&source).ok()?.taxonomy_with(labels)),
    }
}

/// Number of rows that an owner may have. One if the settings are not valid, because another field reports
/// that error.
pub(crate) fn rows_of_an_owner(certificate: &Certificate) -> RowsOfAnOwner {
    job(certificate).map_or(RowsOfAnOwner::One, |job| job.rows_of_an_owner())
}
