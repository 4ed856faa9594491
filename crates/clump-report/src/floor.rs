//! What is known about the loss of every grouping, the best one included.

use serde::{Deserialize, Serialize};

use crate::bits::times_optimum;

/// A proved lower bound by the paper's loss, and how far a release can at most be from the optimum.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FloorFacts {
    /// No k-anonymous grouping of these transactions loses less, in items.
    pub loss: f64,
    /// The same per item of the input.
    pub loss_per_item: f64,
    /// The loss of the release divided by the floor: at most so many times the optimum. None when the floor is 0 and
    /// the loss is not.
    pub times_optimum: Option<f64>,
}

impl FloorFacts {
    /// For a release that loses `loss` of `items` items, above a floor of `floor` items.
    pub fn new(floor: f64, loss: f64, items: usize) -> FloorFacts {
        let loss_per_item = floor / items.max(1) as f64;
        FloorFacts { loss: floor, loss_per_item, times_optimum: times_optimum(floor, loss) }
    }
}
