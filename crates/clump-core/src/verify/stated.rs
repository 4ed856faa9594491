//! What a release states of the owners behind its rows must be possible, whoever they are. It is not yet the truth:
//! that shows only with the originals.

use std::hash::Hash;

use super::Verdict;
use super::k_anonymity::shown;

/// Rows that each state how many owners share them: equal rows state the same number, which is at least `least` and the
/// number of these rows. An owner has one of them, however many transactions stand behind it.
pub fn stated_by_rows<R: Clone + Eq + Hash>(
    stated: impl IntoIterator<Item = (usize, R)>,
    least: usize,
) -> Verdict {
    shown(stated).stated_by_rows(least)
}

/// Groups that state how many owners they have: at least `least`, and no group stands there twice. Rows that are taken
/// for groups do, and their owners would count again and again.
pub fn stated_by_groups<R: Clone + Eq + Hash>(
    stated: impl IntoIterator<Item = (usize, R)>,
    least: usize,
) -> Verdict {
    shown(stated).stated_by_groups(least)
}
