//! Fates against the rule of `fate.rs` followed word for word.

use std::collections::BTreeMap;

use clump_core::fate::{Fate, MOST_NAMED, fates};
use clump_core::measure::measure;
use clump_core::taxonomy::{Node, Taxonomy};
use proptest::prelude::*;

use crate::common::on_threads;
use crate::random::any_release;

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
        for (row, is_published) in release.is_published(&transactions).into_iter().enumerate() {
            let published = if is_published { release.get(row) } else { &[] };
            for (item, label) in by_the_rule(&taxonomy, transactions.get(row), published) {
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
