//! (h, k, p)-coherence by global suppression (Y. Xu, K. Wang, A. W.-C. Fu, P. S. Yu: *Anonymizing Transaction Databases
//! for Publication*, KDD 2008).
//!
//! An item is public (an attacker may know it) or sensitive (an attacker must not learn it). A *mole* is a
//! non-empty set of at most p public items that occurs and breaks one of two limits. Fewer than k owners have
//! rows that hold it, or more than the share h of the rows that hold it have one sensitive item in common.
//! Rows are coherent if they hold no mole.
//!
//! First, all items that are moles alone are suppressed. Then the minimal moles of
//! the rest are found, which hold no smaller mole (`moles`). Until none of them is left, the public item that
//! is in the most of them for each row that loses it is suppressed (`hit_all`). A suppressed item is taken
//! from all rows. Sensitive items stay.
//!
//! # The result is coherent
//! An item that stays, stays in every row that had it. So a set of items that all stay is in the same rows as before,
//! beside the same sensitive items: it is a mole of the release exactly if it was one of the data. Suppose
//! that a mole is left. It holds a minimal mole, perhaps itself, and all items of that are left. But single
//! moles were suppressed first, and every other minimal mole lost at least one item. So no mole is left. This
//! is also why the minimal moles need to be found only once: suppression makes none.
//!
//! Does this lose the fewest items? No: that is NP-hard, it is a weighted hitting set of the minimal moles. Taking the
//! item of best ratio is the paper's choice.
//!
//! The paper counts rows. Here k counts distinct owners, who have several rows when the unit is a session or a query;
//! h and the cost of suppression count rows. An owner has each row once. When suppression makes rows of one
//! owner equal, they become one row, and the share that h bounds changes. Then moles are searched again,
//! until no more rows become equal. The proof is about the last search. Where every owner has one row, that
//! is the first.

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
    /// Least number of owners who share a set of known items.
    pub k: usize,
    /// Most public items that an attacker knows.
    pub p: usize,
    /// The sensitive things, which an attacker must not learn.
    pub sensitive: Sensitive,
}

impl CoherenceParameters {
    /// The method with these parameters. Refused: k < 2, p < 1.
    pub fn check(self) -> Result<CoherenceMethod, ParameterError> {
        ParameterError::require_k(self.k)?;
        if self.p < 1 {
            return Err(ParameterError::NothingKnown { parameter: "p" });
        }
        Ok(CoherenceMethod(self))
    }
}

/// Suppresses public items until no mole is left. Every published row is the set of the items of its transaction,
/// sensitive ones included, less the suppressed ones; it may be empty.
///
/// O(sets of at most p public items in the rows x sensitive items of a row): C(40, 2) for each row of 40 at p = 2. Memory
/// in the item occurrences, and from p = 3 on in the sets of 2 to p - 1 items that are no moles.
///
/// The wrong tool where items are rare: items are not generalized, so an item of few owners is suppressed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoherenceMethod(CoherenceParameters);

impl CoherenceMethod {
    /// The sensitive things.
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
        // One walk from each item for each size of sets, one for the moles, and one when it is suppressed.
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

/// Checks that a public item is left. Without one the promise is empty, and the sensitive items would be
/// published for nothing.
pub(super) fn require_public(bags: &Bags, is_sensitive: &[bool]) -> Result<(), AnonymizeError> {
    if bags.items().iter().any(|item| !is_sensitive[item.index()]) {
        Ok(())
    } else {
        Err(AnonymizeError::NoPublicItemLeft)
    }
}

/// For each node, true if it stays. All sensitive items stay, and as many public ones as the greedy choice
/// leaves, so that no mole is left in `bags`.
pub(super) fn coherent_items(
    bags: &Bags,
    owner: impl Fn(usize) -> u32,
    is_sensitive: &[bool],
    limits: Coherence,
    progress: &dyn Progress,
) -> Result<Vec<bool>, AnonymizeError> {
    coherent_items_within(MOST_STEPS, bags, owner, is_sensitive, limits, progress)
}

/// Most steps of a run; one step looks at one item of a row. 2,000 rows of 200 items at p = 3 need fewer, in
/// 10 core-minutes.
const MOST_STEPS: u64 = 40_000_000_000;

/// [`coherent_items`] in at most so many steps.
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
    // Each set once for an owner.
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

/// The items of a sorted `bag` that are left, each once.
fn left(bag: &[Node], is_left: &[bool]) -> Vec<Node> {
    let mut set: Vec<Node> = bag.iter().copied().filter(|item| is_left[item.index()]).collect();
    set.dedup();
    set
}

// Suppresses public items until every minimal mole has lost one: always the item that is in the most minimal
// moles for each row that loses it.

/// For each node, true if it is a public item that stays when no minimal mole is left.
fn hit_all(moles: &Moles) -> Result<Vec<bool>, AnonymizeError> {
    let rows = moles.rows;
    let mut count = moles.count()?;
    let mut is_left = rows.occurring();
    let mut counts = SparseCounts::new(rows.nodes);
    // An item, its moles for each row that loses it, and its moles. There are fewer than 2^32 rows, so different
    // quotients differ by more than 2^-64. Of equals, the lowest node is the best.
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
            // Counts only fall. An item that was best by an old count is put back; one that is best by its
            // current count is the best.
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
