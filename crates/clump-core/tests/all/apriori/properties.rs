//! Properties over random taxonomies and rows, inner items, duplicates and owners with several rows included.

use clump_core::anonymize::Anonymizer;
use clump_core::anonymize::apriori::{AprioriParameters, Recoding};
use clump_core::taxonomy::{Node, Taxonomy};
use clump_core::transactions::Transactions;
use clump_core::verify;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use super::oracles::{Naive, is_km_anonymous, loss, optimum, rows};
use crate::common::{of_depths, on_threads};

/// A taxonomy and `count` rows of up to `length` items. Half of the trees are regular, the others random; in half of
/// the logs items are leaves; some items are more popular than others, so that cuts end at various heights; in some logs
/// owners have several rows.
fn any_log(count: std::ops::Range<usize>, length: usize) -> impl Strategy<Value = (Taxonomy, Transactions)> {
    let regular = prop::sample::select(vec![
        vec![0, 1, 2, 3, 3, 2, 3, 3, 1, 2, 3, 3, 2, 3, 3],
        vec![0, 1, 2, 2, 2, 1, 2, 2, 2, 1, 2, 2, 2],
    ]);
    let random = prop::collection::vec(any::<prop::sample::Index>(), 1..14).prop_map(|steps| {
        let mut depths = vec![0u32];
        for step in steps {
            let deepest = *depths.last().unwrap() as usize + 1;
            depths.push(1 + step.index(deepest) as u32);
        }
        depths
    });
    let item = any::<[prop::sample::Index; 2]>();
    let bags = prop::collection::vec(prop::collection::vec(item, 1..=length), count);
    let rows_each = prop::sample::select(vec![1, 1, 2, 3]);
    (prop_oneof![regular, random], any::<bool>(), bags, rows_each).prop_map(
        |(depths, only_leaves, bags, rows_each)| {
            let tree = of_depths(&depths);
            let items: Vec<Node> = tree.nodes().filter(|&node| !only_leaves || tree.is_leaf(node)).collect();
            let owners = bags.len().div_ceil(rows_each);
            let mut transactions = Transactions::default();
            for (row, bag) in bags.iter().enumerate() {
                let draw = |draws: &[prop::sample::Index; 2]| {
                    let places = draws.map(|draw| draw.index(items.len()));
                    items[places[0].min(places[1])]
                };
                transactions.push((row % owners) as u32, bag.iter().map(draw));
            }
            (tree, transactions)
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400 * ProptestConfig::default().cases / 256, ..ProptestConfig::default() })]

    #[test]
    fn every_recoding_keeps_its_promise(
        (tree, log) in any_log(4..40, 4),
        recoding in prop::sample::select(super::RECODINGS.to_vec()),
        parts in 1usize..6,
        k in 2usize..4,
        m in 1usize..5,
    ) {
        prop_assume!(log.owners() >= k);
        let method = AprioriParameters { k, m, recoding, parts }.check().unwrap();
        let run = |threads| on_threads(threads, || method.anonymize(&log, &tree, &()).unwrap());
        let release = run(1);
        prop_assert!(is_km_anonymous(&rows(&log, &release), k, m));
        for row in 0..log.len() {
            prop_assert!(verify::generalizes(&tree, release.get(row), log.get(row)));
            prop_assert!(release.get(row).is_sorted_by(|a, b| a < b), "a set");
            prop_assert!(!release.get(row).contains(&Node::ROOT));
        }
        prop_assert_eq!(run(4), release);
    }

    #[test]
    fn one_step_of_one_node_is_what_the_papers_search_finds(
        (tree, log) in any_log(4..24, 3),
        k in 2usize..4,
        m in 1usize..4,
    ) {
        prop_assume!(log.owners() >= k);
        let release = AprioriParameters::new(k, m).check().unwrap().anonymize(&log, &tree, &()).unwrap();
        prop_assert_eq!(rows(&log, &release), Naive::rows(&tree, &log, k, m));
    }

    #[test]
    fn no_loss_is_below_the_optimum((tree, log) in any_log(4..32, 3), vertical: bool, k in 2usize..4, m in 1usize..4) {
        prop_assume!(log.owners() >= k);
        let recoding = if vertical { Recoding::Vertical } else { Recoding::Global };
        let method = AprioriParameters { k, m, recoding, parts: 3 }.check().unwrap();
        let release = method.anonymize(&log, &tree, &()).unwrap();
        let (least, _) = optimum(&tree, &log, k, m);
        prop_assert!(loss(&tree, &log, &rows(&log, &release)) >= least);
    }
}

#[test]
fn most_cuts_of_small_logs_are_optimal() {
    let mut runner = TestRunner::deterministic();
    let (mut logs, mut optimal, mut between) = (0, 0, 0);
    while logs < 400 {
        let (tree, log) = any_log(10..40, 3).new_tree(&mut runner).unwrap().current();
        if log.owners() < 2 {
            continue;
        }
        let release = AprioriParameters::new(2, 2).check().unwrap().anonymize(&log, &tree, &()).unwrap();
        let found = loss(&tree, &log, &rows(&log, &release));
        let (least, _) = optimum(&tree, &log, 2, 2);
        logs += 1;
        optimal += usize::from(found == least);
        between += usize::from(release.bags().iter().any(|bag| bag.iter().any(|&node| !tree.is_leaf(node))));
    }
    assert!(optimal >= 380 && between >= 150, "{optimal} of {logs}, {between} between");
}
