//! The rows of a few groups, copied into bit sets over the features that could make a difference among them:
//! those of at least k, but not all, of these rows. Code that works on a patch touches a few cache lines.

use super::Form;
use super::features::Rows;
use crate::containers::SparseCounts;
use std::cell::RefCell;

/// Rows of some groups, each a bit set.
pub(super) struct Patch<'a> {
    rows: &'a Rows,
    /// For each feature the number of rows here that have it; later its place here plus one.
    counts: SparseCounts,
    pub members: Vec<u32>,
    /// The feature and weight of each place.
    features: Vec<u32>,
    pub weight: Vec<i64>,
    bits: Vec<u64>,
    /// Words in each bit set.
    pub words: usize,
    /// Weight of the features here together, for each row.
    pub reach: Vec<i64>,
    /// Owners, numbered within the patch; empty when each row has its own.
    pub owner: Vec<u32>,
    meter: RefCell<super::groups::Meter>,
}

impl<'a> Patch<'a> {
    pub fn new(rows: &'a Rows) -> Patch<'a> {
        Patch {
            rows,
            counts: SparseCounts::new(rows.features.len()),
            members: Vec::new(),
            features: Vec::new(),
            weight: Vec::new(),
            bits: Vec::new(),
            words: 0,
            reach: Vec::new(),
            owner: Vec::new(),
            meter: RefCell::new(super::groups::Meter::new(rows)),
        }
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// The bit set of the row at `at`.
    #[inline]
    pub fn bits(&self, at: usize) -> &[u64] {
        &self.bits[at * self.words..(at + 1) * self.words]
    }

    /// Takes in the rows of `groups`, in order.
    pub fn load(&mut self, groups: &[&[u32]]) {
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
        self.words = self.features.len().div_ceil(64);
        self.weight.resize(self.words * 64, 0);
        self.bits.clear();
        self.bits.resize(m * self.words, 0);
        self.reach.clear();
        for (at, &row) in self.members.iter().enumerate() {
            let bits = &mut self.bits[at * self.words..(at + 1) * self.words];
            let mut reach = 0;
            for &feature in rows.get(row) {
                let place = self.counts.get(feature) as usize;
                if place > 0 {
                    bits[(place - 1) / 64] |= 1 << ((place - 1) % 64);
                    reach += self.weight[place - 1];
                }
            }
            self.reach.push(reach);
        }
        self.counts.clear();
        self.owner.clear();
        if !rows.one_per_owner() {
            let mut known: Vec<u32> = Vec::new();
            for &row in &self.members {
                let owner = rows.owner(row);
                let number = known.iter().position(|&o| o == owner).unwrap_or_else(|| {
                    known.push(owner);
                    known.len() - 1
                });
                self.owner.push(number as u32);
            }
        }
    }

    /// Value that a group keeps of each row if its rows have in common the features in both bit sets.
    #[inline]
    pub fn kept(&self, a: &[u64], b: &[u64]) -> i64 {
        if self.rows.form == Form::Sets {
            return self.kept_sets(a, b);
        }
        self.shared(a, b)
    }

    fn kept_sets(&self, a: &[u64], b: &[u64]) -> i64 {
        let mut meter = self.meter.borrow_mut();
        meter.clear();
        for (word, (a, b)) in a.iter().zip(b).enumerate() {
            let mut both = a & b;
            while both != 0 {
                let place = word * 64 + both.trailing_zeros() as usize;
                meter.add(self.rows, self.features[place]);
                both &= both - 1;
            }
        }
        meter.kept()
    }

    /// The weight of the features in both bit sets.
    #[inline]
    pub fn shared(&self, a: &[u64], b: &[u64]) -> i64 {
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
}
