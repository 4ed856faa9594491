//! Random taxonomies, bags and methods for properties.

use std::collections::BTreeMap;

use clump_core::anonymize::clump::{ClumpParameters, LcgRule, Order};
use clump_core::anonymize::nearest::{Effort, NearestParameters};
use clump_core::anonymize::partition::{PartitionParameters, Published};
use clump_core::anonymize::{Anonymizer, Form};
use clump_core::lcg::lcg_of_set;
use clump_core::release::Release;
use clump_core::taxonomy::{Node, Taxonomy};
use clump_core::transactions::{Bags, Transactions};
use proptest::prelude::*;

use crate::common::taxonomy;

/// A random tree of up to `nodes` nodes: node i hangs below some earlier node.
pub fn any_taxonomy(nodes: usize) -> impl Strategy<Value = Taxonomy> {
    prop::collection::vec(any::<prop::sample::Index>(), 1..nodes).prop_map(|parents| {
        let names: Vec<String> = (0..=parents.len()).map(|number| format!("n{number}")).collect();
        let name = |node: usize| names[node].as_str();
        let edges = parents.iter().zip(1..).map(|(parent, node)| (name(node), name(parent.index(node))));
        taxonomy(&edges.collect::<Vec<_>>())
    })
}

/// A taxonomy and `rows` bags of up to `length` items of it.
pub fn any_bags(
    nodes: usize,
    rows: std::ops::Range<usize>,
    length: usize,
) -> impl Strategy<Value = (Taxonomy, Vec<Vec<Node>>)> {
    any_taxonomy(nodes).prop_flat_map(move |taxonomy| {
        let item = (0..taxonomy.len() as u32).prop_map(Node);
        let bag = prop::collection::vec(item, 1..=length).prop_map(|mut bag| {
            bag.sort_unstable();
            bag
        });
        (Just(taxonomy), prop::collection::vec(bag, rows.clone()))
    })
}

/// A taxonomy, and rows of up to `length` items of it, one to three an owner. Owners take turns, so the rows of one do not lie
/// together.
pub fn any_rows(
    nodes: usize,
    rows: std::ops::Range<usize>,
    length: usize,
) -> impl Strategy<Value = (Taxonomy, Transactions)> {
    (any_bags(nodes, rows, length), 1usize..4).prop_map(|((taxonomy, bags), owners_have)| {
        let owners = bags.len().div_ceil(owners_have) as u32;
        (taxonomy, numbered((0..).map(|row| row % owners).zip(bags)))
    })
}

/// A tree, rows of some owners with the group they are published with, and which labels of each group's LCG are left out.
pub fn any_release() -> impl Strategy<Value = (Taxonomy, Transactions, Release)> {
    let row = (prop::collection::vec(any::<u32>(), 1..7), 0u32..4, any::<bool>());
    let parents = prop::collection::vec(any::<prop::sample::Index>(), 1..16);
    (parents, prop::collection::vec(row, 1..24), any::<[u8; 4]>()).prop_map(|(parents, rows, left_out)| {
        let name = |number: usize| if number % 3 == 2 { format!("<{number}>") } else { number.to_string() };
        let names: Vec<String> = (0..=parents.len()).map(name).collect();
        let name = |node: usize| names[node].as_str();
        let edges = parents.iter().zip(1..).map(|(parent, node)| (name(node), name(parent.index(node))));
        let taxonomy = Taxonomy::from_pairs(edges).unwrap();
        let mut transactions = Transactions::default();
        let mut owners = 0;
        for (items, _, is_new) in &rows {
            owners += u32::from(*is_new || owners == 0);
            transactions.push(owners - 1, items.iter().map(|item| Node(item % taxonomy.len() as u32)));
        }
        let bags: Bags = (0..4)
            .map(|group| {
                let members =
                    (0..rows.len()).filter(|&row| rows[row].1 == group).map(|row| transactions.get(row));
                let lcg = lcg_of_set(&taxonomy, members);
                let stays = |place: &usize| left_out[group as usize] >> (place % 8) & 1 == 0;
                (0..lcg.len()).filter(stays).map(|place| lcg[place]).collect::<Vec<Node>>()
            })
            .collect();
        let release = Release::new(bags, rows.iter().map(|row| row.1).collect());
        (taxonomy, transactions, release)
    })
}

/// Every k-anonymous method with any of its parameters.
pub fn any_method() -> impl Strategy<Value = Box<dyn Anonymizer>> {
    let form = prop::sample::select(vec![Form::Bags, Form::Sets]);
    let order = prop::sample::select(vec![Order::Descending, Order::Ascending, Order::Random]);
    let lcg = prop::sample::select(vec![LcgRule::Least, LcgRule::Printed]);
    let effort = prop::sample::select(vec![Effort::Fast, Effort::Normal, Effort::Best]);
    let publish = prop::sample::select(vec![Published::Cut, Published::Lcg]);
    (2usize..5, 1usize..12, form, order, lcg, effort, publish, 0..3).prop_map(
        |(k, r, form, order, lcg, effort, publish, method)| -> Box<dyn Anonymizer> {
            match method {
                0 => {
                    let nearest = NearestParameters { effort, form, seed: 7, ..NearestParameters::new(k) };
                    Box::new(nearest.check().unwrap())
                }
                1 => Box::new(ClumpParameters { k, r, order, form, lcg, seed: 7 }.check().unwrap()),
                _ => Box::new(PartitionParameters { k, publish }.check().unwrap()),
            }
        },
    )
}

/// Rows of owners who have so many rows each.
pub fn owned_by(bags: &[Vec<Node>], owners_have: usize) -> Transactions {
    numbered(bags.iter().enumerate().map(|(row, bag)| ((row / owners_have) as u32, bag.iter().copied())))
}

/// Rows with their owners, who are numbered by first appearance.
pub fn numbered<B: IntoIterator<Item = Node>>(rows: impl IntoIterator<Item = (u32, B)>) -> Transactions {
    let (mut transactions, mut numbers) = (Transactions::default(), BTreeMap::new());
    for (owner, bag) in rows {
        let next = numbers.len() as u32;
        transactions.push(*numbers.entry(owner).or_insert(next), bag);
    }
    transactions
}

/// All bags of up to `length` items.
pub fn all_bags(taxonomy: &Taxonomy, length: usize) -> Vec<Vec<Node>> {
    let mut bags = vec![vec![]];
    let mut longest = bags.clone();
    for _ in 0..length {
        longest = longest
            .iter()
            .flat_map(|bag: &Vec<Node>| {
                let least = bag.last().copied().unwrap_or(Node::ROOT);
                taxonomy.nodes().filter(move |&node| node >= least).map(move |node| {
                    let mut bag = bag.clone();
                    bag.push(node);
                    bag
                })
            })
            .collect();
        bags.extend(longest.iter().cloned());
    }
    bags
}

pub fn slices(bags: &[Vec<Node>]) -> Vec<&[Node]> {
    bags.iter().map(Vec::as_slice).collect()
}
