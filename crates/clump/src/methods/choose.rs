//! From the words of a job to a method with its parameters checked.

use std::path::Path;

use clump_core::anonymize::Anonymizer;
use clump_core::anonymize::apriori::{AprioriParameters, Recoding};
use clump_core::anonymize::clump::ClumpParameters;
use clump_core::anonymize::coherence::CoherenceParameters;
use clump_core::anonymize::nearest::NearestParameters;
use clump_core::anonymize::partition::PartitionParameters;
use clump_core::rewrite::Rewriter;
use clump_io::parse_gap;
use clump_io::release::{Packing, ReleaseFormat};
use clump_io::taxonomy::TaxonomySource;
use clump_log::Key;
use clump_log::habits::{
    DropAll, DropIds, DropRareParameters, HashIds, HashQueries, OwnerLinks, Scrub, ShortSessionsParameters,
};
use clump_log::hash::Hash;
use clump_log::share::ShareParameters;
use clump_log::split::{Interests, SplitParameters};
use serde_json::Value;

use crate::job::{InterestsName, UnitName};
use crate::methods::WorksOn;
use crate::{AnyMethod, ApplyError, EarlierRelease, Job, JobError, MethodName, RunError};

/// Keys that every method reads.
const COMMON: &[&str] = &[
    "input",
    "from",
    "owner",
    "owner-per-row",
    "owners-as-they-are",
    "fold-owners",
    "query",
    "time",
    "time-format",
    "delimiter",
    "skip-bad-lines",
    "method",
    "k",
    "threads",
    "temp",
    "output",
    "force",
    "noun",
    "report",
];

/// Keys about transactions: how words become items, what a transaction is, how rows are written.
const TRANSACTIONS: &[&str] = &[
    "items",
    "cells",
    "separator",
    "transaction",
    "unit",
    "gap",
    "keep-repeats",
    "accept-loss",
    "scope",
    "memory",
    "to",
    "layout",
    "keep-root",
    "audit",
    "page",
    "title",
    "date",
    "sensitive",
    "population",
    "labels",
];

/// Keys about what words mean.
const MEANINGS: &[&str] =
    &["matching", "overrides", "unknown", "taxonomy", "taxonomy-format", "repair", "language", "prefixes"];

impl Job {
    /// The method with its parameters checked.
    ///
    /// # Errors
    /// When a key is missing, out of range, or not one of the method's.
    pub fn method(&self) -> Result<AnyMethod, RunError> {
        self.refuse_stray_keys()?;
        self.unit()?;
        self.refuse_misleading_output()?;
        let Job { effort, r, order, form, lcg, m, h, p, recoding, parts, publish, level, .. } = *self;
        let seed = self.seed.unwrap_or(0);
        Ok(match self.method {
            MethodName::Nearest => on_rows(NearestParameters { k: self.k()?, effort, form, seed }.check()?),
            MethodName::Clump => {
                on_rows(ClumpParameters { k: self.k()?, r, order, form, lcg, seed }.check()?)
            }
            MethodName::Partition => on_rows(PartitionParameters { k: self.k()?, publish }.check()?),
            MethodName::Apriori => on_rows(AprioriParameters { k: self.k()?, m, recoding, parts }.check()?),
            MethodName::Coherence => {
                let k = self.k()?;
                let sensitive = self.sensitive()?.ok_or(JobError::NoSensitive)?;
                on_rows(CoherenceParameters { h, k, p, sensitive }.check()?)
            }
            MethodName::Apply => {
                let earlier = self.earlier.as_deref().ok_or(ApplyError::NoEarlier)?;
                EarlierRelease::read(earlier)?.method(self)?
            }
            MethodName::Hash => on_lines(Hash::new(self.key()?)),
            MethodName::Share => on_lines(ShareParameters { k: self.k()?, key: self.key()? }.check()?),
            MethodName::Split => {
                let interests = match self.interests {
                    InterestsName::Subtree => Interests::Subtree { level },
                    InterestsName::Similar => Interests::Similar,
                };
                on_lines(SplitParameters { interests, key: self.key()? }.check()?)
            }
            MethodName::DropAll => on_lines(DropAll),
            MethodName::HashQueries => on_lines(HashQueries::new(self.key()?)),
            MethodName::DropIds => on_lines(DropIds),
            MethodName::Scrub => on_lines(Scrub),
            MethodName::HashIds => on_lines(HashIds::new(self.key()?)),
            MethodName::ShortSessions => {
                let period = parse_gap(&self.period).map_err(JobError::Period)?.as_secs();
                on_lines(ShortSessionsParameters { key: self.key()?, period }.check()?)
            }
            MethodName::DropRare => {
                let links = if self.link_owners { OwnerLinks::Numbers } else { OwnerLinks::None };
                on_lines(DropRareParameters { k: self.k()?, links }.check()?)
            }
        })
    }

    fn k(&self) -> Result<usize, JobError> {
        self.k.ok_or(JobError::NoK)
    }

