//! Whether what is published for each transaction generalizes it.

use clump_core::taxonomy::Taxonomy;
use clump_core::transactions::{Bags, Transactions};
use clump_core::verify::generalizes_sorted;
use clump_io::release::Released;
use rayon::prelude::*;

use crate::check::nodes_of_labels;

/// How many transactions are published as what does not generalize them. Transaction i stands on line `line_of_each[i]`,
/// from 1, and row j of the release has the same labels as row `like[j]`, the first such.
///
/// Transactions lie in the order of their owners and rows in that of their labels, so nearly every look at a row is one at
/// memory that is far away. Equal rows are therefore looked up once, and lie close together.
pub(super) fn not_generalized(
    released: &Released,
    transactions: &Transactions,
    taxonomy: &Taxonomy,
    line_of_each: &[usize],
    like: &[u32],
) -> usize {
    let nodes = nodes_of_labels(released, taxonomy);
    let mut published = Bags::default();
    // Whether all labels of a bag are nodes; one that is none stands for nothing.
    let mut is_known = Vec::new();
    let mut bag_of: Vec<u32> = Vec::with_capacity(like.len());
    for (row, &first) in like.iter().enumerate() {
        bag_of.push(match first as usize == row {
            true => {
                let labels = released.row(row).iter().map(|&label| nodes[label as usize]);
                is_known.push(labels.clone().all(|node| node.is_some()));
                published.push(labels.flatten()) as u32
            }
            false => bag_of[first as usize],
        });
    }
    (0..transactions.len())
        .into_par_iter()
        .filter(|&row| {
            let bag = bag_of[line_of_each[row] - 1] as usize;
            !is_known[bag] || !generalizes_sorted(taxonomy, published.get(bag), transactions.get(row))
        })
        .count()
}
