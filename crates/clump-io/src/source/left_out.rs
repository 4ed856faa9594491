//! Record batches in a build without the feature `columnar`: there are none, so that nobody who matches on an input needs to
//! know of the feature.

use std::path::Path;

/// Record batches; there are none in this build.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Batches {}

impl Batches {
    /// The name that they are told by.
    pub fn name(&self) -> &Path {
        match *self {}
    }

    /// Whether there is a column `name`.
    pub(crate) fn has_column(&self, _: &str) -> bool {
        match *self {}
    }

    /// Whether they can be read twice.
    pub fn is_kept(&self) -> bool {
        match *self {}
    }
}
