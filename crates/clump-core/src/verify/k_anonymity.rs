//! k-anonymity (Section II.C): every published row is published for at least k owners.

use std::collections::{BTreeMap, BTreeSet};

use super::{Counted, ROWS_NAMED, Reason, Verdict, Violation};

/// k-anonymity from the released rows alone: every row is identical to at least k - 1 others. An empty release hides
/// nobody: no.
pub fn k_anonymous_rows<R: Ord>(rows: impl IntoIterator<Item = R>, k: usize) -> Verdict {
    let mut groups: BTreeMap<R, Group> = BTreeMap::new();
    for (index, row) in rows.into_iter().enumerate() {
        let group = groups.entry(row).or_default();
        group.count += 1;
        group.lines.push(index + 1);
    }
    verdict(Counted::Rows, groups.values().map(|group| group.count).sum(), groups.into_values(), k)
}

/// k-anonymity from groups that state how many owners they have. Groups with the same content count together.
pub fn k_anonymous_groups<R: Ord>(stated: impl IntoIterator<Item = (usize, R)>, k: usize) -> Verdict {
    let mut groups: BTreeMap<R, Group> = BTreeMap::new();
    for (index, (owners, content)) in stated.into_iter().enumerate() {
        let group = groups.entry(content).or_default();
        // A file may state anything; a sum that is too large to count is large enough.
        group.count = group.count.saturating_add(owners);
        group.lines.push(index + 1);
    }
    let owners = groups.values().fold(0, |sum: usize, group| sum.saturating_add(group.count));
    verdict(Counted::Stated, owners, groups.into_values(), k)
}

/// k-anonymity from the audit: every released row is published for at least k distinct owners. Takes, for each
/// transaction, its owner, the line it is published on, from 1, and what stands there. An owner counts once in a group.
pub fn k_anonymous_owners<O: Ord, R: Ord>(
    audit: impl IntoIterator<Item = (O, usize, R)>,
    k: usize,
) -> Verdict {
    let mut groups: BTreeMap<R, (BTreeSet<O>, BTreeSet<usize>)> = BTreeMap::new();
    for (owner, line, row) in audit {
        let (owners, lines) = groups.entry(row).or_default();
        owners.insert(owner);
        lines.insert(line);
    }
    let rows = groups.values().map(|(owners, _)| owners.len()).sum();
    let groups = groups
        .into_values()
        .map(|(owners, lines)| Group { count: owners.len(), lines: lines.into_iter().collect() });
    verdict(Counted::Owners, rows, groups, k)
}

/// Rows that are published identically.
#[derive(Default)]
struct Group {
    count: usize,
    /// Ascending, from 1.
    lines: Vec<usize>,
}

fn verdict(counted: Counted, rows: usize, groups: impl Iterator<Item = Group>, k: usize) -> Verdict {
    let mut verdict = Verdict { rows, smallest: usize::MAX, ..Verdict::of_nothing(counted) };
    for group in groups {
        verdict.sets += 1;
        verdict.smallest = verdict.smallest.min(group.count);
        if group.count >= k {
            continue;
        }
        verdict.violations += 1;
        let is_earlier = |first: &Violation| group.lines < first.rows;
        if verdict.first.as_ref().is_none_or(is_earlier) {
            verdict.first = Some(Violation {
                rows: group.lines.into_iter().take(ROWS_NAMED).collect(),
                columns: Vec::new(),
                reason: Reason::TooFew { found: group.count, needed: k },
            });
        }
    }
    if verdict.sets == 0 {
        return Verdict::of_nothing(counted);
    }
    verdict.holds = verdict.violations == 0;
    verdict
}
