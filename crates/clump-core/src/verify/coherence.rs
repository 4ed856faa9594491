//! (h, k, p)-coherence (Xu, Wang, Fu and Yu): every non-empty set of at most p public labels that stands in some row
//! stands in the rows of at least k owners, and no sensitive label is in more than the share h of the rows that hold it.
//!
//! k counts owners and h counts rows, since rows are what an attacker finds: of those that match what is known, each may
//! be the one. A row is published once for each of its owners. Both are the same where every owner has one row.
//!
//! A label that stands in a row twice counts once. A verdict names the violated set of the least size whose first row
//! is the earliest, and of those in one row the one whose columns are; it looks at no larger sets. Which labels are
//! sensitive is the caller's to say.

use super::Verdict;
use super::known_sets::{Evidence, Limits, TooManySets};
use crate::promise::Share;

/// Coherence from the released rows alone: row i stands on line i + 1, and each counts as one owner.
///
/// O(sets of at most p public labels in the rows): C(40, 2) for each row of 40 at p = 2.
///
/// ```
/// use clump_core::verify::coherent_rows;
///
/// // Who knows that somebody bought bread finds two rows, and one of them holds the test.
/// let rows = [vec!["bread", "test"], vec!["bread"]];
/// let is_sensitive = |label: &&str| *label == "test";
/// assert!(coherent_rows(&rows, is_sensitive, "0.5".parse()?, 2, 1)?.holds);
/// assert!(!coherent_rows(&rows, is_sensitive, "0.4".parse()?, 2, 1)?.holds);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When there are too many sets to look at.
pub fn coherent_rows<L: Ord, R: AsRef<[L]>>(
    rows: impl IntoIterator<Item = R>,
    is_sensitive: impl Fn(&L) -> bool,
    h: Share,
    k: usize,
    p: usize,
) -> Result<Verdict, TooManySets> {
    Evidence::of_rows(rows, is_sensitive).verdict(Limits { h, k, p })
}

/// Coherence from groups that state how many owners they have: what they state is added, for k and for h. Exact where
/// every owner has one row; else an owner of several groups counts in each.
///
/// # Errors
/// When there are too many sets to look at.
pub fn coherent_groups<L: Ord, R: AsRef<[L]>>(
    stated: impl IntoIterator<Item = (usize, R)>,
    is_sensitive: impl Fn(&L) -> bool,
    h: Share,
    k: usize,
    p: usize,
) -> Result<Verdict, TooManySets> {
    Evidence::of_groups(stated, is_sensitive).verdict(Limits { h, k, p })
}

/// Coherence from the audit: distinct owners count for k, rows for h. Takes, for each transaction, its owner, the line it
/// is published on, from 1, and what stands there; transactions of one owner on one line are one row.
///
/// # Errors
/// When there are too many sets to look at.
pub fn coherent_owners<O: Ord, L: Ord, R: AsRef<[L]>>(
    audit: impl IntoIterator<Item = (O, usize, R)>,
    is_sensitive: impl Fn(&L) -> bool,
    h: Share,
    k: usize,
    p: usize,
) -> Result<Verdict, TooManySets> {
    Evidence::of_owners(audit, is_sensitive).verdict(Limits { h, k, p })
}
