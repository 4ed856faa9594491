//! A transaction as a sparse vector: for every node, the number of items at or below it, if not 0. The
//! element-wise minimum of several such vectors is the vector of their least common generalization. The value
//! that a group keeps is the weighted sum of its vector. All code that scores groups works on these vectors.

use rayon::prelude::*;

use crate::containers::{Ragged, SparseCounts};
use crate::progress::{Cancelled, Progress};
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::Transactions;

/// The non-zero values of cnt_t(v) for a bag t, or of m_S(v) for a group S. Sorted by node, the root first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts(pub(crate) Vec<(Node, u32)>);

impl Counts {
    /// The vector of a sorted bag. O(nodes at or above its items).
    pub fn of(taxonomy: &Taxonomy, bag: &[Node]) -> Counts {
        debug_assert!(bag.is_sorted());
        let mut counts: Vec<(Node, u32)> = Vec::new();
        // Indexes into `counts` of the nodes from the root to the current item. Nodes are added in preorder,
        // so `counts` is sorted. A node that leaves the path adds its count to the node above.
        let mut path: Vec<usize> = Vec::new();
        let leave = |counts: &mut Vec<(Node, u32)>, path: &mut Vec<usize>| {
            if let (Some(left), Some(&above)) = (path.pop(), path.last()) {
                counts[above].1 += counts[left].1;
            }
        };
        for &item in bag {
            while path.last().is_some_and(|&top| !taxonomy.is_ancestor(counts[top].0, item)) {
                leave(&mut counts, &mut path);
            }
            let top = path.last().map(|&top| counts[top].0);
            let entered = counts.len();
            counts
                .extend(taxonomy.ancestors(item).take_while(|&node| top != Some(node)).map(|node| (node, 0)));
            counts[entered..].reverse();
            path.extend(entered..counts.len());
            let own = *path.last().expect("the root is above every item");
            counts[own].1 += 1;
        }
        while !path.is_empty() {
            leave(&mut counts, &mut path);
        }
        Counts(counts)
    }

    /// The nodes with a count above 0, in preorder, each with its count.
    pub fn iter(&self) -> impl Iterator<Item = (Node, u32)> + '_ {
        self.0.iter().copied()
    }

    /// Takes the smaller of both counts at each node: this gives the vector of the union of two groups.
    pub fn meet(&mut self, other: &Counts) {
        let mut others = other.0.iter().copied().peekable();
        self.0.retain_mut(|(node, count)| {
            while others.next_if(|(other, _)| *other < *node).is_some() {}
            match others.next_if(|(other, _)| other == node) {
                Some((_, least)) => {
                    *count = (*count).min(least);
                    true
                }
                None => false,
            }
        });
    }

    /// Value that a group with this vector keeps of each row: the sum of w(v) * count over all nodes v, in units.
    pub fn kept(&self, taxonomy: &Taxonomy) -> u64 {
        self.0.iter().map(|&(node, count)| u64::from(taxonomy.weight(node)) * u64::from(count)).sum()
    }

    /// The sorted bag with this vector: each node occurs as often as its count exceeds the sum of its
    /// children's counts. O(nodes), whatever their depth.
    pub fn bag(&self, taxonomy: &Taxonomy) -> Vec<Node> {
        let mut own: Vec<u32> = self.0.iter().map(|&(_, count)| count).collect();
        // Indexes of the ancestors of the current node; all of them are in the vector too.
        let mut path: Vec<usize> = Vec::new();
        for (place, &(node, count)) in self.0.iter().enumerate() {
            while path.pop_if(|above| !taxonomy.is_ancestor(self.0[*above].0, node)).is_some() {}
            if let Some(&parent) = path.last() {
                own[parent] -= count;
            }
            path.push(place);
        }
        let mut bag = Vec::with_capacity(own.iter().map(|&own| own as usize).sum());
        for (&(node, _), own) in self.0.iter().zip(own) {
            bag.extend(std::iter::repeat_n(node, own as usize));
        }
        bag
    }
}

/// If a bag has this many times fewer nodes than a group, each of them is found in the group by binary
/// search; otherwise all nodes of the group are read.
const FEW: usize = 32;

/// One bag as an array over all nodes, for comparison with many groups. A comparison costs the number of
/// nodes of the group, or of the bag if these are far fewer.
#[derive(Debug)]
pub struct Spread<'t> {
    taxonomy: &'t Taxonomy,
    counts: SparseCounts,
}