    /// The key of a keyed method: from a file, from the seed, or a fresh one from the operating system.
    fn key(&self) -> Result<Key, JobError> {
        match (&self.key, self.seed) {
            (Some(_), Some(_)) => Err(JobError::TwoKeys),
            (Some(path), None) => read_key(path),
            (None, Some(seed)) => Ok(Key::from_seed(seed)),
            (None, None) => Ok(Key::from_system()?),
        }
    }

    /// Keys about a taxonomy in a file have no effect on another one.
    ///
    /// # Errors
    /// When such a key is given without a file.
    pub fn refuse_idle_tree_keys(&self) -> Result<(), JobError> {
        let given = [
            ("taxonomy-format", self.taxonomy_format.is_some()),
            ("repair", !self.repair.is_empty()),
            ("language", self.language.is_some()),
        ];
        match given.into_iter().find(|&(_, is_given)| is_given) {
            Some((key, _)) if !matches!(self.taxonomy_source(), TaxonomySource::File(_)) => {
                Err(JobError::IdleKey { key: key.to_owned() })
            }
            _ => Ok(()),
        }
    }

    /// A key of another method would be ignored, and whoever gave it would not know. Keys at their defaults do no harm.
    pub(crate) fn refuse_stray_keys(&self) -> Result<(), JobError> {
        let facts = self.method.facts();
        let reads_meanings = match facts.works_on {
            WorksOn::Transactions => true,
            WorksOn::Lines => self.method == MethodName::Split,
        };
        let promises_groups = facts.promise == "k-anonymity" || self.method == MethodName::Apply;
        let is_idle = |key: &str| match key {
            "gap" => self.unit != UnitName::Session,
            "time-format" => facts.works_on == WorksOn::Transactions && self.unit != UnitName::Session,
            // Rows have no names.
            "owners-as-they-are" | "fold-owners" => self.owner_per_row,
            "prefixes" => self.taxonomy != "prefix",
            "taxonomy-format" | "repair" | "language" => {
                !matches!(self.taxonomy_source(), TaxonomySource::File(_))
            }
            "parts" => self.recoding == Recoding::Global,
            "level" => self.interests != InterestsName::Subtree,
            "drop-known-owners" => self.earlier_audit.is_none(),
            "new-owners-only" => self.earlier_audit.is_some(),
            "sensitive" if facts.parameters.contains(&key) || promises_groups => false,
            "sensitive" | "population" | "labels" => self.report.is_none() && self.page.is_none(),
            "title" | "date" => self.page.is_none(),
            _ => false,
        };
        let is_known = |key: &str| {
            COMMON.contains(&key)
                || facts.parameters.contains(&key)
                || (reads_meanings && MEANINGS.contains(&key))
                || (facts.works_on == WorksOn::Transactions && TRANSACTIONS.contains(&key))
                || (key == "floor" && promises_groups)
        };
        let keys = |job: &Job| match serde_json::to_value(job) {
            Ok(Value::Object(keys)) => keys,
            _ => unreachable!("a job is a map"),
        };
        let defaults = keys(&Job::default());
        let given = keys(self).into_iter().filter(|(key, value)| defaults.get(key) != Some(value));
        for (key, _) in given {
            if !is_known(&key) {
                return Err(JobError::StrayKey { key, method: self.method });
            }
            if is_idle(&key) {
                return Err(JobError::IdleKey { key });
            }
        }
        Ok(())
    }

    /// A name that does not say what would be written, or says something else.
    pub(crate) fn refuse_misleading_output(&self) -> Result<(), JobError> {
        let Some(path) = self.output.as_deref().filter(|path| *path != Path::new("-")) else {
            return Ok(());
        };
        match self.method.facts().works_on {
            WorksOn::Lines => match ReleaseFormat::from_path(path) {
                Some(ReleaseFormat::Tsv) => Ok(()),
                _ => Err(JobError::LinesAreTsv { path: path.to_owned(), method: self.method }),
            },
            WorksOn::Transactions => {
                let format = self.release_format()?;
                match format.compresses_inside() && Packing::from_path(path) != Packing::Plain {
                    true => Err(JobError::CompressedTwice { path: path.to_owned(), format: format.word() }),
                    false => Ok(()),
                }
            }
        }
    }
}

fn on_rows(method: impl Anonymizer + 'static) -> AnyMethod {
    AnyMethod::Transactions(Box::new(method))
}

fn on_lines(method: impl Rewriter + 'static) -> AnyMethod {
    AnyMethod::Lines(Box::new(method))
}

/// Reads a key that a publisher keeps.
///
/// # Errors
/// When the file cannot be read or holds no key.
pub fn read_key(path: &Path) -> Result<Key, JobError> {
    let text = zeroize::Zeroizing::new(
        std::fs::read_to_string(path)
            .map_err(|source| JobError::KeyFile { path: path.to_owned(), source })?,
    );
    Key::from_hex(&text).map_err(|source| JobError::NotAKey { path: path.to_owned(), source })
}
