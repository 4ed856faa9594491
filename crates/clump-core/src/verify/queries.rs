//! A log in which every line is shared by at least k owners.

use std::collections::{BTreeMap, BTreeSet};

use super::{Counted, ROWS_NAMED, Reason, Verdict, Violation};

/// Whether everything that a published log says is said of at least `k` owners. Takes the owner of each line, and all
/// else that stands there. A line without an owner counts as that of one: then lines are counted, and whoever made them
/// must see to it that no owner has two that are equal. A log without lines says nothing of fewer than k, so the promise
/// holds.
pub fn common_queries<O: Ord, L: Ord>(lines: impl IntoIterator<Item = (Option<O>, L)>, k: usize) -> Verdict {
    let mut said: BTreeMap<L, Behind<O>> = BTreeMap::new();
    let (mut rows, mut counted) = (0, Counted::Owners);
    for (owner, line) in lines {
        rows += 1;
        let behind = said.entry(line).or_insert_with(Behind::nobody);
        behind.lines.push(rows);
        match owner {
            Some(owner) => drop(behind.named.insert(owner)),
            None => {
                behind.unnamed += 1;
                counted = Counted::Rows;
            }
        }
    }
    let few = said.values().filter(|behind| behind.owners() < k);
    let first = few.clone().min_by_key(|behind| behind.lines[0]).map(|behind| Violation {
        rows: behind.lines.iter().copied().take(ROWS_NAMED).collect(),
        columns: Vec::new(),
        reason: Reason::TooFew { found: behind.owners(), needed: k },
    });
    Verdict {
        holds: first.is_none(),
        counted,
        rows,
        sets: said.len(),
        smallest: said.values().map(Behind::owners).min().unwrap_or(0),
        violations: few.count(),
        first,
    }
}

/// Who stands behind what a line says.
struct Behind<O> {
    named: BTreeSet<O>,
    unnamed: usize,
    /// Where it stands, from 1.
    lines: Vec<usize>,
}

impl<O> Behind<O> {
    fn nobody() -> Behind<O> {
        Behind { named: BTreeSet::new(), unnamed: 0, lines: Vec::new() }
    }

    fn owners(&self) -> usize {
        self.named.len() + self.unnamed
    }
}
