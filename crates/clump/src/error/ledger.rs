//! Why a ledger keeps a run from publishing, or is none.

use std::path::PathBuf;

use clump_core::remedy::Remedy;
use clump_log::KeyError;
use clump_report::counted;

/// Faults of a ledger, or of a run by what its ledger says. No variant holds a value of the data.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LedgerError {
    /// The system does not let us read it.
    #[error("{} cannot be read", .0.display())]
    Unreadable(PathBuf, #[source] std::io::Error),
    /// The file holds something else.
    #[error("{} is not a ledger", .0.display())]
    NotALedger(PathBuf),
    /// The file is a ledger, but not as it was written.
    #[error("{} was changed: its check does not match", .0.display())]
    Changed(PathBuf),
    /// A symbolic link, or a file with several names: the next run would replace one of them, and there would be two ledgers.
    #[error("{} is a link, or has a second name by a hard link", .0.display())]
    Linked(PathBuf),
    /// No key could be made.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// Owners who are called by their line are others in the next file.
    #[error("owners have no names, so nobody knows who was published before")]
    UnnamedOwners,
    /// Names would not be found again.
    #[error("owners of the ledger were told apart in another way: {}", if *.as_they_are { "by their exact names" } else { "whatever their spelling" })]
    OtherSpellings {
        /// True if the ledger tells them apart by their exact names.
        as_they_are: bool,
    },
    /// An earlier promise would be broken.
    #[error("k is {k}, but a release of the ledger promised {earlier}")]
    LowerK {
        /// The number that was asked for.
        k: usize,
        /// The largest that was promised.
        earlier: usize,
    },
    /// However these owners are grouped, too few of those whom they were grouped with before are there.
    #[error("{} of {of} cannot be published with {k} candidates over all releases of the ledger", counted(*.stranded, "owner", "owners"))]
    Stranded {
        /// Number of owners.
        stranded: usize,
        /// Of how many.
        of: usize,
        /// Number of candidates that they must have.
        k: usize,
    },
    /// Too much would be spent.
    #[error("epsilon {epsilon} is more than is left: {spent} of {budget} is spent")]
    OverBudget {
        /// The number that was asked for.
        epsilon: f64,
        /// Epsilon that earlier tables spent.
        spent: f64,
        /// Epsilon that all may spend.
        budget: f64,
    },
    /// A budget that somebody can raise is none.
    #[error("the budget of the ledger is {budget}, and another one is given")]
    OtherBudget {
        /// That of the ledger.
        budget: f64,
    },
    /// It is the ledger of other releases.
    #[error("{} does not have this release with the groups that the audit says", .0.display())]
    OtherRelease(PathBuf),
}

impl LedgerError {
    /// Advice for the user.
    pub fn remedy(&self) -> Remedy {
        Remedy::of(match self {
            LedgerError::Unreadable { .. } => "check the path and its permissions",
            LedgerError::NotALedger { .. } => {
                "name the file that earlier runs were given, or one that does not exist yet; never begin a new one for people who were published before"
            }
            LedgerError::Changed { .. } => {
                "restore a copy from after the last release; never begin a new one for people who were published before"
            }
            LedgerError::Linked { .. } => {
                "name the file itself, and remove its other names (`find -samefile` lists them)"
            }
            LedgerError::Key(_) => "try again: without random bytes no ledger is begun",
            LedgerError::UnnamedOwners => {
                "name the column of the owner with {owner=COLUMN}, or leave {ledger} out"
            }
            LedgerError::OtherSpellings { as_they_are: true } => "pass {owners-as-they-are!}, as before",
            LedgerError::OtherSpellings { as_they_are: false } => "leave {owners-as-they-are} out, as before",
            LedgerError::LowerK { .. } => "raise {k}: what was promised before would not hold any more",
            LedgerError::Stranded { .. } => {
                "lower {k} if earlier releases did not promise it, or publish when those are there again whom they were grouped with"
            }
            LedgerError::OverBudget { .. } => "lower {epsilon}, or publish no more tables of these people",
            LedgerError::OtherBudget { .. } => {
                "leave {budget} out: the ledger keeps the one that it began with"
            }
            LedgerError::OtherRelease { .. } => "name the ledger, the audit and the release of one run",
        })
    }
}
