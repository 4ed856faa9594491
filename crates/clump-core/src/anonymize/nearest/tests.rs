//! Properties of `nearest`, checked against naive implementations of the definitions.

use crate::containers::set_of;
use crate::information::Information;
use crate::taxonomy::{Node, PricedIn, Taxonomy};
use crate::tests::{self, of_depths};
use crate::transactions::Transactions;
use proptest::prelude::*;

use super::features::Rows;
use super::groups::Meter;
use super::*;

/// A random log: the depth of each node in preorder, rows as (owner, items), and the unit of the tree's prices.
#[derive(Clone, Debug)]
struct Log {
    depths: Vec<u32>,
    rows: Vec<(u32, Vec<u32>)>,
    priced_in: PricedIn,
}

fn log(rows: std::ops::Range<usize>, owners: u32) -> impl Strategy<Value = Log> {
    let depths = prop::collection::vec(0u32..6, 3..40);
    let row = (0..owners, prop::collection::vec(0u32..1000, 1..8));
    let priced_in = prop_oneof![Just(PricedIn::Lm), Just(PricedIn::Bits)];
    (depths, prop::collection::vec(row, rows), priced_in).prop_map(|(steps, rows, priced_in)| Log {
        depths: tests::depths(&steps),
        rows,
        priced_in,
    })
}

fn build(log: &Log, one_per_owner: bool) -> (Transactions, Taxonomy) {
    let tree = of_depths(&log.depths);
    let mut rows = log.rows.clone();
    if one_per_owner {
        (0..).zip(&mut rows).for_each(|(row, (owner, _))| *owner = row);
    }
    let mut transactions = tests::owned(&rows, log.depths.len());
    let tree = transactions.prune(&tree);
    let tree = match log.priced_in {
        PricedIn::Lm => tree,
        PricedIn::Bits => tree.priced_in_bits(&Information::of(&tree, &transactions)),
    };
    (transactions, tree)
}

/// By node, the number of items of the row at or below it.
fn counts(transactions: &Transactions, tree: &Taxonomy, row: u32) -> Vec<u32> {
    tree.nodes()
        .map(|node| {
            transactions.get(row as usize).iter().filter(|&&item| tree.is_ancestor(node, item)).count() as u32
        })
        .collect()
}

/// By node, the number of times that it occurs in the least common generalization.
fn lcg(transactions: &Transactions, tree: &Taxonomy, group: &[u32]) -> Vec<u32> {
    let mut least = vec![u32::MAX; tree.len()];
    for &row in group {
        let counts = counts(transactions, tree, row);
        least.iter_mut().zip(counts).for_each(|(least, count)| *least = (*least).min(count));
    }
    tree.nodes()
        .map(|node| least[node.index()] - tree.children(node).map(|child| least[child.index()]).sum::<u32>())
        .collect()
}

/// Value that a release keeps of each row of `group`, computed by the definition.
fn kept(transactions: &Transactions, tree: &Taxonomy, group: &[u32], form: Form) -> i64 {
    let occurs = lcg(transactions, tree, group);
    tree.nodes()
        .map(|node| {
            let times = match form {
                Form::Bags => occurs[node.index()],
                Form::Sets => occurs[node.index()].min(1),
            };
            i64::from(times) * i64::from(tree.keeps(node))
        })
        .sum()
}

fn total(transactions: &Transactions, tree: &Taxonomy, groups: &[Vec<u32>], form: Form) -> i64 {
    groups.iter().map(|group| group.len() as i64 * kept(transactions, tree, group, form)).sum()
}

fn grouped(
    transactions: &Transactions,
    tree: &Taxonomy,
    k: usize,
    effort: Effort,
    form: Form,
    seed: u64,
) -> Result<Groups, Cancelled> {
    let parameters = NearestParameters { effort, form, seed, ..NearestParameters::new(k) };
    group(transactions, tree, &parameters, None, &())
}

fn owners(transactions: &Transactions, group: &[u32]) -> usize {
    set_of(group.iter().map(|&row| transactions.owner(row as usize))).len()
}

