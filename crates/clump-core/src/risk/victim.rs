//! Draws the victims of attacks and the items known of them, and sums up the success of attacks. Victims are a
//! sample of owners, and a random part of the data of each is known.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::{Linkage, Proportion, RiskParameters};
use crate::taxonomy::Node;
use crate::transactions::Transactions;

/// The largest number of known items in an attack. With more, likelihoods could leave the range of floating-point
/// numbers.
pub const MOST_KNOWN: usize = 20;

/// An owner who is attacked, with the things that the attacker knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Victim<T> {
    /// Number of the owner, from 0.
    pub owner: u32,
    /// Data of the owner in random order: an attacker who knows m things knows the first m. Fewer than requested if
    /// the owner has fewer.
    pub known: Vec<T>,
}

/// Draws the owners to attack from `owners`, and the things known of each. `holds` must return the distinct things
/// of an owner in an order that depends on the data alone. Owners ascend. O(owners + things of the drawn owners).
pub fn draw_victims<T: Clone>(
    parameters: RiskParameters,
    owners: usize,
    mut holds: impl FnMut(u32) -> Vec<T>,
) -> Vec<Victim<T>> {
    let mut random = ChaCha8Rng::seed_from_u64(parameters.seed);
    let mut all: Vec<u32> = (0..owners as u32).collect();
    let (drawn, _) = all.partial_shuffle(&mut random, parameters.owners.min(owners));
    drawn.sort_unstable();
    let learn = |&mut owner: &mut u32| {
        let mut things = holds(owner);
        let known = parameters.known.min(MOST_KNOWN).min(things.len());
        Victim { owner, known: things.partial_shuffle(&mut random, known).0.to_vec() }
    };
    drawn.iter_mut().map(learn).collect()
}

/// Draws victims among the owners of `transactions`. Known items come from the row with the most distinct items,
/// which reveals most; of several such rows, from the first.
pub(super) fn who_hold_items(transactions: &Transactions, parameters: RiskParameters) -> Vec<Victim<Node>> {
    let mut longest: Vec<(usize, usize)> = vec![(0, 0); transactions.owners()];
    for (row, bag) in transactions.bags().iter().enumerate() {
        let items = bag.chunk_by(|a, b| a == b).count();
        let most = &mut longest[transactions.owner(row) as usize];
        if items > most.0 {
            *most = (items, row);
        }
    }
    draw_victims(parameters, transactions.owners(), |owner| {
        let mut items = transactions.get(longest[owner as usize].1).to_vec();
        items.dedup();
        items
    })
}

/// Chances of success of one attack on one owner. Between ties the chance is exact, without a draw.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Attempt {
    /// The chance that the picked row belongs to the owner.
    pub right_row: f64,
    /// The chance that the picked row is in one of the owner's groups.
    pub right_group: f64,
}

/// Sums up attacks: `attempts[i][m - 1]` is the attack on victim i by an attacker who knows m things. Stops at the
/// first m that no victim has. Sums follow the order of the victims.
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

// The Wilson score interval is accurate for shares near 0 and 1, which are frequent here.

/// The 97.5 % point of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;

impl Proportion {
    /// The share `right` / `trials`, with its 95 % confidence interval. `right` may be a sum of chances: a chance
    /// varies no more than a drawn result, so the interval is wide enough. Without trials the interval is 0 to 1.
    pub fn of(right: f64, trials: usize) -> Proportion {
        if trials == 0 {
            return Proportion { share: 0.0, low: 0.0, high: 1.0 };
        }
        let n = trials as f64;
        let share = (right / n).clamp(0.0, 1.0);
        let (per_trial, scale) = (Z * Z / n, 1.0 + Z * Z / n);
        let centre = (share + per_trial / 2.0) / scale;
        let reach = (share * (1.0 - share) * per_trial + per_trial * per_trial / 4.0).sqrt() / scale;
        Proportion {
            share,
            low: (centre - reach).clamp(0.0, share),
            high: (centre + reach).clamp(share, 1.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of Newcombe (Statistics in Medicine 17, 1998), method 3.
    #[test]
    fn known_intervals() {
        let cases = [
            (81.0, 263, 0.2553, 0.3662),
            (15.0, 148, 0.0624, 0.1605),
            (0.0, 20, 0.0, 0.1611),
            (1.0, 29, 0.0061, 0.1718),
        ];
        for (right, trials, low, high) in cases {
            let found = Proportion::of(right, trials);
            assert_eq!(found.share, right / trials as f64);
            assert!((found.low - low).abs() < 5e-5 && (found.high - high).abs() < 5e-5, "{found:?}");
        }
    }

    #[test]
    fn the_ends_of_the_scale() {
        assert_eq!(Proportion::of(0.0, 0), Proportion { share: 0.0, low: 0.0, high: 1.0 });
        assert_eq!(Proportion::of(0.0, 9).low, 0.0);
        let all = Proportion::of(20.0, 20);
        assert_eq!((all.share, all.high), (1.0, 1.0));
        assert!((all.low - 0.8389).abs() < 5e-5);
    }
}
