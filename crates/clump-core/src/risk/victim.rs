//! Victims of attacks, and what is known of them: a sample of owners, and for each some of what is theirs, drawn at random.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::{Linkage, Proportion, RiskParameters};
use crate::taxonomy::Node;
use crate::transactions::Transactions;

/// The largest number of known items that is tried. Likelihoods of more could leave the range of numbers.
pub const MOST_KNOWN: usize = 20;

/// An owner who is attacked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Victim<T> {
    /// Number of the owner.
    pub owner: u32,
    /// Things that an attacker can know, in the order in which they are learned: whoever knows m things knows the first m. As many
    /// as are tried, or all there are.
    pub known: Vec<T>,
}

/// Draws the owners to attack from `owners`, and what is known of each from what it `holds`: distinct things in an order
/// that depends on the data alone. Owners ascend. O(owners + what the drawn ones hold).
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

/// Owners of `transactions`, with distinct items of one row of theirs: that with the most, which tells most. Of several
/// such rows the first.
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
