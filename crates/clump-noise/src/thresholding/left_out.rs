//! Stand-in for the noise in a build without the feature `dp`: the same functions, which return an error.

use std::convert::Infallible;

use clump_core::features::{BuiltWithout, Feature};
use clump_core::promise::Privacy;

use crate::NoiseError;

/// Always returns an error, because this build contains no noise.
///
/// # Errors
/// Always.
pub fn available() -> Result<(), BuiltWithout> {
    Err(BuiltWithout(Feature::Dp))
}

/// The type of a mechanism that no value can have in this build.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thresholding(Infallible);

impl Thresholding {
    /// # Errors
    /// Always, because this build contains no noise.
    pub fn new(_: usize, _: Privacy) -> Result<Thresholding, NoiseError> {
        Err(BuiltWithout(Feature::Dp).into())
    }

    /// The scale of the noise; never called in this build.
    pub fn scale(&self) -> f64 {
        match self.0 {}
    }

    /// The smallest noisy count that is published; never called in this build.
    pub fn threshold(&self) -> u64 {
        match self.0 {}
    }

    /// For each fact the count to publish; never called in this build.
    ///
    /// # Errors
    /// Never, because no value of this type exists.
    pub fn publish(&self, _: &[u64]) -> Result<Vec<Option<u64>>, NoiseError> {
        match self.0 {}
    }

    /// The probability that a fact is published; never called in this build.
    pub fn published(&self, _: u64) -> f64 {
        match self.0 {}
    }
}
