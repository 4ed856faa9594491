//! Facts of k owners: a published row says nothing that holds of fewer.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::gaps::{COUNTED, REPEATED};
use super::{Promised, PropertyName};

/// Every row of a table is a fact that holds of at least `k` owners, or one cell of such a fact, in which at least `k_cell`
/// of them are. Nothing about a cell that is not published follows from rows that are.
///
/// Checked by [`common_facts`](crate::verify::common_facts).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CommonFacts {
    /// The least number of owners of a fact.
    pub k: usize,
    /// The least number of owners in one cell of it.
    #[serde(rename = "k-cell")]
    pub k_cell: usize,
}

impl Promised for CommonFacts {
    fn name(&self) -> PropertyName {
        PropertyName::CommonFacts
    }

    fn k(&self) -> Option<usize> {
        Some(self.k)
    }

    fn sentence(&self) -> String {
        match self.k_cell == self.k {
            true => format!("Every published row holds of at least {} owners.", self.k),
            false => format!(
                "Every published fact holds of at least {} owners, and in every published cell of one of at least {}.",
                self.k, self.k_cell
            ),
        }
    }

    fn looked_at(&self) -> [&'static str; 2] {
        ["row", "rows"]
    }

    fn not_covered(&self) -> &'static [&'static str] {
        &[
            "A fact that names a person is published if k owners share it.",
            COUNTED,
            "What k owners share may be sensitive: of whoever is known to be one of them it is certain.",
            REPEATED,
        ]
    }

    fn remedy(&self) -> &'static str {
        "do not publish it: make it again from the log, or take out the rows that too few owners share"
    }
}

impl fmt::Display for CommonFacts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "facts of at least {} owners", self.k)?;
        if self.k_cell != self.k {
            write!(f, ", {} in a cell", self.k_cell)?;
        }
        Ok(())
    }
}
