//! Below every node of the taxonomy, the least common generalization has as many items as the poorest transaction
//! has there.
//!
//! Let cnt_t(v) be the number of items of bag t at or below node v and m(v) the least of them over the bags. Then
//! LCG holds m(v) items at or below every v, so v itself occurs m(v) - (sum of m(c) over its children c) times.
//! Uniqueness, length (the shortest bag's) and LCG(S + t) = LCG(LCG(S), t), the paper's Properties 1 and 2 and
//! Lemma 1, follow at once: a minimum of minima is the minimum.
//!
//! Differs from Algorithm 2 as printed: there a child with MinCount > 0 drops its surplus items instead of passing
//! them up to the parent. See [`crate::printed`] for that one.
//!
//! Nothing here walks the taxonomy. Two sorted bags span a small tree, the items and the nodes where their paths
//! to the root meet; [`Joint`] climbs just that one, so the cost is in the items and their depth.

use crate::taxonomy::{Node, Taxonomy};

/// A node on the path from the root to the item at hand, with what was found below it so far.
#[derive(Clone, Copy, Debug)]
struct Frame {
    node: Node,
    /// Items of the first bag at or below `node`.
    first: u32,
    /// Items of the second bag at or below `node`.
    second: u32,
    /// Sum of m(c) over the children.
    covered: u32,
}

/// The tree that two bags span together. Keeps its stack between calls: make one and use it often.
#[derive(Debug)]
pub struct Joint<'t> {
    taxonomy: &'t Taxonomy,
    path: Vec<Frame>,
}

impl<'t> Joint<'t> {
    /// For bags of items of `taxonomy`.
    pub fn new(taxonomy: &'t Taxonomy) -> Joint<'t> {
        Joint { taxonomy, path: Vec::new() }
    }

    /// Replaces the content of `lcg` by LCG({a, b}), sorted. Both bags must be sorted.
    pub fn lcg(&mut self, a: &[Node], b: &[Node], lcg: &mut Vec<Node>) {
        lcg.clear();
        self.climb(a, b, |frame, common, _| {
            lcg.extend(std::iter::repeat_n(frame.node, (common - frame.covered) as usize));
        });
        lcg.sort_unstable();
    }

    /// kept({a, b}): the sum over all v but the root of w(v) * m(v), in units of 1 / scale. Both bags must be sorted.
    ///
    /// Between two neighbours of the joint tree counts do not change and the w(v) telescope, so each edge is one
    /// product.
    pub fn kept(&mut self, a: &[Node], b: &[Node]) -> u64 {
        let taxonomy = self.taxonomy;
        let mut kept = 0;
        self.climb(a, b, |frame, common, above| {
            kept += u64::from(common) * u64::from(taxonomy.cost(above) - taxonomy.cost(frame.node));
        });
        kept
    }

    /// Visits the joint tree, children before parents: `visit(node with its counts, m(node), next node above)`.
    #[inline]
    fn climb(&mut self, a: &[Node], b: &[Node], mut visit: impl FnMut(Frame, u32, Node)) {
        debug_assert!(a.is_sorted() && b.is_sorted());
        let path = &mut self.path;
        path.clear();
        path.push(Frame { node: Node::ROOT, first: 0, second: 0, covered: 0 });
        let (mut i, mut j) = (0, 0);
        loop {
            let item = match (a.get(i), b.get(j)) {
                (Some(&x), Some(&y)) => x.min(y),
                (Some(&x), None) | (None, Some(&x)) => x,
                (None, None) => break,
            };
            leave_until(self.taxonomy, path, item, &mut visit);
            if path.last().expect("the root stays on the path").node != item {
                path.push(Frame { node: item, first: 0, second: 0, covered: 0 });
            }
            let top = path.last_mut().expect("the root stays on the path");
            while a.get(i) == Some(&item) {
                top.first += 1;
                i += 1;
            }
            while b.get(j) == Some(&item) {
                top.second += 1;
                j += 1;
            }
        }
        while let Some(left) = path.pop() {
            let common = left.first.min(left.second);
            match path.last_mut() {
                Some(above) => {
                    visit(left, common, above.node);
                    above.add(left, common);
                }
                None => visit(left, common, Node::ROOT),
            }
        }
    }
}

impl Frame {
    #[inline]
    fn add(&mut self, child: Frame, common: u32) {
        self.first += child.first;
        self.second += child.second;
        self.covered += common;
    }
}

/// Leaves the nodes of `path` that are not above `item`, and enters the node where their path and the item's meet.
#[inline]
fn leave_until(
    taxonomy: &Taxonomy,
    path: &mut Vec<Frame>,
    item: Node,
    visit: &mut impl FnMut(Frame, u32, Node),
) {
    while let Some(&left) = path.last()
        && !taxonomy.is_ancestor(left.node, item)
    {
        path.pop();
        let common = left.first.min(left.second);
        let above = path.last_mut().expect("the root is above every item");
        if taxonomy.is_ancestor(above.node, item) {
            let meet = taxonomy.common_ancestor(left.node, item);
            if meet > above.node {
                visit(left, common, meet);
                path.push(Frame { node: meet, first: left.first, second: left.second, covered: common });
                return;
            }
        }
        visit(left, common, above.node);
        above.add(left, common);
    }
}

/// LCG of two sorted bags.
///
/// ```
/// # use clump_core::{lcg::lcg_of_two, taxonomy::{Edge, Taxonomy}};
/// # let edges = [("fruit", "A"), ("veg", "A"), ("A", "root"), ("orange", "fruit"), ("banana", "fruit"),
/// #              ("apple", "fruit"), ("carrot", "veg"), ("other", "root")];
/// # let taxonomy = Taxonomy::from_edges(edges.iter().map(|&(child, parent)| Edge { child, parent: Some(parent), line: 1 }))?;
/// let bag = |names: [&str; 2]| {
///     let mut bag = names.map(|name| taxonomy.find(name).expect("known"));
///     bag.sort();
///     bag
/// };
/// // The second fruit of the first bag is not dropped: it meets the carrot at A.
/// let lcg = lcg_of_two(&taxonomy, &bag(["orange", "banana"]), &bag(["apple", "carrot"]));
/// assert_eq!(lcg, bag(["fruit", "A"]));
/// # Ok::<(), clump_core::taxonomy::TaxonomyError>(())
/// ```
pub fn lcg_of_two(taxonomy: &Taxonomy, a: &[Node], b: &[Node]) -> Vec<Node> {
    let mut lcg = Vec::new();
    Joint::new(taxonomy).lcg(a, b, &mut lcg);
    lcg
}

/// LCG of any number of sorted bags, one after the other (Lemma 1); empty for none.
pub fn lcg_of_set<'a>(taxonomy: &Taxonomy, bags: impl IntoIterator<Item = &'a [Node]>) -> Vec<Node> {
    let mut bags = bags.into_iter();
    let mut lcg = bags.next().map(<[Node]>::to_vec).unwrap_or_default();
    let mut joint = Joint::new(taxonomy);
    let mut next = Vec::new();
    for bag in bags {
        joint.lcg(&lcg, bag, &mut next);
        std::mem::swap(&mut lcg, &mut next);
    }
    lcg
}
