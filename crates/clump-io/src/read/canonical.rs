//! Sorts rows into a canonical order that depends on their content and not on their position in the input. A
//! log that was shuffled, split or compressed in another way gives the same release, even with methods that
//! process rows one after the other.

use std::cmp::Ordering;
use std::ops::Range;

use clump_core::containers::Ragged;
use clump_core::names::Names;
use clump_core::transactions::Transactions;
use rayon::prelude::*;

/// Sorts the rows of each owner by their items, and the owners by their rows. Owners with equal rows are
/// sorted by name. The rows of an owner must be adjacent. O(items log owners); rows are copied once.
pub(super) fn in_canonical_order(
    transactions: &Transactions,
    queries: &Ragged<u32>,
    owner_names: &Names,
) -> (Transactions, Ragged<u32>, Names) {
    let (order, rows_of) = sorted_rows(transactions);
    let rows_of_owner = |owner: u32| order[rows_of[owner as usize].clone()].iter().map(|&row| row as usize);
    let bags = |owner: u32| rows_of_owner(owner).map(|row| transactions.get(row));
    let compare = |a: u32, b: u32| -> Ordering {
        let by_rows = bags(a).cmp(bags(b));
        by_rows.then_with(|| owner_names.get(a as usize).cmp(owner_names.get(b as usize)))
    };
    // The first two items decide most comparisons, so copies of them are kept next to the owner's number.
    let first_items = |owner| bags(owner).next().map(|row| (row[0], row.get(1)));
    let mut owners: Vec<_> =
        (0..transactions.owners() as u32).map(|owner| (first_items(owner), owner)).collect();
    owners.par_sort_unstable_by(|a, b| a.0.cmp(&b.0).then_with(|| compare(a.1, b.1)));

    let mut bags = Ragged::with_capacity(transactions.len(), transactions.items());
    let mut numbers = Vec::with_capacity(transactions.len());
    let (mut asked, mut names) = (Ragged::default(), Names::default());
    for (_, owner) in owners {
        let number = names.push(owner_names.get(owner as usize));
        for row in rows_of_owner(owner) {
            bags.push(transactions.get(row).iter().copied());
            numbers.push(number);
            if !queries.is_empty() {
                asked.push(queries.get(row).iter().copied());
            }
        }
    }
    (Transactions::from_rows(bags, numbers), asked, names)
}

fn sorted_rows(transactions: &Transactions) -> (Vec<u32>, Vec<Range<usize>>) {
    let mut order: Vec<u32> = (0..transactions.len() as u32).collect();
    let mut rows_of = Vec::with_capacity(transactions.owners());
    for rows in order.chunk_by_mut(|&a, &b| transactions.owner(a as usize) == transactions.owner(b as usize))
    {
        let start = rows[0] as usize;
        rows_of.push(start..start + rows.len());
        rows.sort_by_key(|&row| transactions.get(row as usize));
    }
    (order, rows_of)
}

#[cfg(test)]
mod tests {
    use clump_core::taxonomy::Node;

    use super::*;

    /// Name of an owner, and the owner's rows with one query each.
    type Owner = (&'static str, &'static [(&'static [u32], u32)]);

    fn rows(of: &[Owner]) -> (Transactions, Ragged<u32>, Names) {
        let (mut transactions, mut queries, mut owner_names) =
            (Transactions::default(), Ragged::default(), Names::default());
        for (name, rows) in of {
            let owner = owner_names.push(name);
            for (items, query) in *rows {
                transactions.push(owner, items.iter().map(|&item| Node(item)));
                queries.push([*query]);
            }
        }
        (transactions, queries, owner_names)
    }

    #[test]
    fn rows_know_nothing_of_the_order_that_they_were_read_in() {
        let [a, b, c, d]: [Owner; 4] = [
            ("a", &[(&[3, 4], 1), (&[1], 2)]),
            ("b", &[(&[1, 2, 9], 3)]),
            ("c", &[(&[1], 4), (&[3, 4], 5)]),
            ("d", &[(&[1, 2], 6)]),
        ];
        let expected: &[(u32, &str, &[u32], u32)] = &[
            (0, "a", &[1], 2),
            (0, "a", &[3, 4], 1),
            (1, "c", &[1], 4),
            (1, "c", &[3, 4], 5),
            (2, "d", &[1, 2], 6),
            (3, "b", &[1, 2, 9], 3),
        ];
        for read in [[a, b, c, d], [d, c, b, a], [b, d, a, c]] {
            let (transactions, queries, names) = rows(&read);
            let (transactions, queries, owner_names) = in_canonical_order(&transactions, &queries, &names);
            let items = |row: usize| transactions.get(row).iter().map(|item| item.0).collect::<Vec<_>>();
            for (row, &(owner, name, bag, query)) in expected.iter().enumerate() {
                assert_eq!((transactions.owner(row), items(row)), (owner, bag.to_vec()));
                assert_eq!((owner_names.get(owner as usize), queries.get(row)), (name, &[query][..]));
            }
        }
    }
}
