//! Finds the rows that can be in an underpriced group of a lead, its cheapest row, without looking at most rows.
//!
//! A group T with lead t is underpriced by more than `known` when k * kept(T) > known + the sum of its
//! prices. Every price in T is at least the lead's, so that sum is no less than that of the k ranks from the
//! lead on; let `base` be known + the latter. Each u of T has kept(T) <= a(u) = kept({t, u}), so all of them
//! have k * a(u) > base. Three tests exclude rows:
//!
//! - *Prefix filter* (set-similarity joins): leave out features of t, those that most rows have first, while
//!   k times their total weight is at most `base`. A row that has no other feature of t cannot be in T.
//! - *Own price*: k * a(u) > known + price(t) + price(u) + the k - 2 prices after the lead's.
//! - *Repeated test*: a feature of fewer than k - 1 candidates is not kept by any T. A candidate is removed
//!   if its bound ([`Sweep`]) without such features is at most `known`. This is repeated until little
//!   changes.

use super::certify::Problem;
use super::features::Features;
use super::search::{Branch, Candidate, Sweep};
use crate::containers::{Ragged, SparseCounts};

/// The candidates of one lead, which the search combines to groups, numbered by their bound, the best first.
pub struct Candidates {
    pub ranks: Vec<u32>,
    pub prices: Vec<i64>,
    /// By candidate, the features of the lead that it has: a bit set of `scales.words` words.
    pub sets: Vec<u64>,
    pub scales: Scales,
    /// Upper bound of the value that a group of k owners with this lead (cheapest row) keeps.
    pub cap: u32,
    pub branches: Vec<Branch>,
}

/// Error: too many rows share features with the lead to look at all of them, or these rows have too many features.
pub struct TooFar;

/// The owner of each row, and the number of owners that a group must have. Needed if T must satisfy more than
/// its number of rows: an owner has several rows, or T is smaller than a group.
#[derive(Clone, Copy)]
pub struct Owners<'a> {
    pub of: &'a [u32],
    pub least: usize,
}

/// Working memory of one thread, used for one lead after another.
pub struct Scratch {
    /// By rank of a row, the total weight of the features that the row shares with the lead.
    shared: SparseCounts,
    /// By feature, its index among the features of the lead.
    place: Vec<u32>,
    /// Candidates that are passed to the sweep.
    pub list: Vec<Candidate>,
    /// Branches that the sweep returns.
    pub branches: Vec<Branch>,
    pub sweep: Sweep,
    /// Number of rows and features that were read, for all leads so far.
    pub looked_at: u64,
}

impl Scratch {
    pub fn new(features: &Features, rows: usize) -> Scratch {
        Scratch {
            shared: SparseCounts::new(rows),
            place: vec![ABSENT; features.len()],
            list: Vec::new(),
            branches: Vec::new(),
            sweep: Sweep::default(),
            looked_at: 0,
        }
    }
}

const ABSENT: u32 = u32::MAX;

/// By row of a list, the features of the lead that it has, as indexes into the lead's features.
struct Holdings {
    places: Ragged<u32>,
    weights: Vec<u32>,
}

impl Holdings {
    fn new(features: &Features, ranked: &Ranked, lead: &[u32], ranks: &[u32], place: &mut [u32]) -> Holdings {
        for (at, &feature) in (0..).zip(lead) {
            place[feature as usize] = at;
        }
        let mut holdings = Holdings { places: Ragged::default(), weights: Vec::new() };
        for &rank in ranks {
            let theirs = features.of(ranked.rows[rank as usize] as usize);
            let places = theirs.iter().map(|&feature| place[feature as usize]);
            holdings.places.push(places.filter(|&place| place != ABSENT));
        }
        for &feature in lead {
            place[feature as usize] = ABSENT;
        }
        holdings.weights.extend(lead.iter().map(|&feature| features.weight(feature)));
        holdings
    }

    fn of(&self, number: u32) -> &[u32] {
        self.places.get(number as usize)
    }

    /// Total weight of the features that row `number` shares with the lead and for which `counts` is true.
    fn share(&self, number: u32, counts: impl Fn(usize) -> bool) -> u32 {
        let places = self.of(number).iter().map(|&place| place as usize);
        places.filter(|&place| counts(place)).map(|place| self.weights[place]).sum()
    }
}

/// A lead (the cheapest row of a group) whose underpriced groups are searched.
pub struct Lead<'a> {
    pub problem: Problem<'a>,
    pub ranked: &'a Ranked,
    pub rank: usize,
    /// Only groups are searched that are underpriced by more than this. It is at least minus the sum of the k
    /// prices from the lead on.
    pub known: i64,
}

