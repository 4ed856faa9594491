//! Properties of shards, checked on small random logs.

use proptest::prelude::*;

use super::*;
use crate::taxonomy::Node;
use crate::tests::{depths, of_depths, on_threads, owned};

/// The depth of each node of a tree in preorder, and rows as (owner, items).
#[derive(Clone, Debug)]
struct Log {
    depths: Vec<u32>,
    rows: Vec<(u32, Vec<u32>)>,
}

fn log() -> impl Strategy<Value = Log> {
    let row = (0u32..30, prop::collection::vec(0u32..1000, 1..6));
    (prop::collection::vec(0u32..5, 2..20), prop::collection::vec(row, 5..120))
        .prop_map(|(steps, rows)| Log { depths: depths(&steps), rows })
}

impl Log {
    fn tree(&self) -> Taxonomy {
        of_depths(&self.depths)
    }

    fn transactions(&self, order: &[usize]) -> Transactions {
        owned(order.iter().map(|&row| &self.rows[row]), self.depths.len())
    }

    fn in_order(&self) -> Transactions {
        self.transactions(&(0..self.rows.len()).collect::<Vec<usize>>())
    }
}

/// A random log, and a random order of its rows.
fn log_and_order() -> impl Strategy<Value = (Log, Vec<usize>)> {
    log().prop_flat_map(|log| {
        let order = Just((0..log.rows.len()).collect::<Vec<usize>>()).prop_shuffle();
        (Just(log), order)
    })
}

/// Random keys, many of which have a common prefix.
fn any_keys() -> impl Strategy<Value = Vec<SortKey>> {
    let step = prop_oneof![4 => Just(0u32), 2 => 0u32..3, 1 => any::<u32>()];
    let key = prop::collection::vec(step, SortKey::LENGTH / 4).prop_map(|steps| {
        let bytes: Vec<u8> = steps.iter().flat_map(|step| step.to_be_bytes()).collect();
        SortKey::from_bytes(bytes.try_into().expect("a key has so many bytes"))
    });
    prop::collection::vec(key, 0..200)
}

fn refined(keys: &[SortKey], target: u64) -> CutPoints {
    let mut refining = Refining::new(target);
    while !refining.is_done() {
        refining.add_counts(count(&refining, keys));
    }
    refining.cut_points()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300 * ProptestConfig::default().cases / 256, ..ProptestConfig::default() })]

    #[test]
    fn counts_are_those_of_the_definition_however_rows_are_divided(log in log(), at in any::<prop::sample::Index>()) {
        let (tree, rows) = (log.tree(), log.in_order());
        let at = at.index(rows.len() + 1);
        let count = |range: std::ops::Range<usize>| {
            let mut counts = NodeCounts::new(&tree);
            range.for_each(|row| counts.add(&tree, rows.get(row)));
            counts
        };
        let mut merged = count(at..rows.len());
        merged.merge(&NodeCounts::from_counts(count(0..at).as_slice().to_vec()));
        let has = |node: Node, row: usize| rows.get(row).iter().any(|&item| tree.is_ancestor(node, item));
        for node in tree.nodes() {
            prop_assert_eq!(merged.of(node), (0..rows.len()).filter(|&row| has(node, row)).count() as u64);
        }
        let ranks = Ranks::new(KeyedBy::Nodes, &merged, &tree, 2);
        let mut ranked: Vec<Node> = tree.nodes().filter(|&node| ranks.of(node).is_some()).collect();
        ranked.sort_by_key(|&node| ranks.of(node));
        let mass = |node: Node| u64::from(tree.weight(node)) * merged.of(node);
        prop_assert!(ranked.is_sorted_by(|&a, &b| (mass(a), b) > (mass(b), a)));
        prop_assert!(ranked.iter().all(|&node| merged.of(node) >= 2));
    }

    #[test]
    fn keys_begin_with_the_most_telling_node(log in log()) {
        let (tree, rows) = (log.tree(), log.in_order());
        let mut counts = NodeCounts::new(&tree);
        (0..rows.len()).for_each(|row| counts.add(&tree, rows.get(row)));
        let ranks = Ranks::new(KeyedBy::Nodes, &counts, &tree, 1);
        let keys = SortKeys::new(KeyedBy::Nodes, ranks.clone(), &tree);
        for row in 0..rows.len() {
            let items = rows.get(row);
            let below = |node: Node| items.iter().filter(|&&item| tree.is_ancestor(node, item)).count() as u32;
            let above = tree.nodes().filter(|&node| below(node) > 0);
            let first = above.filter_map(|node| Some((ranks.of(node)?, node))).min();
            let step = first.map_or(u32::MAX, |(rank, node)| rank << 8 | (255 - below(node)));
            let key = keys.of(&tree, items);
            prop_assert_eq!(&key.as_bytes()[..4], step.to_be_bytes());
        }
    }

    #[test]
    fn cuts_do_not_depend_on_how_rows_are_counted_and_hold_the_sizes(
        keys in any_keys(), target in 1u64..60, at in any::<prop::sample::Index>(),
    ) {
        let cuts = refined(&keys, target);
        let (here, there) = keys.split_at(at.index(keys.len() + 1));
        let mut refining = Refining::new(target);
        while !refining.is_done() {
            prop_assert!(refining.prefixes_to_count().is_sorted());
            let mut both = count(&refining, there);
            both.extend(count(&refining, here));
            refining.add_counts(both);
        }
        prop_assert_eq!(&cuts, &refining.cut_points());
        prop_assert_eq!(&cuts, &CutPoints::new(cuts.as_slice().to_vec()));

        let mut sorted = keys.clone();
        sorted.sort_unstable();
        let shard_of: Vec<u32> = sorted.iter().map(|key| cuts.shard_of(key)).collect();
        prop_assert!(shard_of.is_sorted());
        let mut sizes = vec![0u64; cuts.shards()];
        shard_of.iter().for_each(|&shard| sizes[shard as usize] += 1);
        let most_alike = sorted.chunk_by(|a, b| a == b).map(|same| same.len() as u64).max().unwrap_or(0);
        for &size in sizes.iter().filter(|_| sizes.len() > 1) {
            prop_assert!(size >= target.div_ceil(2), "{sizes:?}");
        }
        for size in sizes {
            prop_assert!(size <= 2 * target + most_alike, "{size} of {target}");
        }
    }

    #[test]
    fn shards_are_the_same_for_any_order_of_rows_and_have_k_owners(
        (log, order) in log_and_order(), k in 2usize..5, target in 5usize..60, threads in 1usize..3,
        keyed_by in prop::sample::select(vec![KeyedBy::Nodes, KeyedBy::Items]),
    ) {
        let (tree, rows, others) = (log.tree(), log.in_order(), log.transactions(&order));
        prop_assume!(rows.owners() >= k);
        let made = shards_of(&rows, &tree, keyed_by, k, target, &()).expect("not cancelled");
        let again = on_threads(threads, || shards_of(&others, &tree, keyed_by, k, target, &())).expect("not cancelled");
        let alone = |shards: &[Shard], of: &Transactions| -> Vec<Transactions> {
            shards.iter().map(|shard| shard.transactions(of)).collect()
        };
        prop_assert_eq!(alone(&made, &rows), alone(&again, &others));
        let mut all: Vec<u32> = made.iter().flat_map(|shard| shard.rows().iter().copied()).collect();
        all.sort_unstable();
        prop_assert!(all.into_iter().eq(0..rows.len() as u32));
        for shard in alone(&made, &rows) {
            prop_assert!(shard.owners() >= k);
        }
        let owner_key = |owner: u32| {
            let own = (0..rows.len()).filter(|&row| rows.owner(row) == owner);
            OwnerKey::of_rows(&tree, own.map(|row| rows.get(row)))
        };
        prop_assert!(OwnerKey::of_owners(&rows, &tree).into_iter().zip(0..).all(|(key, owner)| key == owner_key(owner)));
    }
}

