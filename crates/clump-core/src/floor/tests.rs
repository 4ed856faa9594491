//! Compares the floor with every possible grouping, on inputs small enough to list them.

use crate::information::Information;
use crate::loss;
use crate::taxonomy::{Node, Taxonomy};
use crate::tests::{on_threads, preorder as tree};
use crate::transactions::Transactions;
use proptest::prelude::*;

use super::candidates::Owners;
use super::certify::{Problem, certify};
use super::features::Features;
use super::{Copies, Floor, FloorEffort, certify::charge, floor, floor_with};

/// Value that a group keeps of each row, by the definition: m_S(v), node by node.
fn kept(transactions: &Transactions, taxonomy: &Taxonomy, group: &[usize]) -> u64 {
    let count = |row: usize, node: Node| {
        transactions.get(row).iter().filter(|&&item| taxonomy.is_ancestor(node, item)).count() as u64
    };
    let least = |node| group.iter().map(|&row| count(row, node)).min().unwrap_or(0);
    taxonomy.nodes().map(|node| u64::from(taxonomy.weight(node)) * least(node)).sum()
}

/// The least loss of all partitions of the rows into groups of at least k owners; `None` if there are none.
fn optimum(transactions: &Transactions, taxonomy: &Taxonomy, k: usize) -> Option<u64> {
    fn place(
        row: usize,
        groups: &mut Vec<Vec<usize>>,
        transactions: &Transactions,
        finished: &mut dyn FnMut(&[Vec<usize>]),
    ) {
        if row == transactions.len() {
            return finished(groups);
        }
        for index in 0..groups.len() {
            groups[index].push(row);
            place(row + 1, groups, transactions, finished);
            groups[index].pop();
        }
        groups.push(vec![row]);
        place(row + 1, groups, transactions, finished);
        groups.pop();
    }
    let size = loss::worth(taxonomy, transactions.bags().items());
    let mut most = None;
    place(0, &mut Vec::new(), transactions, &mut |groups| {
        let owners = |group: &[usize]| {
            let mut owners: Vec<u32> = group.iter().map(|&row| transactions.owner(row)).collect();
            owners.sort_unstable();
            owners.dedup();
            owners.len()
        };
        if groups.iter().all(|group| owners(group) >= k) {
            let total: u64 = groups.iter().map(|g| g.len() as u64 * kept(transactions, taxonomy, g)).sum();
            most = most.max(Some(total));
        }
    });
    most.map(|most| size - most)
}

/// Transactions from rows as (owner, items). The numbers may be any; they are mapped to valid ones.
fn transactions(rows: &[(u32, Vec<u32>)], taxonomy: &Taxonomy, several: bool) -> Transactions {
    let mut list = Transactions::default();
    for (owner, items) in rows {
        let next = list.owners() as u32;
        let owner = if several { (*owner).min(next) } else { next };
        list.push(owner, items.iter().map(|item| Node(item % taxonomy.len() as u32)));
    }
    list
}

/// Random rows over a tree of any shape, priced by LM or in bits.
fn problem(
    choices: &[u32],
    rows: &[(u32, Vec<u32>)],
    several: bool,
    in_bits: bool,
) -> (Transactions, Taxonomy) {
    let taxonomy = tree(choices);
    let data = transactions(rows, &taxonomy, several);
    let taxonomy =
        if in_bits { taxonomy.priced_in_bits(&Information::of(&taxonomy, &data)) } else { taxonomy };
    (data, taxonomy)
}

fn quick() -> FloorEffort {
    FloorEffort { rounds: 2, first_turns: 8, later_turns: 4, ..FloorEffort::for_rows(8) }
}

