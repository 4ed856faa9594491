//! A transaction is a set of features "has at least j items at or below v", and what a group keeps is the weight of
//! the features that all its rows have (see [`crate::loss`]).
//!
//! Only features that can make a difference are stored. Four kinds are dropped: those with w(v) = 0; those of
//! fewer than k rows, which no group can keep; those of every row, which every group keeps; and those whose
//! rows are exactly the rows of the same j one node up, whose weight the upper one takes over. Nodes are
//! ranked by weight times support, descending, and features are numbered by rank and j. Each row is sorted,
//! so the most telling come first.

use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::*;

use super::Form;
use super::holders::Holders;
use super::sketch::{self, SketchPlan, Sketches};
use crate::containers::Ragged;
use crate::counts::{Counts, support};
use crate::progress::{Cancelled, Progress};
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::Transactions;

/// Meaning and worth of a feature.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeFeature {
    /// The node; with [`Form::Sets`] the objective needs to know it.
    pub node: Node,
    /// Value that a group keeps of each row when all its rows have the feature, in units.
    pub weight: u32,
    /// Number of rows that have it.
    pub support: u32,
}

/// The rows as sorted lists of feature numbers, end to end.
pub(super) struct Rows {
    pub features: Vec<NodeFeature>,
    pub form: Form,
    pub lists: Ragged<u32>,
    /// The most a group can keep of a row: the sum of the weights of its features.
    pub reach: Vec<u64>,
    /// The owner of each row; empty when every row has its own.
    pub owner: Vec<u32>,
    /// For [`Form::Sets`]: what a released node keeps and its parent, by node number.
    pub keeps: Vec<u32>,
    pub parent: Vec<u32>,
    pub k: usize,
    /// A short stand-in for each row.
    pub sketches: Sketches,
    /// Owners with something sensitive, where there is a bound on how many of a group may have it.
    pub holders: Option<Arc<Holders>>,
}

/// Number of rows that a thread gets at a time. The results are joined after each batch.
const PIECE: usize = 1 << 11;
const BATCH: usize = 1 << 17;
const NONE: u32 = u32::MAX;

impl Rows {
    /// O(items x depth) time; memory is one number for each feature of each row.
    pub fn new(
        transactions: &Transactions,
        taxonomy: &Taxonomy,
        k: usize,
        form: Form,
        progress: &dyn Progress,
    ) -> Result<Rows, Cancelled> {
        let rows = transactions.len();
        let support = support(transactions, taxonomy, progress)?;
        let chosen = FeatureTable::choose(&support, rows, taxonomy, k, form);
        let mut sketches = Sketches {
            counts: Vec::with_capacity(rows),
            outside: Vec::with_capacity(rows),
            plan: SketchPlan::new(taxonomy, &support, rows, k, form),
        };
        let total = chosen.features.iter().map(|feature| feature.support as usize).sum();
        let mut lists = Ragged::with_capacity(rows, total);
        let mut reach = Vec::with_capacity(rows);
        // Batches, so that not all rows are in memory twice.
        for batch in (0..rows).step_by(BATCH) {
            let end = rows.min(batch + BATCH);
            let parts: Vec<RowsPart> = (batch..end)
                .into_par_iter()
                .step_by(PIECE)
                .map(|start| {
                    progress.go_on()?;
                    Ok(chosen.list(transactions, taxonomy, &sketches.plan, start..end.min(start + PIECE)))
                })
                .collect::<Result<_, Cancelled>>()?;
            for part in parts {
                lists.append(&part.lists);
                sketches.counts.extend_from_slice(&part.counts);
                sketches.outside.extend_from_slice(&part.outside);
                reach.extend_from_slice(&part.reach);
            }
        }
        let features = chosen.features;
        let owner = if transactions.is_one_per_owner() {
            Vec::new()
        } else {
            (0..rows).map(|row| transactions.owner(row)).collect()
        };
        let (keeps, parent) = match form {
            Form::Bags => (Vec::new(), Vec::new()),
            Form::Sets => {
                taxonomy.nodes().map(|node| (taxonomy.keeps(node), taxonomy.parent(node).0)).unzip()
            }
        };
        Ok(Rows { features, form, lists, reach, owner, keeps, parent, k, sketches, holders: None })
    }

    pub fn len(&self) -> usize {
        self.lists.len()
    }

    pub fn get(&self, row: u32) -> &[u32] {
        self.lists.get(row as usize)
    }

    pub fn weight(&self, feature: u32) -> u64 {
        u64::from(self.features[feature as usize].weight)
    }

    /// The owner of `row`: the row itself when every row has its own.
    pub fn owner(&self, row: u32) -> u32 {
        self.owner.get(row as usize).copied().unwrap_or(row)
    }

    pub fn one_per_owner(&self) -> bool {
        self.owner.is_empty()
    }
}

/// Result of a thread for some rows.
#[derive(Default)]
struct RowsPart {
    lists: Ragged<u32>,
    reach: Vec<u64>,
    counts: Vec<sketch::Counts>,
    outside: Vec<i64>,
}

