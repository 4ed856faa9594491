//! The claim that a release is checked for, stated by the reader or by the certificate beside it.

use std::collections::BTreeSet;
use std::path::PathBuf;

use clump_core::anonymize::ParameterError;
use clump_core::names::Names;
use clump_core::promise::{
    Among, Ceiling, Certainty, Coherence, CommonFacts, CommonQueries, Composition, KAnonymity, KmAnonymity,
    Promise, Property, PropertyName, SealedQueries, Share,
};
use clump_report::{Certificate, SensitiveFacts};

use crate::{CheckError, JobError};

/// A promise, with all that it takes to check it on a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Claim {
    pub promise: Promise,
    /// Labels that coherence treats as sensitive; empty where it is not promised.
    pub sensitive: BTreeSet<String>,
}

/// A promise as a reader of a release states it, instead of or on top of what the certificate says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stated {
    /// The properties; an empty list for nothing. If not given, those of the certificate, or k-anonymity if
    /// only `k` is given.
    pub promise: Option<Vec<PropertyName>>,
    /// Least number of owners.
    pub k: Option<usize>,
    /// Least number of owners of one cell of a fact; k if neither this nor a certificate says it.
    pub k_cell: Option<usize>,
    /// Number of known items.
    pub m: Option<usize>,
    /// Largest share of a sensitive item.
    pub h: Option<Share>,
    /// Number of known public items.
    pub p: Option<usize>,
    /// Largest share of the owners of a row that may have something sensitive.
    pub certainty: Option<Share>,
    /// Sensitive labels for coherence, sensitive nodes for certainty.
    pub sensitive: Option<BTreeSet<String>>,
    /// Nodes below which nothing may be published.
    pub ceiling: Option<BTreeSet<String>>,
    /// A file of words and phrases that must not be in the release.
    pub never: Option<PathBuf>,
    /// The ledger that candidates are counted in.
    pub ledger: Option<PathBuf>,
    /// True if the file may have another form than clump writes, because another program saved it again.
    /// Counts only together with `promise`: a certificate is about the bytes that clump wrote.
    pub rewritten: bool,
}

impl Claim {
    /// The nodes that ceilings and certainty are about, with the error where the taxonomy does not have one.
    pub(crate) fn named_nodes(&self) -> impl Iterator<Item = (&[String], JobError)> {
        self.promise.properties().iter().filter_map(|property| match property {
            Property::Certainty(certainty) => Some((certainty.nodes(), JobError::CertaintyOfUnknown)),
            Property::Ceiling(ceiling) => Some((ceiling.nodes(), JobError::CeilingAtUnknown)),
            _ => None,
        })
    }

    /// Number of sensitive `labels` of a release, and of sensitive names that match no label; none for
    /// promises without sensitive labels.
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
    /// The claim to check: what is stated, and for the rest what `certificate` says. Certainty that no
    /// certificate states is about what is published as `among`.
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

    /// The property of this name, with the numbers that are stated, and for the rest those that are
    /// `certified`.
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
            // Differential privacy has many numbers, and so may properties that are added later: the
            // certificate states them.
            _ => certified.cloned().ok_or(CheckError::OnlyCertified(name))?,
        })
    }

    /// Refuses a number that no property uses: it would be ignored without notice.
    fn refuse_stray(&self, names: &[PropertyName]) -> Result<(), CheckError> {
        let has = |name| names.contains(&name);
        let (coherence, certainty) = (has(PropertyName::Coherence), has(PropertyName::Certainty));
        let stray = [
            ("k-cell", self.k_cell.is_some() && !has(PropertyName::CommonFacts)),
            ("m", self.m.is_some() && !has(PropertyName::KmAnonymity)),
            ("h", self.h.is_some() && !coherence),
            ("p", self.p.is_some() && !coherence),
            ("certainty", self.certainty.is_some() && !certainty),
            ("ceiling", self.ceiling.is_some() && !has(PropertyName::Ceiling)),
            ("sensitive", self.sensitive.is_some() && !coherence && !certainty),
            ("ledger", self.ledger.is_some() && !has(PropertyName::Composition)),
        ];
        match stray.into_iter().find(|&(_, is_stray)| is_stray) {
            Some((parameter, _)) => Err(CheckError::StrayStated(parameter)),
            None => Ok(()),
        }
    }
}
