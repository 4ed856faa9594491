//! The fate of each item of the data: how often it was published unchanged, generalized, or not at all.
//!
//! A release does not say which label stands for which item. The rule here has two steps. First, labels that are
//! items of the row stand for themselves. Then each remaining label, the lowest first, stands for the first
//! remaining item at or below it, in the order of the taxonomy. Subtrees are nested or disjoint, so no label takes
//! an item that only a later one could have used: every label of a release that generalizes finds an item. The
//! numbers of exact, generalized and suppressed occurrences equal those of [`measure`](crate::measure::measure)
//! under any rule. Only the choice which of two items below `fruit` was suppressed depends on the rule.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::release::Release;
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::Transactions;

/// The fate of one item of the data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fate {
    /// Name of the item of the data.
    pub item: String,
    /// Number of occurrences of the item in the data.
    pub occurrences: usize,
    /// Number of occurrences of the item that are published unchanged.
    pub exact: usize,
    /// Number of occurrences of the item that are published as an ancestor.
    pub generalized: usize,
    /// Number of occurrences of the item that are not published.
    pub suppressed: usize,
    /// Names of the ancestors the item was published as, with counts; most frequent first, at most [`MOST_NAMED`].
    pub became: Vec<(String, usize)>,
}

/// Largest number of ancestors that a [`Fate`] lists.
pub const MOST_NAMED: usize = 5;

/// The fates of all items of `transactions` in `release`, sorted by name. Each published bag must generalize its
/// transactions. O(items log items), most of it for sorting; the same for any number of threads.
pub fn fates(transactions: &Transactions, taxonomy: &Taxonomy, release: &Release) -> Vec<Fate> {
    let is_published = release.is_published(transactions);
    let published = |row: usize| if is_published[row] { release.get(row) } else { &[] };
    let mut fates: Vec<(Node, Option<Node>)> = (0..transactions.len())
        .into_par_iter()
        .flat_map_iter(|row| fates_of_row(taxonomy, transactions.get(row), published(row)))
        .collect();
    fates.par_sort_unstable();
    let mut named: Vec<Fate> =
        fates.chunk_by(|(a, _), (b, _)| a == b).map(|same| fate(taxonomy, same[0].0, same)).collect();
    named.sort_unstable_by(|a, b| a.item.cmp(&b.item));
    named
}

/// Each item of a row with the label that stands for it, or `None`. Both bags must be sorted. O(items).
pub fn fates_of_row(taxonomy: &Taxonomy, original: &[Node], published: &[Node]) -> Vec<(Node, Option<Node>)> {
    let mut fates: Vec<(Node, Option<Node>)> = original.iter().map(|&item| (item, None)).collect();
    let mut labels: Vec<Node> = Vec::new();
    let mut next = 0;
    for &label in published {
        while next < fates.len() && fates[next].0 < label {
            next += 1;
        }
        if next < fates.len() && fates[next].0 == label {
            fates[next].1 = Some(label);
            next += 1;
        } else {
            labels.push(label);
        }
    }
    // Goes from the last label to the first, so that lower labels come before higher ones. `left` is a stack of the
    // remaining items at or after the label, with the first item on top.
    let mut left: Vec<usize> = Vec::new();
    let mut unseen = fates.len();
    for &label in labels.iter().rev() {
        while unseen > 0 && fates[unseen - 1].0 >= label {
            unseen -= 1;
            if fates[unseen].1.is_none() {
                left.push(unseen);
            }
        }
        let first = left.pop().expect("a published bag generalizes its transactions");
        debug_assert!(
            taxonomy.is_ancestor(label, fates[first].0),
            "a label stands for an item at or below it"
        );
        fates[first].1 = Some(label);
    }
    fates
}

/// The fate of `item`, from its sorted occurrences, each with the label that stands for it.
fn fate(taxonomy: &Taxonomy, item: Node, occurrences: &[(Node, Option<Node>)]) -> Fate {
    let (mut exact, mut suppressed) = (0, 0);
    let mut became: Vec<(String, usize)> = Vec::new();
    for same in occurrences.chunk_by(|(_, a), (_, b)| a == b) {
        match same[0].1 {
            None => suppressed = same.len(),
            Some(label) if label == item => exact = same.len(),
            Some(label) => became.push((taxonomy.name(label).to_owned(), same.len())),
        }
    }
    let generalized = became.iter().map(|(_, count)| count).sum();
    became.sort_unstable_by(|(a, most), (b, more)| more.cmp(most).then_with(|| a.cmp(b)));
    became.truncate(MOST_NAMED);
    Fate {
        item: taxonomy.name(item).to_owned(),
        occurrences: occurrences.len(),
        exact,
        generalized,
        suppressed,
        became,
    }
}
