//! Ceilings over random trees: what is lifted, what methods make of it, and what that loses of the originals.

use std::collections::BTreeMap;

use clump_core::anonymize::Cutter;
use clump_core::anonymize::pieces::PiecesParameters;
use clump_core::ceilings::Ceilings;
use clump_core::containers::Ragged;
use clump_core::cut::WholeQueries;
use clump_core::floor::floor;
use clump_core::loss::{self, ggd_by_definition};
use clump_core::measure::measure;
use clump_core::release::RootItems;
use clump_core::taxonomy::{Node, Taxonomy};
use clump_core::transactions::{Bags, Transactions};
use clump_core::verify;
use proptest::prelude::*;

use crate::random::{any_bags, any_method, owned_by};

/// True if `node` is below one of `ceilings`, and none of them itself unless it is below another: by walking up.
fn is_below(taxonomy: &Taxonomy, ceilings: &[Node], node: Node) -> bool {
    taxonomy.ancestors(node).skip(1).any(|above| ceilings.contains(&above))
}

/// Stand-in of `item`: the highest ceiling on the way to the root.
fn lifted_by_definition(taxonomy: &Taxonomy, ceilings: &[Node], item: Node) -> Node {
    taxonomy.ancestors(item).filter(|above| ceilings.contains(above)).last().unwrap_or(item)
}

/// Nodes that are ceilings.
fn chosen(taxonomy: &Taxonomy, picks: &[prop::sample::Index]) -> Vec<Node> {
    picks.iter().map(|pick| Node(pick.index(taxonomy.len()) as u32)).collect()
}

fn any_ceilings() -> impl Strategy<Value = Vec<prop::sample::Index>> {
    prop::collection::vec(any::<prop::sample::Index>(), 0..4)
}

proptest! {
    #[test]
    fn every_item_is_lifted_to_the_highest_ceiling((taxonomy, bags) in any_bags(20, 1..6, 6), picks in any_ceilings()) {
        let nodes = chosen(&taxonomy, &picks);
        let lifted = Ceilings::new(&taxonomy, nodes.iter().copied()).lift(&owned_by(&bags, 1), &taxonomy);
        for (row, bag) in bags.iter().enumerate() {
            let mut expected: Vec<Node> =
                bag.iter().map(|&item| lifted_by_definition(&taxonomy, &nodes, item)).collect();
            expected.sort_unstable();
            prop_assert_eq!(lifted.get(row), expected);
        }
    }

    #[test]
    fn no_method_publishes_what_is_below_and_the_loss_is_that_of_the_originals(
        (taxonomy, bags) in any_bags(16, 5..14, 5),
        picks in any_ceilings(),
        method in any_method(),
    ) {
        let nodes = chosen(&taxonomy, &picks);
        let originals = owned_by(&bags, 1);
        let lifted = Ceilings::new(&taxonomy, nodes.iter().copied()).lift(&originals, &taxonomy);
        let Ok(release) = method.anonymize(&lifted, &taxonomy, &()) else { return Ok(()) };
        let release = release.canonical(&taxonomy, RootItems::Keep);
        let mut groups: BTreeMap<&[Node], Vec<&[Node]>> = BTreeMap::new();
        for row in 0..originals.len() {
            let published = release.get(row);
            prop_assert!(!published.iter().any(|&label| is_below(&taxonomy, &nodes, label)));
            prop_assert!(verify::generalizes(&taxonomy, published, originals.get(row)));
            groups.entry(published).or_default().push(originals.get(row));
        }
        let by_definition: f64 =
            groups.iter().map(|(published, group)| ggd_by_definition(&taxonomy, group, published)).sum();
        let measured = measure(&originals, &taxonomy, &release).loss;
        prop_assert!((measured - by_definition).abs() < 1e-9, "{} is not {}", measured, by_definition);
        // What the ceilings cost is in it, and the floor of the originals is below it.
        let k = method.promise().k().unwrap();
        let least = loss::reported(&taxonomy, floor(&originals, &taxonomy, k, &()).unwrap().least);
        prop_assert!(least <= measured + 1e-9);
    }

    #[test]
    fn pieces_are_parts_of_the_originals_and_tell_no_text_below(
        (taxonomy, bags) in any_bags(16, 4..14, 5),
        picks in any_ceilings(),
        owners_have in 1usize..3,
    ) {
        let nodes = chosen(&taxonomy, &picks);
        let originals = owned_by(&without_repeats(&bags), owners_have);
        let queries = of_whole_rows(&originals);
        let ceilings = Ceilings::new(&taxonomy, nodes.iter().copied());
        let lifted = ceilings.lift(&originals, &taxonomy);
        let told = ceilings.lift_queries(&queries, &taxonomy);
        let pieces = PiecesParameters::new(2).check().unwrap();
        let Ok(cut) = pieces.cut(&lifted, &told, &taxonomy, &()) else { return Ok(()) };
        let cut = ceilings.restore(cut, &originals, &taxonomy);
        let mut left: Vec<Vec<Node>> = (0..originals.len()).map(|row| originals.get(row).to_vec()).collect();
        for (part, &of) in cut.of.iter().enumerate() {
            let published = cut.release.get(part);
            prop_assert!(!published.iter().any(|&label| is_below(&taxonomy, &nodes, label)));
            prop_assert!(verify::generalizes(&taxonomy, published, cut.parts.get(part)));
            prop_assert_eq!(cut.parts.owner(part) == cut.parts.owner(0), {
                originals.owner(of as usize) == originals.owner(cut.of[0] as usize)
            });
            for item in cut.parts.get(part) {
                let place = left[of as usize].iter().position(|have| have == item);
                prop_assert!(place.is_some(), "an item of no transaction, or of two parts");
                left[of as usize].remove(place.unwrap());
            }
        }
        for query in cut.query.iter().flatten() {
            let mut words = queries.items.get(*query as usize).iter();
            let leads_there = |word: &Node| taxonomy.ancestors(*word).any(|above| nodes.contains(&above));
            prop_assert!(!words.any(leads_there));
        }
    }
}

fn without_repeats(bags: &[Vec<Node>]) -> Vec<Vec<Node>> {
    let mut bags = bags.to_vec();
    bags.iter_mut().for_each(Vec::dedup);
    bags
}

/// Every transaction is one query; equal ones are the same.
fn of_whole_rows(transactions: &Transactions) -> WholeQueries {
    let mut numbers: BTreeMap<&[Node], u32> = BTreeMap::new();
    let (mut items, mut of) = (Bags::default(), Ragged::default());
    for row in 0..transactions.len() {
        let bag = transactions.get(row);
        let number = *numbers.entry(bag).or_insert_with(|| items.push(bag.iter().copied()) as u32);
        of.push([number]);
    }
    WholeQueries { items, of }
}
