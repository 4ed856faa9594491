//! How certain what is sensitive may be: for each named node, at most a share of the owners of a published row have something
//! at or below it.
//!
//! Nodes are numbers here: which of the named ones a transaction has, or a published row shows, is the caller's to say.
//! A verdict counts groups and their owners, and never who has what, so that it may be published; only a violation
//! tells how many have it, and what has one is not published.

use std::collections::{BTreeMap, BTreeSet};

use super::{Counted, ROWS_NAMED, Reason, Verdict, Violation};
use crate::promise::Share;

/// What released rows show by themselves of how certain something is: row i shows the named nodes with these numbers, itself or by one
/// below. A published item stands for one of each owner of its row, so all of them have it.
///
/// A yes is no proof: what owners have is not in the rows.
pub fn uncertain_rows<R: Ord, N: IntoIterator<Item = usize>>(
    rows: impl IntoIterator<Item = (R, N)>,
    certainty: Share,
) -> Verdict {
    let mut groups: BTreeMap<R, Group> = BTreeMap::new();
    for (index, (row, shown)) in rows.into_iter().enumerate() {
        let group = groups.entry(row).or_default();
        group.owners += 1;
        group.lines.push(index + 1);
        for node in BTreeSet::from_iter(shown) {
            *group.holders.entry(node).or_default() += 1;
        }
    }
    verdict(Counted::Rows, groups.into_values(), certainty)
}

/// The same of groups that state how many owners they have. Groups with the same content count together.
pub fn uncertain_groups<R: Ord, N: IntoIterator<Item = usize>>(
    stated: impl IntoIterator<Item = (usize, R, N)>,
    certainty: Share,
) -> Verdict {
    let mut groups: BTreeMap<R, Group> = BTreeMap::new();
    for (index, (owners, content, shown)) in stated.into_iter().enumerate() {
        let group = groups.entry(content).or_default();
        // A file may state anything; a sum that is too large to count is large enough.
        group.owners = group.owners.saturating_add(owners);
        group.lines.push(index + 1);
        for node in BTreeSet::from_iter(shown) {
            let holders = group.holders.entry(node).or_default();
            *holders = holders.saturating_add(owners);
        }
    }
    verdict(Counted::Stated, groups.into_values(), certainty)
}

/// The same from the audit and the originals. Takes, for each transaction, its owner, the line it is published on, from 1,
/// what stands there, and the numbers of the named nodes that it has something at or below. An owner counts once in a
/// group, and has what any of its transactions in the group has.
///
/// ```
/// use clump_core::verify::uncertain_owners;
///
/// // Four owners of one row; the first and the third have an illness.
/// let audit = [("ann", vec![0]), ("bob", vec![]), ("cem", vec![0]), ("dan", vec![])];
/// let published = audit.into_iter().zip(1..).map(|((owner, has), line)| (owner, line, "bread", has));
/// assert!(uncertain_owners(published.clone(), "0.5".parse()?).holds);
/// assert!(!uncertain_owners(published, "0.4".parse()?).holds);
/// # Ok::<(), clump_core::promise::ShareError>(())
/// ```
pub fn uncertain_owners<O: Ord + Clone, R: Ord, N: IntoIterator<Item = usize>>(
    audit: impl IntoIterator<Item = (O, usize, R, N)>,
    certainty: Share,
) -> Verdict {
    struct Behind<O> {
        owners: BTreeSet<O>,
        lines: BTreeSet<usize>,
        holders: BTreeMap<usize, BTreeSet<O>>,
    }
    let mut groups: BTreeMap<R, Behind<O>> = BTreeMap::new();
    for (owner, line, row, has) in audit {
        let behind = groups.entry(row).or_insert_with(|| Behind {
            owners: BTreeSet::new(),
            lines: BTreeSet::new(),
            holders: BTreeMap::new(),
        });
        for node in has {
            behind.holders.entry(node).or_default().insert(owner.clone());
        }
        behind.owners.insert(owner);
        behind.lines.insert(line);
    }
    let groups = groups.into_values().map(|Behind { owners, lines, holders }| Group {
        owners: owners.len(),
        lines: lines.into_iter().collect(),
        holders: holders.into_iter().map(|(node, owners)| (node, owners.len())).collect(),
    });
    verdict(Counted::Owners, groups, certainty)
}

/// Rows that are published identically.
#[derive(Default)]
struct Group {
    owners: usize,
    /// Ascending, from 1.
    lines: Vec<usize>,
    /// How many owners have something at or below each of the named nodes.
    holders: BTreeMap<usize, usize>,
}

fn verdict(counted: Counted, groups: impl Iterator<Item = Group>, certainty: Share) -> Verdict {
    let mut verdict = Verdict { smallest: usize::MAX, ..Verdict::of_nothing(counted) };
    for group in groups {
        verdict.sets += 1;
        verdict.rows = verdict.rows.saturating_add(group.owners);
        verdict.smallest = verdict.smallest.min(group.owners);
        let most = group.holders.values().copied().max().unwrap_or(0);
        if !certainty.is_exceeded(most, group.owners) {
            continue;
        }
        verdict.violations += 1;
        let is_earlier = |first: &Violation| group.lines < first.rows;
        if verdict.first.as_ref().is_none_or(is_earlier) {
            verdict.first = Some(Violation {
                rows: group.lines.into_iter().take(ROWS_NAMED).collect(),
                columns: Vec::new(),
                reason: Reason::TooCertain { holders: most, of: group.owners },
            });
        }
    }
    if verdict.sets == 0 {
        return Verdict::of_nothing(counted);
    }
    verdict.holds = verdict.violations == 0;
    verdict
}
