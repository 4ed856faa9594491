//! Labels and texts that must not be published at all, however many owners share them.
//!
//! Labels and texts are numbers here: which of them are refused is the caller's to say. Unlike other verdicts these count no
//! owners.

use super::{Counted, ROWS_NAMED, Reason, Verdict, Violation};

/// Whether no line shows what is refused, and for which `reason` it would be. Takes for each line how many rows of owners it
/// stands for, and the numbers of what it shows, column by column.
pub(super) fn none_refused<N: IntoIterator<Item = usize>>(
    lines: impl IntoIterator<Item = (usize, N)>,
    is_refused: &[bool],
    reason: Reason,
    counted: Counted,
) -> Verdict {
    let mut verdict = Verdict { sets: is_refused.len(), ..Verdict::of_nothing(counted) };
    let mut is_shown = vec![false; is_refused.len()];
    let mut first: Option<(usize, Violation)> = None;
    for (index, (rows, shown)) in lines.into_iter().enumerate() {
        // A file may state anything; a sum that is too large to count is large enough.
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