/// The features worth storing. A *slot* is a place among the values of the support: a node and a number of items.
struct FeatureTable {
    features: Vec<NodeFeature>,
    /// The feature of each slot, or none.
    number: Vec<u32>,
    /// The rank of each node that has features, most telling first, and the first slot of each rank.
    rank: Vec<u32>,
    first_by_rank: Vec<usize>,
}

impl FeatureTable {
    /// Chooses the features to store, and ranks their nodes. `support` has, by node, the numbers of rows with at
    /// least 1, 2, ... items at or below it.
    fn choose(support: &Ragged<u32>, rows: usize, taxonomy: &Taxonomy, k: usize, form: Form) -> FeatureTable {
        let (slots, support) = (support.bounds(), support.values());
        let mut weight = vec![0u32; support.len()];
        // The slot that took over the weight; the slot itself if none did.
        let mut home: Vec<usize> = (0..support.len()).collect();
        // The lowest node at or above each that has a weight; the root where there is none.
        let mut weighty = vec![Node::ROOT; taxonomy.len()];
        for node in taxonomy.nodes().skip(1) {
            let above = weighty[taxonomy.parent(node).index()];
            weighty[node.index()] = if taxonomy.weight(node) > 0 { node } else { above };
            let base = slots.start(above.index());
            for (j, slot) in slots.get(node.index()).enumerate() {
                if (support[slot] as usize) < k {
                    continue;
                }
                // (v, j) implies (above, j): equal support is equal rows.
                if form == Form::Bags && above != Node::ROOT && support[base + j] == support[slot] {
                    home[slot] = home[base + j];
                }
                // A set holds a node once, so counts beyond the first matter less there. A third of the weight is a
                // guide only; what counts is the meter. Loss as sets at normal effort on foodmart, completejourney
                // and excite: 0.536, 0.770, 0.356; with the full weight 0.555, 0.799, 0.350; with none 0.552, 0.758,
                // 0.404.
                let full = form == Form::Bags || j == 0;
                weight[home[slot]] += if full { taxonomy.weight(node) } else { taxonomy.weight(node) / 3 };
            }
        }
        let stored = |slot: &usize| match form {
            Form::Bags => weight[*slot] > 0 && (support[*slot] as usize) < rows,
            // All counts below an inner node decide if it is released: no other feature may go.
            Form::Sets => support[*slot] as usize >= k,
        };
        let mass = |node: Node| {
            let rows = support[slots.get(node.index())].first().copied().unwrap_or(0);
            u64::from(taxonomy.weight(node)) * u64::from(rows)
        };
        let mut by_rank: Vec<Node> = taxonomy.nodes().skip(1).collect();
        by_rank.sort_by_key(|&node| (std::cmp::Reverse(mass(node)), node));
        let mut rank = vec![NONE; taxonomy.len()];
        let mut number = vec![NONE; support.len()];
        let mut features = Vec::new();
        for (at, &node) in by_rank.iter().enumerate() {
            for slot in slots.get(node.index()).filter(stored) {
                rank[node.index()] = at as u32;
                number[slot] = features.len() as u32;
                features.push(NodeFeature { node, weight: weight[slot], support: support[slot] });
            }
        }
        let first_by_rank = by_rank.iter().map(|node| slots.start(node.index())).collect();
        FeatureTable { features, number, rank, first_by_rank }
    }

    /// The features, reach and sketches of some rows.
    fn list(
        &self,
        transactions: &Transactions,
        taxonomy: &Taxonomy,
        plan: &SketchPlan,
        rows: Range<usize>,
    ) -> RowsPart {
        let mut part = RowsPart::default();
        // The rank of a node above its count, in one number: that sorts twice as fast as a pair.
        let mut nodes: Vec<u64> = Vec::new();
        for row in rows {
            nodes.clear();
            let mut sketch = [0; sketch::WIDTH];
            let mut inside = 0;
            for (node, count) in Counts::of(taxonomy, transactions.get(row)).iter() {
                let rank = self.rank[node.index()];
                if rank != NONE {
                    nodes.push(u64::from(rank) << 32 | u64::from(count));
                }
                inside += plan.enter(&mut sketch, node, count);
            }
            nodes.sort_unstable();
            for &node in &nodes {
                let (rank, count) = ((node >> 32) as usize, node as u32 as usize);
                let slot = self.first_by_rank[rank];
                let numbers = self.number[slot..slot + count].iter().copied();
                part.lists.open().extend(numbers.filter(|&number| number != NONE));
            }
            let weight = |&feature: &u32| u64::from(self.features[feature as usize].weight);
            let reach: u64 = part.lists.pending().iter().map(weight).sum();
            part.lists.close();
            part.reach.push(reach);
            part.counts.push(sketch);
            part.outside.push(reach as i64 - inside);
        }
        part
    }
}

/// Drops from `list` what `other` does not hold. Both are ascending.
pub(super) fn intersect(list: &mut Vec<u32>, other: &[u32]) {
    let mut at = 0;
    list.retain(|&number| {
        while at < other.len() && other[at] < number {
            at += 1;
        }
        at < other.len() && other[at] == number
    });
}
