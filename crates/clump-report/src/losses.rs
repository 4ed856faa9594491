//! Losses of a release and their proved lower bounds: the paper's loss, and the loss in bits for runs whose
//! method minimised bits. The paper's loss is always reported.
//!
//! Bits compare methods on one tree. They reward a tree that divides the data evenly, even if its categories
//! mean nothing, so never compare trees by them.

use serde::{Deserialize, Serialize};

/// The loss of a run in bits.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct BitsFigures {
    /// Information of the items that were grouped, in bits.
    pub bits_grouped: f64,
    /// The part of it that the release does not keep, in bits. The method minimised this.
    pub loss_bits: f64,
    /// `loss_bits / bits_grouped`: 0 when everything is published, 1 when nothing is.
    pub loss_bits_share: f64,
    /// Lower bound of the loss of any grouping; `None` if not requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub floor_bits: Option<FloorBits>,
}

/// A proved lower bound in bits, and the largest factor by which the release can exceed the optimum.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct FloorBits {
    /// No k-anonymous grouping of these transactions loses less, in bits.
    pub loss_bits: f64,
    /// The same as a share of `bits_grouped`.
    pub loss_bits_share: f64,
    /// The loss of the release divided by the bound: an upper bound of its factor over the optimum. `None` if
    /// the bound is 0 and the loss is not.
    pub times_optimum: Option<f64>,
    /// True if the search for the bound ended at its limit: the bound holds, but the true one may be higher.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cut_short: bool,
}

impl BitsFigures {
    /// The figures of a release that loses `loss` of `bits` bits, with the lower bound if there is one.
    pub fn new(bits: f64, loss: f64, floor: Option<ProvedFloor>) -> BitsFigures {
        BitsFigures {
            bits_grouped: bits,
            loss_bits: loss,
            loss_bits_share: share(loss, bits),
            floor_bits: floor.map(|floor| FloorBits {
                loss_bits: floor.loss,
                loss_bits_share: share(floor.loss, bits),
                times_optimum: times_optimum(floor.loss, loss),
                cut_short: floor.cut_short,
            }),
        }
    }
}

/// Share of bits; 0 if there are none, since items that are all the same have no information to lose.
fn share(bits: f64, all: f64) -> f64 {
    if all > 0.0 { bits / all } else { 0.0 }
}

/// Largest factor by which a loss can exceed the optimum. `None` if the lower bound is 0 and the loss is not.
pub(crate) fn times_optimum(floor: f64, loss: f64) -> Option<f64> {
    match (floor > 0.0, loss > 0.0) {
        (true, _) => Some(loss / floor),
        (false, false) => Some(1.0),
        (false, true) => None,
    }
}

/// Lower bound of the loss of any grouping, in the unit of losses of the job.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProvedFloor {
    /// The loss, in items or in bits.
    pub loss: f64,
    /// True if the search ended at its limit: the bound holds, but the true one may be higher.
    pub cut_short: bool,
}

/// Note on a lower bound whose search was cut short.
pub const CUT_SHORT: &str = "the search stopped at its limit; the floor is valid and may be higher";

/// A proved lower bound of the paper's loss, and the largest factor by which the release can exceed the
/// optimum.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct FloorFacts {
    /// No k-anonymous grouping of these transactions loses less, in items.
    pub loss: f64,
    /// The same per item of the input.
    pub loss_per_item: f64,
    /// The loss of the release divided by the bound: an upper bound of its factor over the optimum. `None` if
    /// the bound is 0 and the loss is not.
    pub times_optimum: Option<f64>,
    /// True if the search for the bound ended at its limit: the bound holds, but the true one may be higher.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cut_short: bool,
}

impl FloorFacts {
    /// The facts for a release that loses `loss` of `items` items, with the lower bound `floor`.
    pub fn new(floor: ProvedFloor, loss: f64, items: usize) -> FloorFacts {
        FloorFacts {
            loss: floor.loss,
            loss_per_item: floor.loss / items.max(1) as f64,
            times_optimum: times_optimum(floor.loss, loss),
            cut_short: floor.cut_short,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_of_what_was_grouped() {
        let floor = |loss| Some(ProvedFloor { loss, cut_short: false });
        let figures = BitsFigures::new(400.0, 100.0, floor(80.0));
        assert_eq!((figures.loss_bits_share, figures.floor_bits.unwrap().loss_bits_share), (0.25, 0.2));
        assert_eq!(figures.floor_bits.unwrap().times_optimum, Some(1.25));
        let of_one_word = BitsFigures::new(0.0, 0.0, floor(0.0));
        assert_eq!(
            (of_one_word.loss_bits_share, of_one_word.floor_bits.unwrap().times_optimum),
            (0.0, Some(1.0))
        );
    }
}
