//! A log in which every query was asked by at least k owners.

use std::collections::{BTreeMap, BTreeSet};

use super::{Counted, ROWS_NAMED, Reason, Verdict, Violation};

/// Whether every query of a published log was asked by at least `k` distinct owners. Takes the owner and the query of
/// each line. A log without lines shows no query that fewer than k asked, so the promise holds.
pub fn common_queries<O: Ord, Q: Ord>(lines: impl IntoIterator<Item = (O, Q)>, k: usize) -> Verdict {
    let mut queries: BTreeMap<Q, (BTreeSet<O>, Vec<usize>)> = BTreeMap::new();
    let mut rows = 0;
    for (owner, query) in lines {
        rows += 1;
        let (owners, lines) = queries.entry(query).or_default();
        owners.insert(owner);
        lines.push(rows);
    }
    let few = queries.values().filter(|(owners, _)| owners.len() < k);
    let first = few.clone().min_by_key(|(_, lines)| lines[0]).map(|(owners, lines)| Violation {
        rows: lines.iter().copied().take(ROWS_NAMED).collect(),
        columns: Vec::new(),
        reason: Reason::TooFew { found: owners.len(), needed: k },
    });
    Verdict {
        holds: first.is_none(),
        counted: Counted::Owners,
        rows,
        sets: queries.len(),
        smallest: queries.values().map(|(owners, _)| owners.len()).min().unwrap_or(0),
        violations: few.count(),
        first,
    }
}