const EFFORTS: [Effort; 3] = [Effort::Fast, Effort::Normal, Effort::Best];

fn effort() -> impl Strategy<Value = Effort> {
    prop::sample::select(EFFORTS.to_vec())
}

fn form() -> impl Strategy<Value = Form> {
    prop_oneof![Just(Form::Bags), Just(Form::Sets)]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200 * ProptestConfig::default().cases / 256, ..ProptestConfig::default() })]

    #[test]
    fn every_group_has_k_to_2k_minus_1_owners(
        log in log(1..60, 12), alone in any::<bool>(), k in 1usize..6, effort in effort(), form in form(),
    ) {
        let (transactions, tree) = build(&log, alone);
        let groups = grouped(&transactions, &tree, k, effort, form, 1).unwrap();
        let all = transactions.owners();
        for group in &groups {
            let owners = owners(&transactions, group);
            if all < k || (all < 2 * k && transactions.is_one_per_owner()) {
                prop_assert_eq!(owners, all);
            } else {
                prop_assert!((k..2 * k).contains(&owners), "{} owners at k = {}", owners, k);
            }
        }
    }

    #[test]
    fn features_measure_what_the_definition_does(log in log(6..30, 9), k in 1usize..4, form in form(), cut in 1usize..6) {
        let (transactions, tree) = build(&log, true);
        let rows = Rows::new(&transactions, &tree, k, form, &()).unwrap();
        let everyone: Vec<u32> = (0..rows.len() as u32).collect();
        let mut meter = Meter::new(&rows);
        let mut measure = |group: &[u32]| meter.of(&rows, &groups::common(&rows, group));
        // Features of every row are not stored, so they add a constant.
        let constant = kept(&transactions, &tree, &everyone, form) - measure(&everyone);
        for group in everyone.chunks(k * cut).filter(|group| group.len() >= k) {
            prop_assert_eq!(measure(group) + constant, kept(&transactions, &tree, group, form));
        }
    }

    #[test]
    fn sketches_never_bound_too_low(log in log(6..30, 9), k in 1usize..4) {
        let (transactions, tree) = build(&log, true);
        let rows = Rows::new(&transactions, &tree, k, Form::Bags, &()).unwrap();
        for a in 0..rows.len() as u32 {
            for b in 0..a {
                let shared: i64 = groups::common(&rows, &[a, b]).iter().map(|&f| rows.weight(f) as i64).sum();
                let sketches = &rows.sketches;
                let inside = sketches.shared(&sketches.counts[a as usize], &sketches.counts[b as usize]);
                let outside = sketches.outside[a as usize].min(sketches.outside[b as usize]);
                prop_assert!(inside + outside >= shared);
            }
        }
    }

    #[test]
    fn no_block_alone_keeps_more(log in log(12..60, 30), alone in any::<bool>(), k in 2usize..5, effort in effort(), form in form()) {
        let (transactions, tree) = build(&log, alone);
        prop_assume!(transactions.owners() >= 2 * k);
        let found = total(&transactions, &tree, &grouped(&transactions, &tree, k, effort, form, 1).unwrap(), form);
        let rows = Rows::new(&transactions, &tree, k, form, &()).unwrap();
        let sorted = greedy::sorted(&rows);
        let (blocks, _) = blocks::cut(&rows, &sorted, &()).unwrap();
        prop_assert!(found >= total(&transactions, &tree, &blocks, form));
        let plan = Plan::of(effort, &rows, 1);
        if plan.order == GreedyOrder::Sorted {
            prop_assert!(found >= total(&transactions, &tree, &greedy::greedy(&rows, &sorted, plan.window, &()).unwrap(), form));
        }
    }

    #[test]
    fn cuts_are_the_best_of_all_cuts(log in log(4..14, 20), k in 1usize..4, form in form()) {
        let (transactions, tree) = build(&log, true);
        prop_assume!(transactions.len() >= k);
        let rows = Rows::new(&transactions, &tree, k, form, &()).unwrap();
        let order = greedy::sorted(&rows);
        let n = order.len();
        // All cuts into groups of k to 2k - 1 rows, by the definition.
        let mut best: Vec<Option<i64>> = vec![None; n + 1];
        best[0] = Some(0);
        for end in 1..=n {
            for size in k..2 * k {
                if size <= end && let Some(before) = best[end - size] {
                    let value = before + size as i64 * kept(&transactions, &tree, &order[end - size..end], form);
                    best[end] = best[end].max(Some(value));
                }
            }
        }
        if let Some(best) = best[n] {
            prop_assert_eq!(total(&transactions, &tree, &blocks::cut(&rows, &order, &()).unwrap().0, form), best);
        }
    }

    #[test]
    fn best_is_near_the_optimum_of_tiny_logs(log in log(4..7, 20)) {
        let (transactions, tree) = build(&log, true);
        let n = transactions.len();
        let found = total(&transactions, &tree, &grouped(&transactions, &tree, 2, Effort::Best, Form::Bags, 1).unwrap(), Form::Bags);
        // Tries every assignment of rows to at most n / 2 groups.
        let mut most = 0;
        let parts = n / 2;
        for code in 0..parts.pow(n as u32) {
            let mut groups = vec![Vec::new(); parts];
            (0..n as u32).for_each(|row| groups[code / parts.pow(row) % parts].push(row));
            groups.retain(|group| !group.is_empty());
            if groups.iter().all(|group| group.len() >= 2) {
                most = most.max(total(&transactions, &tree, &groups, Form::Bags));
            }
        }
        prop_assert!(found <= most);
        // Not guaranteed by any proof: on one such log the method keeps a value of 24 where 27 is possible.
        prop_assert!(3 * found >= 2 * most, "{} of {}", found, most);
    }
}

