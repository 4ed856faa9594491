//! Properties of losses, in bits: properties over random taxonomies and bags, inner items and duplicates included. The
//! trees are not pruned, so that many nodes have no cells.

use clump_core::anonymize::Anonymizer;
use clump_core::anonymize::nearest::{Effort, NearestParameters};
use clump_core::floor::floor;
use clump_core::information::{Information, UNITS_PER_BIT};
use clump_core::lcg::lcg_of_set;
use clump_core::loss;
use clump_core::measure::lost;
use clump_core::taxonomy::{Node, PricedIn, Taxonomy};
use clump_core::transactions::Transactions;
use clump_core::verify;
use proptest::prelude::*;

use crate::common::of_depths;
use crate::random::{all_bags, any_bags, owned_by, slices};

/// A row for each owner, and the tree priced by their bits.
fn in_bits(taxonomy: &Taxonomy, bags: &[Vec<Node>]) -> (Transactions, Taxonomy) {
    let transactions = owned_by(bags, 1);
    let priced = taxonomy.priced_in_bits(&Information::of(taxonomy, &transactions));
    (transactions, priced)
}

/// Σ I(i) over the items, each less I(label) of the label that stands for it, if one does. Labels stand for items below
/// them, each for one: the deepest labels choose first, so that all find one.
fn lost_by_definition(
    taxonomy: &Taxonomy,
    information: &Information,
    bag: &[Node],
    published: &[Node],
) -> u64 {
    let mut labels = published.to_vec();
    labels.sort_by_key(|&label| std::cmp::Reverse(taxonomy.level(label)));
    let mut left = bag.to_vec();
    let mut lost = 0;
    for label in labels {
        let place = left.iter().position(|&item| taxonomy.is_ancestor(label, item)).unwrap();
        lost += u64::from(information.units(left.remove(place)) - information.units(label));
    }
    lost + left.iter().map(|&item| u64::from(information.units(item))).sum::<u64>()
}

/// Loss of the rows of a group when they are published as their LCG.
fn loss_of_group(taxonomy: &Taxonomy, group: &[Vec<Node>]) -> u64 {
    let lcg = lcg_of_set(taxonomy, slices(group));
    let worth = group.iter().map(|bag| loss::worth(taxonomy, bag)).sum();
    loss::ggd(worth, group.len(), loss::kept(taxonomy, &lcg))
}

/// The least loss of all groupings of one row per owner into groups of at least k.
fn optimum(taxonomy: &Taxonomy, bags: &[Vec<Node>], k: usize) -> u64 {
    let n = bags.len();
    let mut best = vec![u64::MAX; 1 << n];
    best[0] = 0;
    for all in 1usize..1 << n {
        // The group of the first row that is left.
        let first = 1 << all.trailing_zeros();
        for group in 1..=all {
            let is_group = group & all == group && group & first != 0 && group.count_ones() as usize >= k;
            if is_group && best[all ^ group] != u64::MAX {
                let rows: Vec<Vec<Node>> =
                    (0..n).filter(|row| group >> row & 1 == 1).map(|row| bags[row].clone()).collect();
                best[all] = best[all].min(best[all ^ group] + loss_of_group(taxonomy, &rows));
            }
        }
    }
    best[(1 << n) - 1]
}

