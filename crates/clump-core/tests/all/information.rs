//! Bits that a release keeps, against sums over all cells and pairs, and against releases that must score 1, 0, and
//! less than others.

use clump_core::anonymize::Anonymizer;
use clump_core::anonymize::nearest::NearestParameters;
use clump_core::fate::fates;
use clump_core::information::{Information, Retention, Typed, UNITS_PER_BIT, Ungrouped, kept};
use clump_core::measure::measure;
use clump_core::release::{Release, RootItems};
use clump_core::taxonomy::{Node, Taxonomy};
use clump_core::transactions::{Bags, Transactions};
use proptest::prelude::*;

use crate::common::branches::{branches, people, random_groups};
use crate::common::{bag, on_threads, taxonomy};
use crate::random::any_release;

fn all_of(transactions: &Transactions, taxonomy: &Taxonomy, release: &Release) -> Retention {
    kept(transactions, release, &Typed::new(taxonomy, transactions, None, &Ungrouped::default()))
}

/// Publishes each row as `bag` makes it.
fn each(transactions: &Transactions, bag: impl Fn(&[Node]) -> Vec<Node>) -> Release {
    let bags: Bags = transactions.bags().iter().map(bag).collect();
    let rows = bags.len() as u32;
    Release::new(bags, (0..rows).collect())
}

/// I by its definition.
fn bits(taxonomy: &Taxonomy, transactions: &Transactions, node: Node) -> f64 {
    let items = transactions.bags().items();
    let below = items.iter().filter(|&&item| taxonomy.is_ancestor(node, item)).count();
    -(below as f64 / items.len() as f64).log2()
}

/// The sum of I over the cells of a row that tell something, and of I(a) + I(b) over their pairs, one by one.
fn sums(bits: &[f64]) -> (f64, f64) {
    let mut links = 0.0;
    for (place, &a) in bits.iter().enumerate() {
        links += bits[place + 1..].iter().filter(|&&b| a > 0.0 && b > 0.0).map(|b| a + b).sum::<f64>();
    }
    (bits.iter().sum(), links)
}

proptest! {
    #[test]
    fn sums_are_those_over_all_cells_and_pairs((taxonomy, transactions, release) in any_release()) {
        let is_published = release.is_published(&transactions);
        let (mut before, mut after) = ((0.0, 0.0), (0.0, 0.0));
        let items = transactions.bags().items();
        // A word of which only a node is known told what one tells that nobody else typed, unless there are no words at all.
        let has_words = items.iter().any(|&item| !taxonomy.is_marked(item));
        let typed = |bag: &[Node]| -> Vec<f64> {
            let word = |&item: &Node| if has_words && taxonomy.is_marked(item) {
(items.len() as f64).log2()
} else {
bits(&taxonomy, &transactions, item)
};
            bag.iter().map(word).collect()
        };
        for (row, is_published) in is_published.into_iter().enumerate() {
            let bits = |bag: &[Node]| -> Vec<f64> {
                bag.iter().map(|&node| bits(&taxonomy, &transactions, node)).collect()
            };
            let (units, links) = sums(&typed(transactions.get(row)));
            before = (before.0 + units, before.1 + links);
            if is_published {
                let (units, links) = sums(&bits(release.get(row)));
                after = (after.0 + units, after.1 + links);
            }
        }
        let found = all_of(&transactions, &taxonomy, &release);
        let check = |found: Option<f64>, kept: f64, of: f64| match found {
            None => of == 0.0,
            // Units are rounded: half a unit for each sum of bits that are at least a bit's thousandth.
            Some(share) => (share - kept / of).abs() < 1e-3 && (0.0..=1.0).contains(&share),
        };
        let information = found.information;
        prop_assert!(check(information.information_kept, after.0, before.0), "{found:?} for {after:?} of {before:?}");
        prop_assert!(check(information.links_kept, after.1, before.1), "{found:?} for {after:?} of {before:?}");

        // As many are published as measures and fates say; those with marked names count as generalized.
        let measures = measure(&transactions, &taxonomy, &release);
        prop_assert_eq!(found.as_typed + found.generalized, measures.items_exact + measures.items_generalized);
        let is_word = |name: &str| !name.starts_with('<');
        let fates = fates(&transactions, &taxonomy, &release);
        let exact: usize = fates.iter().filter(|fate| is_word(&fate.item)).map(|fate| fate.exact).sum();
        prop_assert_eq!(found.as_typed, exact);
        prop_assert_eq!(on_threads(1, || all_of(&transactions, &taxonomy, &release)), found);
    }
}

