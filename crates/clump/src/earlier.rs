//! Applies the generalization of an earlier release to new rows. The method, the promise and the settings of
//! the run come from the earlier release and its certificate.
//!
//! The earlier release is not trusted: it must first pass its check and match its certificate.

use std::path::{Path, PathBuf};

use clump_core::anonymize::AnonymizeError;
use clump_core::anonymize::apply::{ApplyParameters, Earlier};
use clump_core::progress::Progress;
use clump_core::promise::{Coherence, KAnonymity, KmAnonymity, Promise, Property, PropertyName, Subject};
use clump_io::taxonomy::TaxonomySource;
use clump_report::{Certificate, CertifiedProperty};

use crate::check::Checked;
use crate::check::claim::Stated;
use crate::check::release_file::ReleaseFile;
use crate::job::{Job, Keys};
use crate::machine::with_threads;
use crate::methods::{AnyMethod, Apply, EarlierOwners, Method, MethodName};
use crate::paths::certificate_path;
use crate::release::audit;
use crate::release::certificate_file::read_certificate;
use crate::run::{Outcome, run_with};
use crate::taxonomy::taxonomy_facts;
use crate::{ApplyError, JobError, RunError};

mod settings;

/// A release of whole rows that was read and checked, and can be applied to new rows.
#[derive(Debug)]
pub struct EarlierRelease {
    path: PathBuf,
    certificate: Certificate,
    checked: Checked,
    rows: Earlier,
    /// Number of lines in the file of the release.
    lines: usize,
}

impl EarlierRelease {
    /// Reads and checks the release at `path`. [`EarlierRelease::checked`] has the result. If the release has
    /// a ceiling and its taxonomy is a file, `source` must name that taxonomy.
    ///
    /// # Errors
    /// When the release cannot be read, has no certificate next to it, or is not a release of whole rows.
    pub fn read(path: &Path, source: Option<&Job>) -> Result<EarlierRelease, RunError> {
        let certificate = read_certificate(&certificate_path(path))?;
        let without = || ApplyError::NoCertificate(path.to_owned());
        if certificate.is_none() && path.exists() {
            return Err(without().into());
        }
        let mut file = ReleaseFile::read(path, None, None, None)?;
        let promise = certificate.as_ref().map(|file| &file.certificate.promise);
        let has_ceiling = promise.is_some_and(|promise| promise.has(PropertyName::Ceiling));
        if let Some(source) = source.filter(|_| has_ceiling) {
            file = file.with_source(source.clone());
        }
        let certificate = certificate.ok_or_else(without)?.certificate;
        let properties = certificate.promise.properties();
        let is_about_rows = properties.iter().any(|certified| certified.property.subject() == Subject::Rows);
        let (rows, lines) = match file.released() {
            Some(released) if is_about_rows && !file.is_in_pieces() => {
                let rows = (0..released.len()).map(|row| released.row(row));
                (Earlier::new(released.labels().clone(), rows), released.len())
            }
            _ => return Err(ApplyError::NotRows(path.to_owned()).into()),
        };
        let checked = file.check(Stated::default())?;
        Ok(EarlierRelease { path: path.to_owned(), certificate, checked, rows, lines })
    }

    /// Result of checking the earlier release: if it keeps its promise and matches its certificate.
    pub fn checked(&self) -> &Checked {
        &self.checked
    }

    /// Name of the method that made the earlier release.
    pub fn method_name(&self) -> &str {
        &self.certificate.method
    }

    /// Adds the settings of the earlier release to `keys`, the keys that the user gave. Returns added
    /// settings that differ from the defaults, as texts to show to the user, such as `unit session`.
    ///
    /// # Errors
    /// When a key contradicts the earlier release, or states a lower k.
    pub fn complete(&self, keys: &mut Keys) -> Result<Vec<String>, RunError> {
        let method = MethodName::Apply;
        if keys.method.method.is_some_and(|given| given != method) {
            return Err(JobError::StrayKey { key: "method".to_owned(), method }.into());
        }
        keys.method.method = Some(method);
        keys.earlier.earlier = Some(self.path.clone());
        Ok(settings::complete(&self.certificate, keys)?)
    }

