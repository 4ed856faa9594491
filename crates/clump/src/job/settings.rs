//! The settings that the certificate of a job states: those that affect the release and reveal nothing about
//! the input.

use std::collections::BTreeMap;

use clump_core::facts::FactKind;
use clump_core::promise::{Promise, Property, PropertyName};
use clump_core::release::RootItems;
use clump_core::taxonomy::PricedIn;
use clump_io::{BadLines, Spellings};
use serde_json::Value;

use super::Job;
use super::echo::Echo;
use crate::methods::WorksOn;

pub(crate) fn settings(job: &Job, promise: &Promise) -> BTreeMap<String, Value> {
    let mut stated = Echo::default();
    job.method.echo(&mut stated);
    // Paths of keys and of earlier releases are private. The seed of a key is as secret as the key.
    let is_keyed = job.method.key().is_some();
    stated.retain(|key| match key {
        "key" | "earlier" | "earlier-owners" => false,
        // For facts, the promise already states whether there is a seed.
        "seed" => !is_keyed && job.method.counts().is_none(),
        _ => true,
    });
    if job.method.vouched() {
        stated.put("earlier-owners", "none");
    }
    if let Some(k) = promise.k() {
        stated.put("k", k);
    }
    stated.put("certainty", job.guards.certainty.most);
    if let Some(Property::Ceiling(ceiling)) = promise.get(PropertyName::Ceiling) {
        stated.put("ceiling", ceiling.nodes());
    }
    if job.cost != PricedIn::default() {
        stated.put("cost", job.cost);
    }
    if job.input.bad_lines == BadLines::Skip {
        stated.put("skip-bad-lines", true);
    }
    if job.input.spellings != Spellings::Refuse {
        stated.put("spelling", job.input.spellings);
    }
    if job.reads_words() {
        stated.put("matching", job.words.matching);
        stated.put("items", [job.words.items()]);
        stated.put("unknown", &job.words.unknown);
    }
    if job.method.name().facts().works_on == WorksOn::Transactions {
        job.input.echo_unit(&mut stated);
        stated.put("scope", job.taxonomy.scope);
        stated.put("keep-root", job.output.root_items == RootItems::Keep);
    }
    if let Some(counts) = job.method.counts() {
        if counts.has(|kind| kind == FactKind::QueryNext) {
            stated.put("gap", job.input.gap_text());
        } else if counts.has(|kind| kind == FactKind::ItemPair) {
            job.input.echo_unit(&mut stated);
        }
    }
    stated.written()
}

/// The serialized name of an enum's variant.
///
/// # Panics
/// When the value is not serialized as text.
pub(crate) fn word(policy: &impl serde::Serialize) -> String {
    let word = serde_json::to_value(policy).expect("a policy is a word");
    word.as_str().expect("a policy is a word").to_owned()
}