fn rows(most: usize) -> impl Strategy<Value = Vec<(u32, Vec<u32>)>> {
    prop::collection::vec((0u32..7, prop::collection::vec(0u32..64, 1..7)), 2..=most)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: CASES * ProptestConfig::default().cases / 256, ..ProptestConfig::default() })]

    /// The floor holds even if the work ends early at its limit of steps.
    #[test]
    fn no_grouping_loses_less(
        choices in prop::collection::vec(0u32..6, 1..14),
        rows in rows(8),
        k in 1usize..8,
        limits in prop::option::of((prop::sample::select(vec![0u64, 40, 200]), prop::sample::select(vec![0u64, 100, 1_000]))),
        several: bool,
        in_bits: bool,
    ) {
        let (data, taxonomy) = problem(&choices, &rows, several, in_bits);
        if let Some(optimum) = optimum(&data, &taxonomy, k) {
            let effort = match limits {
                Some((reach, steps)) => FloorEffort { rounds: 3, reach, steps, weigh: 20, weigh_last: 80, ..quick() },
                None if several => quick(),
                None => FloorEffort::for_rows(data.len()),
            };
            let floor = floor_with(&data, &taxonomy, k, effort, &()).unwrap().least;
            prop_assert!(floor <= optimum, "{floor} > {optimum}");
        }
    }

    /// A certificate is valid for any prices, even absurd ones, and for any search that was cut short.
    #[test]
    fn any_prices_are_certified(
        choices in prop::collection::vec(0u32..6, 1..14),
        rows in rows(8),
        k in 2usize..5,
        prices in prop::collection::vec(-20i64..60, 8),
        budget in prop_oneof![Just(0u64), Just(3), Just(1_000)],
        several: bool,
        smaller in 0usize..3,
        reach in prop_oneof![Just(0u64), Just(9), Just(u64::MAX)],
        in_bits: bool,
    ) {
        let (data, taxonomy) = problem(&choices, &rows, several, in_bits);
        if let Some(optimum) = optimum(&data, &taxonomy, k) {
            let features = Features::new(&data, &taxonomy, k);
            let list: Vec<u32> = (0..data.len()).map(|row| data.owner(row)).collect();
            let set = (k - smaller.min(k - 2)).max(2);
            let owners = (several || set < k).then_some(Owners { of: &list, least: k });
            let certified = certify(Problem { features: &features, owners, k: set, copies: None, reach }, &prices[..data.len()], budget, &()).unwrap();
            let size = loss::worth(&taxonomy, data.bags().items()) as i64;
            prop_assert!(size - certified.most <= optimum as i64);
            prop_assert!(certified.at_best <= certified.most);
        }
    }

    /// The floor holds if most rows are alike, and only some of them are searched.
    #[test]
    fn rows_that_are_alike_are_counted(
        choices in prop::collection::vec(0u32..6, 1..14),
        rows in rows(3),
        kinds in prop::collection::vec(0usize..3, 8),
        k in 2usize..4,
        prices in prop::collection::vec(-20i64..60, 8),
        smaller in 0usize..2,
        in_bits: bool,
    ) {
        let rows: Vec<_> = kinds.iter().map(|kind| rows[kind % rows.len()].clone()).collect();
        let (data, taxonomy) = problem(&choices, &rows, false, in_bits);
        let optimum = optimum(&data, &taxonomy, k).expect("8 rows");
        let size = loss::worth(&taxonomy, data.bags().items());
        if let Some((features, copies)) = Copies::leave_out(&Features::new(&data, &taxonomy, k), k) {
            let list: Vec<u32> = (0..features.rows() as u32).collect();
            let set = (k - smaller).max(2);
            let owners = (set < k).then_some(Owners { of: &list, least: k });
            let problem = Problem { features: &features, owners, k: set, copies: Some(&copies), reach: u64::MAX };
            let certified = certify(problem, &prices[..features.rows()], 1_000, &()).unwrap();
            prop_assert!(size as i64 - certified.most <= optimum as i64);
        }
        prop_assert!(floor_with(&data, &taxonomy, k, quick(), &()).unwrap().least <= optimum);
    }

    /// With one row per owner and no limit, each debt is that of the worst group, found by listing all.
    #[test]
    fn the_search_is_exact(
        choices in prop::collection::vec(0u32..6, 1..9),
        rows in rows(9),
        k in 2usize..6,
        prices in prop::collection::vec(-3i64..12, 9),
        in_bits: bool,
    ) {
        let (data, taxonomy) = problem(&choices, &rows, false, in_bits);
        let features = Features::new(&data, &taxonomy, k);
        let prices = &prices[..data.len()];
        let mut order: Vec<usize> = (0..data.len()).collect();
        order.sort_by_key(|&row| (prices[row], row));
        let mut debts = vec![0i64; data.len()];
        for chosen in 0u32..1 << data.len() {
            if chosen.count_ones() as usize == k {
                let ranks: Vec<usize> = (0..data.len()).filter(|rank| chosen >> rank & 1 == 1).collect();
                let group: Vec<usize> = ranks.iter().map(|&rank| order[rank]).collect();
                let price: i64 = group.iter().map(|&row| prices[row]).sum();
                let debt = k as i64 * kept(&data, &taxonomy, &group) as i64 - price;
                debts[ranks[0]] = debts[ranks[0]].max(debt);
            }
        }
        let certified = certify(Problem { features: &features, owners: None, k, copies: None, reach: u64::MAX }, prices, u64::MAX, &()).unwrap();
        prop_assert_eq!(certified.most, prices.iter().sum::<i64>() + charge(&debts, k));
    }

    /// A charge is at most the sum of all debts, and k times a charge is at least the largest debt.
    #[test]
    fn a_charge_is_no_more_than_the_debts(debts in prop::collection::vec(0i64..100, 1..400), k in 2usize..9) {
        let charge = charge(&debts, k);
        prop_assert!(charge <= debts.iter().sum());
        prop_assert!(charge * k as i64 >= *debts.iter().max().unwrap_or(&0));
    }
}

