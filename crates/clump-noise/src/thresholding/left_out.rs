//! Replacement of noise in a build without the feature `dp`: the same names, which return an error.

use std::convert::Infallible;

use clump_core::features::{BuiltWithout, Feature};
use clump_core::promise::Privacy;

use crate::NoiseError;

/// Fails, since this build has no noise.
///
/// # Errors
/// Always.
pub fn available() -> Result<(), BuiltWithout> {
    Err(BuiltWithout(Feature::Dp))
}

/// A mechanism that cannot exist in this build.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thresholding(Infallible);

impl Thresholding {
    /// # Errors
    /// Always: this build has no noise.
    pub fn new(_: usize, _: Privacy) -> Result<Thresholding, NoiseError> {
        Err(BuiltWithout(Feature::Dp).into())
    }

    /// The scale of the noise.
    pub fn scale(&self) -> f64 {
        match self.0 {}
    }

    /// The smallest count that can be published.
    pub fn threshold(&self) -> u64 {
        match self.0 {}
    }

    /// For each fact the published count.
    ///
    /// # Errors
    /// Never: such a mechanism cannot exist.
    pub fn publish(&self, _: &[u64]) -> Result<Vec<Option<u64>>, NoiseError> {
        match self.0 {}
    }

    /// The probability that a fact is published.
    pub fn published(&self, _: u64) -> f64 {
        match self.0 {}
    }
}
