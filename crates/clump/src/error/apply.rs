//! Errors of applying an earlier release, and what to do about them.

use std::path::PathBuf;

use clump_core::remedy::{Remedy, Setting};

/// Reasons that keep an earlier release from being applied to new rows.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ApplyError {
    /// A job of this method without the release that it applies.
    #[error("the earlier release is not given")]
    NoEarlier,
    /// The certificate, which states the promise and the settings, is missing.
    #[error("{} has no certificate beside it", .0.display())]
    NoCertificate(PathBuf),
    /// Lines, facts and pieces have no generalization of whole rows.
    #[error("{} is not a release of whole rows, so it has no generalization to apply", .0.display())]
    NotRows(PathBuf),
    /// It is not what it claims to be.
    #[error("{} breaks its promise, or does not match its certificate", .0.display())]
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
    /// Words would mean something else. Has the source of the earlier taxonomy: `wordnet`, `file`, `prefix` or
    /// `flat`.
    #[error("the taxonomy is not the one of the earlier release")]
    OtherTaxonomy(String),
    /// It is not known if owners are in the earlier release.
    #[error("it is not known whether owners are also in the earlier release")]
    UncheckedOwners,
    /// The same people would be published twice.
    #[error("{known} of {owners} owners {} in the earlier release too", if *.known == 1 { "is" } else { "are" })]
    KnownOwners {
        /// Owners who are in both releases.
        known: usize,
        /// All owners.
        owners: usize,
    },
    /// Owners cannot be recognized.
    #[error("a basket file has no owner names, so its owners cannot be found in {}", .0.display())]
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
            ApplyError::NoEarlier => {
                "name it before the input: {clump apply EARLIER INPUT output=release.tsv}"
            }
            ApplyError::NoCertificate(path) => {
                let certificate = format!("put {}.certificate.json next to it", path.display());
                let why = ": it states the promise and how words became items";
                return Remedy::default().say(&certificate).say(why);
            }
            ApplyError::NotRows { .. } => "run its method on the new lines with {clump anonymize}",
            ApplyError::Broken { .. } => "run {clump verify} to see what is wrong",
            ApplyError::LowerK { earlier, .. } => {
                let more =
                    format!(" out, or set it to more than {earlier}: a smaller k would weaken the promise");
                return Remedy::of("leave {k}").say(&more);
            }
            ApplyError::OtherSetting { key, .. } => {
                let leave = Remedy::of("leave ").set([Setting::new(*key)]);
                return leave.say(" out: it is taken from the earlier release");
            }
            ApplyError::OtherTaxonomy(source) => match source.as_str() {
                "file" => "pass the taxonomy of the earlier release: {taxonomy=FILE}",
                word => {
                    return Remedy::of("use the taxonomy of the earlier release: ")
                        .set([Setting::with("taxonomy", word)]);
                }
            },
            ApplyError::KnownOwners { known, owners } if known == owners => {
                "use data of other people: two releases about the same people can be combined"
            }
            ApplyError::KnownOwners { .. } => {
                "leave them out with {earlier-owners=drop:FILE}: two releases about the same people can be combined"
            }
            ApplyError::UncheckedOwners => {
                "name the audit of the earlier release with {earlier-owners=FILE}, or use {earlier-owners=none} if you know that all owners are new"
            }
            ApplyError::UnnamedOwners { .. } => {
                "use {earlier-owners=none} instead of an audit if you know that all owners are new"
            }
            ApplyError::TooFewNew { .. } => {
                "wait for more new owners, or anonymize the old and the new rows together"
            }
        };
        Remedy::of(sentence)
    }
}
