//! People who like one of eight branches of eight words: data in which near groups are much better than random ones.

use clump_core::lcg::lcg_of_set;
use clump_core::release::{Release, RootItems};
use clump_core::taxonomy::{Node, Taxonomy};
use clump_core::transactions::{Bags, Transactions};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::taxonomy;

/// `<all>` above `<b0>` to `<b7>`, with eight words below each.
pub fn branches() -> Taxonomy {
    let names: Vec<(String, String)> =
        (0..64).map(|word| (format!("w{word}"), format!("<b{}>", word / 8))).collect();
    let words = names.iter().map(|(word, branch)| (word.as_str(), branch.as_str()));
    let above = names.iter().step_by(8).map(|(_, branch)| (branch.as_str(), "<all>"));
    taxonomy(&words.chain(above).collect::<Vec<(&str, &str)>>())
}

/// `people` people, each with `words` of the first `popular` words of one branch.
pub fn people(tree: &Taxonomy, people: usize, words: usize, popular: usize) -> Transactions {
    let mut random = ChaCha8Rng::seed_from_u64(7);
    Transactions::one_per_owner((0..people).map(|_| {
        let first = 8 * random.random_range(0..8);
        let mut branch: Vec<usize> = (first..first + popular).collect();
        let chosen = branch.partial_shuffle(&mut random, words).0;
        chosen.iter().map(|word| tree.find(&format!("w{word}")).expect("a word")).collect::<Vec<Node>>()
    }))
}

/// Groups of `k` rows that have nothing to do with each other, each published as what they share.
pub fn random_groups(tree: &Taxonomy, rows: &Transactions, k: usize) -> Release {
    let mut order: Vec<usize> = (0..rows.len()).collect();
    order.shuffle(&mut ChaCha8Rng::seed_from_u64(8));
    let shared = |group: &[usize]| lcg_of_set(tree, group.iter().map(|&row| rows.get(row)));
    let bags: Bags = order.chunks(k).map(shared).collect();
    let mut bag_of = vec![0; rows.len()];
    order.iter().enumerate().for_each(|(place, &row)| bag_of[row] = (place / k) as u32);
    Release::new(bags, bag_of).canonical(tree, RootItems::Drop)
}
