//! Why an earlier release is not applied, and what to do about it.

use std::path::PathBuf;

use clump_core::remedy::{Remedy, Setting};

/// Reasons that keep an earlier release from being applied to new rows.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ApplyError {
    /// A job of this method without the release that it applies.
    #[error("the earlier release is not given")]
    NoEarlier,
    /// Nothing says what it promises and how it was made.
    #[error("{} has no certificate beside it", .0.display())]
    NoCertificate(PathBuf),
    /// Lines, facts and pieces have no generalization of whole rows.
    #[error("{} is no release of whole rows: there is no generalization in it to apply", .0.display())]
    NotRows(PathBuf),
    /// It is not what it claims to be.
    #[error("{} does not keep its promise, or is not the file of its certificate", .0.display())]
    Broken(PathBuf),
    /// Less would be promised.
    #[error("k is {k}, but the earlier release has {earlier}")]
    LowerK {
        /// The number that was asked for.
        k: usize,
        /// The k of the earlier release.
        earlier: usize,
    },
    /// Rows would mean something else.
    #[error("`{key}` differs from the earlier release, which has `{earlier}`")]
    OtherSetting {
        /// Which setting.
        key: &'static str,
        /// Value in the certificate.
        earlier: String,
    },
    /// Words would mean something else.
    #[error("the taxonomy is not the one of the earlier release")]
    OtherTaxonomy {
        /// Source of that one: `wordnet`, `file`, `prefix` or `flat`.
        source_word: String,
    },
    /// Nobody says who is in the earlier release.
    #[error("whether owners are in the earlier release too is not known")]
    UncheckedOwners,
    /// The same people would be published twice.
    #[error("{known} of {owners} owners {} in the earlier release too", if *.known == 1 { "is" } else { "are" })]
    KnownOwners {
        /// Owners who are.
        known: usize,
        /// All owners.
        owners: usize,
    },
    /// Nobody can be recognized.
    #[error("baskets do not name their owners, so none can be looked up in {}", .0.display())]
    UnnamedOwners(PathBuf),
    /// The promise cannot be kept.
    #[error("{owners} new {} cannot be {k}-anonymous", if *.owners == 1 { "owner" } else { "owners" })]
    TooFewNew {
        /// New owners.
        owners: usize,
        /// Owners who are needed.
        k: usize,
    },
}

impl ApplyError {
    /// Advice for the user.
    pub fn remedy(&self) -> Remedy {
        let sentence = match self {
            ApplyError::NoEarlier => "name it first: {clump apply EARLIER INPUT output=release.tsv}",
            ApplyError::NoCertificate(path) => {
                let certificate = format!("put {}.certificate.json there", path.display());
                let why = ": it says what is promised and how words became items";
                return Remedy::default().say(&certificate).say(why);
            }
            ApplyError::NotRows { .. } => "run its method on the new lines with {clump anonymize}",
            ApplyError::Broken { .. } => "{clump verify} says what is wrong with it",
            ApplyError::LowerK { earlier, .. } => {
                let more = format!(" out, or ask for more than {earlier}: less would be promised");
                return Remedy::of("leave {k}").say(&more);
            }
            ApplyError::OtherSetting { key, .. } => {
                let leave = Remedy::of("leave ").set([Setting::new(*key)]);
                return leave.say(" out: it is taken from the earlier release");
            }
            ApplyError::OtherTaxonomy { source_word } => match source_word.as_str() {
                "file" => "pass the file that it was made with: {taxonomy=FILE}",
                word => return Remedy::of("it was made with ").set([Setting::with("taxonomy", word)]),
            },
            ApplyError::KnownOwners { known, owners } if known == owners => {
                "nobody is new: two releases of the same people can be combined"
            }
            ApplyError::KnownOwners { .. } => {
                "two releases of the same people can be combined: leave them out with {drop-known-owners!}"
            }
            ApplyError::UncheckedOwners => {
                "name the audit of the earlier release with {earlier-audit}, or say {new-owners-only!} if you know that all are new"
            }
            ApplyError::UnnamedOwners { .. } => {
                "say {new-owners-only!} instead of {earlier-audit} if you know that all owners are new"
            }
            ApplyError::TooFewNew { .. } => {
                "wait for more new owners, or anonymize the old and the new rows together"
            }
        };
        Remedy::of(sentence)
    }
}