/// Number of cases. It detects a search that forgets the last set of a node; 300 cases did not.
const CASES: u32 = 4_000;

#[test]
fn equal_rows_lose_nothing_and_strangers_everything() {
    // Tree (parent > children): 0 > {1 > {2, 3}, 4 > {5, 6}}
    let taxonomy = tree(&[0, 1, 1, 0, 1, 1]);
    let of = |items: [&[u32]; 4]| {
        Transactions::one_per_owner(items.map(|row| row.iter().map(|&i| Node(i)).collect::<Vec<_>>()))
    };
    let equal = of([&[2, 5], &[2, 5], &[3, 6], &[3, 6]]);
    assert_eq!(floor(&equal, &taxonomy, 2, &()).unwrap(), Floor { least: 0, is_cut_short: false });
    let strangers = of([&[2, 2], &[5, 5], &[2, 2], &[5, 5]]);
    assert_eq!(floor(&strangers, &taxonomy, 3, &()).unwrap().least, u64::from(taxonomy.scale()) * 8);
}

#[test]
fn very_many_rows_that_are_alike_cost_no_more_than_a_few() {
    let taxonomy = tree(&[0, 1, 1, 0, 1, 1]);
    let kinds: [&[u32]; 3] = [&[2, 5], &[3, 6], &[2, 3, 5]];
    let rows = (0..200_000).map(|row| kinds[row % 3].iter().map(|&item| Node(item)).collect::<Vec<_>>());
    let stranger = vec![Node(6), Node(6)];
    let data = Transactions::one_per_owner(rows.chain([stranger]));
    let floor = floor(&data, &taxonomy, 5, &()).unwrap().least;
    assert!(floor > 0 && floor <= 2 * u64::from(taxonomy.scale()), "{floor}");
}

/// Rows that share nearly all items: each has `common` items, and two of the `rare` other ones.
fn nearly_alike(rows: u32, common: u32, rare: u32) -> (Transactions, Taxonomy) {
    let taxonomy = tree(&vec![0; (common + rare) as usize]);
    let rows = (0..rows).map(|row| {
        let own = [row * 7_919 % 1_009 % rare, row * 10_473 % 997 % rare].map(|item| Node(1 + common + item));
        (1..=common).map(Node).chain(own).collect::<Vec<_>>()
    });
    (Transactions::one_per_owner(rows), taxonomy)
}

#[test]
fn a_floor_that_is_cut_short_says_so_and_is_no_higher() {
    let (data, taxonomy) = nearly_alike(120, 6, 24);
    let all = floor(&data, &taxonomy, 3, &()).unwrap();
    assert!(!all.is_cut_short && all.least > 0, "{all:?}");
    let effort = FloorEffort::for_rows(data.len());
    for effort in [FloorEffort { steps: 1, ..effort }, FloorEffort { reach: 120, ..effort }] {
        let short = floor_with(&data, &taxonomy, 3, effort, &()).unwrap();
        assert!(short.is_cut_short && short.least <= all.least, "{short:?} {all:?}");
    }
}

#[test]
fn rows_that_differ_in_what_few_have_are_alike() {
    // Each row has one word of its own and one of three common words.
    let taxonomy = tree(&[0; 3_003]);
    let rows = (0..3_000).map(|row| [Node(1 + row % 3), Node(4 + row)]);
    let features = Features::new(&Transactions::one_per_owner(rows), &taxonomy, 5);
    let (searched, _) = Copies::leave_out(&features, 5).unwrap();
    assert_eq!((features.rows(), searched.rows()), (3_000, 15));
}

#[test]
fn threads_change_nothing() {
    let taxonomy = tree(&[0, 1, 2, 2, 1, 0, 1, 1, 2, 0, 1, 2, 1]);
    let rows: Vec<Vec<Node>> = (0..200u32)
        .map(|row| {
            (0..1 + row % 7)
                .map(|item| Node((row * row + item * (row % 11)) % taxonomy.len() as u32))
                .collect()
        })
        .collect();
    let data = Transactions::one_per_owner(rows);
    let at = |threads| on_threads(threads, || floor(&data, &taxonomy, 4, &()).unwrap());
    assert_eq!(at(1), at(3));
    assert!(at(2).least > 0);
}
