//! Chooses the whole queries that are published, in rounds that count owners by query.
//!
//! A row publishes the queries that its owner typed, the longest first, if no other query has taken their
//! words; of equally long ones, the query with most owners comes first. The owners who publish a query depend
//! on the other queries, so they are counted in rounds. Queries that fewer than k owners publish are
//! excluded, and rows choose again without them.

use std::cmp::Reverse;

use crate::taxonomy::Node;
use crate::transactions::Bags;

/// Largest number of rounds. After the last one, queries of fewer than k owners are excluded, and their words
/// are published by other means. If each query is a row of its own, one round is enough.
const MOST_ROUNDS: usize = 6;

/// State of the choice of whole queries, which proceeds in rounds of counting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asking {
    /// By query, its index in the order of choice; `None` if it is excluded.
    place: Vec<Option<u32>>,
    /// By query, true if it is published when a row chooses it.
    is_published: Vec<bool>,
    k: u64,
    rounds: usize,
}

impl Asking {
    /// Starts with all queries that k owners asked. `items` are the items of each query, and `owners` its
    /// number of owners. O(queries log queries).
    pub fn new(items: &Bags, owners: &[u64], k: usize) -> Asking {
        let mut place = vec![None; items.len()];
        (0u32..)
            .zip(order_of_choice(items, owners, k))
            .for_each(|(at, query)| place[query as usize] = Some(at));
        let is_published = place.iter().map(Option::is_some).collect();
        Asking { place, is_published, k: k as u64, rounds: 0 }
    }

    /// The queries that a row publishes, selected from those that it `asked`; `items` are the items of all queries.
    fn chosen(&self, items: &Bags, asked: &[u32]) -> Vec<u32> {
        let mut chosen: Vec<u32> =
            asked.iter().copied().filter(|&query| self.place[query as usize].is_some()).collect();
        chosen.sort_unstable_by_key(|&query| self.place[query as usize]);
        let mut taken: Vec<Node> = Vec::new();
        chosen.retain(|&query| {
            let items = items.get(query as usize);
            let is_free = items.iter().all(|item| !taken.contains(item));
            if is_free {
                taken.extend_from_slice(items);
            }
            is_free
        });
        chosen
    }

    /// By query, the number of owners who publish it. `rows` gives for each row the owner and the queries
    /// that it asked; all rows of an owner must be neighbours.
    pub fn count<'r>(&self, items: &Bags, rows: impl Iterator<Item = (u32, &'r [u32])>) -> Vec<u64> {
        owners_by_query(items.len(), rows.map(|(owner, asked)| (owner, self.chosen(items, asked))))
    }

    /// Calls `each` with every query that a row with the items `row` publishes, and its items. Returns the
    /// distinct items of `row` that are in no such query. To be called after the last round only.
    pub fn publish(
        &self,
        items: &Bags,
        row: &[Node],
        asked: &[u32],
        mut each: impl FnMut(u32, &[Node]),
    ) -> Vec<Node> {
        let mut left = row.to_vec();
        left.dedup();
        for query in self.chosen(items, asked).into_iter().filter(|&query| self.is_published(query)) {
            let items = items.get(query as usize);
            left.retain(|item| !items.contains(item));
            each(query, items);
        }
        left
    }

    /// Ends a round: excludes queries of fewer than k owners. `owners` is, by query, the number of owners who
    /// publish it. True if another round must follow.
    pub fn advance(&mut self, owners: &[u64]) -> bool {
        self.rounds += 1;
        let is_out = |query: usize| self.is_published[query] && owners[query] < self.k;
        let out: Vec<usize> = (0..owners.len()).filter(|&query| is_out(query)).collect();
        out.iter().for_each(|&query| self.is_published[query] = false);
        let is_over = out.is_empty() || self.rounds == MOST_ROUNDS;
        if !is_over {
            out.iter().for_each(|&query| self.place[query] = None);
        }
        !is_over
    }

    /// True if the query is published by the rows that choose it.
    pub fn is_published(&self, query: u32) -> bool {
        self.is_published[query as usize]
    }

    /// By query: its index in the order of choice, or `None` if it is excluded; and true if it is published.
    pub fn state(&self) -> impl Iterator<Item = (Option<u32>, bool)> + '_ {
        self.place.iter().copied().zip(self.is_published.iter().copied())
    }

    /// Restores the result from its [`state`](Asking::state), for reading; no further rounds are possible.
    pub fn from_state(state: impl IntoIterator<Item = (Option<u32>, bool)>) -> Asking {
        let (place, is_published) = state.into_iter().unzip();
        Asking { place, is_published, k: u64::MAX, rounds: MOST_ROUNDS }
    }
}

