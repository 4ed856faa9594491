//! The two ways to generalize a growing group: by definition, and as the paper's Algorithm 2 is printed.

use crate::counts::{Counts, Spread};
use crate::loss;
use crate::printed::Printed;
use crate::taxonomy::{Node, Taxonomy};

/// Scores one row, which is loaded once, against many groups.
pub(super) trait Rule {
    /// Features that the rows of a group have in common.
    type Common;
    /// Takes the row that is asked about from now on.
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
pub(super) struct PrintedRule<'t> {
    taxonomy: &'t Taxonomy,
    walk: Printed<'t>,
    row: Vec<Node>,
    lcg: Vec<Node>,
}

impl<'t> PrintedRule<'t> {
    pub fn new(taxonomy: &'t Taxonomy) -> PrintedRule<'t> {
        PrintedRule { taxonomy, walk: Printed::new(taxonomy), row: Vec::new(), lcg: Vec::new() }
    }
}

impl Rule for PrintedRule<'_> {
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
