//! The promise that a release is checked for. The reader or the certificate beside the release states it.

use std::collections::BTreeSet;
use std::path::PathBuf;

use clump_core::anonymize::ParameterError;
use clump_core::names::Names;
use clump_core::promise::{
    Among, Ceiling, Certainty, Coherence, CommonFacts, CommonQueries, Composition, Differences, KAnonymity,
    KmAnonymity, Promise, Property, PropertyName, SealedQueries, Share,
};
use clump_report::{Certificate, SensitiveFacts};

use crate::{CheckError, JobError};

/// A promise, with the data that is needed to check it on a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Claim {
    pub promise: Promise,
    /// Labels that the coherence property treats as sensitive; empty if coherence is not promised.
    pub sensitive: BTreeSet<String>,
}

/// Parts of a promise that a reader of a release states. They replace those of the certificate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stated {
    /// Names of the properties to check; an empty list promises nothing. `None` means the certificate's
    /// properties, or k-anonymity if there is no certificate and `k` is given.
    pub promise: Option<Vec<PropertyName>>,
    /// Least number of owners per group, query or fact.
    pub k: Option<usize>,
    /// Least number of owners of one cell of a fact; k if neither this nor the certificate states it.
    pub k_cell: Option<usize>,
    /// Number of items that an attacker may know, for km-anonymity.
    pub m: Option<usize>,
    /// Largest share of a sensitive item among owners with the same known items, for coherence.
    pub h: Option<Share>,
    /// Number of public items that an attacker may know, for coherence.
    pub p: Option<usize>,
    /// Largest share of the owners of a row that may have a sensitive item.
    pub certainty: Option<Share>,
    /// Labels that are sensitive for coherence, or taxonomy nodes that are sensitive for certainty.
    pub sensitive: Option<BTreeSet<String>>,
    /// Nodes below which nothing may be published.
    pub ceiling: Option<BTreeSet<String>>,
    /// Path of a file with words and phrases that must not be in the release.
    pub never: Option<PathBuf>,
    /// The ledger of all releases, in which the candidates for each owner are counted, or with which numbers are
    /// compared.
    pub ledger: Option<PathBuf>,
    /// True if another program saved the file again, so that its form may differ from clump's. Has an effect
    /// only together with `promise`: a certificate is about the bytes that clump wrote.
    pub rewritten: bool,
}

impl Claim {
    /// Nodes of the ceiling and certainty properties, each with the error for a node that the taxonomy lacks.
    pub(crate) fn named_nodes(&self) -> impl Iterator<Item = (&[String], JobError)> {
        self.promise.properties().iter().filter_map(|property| match property {
            Property::Certainty(certainty) => Some((certainty.nodes(), JobError::CertaintyOfUnknown)),
            Property::Ceiling(ceiling) => Some((ceiling.nodes(), JobError::CeilingAtUnknown)),
            _ => None,
        })
    }

    /// Number of `labels` of a release that are sensitive, and number of sensitive names that no label has.
    /// `None` if the promise has no sensitive labels.
    ///
    /// # Errors
    /// When no label is sensitive, or every one is: then the promise would hold for any release.
    pub(crate) fn sensitive_labels(&self, labels: &Names) -> Result<Option<SensitiveFacts>, CheckError> {
        if !self.promise.has(PropertyName::Coherence) {
            return Ok(None);
        }
        let items = labels.iter().filter(|&label| self.sensitive.contains(label)).count();
        match items {
            0 => Err(CheckError::NoSensitiveLabel),
            _ if items == labels.len() => Err(CheckError::NoPublicLabel),
            _ => Ok(Some(SensitiveFacts { items, unmatched: self.sensitive.len() - items })),
        }
    }
}

impl Stated {
    /// The claim to check. What `self` does not state comes from `certificate`. If no certificate states
    /// certainty, certainty is checked for the kind of release that `among` names.
    pub(crate) fn claim(self, certificate: Option<&Certificate>, among: Among) -> Result<Claim, CheckError> {
        let certified = certificate.map(|certificate| certificate.promise.promise());
        let names = match (&self.promise, &certified) {
            (Some(names), _) => names.clone(),
            (None, Some(promise)) => promise.properties().iter().map(Property::name).collect(),
            (None, None) if self.k.is_some() => vec![PropertyName::KAnonymity],
            (None, None) => return Err(CheckError::NoPromise),
        };
        self.refuse_stray(&names)?;
        let certified = certified.unwrap_or_default();
        let properties: Result<Vec<Property>, CheckError> =
            names.iter().map(|&name| self.property(name, &certified, among)).collect();
        let promise = Promise::new(properties?)?;
        if !promise.has(PropertyName::Coherence) {
            return Ok(Claim { promise, sensitive: BTreeSet::new() });
        }
        let labels = || certificate.map(|certificate| certificate.sensitive_items.iter().cloned().collect());
        let sensitive = self.sensitive.or_else(labels).unwrap_or_default();
        if sensitive.is_empty() {
            return Err(JobError::NoSensitive.into());
        }
        Ok(Claim { promise, sensitive })
    }

