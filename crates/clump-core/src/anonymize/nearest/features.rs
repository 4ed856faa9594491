//! A transaction as a set of features: (v, j) means "at least j items at or below node v". The value that a
//! group keeps is the weight of the features that all its rows have (see [`crate::loss`]).
//!
//! Only features that can make a difference are stored. Four kinds are dropped: those with w(v) = 0; those of
//! fewer than k rows, which no group can keep; those of every row, which every group keeps; and those whose
//! rows are exactly the rows of the same j one node up, whose weight is added to that of the upper one. Nodes
//! are sorted by weight times support, descending, and features are numbered by this order and by j. The
//! feature list of each row is sorted, so its most important features come first.

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

/// Node, weight and support of a stored feature.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeFeature {
    /// The node v of the feature; needed to compute values with [`Form::Sets`].
    pub node: Node,
    /// Value, in units, that a group keeps for each of its rows if all of them have the feature.
    pub weight: u32,
    /// Number of rows that have the feature.
    pub support: u32,
}

/// The rows as sorted lists of feature numbers, concatenated.
pub(super) struct Rows {
    pub features: Vec<NodeFeature>,
    pub form: Form,
    pub lists: Ragged<u32>,
    /// By row, the sum of the weights of its features: the most that a group can keep of the row.
    pub reach: Vec<u64>,
    /// By row, the number of its owner; empty if every row has an owner of its own.
    pub owner: Vec<u32>,
    /// By node number, for [`Form::Sets`]: the value of a published node; and its parent.
    pub keeps: Vec<u32>,
    pub parent: Vec<u32>,
    pub k: usize,
    /// By row, a short summary from which shared value is estimated quickly.
    pub sketches: Sketches,
    /// Owners with sensitive nodes, and the limit on their share of a group; `None` without a limit.
    pub holders: Option<Arc<Holders>>,
}

/// `PIECE`: number of rows that a thread processes at a time. `BATCH`: number of rows between merges of results.
const PIECE: usize = 1 << 11;
const BATCH: usize = 1 << 17;
const NONE: u32 = u32::MAX;

impl Rows {
    /// Builds the feature lists. Time O(items x depth); memory is one number for each feature of each row.
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
        // Rows are processed in batches, so that not all lists are in memory twice.
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

    /// The owner of `row`; the row number itself if every row has an owner of its own.
    pub fn owner(&self, row: u32) -> u32 {
        self.owner.get(row as usize).copied().unwrap_or(row)
    }

    pub fn one_per_owner(&self) -> bool {
        self.owner.is_empty()
    }
}

/// The lists that one thread made for some rows.
#[derive(Default)]
struct RowsPart {
    lists: Ragged<u32>,
    reach: Vec<u64>,
    counts: Vec<sketch::Counts>,
    outside: Vec<i64>,
}

/// The features that are stored. A *slot* is an index into the values of `support`: a node and a number of items.
struct FeatureTable {
    features: Vec<NodeFeature>,
    /// By slot, the number of its feature; `NONE` if it is not stored.
    number: Vec<u32>,
    /// By node, its index in the order of weight times support, or `NONE`; by index, the first slot.
    rank: Vec<u32>,
    first_by_rank: Vec<usize>,
}

impl FeatureTable {
    /// Chooses the features that are stored, and ranks their nodes. `support` has, by node, the numbers of
    /// rows with at least 1, 2, ... items at or below it.
    fn choose(support: &Ragged<u32>, rows: usize, taxonomy: &Taxonomy, k: usize, form: Form) -> FeatureTable {
        let (slots, support) = (support.bounds(), support.values());
        let mut weight = vec![0u32; support.len()];
        // By slot, the slot to which its weight was added: itself unless it was merged with the slot one node up.
        let mut home: Vec<usize> = (0..support.len()).collect();
        // By node, the lowest node at or above it that has a weight; the root if there is none.
        let mut weighty = vec![Node::ROOT; taxonomy.len()];
        for node in taxonomy.nodes().skip(1) {
            let above = weighty[taxonomy.parent(node).index()];
            weighty[node.index()] = if taxonomy.weight(node) > 0 { node } else { above };
            let base = slots.start(above.index());
            for (j, slot) in slots.get(node.index()).enumerate() {
                if (support[slot] as usize) < k {
                    continue;
                }
                // Every row with (v, j) also has (above, j), so equal support means the same rows.
                if form == Form::Bags && above != Node::ROOT && support[base + j] == support[slot] {
                    home[slot] = home[base + j];
                }
                // A set holds a node once, so counts beyond the first matter less for sets. A third of the
                // weight is only a heuristic for choosing groups; their value is computed exactly by the
                // meter. Loss as sets at normal effort on foodmart, completejourney and excite: 0.536, 0.770,
                // 0.356; with the full weight 0.555, 0.799, 0.350; with none 0.552, 0.758, 0.404.
                let full = form == Form::Bags || j == 0;
                weight[home[slot]] += if full { taxonomy.weight(node) } else { taxonomy.weight(node) / 3 };
            }
        }
        let stored = |slot: &usize| match form {
            Form::Bags => weight[*slot] > 0 && (support[*slot] as usize) < rows,
            // For sets, all counts below an inner node decide whether it is published, so no other feature is
            // dropped.
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

    /// The features, reach and sketches of the given rows.
    fn list(
        &self,
        transactions: &Transactions,
        taxonomy: &Taxonomy,
        plan: &SketchPlan,
        rows: Range<usize>,
    ) -> RowsPart {
        let mut part = RowsPart::default();
        // Rank and count packed into one number, rank in the high bits: this sorts twice as fast as a pair.
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

/// Removes from `list` all values that `other` does not have. Both are ascending.
pub(super) fn intersect(list: &mut Vec<u32>, other: &[u32]) {
    let mut at = 0;
    list.retain(|&number| {
        while at < other.len() && other[at] < number {
            at += 1;
        }
        at < other.len() && other[at] == number
    });
}