/// The queries that k owners asked, in the order in which rows choose them. Queries with a word that is not
/// in the taxonomy are left out.
pub(crate) fn order_of_choice(items: &Bags, owners: &[u64], k: usize) -> Vec<u32> {
    let is_whole = |items: &[Node]| !items.is_empty() && !items.contains(&Node::ROOT);
    let may = |&query: &u32| is_whole(items.get(query as usize)) && owners[query as usize] >= k as u64;
    let mut order: Vec<u32> = (0..items.len() as u32).filter(may).collect();
    order.sort_by_key(|&query| {
        let items = items.get(query as usize);
        (Reverse((items.len(), owners[query as usize])), items, query)
    });
    order
}

/// By query, the number of its owners. `rows` gives for each row the owner and the queries; all rows of an
/// owner must be neighbours.
pub(crate) fn owners_by_query<Q: AsRef<[u32]>>(
    queries: usize,
    rows: impl Iterator<Item = (u32, Q)>,
) -> Vec<u64> {
    let (mut owners, mut last) = (vec![0; queries], vec![None; queries]);
    for (owner, of_row) in rows {
        for &query in of_row.as_ref() {
            owners[query as usize] += u64::from(last[query as usize].replace(owner) != Some(owner));
        }
    }
    owners
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The items of three queries, by number: `a b`, `b c` and `c`.
    fn items() -> Bags {
        [vec![Node(1), Node(2)], vec![Node(2), Node(3)], vec![Node(3)]].into_iter().collect()
    }

    #[test]
    fn what_too_few_choose_is_out_and_leaves_its_words_to_others() {
        // Of equally long queries, the one with more owners is chosen first.
        let mut asking = Asking::new(&items(), &[2, 3, 2], 2);
        assert_eq!(asking.chosen(&items(), &[0, 1, 2]), [1]);
        assert_eq!(asking.chosen(&items(), &[0, 2]), [0, 2]);
        // Only one owner chose the second query: it is excluded, and the row of that owner chooses again.
        assert!(asking.advance(&[2, 1, 2]));
        assert_eq!(asking.chosen(&items(), &[0, 1, 2]), [0, 2]);
        assert!(!asking.advance(&[3, 0, 3]));
        assert_eq!([0, 1, 2].map(|query| asking.is_published(query)), [true, false, true]);
        let told = Asking::from_state(asking.state());
        assert_eq!(told.chosen(&items(), &[0, 1, 2]), [0, 2]);
    }

    #[test]
    fn after_the_last_round_what_has_too_few_is_not_published() {
        let items: Bags = (1..40u32).map(|node| [Node(node)]).collect();
        let owners = vec![5; items.len()];
        let mut asking = Asking::new(&items, &owners, 2);
        let mut rounds = 0;
        // One query more has too few owners in every round.
        loop {
            rounds += 1;
            let owners: Vec<u64> = (0..items.len()).map(|query| if query < rounds { 0 } else { 5 }).collect();
            if !asking.advance(&owners) {
                break;
            }
        }
        assert_eq!(rounds, MOST_ROUNDS);
        assert!(
            (0..rounds as u32).all(|query| !asking.is_published(query)) && asking.is_published(rounds as u32)
        );
    }
}
