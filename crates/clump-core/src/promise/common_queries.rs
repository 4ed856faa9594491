//! Queries of k owners: a published line says nothing that fewer than k owners asked.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::gaps::REPEATED;
use super::{Promised, PropertyName};

/// Every published query was asked, and every published click after it was made, by at least `k` owners.
///
/// Checked by [`common_queries`](crate::verify::common_queries).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CommonQueries {
    /// The least number of owners.
    pub k: usize,
}

impl Promised for CommonQueries {
    fn name(&self) -> PropertyName {
        PropertyName::CommonQueries
    }

    fn k(&self) -> Option<usize> {
        Some(self.k)
    }

    fn sentence(&self) -> String {
        format!(
            "Every published query, and every clicked address beside one, is that of at least {} owners.",
            self.k
        )
    }

    fn looked_at(&self) -> [&'static str; 2] {
        ["query", "queries"]
    }

    fn not_covered(&self) -> &'static [&'static str] {
        &[
            "A query that names a person is published if k owners asked it.",
            "How many owners asked a query is published: who knows all of them but one learns that there is one more.",
            REPEATED,
        ]
    }

    fn remedy(&self) -> &'static str {
        "do not publish it: make it again from the log, or take out the lines that too few owners share"
    }
}

impl fmt::Display for CommonQueries {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "queries of at least {} owners", self.k)
    }
}
