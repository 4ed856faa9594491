//! Presets: rules by which other organizations published queries, written as jobs in `presets.toml`.

use std::fmt::Write;
use std::sync::LazyLock;

use clump_core::facts::ShownCounts;
use serde::{Deserialize, Deserializer};

use crate::job::Job;
use crate::methods::{Counts, Method, MethodChoice};

/// A rule by which another organization published queries.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Preset {
    name: String,
    publisher: String,
    rule: String,
    source: String,
    assumed: Option<String>,
    #[serde(rename = "table")]
    tables: Vec<PresetTable>,
}

/// A table that the rule allows to publish.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct PresetTable {
    /// The facts that the table counts, and the minimum number of owners of a row.
    #[serde(rename = "job", deserialize_with = "counts")]
    pub counts: CountsAt,
    /// True if the table only counts queries that the previous table of the preset publishes.
    #[serde(default)]
    pub of_published_queries: bool,
    /// True if the user may name a column that divides the owners of a fact into cells.
    #[serde(default)]
    pub divided: bool,
}

/// Settings of a count, and the minimum number of owners of a row.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct CountsAt {
    pub settings: Counts,
    pub k: usize,
}

/// Reads a job, which must have the method `counts` and a k.
fn counts<'de, D: Deserializer<'de>>(deserializer: D) -> Result<CountsAt, D::Error> {
    let job = Job::deserialize(deserializer)?;
    match (job.method, job.k) {
        (MethodChoice::Stated(Method::Counts(settings)), Some(k)) => Ok(CountsAt { settings, k }),
        _ => Err(serde::de::Error::custom("a preset counts facts of at least k owners")),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    preset: Vec<Preset>,
}

static PRESETS: LazyLock<Vec<Preset>> = LazyLock::new(|| {
    let file: File = toml::from_str(include_str!("presets.toml")).expect("a test reads it");
    file.preset
});

/// All presets, in the order of the file.
pub fn presets() -> &'static [Preset] {
    &PRESETS
}

impl Preset {
    /// The preset that is called `name`.
    pub fn find(name: &str) -> Option<&'static Preset> {
        PRESETS.iter().find(|preset| preset.name == name)
    }

    /// Name of the preset, for example `bing`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The organization that published by this rule.
    pub fn publisher(&self) -> &str {
        &self.publisher
    }

    /// The rule in words.
    pub fn rule(&self) -> &str {
        &self.rule
    }

    /// The document that states the rule.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The assumption of clump if the rule leaves something open; `None` if it does not.
    pub fn assumed(&self) -> Option<&str> {
        self.assumed.as_deref()
    }

    pub(crate) fn tables(&self) -> &[PresetTable] {
        &self.tables
    }
}

/// All presets with their rules, as text for the terminal.
pub fn presets_page() -> String {
    let mut page = String::new();
    for preset in presets() {
        let Preset { name, publisher, rule, source, assumed, tables } = preset;
        let assumed = assumed.as_ref().map(|assumed| format!("\n  {assumed}.")).unwrap_or_default();
        let jobs: Vec<String> = tables.iter().map(PresetTable::keys).collect();
        writeln!(
            page,
            "{name}: {publisher}\n  Rule: {rule}.{assumed}\n  Source: {source}\n  Job: {}\n",
            jobs.join("\n  Job: ")
        )
        .expect("a text takes everything");
    }
    page
}

impl PresetTable {
    /// The keys of the job that makes the table, for readers.
    fn keys(&self) -> String {
        let Counts { numbers, .. } = &self.counts.settings;
        let table = self.counts.settings.tables().remove(0);
        let mut keys = format!("method counts, table {table}, k {}", self.counts.k);
        if let Some(ShownCounts::Scaled(to)) = numbers {
            write!(keys, ", numbers scale:{to}").expect("a text takes everything");
        }
        if self.of_published_queries {
            keys.push_str(", of the queries of the job above");
        }
        keys
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_is_a_job_with_a_source() {
        let names: Vec<&str> = presets().iter().map(Preset::name).collect();
        assert_eq!(names, ["google-dma", "bing", "brave", "orcas-like"]);
        for preset in presets() {
            assert!(!preset.source().is_empty() && !preset.rule().is_empty(), "{}", preset.name());
            assert!(!preset.tables[0].of_published_queries, "there is no table before the first");
            let page = presets_page();
            assert!(page.contains(preset.source()) && page.contains(preset.rule()));
        }
        let thresholds: Vec<usize> =
            presets().iter().flat_map(|preset| &preset.tables).map(|table| table.counts.k).collect();
        assert_eq!(thresholds, [30, 5, 5, 20, 5]);
        let bing = &Preset::find("bing").unwrap().tables[0].counts.settings;
        assert_eq!(
            (bing.table[0].to_string().as_str(), bing.numbers),
            ("query:day", Some(ShownCounts::Scaled(100)))
        );
        assert_eq!(Preset::find("nobody"), None);
    }

    #[test]
    fn a_rule_that_counts_nothing_is_refused() {
        for job in ["{ method = \"nearest\", k = 5 }", "{ method = \"counts\" }"] {
            assert!(toml::from_str::<PresetTable>(&format!("job = {job}")).is_err(), "{job}");
        }
    }
}
