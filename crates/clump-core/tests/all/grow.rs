//! Trees grown from data: known answers on tiny data, and what holds for every tree.

use std::collections::{BTreeMap, BTreeSet};

use clump_core::anonymize::ParameterError;
use clump_core::grow::{GrowError, GrowParameters, TaxonomyGrowth};
use clump_core::taxonomy::{Node, Taxonomy};
use clump_core::transactions::Transactions;
use proptest::prelude::*;

use crate::common::on_threads;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Baskets of names, one an owner, and the flat tree over them.
fn flat(baskets: &[Vec<String>]) -> (Transactions, Taxonomy) {
    let names: BTreeSet<&String> = baskets.iter().flatten().collect();
    let names: Vec<&String> = names.into_iter().collect();
    let depths: Vec<u32> = std::iter::once(0).chain(names.iter().map(|_| 1)).collect();
    let all = std::iter::once("*").chain(names.iter().map(|name| name.as_str()));
    let taxonomy = Taxonomy::from_preorder(all.collect(), &depths);
    let node = |name: &String| Node(names.binary_search(&name).unwrap() as u32 + 1);
    let transactions = Transactions::one_per_owner(baskets.iter().map(|basket| basket.iter().map(node)));
    (transactions, taxonomy)
}

fn grow(baskets: &[Vec<String>], k: usize, fan_out: usize) -> Result<TaxonomyGrowth, GrowError> {
    let (transactions, taxonomy) = flat(baskets);
    GrowParameters { k, fan_out }.check().unwrap().grow(&transactions, &taxonomy)
}

fn baskets(lines: &[(usize, &str)]) -> Vec<Vec<String>> {
    let basket = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    lines.iter().flat_map(|&(owners, text)| std::iter::repeat_n(basket(text), owners)).collect()
}

/// The tree as lines, two spaces a level.
fn drawn(taxonomy: &Taxonomy) -> Vec<String> {
    let indent = |node| "  ".repeat(taxonomy.level(node) as usize - 1);
    taxonomy.nodes().map(|node| format!("{}{}", indent(node), taxonomy.name(node))).collect()
}

fn leaves(taxonomy: &Taxonomy) -> BTreeSet<&str> {
    taxonomy.nodes().filter(|&node| taxonomy.is_leaf(node)).map(|node| taxonomy.name(node)).collect()
}

#[test]
fn two_clusters_are_the_two_halves() {
    // Alternating names, so that neither names nor supports tell the clusters.
    let grown = grow(&baskets(&[(20, "a c e g"), (20, "b d f h"), (1, "z")]), 5, 2).unwrap();
    let expected = [
        "*",
        "  a or 3 others",
        "    a or c",
        "      a",
        "      c",
        "    e or g",
        "      e",
        "      g",
        "  b or 3 others",
        "    b or d",
        "      b",
        "      d",
        "    f or h",
        "      f",
        "      h",
        "  other",
    ];
    assert_eq!(drawn(&grown.taxonomy), expected);
    assert_eq!(grown.taxonomy.name(grown.rare), "other");
    assert_eq!((grown.items, grown.rare_items, grown.joined), (9, 1, 6));
}

#[test]
fn what_is_common_stands_apart_from_what_is_not() {
    let grown = grow(&baskets(&[(90, "a"), (80, "b"), (9, "c"), (8, "d")]), 5, 2).unwrap();
    let expected = ["*", "  a or b", "    a", "    b", "  c or d", "    c", "    d", "  other"];
    assert_eq!(drawn(&grown.taxonomy), expected);
    let wide = grow(&baskets(&[(90, "a"), (80, "b"), (9, "c"), (8, "d")]), 5, 4).unwrap();
    assert_eq!(drawn(&wide.taxonomy), ["*", "  a", "  b", "  c", "  d", "  other"]);
}

#[test]
fn what_fewer_than_k_owners_do_does_not_count() {
    // Each pair has 20 owners in common. With k = 21 that must not show; the items themselves have 40 owners.
    let data = baskets(&[(20, "a c"), (20, "b d"), (20, "a"), (20, "b"), (20, "c"), (20, "d")]);
    assert_eq!(drawn(&grow(&data, 20, 2).unwrap().taxonomy)[1], "  a or c");
    assert_eq!(drawn(&grow(&data, 21, 2).unwrap().taxonomy)[1], "  a or b");
}

#[test]
fn noise_joins_nothing() {
    // Each owner has each of 60 items with the same chance, greedy ones with a greater: long lists are no company.
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let data: Vec<Vec<String>> = (0..600)
        .map(|owner| {
            let chance = if owner % 5 == 0 { 0.3 } else { 0.1 };
            let items = (0..60).filter(|_| random.random_bool(chance));
            items.map(|item| format!("i{item:02}")).chain(["all".to_owned()]).collect()
        })
        .collect();
    let grown = grow(&data, 5, 2).unwrap();
    assert_eq!((grown.items, grown.joined), (61, 0));
}

#[test]
fn parameters_are_checked_and_a_tree_has_leaves() {
    let check = |k, fan_out| GrowParameters { k, fan_out }.check().err();
    assert_eq!(check(1, 2), Some(ParameterError::KTooSmall { k: 1 }));
    assert_eq!(check(2, 1), Some(ParameterError::FanOutTooSmall { fan_out: 1 }));
    assert_eq!(grow(&baskets(&[(4, "a b")]), 5, 2).unwrap_err(), GrowError::NothingShared { k: 5 });
    let one = grow(&baskets(&[(5, "a"), (1, "b")]), 5, 2).unwrap();
    assert_eq!(drawn(&one.taxonomy), ["*", "  a", "  other"]);
}