proptest! {
    // Fewer cases than by default, because each case is searched several times.
    #![proptest_config(ProptestConfig { cases: 40 * ProptestConfig::default().cases / 256, ..ProptestConfig::default() })]

    #[test]
    fn more_effort_never_keeps_less(log in log(12..60, 30), alone in any::<bool>(), k in 2usize..5, form in form()) {
        let (transactions, tree) = build(&log, alone);
        let kept = EFFORTS.map(|effort| {
            total(&transactions, &tree, &grouped(&transactions, &tree, k, effort, form, 1).unwrap(), form)
        });
        prop_assert!(kept.is_sorted(), "{:?}", kept);
    }

    #[test]
    fn whoever_asks_for_bits_keeps_no_fewer(
        log in log(12..60, 30), k in 2usize..5, effort in effort(), form in form(),
    ) {
        let (transactions, tree) = build(&Log { priced_in: PricedIn::Bits, ..log }, true);
        let kept = |by: &Taxonomy| {
            total(&transactions, &tree, &grouped(&transactions, by, k, effort, form, 1).unwrap(), form)
        };
        prop_assert!(kept(&tree) >= kept(&tree.priced_by_lm()));
    }
}

#[test]
fn one_owner_with_most_of_the_rows() {
    let tree = of_depths(&[0, 1, 2, 2, 1, 2, 2]);
    let mut transactions = Transactions::default();
    for row in 0..500u32 {
        let owner = if row < 20 { row } else { 7 };
        transactions.push(owner, [Node(1 + row % 6), Node(1 + row * 7 % 6)]);
    }
    let tree = transactions.prune(&tree);
    for effort in EFFORTS {
        let groups = grouped(&transactions, &tree, 4, effort, Form::Bags, 1).unwrap();
        assert!(groups.iter().all(|group| (4..8).contains(&owners(&transactions, group))));
    }
}

#[test]
fn a_giant_row_among_equal_ones() {
    let tree = of_depths(&[0, 1, 2, 2, 1, 2, 2]);
    let mut bags = vec![vec![Node(2)]; 12];
    bags.push((0..20_000).map(|item| Node(1 + item % 6)).collect());
    let mut transactions = Transactions::one_per_owner(bags);
    let tree = transactions.prune(&tree);
    let groups = grouped(&transactions, &tree, 3, Effort::Normal, Form::Bags, 1).unwrap();
    assert_eq!(total(&transactions, &tree, &groups, Form::Bags), 13 * i64::from(tree.scale()));
}
