//! Best-first branch and bound for the most underpriced group of one lead.
//!
//! A node is a set of chosen rows with the candidates that may follow, in the order of their bounds. Its next child
//! chooses the next candidate and may go on with those after it only, so each set is met once. The queue always
//! continues where the bound is highest; what is at its head bounds all that has not been tried, and when that is no
//! more than the best group found, that group is the worst of all. So the search may stop at any time and still have
//! a bound. Only rows are branched on, at most k - 1 deep; a branching on features was not needed: 30 million
//! intersections settled every row of the foodmart customers that was tried, 0.04 million do on average.

use std::collections::BinaryHeap;

use super::candidates::{Candidates, Scratch};
use super::sweep::{Branch, Candidate};
use crate::progress::Progress;

/// The answer for one lead.
pub struct Found {
    /// For every group of this lead, k * kept exceeds the sum of prices by no more than this.
    pub bound: i64,
    /// The largest excess found, or the one known before; equal to `bound` when the search came to its end.
    pub excess: i64,
    /// The group with that excess: ranks of its rows without the lead. Empty when none exceeds what was known.
    pub others: Vec<u32>,
    /// What that group keeps.
    pub kept: u32,
    /// Intersections weighed.
    pub weighed: u64,
    /// Steps taken: intersections weighed, and features looked at before.
    pub steps: u64,
    /// Whether the candidates were too many to look at.
    pub is_too_far: bool,
}

impl Found {
    /// Nothing exceeds `known`.
    pub fn none(known: i64) -> Found {
        Found {
            bound: known,
            excess: known,
            others: Vec::new(),
            kept: 0,
            weighed: 0,
            steps: 0,
            is_too_far: false,
        }
    }
}

/// A set of chosen rows and the candidates that may follow, of which those before `next` have been tried.
struct Open {
    /// The features that all chosen rows share.
    set: Vec<u64>,
    /// The price of the chosen rows, the lead's included.
    price: i64,
    chosen: Vec<u32>,
    branches: Vec<Branch>,
    next: usize,
}

/// How many times the search first runs straight down, to know a good group early.
const DIVES: u32 = 4;

/// The most underpriced group among the lead and `k - 1` of its candidates, if it exceeds `known`. Stops after about
/// `budget` intersections, or when the run is cancelled, with a bound that still holds.
pub fn search(
    c: &Candidates,
    lead_price: i64,
    k: usize,
    known: i64,
    budget: u64,
    scratch: &mut Scratch,
    progress: &dyn Progress,
) -> Found {
    let wide = k as i64;
    let words = c.scales.words();
    let set_of = |number: u32| &c.sets[number as usize * words..(number as usize + 1) * words];
    let mut cheapest: Vec<i64> = c.prices.clone();
    cheapest.sort_unstable();
    let cheapest: Vec<i64> = std::iter::once(0)
        .chain(cheapest.iter().take(k).scan(0, |sum, &price| {
            *sum += price;
            Some(*sum)
        }))
        .collect();
    let mut found = Found::none(known);
    if k == 2 {
        // One row is missing, and its bound is its excess.
        if let Some(first) = c.branches.first().filter(|first| first.bound > known) {
            let (number, price) = (first.number, c.prices[first.number as usize]);
            found.excess = first.bound;
            found.others.push(c.ranks[number as usize]);
            found.kept = u32::try_from((first.bound + lead_price + price) / wide).unwrap_or(u32::MAX);
        }
        found.bound = found.excess;
        return found;
    }
    let mut open: Vec<Open> = vec![Open {
        set: vec![u64::MAX; words],
        price: lead_price,
        chosen: Vec::new(),
        branches: c.branches.clone(),
        next: 0,
    }];
    // (bound, node); ties: the younger node, which is deeper.
    let mut queue: BinaryHeap<(i64, usize)> = BinaryHeap::new();
    queue.extend(c.branches.first().map(|first| (first.bound, 0)));
    let mut dives = 0;
    while let Some((bound, mut at)) = queue.pop() {
        if bound <= found.excess {
            break;
        }
        if found.weighed > budget || progress.is_cancelled() {
            found.bound = bound;
            return found;
        }
        loop {
            let node = &mut open[at];
            let missing = k - 1 - node.chosen.len();
            let joined = node.branches[node.next].number;
            node.next += 1;
            let node = &open[at];
            let later = &node.branches[node.next..];
            if later.len() >= missing && later[0].bound > found.excess {
                queue.push((later[0].bound, at));
            }
            let need = missing - 1;
            if later.len() < need {
                break;
            }
            found.weighed += later.len() as u64 + 1;
            let set: Vec<u64> = node.set.iter().zip(set_of(joined)).map(|(a, b)| a & b).collect();
            let price = node.price + c.prices[joined as usize];
            if need == 1 {
                for &Branch { number, .. } in later {
                    let keeps = c.scales.weigh_both(&set, set_of(number)).min(c.cap);
                    let excess = wide * i64::from(keeps) - price - c.prices[number as usize];
                    if excess > found.excess {
                        found.excess = excess;
                        found.kept = keeps;
                        found.others.clear();
                        found.others.extend(
                            node.chosen
                                .iter()
                                .chain([&joined, &number])
                                .map(|&number| c.ranks[number as usize]),
                        );
                    }
                }
                break;
            }
            let rest = price + cheapest[need - 1];
            scratch.list.clear();
            for &Branch { number, .. } in later {
                let keeps = c.scales.weigh_both(&set, set_of(number)).min(c.cap);
                let own = c.prices[number as usize];
                if wide * i64::from(keeps) - rest - own > found.excess {
                    scratch.list.push(Candidate { keeps, price: own, number });
                }
            }
            scratch.sweep.branches(
                &mut scratch.list,
                (wide, need),
                price,
                found.excess,
                &mut scratch.branches,
            );
            if scratch.branches.is_empty() {
                break;
            }
            let mut chosen = node.chosen.clone();
            chosen.push(joined);
            open.push(Open { set, price, chosen, branches: scratch.branches.clone(), next: 0 });
            at = open.len() - 1;
            if dives >= DIVES || found.weighed > budget {
                queue.push((open[at].branches[0].bound, at));
                break;
            }
        }
        dives += 1;
    }
    found.bound = found.excess;
    found
}
