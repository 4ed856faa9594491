//! Turns a table of facts into a cut, so that it can be measured like rows and pieces.
//!
//! A published fact is the text of a query, or a word. In each transaction that has it, it covers the items of
//! the query or word as typed, and these items are a part. Items that no published fact covers are not published.

use std::cmp::Reverse;

use super::{Cut, WholeQueries};
use crate::release::Release;
use crate::taxonomy::Node;
use crate::transactions::Transactions;

/// Rule for an item that several facts of its transaction cover, as two queries of one owner may.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overlap {
    /// The item is in the part of each of these facts: rows as readers see them, where all owners of a fact share
    /// its row.
    Keep,
    /// The item is only in the part of the fact with most items, of equal ones the first, so that each cell counts
    /// once.
    Once,
}

impl Cut {
    /// The cut that publishes `facts` of `transactions` and nothing else. A fact without items covers nothing. O(items of the
    /// facts of all transactions), each looked up in its transaction.
    pub fn of_facts(transactions: &Transactions, facts: &WholeQueries, overlap: Overlap) -> Cut {
        assert_eq!(facts.of.len(), transactions.len(), "every transaction has a list of facts");
        let (mut parts, mut of) = (Transactions::default(), Vec::new());
        let (mut bags, mut bag_of) = (facts.items.clone(), Vec::new());
        // For each owner, the number among the owners of parts.
        let mut number: Vec<Option<u32>> = vec![None; transactions.owners()];
        for row in 0..transactions.len() {
            let cells = transactions.get(row);
            let mut order: Vec<u32> = facts.of.get(row).to_vec();
            order.sort_by_key(|&fact| (Reverse(facts.items.get(fact as usize).len()), fact));
            let mut is_taken = vec![false; cells.len()];
            for fact in order {
                let items = facts.items.get(fact as usize);
                let mut rest: Vec<Node> = Vec::with_capacity(items.len());
                for &item in items {
                    let place = cells.partition_point(|&cell| cell < item);
                    if overlap == Overlap::Keep || !is_taken[place] {
                        rest.push(item);
                    }
                    is_taken[place] = true;
                }
                if rest.is_empty() {
                    continue;
                }
                let is_whole = rest.len() == items.len();
                bag_of.push(if is_whole { fact } else { bags.push(rest.iter().copied()) as u32 });
                let next = parts.owners() as u32;
                let owner = *number[transactions.owner(row) as usize].get_or_insert(next);
                parts.push(owner, rest);
                of.push(row as u32);
            }
        }
        Cut { parts, of, query: vec![None; bags.len()], release: Release::new(bags, bag_of) }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::containers::{Ragged, set_of};
    use crate::cut::{CutFigures, figures};
    use crate::information::{Typed, Ungrouped};
    use crate::taxonomy::Taxonomy;

    /// Test taxonomy: five words below the root.
    fn tree() -> Taxonomy {
        let words = ["a", "b", "c", "d", "e"];
        Taxonomy::from_pairs(words.map(|child| (child, "<all>"))).unwrap()
    }

    fn measured(transactions: &Transactions, facts: &WholeQueries) -> CutFigures {
        let tree = tree();
        let typed = Typed::new(&tree, transactions, None, &Ungrouped::default());
        let cut = Cut::of_facts(transactions, facts, Overlap::Once);
        figures(transactions, &cut, &tree, &typed, 1)
    }

    fn node(number: u32) -> Node {
        Node(1 + number)
    }

    fn facts(items: &[&[u32]], of: &[&[u32]]) -> WholeQueries {
        WholeQueries {
            items: items
                .iter()
                .map(|items| items.iter().map(|&item| node(item)).collect::<Vec<_>>())
                .collect(),
            of: of.iter().map(|facts| facts.to_vec()).collect(),
        }
    }

    fn rows(rows: &[&[u32]]) -> Transactions {
        Transactions::one_per_owner(
            rows.iter().map(|row| row.iter().map(|&item| node(item)).collect::<Vec<_>>()),
        )
    }

    #[test]
    fn a_fact_covers_its_words_and_the_longest_takes_what_two_share() {
        let transactions = rows(&[&[3], &[0, 1, 2], &[0, 1]]);
        let facts = facts(&[&[0], &[0, 1]], &[&[], &[0, 1], &[1]]);
        let cut = Cut::of_facts(&transactions, &facts, Overlap::Keep);
        assert_eq!(cut.of, [1, 1, 2]);
        assert_eq!(cut.parts.owners(), 2, "who has no fact has no number");
        assert_eq!(cut.parts.get(0), [node(0), node(1)]);
        assert_eq!((cut.release.bag_of(0), cut.release.bag_of(1)), (1, 0));
        // `a` of the second row is in both facts.
        let found = measured(&transactions, &facts);
        assert_eq!((found.cells, found.as_typed, found.generalized, found.gone), (6, 4, 0, 2));
    }

    #[test]
    fn everything_and_nothing_are_measured_as_that() {
        let transactions = rows(&[&[0, 1], &[1, 2, 3], &[4]]);
        let all = facts(&[&[0, 1], &[1, 2, 3], &[4]], &[&[0], &[1], &[2]]);
        let found = measured(&transactions, &all);
        assert_eq!((found.as_typed, found.gone), (6, 0));
        assert_eq!((found.information_kept, found.links_kept), (Some(1.0), Some(1.0)));
        let none = facts(&[&[0, 1]], &[&[], &[], &[]]);
        let found = measured(&transactions, &none);
        assert_eq!((found.as_typed, found.gone), (0, 6));
        assert_eq!((found.information_kept, found.links_kept), (Some(0.0), Some(0.0)));
    }

    proptest! {
        /// Every cell of a published fact is in exactly one part, and no other cell is in a part.
        #[test]
        fn cells_of_published_facts_are_in_one_part(
            queries in proptest::collection::vec(proptest::collection::btree_set(0u32..5, 0..4), 1..6),
            asked in proptest::collection::vec(proptest::collection::btree_set(0usize..6, 1..4), 1..8),
        ) {
            let mut transactions = Transactions::default();
            let mut of = Ragged::default();
            let mut covered = Vec::new();
            for asked in &asked {
                let asked = set_of(asked.iter().map(|query| query % queries.len()));
                let cells: std::collections::BTreeSet<u32> =
                    asked.iter().flat_map(|&query| queries[query].iter().copied()).collect();
                // Item 4 is in every row and in no fact.
                transactions.push(transactions.owners() as u32, cells.iter().copied().chain([4]).map(node));
                of.push(asked.iter().map(|&query| query as u32));
                covered.push(cells);
            }
            let items = queries.iter().map(|query| query.iter().map(|&item| node(item)).collect::<Vec<_>>()).collect();
            let cut = Cut::of_facts(&transactions, &WholeQueries { items, of }, Overlap::Once);
            let mut found = vec![Vec::new(); asked.len()];
            for (part, &row) in cut.of.iter().enumerate() {
                prop_assert_eq!(cut.parts.get(part), cut.release.get(part));
                found[row as usize].extend(cut.parts.get(part).iter().map(|item| item.0 - 1));
            }
            for (found, covered) in found.iter_mut().zip(&covered) {
                found.sort_unstable();
                prop_assert_eq!(&*found, &covered.iter().copied().collect::<Vec<_>>());
            }
        }
    }
}
