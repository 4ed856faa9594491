//! Takes out public items until every minimal mole has lost one: always the item that is in the most minimal moles for
//! each row that loses it.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::AnonymizeError;
use super::moles::Counter;
use super::moles::Moles;
use crate::taxonomy::Node;

/// For each node, whether it is a public item of the rows that is left once no minimal mole is.
///
/// # Errors
/// When the run is cancelled, or takes too many steps.
pub(super) fn hit_all(moles: &Moles) -> Result<Vec<bool>, AnonymizeError> {
    let rows = moles.rows();
    let mut count = moles.count()?;
    let mut is_left = rows.occurring();
    let mut counter = Counter::new(rows.nodes());
    let in_moles = (0..).map(Node).zip(&count).filter(|&(_, &moles)| moles > 0);
    let mut candidates: BinaryHeap<PublicItem> = in_moles
        .map(|(item, &moles)| PublicItem { item, moles, support: rows.of_item(item).len() as u64 })
        .collect();
    while let Some(best) = candidates.pop() {
        let moles_now = count[best.item.index()];
        if moles_now < best.moles {
            // Counts only fall: what is the best by an old count is put back, what is the best by its own is the best.
            if moles_now > 0 {
                candidates.push(PublicItem { moles: moles_now, ..best });
            }
            continue;
        }
        is_left[best.item.index()] = false;
        moles.each_with(best.item, &is_left, &mut counter, |mole| {
            for item in mole {
                count[item.index()] -= 1;
            }
        })?;
    }
    debug_assert!(count.iter().all(|&moles| moles == 0), "every minimal mole was hit once");
    Ok(is_left)
}

/// A public item: how many minimal moles go with it, and how many rows lose it.
#[derive(Clone, Copy, Debug)]
struct PublicItem {
    item: Node,
    moles: u64,
    support: u64,
}

impl Ord for PublicItem {
    /// By moles / support, exactly; of equals the lowest node is the greatest.
    fn cmp(&self, other: &Self) -> Ordering {
        let ratios = [(self.moles, other.support), (other.moles, self.support)];
        let [own, others] = ratios.map(|(moles, support)| u128::from(moles) * u128::from(support));
        own.cmp(&others).then(other.item.cmp(&self.item))
    }
}

impl PartialOrd for PublicItem {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for PublicItem {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for PublicItem {}