impl<'t> Spread<'t> {
    /// An empty bag over `taxonomy`. O(nodes), so make one and load it many times.
    pub fn new(taxonomy: &'t Taxonomy) -> Spread<'t> {
        Spread { taxonomy, counts: SparseCounts::new(taxonomy.len()) }
    }

    /// Replaces the bag by `bag`. O(items x depth).
    pub fn load(&mut self, bag: &[Node]) {
        self.counts.clear();
        for node in bag.iter().flat_map(|&item| self.taxonomy.ancestors(item)) {
            self.counts.add(node.0, 1);
        }
    }

    /// By node, the number of items of the bag at or below it, where it is not 0.
    pub(crate) fn counts(&self) -> &SparseCounts {
        &self.counts
    }

    /// Value that a group with the vector `group` keeps of each row if the bag is added to it.
    #[inline]
    pub fn kept_with(&self, group: &Counts) -> u64 {
        let kept = |node: Node, count: u32| {
            let common = count.min(self.counts.get(node.0));
            u64::from(self.taxonomy.weight(node)) * u64::from(common)
        };
        let touched = self.counts.touched();
        if touched.len() < group.0.len() / FEW {
            let place = |node: &u32| group.0.binary_search_by_key(node, |&(node, _)| node.0).ok();
            return touched.iter().filter_map(place).map(|at| kept(group.0[at].0, group.0[at].1)).sum();
        }
        group.0.iter().map(|&(node, count)| kept(node, count)).sum()
    }

    /// Adds the bag to the group with the vector `group`.
    pub fn join(&self, group: &mut Counts) {
        group.0.retain_mut(|(node, count)| {
            *count = (*count).min(self.counts.get(node.0));
            *count > 0
        });
    }
}

/// By node, the number of rows with at least 1 item at or below it, with at least 2 items, and so on. O(items
/// x depth).
pub(crate) fn support(
    transactions: &Transactions,
    taxonomy: &Taxonomy,
    progress: &dyn Progress,
) -> Result<Ragged<u32>, Cancelled> {
    let none = || vec![Vec::new(); taxonomy.len()];
    // About one part for each thread, because each part has an array as long as the taxonomy.
    let part = transactions.len().div_ceil(rayon::current_num_threads()).max(1 << 12);
    let exactly = (0..transactions.len())
        .into_par_iter()
        .with_min_len(part)
        .try_fold(none, |mut exactly: Vec<Vec<u32>>, row| {
            progress.go_on()?;
            for (node, count) in Counts::of(taxonomy, transactions.get(row)).iter() {
                let (rows, count) = (&mut exactly[node.index()], count as usize);
                rows.resize(rows.len().max(count), 0);
                rows[count - 1] += 1;
            }
            Ok(exactly)
        })
        .try_reduce(none, |mut sum, part| {
            for (sum, part) in sum.iter_mut().zip(&part) {
                sum.resize(sum.len().max(part.len()), 0);
                sum.iter_mut().zip(part).for_each(|(sum, part)| *sum += part);
            }
            Ok(sum)
        })?;
    let mut support = Ragged::default();
    for rows in exactly {
        support.open().extend_from_slice(&rows);
        let own = support.pending_mut();
        for more in (1..own.len()).rev() {
            own[more - 1] += own[more];
        }
        support.close();
    }
    Ok(support)
}

/// Occurrences of items, from which the number in any subtree is found in constant time.
pub(crate) struct ItemsBelow {
    /// At index i, the number of occurrences of items with a number below i; the last entry counts all items.
    before: Vec<u64>,
}

impl ItemsBelow {
    pub fn new(taxonomy: &Taxonomy, items: impl IntoIterator<Item = Node>) -> ItemsBelow {
        let mut before = vec![0; taxonomy.len() + 1];
        for item in items {
            before[item.index() + 1] += 1;
        }
        for index in 0..taxonomy.len() {
            before[index + 1] += before[index];
        }
        ItemsBelow { before }
    }

    /// Number of occurrences of items at or below `node`.
    #[inline]
    pub fn count(&self, taxonomy: &Taxonomy, node: Node) -> u64 {
        self.before[taxonomy.end(node).index()] - self.before[node.index()]
    }

    /// Number of occurrences of all items.
    pub fn all(&self) -> u64 {
        self.before[self.before.len() - 1]
    }
}
