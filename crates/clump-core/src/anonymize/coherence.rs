//! (h, k, p)-coherence by global suppression (Y. Xu, K. Wang, A. W.-C. Fu, P. S. Yu: *Anonymizing Transaction Databases
//! for Publication*, KDD 2008).
//!
//! An item is public (an attacker may know it) or sensitive (an attacker must not learn it). A *mole* is a
//! non-empty set of at most p public items that occurs and breaks one of two limits: fewer than k owners have
//! rows with all of the set, or more than the share h of these rows have one sensitive item in common. Rows
//! are coherent if they have no mole.
//!
//! First, all items that are moles alone are suppressed. Then the minimal moles of the rest are found, which
//! contain no smaller mole (`moles`). As long as one of them is left, a public item is suppressed: the one
//! that is in most minimal moles per row that loses the item (`hit_all`). A suppressed item is removed from
//! all rows. Sensitive items stay.
//!
//! # The result is coherent
//! If an item stays, it stays in every row that had it. So a set of items that all stay is in the same rows as
//! before, beside the same sensitive items: it is a mole of the release exactly if it was one of the data.
//! Suppose that a mole is left. It contains a minimal mole, perhaps itself, and all items of that mole are
//! left. But single moles were suppressed first, and every other minimal mole lost at least one item. So no
//! mole is left. This is also why the minimal moles need to be found only once: suppression makes no new ones.
//!
//! The result need not suppress the fewest items: that is NP-hard, a weighted hitting set of the minimal
//! moles. Taking the item of best ratio is the paper's choice.
//!
//! The paper counts rows. Here k counts distinct owners, who have several rows when the unit is a session or
//! a query; h and the cost of suppression count rows. Equal rows of an owner count as one row. If suppression
//! makes rows of one owner equal, they become one row, and the share that h bounds changes. Then moles are
//! searched again, until no more rows become equal. The proof is about the last search. If every owner has
//! one row, that is the first search.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::{AnonymizeError, Anonymizer, Method, ParameterError};
use crate::containers::{SparseCounts, set_of};
use crate::progress::{Progress, Stage};
use crate::promise::{Coherence, Promise, Share};
use crate::release::Release;
use crate::sensitive::Sensitive;
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::{Bags, Transactions};
use moles::{Moles, OwnedRows, Steps};

mod moles;
#[cfg(test)]
mod tests;

/// Parameters of [`CoherenceMethod`] before they are checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoherenceParameters {
    /// The largest share of rows with the same public items that may have a sensitive item in common.
    pub h: Share,
    /// Least number of owners whose rows contain a set of items that an attacker knows.
    pub k: usize,
    /// Largest number of public items that an attacker knows of an owner.
    pub p: usize,
    /// The sensitive items, or the nodes above them, which an attacker must not learn.
    pub sensitive: Sensitive,
}

impl CoherenceParameters {
    /// Checks the parameters and makes the method. It is an error if k < 2 or p < 1.
    pub fn check(self) -> Result<CoherenceMethod, ParameterError> {
        ParameterError::require_k(self.k)?;
        if self.p < 1 {
            return Err(ParameterError::NothingKnown { parameter: "p" });
        }
        Ok(CoherenceMethod(self))
    }
}

/// Suppresses public items until no mole is left. Every published row is the set of the items of its
/// transaction, sensitive ones included, without the suppressed ones; it may be empty.
///
/// Time O(sets of at most p public items in the rows x sensitive items of a row): C(40, 2) sets for a row of
/// 40 items at p = 2. Memory is linear in the item occurrences, and from p = 3 on in the sets of 2 to p - 1
/// items that are no moles.
///
/// Not suitable if items are rare: items are not generalized, so an item of fewer than k owners is suppressed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoherenceMethod(CoherenceParameters);

impl CoherenceMethod {
    /// The sensitive items, or the nodes above them.
    pub fn sensitive(&self) -> &Sensitive {
        &self.0.sensitive
    }
}

impl Method for CoherenceMethod {
    fn name(&self) -> &'static str {
        "coherence"
    }

    fn promise(&self) -> Promise {
        let CoherenceParameters { h, k, p, .. } = self.0;
        Coherence { h, k, p }.into()
    }
}

impl Anonymizer for CoherenceMethod {
    fn anonymize(
        &self,
        transactions: &Transactions,
        taxonomy: &Taxonomy,
        progress: &dyn Progress,
    ) -> Result<Release, AnonymizeError> {
        let CoherenceParameters { h, k, p, ref sensitive } = self.0;
        AnonymizeError::require_owners(transactions.owners(), k)?;
        let sensitive = sensitive.find(transactions, taxonomy);
        sensitive.require_both()?;
        let is_sensitive = sensitive.mask(taxonomy);
        // Walks per item: one for each size of clean sets, one to count its moles, one when it is suppressed.
        let mut occurs = vec![false; is_sensitive.len()];
        transactions.bags().items().iter().for_each(|item| occurs[item.index()] = true);
        let public =
            occurs.iter().zip(&is_sensitive).filter(|&(occurs, is_sensitive)| *occurs && !is_sensitive);
        progress.begin(Stage::Group, p.saturating_mul(public.count()) as u64);
        let owner = |row: usize| transactions.owner(row);
        let is_left =
            coherent_items(transactions.bags(), owner, &is_sensitive, Coherence { h, k, p }, progress)?;
        let bags: Bags = transactions.bags().iter().map(|bag| left(bag, &is_left)).collect();
        progress.end();
        require_public(&bags, &is_sensitive)?;
        Ok(Release::new(bags, (0..transactions.len() as u32).collect()))
    }

