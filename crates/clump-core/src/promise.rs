//! What a method claims, as a value that can be written down, read back and checked by somebody else.

use std::fmt;

use serde::{Deserialize, Serialize};

mod share;

pub use share::{Share, ShareError};

/// The privacy property that a method claims. `verify` checks it without knowing the method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "property", rename_all = "kebab-case")]
pub enum Promise {
    /// Every published row is published for at least `k` owners.
    KAnonymity {
        /// The least number of owners.
        k: usize,
    },
    /// Any at most `m` items that an attacker knows of an owner match the rows of at least `k` owners, or of none
    /// (Terrovitis, Mamoulis and Kalnis).
    KmAnonymity {
        /// The least number of owners.
        k: usize,
        /// How many items the attacker knows at most.
        m: usize,
    },
    /// Any at most `p` public items that occur together do so for at least `k` owners, and no sensitive item is in more
    /// than the share `h` of the rows that hold them (Xu, Wang, Fu and Yu).
    Coherence {
        /// The largest share of rows that may have a sensitive item in common.
        h: Share,
        /// The least number of owners.
        k: usize,
        /// How many public items the attacker knows at most.
        p: usize,
    },
    /// Every published query was asked, and every published click after it was made, by at least `k` owners.
    CommonQueries {
        /// The least number of owners.
        k: usize,
    },
    /// A query can be read only with the shares of at least `k` owners who asked it.
    SealedQueries {
        /// The least number of owners.
        k: usize,
    },
    /// No property holds of the release.
    Nothing,
}

impl Promise {
    /// The least number of owners that it speaks of; none if it promises nothing.
    pub fn k(&self) -> Option<usize> {
        match *self {
            Promise::KAnonymity { k }
            | Promise::KmAnonymity { k, .. }
            | Promise::Coherence { k, .. }
            | Promise::CommonQueries { k }
            | Promise::SealedQueries { k } => Some(k),
            Promise::Nothing => None,
        }
    }

    /// What it says, in a sentence for people who do not know its name.
    pub fn sentence(&self) -> String {
        match self {
            Promise::KAnonymity { k } => format!("Every published row stands for at least {k} owners."),
            Promise::KmAnonymity { k, m } => format!(
                "Whoever knows at most {m} items of an owner finds the rows of at least {k} owners that match, or none."
            ),
            Promise::Coherence { h, k, p } => format!(
                "Whoever knows at most {p} public items of an owner finds the rows of at least {k} owners that match, \
                 or none, and no sensitive item is in more than {h} of those rows."
            ),
            Promise::CommonQueries { k } => {
                format!(
                    "Every published query, and every clicked address beside one, is that of at least {k} owners."
                )
            }
            Promise::SealedQueries { k } => {
                format!("A query can be read only with the shares of {k} owners who asked it.")
            }
            Promise::Nothing => {
                "Nothing is promised: no number of owners hides anyone in this release.".to_owned()
            }
        }
    }
}

impl fmt::Display for Promise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Promise::KAnonymity { k } => write!(f, "{k}-anonymity"),
            Promise::KmAnonymity { k, m } => write!(f, "{k}^{m}-anonymity"),
            Promise::Coherence { h, k, p } => write!(f, "({h}, {k}, {p})-coherence"),
            Promise::CommonQueries { k } => write!(f, "queries of at least {k} owners"),
            Promise::SealedQueries { k } => write!(f, "queries sealed for {k} owners"),
            Promise::Nothing => f.write_str("nothing"),
        }
    }
}
