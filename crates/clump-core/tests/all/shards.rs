//! `nearest` in shards: the promise holds, and nothing but what is in the rows matters.

use std::collections::BTreeMap;

use clump_core::anonymize::nearest::{Effort, NearestParameters};
use clump_core::anonymize::{Anonymizer, Form};
use clump_core::release::{Release, RootItems};
use clump_core::shards::{KeyedBy, shards_of};
use clump_core::taxonomy::{Node, Taxonomy};
use clump_core::transactions::Transactions;
use proptest::prelude::*;

use crate::common::on_threads;
use crate::random::numbered;

/// What is published: each bag with its number of owners.
fn published(rows: &Transactions, tree: &Taxonomy, release: &Release) -> Vec<(Vec<Node>, usize)> {
    let release = release.canonical(tree, RootItems::Drop);
    let owners = release.group_sizes(rows);
    release.bags().iter().map(<[Node]>::to_vec).zip(owners.iter().map(|size| size.owners)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100 * ProptestConfig::default().cases / 256, ..ProptestConfig::default() })]

    #[test]
    fn order_and_threads_do_not_matter_and_every_row_stands_for_k_owners(
        (tree, bags) in crate::random::any_bags(30, 60..160, 5),
        k in 2usize..4,
        owners in 8u32..200,
        form in prop::sample::select(vec![Form::Bags, Form::Sets]),
        seed in any::<u64>(),
    ) {
        let mut order: Vec<usize> = (0..bags.len()).collect();
        let rows = |order: &[usize]| numbered(order.iter().map(|&row| (row as u32 % owners, bags[row].clone())));
        let first = rows(&order);
        order.sort_by_key(|&row| (row as u64 + 1).wrapping_mul(seed | 1).rotate_left(17));
        let second = rows(&order);
        let parameters = NearestParameters { k, effort: Effort::Fast, form, seed: 3, shards: Some(10 * k), certainty: None };
        let method = parameters.check().unwrap();
        let on = |threads: usize, rows: &Transactions| {
            let release = on_threads(threads, || method.anonymize(rows, &tree, &())).unwrap();
            published(rows, &tree, &release)
        };
        let made = on(2, &first);
        prop_assert!(made.iter().all(|&(_, owners)| owners >= k));
        prop_assert_eq!(made, on(1, &second));
    }

    #[test]
    fn what_shards_publish_alone_is_what_all_publish_together(
        (tree, bags) in crate::random::any_bags(30, 60..160, 5), k in 2usize..4, have in 1usize..3,
    ) {
        let all = crate::random::owned_by(&bags, have);
        let parameters = NearestParameters { effort: Effort::Fast, ..NearestParameters::new(k) };
        let together = NearestParameters { shards: Some(10 * k), ..parameters.clone() }.check().unwrap();
        let together = published(&all, &tree, &together.anonymize(&all, &tree, &()).unwrap());
        // As a cluster does: every shard by itself, knowing nothing of the others.
        let mut alone: BTreeMap<Vec<Node>, std::collections::BTreeSet<u32>> = BTreeMap::new();
        for shard in shards_of(&all, &tree, KeyedBy::Nodes, k, 10 * k, &()).unwrap() {
            let rows = shard.transactions(&all);
            let release = parameters.clone().check().unwrap().anonymize(&rows, &tree, &()).unwrap();
            let release = release.canonical(&tree, RootItems::Drop);
            for (at, &row) in shard.rows().iter().enumerate() {
                alone.entry(release.get(at).to_vec()).or_default().insert(all.owner(row as usize));
            }
        }
        let together: BTreeMap<Vec<Node>, usize> = together.into_iter().collect();
        let alone: BTreeMap<Vec<Node>, usize> = alone.into_iter().map(|(bag, owners)| (bag, owners.len())).collect();
        prop_assert_eq!(together, alone);
    }
}
