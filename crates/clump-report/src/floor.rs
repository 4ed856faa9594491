//! Bounds on the loss of every grouping, the best one included.

use serde::{Deserialize, Serialize};

use crate::bits::times_optimum;

/// Least loss of every grouping, in what the job counts losses in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProvedFloor {
    /// The loss, in items or in bits.
    pub loss: f64,
    /// True if the search ended at its limit: the floor holds, and may be higher.
    pub cut_short: bool,
}

/// Note on a floor whose search was cut short.
pub const CUT_SHORT: &str = "the search stopped at its limit; the floor is valid and may be higher";

/// A proved lower bound by the paper's loss, and how far a release can at most be from the optimum.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct FloorFacts {
    /// No k-anonymous grouping of these transactions loses less, in items.
    pub loss: f64,
    /// The same per item of the input.
    pub loss_per_item: f64,
    /// The loss of the release divided by the floor: at most so many times the optimum. None when the floor is 0 and
    /// the loss is not.
    pub times_optimum: Option<f64>,
    /// True if the search for the floor ended at its limit: it holds, and may be higher.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cut_short: bool,
}

impl FloorFacts {
    /// For a release that loses `loss` of `items` items, above `floor`.
    pub fn new(floor: ProvedFloor, loss: f64, items: usize) -> FloorFacts {
        FloorFacts {
            loss: floor.loss,
            loss_per_item: floor.loss / items.max(1) as f64,
            times_optimum: times_optimum(floor.loss, loss),
            cut_short: floor.cut_short,
        }
    }
}
