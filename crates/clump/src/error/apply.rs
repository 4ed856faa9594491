//! Errors of applying an earlier release to new rows, with advice on what to do.

use std::path::PathBuf;

use clump_core::remedy::{Remedy, Setting};

/// Reasons why an earlier release cannot be applied to new rows.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ApplyError {
    /// The job has the method `apply`, but does not name the earlier release.
    #[error("the earlier release is not given")]
    NoEarlier,
    /// The earlier release has no certificate, which would state its promise and settings.
    #[error("{} has no certificate beside it", .0.display())]
    NoCertificate(PathBuf),
    /// The earlier release consists of lines, facts or pieces, so it has no generalization of whole rows.
    #[error("{} is not a release of whole rows, so it has no generalization to apply", .0.display())]
    NotRows(PathBuf),
    /// The earlier release breaks its promise, or its certificate is about another file.
    #[error("{} breaks its promise, or does not match its certificate", .0.display())]
    Broken(PathBuf),
    /// The k of the job is lower than that of the earlier release, so the new rows would be protected less.
    #[error("k is {k}, but the earlier release has {earlier}")]
    LowerK {
        /// The k of the job.
        k: usize,
        /// The k of the earlier release.
        earlier: usize,
    },
    /// A setting of the job differs from the earlier release, so new rows would mean something else.
    #[error("`{key}` differs from the earlier release, which has `{earlier}`")]
    OtherSetting {
        /// Name of the setting that differs.
        key: &'static str,
        /// Value of the setting in the certificate of the earlier release.
        earlier: String,
    },
    /// The taxonomy of the job differs from that of the earlier release. The text is the source of the
    /// earlier taxonomy: `wordnet`, `file`, `prefix` or `flat`.
    #[error("the taxonomy is not the one of the earlier release")]
    OtherTaxonomy(String),
    /// The job does not say if its owners are also in the earlier release.
    #[error("clump cannot tell whether owners are also in the earlier release")]
    UncheckedOwners,
    /// Some owners are in the earlier release too, and must not be published twice.
    #[error("{known} of {owners} owners {} in the earlier release too", if *.known == 1 { "is" } else { "are" })]
    KnownOwners {
        /// Number of owners who are in both releases.
        known: usize,
        /// Number of all owners of the new rows.
        owners: usize,
    },
    /// The input has no owner names, so its owners cannot be compared with the earlier release.
    #[error("a basket file has no owner names, so its owners cannot be found in {}", .0.display())]
    UnnamedOwners(PathBuf),
    /// There are fewer than k new owners, so k-anonymity is not possible.
    #[error("{owners} new {} cannot be {k}-anonymous", if *.owners == 1 { "owner" } else { "owners" })]
    TooFewNew {
        /// Number of owners who are not in the earlier release.
        owners: usize,
        /// Least number of owners of a group.
        k: usize,
    },
}

impl ApplyError {
    /// Advice for the user on how to correct this error.
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
