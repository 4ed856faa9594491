//! Loss of a generalization: GGD, the paper's group generalization distortion, and the same in bits.
//!
//! Loss is linear in the kept value. The path from the root to an item i adds up to LM(root) - LM(i), so kept(S) =
//! sum over v != root of w(v) * m_S(v) = sum over i in LCG(S) of (1 - LM(i)), and
//!
//! > GGD(S, LCG(S)) = |S| * sum of LM(i) + (sum of |t| - |S| * |LCG(S)|) = sum of |t| - |S| * kept(S).
//!
//! The right-hand side needs no LCG and no count of suppressed items. In units of 1 / scale all terms are whole
//! numbers.
//!
//! In bits a published node keeps I(v) instead of 1 - LM(v), and an item is worth I(i) instead of 1:
//!
//! > loss(S) = sum over the items of all t of I(i) - |S| * (sum of I(v) over LCG(S)) = sum of worth(t) - |S| * kept(S).
//!
//! So one closed form covers both, and the taxonomy stores the prices ([`Taxonomy::priced_in`]).

use crate::taxonomy::{Node, Taxonomy};

/// kept(S) for a group that is published as `bag`: the sum of what the items of the bag keep, in units.
pub fn kept(taxonomy: &Taxonomy, bag: &[Node]) -> u64 {
    bag.iter().map(|&item| u64::from(taxonomy.keeps(item))).sum()
}

/// Loss of a transaction of which nothing is published, in units. By LM it is one for each item.
pub fn worth(taxonomy: &Taxonomy, transaction: &[Node]) -> u64 {
    transaction.iter().map(|&item| u64::from(taxonomy.worth(item))).sum()
}

/// The loss of a group by the closed form, in units. `worth` is the sum of [`worth`] over its transactions, `size`
/// is |S|, and `kept` is [`kept`] of its LCG.
#[inline]
pub fn ggd(worth: u64, size: usize, kept: u64) -> u64 {
    worth - size as u64 * kept
}

/// Converts a loss from units to the reported number: in items, or in bits.
pub fn reported(taxonomy: &Taxonomy, units: u64) -> f64 {
    units as f64 / f64::from(taxonomy.units())
}

/// GGD by Definition 3, word for word: |S| * (sum of LM(i) over the published bag) + the number of suppressed item
/// occurrences. For tests and small inputs; [`ggd`] gives the same number if the taxonomy is priced by LM.
///
/// `published` must generalize every transaction of `group`.
pub fn ggd_by_definition(taxonomy: &Taxonomy, group: &[&[Node]], published: &[Node]) -> f64 {
    let generalized: f64 = published.iter().map(|&item| taxonomy.lm(item)).sum();
    let suppressed: usize = group.iter().map(|transaction| transaction.len() - published.len()).sum();
    group.len() as f64 * generalized + suppressed as f64
}
