//! Errors of a ledger: it is not valid, or it does not allow a run to publish.

use std::path::PathBuf;

use clump_core::remedy::Remedy;
use clump_log::KeyError;
use clump_report::counted;

/// Reasons why a ledger cannot be used, or why it refuses a run. No error contains a value from the data.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LedgerError {
    /// The system does not allow reading the ledger.
    #[error("{} cannot be read", .0.display())]
    Unreadable(PathBuf, #[source] std::io::Error),
    /// The file is not a ledger.
    #[error("{} is not a ledger", .0.display())]
    NotALedger(PathBuf),
    /// The file was changed after clump wrote it, because the hash at its end does not match.
    #[error("{} was changed after clump wrote it: its checksum does not match", .0.display())]
    Changed(PathBuf),
    /// The path is a symbolic link, or the file has several hard links. The next run would replace only one
    /// name, and then there would be two ledgers.
    #[error("{} is a link, or has a second name (a hard link)", .0.display())]
    Linked(PathBuf),
    /// The system gave no random numbers for the key of a new ledger, or for the name of a run.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// Owners have no names but are identified by their line. The same line of another file is another owner.
    #[error("owners have no names, so it is not known who was published before")]
    UnnamedOwners,
    /// The job compares owner names in another way than the ledger. True if the ledger needs exact names.
    #[error("the ledger identifies owners in another way: {}", if *.0 { "by their exact names" } else { "by their names in any spelling" })]
    OtherSpellings(bool),
    /// The k of the job is lower than that of an earlier release, whose promise would be broken.
    #[error("k is {k}, but a release of the ledger promised {earlier}")]
    LowerK {
        /// The k of the job.
        k: usize,
        /// The largest k of the releases in the ledger.
        earlier: usize,
    },
    /// Some owners cannot be published: too few owners from their earlier groups are in the data.
    #[error("{} of {of} cannot be published with {k} candidates over all releases of the ledger", counted(*.stranded, "owner", "owners"))]
    Stranded {
        /// Number of owners who cannot be published.
        stranded: usize,
        /// Number of all owners of the data.
        of: usize,
        /// Number of candidates that each owner must have.
        k: usize,
    },
    /// The table would spend more epsilon than the budget of the ledger still has.
    #[error("epsilon {epsilon} is more than is left: {spent} of {budget} is spent")]
    OverBudget {
        /// Epsilon that the table would spend.
        epsilon: f64,
        /// Epsilon that earlier tables spent.
        spent: f64,
        /// Epsilon that all tables together may spend.
        budget: f64,
    },
    /// The job states another budget than the ledger, which has this one. A budget cannot be changed.
    #[error("the budget of the ledger is {0}, and another one is given")]
    OtherBudget(f64),
    /// The ledger has whole rows, and the run makes facts or pieces, or the other way round: no rule compares the two.
    #[error("the ledger has releases of {}", if *.has_groups { "whole rows" } else { "tables or pieces" })]
    OtherKind {
        /// True if the ledger has whole rows.
        has_groups: bool,
    },
    /// Another run published since this one read the ledger, and forbids a row of this one.
    #[error("another run was entered in {} in the meantime", .0.display())]
    OtherRun(PathBuf),
    /// The ledger does not contain this release with these groups of owners.
    #[error("{} has no release with the groups of this audit", .0.display())]
    OtherRelease(PathBuf),
}

impl LedgerError {
    /// Advice for the user on how to correct this error.
    pub fn remedy(&self) -> Remedy {
        Remedy::of(match self {
            LedgerError::Unreadable { .. } => "check the path and its permissions",
            LedgerError::NotALedger { .. } => {
                "name the ledger of earlier runs, or a file that does not exist yet; never begin a new ledger for people who were published before"
            }
            LedgerError::Changed { .. } => {
                "restore a copy from after the last release; never begin a new ledger for people who were published before"
            }
            LedgerError::Linked { .. } => {
                "name the file itself, and remove its other names (`find -samefile` lists them)"
            }
            LedgerError::Key(_) => "try again: a new ledger needs random bytes",
            LedgerError::UnnamedOwners => {
                "name the column of the owner with {owner=COLUMN}, or leave {ledger} out"
            }
            LedgerError::OtherSpellings(true) => "pass {spelling=as-they-are}, as before",
            LedgerError::OtherSpellings(false) => "leave {spelling=as-they-are} out, as before",
            LedgerError::LowerK { .. } => {
                "raise {k}: with a smaller one, the earlier promise would not hold any more"
            }
            LedgerError::Stranded { .. } => {
                "lower {k} if earlier releases promised less, or publish when more owners of their earlier groups are in the data"
            }
            LedgerError::OtherKind { has_groups: true } => {
                "use {method=nearest}, {method=clump} or {method=partition} as before; tables and pieces cannot be compared with whole rows"
            }
            LedgerError::OtherKind { has_groups: false } => {
                "use {method=counts} or {method=pieces} as before; whole rows cannot be compared with tables and pieces"
            }
            LedgerError::OtherRun(_) => {
                "run again: the new release must keep to the rules beside the other one"
            }
            LedgerError::OverBudget { .. } => "lower {epsilon}, or publish no more tables of these people",
            LedgerError::OtherBudget { .. } => "leave {budget} out: the ledger keeps its first budget",
            LedgerError::OtherRelease { .. } => "name the ledger, the audit and the release of one run",
        })
    }
}
