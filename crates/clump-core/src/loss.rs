//! What a generalization costs: GGD, the paper's group generalization distortion.
//!
//! Loss is linear in what is kept. The path from the root to an item i adds up to LM(root) - LM(i), so
//! kept(S) = sum over v != root of w(v) * m_S(v) = sum over i in LCG(S) of (1 - LM(i)), and
//!
//! > GGD(S, LCG(S)) = |S| * sum of LM(i) + (sum of |t| - |S| * |LCG(S)|) = sum of |t| - |S| * kept(S).
//!
//! The right-hand side needs no LCG and no count of suppressed items. In units of 1 / scale all of it is whole
//! numbers.

use crate::taxonomy::{Node, Taxonomy};

/// kept of a published bag on its own: the sum over its items of 1 - LM, in units of 1 / scale.
pub fn kept(taxonomy: &Taxonomy, bag: &[Node]) -> u64 {
    bag.iter().map(|&item| u64::from(taxonomy.scale() - taxonomy.cost(item))).sum()
}

/// GGD by the closed form, in units of 1 / scale: `length` is the sum of |t| over the group, `size` its |S|, `kept`
/// what its LCG keeps.
#[inline]
pub fn ggd(taxonomy: &Taxonomy, length: usize, size: usize, kept: u64) -> u64 {
    length as u64 * u64::from(taxonomy.scale()) - size as u64 * kept
}

/// A loss in units of 1 / scale as the number that is reported.
pub fn in_items(taxonomy: &Taxonomy, units: u64) -> f64 {
    units as f64 / f64::from(taxonomy.scale())
}

/// GGD by Definition 3, word for word: |S| * (sum of LM(i) over the published bag) + the number of suppressed item
/// occurrences. For tests and small inputs; [`ggd`] is the same number.
///
/// `published` must generalize every transaction of `group`.
pub fn ggd_by_definition(taxonomy: &Taxonomy, group: &[&[Node]], published: &[Node]) -> f64 {
    let generalized: f64 = published.iter().map(|&item| taxonomy.lm(item)).sum();
    let suppressed: usize = group.iter().map(|transaction| transaction.len() - published.len()).sum();
    group.len() as f64 * generalized + suppressed as f64
}
