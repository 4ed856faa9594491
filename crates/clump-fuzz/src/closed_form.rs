//! A target that compares the closed forms of kept information and loss with their definitions. Trees and
//! bags are small enough for brute force.

use clump::core::counts::{Counts, Spread};
use clump::core::lcg::lcg_of_set;
use clump::core::loss;
use clump::core::taxonomy::{Node, Taxonomy};
use clump::core::verify;

use crate::choices::Choices;

/// Maximum number of nodes of a tree.
const NODES: usize = 10;
/// Maximum number of bags of a group; `ITEMS` is that of items of a bag.
const BAGS: usize = 4;
const ITEMS: usize = 4;

/// Tests a tree and a group of bags. The LCG generalizes every bag, and no other bag that does so keeps more.
/// The closed forms of what a group keeps and loses equal the definitions for its LCG.
pub fn closed_form(bytes: &[u8]) -> bool {
    let mut choices = Choices::new(bytes);
    let taxonomy = tree(&mut choices);
    let bags: Vec<Vec<Node>> = (0..1 + choices.below(BAGS)).map(|_| bag(&mut choices, &taxonomy)).collect();
    let group: Vec<&[Node]> = bags.iter().map(Vec::as_slice).collect();

    let lcg = lcg_of_set(&taxonomy, group.iter().copied());
    let generalizes_all = |labels: &[Node]| group.iter().all(|bag| stands_for(&taxonomy, labels, bag));
    assert!(generalizes_all(&lcg), "the LCG generalizes all");
    let kept = loss::kept(&taxonomy, &lcg);
    let shortest = group.iter().map(|bag| bag.len()).min().unwrap_or(0);
    assert_eq!(lcg.len(), shortest, "it is as long as the shortest bag");
    every_bag(&taxonomy, shortest, &mut |labels| {
        let is_general = generalizes_all(labels);
        for bag in &group {
            let found = verify::generalizes(&taxonomy, labels, bag);
            assert_eq!(found, stands_for(&taxonomy, labels, bag), "what generalizes is one thing");
        }
        assert!(!is_general || loss::kept(&taxonomy, labels) <= kept, "nothing keeps more than the LCG");
    });

    let vectors: Vec<Counts> = group.iter().map(|bag| Counts::of(&taxonomy, bag)).collect();
    let (mut met, mut joined) = (vectors[0].clone(), vectors[0].clone());
    let mut spread = Spread::new(&taxonomy);
    for (bag, vector) in group.iter().zip(&vectors).skip(1) {
        spread.load(bag);
        met.meet(vector);
        assert_eq!(spread.kept_with(&joined), met.kept(&taxonomy), "what would be kept is what is kept");
        spread.join(&mut joined);
        assert!(joined.iter().eq(met.iter()), "joining is meeting");
    }
    assert_eq!(met.kept(&taxonomy), kept, "the closed form of what is kept");
    let worth = group.iter().map(|bag| loss::worth(&taxonomy, bag)).sum();
    let closed = loss::reported(&taxonomy, loss::ggd(worth, group.len(), kept));
    let defined = loss::ggd_by_definition(&taxonomy, &group, &lcg);
    assert!((closed - defined).abs() < 1e-9, "the closed form of the loss: {closed} for {defined}");
    true
}

/// Makes a tree of up to [`NODES`] nodes.
fn tree(choices: &mut Choices<'_>) -> Taxonomy {
    let names: Vec<String> = (0..2 + choices.below(NODES - 1)).map(|node| format!("n{node}")).collect();
    let edges = (1..names.len()).map(|node| (names[node].as_str(), names[choices.below(node)].as_str()));
    Taxonomy::from_pairs(edges).expect("each node has a parent that was there before")
}

/// Makes a sorted bag of up to [`ITEMS`] nodes.
fn bag(choices: &mut Choices<'_>, taxonomy: &Taxonomy) -> Vec<Node> {
    let nodes: Vec<Node> = taxonomy.nodes().collect();
    let mut bag: Vec<Node> =
        (0..1 + choices.below(ITEMS)).map(|_| nodes[choices.below(nodes.len())]).collect();
    bag.sort_unstable();
    bag
}

/// True if each label can be assigned a different item of `bag` at or below it. Tries all assignments.
fn stands_for(taxonomy: &Taxonomy, labels: &[Node], bag: &[Node]) -> bool {
    let Some((&label, rest)) = labels.split_first() else { return true };
    (0..bag.len()).any(|item| {
        let mut others = bag.to_vec();
        taxonomy.is_ancestor(label, others.remove(item)) && stands_for(taxonomy, rest, &others)
    })
}

/// Calls `look` with every sorted bag of up to `most` nodes.
fn every_bag(taxonomy: &Taxonomy, most: usize, look: &mut dyn FnMut(&[Node])) {
    fn grow(nodes: &[Node], most: usize, bag: &mut Vec<Node>, look: &mut dyn FnMut(&[Node])) {
        look(bag);
        if bag.len() == most {
            return;
        }
        for first in 0..nodes.len() {
            bag.push(nodes[first]);
            grow(&nodes[first..], most, bag, look);
            bag.pop();
        }
    }
    let nodes: Vec<Node> = taxonomy.nodes().collect();
    grow(&nodes, most, &mut Vec::new(), look);
}