    /// The method that applies the earlier release to new rows with the settings of `job`.
    ///
    /// # Errors
    /// When the earlier release does not keep its promise, or `job` contradicts it: another taxonomy, other
    /// settings or a lower k.
    pub fn method(&self, apply: &Apply, job: &Job) -> Result<AnyMethod, RunError> {
        if !self.checked.holds {
            return Err(ApplyError::Broken(self.path.clone()).into());
        }
        settings::require(&self.certificate, job)?;
        self.require_new_owners(apply)?;
        self.require_taxonomy(job)?;
        let k = job.require_k()?;
        let with_k = |certified: &CertifiedProperty| match certified.property {
            Property::KAnonymity(_) => KAnonymity { k }.into(),
            Property::KmAnonymity(KmAnonymity { m, .. }) => KmAnonymity { k, m }.into(),
            Property::Coherence(Coherence { h, p, .. }) => Coherence { h, k, p }.into(),
            ref other => other.clone(),
        };
        // A ledger covers the owners of the earlier release. The new rows have other owners.
        let passed_on = |certified: &&CertifiedProperty| {
            !matches!(certified.property, Property::Composition(_) | Property::Differences(_))
        };
        let properties = self.certificate.promise.properties().iter().filter(passed_on);
        let promise = Promise::new(properties.map(with_k))?;
        // The earlier release has a ceiling, and the new release must promise the same ceiling.
        if let Some(Property::Ceiling(ceiling)) = promise.get(PropertyName::Ceiling)
            && job.ceilings()?.as_ref() != Some(ceiling)
        {
            let earlier = ceiling.nodes().join(", ");
            return Err(ApplyError::OtherSetting { key: "ceiling", earlier }.into());
        }
        // The job gets the certainty as its own setting, so that the new certificate states it.
        if let Some(Property::Certainty(certainty)) =
            promise.get(PropertyName::Certainty).filter(|_| job.guards.certainty.most.is_none())
        {
            return Err(
                ApplyError::OtherSetting { key: "certainty", earlier: certainty.most().to_string() }.into()
            );
        }
        let of_groups = [("floor", job.output.floor), ("certainty", job.guards.certainty.most.is_some())];
        if let (false, Some((key, _))) =
            (promise.has(PropertyName::KAnonymity), of_groups.into_iter().find(|&(_, is_given)| is_given))
        {
            return Err(JobError::StrayKey { key: key.to_owned(), method: MethodName::Apply }.into());
        }
        let sensitive = self.certificate.sensitive_items.clone();
        let method = ApplyParameters { promise, sensitive, earlier: self.rows.clone() }.check()?;
        Ok(AnyMethod::Transactions(Box::new(method)))
    }

    /// Runs `job`. Its keys must have been completed by [`EarlierRelease::complete`].
    ///
    /// # Errors
    /// As [`run`](crate::run) and [`EarlierRelease::method`].
    pub fn apply(&self, job: &Job, progress: &dyn Progress) -> Result<Outcome, RunError> {
        let job = &*job.decided()?;
        job.output.refuse_misleading_name(job.method.name())?;
        let Method::Apply(apply) = &*job.method else { return Err(ApplyError::NoEarlier.into()) };
        let method = self.method(apply, job)?;
        with_threads(job.resources.threads, || run_with(&method, job, progress)).map_err(
            |error| match error {
                RunError::Anonymize { reason: AnonymizeError::TooFewOwners { owners, k }, .. } => {
                    ApplyError::TooFewNew { owners, k }.into()
                }
                error => error,
            },
        )
    }

    /// Makes sure that no owner is also in the earlier release: no promise covers owners in two releases. The
    /// audit of the earlier release shows its owners. Without it, the user must state that all are new.
    fn require_new_owners(&self, apply: &Apply) -> Result<(), RunError> {
        match &apply.earlier_owners {
            Some(EarlierOwners::Stop(path) | EarlierOwners::Drop(path)) => {
                Ok(audit::read_of(path, &self.path, self.lines).map(drop)?)
            }
            Some(EarlierOwners::None) => Ok(()),
            None => Err(ApplyError::UncheckedOwners.into()),
        }
    }

    /// Makes sure that the taxonomies are equal, so that words mean the same. Runs before any input is read.
    fn require_taxonomy(&self, job: &Job) -> Result<(), RunError> {
        let Some(earlier) = &self.certificate.taxonomy else { return Ok(()) };
        let is_made_from_data =
            matches!(job.taxonomy.source, TaxonomySource::Flat | TaxonomySource::Prefix { .. });
        let is_same = match &earlier.blake3 {
            None => job.taxonomy.word() == earlier.source,
            Some(_) if is_made_from_data => false,
            Some(_) => {
                taxonomy_facts(job, &job.taxonomy.source.given(job.words.items())?).blake3 == earlier.blake3
            }
        };
        if is_same { Ok(()) } else { Err(ApplyError::OtherTaxonomy(earlier.source.clone()).into()) }
    }
}
