//! The writer's side of secret sharing: a polynomial is its coefficients, its constant term is the secret, and a share
//! is its value anywhere else.

use zeroize::Zeroizing;

use super::field::Field;

/// A polynomial, wiped when it is no longer needed.
pub(super) struct Polynomial<F: Field>(Zeroizing<Vec<F>>);

impl<F: Field> Polynomial<F> {
    /// The polynomial with `coefficients`, the constant term first.
    ///
    /// For secrecy all of them must be uniform and independent, 0 included: a leading coefficient that is never 0 tells
    /// what the secret is not.
    pub(super) fn new(coefficients: Vec<F>) -> Polynomial<F> {
        debug_assert!(!coefficients.is_empty(), "a polynomial has a constant term");
        Polynomial(Zeroizing::new(coefficients))
    }

    /// The secret.
    pub(super) fn constant(&self) -> F {
        self.0[0]
    }

    /// The value at `x` (Horner).
    pub(super) fn at(&self, x: F) -> F {
        self.0.iter().rev().fold(F::ZERO, |value, &coefficient| value * x + coefficient)
    }
}
