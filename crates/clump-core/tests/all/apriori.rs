//! `apriori` on the examples of papers, at the edges of what can be asked, and against naive oracles.

use clump_core::anonymize::apriori::{AprioriParameters, Recoding};
use clump_core::anonymize::{AnonymizeError, Anonymizer};
use clump_core::measure::measure;
use clump_core::release::{Release, RootItems};
use clump_core::taxonomy::{Node, Taxonomy};
use clump_core::transactions::Transactions;

mod oracles;
mod properties;

use crate::common::{bag, food, names, of_depths, table_one, taxonomy};
use oracles::{is_km_anonymous, optimum, rows};

pub const RECODINGS: [Recoding; 3] = [Recoding::Global, Recoding::Local, Recoding::Vertical];

fn transactions(taxonomy: &Taxonomy, rows: &[&str]) -> Transactions {
    Transactions::one_per_owner(rows.iter().map(|row| bag(taxonomy, row)))
}

fn release(taxonomy: &Taxonomy, transactions: &Transactions, k: usize, m: usize) -> Release {
    AprioriParameters::new(k, m).check().unwrap().anonymize(transactions, taxonomy, &()).unwrap()
}

/// Names of the published rows.
fn published(taxonomy: &Taxonomy, transactions: &Transactions, k: usize, m: usize) -> Vec<String> {
    let release = release(taxonomy, transactions, k, m);
    (0..release.rows()).map(|row| names(taxonomy, release.get(row))).collect()
}

fn ncp(taxonomy: &Taxonomy, transactions: &Transactions, k: usize, m: usize) -> f64 {
    let release = release(taxonomy, transactions, k, m).canonical(taxonomy, RootItems::Drop);
    measure(transactions, taxonomy, &release).ncp
}

/// A and B with two leaves each.
fn two_by_two() -> Taxonomy {
    taxonomy(&[("A", "*"), ("B", "*"), ("a1", "A"), ("a2", "A"), ("b1", "B"), ("b2", "B")])
}

#[test]
fn the_example_of_terrovitis_mamoulis_and_kalnis() {
    let tree = two_by_two();
    let log = transactions(&tree, &["a1 b1 b2", "a2 b1", "a2 b1 b2", "a1 a2 b2"]);
    assert_eq!(published(&tree, &log, 2, 2), ["A b1 b2", "A b1", "A b1 b2", "A b2"]);
    // Five of eleven items at half of the leaves.
    assert_eq!(ncp(&tree, &log, 2, 2), 5.0 * 0.5 / 11.0);
}

#[test]
fn table_two_of_he_and_naughton() {
    let tree = two_by_two();
    let log = transactions(&tree, &["a1", "a1 a2", "b1 b2", "b1 b2", "a1 a2 b2", "a1 a2 b2", "a1 a2 b1 b2"]);
    for m in 2..=4 {
        assert_eq!(published(&tree, &log, 2, m), ["a1", "a1 a2", "B", "B", "B a1 a2", "B a1 a2", "B a1 a2"]);
    }
    assert_eq!(ncp(&tree, &log, 2, 2), 8.0 * 0.5 / 17.0);
    assert_eq!(published(&tree, &log, 2, 1)[6], "a1 a2 b1 b2");
}

#[test]
fn the_papers_baskets_have_no_cut_but_the_root() {
    // Fruit and dairy are together once, in the basket t2.
    let tree = food();
    let log = table_one(&tree);
    assert_eq!(published(&tree, &log, 2, 2), [""; 5]);
    assert_eq!(optimum(&tree, &log, 2, 2).0, 13 * 8);
}

#[test]
fn too_few_owners_and_just_enough() {
    let tree = two_by_two();
    let log = transactions(&tree, &["a1", "b1"]);
    for recoding in RECODINGS {
        let method = |k| AprioriParameters { recoding, ..AprioriParameters::new(k, 2) }.check().unwrap();
        let refused = method(3).anonymize(&log, &tree, &()).unwrap_err();
        assert_eq!(refused, AnonymizeError::TooFewOwners { owners: 2, k: 3 });
        let release = method(2).anonymize(&log, &tree, &()).unwrap();
        assert!(release.bags().iter().all(<[Node]>::is_empty));
        let nobody = method(2).anonymize(&Transactions::default(), &tree, &()).unwrap_err();
        assert_eq!(nobody, AnonymizeError::TooFewOwners { owners: 0, k: 2 });
    }
}

#[test]
fn equal_rows_are_published_as_sets_whatever_m_is() {
    let tree = food();
    let log = transactions(&tree, &["apple apple beef milk"; 5]);
    for m in [1, 2, 3, 100, usize::MAX] {
        assert_eq!(published(&tree, &log, 5, m), ["apple beef milk"; 5]);
    }
}

/// A tree with 10 branches of 10 branches and so on, `levels` deep.
pub fn tens(levels: u32) -> Taxonomy {
    let mut depths = vec![0];
    let mut pending: Vec<u32> = vec![1; 10];
    while let Some(depth) = pending.pop() {
        depths.push(depth);
        if depth < levels {
            pending.extend([depth + 1; 10]);
        }
    }
    of_depths(&depths)
}

#[test]
fn a_giant_row_among_small_ones() {
    let tree = tens(4);
    let leaves: Vec<Node> = tree.nodes().filter(|&node| tree.is_leaf(node)).collect();
    let mut bags: Vec<Vec<Node>> = (0..200).map(|row| vec![leaves[row * 7], leaves[row * 50]]).collect();
    bags.push(leaves.clone());
    let log = Transactions::one_per_owner(bags);
    assert!(is_km_anonymous(&rows(&log, &release(&tree, &log, 5, 1)), 5, 1));
    // Alone with nearly every pair of branches: only the root hides it.
    assert!(published(&tree, &log, 5, 2).iter().all(String::is_empty));
}

#[test]
fn giant_rows_that_all_may_be_published() {
    // Every pair of 3,333 nodes is counted, none is rare, and nothing wider can be.
    let tree = tens(3);
    let leaves: Vec<Node> = tree.nodes().filter(|&node| tree.is_leaf(node)).collect();
    let log = Transactions::one_per_owner(vec![leaves.clone(); 5]);
    for m in [2, usize::MAX] {
        let release = release(&tree, &log, 5, m);
        assert!((0..5).all(|row| release.get(row) == leaves));
    }
}

#[test]
fn a_chain_of_100_000_nodes() {
    let tree = of_depths(&(0..100_000).collect::<Vec<u32>>());
    let log = Transactions::one_per_owner((0..1000).map(|row| [Node(99_999), Node(50_000 + row / 2)]));
    for recoding in RECODINGS {
        let method = AprioriParameters { recoding, ..AprioriParameters::new(2, 2) }.check().unwrap();
        let release = method.anonymize(&log, &tree, &()).unwrap();
        assert_eq!(release.get(999), [Node(50_499), Node(99_999)]);
    }
    let log = Transactions::one_per_owner((0..1000).map(|row| [Node(99_999 - row)]));
    assert_eq!(release(&tree, &log, 2, 2).get(0), [Node(99_000)]);
}
