//! Attacks on single owners, and what they come to.

use super::{Linkage, Proportion};

/// The chances of one attack on one owner. What is tied is drawn from, so they are exact and not a draw.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Attempt {
    /// That the row is the owner's.
    pub right_row: f64,
    /// That the row was published for a group of the owner.
    pub right_group: f64,
}

/// Sums up attacks: `attempts[i][m - 1]` is that on victim i by somebody who knows m things. Stops at the m that nobody
/// has. The order of the victims fixes that of the sums.
pub fn tally(attempts: &[Vec<Attempt>]) -> Vec<Linkage> {
    let most = attempts.iter().map(Vec::len).max().unwrap_or(0);
    let at = |known: usize| {
        let tried = || attempts.iter().filter_map(move |by_known| by_known.get(known - 1));
        let attacked = tried().count();
        Linkage {
            known,
            attacked,
            right_row: Proportion::of(tried().map(|attempt| attempt.right_row).sum(), attacked),
            right_group: Proportion::of(tried().map(|attempt| attempt.right_group).sum(), attacked),
        }
    };
    (1..=most).map(at).collect()
}
