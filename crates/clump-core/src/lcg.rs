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
//! Nothing here walks the taxonomy: the cost is in the items of the bags and their depth ([`Counts`]).

use crate::counts::Counts;
use crate::taxonomy::{Node, Taxonomy};

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
    lcg_of_set(taxonomy, [a, b])
}

/// LCG of any number of sorted bags; empty for none.
pub fn lcg_of_set<'a>(taxonomy: &Taxonomy, bags: impl IntoIterator<Item = &'a [Node]>) -> Vec<Node> {
    let mut vectors = bags.into_iter().map(|bag| Counts::of(taxonomy, bag));
    let Some(mut least) = vectors.next() else { return Vec::new() };
    for vector in vectors {
        least.meet(&vector);
    }
    least.bag(taxonomy)
}
