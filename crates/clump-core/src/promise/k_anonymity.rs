//! k-anonymity: whoever knows in which row somebody is sees at least k owners there.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::gaps::{ABSENT, LENGTH, MINIMAL, REPEATED};
use super::{Promised, PropertyName};

/// Every published row is published for at least `k` owners.
///
/// Checked by [`k_anonymous_rows`](crate::verify::k_anonymous_rows) from the rows alone, and by
/// [`k_anonymous_owners`](crate::verify::k_anonymous_owners) where the owners are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KAnonymity {
    /// The least number of owners.
    pub k: usize,
}

impl Promised for KAnonymity {
    fn name(&self) -> PropertyName {
        PropertyName::KAnonymity
    }

    fn k(&self) -> Option<usize> {
        Some(self.k)
    }

    fn sentence(&self) -> String {
        format!("Every published row stands for at least {} owners.", self.k)
    }

    fn looked_at(&self) -> [&'static str; 2] {
        ["group", "groups"]
    }

    fn not_covered(&self) -> &'static [&'static str] {
        &[
            "If all owners of a group share something sensitive, it is known of each of them.",
            REPEATED,
            "An item that identifies someone by itself stays in the release if k owners share it.",
            LENGTH,
            MINIMAL,
            ABSENT,
        ]
    }

    fn remedy(&self) -> &'static str {
        "do not publish it: make it again from the originals, or promise only the k that it has"
    }
}

impl fmt::Display for KAnonymity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-anonymity", self.k)
    }
}
