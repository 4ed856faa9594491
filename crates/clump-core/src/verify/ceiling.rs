//! A ceiling: no published label, and no published text, is below a node that the publisher named.

use super::refused::none_refused;
use super::{Counted, Reason, Verdict};

/// Whether no line shows what is below a ceiling. Takes for each line how many rows of owners it stands for, and the numbers
/// of what it shows, column by column; `is_below` says of each number whether it is below.
///
/// ```
/// use clump_core::verify::{Counted, under_ceilings};
///
/// // 0 is `<illness>`, 1 is `cancer`, 2 is `bread`.
/// let is_below = [false, true, false];
/// assert!(under_ceilings([(5, [0, 2])], &is_below, Counted::Stated).holds);
/// let broken = under_ceilings([(5, [0, 2]), (5, [1, 2])], &is_below, Counted::Stated);
/// assert_eq!(broken.first.map(|first| (first.rows, first.columns)), Some((vec![2], vec![1])));
/// ```
///
/// # Panics
/// When a line shows a number that `is_below` does not have.
pub fn under_ceilings<N: IntoIterator<Item = usize>>(
    lines: impl IntoIterator<Item = (usize, N)>,
    is_below: &[bool],
    counted: Counted,
) -> Verdict {
    none_refused(lines, is_below, Reason::BelowCeiling, counted)
}
