//! Secret sharing over a prime field. The writer has a polynomial: its constant term is the secret, and a
//! share is a point of it at any argument except 0. The reader has points, and computes the one polynomial of
//! least degree through them.
//!
//! The field of the shares is the integers modulo 2^252 + 27742317777372353535851937790883648493, the order
//! of the group of Curve25519, because its arithmetic is among the best maintained. Polynomials are generic
//! over the field, so that tests can go through all polynomials over a tiny one.

use std::ops::{Add, Mul, Sub};

use curve25519_dalek::Scalar;
use zeroize::{Zeroize, Zeroizing};

/// Numbers that can be added, subtracted, multiplied and, except for 0, inverted.
pub(super) trait Field:
    Copy + Eq + Zeroize + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self>
{
    /// The neutral element of addition.
    const ZERO: Self;
    /// The neutral element of multiplication.
    const ONE: Self;

    /// The number whose product with this one is [`Field::ONE`]. Do not call it on 0.
    fn inverse(self) -> Self;
}

impl Field for Scalar {
    const ZERO: Scalar = Scalar::ZERO;
    const ONE: Scalar = Scalar::ONE;

    fn inverse(self) -> Scalar {
        self.invert()
    }
}

/// A share of a secret: a point of the secret's polynomial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Share<F> {
    /// The argument. Never 0, because the value at 0 is the secret.
    pub(super) x: F,
    /// Value of the polynomial at `x`.
    pub(super) y: F,
}

/// A polynomial whose coefficients are wiped from memory when it is dropped.
pub(super) struct Polynomial<F: Field>(Zeroizing<Vec<F>>);

impl<F: Field> Polynomial<F> {
    /// A polynomial with these `coefficients`, the constant term first.
    ///
    /// For secrecy all of them must be uniform and independent, and may be 0. If the leading coefficient is
    /// never 0, the shares exclude one secret.
    pub(super) fn new(coefficients: Vec<F>) -> Polynomial<F> {
        debug_assert!(!coefficients.is_empty(), "a polynomial has a constant term");
        Polynomial(Zeroizing::new(coefficients))
    }

    /// The constant term, which is the secret.
    pub(super) fn constant(&self) -> F {
        self.0[0]
    }

    /// The value of the polynomial at `x`, by Horner's method.
    pub(super) fn at(&self, x: F) -> F {
        self.0.iter().rev().fold(F::ZERO, |value, &coefficient| value * x + coefficient)
    }
}

/// The polynomial through all points pushed so far, in Newton's form. Each push adds one coefficient. A point
/// that already lies on the polynomial adds a coefficient of 0:
/// `c0 + c1 (x - x0) + c2 (x - x0) (x - x1) + ...`
#[derive(Debug)]
pub(super) struct Interpolant<F> {
    nodes: Vec<F>,
    coefficients: Vec<F>,
}

impl<F: Field> Interpolant<F> {
    /// The zero polynomial, through no points.
    pub(super) fn new() -> Interpolant<F> {
        Interpolant { nodes: Vec::new(), coefficients: Vec::new() }
    }

    /// Adds the point `share`, whose x must be new. O(points), and one inversion.
    pub(super) fn push(&mut self, share: Share<F>) {
        debug_assert!(!self.nodes.contains(&share.x), "one value for each x");
        let coefficient = if self.nodes.is_empty() {
            // A shortcut for the first point: most tags have one share, and the inversion of 1 costs as much
            // as any.
            share.y
        } else {
            let distance = self.nodes.iter().fold(F::ONE, |product, &node| product * (share.x - node));
            (share.y - self.at(share.x)) * distance.inverse()
        };
        self.nodes.push(share.x);
        self.coefficients.push(coefficient);
    }

    /// The value of the polynomial at `x`. O(points).
    pub(super) fn at(&self, x: F) -> F {
        let terms = self.nodes.iter().zip(&self.coefficients).rev();
        terms.fold(F::ZERO, |value, (&node, &coefficient)| value * (x - node) + coefficient)
    }

    /// The value at 0. It is the secret if at least k points were pushed.
    pub(super) fn secret(&self) -> F {
        self.at(F::ZERO)
    }
}
