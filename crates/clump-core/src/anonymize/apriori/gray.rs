//! Rows in the order of the Gray code of their item sets, cut into chunks of owners.
//!
//! A row is a binary number with one digit an item, frequent items first. In the order of the reflected Gray code
//! neighbours differ in few digits, so a chunk of neighbours has much in common.

use std::cmp::{Ordering, Reverse};

use super::extended::rows_by_owner;
use crate::taxonomy::Taxonomy;
use crate::transactions::Transactions;

/// The rows of `parts` chunks of owners, or of as many as can have `k` owners each, of nearly equal numbers of owners.
/// An owner with several rows stands where all their items together stand, and the rows stay together. There must be
/// `k` owners.
pub(super) fn chunks(
    transactions: &Transactions,
    taxonomy: &Taxonomy,
    parts: usize,
    k: usize,
) -> Vec<Vec<u32>> {
    let rows = rows_by_owner(transactions);
    let mut owners: Vec<(Vec<u32>, &[u32])> = rows
        .chunk_by(|&a, &b| transactions.owner(a as usize) == transactions.owner(b as usize))
        .map(|rows| (item_set(transactions, rows), rows))
        .collect();
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

/// The numbers of the items in `rows`, each once.
fn item_set(transactions: &Transactions, rows: &[u32]) -> Vec<u32> {
    let items = rows.iter().flat_map(|&row| transactions.get(row as usize));
    let mut set: Vec<u32> = items.map(|item| item.0).collect();
    set.sort_unstable();
    set.dedup();
    set
}

/// Replaces each item by its place in the order of support, the most frequent first, and of numbers among equals. Sets
/// ascend then.
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

/// Compares sets of ranks, ascending, by their places in the Gray code.
///
/// A digit of the place is the parity of all digits of the code up to there. Up to the first rank that only one of the
/// two has, places agree; there they differ, and the parity of what both have before says which is larger. No number
/// as wide as the domain is built.
fn compare(a: &[u32], b: &[u32]) -> Ordering {
    let common = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let has_next = match (a.get(common), b.get(common)) {
        (None, None) => return Ordering::Equal,
        (None, Some(_)) => Ordering::Less,
        (Some(_), None) => Ordering::Greater,
        // The one with the smaller rank has a digit 1 where the other has 0.
        (Some(a), Some(b)) => b.cmp(a),
    };
    if common % 2 == 0 { has_next } else { has_next.reverse() }
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
