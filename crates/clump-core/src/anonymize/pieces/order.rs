//! An order of the rows that does not depend on the order in which they were read.
//!
//! Owners are ordered by a hash of all they have, and the rows of one owner by a hash of each. So the rows of
//! an owner are neighbours, and distinct owners of a list in this order are counted by comparing neighbours.
//! Owners who have the same are interchangeable: their order changes nothing in the release. The first rows
//! of any list in this order are also a fair sample of it.

use crate::containers::Ragged;
use crate::cut::WholeQueries;
use crate::shards::mixed;
use crate::taxonomy::Node;
use crate::transactions::Transactions;

/// All rows in that order, without repeated rows of an owner; and the repeated rows, each with the first one.
/// O(items + owners log owners).
pub(super) fn without_repeats(
    transactions: &Transactions,
    queries: &WholeQueries,
) -> (Vec<u32>, Vec<(u32, u32)>) {
    let mut rows = of_rows(transactions, queries);
    let mut repeats = Vec::new();
    rows.dedup_by(|next, first| {
        let (row, other) = (*next as usize, *first as usize);
        let is_same = transactions.owner(row) == transactions.owner(other)
            && transactions.get(row) == transactions.get(other)
            && queries.asked(row) == queries.asked(other);
        if is_same {
            repeats.push((*next, *first));
        }
        is_same
    });
    (rows, repeats)
}

/// All rows in that order.
fn of_rows(transactions: &Transactions, queries: &WholeQueries) -> Vec<u32> {
    let rows = transactions.len();
    // The items first, then the whole queries: so queries that are not published change only the order of
    // equal rows.
    let keys: Vec<[u64; 2]> = (0..rows)
        .map(|row| {
            let asked = queries.asked(row).iter().map(|&query| hashed(queries.items.get(query as usize)));
            [hashed(transactions.get(row)), asked.fold(0, u64::wrapping_add)]
        })
        .collect();
    let mut of_owner = vec![[0u64; 2]; transactions.owners()];
    for row in 0..rows {
        let [items, asked] = &mut of_owner[transactions.owner(row) as usize];
        *items = items.wrapping_add(mixed(keys[row][0]));
        *asked = asked.wrapping_add(mixed(keys[row][1]));
    }
    let mut owners: Vec<u32> = (0..transactions.owners() as u32).collect();
    owners.sort_unstable_by_key(|&owner| (of_owner[owner as usize].map(mixed), owner));
    let mut place = vec![0u32; owners.len()];
    for (at, &owner) in (0u32..).zip(&owners) {
        place[owner as usize] = at;
    }
    let pairs = (0..rows).map(|row| (place[transactions.owner(row) as usize] as usize, row as u32));
    let mut by_owner = Ragged::by_key(owners.len(), pairs);
    for owner in 0..by_owner.len() {
        by_owner.get_mut(owner).sort_unstable_by_key(|&row| (keys[row as usize], row));
    }
    by_owner.into_parts().0
}

fn hashed(items: &[Node]) -> u64 {
    items.iter().fold(1, |hash, item| mixed(hash ^ u64::from(item.0)))
}
