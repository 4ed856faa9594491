//! The reader's side of secret sharing: the one polynomial of least degree through given points, in Newton's form.
//!
//! Point after point is added, so the answer for every number of shares comes by the way: the verifier wants to know
//! it for 1, 2, ... shares. A point that lies on the polynomial already adds a coefficient of 0.

use super::field::{Field, Share};

/// The polynomial through the points pushed so far: `c0 + c1 (x - x0) + c2 (x - x0) (x - x1) + ...`
#[derive(Debug)]
pub(super) struct Interpolant<F> {
    nodes: Vec<F>,
    coefficients: Vec<F>,
}

impl<F: Field> Interpolant<F> {
    /// Through no point: zero everywhere.
    pub(super) fn new() -> Interpolant<F> {
        Interpolant { nodes: Vec::new(), coefficients: Vec::new() }
    }

    /// Makes it go through `share` as well, whose x must be new. O(points) and one inversion.
    pub(super) fn push(&mut self, share: Share<F>) {
        debug_assert!(!self.nodes.contains(&share.x), "one value for each x");
        let coefficient = if self.nodes.is_empty() {
            // Most tags have one share, and the inversion of 1 costs as much as any other.
            share.y
        } else {
            let distance = self.nodes.iter().fold(F::ONE, |product, &node| product * (share.x - node));
            (share.y - self.at(share.x)) * distance.inverse()
        };
        self.nodes.push(share.x);
        self.coefficients.push(coefficient);
    }

    /// The value at `x`. O(points).
    pub(super) fn at(&self, x: F) -> F {
        let terms = self.nodes.iter().zip(&self.coefficients).rev();
        terms.fold(F::ZERO, |value, (&node, &coefficient)| value * (x - node) + coefficient)
    }

    /// The value at 0: the secret, if the points suffice.
    pub(super) fn secret(&self) -> F {
        self.at(F::ZERO)
    }
}
