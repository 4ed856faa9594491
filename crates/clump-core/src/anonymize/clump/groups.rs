//! The groups of Algorithm 1 while they grow, and which of them still lack owners.

use super::rule::Rule;
use crate::transactions::Transactions;

/// A group and its running generalization.
#[derive(Debug)]
pub(super) struct OpenGroup<R: Rule> {
    /// Knowledge of the rule about the rows together.
    pub common: R::Common,
    /// Value that it keeps.
    pub kept: u64,
    /// Sum of what the rows are worth.
    pub worth: u64,
    pub rows: usize,
    /// Distinct owners. Short: a group is closed when it has k.
    pub owners: Vec<u32>,
}

impl<R: Rule> OpenGroup<R> {
    /// A group of `row`, which is worth so much.
    pub fn seed(row: usize, worth: u64, transactions: &Transactions, rule: &mut R) -> OpenGroup<R> {
        let items = transactions.get(row);
        rule.load(items);
        OpenGroup {
            common: rule.seed(items),
            kept: rule.loaded(),
            worth,
            rows: 1,
            owners: vec![transactions.owner(row)],
        }
    }

    pub fn has(&self, owner: u32) -> bool {
        self.owners.contains(&owner)
    }

    /// Takes `row`, which is worth so much and which the rule must have loaded.
    pub fn add(&mut self, row: usize, worth: u64, transactions: &Transactions, rule: &mut R) {
        self.kept = rule.join(&mut self.common);
        self.worth += worth;
        self.rows += 1;
        if !self.has(transactions.owner(row)) {
            self.owners.push(transactions.owner(row));
        }
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
