//! When two queries are the same fact.

use serde::{Deserialize, Serialize};

/// In which form queries are counted and published. None of them knows what words mean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum NormalForm {
    /// Lower case, one blank where there was white space, none around, and accents as one character with their letters
    /// (Unicode's form C).
    #[default]
    CaseAndSpace,
    /// The same without the signs at the ends of words, each word once, in alphabetical order: `dog food` and
    /// `Food, dog!` are one query.
    Words,
    /// As typed, but for white space around it.
    AsTyped,
}
