//! Errors of checking, measuring or attacking a release on disk. That it breaks its promise is not an error
//! but an answer.

use std::path::{Path, PathBuf};

use clump_core::anonymize::ParameterError;
use clump_core::progress::Cancelled;
use clump_core::promise::{CertaintyError, PromiseError, PropertyName};
use clump_core::remedy::{Remedy, Setting};
use clump_core::verify::TooManySets;
use clump_io::ReadError;
use clump_log::share::RowError;

use super::{JobError, LedgerError, from_job};

/// Reasons why a release cannot be checked. No variant holds a value of it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckError {
    /// The claim is not stated, or out of range.
    #[error(transparent)]
    Job(#[from] JobError),
    /// The ledger is not valid, or is of other releases.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// The release or its audit cannot be read.
    #[error(transparent)]
    Read(ReadError),
    /// A release has labels, and no tree.
    #[error("`{word}:` needs a taxonomy, and a release has only labels")]
    NotALabel {
        /// `below` or `share`.
        word: &'static str,
    },
    /// A promise about something sensitive, for a release that shows nothing of it.
    #[error("no label of the release is sensitive, so nothing can be checked")]
    NoSensitiveLabel,
    /// A promise about what an attacker may know, for a release in which every label is sensitive.
    #[error("every label of the release is sensitive, and the promise needs some that are not")]
    NoPublicLabel,
    /// A stated number that the promise does not use.
    #[error("`{0}` is not part of that promise")]
    StrayStated(&'static str),
    /// There is no verdict: not all sets that an attacker can know could be checked.
    #[error(transparent)]
    TooManySets(#[from] TooManySets),
    /// Nothing says what a release promises.
    #[error("the promise of the release is not given")]
    NoPromise,
    /// A number of the promise is missing.
    #[error("{0} is not given")]
    NotStated(&'static str),
    /// A property whose numbers only a certificate states.
    #[error("the numbers of {0} are not known")]
    OnlyCertified(PropertyName),
    /// Another kind of release where a table of facts is checked against its input.
    #[error("{} is not a table of facts", .0.display())]
    NotFacts(PathBuf),
    /// Nothing says what was counted.
    #[error("{}: no certificate next to it states what was counted", .0.display())]
    UnknownFacts(PathBuf),
    /// A release of lines, or a table of facts, where rows of items are needed.
    #[error("{}: it has no rows of items", .0.display())]
    NotRows(PathBuf),
    /// Owners under names that may be their own.
    #[error("{}: the owners are not named 1, 2, 3 and so on", .0.display())]
    NamedOwners(PathBuf),
    /// A row of a release of shares that cannot be read.
    #[error("{}: {}", .0.display(), .1)]
    Sealed(PathBuf, #[source] RowError),
    /// Rows of sessions, of queries, or of pieces, without an audit that states their transactions.
    #[error("{}: an owner has several rows, and a row does not show its transaction", .0.display())]
    RowsWithoutAudit(PathBuf),
    /// An audit of another release, or of one that was changed since.
    #[error("{} is not the audit of {}", .audit.display(), .release.display())]
    OtherAudit {
        /// The audit.
        audit: PathBuf,
        /// The release.
        release: PathBuf,
    },
    /// A release, its audit and the input do not belong together.
    #[error(
        "{}: {} {}: {what}{}",
        .path.display(), .at.0, .at.1,
        if *.lacks_list { ", and a list of words was excluded from the release" } else { "" },
    )]
    Mismatch {
        /// The release or its audit.
        path: PathBuf,
        /// A row of the release, or a line of the audit, from 1.
        at: (&'static str, usize),
        /// The fault.
        what: &'static str,
        /// True if the run had a list of words that are never published, and the input was read without it: it
        /// has rows that the audit does not.
        lacks_list: bool,
    },
    /// A release of another number of rows than the data have transactions.
    #[error("{} has {rows} rows, but the input has {transactions} transactions", .path.display())]
    OtherRows {
        /// The release.
        path: PathBuf,
        /// Its rows.
        rows: usize,
        /// Transactions of the input.
        transactions: usize,
    },
    /// Pieces that differ from what their owners typed.
    #[error("{}: by the audit, an owner is published with an item that the owner does not have", .0.display())]
    NotTheirs(PathBuf),
    /// The key of an attack is not the one of the release.
    #[error("{} is not the key of this release", .0.display())]
    WrongKey(PathBuf),
    /// An attack on hashes, for a release that has none.
    #[error("{} has words that are not hashed", .0.display())]
    NotHashed(PathBuf),
    /// The certificate beside a release is not valid from this line on. The message of the parser is left out: it may quote the
    /// certificate.
    #[error("{} is not a certificate of this version: line {}", .0.display(), .1)]
    Certificate(PathBuf, usize),
    /// A release or its certificate cannot be read.
    #[error("{} cannot be read", .0.display())]
    Unreadable(PathBuf, #[source] std::io::Error),
    /// The run was cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// The release disappeared while it was read.
    #[error("the release cannot be read again")]
    Io(#[from] std::io::Error),
}

impl CheckError {
    /// The error for a row of the release, or a line of the audit, that does not fit the others.
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
    /// Advice for the user.
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

    /// The line of the release that the error is about, read again from its file. For people who asked to see
    /// it.
    pub fn offending_line(&self) -> Option<String> {
        match self {
            CheckError::Read(error) => error.offending_line(),
            _ => None,
        }
    }
}
