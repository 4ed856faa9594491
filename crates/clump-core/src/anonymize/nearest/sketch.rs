//! A sketch: a short summary of a row. Two sketches give an upper bound of the value that their rows share,
//! in a few nanoseconds.
//!
//! A sketch has one byte for each of the [`WIDTH`] nodes that carry most weight: the row's number of items
//! below the node. For these nodes, two rows share the sum of the minima, which the compiler turns into
//! vector instructions. For all other nodes, they share at most the smaller of the two weights outside the
//! sketch. The bound is never too low, so a search may skip candidates that it excludes.

use super::Form;
use crate::containers::Ragged;
use crate::taxonomy::{Node, Taxonomy};

pub(super) const WIDTH: usize = 128;

/// By node of the sketch: the row's number of items at or below it, up to the largest number that matters.
pub(super) type Counts = [u8; WIDTH];

/// The nodes that every sketch counts, and their weights.
pub(super) struct SketchPlan {
    /// By index in the sketch, the node's weight divided by 2^shift, rounded up.
    weight: [i16; WIDTH],
    shift: u32,
    exact: Vec<i64>,
    /// By node: its index in the sketch, and the numbers of items that every row and that at least k rows
    /// have there.
    place: Vec<(u8, u32, u32)>,
}

impl SketchPlan {
    pub fn new(taxonomy: &Taxonomy, support: &Ragged<u32>, rows: usize, k: usize, form: Form) -> SketchPlan {
        let mut ranges = Vec::new();
        for node in taxonomy.nodes().skip(1) {
            let support = support.get(node.index());
            let all = support.iter().take_while(|&&s| s as usize == rows).count();
            let cap = support.iter().take_while(|&&s| s as usize >= k).count().min(all + 255);
            // With sets only the first item below a node has weight.
            let cap = if form == Form::Sets { cap.min(1) } else { cap };
            let held: u64 = support[all.min(cap)..cap].iter().map(|&s| u64::from(s)).sum();
            let mass = held * u64::from(taxonomy.weight(node));
            if mass > 0 {
                ranges.push((mass, node, all as u32, cap as u32));
            }
        }
        ranges.sort_unstable_by_key(|&(mass, node, ..)| (std::cmp::Reverse(mass), node));
        ranges.truncate(WIDTH);
        let exact: Vec<i64> = ranges.iter().map(|&(_, node, ..)| i64::from(taxonomy.weight(node))).collect();
        let most = exact.iter().copied().max().unwrap_or(0);
        let mut shift = 0;
        while most >> shift >= i64::from(i16::MAX) {
            shift += 1;
        }
        let mut weight = [0; WIDTH];
        for (short, &exact) in weight.iter_mut().zip(&exact) {
            *short = ((exact + (1 << shift) - 1) >> shift) as i16;
        }
        let mut place = vec![(0, 0, 0); taxonomy.len()];
        for (at, &(_, node, all, cap)) in ranges.iter().enumerate() {
            place[node.index()] = (at as u8, all, cap);
        }
        SketchPlan { weight, shift, exact, place }
    }

    /// Stores in the sketch `counts` that a row has `count` items at or below `node`. Returns their weight,
    /// or 0 if the node is not in the sketch.
    pub fn enter(&self, counts: &mut Counts, node: Node, count: u32) -> i64 {
        let (at, all, cap) = self.place[node.index()];
        if cap == 0 {
            return 0;
        }
        let own = count.min(cap).saturating_sub(all);
        counts[usize::from(at)] = own as u8;
        i64::from(own) * self.exact[usize::from(at)]
    }
}

pub(super) struct Sketches {
    pub counts: Vec<Counts>,
    /// By row, the total weight of its features outside the sketch.
    pub outside: Vec<i64>,
    pub plan: SketchPlan,
}

impl Sketches {
    /// The weight of a sketch, without rounding.
    pub fn exact(&self, counts: &Counts) -> i64 {
        self.plan.exact.iter().zip(counts).map(|(&weight, &count)| weight * i64::from(count)).sum()
    }

    /// An upper bound of the weight that two sketches share.
    pub fn shared(&self, a: &Counts, b: &Counts) -> i64 {
        let mut sum = 0i32;
        for i in 0..WIDTH {
            sum += i32::from(i16::from(a[i].min(b[i]))) * i32::from(self.plan.weight[i]);
        }
        i64::from(sum) << self.plan.shift
    }
}
