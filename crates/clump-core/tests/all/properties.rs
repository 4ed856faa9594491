//! Properties over random taxonomies and bags, inner items and duplicates included. The definitions are spelled out
//! here a second time, naively.

use clump_core::anonymize::Anonymizer;
use clump_core::anonymize::clump::ClumpParameters;
use clump_core::counts::{Counts, Spread};
use clump_core::floor::floor;
use clump_core::information::Information;
use clump_core::lcg::{lcg_of_set, lcg_of_two, printed_lcg};
use clump_core::loss::{self, ggd_by_definition};
use clump_core::measure::{Measures, lost, measure};
use clump_core::release::{Release, RootItems};
use clump_core::taxonomy::{Node, Taxonomy};
use clump_core::transactions::Transactions;
use clump_core::verify;
use proptest::prelude::*;

use crate::common::on_threads;
use crate::random::{all_bags, any_bags, any_method, numbered, owned_by, slices};

/// Definition 1 by trying every way to give each general item a distinct special one.
fn generalizes_by_matching(taxonomy: &Taxonomy, general: &[Node], special: &[Node]) -> bool {
    let Some((&first, rest)) = general.split_first() else { return true };
    (0..special.len()).any(|index| {
        taxonomy.is_ancestor(first, special[index]) && {
            let mut left = special.to_vec();
            left.remove(index);
            generalizes_by_matching(taxonomy, rest, &left)
        }
    })
}

