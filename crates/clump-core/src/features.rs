//! Parts that a build of clump may leave out. Parts that bring large dependencies are cargo features. Their
//! words stay known in every build, so that an error can say why such a part is missing.

use std::fmt;

use crate::remedy::Remedy;

/// A part of clump that a build can leave out, by the name of its cargo feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Feature {
    /// Parquet and Arrow, read and written.
    Columnar,
    /// Differential privacy: noise on counts.
    Dp,
}

impl Feature {
    /// The name of the cargo feature.
    pub fn word(self) -> &'static str {
        match self {
            Feature::Columnar => "columnar",
            Feature::Dp => "dp",
        }
    }

    /// Its contents.
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

/// Error: this build does not have the part that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("clump was built without `{feature}`: it has no {what}", feature = .0, what = .0.what())]
pub struct BuiltWithout(pub Feature);

impl BuiltWithout {
    /// Advice for the user.
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
