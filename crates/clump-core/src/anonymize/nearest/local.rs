//! Regroups the rows of a few groups: the small problem inside the search.
//!
//! The rows of the groups are copied into bit sets over the features that could make a difference among them:
//! those of at least k, but not all, of these rows. After that the search touches a few cache lines.

use super::features::Rows;
use super::holders::GrowingGroup;
use super::patch::Patch;
use super::search::Random;
use crate::containers::Ragged;

/// Working memory for small problems, used again and again.
pub(super) struct Local<'a> {
    rows: &'a Rows,
    patch: Patch<'a>,
    // Of one attempt:
    taken: Vec<bool>,
    bound: Vec<i64>,
    common: Vec<u64>,
    /// Sensitive things in the group that grows.
    growing: GrowingGroup,
    plan: Regrouping,
    best: Regrouping,
}

/// A grouping of the rows here, by their places. The group that grows is open.
#[derive(Default)]
struct Regrouping {
    groups: Ragged<u16>,
    value: i64,
}

/// One attempt in this many forms one group less than it could: larger groups may keep more in all.
const FEWER: usize = 4;

impl<'a> Local<'a> {
    pub fn new(rows: &'a Rows) -> Local<'a> {
        Local {
            rows,
            patch: Patch::new(rows),
            taken: Vec::new(),
            bound: Vec::new(),
            common: Vec::new(),
            growing: GrowingGroup::default(),
            plan: Regrouping::default(),
            best: Regrouping::default(),
        }
    }

    /// Tries `attempts` times to group the rows of `groups` better. Returns the better groups, if found, and how
    /// much more they keep.
    pub fn improve(
        &mut self,
        groups: &[&[u32]],
        attempts: usize,
        allowance: i64,
        random: &mut Random,
    ) -> Option<(Vec<Vec<u32>>, i64)> {
        self.patch.load(groups);
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
            let row = |&at: &u16| self.patch.members[usize::from(at)];
            let groups = self.best.groups.iter().map(|group| group.iter().map(row).collect()).collect();
            (groups, self.best.value - before)
        })
    }

    /// Value that the rows at `places` keep together.
    fn value(&mut self, places: std::ops::Range<usize>) -> i64 {
        let size = places.len() as i64;
        self.common.clear();
        self.common.extend_from_slice(self.patch.bits(places.start));
        for place in places {
            for (common, bits) in self.common.iter_mut().zip(self.patch.bits(place)) {
                *common &= bits;
            }
        }
        let common = std::mem::take(&mut self.common);
        let kept = self.patch.kept(&common, &common);
        self.common = common;
        size * kept
    }

    /// Makes one grouping from scratch in `self.plan`; false if some group would have fewer than k owners.
    fn attempt(&mut self, random: &mut Random) -> bool {
        let m = self.patch.len();
        let k = self.rows.k;
        // Factor of a row's own weight, which counts against it, in quarters.
        let lambda = 1 + random.below(4) as i64;
        let heaviest_first = random.below(2) == 0;
        self.taken.clear();
        self.taken.resize(m, false);
        self.plan.groups.clear();
        let mut left = m / k;
        if left > 1 && m <= (left - 1) * (2 * k - 1) && random.below(FEWER) == 0 {
            left -= 1;
        }
        // The features that all rows of each group have, and their value.
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
            groups.push((self.patch.kept(&common, &common), common));
        }
        !groups.is_empty() && self.place_rest(&mut groups)
    }

    /// The free row of the largest reach; the first of equals.
    fn heaviest(&self) -> Option<usize> {
        let free = (0..self.patch.len()).filter(|&at| !self.taken[at]);
        free.max_by_key(|&at| (self.patch.reach[at], std::cmp::Reverse(at)))
    }

    /// A random free row.
    fn any(&self, random: &mut Random) -> Option<usize> {
        let nth = random.below(self.patch.len() - self.plan.groups.values().len());
        (0..self.patch.len()).filter(|&at| !self.taken[at]).nth(nth)
    }

    /// Opens a group of k owners around `seed` in the plan. False, with no open group, if there are not
    /// enough owners.
    fn grow(&mut self, seed: usize, lambda: i64) -> bool {
        let start = self.plan.groups.values().len();
        self.common.clear();
        self.common.extend_from_slice(self.patch.bits(seed));
        self.taken[seed] = true;
        self.growing.clear();
        self.growing.join(self.rows.holders.as_deref(), self.patch.members[seed]);
        self.plan.groups.open().push(seed as u16);
        self.bound.clone_from(&self.patch.reach);
        for size in 1..self.rows.k as i64 {
            let Some(at) = self.pick(size, lambda) else {
                for at in self.plan.groups.open().drain(start..) {
                    self.taken[usize::from(at)] = false;
                }
                return false;
            };
            self.taken[at] = true;
            self.growing.join(self.rows.holders.as_deref(), self.patch.members[at]);
            self.plan.groups.open().push(at as u16);
            self.common.iter_mut().zip(self.patch.bits(at)).for_each(|(common, bits)| *common &= bits);
        }
        true
    }

    /// The free row of a new owner that fits the open group best. What a row shares with fewer rows bounds
    /// what it shares with more.
    fn pick(&mut self, size: i64, lambda: i64) -> Option<usize> {
        let group = self.plan.groups.pending();
        let owner = &self.patch.owner;
        let mut best: Option<(i64, usize)> = None;
        for at in 0..self.patch.len() {
            if self.taken[at] {
                continue;
            }
            let score = |kept: i64| 4 * (size + 1) * kept - lambda * self.patch.reach[at];
            if best.is_some_and(|(most, _)| score(self.bound[at]) <= most) {
                continue;
            }
            if !owner.is_empty() && group.iter().any(|&other| owner[usize::from(other)] == owner[at]) {
                continue;
            }
            if !self.growing.may_join(self.rows.holders.as_deref(), self.patch.members[at], self.rows.k) {
                continue;
            }
            let kept = self.patch.shared(&self.common, self.patch.bits(at));
            self.bound[at] = kept;
            if best.is_none_or(|(most, _)| score(kept) > most) {
                best = Some((score(kept), at));
            }
        }
        best.map(|(_, at)| at)
    }

    /// Every other time, adds the free rows that cost the group nothing and keep most of what they have,
    /// unless they are enough for a group of their own.
    fn absorb(&mut self, random: &mut Random) {
        if !self.patch.owner.is_empty() || random.below(2) == 0 {
            return;
        }
        let places = self.plan.groups.open();
        let start = places.len();
        let kept = self.patch.shared(&self.common, &self.common);
        for at in 0..self.patch.len() {
            if !self.taken[at]
                && self.rows.holders.as_ref().is_none_or(|holders| holders.is_plain(self.patch.members[at]))
                && 4 * kept >= 3 * self.patch.reach[at]
                && self.common.iter().zip(self.patch.bits(at)).all(|(common, bits)| common & !bits == 0)
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

    /// True if group `g` of the plan, with `extra`, may take the row at `at`.
    fn may_take(&self, g: usize, extra: &[u16], at: usize) -> bool {
        let Some(holders) = &self.rows.holders else { return true };
        let members = &self.patch.members;
        if holders.is_plain(members[at]) {
            return true;
        }
        let places = self.plan.groups.get(g).iter().chain(extra);
        let group: Vec<u32> = places.map(|&place| members[usize::from(place)]).collect();
        holders.allow_with(self.rows, &group, members[at])
    }

    /// Puts each remaining row where it costs least.
    fn place_rest(&mut self, groups: &mut [(i64, Vec<u64>)]) -> bool {
        let m = self.patch.members.len();
        let k = self.rows.k;
        let mut extra: Vec<Vec<u16>> = vec![Vec::new(); groups.len()];
        for at in 0..m {
            if self.taken[at] {
                continue;
            }
            let bits: Vec<u64> = self.patch.bits(at).to_vec();
            let mut best: Option<(i64, usize, i64)> = None;
            for g in 0..groups.len() {
                let size = (self.plan.groups.get(g).len() + extra[g].len()) as i64;
                if self.patch.owner.is_empty() && size as usize >= 2 * k - 1 {
                    continue;
                }
                if !self.may_take(g, &extra[g], at) {
                    continue;
                }
                let kept = self.patch.kept(&groups[g].1, &bits);
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
