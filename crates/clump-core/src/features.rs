//! Parts that a build of clump may leave out. Parts with large dependencies are cargo features. Every build knows
//! their names, so that an error can say why a part is missing.

use std::fmt;

use crate::remedy::Remedy;

/// A part of clump that a build can leave out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Feature {
    /// Reading and writing Parquet and Arrow files.
    Columnar,
    /// Differential privacy: noise on counts.
    Dp,
}

impl Feature {
    /// The name of the cargo feature, as text.
    pub fn word(self) -> &'static str {
        match self {
            Feature::Columnar => "columnar",
            Feature::Dp => "dp",
        }
    }

    /// Description of the part, for people.
    pub fn what(self) -> &'static str {
        match self {
            Feature::Columnar => "Parquet and Arrow",
            Feature::Dp => "differential privacy",
        }
    }
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// Error: this build does not have the requested part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("clump was built without `{feature}`: it has no {what}", feature = .0, what = .0.what())]
pub struct BuiltWithout(pub Feature);

impl BuiltWithout {
    /// Advice for a user whose build does not have the part.
    pub fn remedy(self) -> Remedy {
        let other = match self.0 {
            Feature::Columnar => "or use a text format: csv, tsv or jsonl",
            Feature::Dp => "or publish counts without noise",
        };
        Remedy::of(&format!("build clump with the cargo feature `{}`, {other}", self.0))
    }
}

impl From<BuiltWithout> for std::io::Error {
    fn from(error: BuiltWithout) -> std::io::Error {
        std::io::Error::new(std::io::ErrorKind::Unsupported, error)
    }
}