proptest! {
    #[test]
    fn prices_are_information_and_never_fall((taxonomy, bags) in any_bags(40, 1..12, 6)) {
        let (transactions, priced) = in_bits(&taxonomy, &bags);
        let information = Information::of(&taxonomy, &transactions);
        prop_assert_eq!((priced.priced_in(), priced.units(), priced.keeps(Node::ROOT)), (PricedIn::Bits, UNITS_PER_BIT, 0));
        for node in taxonomy.nodes() {
            let has_cells = bags.iter().flatten().any(|&item| taxonomy.is_ancestor(node, item));
            if has_cells {
                prop_assert_eq!(priced.keeps(node), information.units(node));
            } else {
                prop_assert_eq!(priced.weight(node), 0);
            }
            prop_assert_eq!(priced.worth(node), priced.keeps(node));
            let above = if node == Node::ROOT { 0 } else { priced.keeps(priced.parent(node)) };
            prop_assert_eq!(priced.keeps(node), above + priced.weight(node));
            // LM is LM whatever the price.
            prop_assert_eq!((priced.cost(node), priced.scale()), (taxonomy.cost(node), taxonomy.scale()));
        }
    }

    #[test]
    fn the_closed_form_is_the_definition((taxonomy, bags) in any_bags(60, 1..7, 15)) {
        let (transactions, priced) = in_bits(&taxonomy, &bags);
        let information = Information::of(&taxonomy, &transactions);
        let lcg = lcg_of_set(&taxonomy, slices(&bags));
        let literal: u64 = bags.iter().map(|bag| lost_by_definition(&taxonomy, &information, bag, &lcg)).sum();
        prop_assert_eq!(loss_of_group(&priced, &bags), literal);
    }

    #[test]
    fn no_other_common_generalization_loses_less((taxonomy, bags) in any_bags(7, 1..4, 3)) {
        let (_, priced) = in_bits(&taxonomy, &bags);
        let most = loss::kept(&priced, &lcg_of_set(&priced, slices(&bags)));
        let shortest = bags.iter().map(Vec::len).min().unwrap();
        for candidate in all_bags(&taxonomy, shortest) {
            if bags.iter().all(|bag| verify::generalizes(&taxonomy, &candidate, bag)) {
                prop_assert!(loss::kept(&priced, &candidate) <= most);
            }
        }
    }

    /// Groups that are put together lose at least what they lost apart, and equal rows lose nothing.
    #[test]
    fn larger_groups_lose_more((taxonomy, bags) in any_bags(40, 2..8, 8), cut in 1usize..7) {
        let (_, priced) = in_bits(&taxonomy, &bags);
        let (left, right) = bags.split_at(cut.min(bags.len() - 1));
        let apart = loss_of_group(&priced, left) + loss_of_group(&priced, right);
        prop_assert!(loss_of_group(&priced, &bags) >= apart);
        prop_assert_eq!(loss_of_group(&priced, &[bags[0].clone(), bags[0].clone()]), 0);
    }

    #[test]
    fn the_optimum_lies_between_floor_and_nearest((taxonomy, bags) in any_bags(20, 2..7, 5), k in 2usize..4) {
        prop_assume!(bags.len() >= k);
        let (transactions, priced) = in_bits(&taxonomy, &bags);
        let optimum = optimum(&priced, &bags, k);
        prop_assert!(floor(&transactions, &priced, k, &()).unwrap().least <= optimum);
        let nearest = NearestParameters { effort: Effort::Best, ..NearestParameters::new(k) }.check().unwrap();
        let release = nearest.anonymize(&transactions, &priced, &()).unwrap();
        prop_assert!(optimum <= lost(&transactions, &priced, &release));
    }
}

#[test]
fn a_row_of_a_million_items_does_not_overflow() {
    // 0 > {1 > {2, 3}, 4}: much at 4, so that the others tell many bits.
    let taxonomy = of_depths(&[0, 1, 2, 2, 1]);
    let many = |item: u32, times: usize| vec![Node(item); times];
    let bags =
        vec![many(2, 1_000_000), many(2, 1_000_000), many(3, 70_000), many(3, 70_000), many(4, 4_000_000)];
    let (transactions, priced) = in_bits(&taxonomy, &bags);
    assert!(loss::worth(&priced, &bags[0]) > u64::from(u32::MAX));
    let release = NearestParameters::new(2).check().unwrap().anonymize(&transactions, &priced, &()).unwrap();
    let lost = lost(&transactions, &priced, &release);
    assert!(floor(&transactions, &priced, 2, &()).unwrap().least <= lost);
    // The row of 4 joins others; all else can be kept.
    assert!(lost >= loss::worth(&priced, &bags[4]));
}