#[test]
fn names_that_do_not_fit_on_a_line_count_as_rare() {
    let data = vec![vec!["a\tb".to_owned(), "a".to_owned(), "c\nd".to_owned()]; 9];
    let grown = grow(&data, 5, 2).unwrap();
    assert_eq!((grown.items, grown.rare_items), (3, 2));
    assert_eq!(drawn(&grown.taxonomy), ["*", "  a", "  other"]);
}

#[test]
fn very_long_rows_cost_no_square() {
    // Five owners of 100,000 items: 2.5 * 10^10 pairs, which no test would wait for.
    let all: Vec<String> = (0..100_000).map(|item| format!("i{item:06}")).collect();
    let mut data = vec![all; 5];
    data.extend(baskets(&[(30, "i000007 i099999"), (60, "i000001 i000002")]));
    let grown = grow(&data, 5, 2).unwrap();
    assert_eq!(leaves(&grown.taxonomy).len(), 100_001);
    let together = grown.taxonomy.find("i000007 or i099999").unwrap();
    assert_eq!(grown.taxonomy.leaves(together), 2);
}

/// Baskets over few items, some of them common.
fn any_baskets() -> impl Strategy<Value = Vec<Vec<String>>> {
    let item = prop_oneof![0..6usize, 0..60usize].prop_map(|item| format!("<{item:02}>"));
    prop::collection::vec(prop::collection::vec(item, 1..9), 1..120)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96 * ProptestConfig::default().cases / 256, ..ProptestConfig::default() })]

    #[test]
    fn leaves_are_the_items_of_k_owners_and_no_other_name_appears(
        baskets in any_baskets(), k in 2..7usize, fan_out in 2..12usize
    ) {
        let mut owners: BTreeMap<&str, usize> = BTreeMap::new();
        for basket in &baskets {
            for item in basket.iter().map(String::as_str).collect::<BTreeSet<_>>() {
                *owners.entry(item).or_default() += 1;
            }
        }
        let shared: BTreeSet<&str> =
            owners.iter().filter(|&(_, &owners)| owners >= k).map(|(&item, _)| item).collect();
        let grown = match grow(&baskets, k, fan_out) {
            Ok(grown) => grown,
            Err(error) => {
                prop_assert!(shared.is_empty());
                prop_assert_eq!(error, GrowError::NothingShared { k });
                return Ok(());
            }
        };
        let taxonomy = &grown.taxonomy;
        let mut expected = shared.clone();
        expected.insert("other");
        prop_assert_eq!(leaves(taxonomy), expected);
        prop_assert_eq!(taxonomy.leaves(Node::ROOT) as usize, shared.len() + 1);
        prop_assert_eq!((grown.items, grown.rare_items), (owners.len(), owners.len() - shared.len()));
        // Names are told apart by their brackets, so that a part of one is not another.
        for (&item, _) in owners.iter().filter(|&(_, &owners)| owners < k) {
            prop_assert!(taxonomy.nodes().all(|node| !taxonomy.name(node).contains(item)));
        }

        let names: BTreeSet<&str> = taxonomy.nodes().map(|node| taxonomy.name(node)).collect();
        prop_assert_eq!(names.len(), taxonomy.len());
        for node in taxonomy.nodes() {
            let children = taxonomy.children(node).count();
            let most = fan_out + usize::from(node == Node::ROOT);
            prop_assert!(children <= most && (children != 1 || node == Node::ROOT));
            prop_assert!(taxonomy.name(node).chars().count() <= 80);
        }
        // Halving families, then the eight items of one.
        let log = |number: usize| (0..).find(|&power| fan_out.pow(power) >= number).unwrap();
        let families = shared.len().div_ceil(8) + 2;
        prop_assert!(taxonomy.height() <= 1 + log(families) + log(8).max(1));
    }

    #[test]
    fn neither_the_order_of_owners_nor_threads_nor_rows_matter(
        (baskets, shuffled) in any_baskets().prop_flat_map(|baskets| (Just(baskets.clone()), Just(baskets).prop_shuffle())),
        k in 2..5usize
    ) {
        let tree = |grown: Result<TaxonomyGrowth, GrowError>| grown.map(|grown| drawn(&grown.taxonomy));
        let expected = tree(grow(&baskets, k, 2));
        prop_assert_eq!(&tree(grow(&shuffled, k, 2)), &expected);
        for threads in [1, 3] {
            prop_assert_eq!(&on_threads(threads, || tree(grow(&baskets, k, 2))), &expected);
        }

        // The same owners with a row for each item: an owner counts once.
        let (whole, taxonomy) = flat(&baskets);
        let mut rows = Transactions::default();
        for owner in 0..whole.len() {
            for &item in whole.get(owner) {
                rows.push(owner as u32, [item]);
            }
        }
        let grown = GrowParameters { k, fan_out: 2 }.check().unwrap().grow(&rows, &taxonomy);
        prop_assert_eq!(&tree(grown), &expected);
    }
}