#[test]
fn short_shards_join_a_neighbour_until_all_have_enough() {
    let cuts = CutPoints::new(vec![vec![1], vec![2], vec![3], vec![4]]);
    let joined = cuts.joined(&[9, 1, 1, 9, 2], 5);
    assert_eq!(joined.as_slice(), [vec![1], vec![3]]);
    assert_eq!(joined.joined(&[9, 2, 9], 5).as_slice(), [vec![1]]);
    assert_eq!(joined.joined(&[9, 5, 9], 5), joined);
    assert_eq!(CutPoints::default().joined(&[1], 5), CutPoints::default());
}

#[test]
fn shards_larger_than_the_data_are_one() {
    let log = Log { depths: vec![0, 1, 1], rows: (0..20).map(|row| (row, vec![row % 3])).collect() };
    let shards = shards_of(&log.in_order(), &log.tree(), KeyedBy::Nodes, 2, 20, &()).expect("not cancelled");
    assert_eq!(shards.len(), 1);
}

proptest! {
    #[test]
    fn every_label_has_k_owners_and_nothing_is_left_that_could_be_placed(log in log(), k in 2usize..5) {
        let (tree, rows) = (log.tree(), log.in_order());
        let mut words = vec![Vec::new(); rows.owners()];
        for row in 0..rows.len() {
            words[rows.owner(row) as usize].extend_from_slice(rows.get(row));
        }
        words.iter_mut().for_each(|words| words.sort_unstable());
        let mut placing = Placing::new(&tree, k);
        loop {
            let mut counts = NodeCounts::new(&tree);
            words.iter().for_each(|words| placing.count(&tree, words, &mut counts));
            if !placing.advance(&tree, &counts) {
                break;
            }
        }
        let owners = |has: &dyn Fn(Node) -> bool| {
            words.iter().filter(|words| words.iter().any(|&word| has(word))).count()
        };
        for node in tree.nodes() {
            let labelled = owners(&|word| placing.label(word) == Some(node));
            prop_assert!(labelled == 0 || (labelled >= k && node != Node::ROOT));
            let left = owners(&|word| placing.label(word).is_none() && tree.is_ancestor(node, word));
            prop_assert!(node == Node::ROOT || left < k);
            let typed = owners(&|word| word == node);
            prop_assert!(node == Node::ROOT || typed < k || placing.label(node) == Some(node));
            prop_assert!(placing.label(node).is_none_or(|label| tree.is_ancestor(label, node)));
        }
    }
}
