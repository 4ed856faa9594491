use std::collections::BTreeMap;

use proptest::prelude::*;

use super::chance::chance;
use super::*;
use crate::taxonomy::Edge;

fn fruit() -> Taxonomy {
    let edges =
        [("apple", "fruit"), ("pear", "fruit"), ("fruit", "food"), ("beef", "food"), ("milk", "food")];
    let edges = edges.map(|(child, parent)| Edge { child, parent: Some(parent), line: 1 });
    Taxonomy::from_edges(edges).expect("a tree")
}

/// `apples` rows of an apple, `pears` of a pear, each of an owner of its own.
fn fruits(tree: &Taxonomy, apples: usize, pears: usize) -> Transactions {
    let node = |name: &str| tree.find(name).expect("a node");
    let rows = [vec![node("apple"); apples], vec![node("pear"); pears]].concat();
    Transactions::one_per_owner(rows.into_iter().map(|item| [item]))
}

fn attack(tree: &Taxonomy, originals: &Transactions, reference: &Transactions, lift: f64) -> Downcoding {
    let bags = std::iter::once([tree.find("fruit").expect("a node")]).collect();
    let release = Release::new(bags, vec![0; originals.len()]);
    downcoding(originals, tree, &release, reference, DowncodingParameters { lift, ..Default::default() })
}

#[test]
fn five_owners_of_fruit_do_not_all_have_apples() {
    let tree = fruit();
    let (originals, reference) = (fruits(&tree, 4, 1), fruits(&tree, 80, 20));
    let found = attack(&tree, &originals, &reference, 0.0);
    // All five of 80 % have apples in a third of the draws: who does not know that they cannot names apples alone.
    assert_eq!(found.by_frequency, Claims { claimed: 1, right: 1, named: 1, there: 1 });
    assert_eq!(found.by_minimality, Claims { claimed: 1, right: 1, named: 2, there: 2 });
    assert_eq!(found.without_sizes, found.by_minimality);
    // If every other label was lifted, it may have been `apple`: 0.5 x 0.33 against 0.5 x 0.67.
    assert_eq!(attack(&tree, &originals, &reference, 0.5).by_minimality.named, 1);
}

#[test]
fn a_claim_is_right_only_if_all_of_it_is_there() {
    let tree = fruit();
    let found = attack(&tree, &fruits(&tree, 5, 0), &fruits(&tree, 80, 20), 0.0);
    assert_eq!(found.by_minimality, Claims { claimed: 1, right: 0, named: 2, there: 1 });
    // Nobody in the reference has fruit: nothing to go by.
    let beef = Transactions::one_per_owner(vec![[tree.find("beef").expect("a node")]; 30]);
    let found = attack(&tree, &fruits(&tree, 4, 1), &beef, 0.0);
    assert_eq!(
        (found.labels, found.by_frequency, found.by_minimality),
        (1, Claims::default(), Claims::default())
    );
}

#[test]
fn a_control_knows_nothing() {
    // Of twenty kinds of fruit people have two, in a ratio of four to one.
    let names: Vec<String> = (0..20).map(|number| format!("kind{number}")).collect();
    let edges =
        names.iter().map(|name| (name.as_str(), "fruit")).chain([("fruit", "food"), ("beef", "food")]);
    let edges = edges.map(|(child, parent)| Edge { child, parent: Some(parent), line: 1 });
    let tree = Taxonomy::from_edges(edges).expect("a tree");
    let kind = |name: &str| tree.find(name).expect("a node");
    let rows = |owners: usize| {
        let items = (0..owners).map(|owner| kind(if owner % 5 == 4 { "kind1" } else { "kind0" }));
        Transactions::one_per_owner(items.map(|item| [item]))
    };
    let groups = 40;
    let bags = std::iter::repeat_n([kind("fruit")], groups).collect();
    let release = Release::new(bags, (0..groups as u32 * 5).map(|row| row / 5).collect());
    let found = downcoding(&rows(groups * 5), &tree, &release, &rows(100), DowncodingParameters::default());
    assert_eq!(found.by_minimality, Claims { claimed: 40, right: 40, named: 80, there: 80 });
    assert_eq!(found.control.named, 80);
    // Two of twenty: eight of eighty are expected.
    assert!(found.control.there < 25, "{found:?}");
}

proptest! {
    /// By the definition: every label below the top goes to its parent or does not, and those that the top must have had stay.
    #[test]
    fn the_chance_of_what_is_shown_is_that_of_all_ways_to_lift(
        parents in proptest::collection::vec(any::<prop::sample::Index>(), 2..8),
        picks in proptest::collection::vec(any::<prop::sample::Index>(), 0..6),
        own in 0usize..3,
        lift in 0.05f64..0.95,
    ) {
        let names: Vec<String> = (0..=parents.len() + 1).map(|number| format!("n{number}")).collect();
        // Node n1 is the top, below the root n0.
        let above = parents.iter().enumerate().map(|(at, parent)| (at + 2, 1 + parent.index(at + 1)));
        let edges = std::iter::once((1, 0)).chain(above);
        let edges = edges.map(|(child, parent)| Edge { child: &names[child], parent: Some(&names[parent]), line: 1 });
        let tree = Taxonomy::from_edges(edges).expect("a tree");
        let top = tree.find("n1").expect("the top");
        let mut least: Vec<Node> =
            picks.iter().map(|pick| Node(top.0 + 1 + pick.index(tree.len() - 2) as u32)).collect();
        least.sort_unstable();
        let mut by_outcome: BTreeMap<Vec<Node>, f64> = BTreeMap::new();
        for ways in 0u32..1 << least.len() {
            let is_lifted = |place: usize| ways >> place & 1 == 1;
            let moved = |(place, &node): (usize, &Node)| if is_lifted(place) { tree.parent(node) } else { node };
            let mut shown: Vec<Node> = least.iter().enumerate().map(moved).collect();
            let arrived = shown.iter().filter(|&&node| node == top).count();
            // The top shows as many as `own`, and more only if more arrived.
            let stay = own.saturating_sub(arrived);
            shown.extend(std::iter::repeat_n(top, stay));
            shown.sort_unstable();
            let lifted = ways.count_ones() as i32;
            let chance = lift.powi(lifted) * (1.0 - lift).powi((least.len() + stay) as i32 - lifted);
            *by_outcome.entry(shown).or_default() += chance;
        }
        for (shown, expected) in &by_outcome {
            for had in [0, 3] {
                let least: Vec<Node> = std::iter::repeat_n(top, had).chain(least.iter().copied()).collect();
                let found = chance(&tree, top, &least, shown, lift);
                prop_assert!((found - expected).abs() < 1e-12, "{found} for {expected}");
            }
        }
        let never: Vec<Node> = least.iter().copied().chain([Node(tree.len() as u32 - 1)]).collect();
        prop_assert_eq!(chance(&tree, top, &least, &never, lift), 0.0);
        prop_assert_eq!(chance(&tree, top, &least, &least, 0.0), 1.0);
    }
}
