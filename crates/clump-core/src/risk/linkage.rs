//! A scored linkage attack: who knows some items of somebody takes the published row in which they are likeliest.
//!
//! What is known is taken for items drawn from the row. An item of any row was suppressed with chance u, the share of
//! suppressed items in the whole release; then it may be any item of the data. (In pieces, u is the share of the items of
//! the transactions behind rows that are not in the row: most of them are in another.) Otherwise it is behind one of the len
//! items that the row publishes, each as likely; and behind a published v is an item x with chance f(x) / f(v), where f
//! counts the occurrences at or below a node. So the chance of x is
//!
//! ```text
//! f(x) * ((1 - u) / len * sum over published v at or above x of 1 / f(v)  +  u / N)
//! ```
//!
//! and a row is rated by the product over the known items, in relation to a row that explains none: there the chance is
//! f(x) u / N, the same for all such rows, so they are never visited. The attacker is given u, f and N; they can be
//! estimated from a release and a log of similar people. Where nothing is suppressed, a row that does not explain an
//! item is out. In the data as they are an item stands for itself, and a repeated one is one item.
//!
//! Ratings are products and not sums of logarithms: multiplication gives the same bits everywhere, and there is room for
//! [`MOST_KNOWN`](super::MOST_KNOWN) items.
//!
//! The attacker draws from the rows of the groups with the highest rating. Does this find as much as can be found? No:
//! items are taken to be independent. Simpler ratings find less. On 53,058 generated owners, k = 5, right group with 2
//! and 5 known items after `nearest --effort fast`: 4.6 and 1.0 %; by the best published node alone, with the number of
//! distinct items for f and without len, 0.2 and 0.4 %. With the data as they are, right row: 62 and 99.6 %, and 24 and
//! 94 % without len. This rating was chosen among nine on these data, with the same victims. One that let a row suppress
//! in proportion to len + 1 found 5.0 and 1.3 %, but must visit all rows.

use rayon::prelude::*;

use super::Linkage;
use super::published::{Lists, Publishes};
use super::published::{Member, PublishedRows, Reading};
use super::victim::Victim;
use super::victim::{Attempt, tally};
use crate::taxonomy::Node;

/// Ratings that differ by no more than this share are equal: sums and products in another order.
const ROUNDING: f64 = 1e-9;

/// Attacks each of `victims` with 1, 2, ... of the known items. Costs the lists of the nodes at or above them.
pub(super) fn linkage(
    published: &PublishedRows<'_>,
    lists: &Lists,
    victims: &[Victim<Node>],
) -> Vec<Linkage> {
    attack(published, lists, victims, |attacker, victim| {
        let learn = |&item: &Node| {
            attacker.learn(item);
            attacker.attempt(victim.owner)
        };
        victim.known.iter().map(learn).collect()
    })
}

/// Lets an attacker who knows nothing yet make `attempts` on each of `victims`, and tallies them.
pub(super) fn attack<K: Sync>(
    published: &PublishedRows<'_>,
    lists: &Lists,
    victims: &[Victim<K>],
    attempts: impl Fn(&mut Attacker<'_>, &Victim<K>) -> Vec<Attempt> + Sync,
) -> Vec<Linkage> {
    let likelihood = Likelihood::new(published);
    let all_rows = published.rows.iter().copied().map(u64::from).sum();
    let attempts: Vec<Vec<Attempt>> = victims
        .par_iter()
        .map_init(
            || Ratings::new(published.groups.len()),
            |ratings, victim| {
                ratings.clear();
                let likelihood = &likelihood;
                attempts(&mut Attacker { published, lists, likelihood, all_rows, ratings }, victim)
            },
        )
        .collect();
    tally(&attempts)
}

/// Somebody who rates the rows by what they know of a victim.
pub(super) struct Attacker<'a> {
    published: &'a PublishedRows<'a>,
    lists: &'a Lists,
    likelihood: &'a Likelihood<'a>,
    all_rows: u64,
    ratings: &'a mut Ratings,
}

impl Attacker<'_> {
    /// Learns that the victim has `item`.
    pub fn learn(&mut self, item: Node) {
        self.ratings.learn(self.likelihood, self.lists, item);
    }

    /// Takes a row for one of `owner`.
    pub fn attempt(&mut self, owner: u32) -> Attempt {
        self.ratings.attempt(self.published, self.all_rows, self.published.members_of(owner))
    }
}

