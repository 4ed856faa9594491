//! Compares every measure with a naive version of its definition, on random small trees with inner items,
//! duplicates and rows that are published empty.

use std::cmp::Reverse;

use proptest::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::by_level::{Sides, levels, rules_kept};
use super::items::Items;
use super::queries::{ItemHolders, draw_from_rows, draw_from_words, support_error};
use super::top::{Itemset, Sets, top_itemsets};
use super::*;
use crate::lcg::lcg_of_set;
use crate::taxonomy::Node;
use crate::tests::{on_threads, preorder as tree};

#[derive(Debug)]
struct Case {
    taxonomy: Taxonomy,
    transactions: Transactions,
    release: Release,
}

/// Random rows in random groups, which are published as their LCG or a part of it.
fn any_case(rows: std::ops::Range<usize>) -> impl Strategy<Value = Case> {
    let row = (prop::collection::vec(any::<u32>(), 1..6), 0u32..4);
    (prop::collection::vec(0u32..4, 1..12), prop::collection::vec(row, rows), any::<[u8; 4]>()).prop_map(
        |(choices, rows, published)| {
            let taxonomy = tree(&choices);
            let node = |number: &u32| Node(number % taxonomy.len() as u32);
            let transactions =
                Transactions::one_per_owner(rows.iter().map(|(items, _)| items.iter().map(node)));
            let bags = (0..4u32).map(|group| {
                let members =
                    (0..rows.len()).filter(|&row| rows[row].1 == group).map(|row| transactions.get(row));
                let lcg = lcg_of_set(&taxonomy, members);
                let kept = move |place: &usize| published[group as usize] >> (place % 8) & 1 == 1;
                (0..lcg.len()).filter(kept).map(|place| lcg[place]).collect::<Vec<Node>>()
            });
            let release = Release::new(bags.collect(), rows.iter().map(|&(_, group)| group).collect());
            Case { taxonomy, transactions, release }
        },
    )
}

fn as_it_is(transactions: &Transactions) -> Weighted<'_> {
    Weighted { bags: transactions.bags(), rows: vec![1; transactions.len()] }
}

/// The chance that one of `labels` stands for `item`, computed from all items that they may stand for.
fn chance(taxonomy: &Taxonomy, items: &[Node], labels: &[Node], item: Node) -> f64 {
    let Some((&label, rest)) = labels.split_first() else { return 0.0 };
    let meanings: Vec<Node> =
        items.iter().copied().filter(|&other| taxonomy.is_ancestor(label, other)).collect();
    let means = |meaning: &Node| if *meaning == item { 1.0 } else { chance(taxonomy, items, rest, item) };
    meanings.iter().map(means).sum::<f64>() / meanings.len() as f64
}

fn distinct_items(transactions: &Transactions) -> Vec<Node> {
    let mut items = transactions.bags().items().to_vec();
    items.sort_unstable();
    items.dedup();
    items
}

/// All sets of `size` nodes that occur, by falling support, then in the order of `nodes`.
fn ranked_itemsets(rows: &[Vec<Node>], nodes: &[Node], size: usize) -> Vec<Itemset> {
    let mut sets = vec![vec![]];
    for _ in 0..size {
        let longer = |set: &Vec<Node>| -> Vec<Vec<Node>> {
            let after = set.last().map_or(0, |last| 1 + place(nodes, *last));
            let greater = nodes[after..].iter();
            greater.map(|&node| [set.as_slice(), &[node]].concat()).collect()
        };
        sets = sets.iter().flat_map(longer).collect();
    }
    let support =
        |set: &[Node]| rows.iter().filter(|row| set.iter().all(|node| row.contains(node))).count() as u64;
    let mut ranked: Vec<Itemset> = sets
        .into_iter()
        .map(|nodes| Itemset { support: support(&nodes), nodes })
        .filter(|set| set.support > 0)
        .collect();
    // The sets were generated in the order of `nodes`, and the sort is stable.
    ranked.sort_by_key(|set| Reverse(set.support));
    ranked
}

fn place(nodes: &[Node], node: Node) -> usize {
    nodes.iter().position(|&other| other == node).unwrap()
}

