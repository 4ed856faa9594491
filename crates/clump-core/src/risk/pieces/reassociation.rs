//! Re-association attack: the attacker has one row of a person, and guesses another row of the same person.
//!
//! A hash of their numbers divides the owners into two halves. All data of one half are the *reference*: a log of
//! other people, which an attacker may have. Owners of the other half with two rows or more are attacked. One row
//! of theirs, drawn at random, is given, and the attacker guesses the others among all rows. A guess is right if
//! the row is published for the owner. The attacker has one guess or ten, at distinct rows, and draws at random
//! between equally rated rows.
//!
//! A guess that a person has a common row is often right without any attack. So there are two controls that ignore
//! the given row. `Chance` guesses rows in proportion to their owners. `Size` guesses the rows of most owners,
//! which is the best guess for a stranger. The success of an attack beyond `Size` is what pieces reveal of each
//! other.
//!
//! Word vectors could also find related words. They are not available, so closeness in the taxonomy replaces them.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::containers::SparseCounts;
use crate::risk::published::{Lists, Member, PublishedRows};
use crate::risk::victim::draw_victims;
use crate::risk::{Proportion, RiskParameters};
use crate::transactions::Transactions;

mod guesses;
mod reference;
#[cfg(test)]
mod tests;
mod ties;

use guesses::{Sizes, Weights, closest};
use reference::Reference;
use ties::Chances;

/// Largest number of owners in the reference. It bounds the part of a large log that is used.
const MOST_REFERENCES: usize = 10_000;

/// A way in which an attacker guesses rows of the same owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GuessedBy {
    /// Reference: rows whose words occur together with those of the given row in a log of other people.
    Reference,
    /// Rows that are close to the given row in the taxonomy; of equally close rows, those with most owners first.
    Closeness,
    /// The rows with the fewest owners: rare rows may belong to few people.
    Rarity,
    /// Control: the rows with most owners, whatever row is given.
    Size,
    /// Control: rows drawn in proportion to their owners.
    Chance,
}

impl GuessedBy {
    /// All ways of guessing, with the controls last.
    pub const ALL: [GuessedBy; 5] =
        [GuessedBy::Reference, GuessedBy::Closeness, GuessedBy::Rarity, GuessedBy::Size, GuessedBy::Chance];

    /// True if this way ignores the given row. The other ways are compared with it.
    pub fn is_control(self) -> bool {
        matches!(self, GuessedBy::Size | GuessedBy::Chance)
    }
}

/// Success of one way of guessing other rows of an owner from a given row.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reassociation {
    /// The way in which rows were guessed.
    pub by: GuessedBy,
    /// Number of attacked owners.
    pub attacked: usize,
    /// Share of attacks in which the first guess is right.
    pub at_one: Proportion,
    /// Share of attacks in which at least one of ten guesses is right.
    pub at_ten: Proportion,
    /// `at_one` divided by the share for [`GuessedBy::Chance`]; `None` if chance finds nothing.
    pub lift_at_one: Option<f64>,
    /// `at_ten` divided by the share for [`GuessedBy::Chance`]; `None` if chance finds nothing.
    pub lift_at_ten: Option<f64>,
}

/// The row that the attacker is given, and the other rows of its owner, which count as right guesses.
struct Sought {
    given: u32,
    /// Row numbers, ascending; at least one.
    others: Vec<u32>,
}

/// Attacks owners of `published`, which was made from `transactions`. O(rows + items of the reference), plus, for
/// each attacked owner, the rows of some similar people (`reference.rs`) and of a neighbourhood in the taxonomy.
pub(super) fn reassociation(
    published: &PublishedRows<'_>,
    lists: &Lists,
    transactions: &Transactions,
    parameters: RiskParameters,
) -> Vec<Reassociation> {
    let sought = draw(published, parameters);
    if sought.is_empty() {
        return Vec::new();
    }
    let most = MOST_REFERENCES as f64 / transactions.owners() as f64;
    let reference =
        Reference::new(published, transactions, |owner| coin(parameters.seed, owner) < most.min(0.5));
    let sizes = Sizes::new(published);
    let weights = Weights::new(&published.owners);
    let found: Vec<[Chances; 5]> = sought
        .par_iter()
        .enumerate()
        .map_init(
            || (reference::AttackCounts::new(&reference), SparseCounts::new(published.groups.len())),
            |(counts, seen), (number, sought)| {
                GuessedBy::ALL.map(|by| match by {
                    GuessedBy::Reference => reference.guess(sought, counts),
                    GuessedBy::Closeness => closest(published, lists, sought, seen),
                    GuessedBy::Rarity => sizes.fewest_owners(sought),
                    GuessedBy::Size => sizes.most_owners(sought),
                    GuessedBy::Chance => weights.draw(sought, parameters.seed ^ number as u64),
                })
            },
        )
        .collect();
    let attacked = found.len();
    let shares = |way: usize| {
        let share = |chance: fn(&Chances) -> f64| {
            Proportion::of(found.iter().map(|chances| chance(&chances[way])).sum(), attacked)
        };
        [share(|chances| chances.at_one), share(|chances| chances.at_ten)]
    };
    let by_chance = shares(GuessedBy::ALL.len() - 1);
    let lift =
        |found: Proportion, chance: Proportion| (chance.share > 0.0).then(|| found.share / chance.share);
    let of_way = |(way, by): (usize, GuessedBy)| {
        let [at_one, at_ten] = shares(way);
        let [lift_at_one, lift_at_ten] = [lift(at_one, by_chance[0]), lift(at_ten, by_chance[1])];
        Reassociation { by, attacked, at_one, at_ten, lift_at_one, lift_at_ten }
    };
    GuessedBy::ALL.into_iter().enumerate().map(of_way).collect()
}

/// Draws the owners to attack, and the given row of each.
fn draw(published: &PublishedRows<'_>, parameters: RiskParameters) -> Vec<Sought> {
    let is_victim = |rows: &&[Member]| rows.len() > 1 && coin(parameters.seed, rows[0].owner) >= 0.5;
    let victims: Vec<&[Member]> = published.memberships().filter(is_victim).collect();
    let rows = |victim: u32| -> Vec<u32> { victims[victim as usize].iter().map(|row| row.group).collect() };
    let drawn = draw_victims(RiskParameters { known: 1, ..parameters }, victims.len(), rows);
    let seek = |victim: crate::risk::Victim<u32>| {
        let given = *victim.known.first()?;
        Some(Sought { given, others: rows(victim.owner).into_iter().filter(|&row| row != given).collect() })
    };
    drawn.into_iter().filter_map(seek).collect()
}

/// A pseudo-random number from 0 to 1 for each owner, the same in every run (SplitMix64).
fn coin(seed: u64, owner: u32) -> f64 {
    let mut bits = (seed ^ (u64::from(owner) << 32)).wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^= bits >> 31;
    (bits >> 11) as f64 / (1u64 << 53) as f64
}