impl Lead<'_> {
    /// The candidates of the lead; `None` if no group is underpriced by more than `known`.
    pub fn candidates(&self, scratch: &mut Scratch) -> Result<Option<Candidates>, TooFar> {
        let Some(ranks) = self.within_reach(scratch)? else { return Ok(None) };
        let row = |&rank: &u32| self.ranked.rows[rank as usize] as usize;
        let looked_at =
            ranks.iter().map(|rank| self.problem.features.of(row(rank)).len() as u64).sum::<u64>();
        if looked_at > self.problem.reach {
            return Err(TooFar);
        }
        scratch.looked_at += looked_at;
        Ok(self.among(ranks, scratch))
    }

    /// The candidates among `ranks`, which are the result of `within_reach`.
    fn among(&self, ranks: Vec<u32>, scratch: &mut Scratch) -> Option<Candidates> {
        let &Lead { problem: Problem { features, owners, k, .. }, ranked, rank: lead, known } = self;
        let row = ranked.rows[lead] as usize;
        let holdings = Holdings::new(features, ranked, features.of(row), &ranks, &mut scratch.place);
        let mut live: Vec<u32> = (0..ranks.len() as u32).collect();
        let mut cap = u32::MAX;
        if let Some(owners) = owners {
            let owner = |number: u32| owners.of[ranked.rows[ranks[number as usize] as usize] as usize];
            let shares = live.iter().map(|&number| (owner(number), holdings.share(number, |_| true)));
            cap = most_of_owners(shares, owners.of[row], owners.least)?;
            live.retain(|&number| ranks[number as usize] as usize > lead);
        }

        let price = |number: u32| ranked.prices[ranks[number as usize] as usize];
        let mut support = vec![0usize; holdings.weights.len()];
        loop {
            support.fill(0);
            for &number in &live {
                for &place in holdings.of(number) {
                    support[place as usize] += 1;
                }
                scratch.looked_at += holdings.of(number).len() as u64;
            }
            scratch.list.clear();
            scratch.list.extend(live.iter().map(|&number| {
                let keeps = holdings.share(number, |place| support[place] >= k - 1).min(cap);
                Candidate { keeps, price: price(number), number }
            }));
            let Scratch { list, branches, sweep, .. } = scratch;
            sweep.branches(list, (k as i64, k - 1), ranked.prices[lead], known, branches);
            if scratch.branches.is_empty() {
                return None;
            }
            let before = live.len();
            live.clear();
            live.extend(scratch.branches.iter().map(|branch| branch.number));
            // Another round costs as much as a search step, so it is made only while it removes enough candidates.
            if live.len() * 16 > before * 15 {
                break;
            }
        }

        let (scales, sets) = pack(&holdings, &live, |place| support[place] >= k - 1);
        Some(Candidates {
            prices: live.iter().map(|&number| price(number)).collect(),
            ranks: live.iter().map(|&number| ranks[number as usize]).collect(),
            sets,
            scales,
            cap,
            branches: (0..)
                .zip(&scratch.branches)
                .map(|(number, b)| Branch { bound: b.bound, number })
                .collect(),
        })
    }

    /// The ranks that pass the prefix filter and the test of their own price, ascending; `None` if there are
    /// too few. If owners have several rows, ranks before the lead are included without the tests: they count
    /// for [`most_of_owners`].
    fn within_reach(&self, scratch: &mut Scratch) -> Result<Option<Vec<u32>>, TooFar> {
        let &Lead { problem: Problem { features, owners, k, reach, .. }, ranked, rank: lead, known } = self;
        let wide = k as i64;
        let Some([but_last @ .., last]) = ranked.prices.get(lead..lead + k) else { return Ok(None) };
        let but_one: i64 = known + but_last.iter().sum::<i64>();
        let base = but_one + last;
        let holders = |feature: u32| {
            let holders = ranked.holders.get(feature as usize);
            let first =
                if owners.is_none() { holders.partition_point(|&rank| rank as usize <= lead) } else { 0 };
            &holders[first..]
        };
        let mine = features.of(ranked.rows[lead] as usize);
        let mut longest: Vec<(usize, u32)> =
            mine.iter().map(|&feature| (holders(feature).len(), feature)).collect();
        longest.sort_unstable_by(|a, b| b.cmp(a));
        let mut left_out = 0;
        let mut looked_at = longest.as_slice();
        while let [(_, feature), rest @ ..] = looked_at
            && wide * i64::from(left_out + features.weight(*feature)) <= base
        {
            left_out += features.weight(*feature);
            looked_at = rest;
        }
        let holders_looked_at = looked_at.iter().map(|&(holders, _)| holders as u64).sum::<u64>();
        if holders_looked_at > reach {
            return Err(TooFar);
        }
        scratch.looked_at += holders_looked_at;
        for &(_, feature) in looked_at {
            for &rank in holders(feature) {
                scratch.shared.add(rank, features.weight(feature));
            }
        }
        let mut ranks = Vec::new();
        for (rank, shared) in scratch.shared.drain() {
            let most = shared + left_out;
            let least = if owners.is_none() { but_one + ranked.prices[rank as usize] } else { base };
            if wide * i64::from(most) > least && rank as usize != lead {
                ranks.push(rank);
            }
        }
        ranks.sort_unstable();
        Ok((ranks.len() >= k - 1).then_some(ranks))
    }
}

