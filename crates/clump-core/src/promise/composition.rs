//! Several releases of the same people: whoever knows in which row an owner is in each of them keeps only those who are with
//! the owner in all. Here these are at least k as well.
//!
//! Who was in which group of an earlier release stands in the publisher's ledger and in no release, so that it holds can be
//! proved only with ledger and audit. From the release alone it can be refuted: a group of fewer than k owners leaves fewer
//! than k.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::gaps::REPEATED;
use super::{Promised, PropertyName};

/// Every owner of the release has at least `k` candidates: owners, the owner included, who are in the same group in this
/// release and in every release of the same ledger that the owner is in.
///
/// Checked by [`composed_owners`](crate::verify::composed_owners) from audit and ledger;
/// [`k_anonymous_rows`](crate::verify::k_anonymous_rows) finds only what the release itself shows.
///
/// ```
/// use clump_core::promise::{Composition, KAnonymity, Promise};
///
/// let promise = Promise::from(KAnonymity { k: 5 }).and(Composition { k: 5 })?;
/// assert_eq!(promise.to_string(), "5-anonymity and 5 candidates over all releases of its ledger");
/// assert!(promise.not_covered().iter().all(|open| !open.starts_with("Two releases")), "it is what this is about");
/// # Ok::<(), clump_core::promise::PromiseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Composition {
    /// The least number of candidates.
    pub k: usize,
}

impl Promised for Composition {
    fn name(&self) -> PropertyName {
        PropertyName::Composition
    }

    /// Candidates are owners of groups.
    fn beside(&self) -> Option<PropertyName> {
        Some(PropertyName::KAnonymity)
    }

    fn k(&self) -> Option<usize> {
        Some(self.k)
    }

    fn sentence(&self) -> String {
        format!(
            "Over this release and all others of the same ledger, every owner shares all of their groups with at least {} owners, \
             themselves included.",
            self.k
        )
    }

    fn looked_at(&self) -> [&'static str; 2] {
        ["group", "groups"]
    }

    fn not_covered(&self) -> &'static [&'static str] {
        &[
            "Releases of the same people that are not in the ledger can be combined with this one.",
            "Several releases tell more of what the owners of a group have in common than one of them does.",
            "That candidates are left cannot be seen in the release: the publisher counted them, and whoever has audit and ledger can.",
        ]
    }

    fn closes(&self) -> &'static [&'static str] {
        &[REPEATED]
    }

    fn remedy(&self) -> &'static str {
        "do not publish it: make it again with the ledger, so that owners stay with those whom they were grouped with before"
    }
}

impl fmt::Display for Composition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} candidates over all releases of its ledger", self.k)
    }
}
