//! The groups of Algorithm 1 while they grow, and which of them still lack owners.

use super::{Form, GeneralizePair};
use crate::loss;
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::Transactions;

/// A group and its running LCG.
#[derive(Debug)]
pub(super) struct Group {
    pub lcg: Vec<Node>,
    /// What `lcg` keeps.
    pub kept: u64,
    /// Sum of the lengths of the rows.
    pub length: usize,
    pub rows: usize,
    /// Distinct owners. Short: a group is closed when it has k.
    pub owners: Vec<u32>,
    spare: Vec<Node>,
}

impl Group {
    pub fn seed(row: usize, transactions: &Transactions, taxonomy: &Taxonomy) -> Group {
        let items = transactions.get(row);
        Group {
            lcg: items.to_vec(),
            kept: loss::kept(taxonomy, items),
            length: items.len(),
            rows: 1,
            owners: vec![transactions.owner(row)],
            spare: Vec::new(),
        }
    }

    pub fn has(&self, owner: u32) -> bool {
        self.owners.contains(&owner)
    }

    pub fn add(
        &mut self,
        row: usize,
        transactions: &Transactions,
        taxonomy: &Taxonomy,
        rule: &mut impl GeneralizePair,
    ) {
        let items = transactions.get(row);
        rule.lcg(&self.lcg, items, &mut self.spare);
        std::mem::swap(&mut self.lcg, &mut self.spare);
        self.kept = loss::kept(taxonomy, &self.lcg);
        self.length += items.len();
        self.rows += 1;
        if !self.has(transactions.owner(row)) {
            self.owners.push(transactions.owner(row));
        }
    }

    pub fn publish(mut self, form: Form) -> Vec<Node> {
        if form == Form::Sets {
            self.lcg.dedup();
        }
        self.lcg
    }
}

/// Group numbers in ascending order, from which any can be taken out in O(1).
#[derive(Debug)]
pub(super) struct OpenGroups {
    /// `next[g]` follows group `g - 1`; the list begins at `next[0]` and ends with the number of groups.
    next: Vec<usize>,
    previous: Vec<usize>,
}

impl OpenGroups {
    pub fn new(groups: usize) -> OpenGroups {
        OpenGroups { next: (0..=groups).collect(), previous: (0..=groups).collect() }
    }

    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        let end = self.next.len() - 1;
        let mut group = self.next[0];
        std::iter::from_fn(move || {
            let this = (group < end).then_some(group)?;
            group = self.next[this + 1];
            Some(this)
        })
    }

    /// Takes `group` out. It must be in.
    pub fn close(&mut self, group: usize) {
        // Links are shifted by one so that the head of the list is a link like any other.
        let (before, after) = (self.previous[group], self.next[group + 1]);
        self.next[before] = after;
        self.previous[after] = before;
    }
}

#[cfg(test)]
mod tests {
    use super::OpenGroups;

    #[test]
    fn groups_leave_the_list_in_any_order() {
        let mut open = OpenGroups::new(4);
        let mut left = vec![0, 1, 2, 3];
        for group in [2, 0, 3, 1] {
            assert_eq!(open.iter().collect::<Vec<_>>(), left);
            open.close(group);
            left.retain(|&other| other != group);
        }
        assert_eq!(open.iter().count(), 0);
    }
}
