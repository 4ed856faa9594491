//! Errors that prevent checking, measuring or attacking a release. A release that breaks its promise is not
//! an error: the check returns that as its result.

use std::path::{Path, PathBuf};

use clump_core::anonymize::ParameterError;
use clump_core::progress::Cancelled;
use clump_core::promise::{CertaintyError, PromiseError, PropertyName};
use clump_core::remedy::{Remedy, Setting};
use clump_core::verify::TooManySets;
use clump_io::ReadError;
use clump_log::share::RowError;

use super::{JobError, LedgerError, from_job};

/// Reasons why a release cannot be checked. No error contains a value from the release.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckError {
    /// The promise to check is not stated or not valid.
    #[error(transparent)]
    Job(#[from] JobError),
    /// The ledger is not valid, or it does not contain this release.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// The release or its audit cannot be read.
    #[error(transparent)]
    Read(ReadError),
    /// Sensitive labels are given as nodes or as a share, but a release has only labels and no taxonomy.
    #[error("`{word}:` needs a taxonomy, and a release has only labels")]
    NotALabel {
        /// The prefix that is not possible: `below` or `share`.
        word: &'static str,
    },
    /// The promise is about sensitive labels, but the release has none of the labels that were named.
    #[error("no label of the release is sensitive, so nothing can be checked")]
    NoSensitiveLabel,
    /// The promise is about attackers who know public labels, but every label of the release is sensitive.
    #[error("every label of the release is sensitive, and the promise needs some that are not")]
    NoPublicLabel,
    /// A number was stated that the promise does not use. The text is its name.
    #[error("`{0}` is not part of that promise")]
    StrayStated(&'static str),
    /// An attacker could know too many sets of items to check them all, so there is no result.
    #[error(transparent)]
    TooManySets(#[from] TooManySets),
    /// Neither the user nor a certificate states a promise.
    #[error("the promise of the release is not given")]
    NoPromise,
    /// A number of the promise is missing. The text is its name.
    #[error("{0} is not given")]
    NotStated(&'static str),
    /// A property was stated without a certificate, and only a certificate can state its numbers.
    #[error("the numbers of {0} are not known")]
    OnlyCertified(PropertyName),
    /// The release is not a table of facts, but it should be checked like one.
    #[error("{} is not a table of facts", .0.display())]
    NotFacts(PathBuf),
    /// No certificate states what the table of facts counts.
    #[error("{}: no certificate next to it states what was counted", .0.display())]
    UnknownFacts(PathBuf),
    /// The release has lines or facts, but rows of items are needed.
    #[error("{}: it has no rows of items", .0.display())]
    NotRows(PathBuf),
    /// Owners of log lines are not numbers from 1, so their names could identify them.
    #[error("{}: the owners are not named 1, 2, 3 and so on", .0.display())]
    NamedOwners(PathBuf),
    /// A row of a release of sealed queries is not valid.
    #[error("{}: {}", .0.display(), .1)]
    Sealed(PathBuf, #[source] RowError),
    /// Owners may have several rows, so an audit is needed to find the transaction of each row.
    #[error("{}: an owner has several rows, and a row does not show its transaction", .0.display())]
    RowsWithoutAudit(PathBuf),
    /// The audit belongs to another release, or to a release that was changed later.
    #[error("{} is not the audit of {}", .audit.display(), .release.display())]
    OtherAudit {
        /// Path of the audit.
        audit: PathBuf,
        /// Path of the release.
        release: PathBuf,
    },
    /// A row of the release or a line of its audit contradicts the input.
    #[error(
        "{}: {} {}: {what}{}",
        .path.display(), .at.0, .at.1,
        if *.lacks_list { ", and a list of words was excluded from the release" } else { "" },
    )]
    Mismatch {
        /// Path of the release or of its audit.
        path: PathBuf,
        /// The word `row` or `line`, and the number of the row of the release or line of the audit, from 1.
        at: (&'static str, usize),
        /// Description of the fault.
        what: &'static str,
        /// True if the run excluded a list of words, but the input was read without that list. Then the input
        /// has rows that the audit does not have.
        lacks_list: bool,
    },
    /// The release must have one row for each transaction of the input, and their numbers differ.
    #[error("{} has {rows} rows, but the input has {transactions} transactions", .path.display())]
    OtherRows {
        /// Path of the release.
        path: PathBuf,
        /// Number of rows of the release.
        rows: usize,
        /// Number of transactions of the input.
        transactions: usize,
    },
    /// By the audit, some owner is published with an item that the owner did not type.
    #[error("{}: by the audit, an owner is published with an item that the owner does not have", .0.display())]
    NotTheirs(PathBuf),
    /// The key given to an attack is not the key that hashed the release.
    #[error("{} is not the key of this release", .0.display())]
    WrongKey(PathBuf),
    /// An attack on hashes was started on a release whose words are not hashed.
    #[error("{} has words that are not hashed", .0.display())]
    NotHashed(PathBuf),
    /// The certificate is not valid from this line on. The message of the parser is left out, because it may
    /// quote the certificate.
    #[error("{} is not a certificate of this version: line {}", .0.display(), .1)]
    Certificate(PathBuf, usize),
    /// The system cannot read the release or its certificate.
    #[error("{} cannot be read", .0.display())]
    Unreadable(PathBuf, #[source] std::io::Error),
    /// The user or the caller cancelled the check.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// The file of the release could not be read a second time.
    #[error("the release cannot be read again")]
    Io(#[from] std::io::Error),
}

impl CheckError {
    /// The error for a row of the release, or a line of the audit, that contradicts the rest.
    pub(crate) fn mismatch(path: &Path, at: (&'static str, usize), what: &'static str) -> CheckError {
        CheckError::Mismatch { path: path.to_owned(), at, what, lacks_list: false }
    }
}

impl From<ReadError> for CheckError {
    fn from(error: ReadError) -> CheckError {
        match error {
            ReadError::Cancelled(cancelled) => CheckError::Cancelled(cancelled),
            error => CheckError::Read(error),
        }
    }
}

from_job!(CheckError: ParameterError, PromiseError, CertaintyError);

impl CheckError {
    /// Advice for the user; `None` if no advice helps.
    pub fn remedy(&self) -> Option<Remedy> {
        let sentence = match self {
            CheckError::Job(error) => return error.remedy(),
            CheckError::Ledger(error) => return Some(error.remedy()),
            CheckError::Read(error) => return error.remedy(),
            CheckError::NotALabel { .. } => {
                "name labels as they are published, or list them in a file: {sensitive=file:PATH}; the certificate names them under `sensitive_items`"
            }
            CheckError::NoSensitiveLabel => {
                "name labels as they are published; a certificate that names others belongs to another release"
            }
            CheckError::NoPublicLabel => {
                "name fewer labels as sensitive: the promise is about readers who know public items"
            }
            CheckError::StrayStated("ledger") => {
                "use {promise=k-anonymity promise=composition}, or leave {ledger} out"
            }
            CheckError::StrayStated("m") => "use {promise=km-anonymity}, or leave {m} out",
            CheckError::StrayStated("ceiling") => {
                "add {promise=ceiling} to the other properties, or leave {ceiling} out"
            }
            CheckError::StrayStated("certainty") => {
                "use {promise=k-anonymity promise=certainty}, or leave {certainty} out"
            }
            CheckError::StrayStated(parameter) => {
                let coherence = Remedy::of("use {promise=coherence}, or leave ");
                return Some(coherence.set([Setting::new(*parameter)]).say(" out"));
            }
            CheckError::NoPromise => "state it with {promise}, for example {promise=k-anonymity k=5}",
            CheckError::NotStated(parameter) => {
                return Some(
                    Remedy::give(*parameter).say("; the certificate next to a release also states it"),
                );
            }
            CheckError::TooManySets(_) => {
                "check the promise with a smaller {m} or {p}; this check has no result"
            }
            CheckError::OnlyCertified { .. } => "put the certificate next to the release: it states them",
            CheckError::NotFacts { .. } => "make one with {clump anonymize method=counts}",
            CheckError::UnknownFacts { .. } => "put the certificate of the table next to it",
            CheckError::NotRows { .. } => {
                "check it with {clump verify}: only methods on transactions have losses"
            }
            CheckError::NamedOwners { .. } => {
                "publish lines without names with {clump anonymize method=drop-rare}: no promise covers names"
            }
            CheckError::Sealed { .. } => "get the file again from its publisher: it was changed or cut short",
            CheckError::RowsWithoutAudit { .. } => "pass the audit of the release with {audit}",
            CheckError::OtherRows { .. } => {
                "pass the input and the settings of the run that made this release"
            }
            CheckError::Mismatch { lacks_list: true, .. } => {
                "pass the list of excluded words with {never=FILE}"
            }
            CheckError::OtherAudit { .. } => {
                "pass the audit that was written with this release, and the release as it was written"
            }
            CheckError::Mismatch { .. } | CheckError::NotTheirs { .. } => {
                "pass the audit, the input and the settings of the run that made this release"
            }
            CheckError::WrongKey(_) => "pass the file that was given to {clump anonymize key?}",
            CheckError::NotHashed(_) => "name a release of {method=hash}: the attack is on hashes",
            CheckError::Certificate { .. } => "remove it, and pass {k} and {layout} instead",
            CheckError::Unreadable { .. } => "check that it is a file, and its permissions",
            CheckError::Cancelled(_) | CheckError::Io(_) => return None,
        };
        Some(Remedy::of(sentence))
    }

    /// Reads the line that the error is about again from its file. It may show personal data, so call this
    /// only if the user asks for the line.
    pub fn offending_line(&self) -> Option<String> {
        match self {
            CheckError::Read(error) => error.offending_line(),
            _ => None,
        }
    }
}
