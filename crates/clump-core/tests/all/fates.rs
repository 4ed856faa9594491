//! Fates against the rule of `fate.rs` followed word for word.

use std::collections::BTreeMap;

use clump_core::fate::{Fate, MOST_NAMED, fates};
use clump_core::lcg::lcg_of_set;
use clump_core::measure::measure;
use clump_core::release::Release;
use clump_core::taxonomy::{Node, Taxonomy};
use clump_core::transactions::Transactions;
use proptest::prelude::*;

use crate::common::on_threads;
use crate::random::any_taxonomy;

/// A tree, rows with the group they are published with, and which labels of each group's LCG are left out.
fn any_release() -> impl Strategy<Value = (Taxonomy, Transactions, Release)> {
    let row = (prop::collection::vec(any::<u32>(), 1..9), 0u32..4);
    (any_taxonomy(20), prop::collection::vec(row, 1..30), any::<[u8; 4]>()).prop_map(
        |(taxonomy, rows, left_out)| {
            let node = |number: &u32| Node(number % taxonomy.len() as u32);
            let transactions =
                Transactions::one_per_owner(rows.iter().map(|(items, _)| items.iter().map(node)));
            let bags = (0..4u32).map(|group| {
                let members =
                    (0..rows.len()).filter(|&row| rows[row].1 == group).map(|row| transactions.get(row));
                let lcg = lcg_of_set(&taxonomy, members);
                let kept = |place: &usize| left_out[group as usize] >> (place % 8) & 1 == 0;
                (0..lcg.len()).filter(kept).map(|place| lcg[place]).collect::<Vec<Node>>()
            });
            let release = Release::new(bags.collect(), rows.iter().map(|&(_, group)| group).collect());
            (taxonomy, transactions, release)
        },
    )
}

/// The rule, with lists from which things are taken: what stands for each item of a row.
fn by_the_rule(taxonomy: &Taxonomy, original: &[Node], published: &[Node]) -> Vec<(Node, Option<Node>)> {
    let (mut items, mut labels) = (original.to_vec(), published.to_vec());
    let mut fates = Vec::new();
    labels.retain(|label| {
        let own = items.iter().position(|item| item == label);
        if let Some(place) = own {
            fates.push((items.remove(place), Some(*label)));
        }
        own.is_none()
    });
    labels.sort_by_key(|&label| std::cmp::Reverse(taxonomy.level(label)));
    for label in labels {
        let first =
            items.iter().position(|&item| taxonomy.is_ancestor(label, item)).expect("a generalization");
        fates.push((items.remove(first), Some(label)));
    }
    fates.extend(items.into_iter().map(|item| (item, None)));
    fates
}

proptest! {
    #[test]
    fn fates_follow_the_rule((taxonomy, transactions, release) in any_release()) {
        let mut counts: BTreeMap<&str, BTreeMap<Option<&str>, usize>> = BTreeMap::new();
        for row in 0..transactions.len() {
            for (item, label) in by_the_rule(&taxonomy, transactions.get(row), release.get(row)) {
                let label = label.map(|label| taxonomy.name(label));
                *counts.entry(taxonomy.name(item)).or_default().entry(label).or_default() += 1;
            }
        }
        let expected: Vec<Fate> = counts.into_iter().map(|(item, counts)| {
            let of = |label: Option<&str>| counts.get(&label).copied().unwrap_or(0);
            let others = counts.iter().filter_map(|(label, &count)| Some(((*label)?, count)));
            let mut became: Vec<(String, usize)> =
                others.filter(|(label, _)| *label != item).map(|(label, count)| (label.to_owned(), count)).collect();
            let generalized = became.iter().map(|(_, count)| count).sum();
            became.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
            became.truncate(MOST_NAMED);
            let (exact, suppressed) = (of(Some(item)), of(None));
            let occurrences = exact + generalized + suppressed;
            Fate { item: item.to_owned(), occurrences, exact, generalized, suppressed, became }
        }).collect();
        let on = |threads| on_threads(threads, || fates(&transactions, &taxonomy, &release));
        let found = on(1);
        prop_assert_eq!(&found, &expected);
        prop_assert_eq!(&found, &on(4));
        let sum = |part: fn(&Fate) -> usize| found.iter().map(part).sum::<usize>();
        let measures = measure(&transactions, &taxonomy, &release);
        prop_assert_eq!(sum(|fate| fate.exact), measures.items_exact);
        prop_assert_eq!(sum(|fate| fate.generalized), measures.items_generalized);
        prop_assert_eq!(sum(|fate| fate.suppressed), measures.items_suppressed);
        prop_assert!(measures.lm <= measures.loss_per_item + 1e-9);
    }
}
