//! What a ledger says of a run. Private, as the ledger is.

use serde::{Deserialize, Serialize};

/// What stands in a ledger once a run is entered.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum LedgerFacts {
    /// Releases of rows.
    Rows {
        /// How many releases are in it.
        releases: usize,
        /// How many owners of this one were in an earlier one.
        owners_before: usize,
    },
    /// Tables with noise.
    Noise {
        /// How many tables are in it.
        tables: usize,
        /// The epsilon of all of them together.
        epsilon_spent: f64,
        /// The delta of all of them together.
        delta_spent: f64,
        /// The most epsilon that they may have together; none if nobody said.
        budget: Option<f64>,
    },
}
