//! k-anonymity (Section II.C): every published row is published for at least k owners.

use std::hash::Hash;

use super::{OwnedGroups, ShownGroups, Verdict};

/// k-anonymity from the released rows alone: every row is identical to at least k - 1 others. An empty release hides
/// nobody: no.
pub fn k_anonymous_rows<R: Clone + Eq + Hash>(rows: impl IntoIterator<Item = R>, k: usize) -> Verdict {
    shown(rows.into_iter().map(|row| (1, row))).k_anonymous_rows(k)
}

/// k-anonymity from groups that state how many owners they have. Groups with the same content count together.
pub fn k_anonymous_groups<R: Clone + Eq + Hash>(
    stated: impl IntoIterator<Item = (usize, R)>,
    k: usize,
) -> Verdict {
    shown(stated).k_anonymous_groups(k)
}

/// k-anonymity from the audit: every released row is published for at least k distinct owners. Takes, for each
/// transaction, its owner, the line it is published on, from 1, and what stands there. An owner counts once in a group.
pub fn k_anonymous_owners<O: Ord + Send, R: Eq + Hash>(
    audit: impl IntoIterator<Item = (O, usize, R)>,
    k: usize,
) -> Verdict {
    let mut behind = OwnedGroups::default();
    for (owner, line, row) in audit {
        behind.push(owner, line, row);
    }
    behind.k_anonymous(k)
}

/// The groups of all rows, each with what it states of its owners.
pub(super) fn shown<R: Clone + Eq + Hash>(rows: impl IntoIterator<Item = (usize, R)>) -> ShownGroups<R> {
    let mut groups = ShownGroups::default();
    for (owners, row) in rows {
        groups.push(owners, row);
    }
    groups
}