    fn sensitive(&self) -> Option<&Sensitive> {
        Some(&self.0.sensitive)
    }
}

/// Checks that at least one public item is left. Without one the promise protects nothing, and the sensitive
/// items would be published with no use.
pub(super) fn require_public(bags: &Bags, is_sensitive: &[bool]) -> Result<(), AnonymizeError> {
    if bags.items().iter().any(|item| !is_sensitive[item.index()]) {
        Ok(())
    } else {
        Err(AnonymizeError::NoPublicItemLeft)
    }
}

/// By node, true if the item stays. All sensitive items stay, and the public ones that the greedy choice does
/// not suppress. Afterwards `bags` has no mole.
pub(super) fn coherent_items(
    bags: &Bags,
    owner: impl Fn(usize) -> u32,
    is_sensitive: &[bool],
    limits: Coherence,
    progress: &dyn Progress,
) -> Result<Vec<bool>, AnonymizeError> {
    coherent_items_within(MOST_STEPS, bags, owner, is_sensitive, limits, progress)
}

/// Largest number of steps of a run; one step reads one item of a row. 2,000 rows of 200 items at p = 3 need
/// fewer, in 10 core-minutes.
const MOST_STEPS: u64 = 40_000_000_000;

fn coherent_items_within(
    most_steps: u64,
    bags: &Bags,
    owner: impl Fn(usize) -> u32,
    is_sensitive: &[bool],
    limits: Coherence,
    progress: &dyn Progress,
) -> Result<Vec<bool>, AnonymizeError> {
    let steps = Steps::new(most_steps, limits.p);
    let mut is_left = vec![true; is_sensitive.len()];
    // Equal rows of an owner are listed once.
    let mut published: Vec<(u32, Vec<Node>)> =
        set_of((0..bags.len()).map(|row| (owner(row), left(bags.get(row), &is_left))));
    loop {
        let rows = OwnedRows::new(&published, is_sensitive, limits).without_single_moles();
        let stays = hit_all(&Moles::find(&rows, limits.p, &steps, progress)?)?;
        for (item, left) in is_left.iter_mut().enumerate() {
            *left &= stays[item] || is_sensitive[item];
        }
        let next = set_of(published.iter().map(|(owner, set)| (*owner, left(set, &is_left))));
        if next.len() == published.len() {
            return Ok(is_left);
        }
        published = next;
    }
}

/// The distinct items of a sorted `bag` for which `is_left` is true.
fn left(bag: &[Node], is_left: &[bool]) -> Vec<Node> {
    let mut set: Vec<Node> = bag.iter().copied().filter(|item| is_left[item.index()]).collect();
    set.dedup();
    set
}

// Suppresses public items until every minimal mole has lost one, always the item that is in most minimal
// moles per row that loses the item.

/// By node, true if it is a public item that is not suppressed.
fn hit_all(moles: &Moles) -> Result<Vec<bool>, AnonymizeError> {
    let rows = moles.rows;
    let mut count = moles.count()?;
    let mut is_left = rows.occurring();
    let mut counts = SparseCounts::new(rows.nodes);
    // The ratio of an item is its number of moles per row that loses it. There are fewer than 2^32 rows, so
    // different ratios differ by more than 2^-64. Of items with equal ratios, the lowest node is the best.
    let candidate = |item: Node, moles: u64| {
        let ratio = (u128::from(moles) << 64) / rows.of_item(item).len() as u128;
        (ratio, Reverse(item), moles)
    };
    let in_moles = (0..).map(Node).zip(&count).filter(|&(_, &moles)| moles > 0);
    let mut candidates: BinaryHeap<(u128, Reverse<Node>, u64)> =
        in_moles.map(|(item, &moles)| candidate(item, moles)).collect();
    while let Some((_, Reverse(best), moles_then)) = candidates.pop() {
        let moles_now = count[best.index()];
        if moles_now < moles_then {
            // Numbers of moles only fall. So an item that was best by an old number is put back with its new
            // number; an item that is best by its current number is the best of all.
            if moles_now > 0 {
                candidates.push(candidate(best, moles_now));
            }
            continue;
        }
        is_left[best.index()] = false;
        moles.each_with(best, &is_left, &mut counts, |mole| {
            for item in mole {
                count[item.index()] -= 1;
            }
        })?;
    }
    debug_assert!(count.iter().all(|&moles| moles == 0), "every minimal mole was hit once");
    Ok(is_left)
}
