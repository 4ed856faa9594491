//! The property `Ceiling`: nothing below a listed node of the taxonomy is published, only the node itself.
//!
//! k owners who share a rare illness are k-anonymous, and everyone knows what they have. With a ceiling at
//! `illness` the release shows only `<illness>` or a higher category for them.
//!
//! Anyone who has the release and the taxonomy can check the ceiling.

use serde::{Deserialize, Serialize};

use super::{NamedNodes, NamedNodesError, Promised, Wording};
use crate::verify::{Counted, ROWS_NAMED, Reason, Verdict, Violation};

/// Nothing that lies below one of `nodes` is published: no label, and no text with a word that leads to the node or below
/// it. What a release has of it is the node itself, or something above.
///
/// Checked by [`none_shown`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Ceiling {
    nodes: NamedNodes,
}

impl Ceiling {
    /// Creates a ceiling at each of `nodes`, in any order.
    pub fn new(nodes: impl IntoIterator<Item = String>) -> Result<Ceiling, NamedNodesError> {
        Ok(Ceiling { nodes: NamedNodes::new(nodes)? })
    }

    /// The names of the nodes of the ceiling, sorted.
    pub fn nodes(&self) -> &[String] {
        self.nodes.names()
    }
}

impl Promised for Ceiling {
    fn nodes(&self) -> &[String] {
        self.nodes.names()
    }

    fn wording(&self) -> Wording {
        Wording {
            short: format!("a ceiling at {}", self.nodes),
            sentence: match self.nodes() {
                [_] => {
                    format!("Of what is below {}, nothing more specific is published than that.", self.nodes)
                }
                _ => format!(
                    "Of what is below any of {}, nothing more specific is published than the node itself.",
                    self.nodes
                ),
            },
            looked_at: ["label", "labels"],
            not_covered: vec![
                "A ceiling is about what the taxonomy places below a node: words that it places elsewhere, or does not have, may tell \
                 the same.",
            ],
            remedy: "make the release again with this ceiling: it has labels below the ceiling",
        }
    }
}

/// Checks that no line shows a refused label. The `reason` of the refusal is a ceiling or a list of terms. Each
/// line gives the number of rows of owners it stands for, and the label number of each column. `is_refused` says
/// for each label number whether it is refused.
///
/// ```
/// use clump_core::verify::{Counted, Reason, none_shown};
///
/// // 0 is `<illness>`, 1 is `cancer`, 2 is `bread`.
/// let check = |lines: &[(usize, [usize; 2])]| {
///     none_shown(lines.iter().copied(), &[false, true, false], Reason::BelowCeiling, Counted::Stated)
/// };
/// assert!(check(&[(5, [0, 2])]).holds);
/// let broken = check(&[(5, [0, 2]), (5, [1, 2])]);
/// assert_eq!(broken.first.map(|first| (first.rows, first.columns)), Some((vec![2], vec![1])));
/// ```
pub fn none_shown<N: IntoIterator<Item = usize>>(
    lines: impl IntoIterator<Item = (usize, N)>,
    is_refused: &[bool],
    reason: Reason,
    counted: Counted,
) -> Verdict {
    let mut verdict = Verdict { sets: is_refused.len(), ..Verdict::of_nothing(counted) };
    let mut is_shown = vec![false; is_refused.len()];
    let mut first: Option<(usize, Violation)> = None;
    for (index, (rows, shown)) in lines.into_iter().enumerate() {
        // A file may state any number, so the sum saturates.
        verdict.rows = verdict.rows.saturating_add(rows);
        for (column, number) in shown.into_iter().enumerate().filter(|&(_, number)| is_refused[number]) {
            is_shown[number] = true;
            match &mut first {
                None => {
                    let (rows, columns) = (vec![index + 1], vec![column + 1]);
                    first = Some((number, Violation { rows, columns, reason }));
                }
                Some((same, Violation { rows, .. })) => {
                    if *same == number && rows.len() < ROWS_NAMED && rows.last() != Some(&(index + 1)) {
                        rows.push(index + 1);
                    }
                }
            }
        }
    }
    verdict.violations = is_shown.into_iter().filter(|&is_shown| is_shown).count();
    verdict.holds = verdict.violations == 0;
    verdict.first = first.map(|(_, violation)| violation);
    verdict
}