/// The nodes in the order in which ties at `level` are broken: by number, or by name for `None`.
fn order(taxonomy: &Taxonomy, level: Option<u32>) -> Vec<Node> {
    let mut nodes: Vec<Node> = taxonomy.nodes().collect();
    if level.is_none() {
        nodes.sort_by_key(|&node| taxonomy.name(node));
    }
    nodes
}

/// The ancestor of `node` at `level`; without a level, `node` itself if it is an item.
fn lift(taxonomy: &Taxonomy, items: &[Node], level: Option<u32>, node: Node) -> Option<Node> {
    match level {
        None => Some(node).filter(|node| items.contains(node)),
        Some(level) => taxonomy.ancestors(node).find(|&node| taxonomy.level(node) == level),
    }
}

/// The degree to which each row is a neighbour of `row`, computed with dense vectors.
fn neighbours(taxonomy: &Taxonomy, rows: &[&[Node]], row: usize) -> Vec<f64> {
    let count =
        |row: &[Node], node| row.iter().filter(|&&item| taxonomy.is_ancestor(node, item)).count() as f64;
    let weight = |node| {
        let with = rows.iter().filter(|row| count(row, node) > 0.0).count();
        if with == 0 { 0.0 } else { (rows.len() as f64 / with as f64).ln() }
    };
    let vectors: Vec<Vec<f64>> = rows
        .iter()
        .map(|row| taxonomy.nodes().map(|node| count(row, node) * weight(node)).collect())
        .collect();
    let product = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let cosine = |a: &[f64], b: &[f64]| product(a, b) / (product(a, a) * product(b, b)).sqrt();
    let alike =
        |other: usize| Some(cosine(&vectors[row], &vectors[other])).filter(|c| c.is_finite()).unwrap_or(0.0);
    let degree = |other: usize| {
        let others = (0..rows.len()).filter(|&other| other != row);
        let above = others.clone().filter(|&third| alike(third) > alike(other) + 1e-9).count();
        let tied = others.filter(|&third| (alike(third) - alike(other)).abs() <= 1e-9).count();
        (10usize.saturating_sub(above) as f64 / tied as f64).min(1.0)
    };
    (0..rows.len()).map(|other| if other == row { 0.0 } else { degree(other) }).collect()
}

