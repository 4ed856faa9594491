//! Regroups the rows of a few groups: one step of the search.
//!
//! The rows are copied into bit sets over the features that can make a difference among them: those of at
//! least k, but not all, of these rows. After that the search touches a few cache lines only.

use super::Form;
use super::features::Rows;
use super::groups::Meter;
use super::holders::GrowingGroup;
use super::search::Random;
use crate::containers::{Ragged, SparseCounts};

/// Working memory for one step, reused for the next. *Members* are the rows of the groups at hand.
pub(super) struct Local<'a> {
    rows: &'a Rows,
    /// By feature, the number of members that have it; later its index in `features` plus one.
    counts: SparseCounts,
    members: Vec<u32>,
    /// By bit of the bit sets: the feature, and its weight.
    features: Vec<u32>,
    weight: Vec<i64>,
    /// By member, its features as a bit set.
    bits: Ragged<u64>,
    /// By member, the total weight of its features in the bit set.
    reach: Vec<i64>,
    meter: Meter,
    // State of one attempt:
    taken: Vec<bool>,
    bound: Vec<i64>,
    common: Vec<u64>,
    /// Sensitive nodes in the open group.
    growing: GrowingGroup,
    plan: Regrouping,
    best: Regrouping,
}

/// A grouping of the members, by their indexes. The last group is open while it grows.
#[derive(Default)]
struct Regrouping {
    groups: Ragged<u16>,
    value: i64,
}

/// One in this many attempts forms one group less than possible: larger groups may keep more in total.
const FEWER: usize = 4;

