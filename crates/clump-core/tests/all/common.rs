//! Small taxonomies and bags by name.

pub mod branches;

use clump_core::taxonomy::{Node, Taxonomy};
use clump_core::transactions::Transactions;

/// A taxonomy from "child parent" pairs.
pub fn taxonomy(edges: &[(&str, &str)]) -> Taxonomy {
    Taxonomy::from_pairs(edges.iter().copied()).expect("a tree")
}

/// A tree of nodes `0`, `1`, ... in preorder, at these distances from the root.
pub fn of_depths(depths: &[u32]) -> Taxonomy {
    let names: Vec<String> = (0..depths.len()).map(|number| number.to_string()).collect();
    Taxonomy::from_preorder(names.iter().map(String::as_str).collect(), depths)
}

/// The paper's Figure 1.
pub fn food() -> Taxonomy {
    taxonomy(&[
        ("fruit", "food"),
        ("meat", "food"),
        ("dairy", "food"),
        ("apple", "fruit"),
        ("orange", "fruit"),
        ("banana", "fruit"),
        ("chicken", "meat"),
        ("beef", "meat"),
        ("milk", "dairy"),
        ("butter", "dairy"),
        ("cheese", "dairy"),
    ])
}

/// The paper's Tables I and II: t1 to t5.
pub fn table_one(taxonomy: &Taxonomy) -> Transactions {
    let rows =
        ["orange chicken beef", "banana beef cheese", "chicken milk butter", "apple chicken", "chicken beef"];
    Transactions::one_per_owner(rows.map(|row| bag(taxonomy, row)))
}

/// The sorted bag of the items named in `words`.
pub fn bag(taxonomy: &Taxonomy, words: &str) -> Vec<Node> {
    let mut bag: Vec<Node> =
        words.split_whitespace().map(|word| taxonomy.find(word).expect("a word of the taxonomy")).collect();
    bag.sort_unstable();
    bag
}

/// The names of `bag`, sorted.
pub fn names(taxonomy: &Taxonomy, bag: &[Node]) -> String {
    let mut names: Vec<&str> = bag.iter().map(|&item| taxonomy.name(item)).collect();
    names.sort_unstable();
    names.join(" ")
}

/// Result of `run` on so many threads.
pub fn on_threads<T: Send>(threads: usize, run: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads").install(run)
}
