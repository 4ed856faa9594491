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

use super::holders::Holders;
use super::sketch::Sketches;
use super::{Form, sketch};
use crate::containers::Ragged;
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
        let paths = Paths::new(taxonomy, form);
        let slots = Slots::new(transactions, &paths, progress)?;
        let chosen = slots.choose(transactions.len(), &paths, k, form);
        let rows = transactions.len();
        let plan = sketch::SketchPlan::new(taxonomy, &slots, rows, k, form);
        let total = chosen.features.iter().map(|feature| feature.support as usize).sum();
        let mut lists = Ragged::with_capacity(rows, total);
        let mut sketches = Sketches::new(&plan, rows);
        let mut reach = Vec::with_capacity(rows);
        // Batches, so that not all rows are in memory twice.
        for batch in (0..rows).step_by(BATCH) {
            let end = rows.min(batch + BATCH);
            let parts: Vec<RowsPart> = (batch..end)
                .into_par_iter()
                .step_by(PIECE)
                .map(|start| {
                    progress.go_on()?;
                    Ok(chosen.list(transactions, &paths, &plan, start..end.min(start + PIECE)))
                })
                .collect::<Result<_, Cancelled>>()?;
            for part in parts {
                lists.append(&part.lists);
                sketches.append(&part.counts, &part.outside);
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

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.lists.len()
    }

    /// The features of `row`, ascending.
    #[inline]
    pub fn get(&self, row: u32) -> &[u32] {
        self.lists.get(row as usize)
    }

    #[inline]
    pub fn weight(&self, feature: u32) -> u64 {
        u64::from(self.features[feature as usize].weight)
    }

    /// The owner of `row`: the row itself when every row has its own.
    #[inline]
    pub fn owner(&self, row: u32) -> u32 {
        self.owner.get(row as usize).copied().unwrap_or(row)
    }

    /// True if rows are owners.
    #[inline]
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

/// A place for every (node, count) that occurs, and how many rows have it.
pub(super) struct Slots {
    /// For each node v the numbers of rows that have (v, 1), (v, 2), ... A slot is a place among all values.
    pub support: Ragged<u32>,
}

impl Slots {
    fn new(
        transactions: &Transactions,
        paths: &Paths<'_>,
        progress: &dyn Progress,
    ) -> Result<Slots, Cancelled> {
        let rows = transactions.len();
        // A piece a thread, since each carries a tally as long as the taxonomy. Sums do not depend on the pieces.
        let piece = rows.div_ceil(rayon::current_num_threads()).max(1 << 12);
        let tally = (0..rows)
            .into_par_iter()
            .step_by(piece)
            .map(|start| tally(transactions, paths, start..rows.min(start + piece), progress))
            .try_reduce(
                || vec![Vec::new(); paths.taxonomy.len()],
                |mut sum, part| {
                    for (sum, part) in sum.iter_mut().zip(&part) {
                        sum.resize(sum.len().max(part.len()), 0);
                        sum.iter_mut().zip(part).for_each(|(sum, part)| *sum += part);
                    }
                    Ok(sum)
                },
            )?;
        let mut support = Ragged::with_capacity(tally.len(), 0);
        for rows in &tally {
            support.open().extend_from_slice(rows);
            // A row with j items at or below v also has 1 .. j - 1.
            let own = support.pending_mut();
            for j in (1..own.len()).rev() {
                own[j - 1] += own[j];
            }
            support.close();
        }
        Ok(Slots { support })
    }

    /// Chooses the features to store, and ranks their nodes.
    fn choose(&self, rows: usize, paths: &Paths<'_>, k: usize, form: Form) -> FeatureTable {
        let taxonomy = paths.taxonomy;
        let (support, slots) = (self.support.values(), self.support.bounds());
        let mut weight = vec![0u32; support.len()];
        // The slot that took over the weight; the slot itself if none did.
        let mut home: Vec<usize> = (0..support.len()).collect();
        for node in taxonomy.nodes().skip(1) {
            let above = paths.up(node);
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
        let stored = |slot: &usize| {
            let slot = *slot;
            match form {
                Form::Bags => weight[slot] > 0 && (support[slot] as usize) < rows,
                // All counts below an inner node decide if it is released: no other feature may go.
                Form::Sets => support[slot] as usize >= k,
            }
        };
        let mass = |node: Node| {
            let support = self.support.get(node.index()).first().copied().unwrap_or(0);
            u64::from(taxonomy.weight(node)) * u64::from(support)
        };
        let mut by_rank: Vec<Node> = taxonomy.nodes().collect();
        by_rank.sort_by_key(|&node| (std::cmp::Reverse(mass(node)), node));
        let mut rank = vec![NONE; by_rank.len()];
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
        let mut reach: Vec<(u32, u64)> = number
            .iter()
            .zip(&weight)
            .map(|(&number, &weight)| if number == NONE { (0, 0) } else { (1, u64::from(weight)) })
            .collect();
        for node in taxonomy.nodes() {
            for slot in slots.get(node.index()).skip(1) {
                let below = reach[slot - 1];
                reach[slot].0 += below.0;
                reach[slot].1 += below.1;
            }
        }
        FeatureTable { features, number, reach, rank, first_by_rank }
    }
}

/// For each node, the numbers of rows that have exactly 1, 2, ... items at or below it.
fn tally(
    transactions: &Transactions,
    paths: &Paths<'_>,
    rows: Range<usize>,
    progress: &dyn Progress,
) -> Result<Vec<Vec<u32>>, Cancelled> {
    let mut tally: Vec<Vec<u32>> = vec![Vec::new(); paths.taxonomy.len()];
    let mut open = OpenPath::default();
    for row in rows {
        if row.is_multiple_of(PIECE) {
            progress.go_on()?;
        }
        paths.visit(transactions.get(row), &mut open, |node, count| {
            let counts = &mut tally[node.index()];
            if counts.len() < count as usize {
                counts.resize(count as usize, 0);
            }
            counts[count as usize - 1] += 1;
        });
    }
    Ok(tally)
}

/// The features worth storing.
struct FeatureTable {
    features: Vec<NodeFeature>,
    /// The feature of each slot, or none.
    number: Vec<u32>,
    /// Number of counts of a node up to each slot that are stored, and what they weigh together.
    reach: Vec<(u32, u64)>,
    /// The rank of each node that has features, most telling first, and the first slot of each rank.
    rank: Vec<u32>,
    first_by_rank: Vec<usize>,
}

impl FeatureTable {
    /// The features, reach and sketches of some rows.
    fn list(
        &self,
        transactions: &Transactions,
        paths: &Paths<'_>,
        plan: &sketch::SketchPlan,
        rows: Range<usize>,
    ) -> RowsPart {
        let mut part = RowsPart::default();
        let mut open = OpenPath::default();
        // The rank of a node above its count, in one number: that sorts twice as fast as a pair.
        let mut nodes: Vec<u64> = Vec::new();
        for row in rows {
            nodes.clear();
            let mut counts = [0; sketch::WIDTH];
            let mut inside = 0;
            paths.visit(transactions.get(row), &mut open, |node, count| {
                let rank = self.rank[node.index()];
                if rank != NONE {
                    nodes.push(u64::from(rank) << 32 | u64::from(count));
                }
                inside += plan.enter(&mut counts, node, count);
            });
            nodes.sort_unstable();
            let mut reach = 0;
            for &node in &nodes {
                let (rank, count) = ((node >> 32) as usize, node as u32 as usize);
                let slot = self.first_by_rank[rank];
                let numbers = &self.number[slot..slot + count];
                let (stored, weight) = self.reach[slot + count - 1];
                // Most nodes have all their counts stored: then this is a copy.
                if stored as usize == count {
                    part.lists.open().extend_from_slice(numbers);
                } else {
                    part.lists.open().extend(numbers.iter().copied().filter(|&number| number != NONE));
                }
                reach += weight;
            }
            part.lists.close();
            part.reach.push(reach);
            part.counts.push(counts);
            part.outside.push(reach as i64 - inside);
        }
        part
    }
}

/// Drops from `list` what `other` does not hold. Both are ascending.
#[inline]
pub(super) fn intersect(list: &mut Vec<u32>, other: &[u32]) {
    let mut at = 0;
    list.retain(|&number| {
        while at < other.len() && other[at] < number {
            at += 1;
        }
        at < other.len() && other[at] == number
    });
}

// The nodes above the items of a row, each once, with how many items it has at or below it.
//
// Items come in preorder, so the nodes above the present item are a stack, and a node is done when the next
// item is not below it. Nodes with w(v) = 0 have no weight and are skipped: a third of the inner nodes of
// WordNet have one child.

/// The way up from every node.
pub(super) struct Paths<'t> {
    pub taxonomy: &'t Taxonomy,
    /// The first node at or above each that is visited; the root where there is none.
    at: Vec<Node>,
}

/// The path to the present item, with the items counted so far. Kept between rows.
#[derive(Default)]
pub(super) struct OpenPath {
    stack: Vec<(Node, u32)>,
    climb: Vec<Node>,
}

impl<'t> Paths<'t> {
    /// With [`Form::Sets`] every node is visited: all counts below a node decide if it is published.
    pub fn new(taxonomy: &'t Taxonomy, form: Form) -> Paths<'t> {
        let mut at: Vec<Node> = Vec::with_capacity(taxonomy.len());
        for node in taxonomy.nodes() {
            let is_visited = node != Node::ROOT && (form == Form::Sets || taxonomy.weight(node) > 0);
            let above = at.get(taxonomy.parent(node).index()).copied().unwrap_or(Node::ROOT);
            at.push(if is_visited { node } else { above });
        }
        Paths { taxonomy, at }
    }

    /// The next visited node strictly above `node`, or the root.
    #[inline]
    pub fn up(&self, node: Node) -> Node {
        self.at[self.taxonomy.parent(node).index()]
    }

    /// Calls `each(v, count)` once for every visited node v that has items of `bag` at or below it, children first.
    #[inline]
    pub fn visit(&self, bag: &[Node], open: &mut OpenPath, mut each: impl FnMut(Node, u32)) {
        let OpenPath { stack, climb } = open;
        let mut close = |stack: &mut Vec<(Node, u32)>| {
            if let Some((node, count)) = stack.pop() {
                each(node, count);
                // Counts move up as nodes close, so an item is counted once, not once a level.
                if let Some(above) = stack.last_mut() {
                    above.1 += count;
                }
            }
        };
        for &item in bag {
            while stack.last().is_some_and(|&(node, _)| !self.taxonomy.is_ancestor(node, item)) {
                close(stack);
            }
            let top = stack.last().map_or(Node::ROOT, |&(node, _)| node);
            let mut node = self.at[item.index()];
            while node != top && node != Node::ROOT {
                climb.push(node);
                node = self.up(node);
            }
            stack.extend(climb.drain(..).rev().map(|node| (node, 0)));
            if let Some(own) = stack.last_mut() {
                own.1 += 1;
            }
        }
        while !stack.is_empty() {
            close(stack);
        }
    }
}
