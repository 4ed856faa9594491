//! Errors of a ledger: it is not valid, or it does not allow a run to publish.

use std::path::PathBuf;

use clump_core::remedy::Remedy;
use clump_log::KeyError;
use clump_report::counted;

/// Faults of a ledger, or of a run according to its ledger. No variant holds a value of the data.
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
    #[error("{} was changed after clump wrote it: its checksum does not match", .0.display())]
    Changed(PathBuf),
    /// A symbolic link, or a file with several names: the next run would replace one of them, and there would
    /// be two ledgers.
    #[error("{} is a link, or has a second name (a hard link)", .0.display())]
    Linked(PathBuf),
    /// No key could be made.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// Owners who are identified by their line are others in the next file.
    #[error("owners have no names, so it is not known who was published before")]
    UnnamedOwners,
    /// Names would not be found again. True if the ledger tells owners apart by their exact names.
    #[error("the ledger identifies owners in another way: {}", if *.0 { "by their exact names" } else { "by their names in any spelling" })]
    OtherSpellings(bool),
    /// An earlier promise would be broken.
    #[error("k is {k}, but a release of the ledger promised {earlier}")]
    LowerK {
        /// The number that was asked for.
        k: usize,
        /// The largest that was promised.
        earlier: usize,
    },
    /// However these owners are grouped, too few of the owners from their earlier groups are in the data.
    #[error("{} of {of} cannot be published with {k} candidates over all releases of the ledger", counted(*.stranded, "owner", "owners"))]
    Stranded {
        /// Number of owners who cannot be published.
        stranded: usize,
        /// Number of all owners.
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
    /// A budget that can be raised is not a limit.
    #[error("the budget of the ledger is {0}, and another one is given")]
    OtherBudget(f64),
    /// It is the ledger of other releases.
    #[error("{} does not have this release with the groups of the audit", .0.display())]
    OtherRelease(PathBuf),
}

impl LedgerError {
    /// Advice for the user.
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
            LedgerError::OverBudget { .. } => "lower {epsilon}, or publish no more tables of these people",
            LedgerError::OtherBudget { .. } => "leave {budget} out: the ledger keeps its first budget",
            LedgerError::OtherRelease { .. } => "name the ledger, the audit and the release of one run",
        })
    }
}