proptest! {
    #[test]
    fn lcg_is_the_greatest_common_generalization((taxonomy, bags) in any_bags(7, 1..4, 3)) {
        let lcg = lcg_of_set(&taxonomy, slices(&bags));
        let shortest = bags.iter().map(Vec::len).min().unwrap();
        prop_assert_eq!(lcg.len(), shortest, "Property 2");
        for bag in &bags {
            prop_assert!(generalizes_by_matching(&taxonomy, &lcg, bag));
        }
        for candidate in all_bags(&taxonomy, shortest) {
            let common = bags.iter().all(|bag| generalizes_by_matching(&taxonomy, &candidate, bag));
            prop_assert_eq!(common, generalizes_by_matching(&taxonomy, &candidate, &lcg));
        }
    }

    #[test]
    fn verify_knows_definition_1((taxonomy, bags) in any_bags(8, 2..3, 4)) {
        for released in [bags[0].as_slice(), &bags[1], &[]] {
            let expected = generalizes_by_matching(&taxonomy, released, &bags[1]);
            prop_assert_eq!(verify::generalizes(&taxonomy, released, &bags[1]), expected);
            prop_assert_eq!(verify::generalizes_sorted(&taxonomy, released, &bags[1]), expected);
        }
    }

    #[test]
    fn lemma_1((taxonomy, bags) in any_bags(40, 2..6, 12)) {
        let at_once = by_counts(&taxonomy, &bags);
        prop_assert_eq!(&lcg_of_set(&taxonomy, slices(&bags)), &at_once);
        let reversed: Vec<&[Node]> = slices(&bags).into_iter().rev().collect();
        prop_assert_eq!(&lcg_of_set(&taxonomy, reversed), &at_once);
        let (last, rest) = bags.split_last().unwrap();
        prop_assert_eq!(lcg_of_two(&taxonomy, &by_counts(&taxonomy, rest), last), at_once);
    }

    #[test]
    fn closed_form_is_definition_3((taxonomy, bags) in any_bags(60, 1..7, 15)) {
        let group = slices(&bags);
        let lcg = lcg_of_set(&taxonomy, group.iter().copied());
        let worth = bags.iter().map(|bag| loss::worth(&taxonomy, bag)).sum();
        let closed = loss::ggd(worth, bags.len(), loss::kept(&taxonomy, &lcg));
        prop_assert!((loss::reported(&taxonomy, closed) - ggd_by_definition(&taxonomy, &group, &lcg)).abs() < 1e-9);
    }

    #[test]
    fn kept_of_a_pair_is_kept_of_its_lcg((taxonomy, bags) in any_bags(60, 2..3, 20)) {
        let weighted: u64 = taxonomy
            .nodes()
            .skip(1)
            .map(|node| u64::from(taxonomy.weight(node)) * below(&taxonomy, &bags, node))
            .sum();
        let mut counts = Counts::of(&taxonomy, &bags[0]);
        let mut spread = Spread::new(&taxonomy);
        spread.load(&bags[1]);
        prop_assert_eq!(spread.kept_with(&counts), weighted);
        spread.join(&mut counts);
        prop_assert_eq!(counts.kept(&taxonomy), weighted);
        prop_assert_eq!(loss::kept(&taxonomy, &lcg_of_two(&taxonomy, &bags[0], &bags[1])), weighted);
    }

    #[test]
    fn printed_is_a_common_generalization_that_never_keeps_more((taxonomy, bags) in any_bags(20, 2..4, 8)) {
        let printed = printed_lcg(&taxonomy, &slices(&bags));
        for bag in &bags {
            prop_assert!(verify::generalizes(&taxonomy, &printed, bag));
        }
        let least = lcg_of_set(&taxonomy, slices(&bags));
        prop_assert_eq!(printed.len(), least.len());
        prop_assert!(loss::kept(&taxonomy, &printed) <= loss::kept(&taxonomy, &least));
    }

    #[test]
    fn verify_accepts_what_methods_make_and_rejects_it_changed(
        (taxonomy, bags) in any_bags(30, 6..30, 8),
        owners_have in 1usize..4,
        method in any_method(),
        root_items in prop::sample::select(vec![RootItems::Drop, RootItems::Keep]),
        in_bits: bool,
    ) {
        let transactions = owned_by(&bags, owners_have);
        let k = method.promise().k().unwrap();
        prop_assume!(transactions.owners() >= k);
        let bits = || taxonomy.priced_in_bits(&Information::of(&taxonomy, &transactions));
        let priced = if in_bits { bits() } else { taxonomy.clone() };
        let release = method.anonymize(&transactions, &priced, &()).unwrap().canonical(&taxonomy, root_items);
        prop_assert_eq!(release.rows(), bags.len());

        let owned = |release: &Release| -> Vec<(u32, usize, Vec<Node>)> {
            (0..bags.len()).map(|row| (transactions.owner(row), row + 1, release.get(row).to_vec())).collect()
        };
        let verdict = verify::k_anonymous_owners(owned(&release), k);
        prop_assert!(verdict.holds && verdict.smallest >= k);
        prop_assert!(verify::k_anonymous_rows(owned(&release).into_iter().map(|(.., row)| row), k).holds);
        let stated = release.group_sizes(&transactions);
        prop_assert!(
            verify::k_anonymous_groups(stated.iter().zip(release.bags().iter()).map(|(s, b)| (s.owners, b)), k).holds
        );
        for (row, bag) in bags.iter().enumerate() {
            prop_assert!(verify::generalizes(&taxonomy, release.get(row), bag));
        }
        let measures = measure(&transactions, &taxonomy, &release);
        prop_assert_eq!(measures.smallest_group, verdict.smallest);
        let rows: usize = stated.iter().map(|size| size.owners).sum();
        prop_assert_eq!((measures.rows, measures.owners), (rows, transactions.owners()));
        prop_assert_eq!(measures.items_exact + measures.items_generalized + measures.items_suppressed, transactions.items());
        // The measures of a release do not know what its method minimised.
        prop_assert_eq!(&measures, &measure(&transactions, &priced, &release));
        prop_assert_eq!(loss::reported(&taxonomy, lost(&transactions, &taxonomy, &release)), measures.loss);
        let (floor, lost) = (floor(&transactions, &priced, k, &()).unwrap().least, lost(&transactions, &priced, &release));
        prop_assert!(floor <= lost && lost <= loss::worth(&priced, transactions.bags().items()));

        // Another item in any one row: that row is alone, or it claims an item its owner does not have so often.
        for changed in 0..bags.len() {
            let mut rows = owned(&release);
            rows[changed].2.push(Node(taxonomy.len() as u32 - 1));
            let alone = !rows.iter().enumerate().any(|(row, (.., bag))| row != changed && *bag == rows[changed].2);
            if alone {
                prop_assert!(!verify::k_anonymous_rows(rows.iter().map(|(.., row)| row), k).holds);
                prop_assert!(!verify::k_anonymous_owners(rows.clone(), k).holds);
            }
            let too_long = vec![Node::ROOT; bags[changed].len() + 1];
            prop_assert!(!verify::generalizes(&taxonomy, &too_long, &bags[changed]));
        }
    }

    /// Figures are sums of whole numbers: their last digits do not tell in which order the rows were read.
    #[test]
    fn the_order_of_the_input_changes_no_bit_of_a_measure(
        (taxonomy, bags) in any_bags(30, 12..60, 8),
        owners_have in 1usize..4,
        method in any_method(),
        order in any::<u64>(),
    ) {
        let transactions = owned_by(&bags, owners_have);
        prop_assume!(transactions.owners() >= method.promise().k().unwrap());
        let release = method.anonymize(&transactions, &taxonomy, &()).unwrap();
        let mut rows: Vec<usize> = (0..bags.len()).collect();
        rows.sort_by_key(|&row| (row as u64 + 1).wrapping_mul(order | 1));
        let permuted = numbered(rows.iter().map(|&row| (transactions.owner(row), bags[row].clone())));
        let bag_of = rows.iter().map(|&row| release.bag_of(row) as u32).collect();
        let same = Release::new(release.bags().clone(), bag_of);
        let bits = |transactions: &Transactions, release: &Release| {
            let measures = measure(transactions, &taxonomy, &release.canonical(&taxonomy, RootItems::Drop));
            let Measures { loss, loss_per_item, ncp, lm, discernibility, mean_length, mean_level, .. } = measures;
            [loss, loss_per_item, ncp, lm, discernibility, mean_length, mean_level].map(f64::to_bits)
        };
        prop_assert_eq!(bits(&transactions, &release), bits(&permuted, &same));
    }

    #[test]
    fn threads_change_no_release(
        (taxonomy, bags) in any_bags(30, 12..60, 8),
        owners_have in 1usize..4,
        method in any_method(),
    ) {
        let transactions = owned_by(&bags, owners_have);
        let k = method.promise().k().unwrap();
        prop_assume!(transactions.owners() >= k);
        let on = |threads: usize| {
            on_threads(threads, || {
                let release = method.anonymize(&transactions, &taxonomy, &()).unwrap();
                (release, floor(&transactions, &taxonomy, k, &()).unwrap().least)
            })
        };
        let one = on(1);
        prop_assert_eq!(&one, &on(2));
        prop_assert_eq!(&one, &on(7));
    }

    #[test]
    fn clump_is_algorithm_1((taxonomy, bags) in any_bags(25, 4..24, 7), k in 2usize..5, r in 1usize..6) {
        prop_assume!(bags.len() >= k);
        let transactions = Transactions::one_per_owner(bags.iter().map(|bag| bag.iter().copied()));
        let clump = ClumpParameters { r, ..ClumpParameters::new(k) }.check().unwrap();
        let release = clump.anonymize(&transactions, &taxonomy, &()).unwrap();
        for members in literal_algorithm_1(&taxonomy, &bags, k, r) {
            let group: Vec<Vec<Node>> = members.iter().map(|&member| bags[member].clone()).collect();
            let lcg = by_counts(&taxonomy, &group);
            for member in members {
                prop_assert_eq!(release.get(member), &lcg);
            }
        }
    }

    #[test]
    fn pruning_keeps_names_and_order((taxonomy, bags) in any_bags(40, 1..5, 6)) {
        let mut transactions = Transactions::one_per_owner(bags.iter().map(|bag| bag.iter().copied()));
        let pruned = transactions.prune(&taxonomy);
        for (row, bag) in bags.iter().enumerate() {
            let before: Vec<&str> = bag.iter().map(|&item| taxonomy.name(item)).collect();
            let after: Vec<&str> = transactions.get(row).iter().map(|&item| pruned.name(item)).collect();
            prop_assert_eq!(before, after);
            prop_assert!(transactions.get(row).is_sorted());
        }
        let in_use = |node: Node| transactions.bags().items().contains(&node);
        prop_assert!(pruned.nodes().skip(1).filter(|&node| pruned.is_leaf(node)).all(in_use));
    }
}

