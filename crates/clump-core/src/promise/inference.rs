//! Checks inferences in pieces and facts: an attacker knows some labels of a row and infers its other labels. Each
//! row shows only its own labels.
//!
//! The check covers each sensitive node that the publisher listed, and every set of labels that is in one row
//! together with something at or below the node. The rows that show both may have together at most the given share
//! of the owners of the largest row that shows the set. An owner may be in many rows. So the first number is at
//! least that of the owners who are seen to have both, and the second at most that of the owners who have the set.
//!
//! Two labels may reveal together what neither reveals alone, as two words of a phrase do. The set of all labels of
//! such a row is not checked, because an attacker who knows them all need not infer anything. Every smaller set is
//! checked.
//!
//! The caller decides which sensitive nodes each label is at or below, and which labels are equal.

use std::collections::{BTreeMap, BTreeSet};

use super::Share;
use crate::verify::{Counted, Reason, Verdict, Violation};

/// Largest number of other labels in a row with a sensitive label. A row with more breaks the promise without being
/// checked, because each label doubles the number of sets.
pub const MOST_BESIDE: usize = 12;

/// A published row, as the inference check needs it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownRow<L> {
    /// Number of owners that the row states.
    pub owners: usize,
    /// The labels of the row, each with the numbers of the sensitive nodes that it is at or below.
    pub labels: Vec<(L, Vec<usize>)>,
    /// The numbers of the sensitive nodes that the row shows only by several labels together.
    pub together: Vec<usize>,
}

impl<L> ShownRow<L> {
    fn shows(&self, node: usize) -> bool {
        self.together.contains(&node) || self.labels.iter().any(|(_, nodes)| nodes.contains(&node))
    }
}

/// Checks that no row lets an attacker infer a sensitive node with more than this `certainty`. Row i (from 0) is on
/// line i + 1.
pub fn uninferred<L: Ord>(rows: &[ShownRow<L>], certainty: Share) -> Verdict {
    if rows.is_empty() {
        return Verdict::of_nothing(Counted::Stated);
    }
    let owners = rows.iter().fold(0, |sum: usize, row| sum.saturating_add(row.owners));
    let smallest = rows.iter().map(|row| row.owners).min();
    Verdict::of_violations(Counted::Stated, [owners, rows.len()], smallest, broken(rows, certainty))
}

/// Like [`uninferred`], for a table of facts. A table without rows passes. If numbers are rounded or on a scale,
/// the caller must check the exact ones too. The verdict must not reveal exact numbers that the table does not
/// show, so it counts rows, not owners.
pub fn uninferred_facts<L: Ord>(rows: &[ShownRow<L>], certainty: Share) -> Verdict {
    Verdict::of_violations(Counted::Stated, [rows.len(); 2], None, broken(rows, certainty))
}

/// One violation for each row that allows too certain an inference, in the order of the rows.
fn broken<L: Ord>(rows: &[ShownRow<L>], certainty: Share) -> Vec<Violation> {
    let mut inference = Inference { rows, holding: BTreeMap::new(), certainty, found: BTreeMap::new() };
    for (place, row) in rows.iter().enumerate() {
        for (label, _) in &row.labels {
            inference.holding.entry(label).or_default().insert(place);
        }
    }
    let violation = |place: usize| {
        let reason = inference.too_certain(place)?;
        Some(Violation { rows: vec![place + 1], columns: Vec::new(), reason })
    };
    (0..rows.len()).filter_map(violation).collect()
}

/// State of the check for too certain inferences.
struct Inference<'r, L> {
    rows: &'r [ShownRow<L>],
    /// For each label, the indices of the rows that have it.
    holding: BTreeMap<&'r L, BTreeSet<usize>>,
    certainty: Share,
    /// Result for each pair of a sensitive node and a set of labels, cached because many rows have the same set.
    found: BTreeMap<(usize, Vec<&'r L>), Option<Reason>>,
}

impl<'r, L: Ord> Inference<'r, L> {
    /// The first too certain inference from labels of the row at index `place`; `None` if there is none.
    fn too_certain(&mut self, place: usize) -> Option<Reason> {
        let row = &self.rows[place];
        let of_labels = row.labels.iter().flat_map(|(_, nodes)| nodes);
        let named: BTreeSet<usize> = of_labels.chain(&row.together).copied().collect();
        let all: BTreeSet<&L> = row.labels.iter().map(|(label, _)| label).collect();
        named.into_iter().find_map(|node| {
            let beside = row.labels.iter().filter(|(_, nodes)| !nodes.contains(&node));
            let beside: BTreeSet<&L> = beside.map(|(label, _)| label).collect();
            let beside: Vec<&L> = beside.into_iter().collect();
            if beside.len() > MOST_BESIDE {
                return Some(Reason::TooCertain { holders: row.owners, of: row.owners });
            }
            (1u32..1 << beside.len()).find_map(|chosen| {
                let known: Vec<&L> = (0..beside.len())
                    .filter(|label| chosen >> label & 1 == 1)
                    .map(|label| beside[label])
                    .collect();
                if known.len() == all.len() {
                    return None;
                }
                self.concluded(node, known)
            })
        })
    }

    /// The inference of `node` from the labels `known`, which some row has; `None` if it is not too certain.
    fn concluded(&mut self, node: usize, known: Vec<&'r L>) -> Option<Reason> {
        if let Some(&found) = self.found.get(&(node, known.clone())) {
            return found;
        }
        let mut sets: Vec<&BTreeSet<usize>> = known.iter().map(|label| &self.holding[label]).collect();
        sets.sort_by_key(|set| set.len());
        let has_all = |place: &&usize| sets[1..].iter().all(|set| set.contains(*place));
        let both: Vec<usize> = sets[0].iter().filter(has_all).copied().collect();
        let owners = |place: &usize| self.rows[*place].owners;
        let shows = |place: &&usize| self.rows[**place].shows(node);
        let holders = both.iter().filter(shows).map(owners).fold(0, usize::saturating_add);
        let of = both.iter().map(owners).max().expect("some row has all of it");
        let is_too_much = self.certainty.is_exceeded(holders, of);
        let found = is_too_much.then_some(Reason::TooCertain { holders, of });
        self.found.insert((node, known), found);
        found
    }
}
