//! Value that a group keeps, feature by feature: for bags the sum of weights; for sets each released node counts once.

use super::Form;
use super::features::Rows;

/// Adds up what a set of features keeps. Features may come in any order, each once.
pub(super) struct Meter {
    kept: i64,
    /// For sets: how often each node would occur in the least common generalization so far.
    own: Vec<i32>,
    touched: Vec<u32>,
}

impl Meter {
    pub fn new(rows: &Rows) -> Meter {
        Meter { kept: 0, own: vec![0; rows.keeps.len()], touched: Vec::new() }
    }

    /// Starts again with no feature.
    pub fn clear(&mut self) {
        self.kept = 0;
        for node in self.touched.drain(..) {
            self.own[node as usize] = 0;
        }
    }

    /// One more feature that all rows of the group have.
    #[inline]
    pub fn add(&mut self, rows: &Rows, feature: u32) {
        match rows.form {
            Form::Bags => self.kept += rows.weight(feature) as i64,
            Form::Sets => {
                // (v, j) puts one more item at v, and takes it away from the parent.
                let node = rows.features[feature as usize].node.0;
                let above = rows.parent[node as usize];
                self.change(rows, node, 1);
                if above != 0 {
                    self.change(rows, above, -1);
                }
            }
        }
    }

    #[inline]
    fn change(&mut self, rows: &Rows, node: u32, by: i32) {
        let own = &mut self.own[node as usize];
        let before = *own > 0;
        *own += by;
        let after = *own > 0;
        self.touched.push(node);
        if before != after {
            let keeps = i64::from(rows.keeps[node as usize]);
            self.kept += if after { keeps } else { -keeps };
        }
    }

    /// Value that a group with exactly the features added keeps of each of its rows.
    #[inline]
    pub fn kept(&self) -> i64 {
        self.kept
    }

    /// Value that a group with the features of `list` keeps.
    pub fn of(&mut self, rows: &Rows, list: &[u32]) -> i64 {
        self.clear();
        for &feature in list {
            self.add(rows, feature);
        }
        self.kept
    }
}
