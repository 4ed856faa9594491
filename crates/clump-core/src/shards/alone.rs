//! Publication of labels that stay alone, found from numbers of owners by the number of times that a row has
//! each label.
//!
//! If a row has a label several times, these are published in one bag if k owners have the label as often,
//! otherwise as many as k owners have; the others go to other bags. A second part in the same bag would show
//! nothing: an owner counts once in a row.

use rustc_hash::FxHashMap;

use crate::taxonomy::{Node, Taxonomy};

/// Owners who have one label equally often in their rows, and the number of such owners.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlikeOwners {
    /// Numbers of times that their rows with the label have it; each number once, even if several rows have
    /// it.
    pub times: Vec<u32>,
    /// Number of owners of such rows.
    pub owners: u64,
}

/// Numbers of times for which each label is published in one bag.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Alone {
    /// By label, the largest number first.
    times: FxHashMap<Node, Vec<u32>>,
}

impl Alone {
    /// Decides the numbers of times for which `label` is published; `owners` are all who have it. O(owners x
    /// times).
    pub fn decide(&mut self, label: Node, mut owners: Vec<AlikeOwners>, k: u64) {
        let most = owners.iter().flat_map(|alike| &alike.times).max().copied().unwrap_or(0);
        let mut published = Vec::new();
        for times in (1..=most).rev() {
            let count = |is_as_often: bool| -> u64 {
                let has = |alike: &&AlikeOwners| alike.times.iter().any(|&n| (n >= times) == is_as_often);
                owners.iter().filter(has).map(|alike| alike.owners).sum()
            };
            // Skipped if too few owners have it so often, or if too few would be left.
            if count(true) < k || (1..k).contains(&count(false)) {
                continue;
            }
            published.push(times);
            for alike in &mut owners {
                alike.times.iter_mut().filter(|n| **n >= times).for_each(|n| *n -= times);
                alike.times.retain(|&n| n > 0);
            }
        }
        if !published.is_empty() {
            self.times.insert(label, published);
        }
    }

    /// Numbers of times for which `label` is published in one bag, the largest first.
    pub fn times(&self, label: Node) -> &[u32] {
        self.times.get(&label).map_or(&[], Vec::as_slice)
    }

    /// All labels that are published, with their numbers of times, in no order.
    pub fn iter(&self) -> impl Iterator<Item = (Node, &[u32])> {
        self.times.iter().map(|(&label, times)| (label, times.as_slice()))
    }

    /// Calls `each` with what a row publishes whose sorted remaining `labels` are given: a label, and the
    /// places of the labels that are published as it. A label that no bag takes is published at the lowest
    /// node above it that is published alone and that this row does not have yet; without such a node it is
    /// gone.
    pub fn publish(&self, taxonomy: &Taxonomy, labels: &[Node], mut each: impl FnMut(Node, &[usize])) {
        let (mut left, mut singles): (Vec<usize>, Vec<Node>) = (Vec::new(), Vec::new());
        let mut places: Vec<usize> = Vec::new();
        let mut first = 0;
        for same in labels.chunk_by(|a, b| a == b) {
            places.clear();
            places.extend(first..first + same.len());
            first += same.len();
            for &times in self.times(same[0]) {
                if places.len() >= times as usize {
                    let rest = places.split_off(times as usize);
                    each(same[0], &places);
                    if times == 1 {
                        singles.push(same[0]);
                    }
                    places = rest;
                }
            }
            left.extend_from_slice(&places);
        }
        for place in left {
            let is_new = |node: &Node| self.times(*node).last() == Some(&1) && !singles.contains(node);
            if let Some(node) = taxonomy.ancestors(labels[place]).find(is_new) {
                singles.push(node);
                each(node, &[place]);
            }
        }
    }
}

impl FromIterator<(Node, Vec<u32>)> for Alone {
    fn from_iter<I: IntoIterator<Item = (Node, Vec<u32>)>>(times: I) -> Alone {
        Alone { times: times.into_iter().collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::taxonomy::Edge;

    fn alike(times: &[u32], owners: u64) -> AlikeOwners {
        AlikeOwners { times: times.to_vec(), owners }
    }

    #[test]
    fn a_label_is_published_as_often_as_k_owners_have_it() {
        let mut alone = Alone::default();
        // Two owners have it three times, three have it once: with k = 2 a bag of three, then bags of one.
        alone.decide(Node(1), vec![alike(&[3], 2), alike(&[1], 3)], 2);
        // One owner alone would be left if the others had a bag of two, so there is none.
        alone.decide(Node(2), vec![alike(&[2], 4), alike(&[1], 1)], 2);
        alone.decide(Node(3), vec![alike(&[1], 1)], 2);
        assert_eq!([1, 2, 3].map(|node| alone.times(Node(node)).to_vec()), [vec![3, 1], vec![1], vec![]]);
    }

    #[test]
    fn what_no_bag_takes_goes_up_to_one_that_the_row_has_not() {
        let edges = [("b", "a"), ("c", "b"), ("d", "b")];
        let edges = edges.map(|(child, parent)| Edge { child, parent: Some(parent), line: 1 });
        let tree = Taxonomy::from_edges(edges).unwrap();
        let [b, c, d] = ["b", "c", "d"].map(|name| tree.find(name).unwrap());
        let alone: Alone = [(b, vec![1]), (c, vec![1])].into_iter().collect();
        let published = |labels: &[Node]| {
            let mut found = Vec::new();
            alone.publish(&tree, labels, |label, places| found.push((label, places.to_vec())));
            found
        };
        assert_eq!(published(&[c, d]), [(c, vec![0]), (b, vec![1])]);
        // The second `c` and `d` both move up, and there is one node for them.
        assert_eq!(published(&[c, c, d]), [(c, vec![0]), (b, vec![1])]);
        assert_eq!(published(&[b, d]), [(b, vec![0])]);
    }
}
