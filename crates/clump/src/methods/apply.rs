//! `apply`: publishes new rows by the generalization of an earlier release.

use std::fmt;
use std::path::{Path, PathBuf};

use clump_core::promise::PropertyName;

use super::settings::{NoKeys, Parameters, setters};
use super::{AnyMethod, MethodFacts, MethodSettings, SharedSetting, WorksOn};
use crate::ApplyError;
use crate::job::Job;
use crate::job::echo::Echo;
use crate::job::keys::{EarlierKeys, MethodKeys};
use crate::{JobError, RunError};

/// Publishes each new row as a row that an earlier release already has.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Apply {
    /// File of the earlier release whose rows are used.
    pub earlier: Option<PathBuf>,
    /// The owners of the earlier release, who must not be published again.
    pub earlier_owners: Option<EarlierOwners>,
}

setters!(Apply { earlier: Option<PathBuf>, earlier_owners: Option<EarlierOwners> });

/// Source and treatment of the owners of an earlier release.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EarlierOwners {
    /// Reads the private audit of that release. If one of its owners is in the input, the run stops.
    Stop(PathBuf),
    /// Reads the private audit of that release. Owners in it are removed from the input.
    Drop(PathBuf),
    /// Reads no audit: the publisher states that none of these owners is in the input.
    None,
}

impl From<&str> for EarlierOwners {
    fn from(text: &str) -> EarlierOwners {
        match (text, text.strip_prefix("drop:")) {
            ("none", _) => EarlierOwners::None,
            (_, Some(audit)) => EarlierOwners::Drop(audit.into()),
            (audit, None) => EarlierOwners::Stop(audit.into()),
        }
    }
}

impl fmt::Display for EarlierOwners {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EarlierOwners::Stop(audit) => write!(f, "{}", audit.display()),
            EarlierOwners::Drop(audit) => write!(f, "drop:{}", audit.display()),
            EarlierOwners::None => f.write_str("none"),
        }
    }
}

impl Parameters for Apply {
    /// `clump apply` has its own flags, read in [`Apply::take_earlier`].
    type Keys = NoKeys;

    fn take(_: NoKeys, _: &mut MethodKeys) -> Result<Apply, JobError> {
        Ok(Apply::default())
    }

    fn echo(&self, echo: &mut Echo) {
        echo.put("earlier", &self.earlier);
        echo.put("earlier-owners", self.earlier_owners.as_ref().map(EarlierOwners::to_string));
    }
}

impl MethodSettings for Apply {
    const FACTS: MethodFacts = MethodFacts {
        works_on: WorksOn::Transactions,
        properties: &[
            PropertyName::KAnonymity,
            PropertyName::KmAnonymity,
            PropertyName::Coherence,
            PropertyName::Certainty,
        ],
        promise: "what the earlier release promises",
        also_reads: &[SharedSetting::K],
        sentence: "Publishes data of new people in the same way as an earlier release.",
        explanation: "Under k-anonymity, a row becomes the earlier row that keeps most of it and that k new \
                      people share. Under k^m-anonymity and coherence, an item becomes the earlier label \
                      that covers it. Everything else is suppressed.",
        reference: "This project.",
        weakness: "Loses more than a new grouping of these rows. No promise covers people who are in both \
                   releases.",
    };

    /// The method is made from the earlier release instead, in [`Job::ready_method`].
    fn build(&self, _: &Job) -> Result<AnyMethod, RunError> {
        Err(ApplyError::NoEarlier.into())
    }
}

impl Apply {
    /// Makes the settings from the keys about the earlier release.
    pub(crate) fn take_earlier(keys: &mut EarlierKeys) -> Apply {
        Apply {
            earlier: keys.earlier.take(),
            earlier_owners: keys.earlier_owners.take().map(|owners| owners.as_str().into()),
        }
    }

    /// Path of the private audit of the earlier release; `None` if the publisher vouches for the owners.
    pub(crate) fn audit(&self) -> Option<&Path> {
        match &self.earlier_owners {
            Some(EarlierOwners::Stop(audit) | EarlierOwners::Drop(audit)) => Some(audit),
            Some(EarlierOwners::None) | None => None,
        }
    }
}
