//! A log in which every line is shared by at least k owners.

use std::collections::{BTreeMap, BTreeSet};

use super::{Counted, ROWS_NAMED, Reason, Verdict, Violation};

/// Whether everything that a published log says is said of at least `k` owners. Takes the owner of each line, and all
/// else that stands there. A line without an owner counts as that of one: then lines are counted, and whoever made them
/// must see to it that no owner has two that are equal. A log without lines says nothing of fewer than k, so the promise
/// holds.
pub fn common_queries<O: Ord, L: Ord>(lines: impl IntoIterator<Item = (Option<O>, L)>, k: usize) -> Verdict {
    let mut said = SaidLines::default();
    for (owner, line) in lines {
        said.push(owner, line);
    }
    said.common_queries(k)
}

/// The lines of a log with who stands behind each: the fold of [`common_queries`]. Lines are pushed in the order of the
/// file, and parts are merged in order.
#[derive(Clone, Debug)]
pub struct SaidLines<O, L> {
    said: BTreeMap<L, Behind<O>>,
    lines: usize,
    /// Some line has no owner.
    has_unnamed: bool,
}

impl<O, L> Default for SaidLines<O, L> {
    fn default() -> Self {
        SaidLines { said: BTreeMap::new(), lines: 0, has_unnamed: false }
    }
}

impl<O: Ord, L: Ord> SaidLines<O, L> {
    /// Takes the next line: whose it is, if that is known, and all else that stands there.
    pub fn push(&mut self, owner: Option<O>, line: L) {
        self.lines += 1;
        let behind = self.said.entry(line).or_insert_with(Behind::nobody);
        if behind.lines.len() < ROWS_NAMED {
            behind.lines.push(self.lines);
        }
        if let Some(owner) = owner {
            behind.named.insert(owner);
        } else {
            behind.unnamed += 1;
            self.has_unnamed = true;
        }
    }

    /// Takes all lines of `later`, which come next.
    pub fn merge(&mut self, later: SaidLines<O, L>) {
        let before = self.lines;
        self.lines += later.lines;
        self.has_unnamed |= later.has_unnamed;
        for (line, more) in later.said {
            let behind = self.said.entry(line).or_insert_with(Behind::nobody);
            behind.named.extend(more.named);
            behind.unnamed += more.unnamed;
            let room = ROWS_NAMED - behind.lines.len();
            behind.lines.extend(more.lines.into_iter().take(room).map(|line| line + before));
        }
    }

    /// Whether everything that is said is said of at least `k` owners.
    pub fn common_queries(&self, k: usize) -> Verdict {
        let few = self.said.values().filter(|behind| behind.owners() < k);
        let first = few.clone().min_by_key(|behind| behind.lines[0]).map(|behind| Violation {
            rows: behind.lines.clone(),
            columns: Vec::new(),
            reason: Reason::TooFew { found: behind.owners(), needed: k },
        });
        Verdict {
            holds: first.is_none(),
            counted: if self.has_unnamed { Counted::Rows } else { Counted::Owners },
            rows: self.lines,
            sets: self.said.len(),
            smallest: self.said.values().map(Behind::owners).min().unwrap_or(0),
            violations: few.count(),
            first,
        }
    }
}

/// Who stands behind what a line says.
#[derive(Clone, Debug)]
struct Behind<O> {
    named: BTreeSet<O>,
    unnamed: usize,
    /// Where it stands first, from 1.
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
