//! The prime field of the shares: the integers modulo 2^252 + 27742317777372353535851937790883648493, the order of the
//! group of Curve25519, because its arithmetic is among the best kept there is.
//!
//! Polynomials are written for any field, so that tests can go through all polynomials over a tiny one.

use std::ops::{Add, Mul, Sub};

use curve25519_dalek::Scalar;
use zeroize::Zeroize;

/// Numbers that can be added, subtracted, multiplied and, except for 0, inverted.
pub(super) trait Field:
    Copy + Eq + Zeroize + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self>
{
    /// Adds nothing.
    const ZERO: Self;
    /// Multiplies by nothing.
    const ONE: Self;

    /// The number that gives [`Field::ONE`] when multiplied by this. Not for 0.
    fn inverse(self) -> Self;
}

impl Field for Scalar {
    const ZERO: Scalar = Scalar::ZERO;
    const ONE: Scalar = Scalar::ONE;

    fn inverse(self) -> Scalar {
        self.invert()
    }
}

/// A point of a polynomial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Share<F> {
    /// The place. Never 0, where the secret is.
    pub(super) x: F,
    /// Value of the polynomial there.
    pub(super) y: F,
}
