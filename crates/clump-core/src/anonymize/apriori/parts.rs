//! Parts that are recoded one after the other: chunks of owners for LRA, groups of items for VPA.
//!
//! Chunks are runs of rows, sorted by the Gray code of their item sets.
//!
//! A row is read as a binary number with one digit for each item, frequent items first. In the order of the
//! reflected Gray code, neighbours differ in few digits, so the rows of a chunk share many items.

use std::cmp::{Ordering, Reverse};
use std::ops::Range;

use super::climb::{RowMeter, clear_rare_sets};
use super::extended::Extended;
use super::hierarchy::{Hierarchy, ROOT, TaxonomyCut};
use crate::containers::set_of;
use crate::progress::{Cancelled, Progress};
use crate::taxonomy::Taxonomy;
use crate::transactions::Transactions;

/// Row numbers of `parts` chunks with nearly equal numbers of owners; fewer chunks if each would have fewer
/// than `k` owners. An owner with several rows is sorted by all their items together, and the rows stay
/// together. There must be at least `k` owners.
pub(super) fn chunks(
    transactions: &Transactions,
    taxonomy: &Taxonomy,
    parts: usize,
    k: usize,
) -> Vec<Vec<u32>> {
    let by_owner = transactions.by_owner();
    let item_set =
        |rows: &[u32]| set_of(rows.iter().flat_map(|&row| transactions.get(row as usize)).map(|item| item.0));
    let mut owners: Vec<(Vec<u32>, &[u32])> = by_owner.iter().map(|rows| (item_set(rows), rows)).collect();
    rank_by_support(taxonomy, owners.iter_mut().map(|(set, _)| set));
    owners.sort_by(|(a, _), (b, _)| compare(a, b));

    let parts = parts.min(owners.len() / k);
    let start_of = |part: usize| part * owners.len() / parts;
    (0..parts)
        .map(|part| {
            let chunk = &owners[start_of(part)..start_of(part + 1)];
            chunk.iter().flat_map(|(_, rows)| rows.iter().copied()).collect()
        })
        .collect()
}

/// Replaces items by their ranks by support: the most frequent first, equal ones by number. Sets become ascending.
fn rank_by_support<'s>(taxonomy: &Taxonomy, sets: impl Iterator<Item = &'s mut Vec<u32>>) {
    let sets: Vec<&mut Vec<u32>> = sets.collect();
    let mut support = vec![0u32; taxonomy.len()];
    for &item in sets.iter().flat_map(|set| set.iter()) {
        support[item as usize] += 1;
    }
    let mut order: Vec<u32> = (0..taxonomy.len() as u32).collect();
    order.sort_by_key(|&item| Reverse(support[item as usize]));
    let mut rank = vec![0; taxonomy.len()];
    for (place, &item) in order.iter().enumerate() {
        rank[item as usize] = place as u32;
    }
    for set in sets {
        for item in set.iter_mut() {
            *item = rank[*item as usize];
        }
        set.sort_unstable();
    }
}

/// Compares two sets of ranks, both ascending, by their positions in the order of the Gray code.
///
/// A binary digit of the position is the parity of all digits of the code up to it. The positions are equal
/// up to the first rank that only one set has. There they differ, and the parity of the number of common
/// ranks before it decides which is larger. So no number with as many digits as there are items is built.
fn compare(a: &[u32], b: &[u32]) -> Ordering {
    let common = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let has_next = match (a.get(common), b.get(common)) {
        (None, None) => return Ordering::Equal,
        (None, Some(_)) => Ordering::Less,
        (Some(_), None) => Ordering::Greater,
        // The set with the smaller rank has a digit 1 where the other has 0.
        (Some(a), Some(b)) => b.cmp(a),
    };
    if common % 2 == 0 { has_next } else { has_next.reverse() }
}

// VPA: the items are divided into groups, and the cut is raised for one group after the other as if there
// were no other items. Rare sets with items of several groups remain; a final run over all items removes
// them, starting from the raised cut.
//
// Differs from the paper: the sets of nodes of a group are counted in all rows, not in rows projected to the
// group. So a node above several groups does not seem rarer than it is.

/// Raises `cut` until every set of 2 to `m` nodes within one of `parts` groups has `k` owners. All single nodes
/// must have `k` owners already. Copies the rows for each group. Reports no progress; the run over all items does.
pub(super) fn clear_rare_sets_in_groups(
    extended: &Extended,
    k: u32,
    m: usize,
    parts: usize,
    cut: &mut TaxonomyCut<'_>,
    progress: &dyn Progress,
) -> Result<(), Cancelled> {
    let hierarchy = cut.hierarchy();
    let untold = progress.untold();
    for group in groups(hierarchy, parts) {
        let mut extended = extended.clone();
        extended.retain(|node| group.contains(&node) && hierarchy.end[node as usize] <= group.end);
        clear_rare_sets(extended, k, m, cut, &mut RowMeter::new(&untold, 0))?;
    }
    Ok(())
}

/// At most `parts` ranges of nodes with nearly equal numbers of occurrences. A node belongs to a group only
/// if its whole subtree does.
fn groups(hierarchy: &Hierarchy, parts: usize) -> Vec<Range<u32>> {
    let total = u128::from(hierarchy.occurrences[ROOT as usize]);
    let nodes = hierarchy.len() as u32;
    let mut groups: Vec<Range<u32>> = Vec::new();
    let (mut start, mut passed) = (ROOT + 1, 0);
    for node in ROOT + 1..nodes {
        if hierarchy.end[node as usize] == node + 1 {
            let group = |passed: u64| u128::from(passed) * parts as u128 / total;
            let before = passed;
            passed += hierarchy.occurrences[node as usize];
            if group(before) != group(passed) {
                groups.push(start..node + 1);
                start = node + 1;
            }
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::taxonomy::Node;
    use crate::tests::of_depths;

    #[test]
    fn the_order_is_that_of_the_gray_code() {
        let digits = 6;
        let mut sets: Vec<(u32, Vec<u32>)> = (0..1u32 << digits)
            .map(|place| {
                let code = place ^ (place >> 1);
                (place, (0..digits).filter(|rank| code >> (digits - 1 - rank) & 1 == 1).collect())
            })
            .collect();
        sets.reverse();
        sets.sort_by(|(_, a), (_, b)| compare(a, b));
        assert!(sets.iter().map(|(place, _)| *place).eq(0..1 << digits));
    }

    #[test]
    fn groups_hold_whole_subtrees_and_every_leaf_is_in_one() {
        // Tree (parent > children): 0 > {1 > {2, 3}, 4 > {5, 6}}
        let tree = of_depths(&[0, 1, 2, 2, 1, 2, 2]);
        let hierarchy = Hierarchy::new(&tree, [2, 3, 5, 6].map(Node).into_iter());
        assert_eq!(groups(&hierarchy, 1), vec![1..7; 1]);
        assert_eq!(groups(&hierarchy, 2), [1..4, 4..7]);
        assert_eq!(groups(&hierarchy, 100), [1..3, 3..4, 4..6, 6..7]);
        // Most occurrences are of one item, which ends several groups at once.
        let hierarchy = Hierarchy::new(&tree, [2, 2, 2, 2, 2, 6].map(Node).into_iter());
        assert_eq!(groups(&hierarchy, 3), [1..2, 2..3]);
    }
}
