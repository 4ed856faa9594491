//! Repairs families that break a rule: leaves few people out of rows, or hides rows where that costs less.

use rustc_hash::FxHashSet;

use super::{FamilyHead, Fault, State};
use crate::containers::Ragged;

/// One pass of repairs, with the owners of all rows that it can change.
pub(super) struct Repair<'s, 'r> {
    state: &'s mut State<'r>,
    /// For each row that was fetched, its owners without those who are left out, ascending.
    owners: Vec<Vec<u32>>,
}

impl<'s, 'r> Repair<'s, 'r> {
    pub(super) fn new(state: &'s mut State<'r>, fetched: Ragged<u32>) -> Repair<'s, 'r> {
        let is_in = |row: usize, owner: u32| !state.left_out.contains(&(row as u32, owner));
        let of_row = |(row, owners): (usize, &[u32])| {
            owners.iter().copied().filter(|&owner| is_in(row, owner)).collect()
        };
        let owners = fetched.iter().enumerate().map(of_row).collect();
        Repair { state, owners }
    }

    /// Repairs a family once. Its rows may have changed since it was found, and other rules may still be broken.
    pub(super) fn family(&mut self, family: usize) {
        let FamilyHead { parent, cover, .. } = self.state.rows.heads[family];
        match self.state.fault(family) {
            None => {}
            Some(Fault::Difference { child }) => {
                let of_child = &self.owners[child as usize];
                let parents = self.owners[parent as usize].iter().copied();
                let others: Vec<u32> =
                    parents.filter(|owner| of_child.binary_search(owner).is_err()).collect();
                if cover.is_none()
                    && self.cost_of_leaving_out(parent, &others) > self.state.owners[child as usize]
                {
                    self.state.hide_row(child);
                } else {
                    self.leave_out(parent, &others);
                }
            }
            Some(Fault::FewInCells | Fault::Withheld) => self.hide_children(family),
            Some(Fault::Rest { excess }) => {
                let children: Vec<u32> = self.state.kept_children(family).collect();
                let sum: u64 = children.iter().map(|&child| self.state.owners[child as usize]).sum();
                if sum > 0 && excess > sum {
                    return self.hide_children(family);
                }
                let covered: FxHashSet<u32> =
                    children.iter().flat_map(|&child| &self.owners[child as usize]).copied().collect();
                let rest = self.owners[parent as usize].iter().copied();
                let rest: Vec<u32> =
                    rest.filter(|owner| !covered.contains(owner)).take(excess as usize).collect();
                self.leave_out(parent, &rest);
            }
            Some(Fault::Overlap { excess }) => self.leave_out_of_second_cells(family, excess),
        }
    }

    /// Leaves people out of rows, and of all rows below them. The pairs of a row and a person are sorted.
    pub(super) fn take_away(&mut self, people: &[(u32, u32)]) {
        for of_row in people.chunk_by(|a, b| a.0 == b.0) {
            let owners: Vec<u32> = of_row.iter().map(|&(_, owner)| owner).collect();
            self.leave_out(of_row[0].0, &owners);
        }
    }

    /// Number of counts that leaving these owners out of `row` and of the rows below it takes away.
    fn cost_of_leaving_out(&self, row: u32, owners: &[u32]) -> u64 {
        let counts = |row: u32| {
            let of_row = &self.owners[row as usize];
            owners.iter().filter(|owner| of_row.binary_search(owner).is_ok()).count() as u64
        };
        self.rows_from(row).into_iter().map(counts).sum()
    }

    /// `row` and all rows below it that are published.
    fn rows_from(&self, row: u32) -> Vec<u32> {
        let (mut found, mut seen) = (vec![row], FxHashSet::from_iter([row]));
        let mut at = 0;
        while let Some(&row) = found.get(at) {
            let below = self.state.below.get(row as usize).iter().copied();
            found.extend(below.filter(|&row| self.state.is_kept[row as usize] && seen.insert(row)));
            at += 1;
        }
        found
    }

    /// Leaves `owners`, which are ascending, out of `row` and of all rows below it.
    fn leave_out(&mut self, row: u32, owners: &[u32]) {
        for row in self.rows_from(row) {
            let state = &mut *self.state;
            self.owners[row as usize].retain(|owner| {
                let is_out = owners.binary_search(owner).is_ok();
                if is_out {
                    state.left_out.insert((row, *owner));
                }
                !is_out
            });
            let left = self.owners[row as usize].len() as u64;
            state.owners[row as usize] = left;
            if left < state.rows.least[row as usize] {
                state.hide_row(row);
            }
        }
    }

    fn hide_children(&mut self, family: usize) {
        self.state.is_hidden[family] = true;
        let children: Vec<u32> = self.state.kept_children(family).collect();
        children.into_iter().for_each(|child| self.state.hide_row(child));
    }

    /// Leaves people who are in several children out of some of them, `excess` times in all: out of the largest child
    /// that a person is in, which has the most people left.
    fn leave_out_of_second_cells(&mut self, family: usize, excess: u64) {
        let children: Vec<u32> = self.state.kept_children(family).collect();
        let parent = self.state.rows.heads[family].parent;
        let mut left = excess;
        for owner in self.owners[parent as usize].clone() {
            loop {
                let has = |child: &&u32| self.owners[**child as usize].binary_search(&owner).is_ok();
                let of_owner: Vec<u32> = children.iter().filter(has).copied().collect();
                if left == 0 || of_owner.len() < 2 {
                    break;
                }
                let size = |&&child: &&u32| self.state.owners[child as usize];
                let largest = *of_owner.iter().max_by_key(size).expect("the owner has two children");
                self.leave_out(largest, &[owner]);
                left -= 1;
            }
            if left == 0 {
                return;
            }
        }
    }
}