/// m(v): the least number of items at or below `node` in any of `bags`.
fn below(taxonomy: &Taxonomy, bags: &[Vec<Node>], node: Node) -> u64 {
    let count = |bag: &Vec<Node>| bag.iter().filter(|&&item| taxonomy.is_ancestor(node, item)).count() as u64;
    bags.iter().map(count).min().unwrap()
}

/// LCG by walking the whole taxonomy: v occurs m(v) minus its children's m times.
fn by_counts(taxonomy: &Taxonomy, bags: &[Vec<Node>]) -> Vec<Node> {
    let mut lcg = Vec::new();
    for node in taxonomy.nodes() {
        let children: u64 = taxonomy.children(node).map(|child| below(taxonomy, bags, child)).sum();
        lcg.extend(std::iter::repeat_n(node, (below(taxonomy, bags, node) - children) as usize));
    }
    lcg
}

/// Algorithm 1 of the paper, line by line, with GGD from Definition 3 on the whole group each time.
fn literal_algorithm_1(taxonomy: &Taxonomy, bags: &[Vec<Node>], k: usize, r: usize) -> Vec<Vec<usize>> {
    let mut sorted: Vec<usize> = (0..bags.len()).collect();
    sorted.sort_by_key(|&row| std::cmp::Reverse(bags[row].len()));
    let n = bags.len() / k;
    let mut groups: Vec<Vec<usize>> = (0..n).map(|i| vec![sorted[i * k]]).collect();
    let mut rest: Vec<usize> =
        sorted.iter().enumerate().filter(|(i, _)| i % k != 0 || i / k >= n).map(|(_, &row)| row).collect();
    let ggd_units = |group: &[usize], row: usize| {
        let bags: Vec<Vec<Node>> = group.iter().chain([&row]).map(|&member| bags[member].clone()).collect();
        let lcg = by_counts(taxonomy, &bags);
        (ggd_by_definition(taxonomy, &slices(&bags), &lcg) * f64::from(taxonomy.scale())).round() as u64
    };
    while groups.iter().any(|group| group.len() < k) {
        let row = rest.remove(0);
        let open = (0..n).filter(|&group| groups[group].len() < k).take(r);
        let best = open.min_by_key(|&group| ggd_units(&groups[group], row)).unwrap();
        groups[best].push(row);
    }
    for row in rest {
        let best = (0..n).min_by_key(|&group| ggd_units(&groups[group], row)).unwrap();
        groups[best].push(row);
    }
    groups
}