impl<'a> Local<'a> {
    pub fn new(rows: &'a Rows) -> Local<'a> {
        Local {
            rows,
            counts: SparseCounts::new(rows.features.len()),
            members: Vec::new(),
            features: Vec::new(),
            weight: Vec::new(),
            bits: Ragged::default(),
            reach: Vec::new(),
            meter: Meter::new(rows),
            taken: Vec::new(),
            bound: Vec::new(),
            common: Vec::new(),
            growing: GrowingGroup::default(),
            plan: Regrouping::default(),
            best: Regrouping::default(),
        }
    }

    /// Tries `attempts` random groupings of the rows of `groups`. Returns the best one if its value exceeds
    /// that of `groups` minus `allowance`; otherwise `None`.
    pub fn improve(
        &mut self,
        groups: &[&[u32]],
        attempts: usize,
        allowance: i64,
        random: &mut Random,
    ) -> Option<Vec<Vec<u32>>> {
        self.load(groups);
        let mut start = 0;
        let mut before = 0;
        for group in groups {
            before += self.value(start..start + group.len());
            start += group.len();
        }
        self.best.value = before - allowance;
        let mut found = false;
        for _ in 0..attempts {
            if self.attempt(random) && self.plan.value > self.best.value {
                std::mem::swap(&mut self.plan, &mut self.best);
                found = true;
            }
        }
        found.then(|| {
            let row = |&at: &u16| self.members[usize::from(at)];
            self.best.groups.iter().map(|group| group.iter().map(row).collect()).collect()
        })
    }

    /// Makes the rows of `groups` the members, in this order.
    fn load(&mut self, groups: &[&[u32]]) {
        let rows = self.rows;
        self.members.clear();
        groups.iter().for_each(|group| self.members.extend_from_slice(group));
        let m = self.members.len();
        for &row in &self.members {
            for &feature in rows.get(row) {
                self.counts.add(feature, 1);
            }
        }
        self.features.clear();
        self.weight.clear();
        let least = rows.k as u32;
        let most = if rows.form == Form::Bags { m as u32 - 1 } else { m as u32 };
        self.counts.replace_each(|feature, count| {
            if !(least..=most).contains(&count) {
                return 0;
            }
            self.features.push(feature);
            self.weight.push(rows.weight(feature) as i64);
            self.features.len() as u32
        });
        let words = self.features.len().div_ceil(64);
        self.weight.resize(words * 64, 0);
        self.bits.clear();
        self.reach.clear();
        for (at, &row) in self.members.iter().enumerate() {
            self.bits.open().resize((at + 1) * words, 0);
            let bits = self.bits.pending_mut();
            let mut reach = 0;
            for &feature in rows.get(row) {
                let place = self.counts.get(feature) as usize;
                if place > 0 {
                    bits[(place - 1) / 64] |= 1 << ((place - 1) % 64);
                    reach += self.weight[place - 1];
                }
            }
            self.bits.close();
            self.reach.push(reach);
        }
        self.counts.clear();
    }

    /// Value that a group keeps for each of its rows if these share exactly the features in both bit sets.
    fn kept(&mut self, a: &[u64], b: &[u64]) -> i64 {
        if self.rows.form == Form::Bags {
            return self.shared(a, b);
        }
        self.meter.clear();
        for (word, (a, b)) in a.iter().zip(b).enumerate() {
            let mut both = a & b;
            while both != 0 {
                let place = word * 64 + both.trailing_zeros() as usize;
                self.meter.add(self.rows, self.features[place]);
                both &= both - 1;
            }
        }
        self.meter.kept()
    }

    /// Total weight of the features in both bit sets.
    fn shared(&self, a: &[u64], b: &[u64]) -> i64 {
        let mut sum = 0;
        for (weight, (a, b)) in self.weight.chunks_exact(64).zip(a.iter().zip(b)) {
            let mut both = a & b;
            while both != 0 {
                sum += weight[both.trailing_zeros() as usize & 63];
                both &= both - 1;
            }
        }
        sum
    }

    /// Total value that a group of the members at `places` keeps.
    fn value(&mut self, places: std::ops::Range<usize>) -> i64 {
        let size = places.len() as i64;
        self.common.clear();
        self.common.extend_from_slice(self.bits.get(places.start));
        for place in places {
            for (common, bits) in self.common.iter_mut().zip(self.bits.get(place)) {
                *common &= bits;
            }
        }
        let common = std::mem::take(&mut self.common);
        let value = size * self.kept(&common, &common);
        self.common = common;
        value
    }

    /// Makes one random grouping in `self.plan`. False if some group would have fewer than k owners.
    fn attempt(&mut self, random: &mut Random) -> bool {
        let (m, k) = (self.members.len(), self.rows.k);
        // Factor by which a row's own weight counts against it, in quarters.
        let lambda = 1 + random.below(4) as i64;
        let heaviest_first = random.below(2) == 0;
        self.taken.clear();
        self.taken.resize(m, false);
        self.plan.groups.clear();
        let mut left = m / k;
        if left > 1 && m <= (left - 1) * (2 * k - 1) && random.below(FEWER) == 0 {
            left -= 1;
        }
        // By group: its value, and the features that all its rows have.
        let mut groups: Vec<(i64, Vec<u64>)> = Vec::with_capacity(left);
        while left > 0 && m - self.plan.groups.values().len() >= k {
            left -= 1;
            let seed = if heaviest_first { self.heaviest() } else { self.any(random) };
            let Some(seed) = seed else { break };
            if !self.grow(seed, lambda) {
                break;
            }
            self.absorb(random);
            self.plan.groups.close();
            let common = std::mem::take(&mut self.common);
            groups.push((self.kept(&common, &common), common));
        }
        !groups.is_empty() && self.place_rest(&mut groups)
    }

    /// The free member with the largest reach; the first of equals.
    fn heaviest(&self) -> Option<usize> {
        let free = (0..self.members.len()).filter(|&at| !self.taken[at]);
        free.max_by_key(|&at| (self.reach[at], std::cmp::Reverse(at)))
    }

    fn any(&self, random: &mut Random) -> Option<usize> {
        let nth = random.below(self.members.len() - self.plan.groups.values().len());
        (0..self.members.len()).filter(|&at| !self.taken[at]).nth(nth)
    }

    /// Opens a group of k owners around `seed` in the plan. False, with no open group, if owners are too few.
    fn grow(&mut self, seed: usize, lambda: i64) -> bool {
        let start = self.plan.groups.values().len();
        self.common.clear();
        self.common.extend_from_slice(self.bits.get(seed));
        self.taken[seed] = true;
        self.growing.clear();
        self.growing.join(self.rows, self.members[seed]);
        self.plan.groups.open().push(seed as u16);
        self.bound.clone_from(&self.reach);
        for size in 1..self.rows.k as i64 {
            let Some(at) = self.pick(size, lambda) else {
                for at in self.plan.groups.open().drain(start..) {
                    self.taken[usize::from(at)] = false;
                }
                return false;
            };
            self.taken[at] = true;
            self.growing.join(self.rows, self.members[at]);
            self.plan.groups.open().push(at as u16);
            self.common.iter_mut().zip(self.bits.get(at)).for_each(|(common, bits)| *common &= bits);
        }
        true
    }

    /// The free member of a new owner with the best score for the open group. A value computed with fewer
    /// rows in the group is an upper bound of the present one.
    fn pick(&mut self, size: i64, lambda: i64) -> Option<usize> {
        let group = self.plan.groups.pending();
        let (is_one_per_owner, owner) =
            (self.rows.one_per_owner(), |at: usize| self.rows.owner(self.members[at]));
        let mut best: Option<(i64, usize)> = None;
        for at in 0..self.members.len() {
            if self.taken[at] {
                continue;
            }
            let score = |kept: i64| 4 * (size + 1) * kept - lambda * self.reach[at];
            if best.is_some_and(|(most, _)| score(self.bound[at]) <= most) {
                continue;
            }
            if !is_one_per_owner && group.iter().any(|&other| owner(usize::from(other)) == owner(at))
                || !self.growing.may_join(self.rows, self.members[at])
            {
                continue;
            }
            let kept = self.shared(&self.common, self.bits.get(at));
            self.bound[at] = kept;
            if best.is_none_or(|(most, _)| score(kept) > most) {
                best = Some((score(kept), at));
            }
        }
        best.map(|(_, at)| at)
    }

    /// In half of the calls, adds the free members that leave the group's features unchanged and keep most of
    /// their own weight, unless they are enough for another group.
    fn absorb(&mut self, random: &mut Random) {
        if !self.rows.one_per_owner() || random.below(2) == 0 {
            return;
        }
        let kept = self.shared(&self.common, &self.common);
        let places = self.plan.groups.open();
        let start = places.len();
        for at in 0..self.members.len() {
            if !self.taken[at]
                && self.rows.holders.as_ref().is_none_or(|holders| holders.is_plain(self.members[at]))
                && 4 * kept >= 3 * self.reach[at]
                && self.common.iter().zip(self.bits.get(at)).all(|(common, bits)| common & !bits == 0)
            {
                places.push(at as u16);
            }
        }
        if places.len() - start >= self.rows.k {
            places.truncate(start);
        }
        for &at in &places[start..] {
            self.taken[usize::from(at)] = true;
        }
    }

    /// True if group `g` of the plan, together with the members `extra`, may take the member `at` under the
    /// limit on sensitive nodes.
    fn may_take(&self, g: usize, extra: &[u16], at: usize) -> bool {
        let Some(holders) = &self.rows.holders else { return true };
        let members = &self.members;
        if holders.is_plain(members[at]) {
            return true;
        }
        let places = self.plan.groups.get(g).iter().chain(extra);
        let group: Vec<u32> = places.map(|&place| members[usize::from(place)]).collect();
        holders.allow_with(self.rows, &group, members[at])
    }

    /// Adds each remaining member to the group where this costs least. False if no group may take one.
    fn place_rest(&mut self, groups: &mut [(i64, Vec<u64>)]) -> bool {
        let m = self.members.len();
        let k = self.rows.k;
        let mut extra: Vec<Vec<u16>> = vec![Vec::new(); groups.len()];
        for at in 0..m {
            if self.taken[at] {
                continue;
            }
            let bits: Vec<u64> = self.bits.get(at).to_vec();
            let mut best: Option<(i64, usize, i64)> = None;
            for g in 0..groups.len() {
                let size = (self.plan.groups.get(g).len() + extra[g].len()) as i64;
                let is_full = self.rows.one_per_owner() && size as usize >= 2 * k - 1;
                if is_full || !self.may_take(g, &extra[g], at) {
                    continue;
                }
                let kept = self.kept(&groups[g].1, &bits);
                let change = (size + 1) * kept - size * groups[g].0;
                if best.is_none_or(|(most, ..)| change > most) {
                    best = Some((change, g, kept));
                }
            }
            let Some((_, g, kept)) = best else { return false };
            extra[g].push(at as u16);
            groups[g].0 = kept;
            groups[g].1.iter_mut().zip(&bits).for_each(|(common, bits)| *common &= bits);
        }
        self.plan.value = 0;
        for ((group, extra), places) in groups.iter().zip(&extra).zip(self.plan.groups.iter()) {
            self.plan.value += (places.len() + extra.len()) as i64 * group.0;
        }
        if extra.iter().any(|extra| !extra.is_empty()) {
            let mut whole = Ragged::with_capacity(groups.len(), m);
            for (places, extra) in self.plan.groups.iter().zip(&extra) {
                whole.open().extend_from_slice(places);
                whole.open().extend_from_slice(extra);
                whole.close();
            }
            self.plan.groups = whole;
        }
        true
    }
}
