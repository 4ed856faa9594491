//! A short stand-in for each row. It gives an upper bound of what two rows share in a few nanoseconds.
//!
//! The [`WIDTH`] nodes that carry most weight are counted in one byte each. There two rows share a sum of
//! minima, which the compiler turns into vector instructions. Elsewhere they share at most the lesser of the
//! weights that both have elsewhere. The bound is never too low, so a search that skips what the bound
//! excludes misses nothing.

use super::Form;
use crate::containers::Ragged;
use crate::taxonomy::{Node, Taxonomy};

/// Nodes in a sketch.
pub(super) const WIDTH: usize = 128;

/// Numbers of items of a row below the chosen nodes, each up to the number that can matter.
pub(super) type Counts = [u8; WIDTH];

/// The nodes that are in a sketch.
pub(super) struct SketchPlan {
    /// The weights of the chosen nodes, divided by 2^shift and rounded up.
    weight: [i16; WIDTH],
    shift: u32,
    exact: Vec<i64>,
    /// For each node: its place, the number of items that every row has there, and the number that at least k
    /// rows have.
    place: Vec<(u8, u32, u32)>,
}

impl SketchPlan {
    pub fn new(taxonomy: &Taxonomy, support: &Ragged<u32>, rows: usize, k: usize, form: Form) -> SketchPlan {
        let mut ranges = Vec::new();
        for node in taxonomy.nodes().skip(1) {
            let support = support.get(node.index());
            let all = support.iter().take_while(|&&s| s as usize == rows).count();
            let cap = support.iter().take_while(|&&s| s as usize >= k).count().min(all + 255);
            // With sets only the first item below a node weighs anything.
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

    /// Enters the `count` items of a row at or below `node`. Returns their weight if the node is in the
    /// sketch.
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

/// The sketches of all rows.
pub(super) struct Sketches {
    pub counts: Vec<Counts>,
    /// Weight of the features of each row outside its sketch.
    pub outside: Vec<i64>,
    pub plan: SketchPlan,
}

impl Sketches {
    /// The true weight of a sketch.
    pub fn exact(&self, counts: &Counts) -> i64 {
        self.plan.exact.iter().zip(counts).map(|(&weight, &count)| weight * i64::from(count)).sum()
    }

    /// Weight that two sketches share, or more; never less.
    pub fn shared(&self, a: &Counts, b: &Counts) -> i64 {
        let mut sum = 0i32;
        for i in 0..WIDTH {
            sum += i32::from(i16::from(a[i].min(b[i]))) * i32::from(self.plan.weight[i]);
        }
        i64::from(sum) << self.plan.shift
    }
}
