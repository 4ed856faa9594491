//! A list of what is never published: no label that was typed, and no text, has a term of it.

use super::refused::none_refused;
use super::{Counted, Reason, Verdict};

/// Whether no line shows a term of the list. Takes for each line how many rows of owners it stands for, and the numbers of
/// what it shows, column by column; `is_listed` says of each number whether it has a term.
///
/// ```
/// use clump_core::verify::{Counted, none_listed};
///
/// // 0 is `jane smith`, 1 is `bread`.
/// let is_listed = [true, false];
/// assert!(none_listed([(5, [1])], &is_listed, Counted::Stated).holds);
/// assert!(!none_listed([(5, [0, 1])], &is_listed, Counted::Stated).holds);
/// ```
///
/// # Panics
/// When a line shows a number that `is_listed` does not have.
pub fn none_listed<N: IntoIterator<Item = usize>>(
    lines: impl IntoIterator<Item = (usize, N)>,
    is_listed: &[bool],
    counted: Counted,
) -> Verdict {
    none_refused(lines, is_listed, Reason::Listed, counted)
}
