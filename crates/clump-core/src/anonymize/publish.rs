//! From groups of rows to the release that publishes every row of a group as the same bag.

use rayon::prelude::*;

use super::Form;
use crate::counts::{Counts, Spread};
use crate::progress::{Cancelled, Progress};
use crate::release::Release;
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::{Bags, Transactions};

/// Publishes each group as its least common generalization. Every row is in one group, and no group is empty.
pub(super) fn as_lcgs(
    transactions: &Transactions,
    taxonomy: &Taxonomy,
    groups: &[Vec<u32>],
    form: Form,
    progress: &dyn Progress,
) -> Result<Release, Cancelled> {
    let lcgs: Result<Vec<Vec<Node>>, Cancelled> = groups
        .par_iter()
        .map_init(
            || Spread::new(taxonomy),
            |spread, group| {
                progress.go_on()?;
                let length = |row: &u32| transactions.get(*row as usize).len();
                let shortest = *group.iter().min_by_key(|row| length(row)).expect("groups have rows");
                let mut counts = Counts::of(taxonomy, transactions.get(shortest as usize));
                for &row in group.iter().filter(|&&row| row != shortest) {
                    spread.load(transactions.get(row as usize));
                    spread.join(&mut counts);
                }
                let mut lcg = counts.bag(taxonomy);
                if form == Form::Sets {
                    lcg.dedup();
                }
                Ok(lcg)
            },
        )
        .collect();
    Ok(as_bags(groups, lcgs?))
}

/// Publishes group i as `bags[i]`. Every row is in one group.
pub(super) fn as_bags(groups: &[Vec<u32>], bags: Vec<Vec<Node>>) -> Release {
    let mut bag_of = vec![0; groups.iter().map(Vec::len).sum()];
    for (number, group) in groups.iter().enumerate() {
        for &row in group {
            bag_of[row as usize] = number as u32;
        }
    }
    Release::new(Bags::from_iter(bags), bag_of)
}
