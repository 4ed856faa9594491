//! Owners who are left out so that what is published of the others loses less.
//!
//! Of all that is published, worth W, L is lost. Without a row that is worth w, of which l is lost, the share that is lost falls
//! if l exceeds w L / W. By how much it does is the *score* of the row: such a row fits nowhere, and what it costs the rest
//! of its group is of the same order as what it loses itself. How groups are made without it decides in the end, so whoever
//! leaves owners out groups again and looks.

use crate::loss;
use crate::measure::lost;
use crate::release::Release;
use crate::taxonomy::Taxonomy;
use crate::transactions::Transactions;

/// At most `most` owners of the largest score in `release`, each the only one of its groups, ascending. All that an owner has
/// is left out, so the scores of all rows of an owner add up; whoever loses no more than the average is not among them. Of owners with
/// the same score, the first. O(items + rows log rows).
pub fn costliest(
    transactions: &Transactions,
    taxonomy: &Taxonomy,
    release: &Release,
    most: usize,
) -> Vec<u32> {
    let scores = scores(transactions, taxonomy, release);
    let mut owners: Vec<u32> = (0..).take(scores.len()).filter(|&owner| scores[owner as usize] > 0).collect();
    owners.sort_by_key(|&owner| (std::cmp::Reverse(scores[owner as usize]), owner));
    let mut groups_of: Vec<Vec<usize>> = vec![Vec::new(); transactions.owners()];
    for row in 0..transactions.len() {
        groups_of[transactions.owner(row) as usize].push(release.bag_of(row));
    }
    // Without one row, its group may keep more of the others.
    let mut is_taken = vec![false; release.bags().len()];
    owners.retain(|&owner| {
        let groups = &groups_of[owner as usize];
        let is_only_one = groups.iter().all(|&group| !is_taken[group]);
        groups.iter().filter(|_| is_only_one).for_each(|&group| is_taken[group] = true);
        is_only_one
    });
    owners.truncate(most);
    owners.sort_unstable();
    owners
}

/// The score of each owner, times W: a whole number.
fn scores(transactions: &Transactions, taxonomy: &Taxonomy, release: &Release) -> Vec<i128> {
    let worth = i128::from(loss::worth(taxonomy, transactions.bags().items()));
    let all_lost = i128::from(lost(transactions, taxonomy, release));
    let mut scores = vec![0; transactions.owners()];
    for row in 0..transactions.len() {
        let of_row = i128::from(loss::worth(taxonomy, transactions.get(row)));
        let lost = of_row - i128::from(loss::kept(taxonomy, release.get(row)));
        scores[transactions.owner(row) as usize] += lost * worth - of_row * all_lost;
    }
    scores
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::taxonomy::{Edge, Node};
    use crate::transactions::Bags;

    #[test]
    fn who_loses_more_than_the_average_is_left_out_and_nobody_else() {
        let edges =
            [("apple", "fruit"), ("pear", "fruit"), ("fruit", "food"), ("beef", "food"), ("gin", "food")];
        let edges = edges.map(|(child, parent)| Edge { child, parent: Some(parent), line: 1 });
        let tree = Taxonomy::from_edges(edges).unwrap();
        let [apple, pear, beef, gin] = ["apple", "pear", "beef", "gin"].map(|name| tree.find(name).unwrap());
        let rows = [
            vec![apple, beef],
            vec![apple],
            vec![apple, gin, gin],
            vec![pear, pear],
            vec![pear, pear],
            vec![beef, pear],
        ];
        let transactions = Transactions::one_per_owner(rows);
        let bags: Bags = [vec![apple], vec![pear]].into_iter().collect();
        // Of 12 items 6 are published. Losing more than a half: the third, two of three. One half: the first, and the last three.
        let release = Release::new(bags, vec![0, 0, 0, 1, 1, 1]);
        assert_eq!(costliest(&transactions, &tree, &release, 5), [2]);
        assert!(costliest(&transactions, &tree, &release, 0).is_empty());
        // Of two in one group, the one who loses more.
        let bags: Bags = [vec![Node::ROOT], vec![pear]].into_iter().collect();
        let release = Release::new(bags, vec![0, 0, 0, 1, 1, 1]);
        assert_eq!(costliest(&transactions, &tree, &release, 5), [2]);
        // All that an owner has counts: two rows that lose a little, against one.
        let mut transactions = Transactions::default();
        transactions.push(0, [apple, apple]);
        transactions.push(1, [pear, pear]);
        transactions.push(0, [pear, pear]);
        let bags: Bags = [vec![apple], vec![pear], vec![pear, pear]].into_iter().collect();
        assert_eq!(costliest(&transactions, &tree, &Release::new(bags, vec![0, 2, 1]), 2), [0]);
    }
}
