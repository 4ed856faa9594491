//! k^m-anonymity (Terrovitis, Mamoulis and Kalnis): every non-empty set of at most m labels that stands in some row
//! stands in the rows of at least k owners. That is coherence in which nothing is sensitive, and it is checked as such;
//! see there for what a verdict counts and names.

use super::{TooManySets, Verdict, coherent_groups, coherent_owners, coherent_rows};
use crate::promise::Share;

/// k^m-anonymity from the released rows alone: row i stands on line i + 1, and each counts as one owner. An empty
/// release hides nobody: no. Rows in which nothing stands tell nothing: yes.
///
/// O(sets of at most m labels in the rows): C(40, 2) for each row of 40 at m = 2.
///
/// ```
/// use clump_core::verify::km_anonymous_rows;
///
/// // Each item alone is in two rows, but only one holds bread and milk.
/// let rows = [vec!["bread", "milk"], vec!["bread"], vec!["milk"]];
/// assert!(km_anonymous_rows(&rows, 2, 1)?.holds);
/// assert!(!km_anonymous_rows(&rows, 2, 2)?.holds);
/// # Ok::<(), clump_core::verify::TooManySets>(())
/// ```
///
/// # Errors
/// When there are too many sets to look at.
pub fn km_anonymous_rows<L: Ord, R: AsRef<[L]>>(
    rows: impl IntoIterator<Item = R>,
    k: usize,
    m: usize,
) -> Result<Verdict, TooManySets> {
    coherent_rows(rows, |_: &L| false, Share::ONE, k, m)
}

/// k^m-anonymity from groups that state how many owners they have: what they state is added. Exact where every owner has
/// one row; else an owner of several groups counts in each.
///
/// # Errors
/// When there are too many sets to look at.
pub fn km_anonymous_groups<L: Ord, R: AsRef<[L]>>(
    stated: impl IntoIterator<Item = (usize, R)>,
    k: usize,
    m: usize,
) -> Result<Verdict, TooManySets> {
    coherent_groups(stated, |_: &L| false, Share::ONE, k, m)
}

/// k^m-anonymity from the audit: distinct owners count. Takes, for each transaction, its owner, the line it is published
/// on, from 1, and what stands there.
///
/// # Errors
/// When there are too many sets to look at.
pub fn km_anonymous_owners<O: Ord, L: Ord, R: AsRef<[L]>>(
    audit: impl IntoIterator<Item = (O, usize, R)>,
    k: usize,
    m: usize,
) -> Result<Verdict, TooManySets> {
    coherent_owners(audit, |_: &L| false, Share::ONE, k, m)
}
