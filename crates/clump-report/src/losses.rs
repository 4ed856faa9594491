//! Losses of a release above a proved bound: the paper's, and those in bits, told of runs whose method minimised bits. The paper's loss
//! stands beside them, as always.
//!
//! Bits compare methods on one tree. They reward a tree that divides the data evenly, whatever it means by it, so trees are
//! never compared by them.

use serde::{Deserialize, Serialize};

/// The loss of a run in bits.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct BitsFigures {
    /// Information of the items that were grouped, in bits.
    pub bits_grouped: f64,
    /// Part of it that the release does not tell, in bits: what the method minimised.
    pub loss_bits: f64,
    /// `loss_bits / bits_grouped`: 0 when everything is published, 1 when nothing is.
    pub loss_bits_share: f64,
    /// Least loss of the best possible grouping; none if that was not asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub floor_bits: Option<FloorBits>,
}

/// A proved lower bound in bits, and how far a release can at most be from the optimum.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct FloorBits {
    /// No k-anonymous grouping of these transactions loses less, in bits.
    pub loss_bits: f64,
    /// The same as a share of `bits_grouped`.
    pub loss_bits_share: f64,
    /// The loss of the release divided by the floor: at most so many times the optimum. None when the floor is 0 and
    /// the loss is not.
    pub times_optimum: Option<f64>,
    /// True if the search for the floor ended at its limit: it holds, and may be higher.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cut_short: bool,
}

impl BitsFigures {
    /// For a release that loses `loss` of so many `bits`, above a floor if there is one.
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

/// Items of which all are the same tell nothing, and nothing of it is lost.
fn share(bits: f64, all: f64) -> f64 {
    if all > 0.0 { bits / all } else { 0.0 }
}

/// Largest factor by which a loss exceeds the optimum. None when the floor is 0 and the loss is not.
pub(crate) fn times_optimum(floor: f64, loss: f64) -> Option<f64> {
    match (floor > 0.0, loss > 0.0) {
        (true, _) => Some(loss / floor),
        (false, false) => Some(1.0),
        (false, true) => None,
    }
}

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
