//! A ceiling on what a release shows: nothing below a named node is published, only the node itself.
//!
//! k owners who share a rare illness are k-anonymous, and everyone knows what they have. With a ceiling at
//! `illness` the release shows `<illness>` for them, or something above it, however many owners share more.
//!
//! The labels are in the release and the nodes in the taxonomy, so anyone who has both can check it.

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
    /// A ceiling at each of `nodes`, which may come in any order.
    pub fn new(nodes: impl IntoIterator<Item = String>) -> Result<Ceiling, NamedNodesError> {
        Ok(Ceiling { nodes: NamedNodes::new(nodes)? })
    }

    /// The nodes, by name, sorted.
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

/// Checks that no line shows anything that is refused for this `reason`: that it is below a ceiling, or has a term of
/// a list. Takes for each line the number of rows of owners that it stands for, and the numbers of what it shows,
/// column by column. `is_refused` has all of these numbers.
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
        // A file may state anything; the sum saturates.
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