proptest! {
    #[test]
    fn estimates_go_through_all_meanings(case in any_case(1..8), query in prop::collection::vec(any::<usize>(), 1..4)) {
        let Case { taxonomy, transactions, release } = &case;
        let items = distinct_items(transactions);
        let query: Vec<Node> = query.iter().map(|place| items[place % items.len()]).collect();
        let in_row = |row: usize| -> f64 {
            query.iter().map(|&item| chance(taxonomy, &items, release.get(row), item)).product()
        };
        let expected: f64 = (0..transactions.len()).map(in_row).sum();
        let estimated = Estimator::new(transactions, taxonomy, release).count(&query);
        prop_assert!((estimated - expected).abs() < 1e-9, "{} for {}", estimated, expected);
    }

    #[test]
    fn top_itemsets_are_the_first_of_all(case in any_case(1..14), most in 0usize..9, level in 1u32..6) {
        let Case { taxonomy, transactions, release } = &case;
        let items = distinct_items(transactions);
        let level = (level > 1).then_some(level);
        let lift = |node: Node| lift(taxonomy, &items, level, node);
        let nodes: Vec<Node> = taxonomy.nodes().collect();
        let lifted = |row: &[Node]| row.iter().filter_map(|&node| lift(node)).collect::<Vec<Node>>();
        let before: Vec<Vec<Node>> = transactions.bags().iter().map(lifted).collect();
        let after: Vec<Vec<Node>> = (0..release.rows()).map(|row| lifted(release.get(row))).collect();
        for (bags, rows) in [(as_it_is(transactions), before), (Weighted::published(transactions, release), after)] {
            let sets = Sets::lifted(&bags, taxonomy, lift);
            for size in 1..4 {
                let mut expected = ranked_itemsets(&rows, &nodes, size);
                expected.truncate(most);
                prop_assert_eq!(top_itemsets(&sets, size, most), expected, "size {}", size);
            }
        }
    }

    #[test]
    fn kept_itemsets_are_in_both_tops(case in any_case(1..14), most in 1usize..9) {
        let Case { taxonomy, transactions, release } = &case;
        let items = distinct_items(transactions);
        let top = |rows: Vec<&[Node]>, level, size| {
            let lifted = |row: &&[Node]| row.iter().filter_map(|&node| lift(taxonomy, &items, level, node)).collect();
            let rows: Vec<Vec<Node>> = rows.iter().map(lifted).collect();
            let mut top = ranked_itemsets(&rows, &order(taxonomy, level), size);
            top.truncate(most);
            top
        };
        let (data, published) = (as_it_is(transactions), Weighted::published(transactions, release));
        let by_name = Items::new(transactions, taxonomy);
        let found = Sides { data: &data, published: &published, taxonomy, items: &by_name, most }.by_level();
        prop_assert_eq!(found.itemsets.len(), 3 * (1 + levels(taxonomy.height()).count()));
        for kept in found.itemsets {
            let before = top(transactions.bags().iter().collect(), kept.level, kept.size);
            let after = top((0..release.rows()).map(|row| release.get(row)).collect(), kept.level, kept.size);
            let found = before.iter().filter(|set| after.iter().any(|other| other.nodes == set.nodes)).count();
            prop_assert_eq!((kept.top, kept.kept), (before.len(), found), "level {:?}", kept.level);
        }
        let pairs = top(transactions.bags().iter().collect(), None, 2);
        prop_assert_eq!(&found.pairs, &pairs);
        let estimator = Estimator::new(transactions, taxonomy, release);
        let error = |set: &Itemset| (estimator.count(&set.nodes) / set.support as f64 - 1.0).abs();
        let expected = pairs.iter().map(error).sum::<f64>() / pairs.len().max(1) as f64;
        prop_assert!((support_error(&pairs, &estimator) - expected).abs() < 1e-9);
    }

    #[test]
    fn rules_are_those_that_counting_finds(case in any_case(1..60), level in 1u32..6) {
        let Case { taxonomy, transactions, release } = &case;
        let items = distinct_items(transactions);
        let level = (level > 1).then_some(level);
        let lift = |node: Node| lift(taxonomy, &items, level, node);
        let published = Weighted::published(transactions, release);
        let sets = [&as_it_is(transactions), &published].map(|bags| Sets::lifted(bags, taxonomy, lift));
        let found = rules_kept(level, &sets[0], &sets[1]);

        let lifted = |row: &[Node]| row.iter().filter_map(|&node| lift(node)).collect::<Vec<Node>>();
        let before: Vec<Vec<Node>> = transactions.bags().iter().map(lifted).collect();
        let after: Vec<Vec<Node>> = (0..release.rows()).map(|row| lifted(release.get(row))).collect();
        // Number of rows that hold both nodes, and number of rows that hold the first.
        let counted = |rows: &[Vec<Node>], a: Node, b: Node| {
            let first = rows.iter().filter(|row| row.contains(&a));
            (first.clone().filter(|row| row.contains(&b)).count(), first.count())
        };
        let share = |(both, first): (usize, usize)| both as f64 / first as f64;
        let is_rule = |counted: (usize, usize)| counted.0 >= 5 && 2 * counted.0 >= counted.1;
        let agree = |a: (usize, usize), b: (usize, usize)| b.0 >= 5 && (share(a) - share(b)).abs() <= 0.1;
        let mut expected = RulesKept { level, rules: 0, kept: 0, published: 0, spurious: 0 };
        for a in taxonomy.nodes() {
            for b in taxonomy.nodes().filter(|&b| b != a) {
                let (before, after) = (counted(&before, a, b), counted(&after, a, b));
                expected.rules += usize::from(is_rule(before));
                expected.kept += usize::from(is_rule(before) && agree(before, after));
                expected.published += usize::from(is_rule(after));
                expected.spurious += usize::from(is_rule(after) && !agree(after, before));
            }
        }
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn top_counts_are_those_that_counting_finds(case in any_case(1..14), most in 1usize..6) {
        let Case { taxonomy, transactions, release } = &case;
        let parameters = UtilityParameters { top: most, queries: 1, ..UtilityParameters::default() };
        let found = utility(transactions, taxonomy, release, &parameters);
        let mean = |errors: Vec<f64>| errors.iter().sum::<f64>() / errors.len().max(1) as f64;

        let items = distinct_items(transactions);
        let is_word = |word: &Node| !items.iter().any(|item| item != word && taxonomy.is_ancestor(*word, *item));
        let mut words: Vec<Node> = items.iter().copied().filter(is_word).collect();
        let holding = |word: &Node| transactions.bags().iter().filter(|row| row.contains(word)).count();
        words.sort_by_key(|word| (Reverse(holding(word)), taxonomy.name(*word)));
        words.truncate(most);
        let estimator = Estimator::new(transactions, taxonomy, release);
        let errors = words.iter().map(|word| (estimator.count(&[*word]) / holding(word) as f64 - 1.0).abs());
        prop_assert_eq!(found.top_words.top, words.len());
        prop_assert!((found.top_words.mean_error - mean(errors.collect())).abs() < 1e-9);

        let names = |bag: &[Node]| {
            let mut names: Vec<&str> = bag.iter().map(|&item| taxonomy.name(item)).collect();
            names.sort_unstable();
            names
        };
        let having = |bag: &[Node]| transactions.bags().iter().filter(|row| *row == bag).count();
        let mut rows: Vec<&[Node]> = transactions.bags().iter().filter(|bag| having(bag) > 1).collect();
        rows.sort_by_key(|bag| (Reverse(having(bag)), names(bag)));
        rows.dedup();
        rows.truncate(most);
        let shown = |bag: &[Node]| (0..release.rows()).filter(|&row| release.get(row) == bag).count();
        let errors = rows.iter().map(|bag| (shown(bag) as f64 / having(bag) as f64 - 1.0).abs());
        prop_assert_eq!(found.top_rows.top, rows.len());
        prop_assert!((found.top_rows.mean_error - mean(errors.collect())).abs() < 1e-9);
    }

    #[test]
    fn neighbours_are_those_of_dense_vectors(case in any_case(2..24), seed in any::<u64>()) {
        let Case { taxonomy, transactions, release } = &case;
        let before: Vec<&[Node]> = transactions.bags().iter().collect();
        let after: Vec<&[Node]> = (0..release.rows()).map(|row| release.get(row)).collect();
        let overlap = |row: usize| {
            let pairs = neighbours(taxonomy, &before, row).into_iter().zip(neighbours(taxonomy, &after, row));
            pairs.map(|(before, after)| before.min(after)).sum::<f64>() / 10usize.min(before.len() - 1) as f64
        };
        let expected = (0..before.len()).map(overlap).sum::<f64>() / before.len() as f64;
        let parameters = UtilityParameters { seed, ..UtilityParameters::default() };
        let (data, published) = (as_it_is(transactions), Weighted::published(transactions, release));
        let found = neighbours::neighbour_overlap(&data, &published, release, taxonomy, &parameters);
        prop_assert!((found - expected).abs() < 1e-6, "{} for {}", found, expected);
    }

    #[test]
    fn distance_spreads_every_label(case in any_case(1..8)) {
        let Case { taxonomy, transactions, release } = &case;
        let items = distinct_items(transactions);
        let mut before = vec![0.0; items.len()];
        let mut after = vec![0.0; items.len()];
        for row in 0..transactions.len() {
            for item in transactions.get(row) {
                before[items.binary_search(item).unwrap()] += 1.0;
            }
            let suppressed = transactions.get(row).len() - release.get(row).len();
            for &label in release.get(row).iter().chain(&vec![Node::ROOT; suppressed]) {
                let below: Vec<usize> =
                    (0..items.len()).filter(|&place| taxonomy.is_ancestor(label, items[place])).collect();
                for &place in &below {
                    after[place] += 1.0 / below.len() as f64;
                }
            }
        }
        let total = transactions.items() as f64;
        let entropy = |p: f64| if p > 0.0 { -p * p.log2() } else { 0.0 };
        // The divergence in another form: the entropy of the mean less the mean of the entropies.
        let divergence: f64 = before.iter().zip(&after).map(|(&p, &q)| {
            entropy((p + q) / 2.0 / total) - (entropy(p / total) + entropy(q / total)) / 2.0
        }).sum();
        let published = Weighted::published(transactions, release);
        let found = estimate::item_distance(transactions, taxonomy, &Items::new(transactions, taxonomy), &published);
        prop_assert!((found.powi(2) - divergence).abs() < 1e-9, "{} for {}", found, divergence);
        prop_assert!((0.0..=1.0).contains(&found));
    }

    #[test]
    fn queries_are_drawn_and_counted_as_said(case in any_case(1..8), size in 1usize..5, seed in any::<u64>()) {
        let Case { taxonomy, transactions, .. } = &case;
        let items = distinct_items(transactions);
        let by_name = Items::new(transactions, taxonomy);
        let holders = ItemHolders::new(transactions, taxonomy);
        let is_word = |word: &Node| !items.iter().any(|item| item != word && taxonomy.is_ancestor(*word, *item));
        let words = |row: &[Node]| row.chunk_by(|a, b| a == b).filter(|same| is_word(&same[0])).count();
        let holds = |row: &[Node], query: &[Node]| query.iter().all(|item| row.contains(item));
        let distinct = |query: &[Node]| (1..query.len()).all(|place| !query[..place].contains(&query[place]));
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let from_rows = draw_from_rows(transactions, &by_name, size, 20, &mut random);
        let from_words = draw_from_words(&by_name, size, 20, &mut random);
        let is_rich = transactions.bags().iter().any(|row| words(row) >= size);
        prop_assert_eq!(from_rows.len(), if is_rich { 20 } else { 0 });
        prop_assert_eq!(from_words.len(), if words(&items) >= size { 20 } else { 0 });
        for query in from_rows.iter().chain(&from_words) {
            prop_assert!(query.len() == size && distinct(query));
            prop_assert!(query.iter().all(|item| items.contains(item) && is_word(item)));
            let truth = transactions.bags().iter().filter(|row| holds(row, query)).count();
            prop_assert_eq!(holders.of_all(query), truth);
        }
        prop_assert!(from_rows.iter().all(|query| holders.of_all(query) > 0));
    }

    /// The second tree has the same words below other nodes, in another order.
    #[test]
    fn two_trees_over_the_same_words_are_asked_the_same(
        rows in prop::collection::vec(prop::collection::vec(0usize..12, 1..6), 1..10),
        below in prop::collection::vec(0usize..4, 12),
        seed in any::<u64>(),
    ) {
        let names: Vec<String> = (0..12).map(|word| format!("w{}", word * 7 % 12)).collect();
        let drawn = |below: &dyn Fn(usize) -> usize| {
            let parents = ["<a>", "<b>", "<c>", "<d>"];
            let words = names.iter().enumerate().map(|(word, name)| (name.as_str(), parents[below(word)]));
            let taxonomy = Taxonomy::from_pairs(words.chain(parents.map(|parent| (parent, "<all>"))));
            let taxonomy = taxonomy.unwrap();
            let rows = rows.iter().map(|row| row.iter().map(|&word| taxonomy.find(&names[word]).unwrap()));
            let transactions = Transactions::one_per_owner(rows);
            let by_name = Items::new(&transactions, &taxonomy);
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            let mut queries = draw_from_rows(&transactions, &by_name, 1, 20, &mut random);
            queries.extend(draw_from_words(&by_name, 1, 20, &mut random));
            let named = queries.iter().flatten().map(|&node| taxonomy.name(node).to_owned());
            named.collect::<Vec<String>>()
        };
        prop_assert_eq!(drawn(&|word| below[word]), drawn(&|word| word % 4));
    }

    #[test]
    fn threads_change_no_figure(case in any_case(1..24), seed in any::<u64>()) {
        let parameters = UtilityParameters { seed, queries: 30, top: 5, owners: 12 };
        let on = |threads| {
            on_threads(threads, || utility(&case.transactions, &case.taxonomy, &case.release, &parameters))
        };
        prop_assert_eq!(on(1), on(4));
    }
}

#[test]
fn six_levels_at_most() {
    let of = |height| levels(height).collect::<Vec<u32>>();
    assert_eq!(of(1), [0u32; 0]);
    assert_eq!(of(2), [2]);
    assert_eq!(of(3), [2, 3]);
    assert_eq!(of(7), [2, 3, 4, 5, 6, 7]);
    assert_eq!(of(8), [2, 3, 4, 6, 7, 8]);
    assert_eq!(of(19), [2, 5, 9, 12, 16, 19]);
}
