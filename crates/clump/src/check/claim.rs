//! What a release is checked for: stated by whoever checks it, or by the certificate beside it.

use std::collections::BTreeSet;

use clump_core::anonymize::ParameterError;
use clump_core::names::Names;
use clump_core::promise::{Promise, Share};
use clump_report::{Certificate, SensitiveFacts};
use serde::{Deserialize, Serialize};

use crate::{CheckError, JobError};

/// A promise, with all that it takes to check it on a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// What is promised.
    pub promise: Promise,
    /// Labels that the promise treats as sensitive; empty for most promises.
    pub sensitive: BTreeSet<String>,
}

/// A promise as a reader of a release states it, instead of or on top of what the certificate says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stated {
    /// The property, as a certificate calls it; k-anonymity if only `k` is given.
    pub promise: Option<PromiseName>,
    /// Least number of owners.
    pub k: Option<usize>,
    /// Known items.
    pub m: Option<usize>,
    /// Largest share of a sensitive item.
    pub h: Option<Share>,
    /// Known public items.
    pub p: Option<usize>,
    /// Sensitive labels.
    pub sensitive: Option<BTreeSet<String>>,
    /// Whether the file may have another form than clump writes, because another program saved it again. Counts only
    /// together with `promise`: a certificate is about the bytes that clump wrote.
    pub rewritten: bool,
}

/// A property by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PromiseName {
    /// [`Promise::KAnonymity`].
    KAnonymity,
    /// [`Promise::KmAnonymity`].
    KmAnonymity,
    /// [`Promise::Coherence`].
    Coherence,
    /// [`Promise::CommonQueries`].
    CommonQueries,
    /// [`Promise::SealedQueries`].
    SealedQueries,
    /// [`Promise::Nothing`].
    Nothing,
}

impl Claim {
    /// How many of the `labels` of a release are sensitive, and how many sensitive names are none of them; none for
    /// promises that know nothing sensitive.
    ///
    /// # Errors
    /// When no label is sensitive, or every one is: then the promise says nothing, and would hold of anything.
    pub(crate) fn sensitive_labels(&self, labels: &Names) -> Result<Option<SensitiveFacts>, CheckError> {
        if !matches!(self.promise, Promise::Coherence { .. }) {
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
    /// The claim that is to be checked: what is stated, and for the rest what `certificate` says.
    pub(crate) fn claim(self, certificate: Option<&Certificate>) -> Result<Claim, CheckError> {
        let certified = certificate.map(|certificate| certificate.promise);
        let name = match (self.promise, certified) {
            (Some(name), _) => name,
            (None, Some(promise)) => PromiseName::of(promise),
            (None, None) if self.k.is_some() => PromiseName::KAnonymity,
            (None, None) => return Err(CheckError::NoPromise),
        };
        self.refuse_stray(name)?;
        let k = match self.k.or(certified.and_then(|promise| promise.k())) {
            _ if name == PromiseName::Nothing => 0,
            None => return Err(JobError::NoK.into()),
            Some(k) if k < 2 => return Err(ParameterError::KTooSmall { k }.into()),
            Some(k) => k,
        };
        let known = |stated: Option<usize>, certified: Option<usize>, parameter| match stated.or(certified) {
            Some(0) => Err(ParameterError::NothingKnown { parameter }.into()),
            Some(known) => Ok(known),
            None => Err(CheckError::NotStated { parameter }),
        };
        let promise = match (name, certified) {
            (PromiseName::KAnonymity, _) => Promise::KAnonymity { k },
            (PromiseName::KmAnonymity, certified) => {
                let certified = match certified {
                    Some(Promise::KmAnonymity { m, .. }) => Some(m),
                    _ => None,
                };
                Promise::KmAnonymity { k, m: known(self.m, certified, "m")? }
            }
            (PromiseName::Coherence, certified) => {
                let (h, p) = match certified {
                    Some(Promise::Coherence { h, p, .. }) => (Some(h), Some(p)),
                    _ => (None, None),
                };
                let h = self.h.or(h).ok_or(CheckError::NotStated { parameter: "h" })?;
                Promise::Coherence { h, k, p: known(self.p, p, "p")? }
            }
            (PromiseName::CommonQueries, _) => Promise::CommonQueries { k },
            (PromiseName::SealedQueries, _) => Promise::SealedQueries { k },
            (PromiseName::Nothing, _) => Promise::Nothing,
        };
        let certified = certificate.map(|certificate| certificate.sensitive_items.iter().cloned().collect());
        let sensitive = self.sensitive.or(certified).unwrap_or_default();
        if name == PromiseName::Coherence && sensitive.is_empty() {
            return Err(JobError::NoSensitive.into());
        }
        Ok(Claim { promise, sensitive })
    }
}

impl Stated {
    /// Whether a file of another form than clump writes is accepted.
    pub(crate) fn allows_rewritten(&self) -> bool {
        self.rewritten && self.promise.is_some()
    }

    /// A number that the promise does not know would be ignored, and whoever gave it would not know.
    fn refuse_stray(&self, name: PromiseName) -> Result<(), CheckError> {
        let is_coherence = name == PromiseName::Coherence;
        let stray = [
            ("m", self.m.is_some() && name != PromiseName::KmAnonymity),
            ("h", self.h.is_some() && !is_coherence),
            ("p", self.p.is_some() && !is_coherence),
            ("sensitive", self.sensitive.is_some() && !is_coherence),
        ];
        match stray.into_iter().find(|&(_, is_stray)| is_stray) {
            Some((parameter, _)) => Err(CheckError::StrayStated { parameter }),
            None => Ok(()),
        }
    }
}

impl PromiseName {
    fn of(promise: Promise) -> PromiseName {
        match promise {
            Promise::KAnonymity { .. } => PromiseName::KAnonymity,
            Promise::KmAnonymity { .. } => PromiseName::KmAnonymity,
            Promise::Coherence { .. } => PromiseName::Coherence,
            Promise::CommonQueries { .. } => PromiseName::CommonQueries,
            Promise::SealedQueries { .. } => PromiseName::SealedQueries,
            Promise::Nothing => PromiseName::Nothing,
        }
    }
}
