//! The one interface of all methods: parameters are checked once into a value, and only such a value can run.

use serde::{Deserialize, Serialize};

use crate::progress::Progress;
use crate::release::Release;
use crate::taxonomy::Taxonomy;
use crate::transactions::Transactions;

pub mod clump;
pub mod nearest;

/// The privacy property that a method claims. `verify` checks it without knowing the method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "property", rename_all = "kebab-case")]
pub enum Promise {
    /// Every published row is published for at least `k` owners.
    KAnonymity {
        /// The least number of owners.
        k: usize,
    },
}

impl std::fmt::Display for Promise {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Promise::KAnonymity { k } => write!(f, "{k}-anonymity"),
        }
    }
}

/// Whether a published bag may hold an item twice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// Duplicates stay: the paper's Clump1.
    #[default]
    Bags,
    /// Each item once: the paper's Clump2. A dropped duplicate is a suppressed item.
    Sets,
}

/// A method with its parameters checked.
pub trait Anonymizer: Sync + std::fmt::Debug {
    /// The word that selects it.
    fn name(&self) -> &'static str;

    /// What holds for every release it makes.
    fn promise(&self) -> Promise;

    /// Makes a release in which every published bag generalizes the transactions it stands for. The same input
    /// gives the same release, on any machine and with any number of threads.
    ///
    /// # Errors
    /// When the promise cannot be kept for these transactions at all.
    fn anonymize(
        &self,
        transactions: &Transactions,
        taxonomy: &Taxonomy,
        progress: &dyn Progress,
    ) -> Result<Release, AnonymizeError>;
}

/// Why no release can be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AnonymizeError {
    /// Fewer owners than each group must hold.
    #[error("{owners} owners cannot be {k}-anonymous")]
    TooFewOwners {
        /// How many there are.
        owners: usize,
        /// How many are needed.
        k: usize,
    },
}

/// Why parameters are refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParameterError {
    /// One owner alone is not hidden.
    #[error("k must be at least 2, not {k}: a group of one owner hides nobody")]
    KTooSmall {
        /// What was asked for.
        k: usize,
    },
    /// No group would be tried.
    #[error("r must be at least 1: it is the number of open groups that are tried")]
    NoGroupTried,
}