/// Probability that rows hold an item.
struct Likelihood<'a> {
    published: &'a PublishedRows<'a>,
    /// 1 / len of each group, 0 for an empty one.
    per_item: Vec<f64>,
    /// N (1 - u) / u; none where nothing is suppressed.
    odds: Option<f64>,
}

impl<'a> Likelihood<'a> {
    pub fn new(published: &'a PublishedRows<'a>) -> Likelihood<'a> {
        let per_item = published.groups.iter().map(|bag| match (published.reading, bag.len()) {
            (_, 0) => 0.0,
            (Reading::AsWritten, _) => 1.0 / bag.chunk_by(|a, b| a == b).count() as f64,
            (Reading::AtOrBelow, len) => 1.0 / len as f64,
        });
        let (items, labelled) = (published.items.all() as f64, published.labelled as f64);
        let odds = (published.absent > 0).then(|| items * labelled / published.absent as f64);
        Likelihood { published, per_item: per_item.collect(), odds }
    }

    /// The chance of an item with f = 1 at or below `node`, from what `found` publishes there, if it was not suppressed.
    #[inline]
    fn explained(&self, node: Node, found: &Publishes) -> f64 {
        let behind = match self.published.reading {
            Reading::AsWritten => 1.0,
            Reading::AtOrBelow => {
                let below = self.published.items.count(self.published.taxonomy, node);
                f64::from(found.times) / below.max(1) as f64
            }
        };
        behind * self.per_item[found.group as usize]
    }

    /// Rating of a row for an item that it explains so well: in relation to not at all, if that is possible.
    fn factor(&self, explained: f64) -> f64 {
        self.odds.map_or(explained, |odds| 1.0 + odds * explained)
    }
}

/// The ratings of all groups against one victim.
struct Ratings {
    /// Of each group that explains a known item.
    rating: Vec<Option<f64>>,
    /// These groups.
    rated: Vec<u32>,
    /// Of each other group.
    unrated: f64,
    /// Degree to which each group explains the item at hand; 0 between items.
    explained: Vec<f64>,
}

impl Ratings {
    pub fn new(groups: usize) -> Ratings {
        Ratings { rating: vec![None; groups], rated: Vec::new(), unrated: 1.0, explained: vec![0.0; groups] }
    }

    pub fn clear(&mut self) {
        for group in self.rated.drain(..) {
            self.rating[group as usize] = None;
        }
        self.unrated = 1.0;
    }

    /// Takes another known item into account.
    pub fn learn(&mut self, likelihood: &Likelihood<'_>, lists: &Lists, item: Node) {
        for node in likelihood.published.may_stand_for(item) {
            for found in lists.of(node) {
                let group = found.group as usize;
                self.explained[group] += likelihood.explained(node, found);
                if self.rating[group].is_none() {
                    self.rating[group] = Some(self.unrated);
                    self.rated.push(found.group);
                }
            }
        }
        for &group in &self.rated {
            let explained = std::mem::take(&mut self.explained[group as usize]);
            if let Some(rating) = &mut self.rating[group as usize] {
                *rating *= likelihood.factor(explained);
            }
        }
        self.unrated *= likelihood.factor(0.0);
    }

    fn of(&self, group: u32) -> f64 {
        self.rating[group as usize].unwrap_or(self.unrated)
    }

    /// Chances of drawing one of the rows of the groups that are rated highest, for a victim who is in the groups `own`.
    pub fn attempt<'m>(
        &self,
        published: &PublishedRows<'_>,
        all_rows: u64,
        own: impl Iterator<Item = &'m Member>,
    ) -> Attempt {
        let highest = self.rated.iter().map(|&group| self.of(group)).fold(self.unrated, f64::max);
        let is_best = |rating: f64| rating >= highest * (1.0 - ROUNDING);
        let rows = |group: u32| u64::from(published.rows[group as usize]);
        let rated = |best: bool| {
            let groups = self.rated.iter().filter(|&&group| is_best(self.of(group)) == best);
            groups.map(|&group| rows(group)).sum::<u64>()
        };
        let drawn_from = if is_best(self.unrated) { all_rows - rated(false) } else { rated(true) } as f64;
        let own = own.filter(|member| is_best(self.of(member.group)));
        let (right, group) = own
            .fold((0, 0), |(right, all), member| (right + u64::from(member.rows), all + rows(member.group)));
        // Where nobody has a row, none is taken.
        let drawn_from = drawn_from.max(1.0);
        Attempt { right_row: right as f64 / drawn_from, right_group: group as f64 / drawn_from }
    }
}
