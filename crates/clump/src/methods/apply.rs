//! The generalization of an earlier release.

use clump_core::promise::PropertyName;
use std::path::PathBuf;

use super::settings::{NoKeys, Parameters, setters};
use super::{AnyMethod, MethodFacts, MethodSettings, SharedSetting, WorksOn};
use crate::ApplyError;
use crate::job::Job;
use crate::job::echo::Echo;
use crate::job::keys::{EarlierKeys, MethodKeys};
use crate::{JobError, RunError};

/// Publishes new rows as an earlier release published others.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Apply {
    /// The release whose generalization is applied.
    pub earlier: Option<PathBuf>,
    /// The private audit of that release: its owners must not be among the new ones.
    pub earlier_audit: Option<PathBuf>,
    /// True if owners of the earlier release are left out instead of ending the run.
    pub drop_known_owners: bool,
    /// True if the publisher vouches that no owner is in the earlier release, where no audit shows it.
    pub new_owners_only: bool,
}

setters!(Apply { earlier: Option<PathBuf>, earlier_audit: Option<PathBuf>, drop_known_owners: bool, new_owners_only: bool });

impl Parameters for Apply {
    /// The keys are flags of a verb of its own: see [`Apply::take_earlier`].
    type Keys = NoKeys;

    fn take(_: NoKeys, _: &mut MethodKeys) -> Result<Apply, JobError> {
        Ok(Apply::default())
    }

    fn echo(&self, echo: &mut Echo) {
        echo.put("earlier", &self.earlier);
        echo.put("earlier-audit", &self.earlier_audit);
        echo.put("drop-known-owners", self.drop_known_owners);
        echo.put("new-owners-only", self.new_owners_only);
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

    /// Only the earlier release can make it: see [`Job::ready_method`].
    fn build(&self, _: &Job) -> Result<AnyMethod, RunError> {
        Err(ApplyError::NoEarlier.into())
    }
}

impl Apply {
    /// Takes the settings of the earlier release: an audit shows who is new, or the publisher vouches for it.
    pub(crate) fn take_earlier(keys: &mut EarlierKeys) -> Apply {
        let mut settings = Apply {
            earlier: keys.earlier.take(),
            earlier_audit: keys.earlier_audit.take(),
            ..Apply::default()
        };
        match settings.earlier_audit {
            Some(_) => settings.drop_known_owners = std::mem::take(&mut keys.drop_known_owners),
            None => settings.new_owners_only = std::mem::take(&mut keys.new_owners_only),
        }
        settings
    }
}