/// Upper bound of the value that a group of `least` owners with the lead keeps: the largest c such that rows
/// of `least` owners, including the lead's owner `own`, share at least c with the lead. `None` if there are
/// fewer owners. `shares` are pairs of an owner and the value shared.
fn most_of_owners(shares: impl Iterator<Item = (u32, u32)>, own: u32, least: usize) -> Option<u32> {
    let mut best: Vec<(u32, u32)> = shares.filter(|&(owner, _)| owner != own).collect();
    best.sort_unstable_by(|a, b| b.cmp(a));
    best.dedup_by_key(|&mut (owner, _)| owner);
    best.sort_unstable_by_key(|&(_, share)| std::cmp::Reverse(share));
    best.get(least - 2).map(|&(_, share)| share)
}

/// Packs the `live` rows of `holdings` into bit sets over the features for which `counts` is true.
fn pack(holdings: &Holdings, live: &[u32], counts: impl Fn(usize) -> bool) -> (Scales, Vec<u64>) {
    let mut bit = vec![ABSENT; holdings.weights.len()];
    let mut weights = Vec::new();
    for (place, &weight) in holdings.weights.iter().enumerate().filter(|&(place, _)| counts(place)) {
        bit[place] = weights.len() as u32;
        weights.push(weight);
    }
    let scales = Scales::new(&weights);
    let mut sets = vec![0u64; live.len() * scales.words];
    for (&number, set) in live.iter().zip(sets.chunks_exact_mut(scales.words)) {
        for bit in holdings.of(number).iter().map(|&place| bit[place as usize]).filter(|&bit| bit != ABSENT) {
            set[bit as usize / 64] |= 1 << (bit % 64);
        }
    }
    (scales, sets)
}

/// Rows sorted by price, and for each feature the rows that have it. The index of a row in this order is its rank.
pub struct Ranked {
    /// By rank (index in the order of prices), the number of its row; rows of equal price are sorted by
    /// number.
    pub rows: Vec<u32>,
    pub prices: Vec<i64>,
    /// By feature, the rows that have it, as ranks in ascending order.
    holders: Ragged<u32>,
}

impl Ranked {
    pub fn new(features: &Features, prices: &[i64]) -> Ranked {
        let mut rows: Vec<u32> = (0..prices.len() as u32).collect();
        rows.sort_by_key(|&row| (prices[row as usize], row));
        let held = (0u32..).zip(&rows).flat_map(|(rank, &row)| {
            features.of(row as usize).iter().map(move |&feature| (feature as usize, rank))
        });
        let holders = Ragged::by_key(features.len(), held);
        let prices = rows.iter().map(|&row| prices[row as usize]).collect();
        Ranked { rows, prices, holders }
    }
}

/// Table for weighing bit sets, byte by byte.
pub struct Scales {
    /// Number of 64-bit words of a set.
    pub words: usize,
    /// By byte of a set, the total weight of the bits for each of its 256 values.
    tables: Vec<[u32; 256]>,
}

impl Scales {
    /// Makes the table for sets in which bit i has the weight `weights[i]`.
    pub fn new(weights: &[u32]) -> Scales {
        let words = weights.len().div_ceil(64).max(1);
        let mut tables = vec![[0u32; 256]; words * 8];
        for (byte, table) in tables.iter_mut().enumerate() {
            for value in 1..256usize {
                let lowest = byte * 8 + value.trailing_zeros() as usize;
                table[value] = table[value & (value - 1)] + weights.get(lowest).copied().unwrap_or(0);
            }
        }
        Scales { words, tables }
    }

    /// Total weight of the bits that both sets have.
    pub fn weigh_both(&self, a: &[u64], b: &[u64]) -> u32 {
        let mut sum = 0;
        for ((a, b), tables) in a.iter().zip(b).zip(self.tables.chunks_exact(8)) {
            let both = a & b;
            if both != 0 {
                for (table, byte) in tables.iter().zip(both.to_le_bytes()) {
                    sum += table[usize::from(byte)];
                }
            }
        }
        sum
    }
}