    /// The property called `name`. Numbers that `self` does not state come from the promise `certified`.
    fn property(
        &self,
        name: PropertyName,
        certified: &Promise,
        among: Among,
    ) -> Result<Property, CheckError> {
        let k = || match self.k.or(certified.k()) {
            None => Err(JobError::NoK),
            Some(k) if k < 2 => Err(ParameterError::KTooSmall { k }.into()),
            Some(k) => Ok(k),
        };
        let known = |stated: Option<usize>, certified: Option<usize>, parameter| match stated.or(certified) {
            Some(0) => Err(ParameterError::NothingKnown { parameter }.into()),
            Some(known) => Ok(known),
            None => Err(CheckError::NotStated(parameter)),
        };
        let certified = certified.get(name);
        let named = |stated: &Option<BTreeSet<String>>| -> Option<Vec<String>> {
            let stated = stated.as_ref().map(|nodes| nodes.iter().cloned().collect());
            stated.or(certified.map(|certified| certified.nodes().to_vec()))
        };
        Ok(match name {
            PropertyName::KAnonymity => KAnonymity { k: k()? }.into(),
            PropertyName::Composition => Composition { k: k()? }.into(),
            PropertyName::Differences => Differences { k: k()? }.into(),
            PropertyName::CommonQueries => CommonQueries { k: k()? }.into(),
            PropertyName::SealedQueries => SealedQueries { k: k()? }.into(),
            PropertyName::KmAnonymity => {
                let certified = certified.and_then(|certified| match certified {
                    Property::KmAnonymity(KmAnonymity { m, .. }) => Some(*m),
                    _ => None,
                });
                KmAnonymity { k: k()?, m: known(self.m, certified, "m")? }.into()
            }
            PropertyName::Coherence => {
                let (h, p) = match certified {
                    Some(&Property::Coherence(Coherence { h, p, .. })) => (Some(h), Some(p)),
                    _ => (None, None),
                };
                let k = k()?;
                let h = self.h.or(h).ok_or(CheckError::NotStated("h"))?;
                Coherence { h, k, p: known(self.p, p, "p")? }.into()
            }
            PropertyName::Certainty => {
                let (most, among) = match certified {
                    Some(Property::Certainty(certified)) => (Some(certified.most()), certified.published()),
                    _ => (None, among),
                };
                let most = self.certainty.or(most).ok_or(CheckError::NotStated("certainty"))?;
                let nodes = named(&self.sensitive).ok_or(JobError::NoSensitive)?;
                Certainty::new(most, nodes)?.among(among).into()
            }
            PropertyName::Ceiling => {
                let nodes = named(&self.ceiling).ok_or(CheckError::NotStated("ceiling"))?;
                Ceiling::new(nodes).map_err(JobError::from)?.into()
            }
            PropertyName::CommonFacts => {
                let certified = certified.and_then(|certified| match certified {
                    Property::CommonFacts(CommonFacts { k_cell, .. }) => Some(*k_cell),
                    _ => None,
                });
                let k = k()?;
                match self.k_cell.or(certified).unwrap_or(k) {
                    k_cell if k_cell < 2 => return Err(ParameterError::KTooSmall { k: k_cell }.into()),
                    k_cell => CommonFacts { k, k_cell }.into(),
                }
            }
            // Differential privacy has many numbers, and future properties may too. Only a certificate states
            // them.
            _ => certified.cloned().ok_or(CheckError::OnlyCertified(name))?,
        })
    }

    /// Refuses a stated number that no property uses. Otherwise it would be ignored without notice.
    fn refuse_stray(&self, names: &[PropertyName]) -> Result<(), CheckError> {
        let has = |name| names.contains(&name);
        let (coherence, certainty) = (has(PropertyName::Coherence), has(PropertyName::Certainty));
        let is_over_time = has(PropertyName::Composition) || has(PropertyName::Differences);
        let stray = [
            ("k-cell", self.k_cell.is_some() && !has(PropertyName::CommonFacts)),
            ("m", self.m.is_some() && !has(PropertyName::KmAnonymity)),
            ("h", self.h.is_some() && !coherence),
            ("p", self.p.is_some() && !coherence),
            ("certainty", self.certainty.is_some() && !certainty),
            ("ceiling", self.ceiling.is_some() && !has(PropertyName::Ceiling)),
            ("sensitive", self.sensitive.is_some() && !coherence && !certainty),
            ("ledger", self.ledger.is_some() && !is_over_time),
        ];
        match stray.into_iter().find(|&(_, is_stray)| is_stray) {
            Some((parameter, _)) => Err(CheckError::StrayStated(parameter)),
            None => Ok(()),
        }
    }
}
