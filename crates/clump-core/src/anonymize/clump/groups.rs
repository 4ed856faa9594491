//! The groups of Algorithm 1 while they grow, which of them still lack owners, and the two ways to generalize them.

use crate::counts::{Counts, Spread};
use crate::lcg::Printed;
use crate::loss;
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::Transactions;

/// A group and its running generalization.
#[derive(Debug)]
pub(super) struct OpenGroup<R: Rule> {
    /// State of the rule for all rows together.
    pub common: R::Common,
    /// Value that it keeps.
    pub kept: u64,
    /// Sum of the worths of the rows.
    pub worth: u64,
    pub rows: usize,
    /// Distinct owners. A short list: a group is closed when it has k.
    pub owners: Vec<u32>,
}

impl<R: Rule> OpenGroup<R> {
    /// A group of `row` alone, which has this `worth`.
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

    /// Adds `row`, which has this `worth` and which the rule must have loaded.
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

    /// Removes `group` from the list. It must be in it.
    pub fn close(&mut self, group: usize) {
        // Links are shifted by one so that the head of the list is a link like any other.
        let (before, after) = (self.previous[group], self.next[group + 1]);
        self.next[before] = after;
        self.previous[after] = before;
    }
}

// The two rules that generalize a growing group: by definition, and as the paper's Algorithm 2 is printed.

/// Scores one row, which is loaded once, against many groups.
pub(super) trait Rule {
    /// Features that the rows of a group have in common.
    type Common;
    /// Loads the row that later calls are about.
    fn load(&mut self, items: &[Node]);
    /// Value that the loaded row keeps alone.
    fn loaded(&self) -> u64;
    /// A group of one row.
    fn seed(&self, items: &[Node]) -> Self::Common;
    /// Value that a group would keep with the loaded row.
    fn kept_with(&mut self, group: &Self::Common) -> u64;
    /// Adds the loaded row to a group and returns what it keeps then.
    fn join(&mut self, group: &mut Self::Common) -> u64;
    /// The bag that a group is published as, sorted.
    fn bag(&self, group: &Self::Common) -> Vec<Node>;
}

/// The least common generalization. O(nodes above the group's LCG) for each group that is tried.
pub(super) struct LeastRule<'t> {
    taxonomy: &'t Taxonomy,
    row: Spread<'t>,
    loaded: u64,
}

impl<'t> LeastRule<'t> {
    pub fn new(taxonomy: &'t Taxonomy) -> LeastRule<'t> {
        LeastRule { taxonomy, row: Spread::new(taxonomy), loaded: 0 }
    }
}

impl Rule for LeastRule<'_> {
    type Common = Counts;

    fn load(&mut self, items: &[Node]) {
        self.row.load(items);
        self.loaded = loss::kept(self.taxonomy, items);
    }

    fn loaded(&self) -> u64 {
        self.loaded
    }

    fn seed(&self, items: &[Node]) -> Counts {
        Counts::of(self.taxonomy, items)
    }

    fn kept_with(&mut self, group: &Counts) -> u64 {
        self.row.kept_with(group)
    }

    fn join(&mut self, group: &mut Counts) -> u64 {
        self.row.join(group);
        group.kept(self.taxonomy)
    }

    fn bag(&self, group: &Counts) -> Vec<Node> {
        group.bag(self.taxonomy)
    }
}

/// Algorithm 2 as printed, one row after the other (the paper's Lemma 1). O(taxonomy) for each group that is tried.
pub(super) struct PaperRule<'t> {
    taxonomy: &'t Taxonomy,
    walk: Printed<'t>,
    row: Vec<Node>,
    lcg: Vec<Node>,
}

impl<'t> PaperRule<'t> {
    pub fn new(taxonomy: &'t Taxonomy) -> PaperRule<'t> {
        PaperRule { taxonomy, walk: Printed::new(taxonomy), row: Vec::new(), lcg: Vec::new() }
    }
}

impl Rule for PaperRule<'_> {
    type Common = Vec<Node>;

    fn load(&mut self, items: &[Node]) {
        self.row.clear();
        self.row.extend_from_slice(items);
    }

    fn loaded(&self) -> u64 {
        loss::kept(self.taxonomy, &self.row)
    }

    fn seed(&self, items: &[Node]) -> Vec<Node> {
        items.to_vec()
    }

    fn kept_with(&mut self, group: &Vec<Node>) -> u64 {
        self.walk.lcg(&[group, &self.row], &mut self.lcg);
        loss::kept(self.taxonomy, &self.lcg)
    }

    fn join(&mut self, group: &mut Vec<Node>) -> u64 {
        let kept = self.kept_with(group);
        std::mem::swap(group, &mut self.lcg);
        kept
    }

    fn bag(&self, group: &Vec<Node>) -> Vec<Node> {
        group.clone()
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
