//! Entry of a ledger for a run. Private, as the ledger is.

use serde::{Deserialize, Serialize};

/// Content of a ledger once a run is entered.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum LedgerFacts {
    /// Releases of rows.
    Rows {
        /// Number of releases in it.
        releases: usize,
        /// Number of owners of this one who were in an earlier one.
        owners_before: usize,
        /// Owners of all releases who were in exactly the same groups as fewer than k owners: whoever compares the releases may
        /// learn what they have.
        owners_told_apart: usize,
    },
    /// Tables with noise.
    Noise {
        /// Number of tables in it.
        tables: usize,
        /// The epsilon of all of them together.
        epsilon_spent: f64,
        /// The delta of all of them together.
        delta_spent: f64,
        /// The most epsilon that they may have together; none if nobody said.
        budget: Option<f64>,
    },
}
