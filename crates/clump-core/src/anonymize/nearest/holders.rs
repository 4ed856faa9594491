//! Owners with sensitive nodes, and the limit on their number in a group. Here a row's sensitive nodes are
//! those that the user listed and that the row's owner has an item at or below.
//!
//! An owner's items count in every row of the owner, whichever group the row is in: an attacker who finds an
//! owner in one group wants to know about the owner, not about the row.
//!
//! Of a group of k owners, at most `certainty` times k, rounded down, may have the same sensitive node. If that
//! is 0, groups must be larger, until it is 1. Otherwise owners with a sensitive node could be in no group.

use std::sync::Arc;

use super::features::Rows;
use super::groups::owners;
use crate::anonymize::AnonymizeError;
use crate::containers::{Ragged, set_of};
use crate::promise::{Certainty, Share};
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::Transactions;

/// Sensitive nodes of every row, and the limit on the share of a group's owners who have the same one.
pub(super) struct Holders {
    most: Share,
    /// By row, the indexes of the sensitive nodes that its owner has an item at or below, in any row.
    of_row: Ragged<u32>,
}

impl Holders {
    /// Looks up the sensitive nodes of `certainty` in the rows; nodes without data are ignored. `None` if no
    /// owner has a sensitive node, or no certainty is given. It is an error if too large a share of all
    /// owners has one of the nodes: then no groups could meet the limit.
    pub fn required(
        transactions: &Transactions,
        taxonomy: &Taxonomy,
        certainty: Option<&Certainty>,
    ) -> Result<Option<Arc<Holders>>, AnonymizeError> {
        let Some(certainty) = certainty else { return Ok(None) };
        let named: Vec<(Node, u32)> = (certainty.nodes().iter().zip(0..))
            .filter_map(|(name, number)| Some((taxonomy.find_meant(name)?, number)))
            .collect();
        let is_sensitive = taxonomy.at_or_below(named.iter().map(|&(node, _)| node));
        let mut held: Vec<(u32, u32)> = Vec::new();
        for row in 0..transactions.len() {
            for &item in transactions.get(row).iter().filter(|item| is_sensitive[item.index()]) {
                let above = named.iter().filter(|&&(node, _)| taxonomy.is_ancestor(node, item));
                held.extend(above.map(|&(_, number)| (transactions.owner(row), number)));
            }
        }
        let held = set_of(held);
        let mut holders = vec![0; certainty.nodes().len()];
        held.iter().for_each(|&(_, number)| holders[number as usize] += 1);
        let (holders, owners) = (holders.into_iter().max().unwrap_or(0), transactions.owners());
        if certainty.most().is_exceeded(holders, owners) {
            return Err(AnonymizeError::TooManyHolders { holders, owners });
        }
        let by_owner = held.iter().map(|&(owner, number)| (owner as usize, number));
        let of_owner = Ragged::by_key(owners, by_owner);
        let of_row = |row: usize| of_owner.get(transactions.owner(row) as usize).iter().copied();
        let of_row = (0..transactions.len()).map(of_row).collect();
        let most = certainty.most();
        Ok((holders > 0).then(|| Arc::new(Holders { most, of_row })))
    }

    /// True if the owner of `row` has no sensitive node.
    pub fn is_plain(&self, row: u32) -> bool {
        self.of_row.get(row as usize).is_empty()
    }

    /// The least number of owners of a group: at least `k`, and large enough that one of them may have a
    /// sensitive node. `owners` is the number of all owners.
    pub fn least_group(&self, k: usize, owners: usize) -> usize {
        (k..owners).find(|&size| self.most.of(size) > 0).unwrap_or(owners)
    }

    /// True if a group of these rows meets the limit for each sensitive node.
    pub fn allow(&self, rows: &Rows, group: &[u32]) -> bool {
        if group.iter().all(|&row| self.is_plain(row)) {
            return true;
        }
        let CountedHolders { owners, holders } = self.counted(rows, group);
        let most = self.most.of(owners);
        holders.into_iter().all(|(_, count)| count <= most)
    }

    fn counted(&self, rows: &Rows, group: &[u32]) -> CountedHolders {
        let mut held: Vec<(u32, u32)> = Vec::new();
        for &row in group {
            held.extend(self.of_row.get(row as usize).iter().map(|&node| (node, rows.owner(row))));
        }
        let held = set_of(held);
        let holders = held.chunk_by(|a, b| a.0 == b.0).map(|holders| (holders[0].0, holders.len()));
        CountedHolders { owners: owners(rows, group), holders: holders.collect() }
    }

    /// Number of further owners with a sensitive node that `other` may have; the minimum over the nodes for
    /// which `group` breaks the limit.
    pub fn room_for(&self, rows: &Rows, group: &[u32], other: &[u32]) -> usize {
        let (here, there) = (self.counted(rows, group), self.counted(rows, other));
        let count = |counted: &CountedHolders, node: u32| {
            counted.holders.iter().find(|(number, _)| *number == node).map_or(0, |(_, count)| *count)
        };
        let too_certain = here
            .holders
            .iter()
            .filter(|(_, count)| *count > self.most.of(here.owners))
            .map(|&(node, _)| node);
        too_certain
            .map(|node| self.most.of(there.owners).saturating_sub(count(&there, node)))
            .min()
            .unwrap_or(0)
    }

    /// True if `group` together with `row` meets the limit. `group` alone must meet it.
    pub fn allow_with(&self, rows: &Rows, group: &[u32], row: u32) -> bool {
        if self.is_plain(row) {
            // One more owner without a sensitive node lowers the share of the others.
            return true;
        }
        let mut with = group.to_vec();
        with.push(row);
        self.allow(rows, &with)
    }
}

/// Number of owners of a group, and of those with each sensitive node.
struct CountedHolders {
    owners: usize,
    /// Pairs of the index of a sensitive node and the number of its owners.
    holders: Vec<(u32, usize)>,
}

/// Sensitive nodes in a group that grows to k owners, each with one row.
#[derive(Default)]
pub(super) struct GrowingGroup(Vec<(u32, usize)>);

impl GrowingGroup {
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// True if `row` may join without breaking the limit once the group has k owners.
    pub fn may_join(&self, rows: &Rows, row: u32) -> bool {
        let Some(holders) = &rows.holders else { return true };
        let held = holders.of_row.get(row as usize);
        let most = holders.most.of(rows.k);
        held.iter().all(|node| self.0.iter().all(|(other, count)| other != node || *count < most))
    }

    pub fn join(&mut self, rows: &Rows, row: u32) {
        let Some(holders) = &rows.holders else { return };
        for &node in holders.of_row.get(row as usize) {
            match self.0.iter_mut().find(|(other, _)| *other == node) {
                Some((_, count)) => *count += 1,
                None => self.0.push((node, 1)),
            }
        }
    }
}
