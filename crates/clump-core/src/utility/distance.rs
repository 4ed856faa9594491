//! Distance of the distribution of items that a reader of the release sees from that of the data.

use super::Weighted;
use super::estimate::Items;
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::Transactions;

/// The Jensen-Shannon distance (square root of the divergence with logarithms to base 2; Lin 1991, Endres and
/// Schindelin 2003) of the occurrences of items in the data and as read from the release: each published node counts
/// evenly for the items at or below it, and each suppressed item evenly for all. From 0 to 1; 0 without items.
pub(super) fn item_distance(
    transactions: &Transactions,
    taxonomy: &Taxonomy,
    items: &Items,
    published: &Weighted<'_>,
) -> f64 {
    let mut occurrences = vec![0u64; taxonomy.len()];
    for item in transactions.bags().items() {
        occurrences[item.index()] += 1;
    }
    let mut labels = vec![0u64; taxonomy.len()];
    for (bag, &rows) in published.bags.iter().zip(&published.rows) {
        for node in bag {
            labels[node.index()] += u64::from(rows);
        }
    }
    // A suppressed item says what the root says.
    labels[0] += transactions.items() as u64 - labels.iter().sum::<u64>();

    // What each node and the nodes above it give to every item below, parents first.
    let mut share = vec![0.0; taxonomy.len()];
    for node in taxonomy.nodes() {
        let above = if node == Node::ROOT { 0.0 } else { share[taxonomy.parent(node).index()] };
        let below = items.at_or_below(taxonomy, node).max(1);
        share[node.index()] = above + labels[node.index()] as f64 / f64::from(below);
    }
    let total = transactions.items() as f64;
    let divergence: f64 = items
        .all
        .iter()
        .map(|item| {
            let (p, q) = (occurrences[item.index()] as f64 / total, share[item.index()] / total);
            let middle = (p + q) / 2.0;
            (information(p, middle) + information(q, middle)) / 2.0
        })
        .sum();
    // Rounding may leave a hair below 0 or above 1.
    divergence.clamp(0.0, 1.0).sqrt()
}

fn information(p: f64, middle: f64) -> f64 {
    if p > 0.0 { p * (p / middle).log2() } else { 0.0 }
}