#[test]
fn what_nobody_typed_is_generalized_though_it_tells_as_much() {
    let tree = taxonomy(&[("<long number>", "<all>"), ("tea", "<all>"), ("other", "<all>")]);
    let mut row = ["<long number>", "tea", "other"].map(|name| tree.find(name).unwrap()).to_vec();
    row.sort_unstable();
    let rows = Transactions::one_per_owner([row]);
    let typed = Typed::new(&tree, &rows, tree.find("other"), &Ungrouped::default());
    let found = kept(&rows, &each(&rows, <[Node]>::to_vec), &typed);
    assert_eq!((found.as_typed, found.generalized), (1, 2));
    assert_eq!(found.information.information_kept, Some(1.0));
}

#[test]
fn words_left_out_were_typed_too() {
    // 8 cells: two rows of two words each, and four cells that no transaction has.
    let tree = taxonomy(&[("tea", "all"), ("milk", "all")]);
    let rows = Transactions::one_per_owner([bag(&tree, "tea milk"), bag(&tree, "tea milk")]);
    let release = each(&rows, <[Node]>::to_vec);
    let found =
        |ungrouped: Ungrouped| kept(&rows, &release, &Typed::new(&tree, &rows, None, &ungrouped)).information;
    // Words with as many cells as each of the two: 2 bits a cell.
    let named = found(Ungrouped { words: vec![2, 2], unnamed: 0, ..Ungrouped::default() });
    assert_eq!(named.information_kept, Some(0.5));
    // Rows of 4 words have 6 pairs, of which 1 is published.
    assert!((named.links_kept.unwrap() - 1.0 / 6.0).abs() < 1e-12, "{named:?}");
    // Nothing is known of these: 3 bits each.
    let unnamed = found(Ungrouped { words: Vec::new(), unnamed: 4, ..Ungrouped::default() });
    assert_eq!(unnamed.information_kept, Some(8.0 / 20.0));
    assert!(unnamed.links_kept < named.links_kept);
}

#[test]
fn random_groups_keep_clearly_less_than_near_ones() {
    let tree = branches();
    let rows = people(&tree, 200, 3, 8);
    let near = NearestParameters::new(4).check().unwrap().anonymize(&rows, &tree, &()).unwrap();
    let near = all_of(&rows, &tree, &near.canonical(&tree, RootItems::Drop)).information;
    let random = all_of(&rows, &tree, &random_groups(&tree, &rows, 4)).information;
    assert!(near.information_kept.unwrap() > 2.0 * random.information_kept.unwrap(), "{near:?} {random:?}");
    assert!(near.links_kept.unwrap() > 2.0 * random.links_kept.unwrap(), "{near:?} {random:?}");
}

#[test]
fn words_outside_the_tree_make_those_inside_tell_more() {
    let tree = taxonomy(&[("tea", "drink"), ("gin", "drink"), ("drink", "all")]);
    let rows = Transactions::one_per_owner([bag(&tree, "tea gin")]);
    let drink = tree.find("drink").unwrap();
    assert_eq!(Information::of(&tree, &rows).units(drink), 0);
    let outside = Ungrouped { words: vec![2], unnamed: 0, ..Ungrouped::default() };
    let typed = Typed::new(&tree, &rows, None, &outside);
    assert_eq!(typed.information().units(drink), UNITS_PER_BIT);
    assert_eq!(typed.information().units(Node::ROOT), 0);
}
