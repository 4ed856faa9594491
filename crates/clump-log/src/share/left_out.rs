//! The place of `share` in a build without the feature `sealed`: the same words, and an error for whoever asks.

use std::convert::Infallible;

use clump_core::anonymize::{AnonymizeError, Method, ParameterError};
use clump_core::built::{BuiltWithout, Feature};
use clump_core::log::{QueryItems, QueryLog};
use clump_core::names::Names;
use clump_core::progress::Progress;
use clump_core::promise::Promise;
use clump_core::rewrite::{Rewriter, Rewritten};
use clump_core::verify::Verdict;

pub use crate::sealed::{Decoded, DecodedLine, RowError, SEALED_COLUMNS, ShareParameters};

/// Whether this build can seal and open queries: it cannot.
///
/// # Errors
/// Always.
pub fn available() -> Result<(), BuiltWithout> {
    Err(BuiltWithout(Feature::Sealed))
}

/// A method that no build of this kind has.
#[derive(Clone, Debug)]
pub struct SecretSharing(Infallible);

impl ShareParameters {
    /// # Errors
    /// Always: this build has no such method.
    pub fn check(self) -> Result<SecretSharing, ParameterError> {
        Err(BuiltWithout(Feature::Sealed).into())
    }
}

impl Method for SecretSharing {
    fn name(&self) -> &'static str {
        match self.0 {}
    }

    fn promise(&self) -> Promise {
        match self.0 {}
    }
}

impl Rewriter for SecretSharing {
    fn rewrite(
        &self,
        _: &QueryLog,
        _: Option<&QueryItems>,
        _: &dyn Progress,
    ) -> Result<Rewritten, AnonymizeError> {
        match self.0 {}
    }
}

/// A row that no build of this kind can read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SealedRow(Infallible);

impl SealedRow {
    /// # Errors
    /// Always: ask [`available`] first.
    pub fn parse<'a>(row: usize, _: impl IntoIterator<Item = &'a str>) -> Result<SealedRow, RowError> {
        Err(RowError { row, column: SEALED_COLUMNS[0], expected: "a build with the feature `sealed`" })
    }
}

/// Opens nothing: there is no row that it could be given.
pub fn decode(_: &[SealedRow], _: usize) -> Decoded<'_> {
    Decoded { queries: Names::default(), lines: Vec::new(), sealed: 0, damaged: 0, damaged_rows: Vec::new() }
}

/// Finds that nothing was checked: there is no row that it could be given.
pub fn sealed_queries(_: &[SealedRow], _: usize) -> Verdict {
    unreachable!("whoever checks sealed queries asks first whether this build can")
}
