//! What whoever knows some labels of a row concludes of the others: of pieces and facts, of which each tells only what stands
//! in it.
//!
//! For each named node, and for every set of labels that stands in one row beside something at or below it: the rows that
//! show both have together at most a share of the owners of the largest row that shows the set. An owner may be behind
//! many rows, so the first number is at least that of the owners who are seen to have both, and the second at most that
//! of the owners who have the set.
//!
//! Which named nodes a label is at or below is the caller's to say, and so is which labels are alike.

use std::collections::{BTreeMap, BTreeSet};

use super::{Counted, Reason, Verdict, Violation};
use crate::promise::Share;

/// A row that shows something sensitive beside more labels than this is not looked at but breaks the promise: each of them
/// doubles the sets.
pub const MOST_BESIDE: usize = 12;

/// A row as it is published.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownRow<L> {
    /// How many owners it states.
    pub owners: usize,
    /// Its labels, each with the numbers of the named nodes that it is at or below.
    pub labels: Vec<(L, Vec<usize>)>,
}

/// Whether no row shows anything at or below a named node with more than this `certainty`. Row i stands on line i + 1.
///
/// ```
/// use clump_core::verify::{ShownRow, uninferred};
///
/// let row = |owners, labels: &[&'static str]| {
///     let labels = labels.iter().map(|&label| (label, if label == "hiv" { vec![0] } else { vec![] })).collect();
///     ShownRow { owners, labels }
/// };
/// // Who typed `clinic` is one of twelve at least, and five of these are seen to have typed `hiv` with it.
/// let rows = [row(5, &["clinic", "hiv"]), row(12, &["clinic"]), row(9, &["hiv"])];
/// assert!(uninferred(&rows, "0.5".parse()?).holds);
/// assert!(!uninferred(&rows, "0.4".parse()?).holds);
/// # Ok::<(), clump_core::promise::ShareError>(())
/// ```
pub fn uninferred<L: Ord>(rows: &[ShownRow<L>], certainty: Share) -> Verdict {
    if rows.is_empty() {
        return Verdict::of_nothing(Counted::Stated);
    }
    let mut holding: BTreeMap<&L, BTreeSet<usize>> = BTreeMap::new();
    for (place, row) in rows.iter().enumerate() {
        for (label, _) in &row.labels {
            holding.entry(label).or_default().insert(place);
        }
    }
    let broken: BTreeMap<usize, Reason> = (0..rows.len())
        .filter_map(|place| Some((place, too_certain(rows, &holding, place, certainty)?)))
        .collect();
    let first = broken.iter().next().map(|(&place, &reason)| Violation {
        rows: vec![place + 1],
        columns: Vec::new(),
        reason,
    });
    Verdict {
        holds: broken.is_empty(),
        counted: Counted::Stated,
        rows: rows.iter().fold(0, |sum, row| sum.saturating_add(row.owners)),
        sets: rows.len(),
        smallest: rows.iter().map(|row| row.owners).min().unwrap_or(0),
        violations: broken.len(),
        first,
    }
}

/// What is too certain to whoever knows some of the row at `place`: of how many owners, and of how many at most.
fn too_certain<L: Ord>(
    rows: &[ShownRow<L>],
    holding: &BTreeMap<&L, BTreeSet<usize>>,
    place: usize,
    certainty: Share,
) -> Option<Reason> {
    let row = &rows[place];
    let named: BTreeSet<usize> = row.labels.iter().flat_map(|(_, nodes)| nodes).copied().collect();
    named.into_iter().find_map(|node| {
        let beside: BTreeSet<&L> =
            row.labels.iter().filter(|(_, nodes)| !nodes.contains(&node)).map(|(label, _)| label).collect();
        let beside: Vec<&L> = beside.into_iter().collect();
        if beside.len() > MOST_BESIDE {
            return Some(Reason::TooCertain { holders: row.owners, of: row.owners });
        }
        (1u32..1 << beside.len()).find_map(|chosen| {
            let mut known = (0..beside.len())
                .filter(|label| chosen >> label & 1 == 1)
                .map(|label| &holding[beside[label]]);
            let first = known.next().expect("the set is not empty").clone();
            let both = known.fold(first, |both, other| both.intersection(other).copied().collect());
            let shows = |place: &usize| rows[*place].labels.iter().any(|(_, nodes)| nodes.contains(&node));
            let owners = |place: &usize| rows[*place].owners;
            let holders = both.iter().filter(|place| shows(place)).map(owners).fold(0, usize::saturating_add);
            let of = both.iter().map(owners).max().expect("the row itself holds it");
            certainty.is_exceeded(holders, of).then_some(Reason::TooCertain { holders, of })
        })
    })
}
