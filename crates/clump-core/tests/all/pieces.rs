//! `pieces` and what is measured of a cut, against definitions written out naively, on small random logs.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use clump_core::anonymize::pieces::{DEFAULT_LINKS, PiecesParameters};
use clump_core::anonymize::{AnonymizeError, Cutter};
use clump_core::containers::Ragged;
use clump_core::cut::{Cut, WholeQueries, figures, upper_bound, upper_bound_of_counts};
use clump_core::information::{Information, Typed, Ungrouped};
use clump_core::names::Names;
use clump_core::progress::{Cancel, Cancelled};
use clump_core::shards::NodeCounts;
use clump_core::taxonomy::{Node, Taxonomy};
use clump_core::transactions::{Bags, Transactions};
use proptest::prelude::*;

use crate::common::{self, on_threads};
use crate::random::numbered;

/// A log: a tree, rows with their owners, and the queries that each row is made of, by their items.
#[derive(Clone, Debug)]
struct Log {
    depths: Vec<u32>,
    rows: Vec<(u32, BTreeSet<u32>)>,
    /// By row, which of its items are a query: a bit for each of the first items.
    queries: Vec<Vec<u8>>,
}

/// What is built of a log.
struct Built {
    taxonomy: Taxonomy,
    transactions: Transactions,
    queries: WholeQueries,
}

fn any_log() -> impl Strategy<Value = Log> {
    // Few items, so that owners share some.
    let short = log_of(prop::collection::vec(0u32..5, 2..24), 0..40, 1..7, 60);
    // What long rows have in common is put together first.
    let long = log_of(prop::collection::vec(0u32..5, 40..80), 0..80, 16..40, 20);
    prop_oneof![3 => short, 1 => long]
}

/// Logs of up to `most` rows with a number of `items` in `lengths`, on a tree that goes so many `steps` back at each node.
fn log_of(
    steps: impl Strategy<Value = Vec<u32>>,
    items: Range<u32>,
    lengths: Range<usize>,
    most: usize,
) -> impl Strategy<Value = Log> {
    let row =
        (0u32..14, prop::collection::btree_set(items, lengths), prop::collection::vec(any::<u8>(), 0..3));
    (steps, prop::collection::vec(row, 1..most)).prop_map(|(steps, rows)| {
        let mut depths = vec![0u32];
        for step in steps {
            let last = depths[depths.len() - 1];
            depths.push((last + 1).saturating_sub(step).max(1));
        }
        let queries = rows.iter().map(|(_, _, queries)| queries.clone()).collect();
        Log { depths, rows: rows.into_iter().map(|(owner, items, _)| (owner, items)).collect(), queries }
    })
}

impl Log {
    /// The log with its rows in the order `order`. Names of every third node are marked.
    fn build(&self, order: &[usize]) -> Built {
        let nodes = self.depths.len() as u32;
        let name = |node: u32| if node % 3 == 2 { format!("<{node}>") } else { node.to_string() };
        let names: Vec<String> = (0..nodes).map(name).collect();
        let taxonomy =
            Taxonomy::from_preorder(names.iter().map(String::as_str).collect::<Names>(), &self.depths);
        let mut queries = WholeQueries::default();
        let mut number_of: BTreeMap<Vec<Node>, u32> = BTreeMap::new();
        // Numbers of queries do not depend on the order of rows.
        let mut all: BTreeSet<Vec<Node>> = BTreeSet::new();
        let items = |row: usize| -> BTreeSet<Node> {
            self.rows[row].1.iter().map(|item| Node(item % nodes)).collect()
        };
        let asked = |row: usize| -> BTreeSet<Vec<Node>> {
            let items: Vec<Node> = items(row).into_iter().collect();
            let query = |bits: &u8| -> Vec<Node> {
                (0..items.len()).filter(|at| bits >> (at % 8) & 1 == 1).map(|at| items[at]).collect()
            };
            self.queries[row].iter().map(query).filter(|query: &Vec<Node>| !query.is_empty()).collect()
        };
        (0..self.rows.len()).for_each(|row| all.extend(asked(row)));
        for query in all {
            number_of.insert(query.clone(), queries.items.push(query) as u32);
        }
        for &row in order {
            queries.of.push(asked(row).iter().map(|query| number_of[query]));
        }
        let transactions = numbered(order.iter().map(|&row| (self.rows[row].0, items(row))));
        Built { taxonomy, transactions, queries }
    }

    fn in_order(&self) -> Built {
        self.build(&(0..self.rows.len()).collect::<Vec<usize>>())
    }
}

impl Built {
    fn cut(&self, k: usize, setting: Setting) -> Option<Cut> {
        let Setting { links, is_sharded } = setting;
        let shards = is_sharded.then_some(10 * k);
        let method = PiecesParameters { links, shards, ..PiecesParameters::new(k) }.check().unwrap();
        match method.cut(&self.transactions, &self.queries, &self.taxonomy, &()) {
            Ok(cut) => Some(cut),
            Err(error) => {
                assert!(matches!(error, AnonymizeError::TooFewOwners { .. }));
                assert!(self.transactions.owners() < k);
                None
            }
        }
    }

    fn typed(&self) -> Typed {
        Typed::new(&self.taxonomy, &self.transactions, None, &Ungrouped::default())
    }

    /// What each bag is published for: its labels, the items of its query, and how many owners.
    fn published(&self, cut: &Cut) -> BTreeMap<(Vec<Node>, Option<Vec<Node>>), usize> {
        let query = |bag: usize| cut.query[bag].map(|query| self.queries.items.get(query as usize).to_vec());
        let owners = cut.release.group_sizes(&cut.parts);
        let bags = cut.release.bags();
        let published: BTreeMap<_, _> =
            (0..bags.len()).map(|bag| ((bags.get(bag).to_vec(), query(bag)), owners[bag].owners)).collect();
        assert_eq!(published.len(), bags.len(), "equal bags are one");
        published
    }
}

/// Whether `labels` can be matched to distinct `items` at or below them.
fn is_above(taxonomy: &Taxonomy, labels: &[Node], items: &[Node]) -> bool {
    let mut left = items.to_vec();
    let mut labels = labels.to_vec();
    // The lowest first: what is below it is below those above it as well, so it does not matter which item it takes.
    labels.sort_unstable_by(|a, b| b.cmp(a));
    labels.into_iter().all(|label| {
        let at = left.iter().position(|&item| taxonomy.is_ancestor(label, item));
        at.map(|at| left.remove(at)).is_some()
    })
}

/// How pieces are made: what links are worth, and whether in shards, the smallest that may be.
#[derive(Clone, Copy, Debug)]
struct Setting {
    links: f64,
    is_sharded: bool,
}

fn any_setting() -> impl Strategy<Value = Setting> {
    let links = prop_oneof![Just(0.0), Just(DEFAULT_LINKS), Just(1.0), Just(4.0), Just(100.0)];
    (links, any::<bool>()).prop_map(|(links, is_sharded)| Setting { links, is_sharded })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300 * ProptestConfig::default().cases / 256, ..ProptestConfig::default() })]

    #[test]
    fn every_bag_stands_for_k_owners_and_is_above_cells_that_are_used_once(
        log in any_log(), k in 2usize..5, setting in any_setting(),
    ) {
        let built = log.in_order();
        let Some(cut) = built.cut(k, setting) else { return Ok(()) };
        let sizes = cut.release.group_sizes(&cut.parts);
        prop_assert!(sizes.iter().all(|size| size.owners >= k));
        prop_assert_eq!(cut.query.len(), cut.release.bags().len());
        let mut left: Vec<Vec<Node>> = built.transactions.bags().iter().map(<[Node]>::to_vec).collect();
        let mut owner_of: BTreeMap<u32, u32> = BTreeMap::new();
        for part in 0..cut.parts.len() {
            let row = cut.of[part] as usize;
            let (items, labels) = (cut.parts.get(part), cut.release.get(part));
            for item in items {
                let at = left[row].iter().position(|other| other == item);
                prop_assert!(at.is_some(), "a cell is in one part");
                left[row].remove(at.unwrap());
            }
            prop_assert_eq!(items.len(), labels.len());
            prop_assert!(!labels.contains(&Node::ROOT));
            prop_assert!(is_above(&built.taxonomy, labels, items));
            let owner = built.transactions.owner(row);
            prop_assert_eq!(*owner_of.entry(cut.parts.owner(part)).or_insert(owner), owner);
            if let Some(query) = cut.query[cut.release.bag_of(part)] {
                prop_assert!(built.queries.of.get(row).contains(&query));
                prop_assert_eq!(built.queries.items.get(query as usize), labels);
                prop_assert_eq!(items, labels);
            }
        }
        prop_assert_eq!(owner_of.values().collect::<BTreeSet<_>>().len(), owner_of.len());
    }

    #[test]
    fn a_word_that_k_owners_typed_is_published_as_typed_without_links(
        log in any_log(), k in 2usize..5, is_sharded in any::<bool>(),
    ) {
        let mut built = log.in_order();
        built.queries = WholeQueries::default();
        let Some(cut) = built.cut(k, Setting { links: 0.0, is_sharded }) else { return Ok(()) };
        let mut owners: BTreeMap<Node, BTreeSet<u32>> = BTreeMap::new();
        let mut cells: BTreeMap<Node, usize> = BTreeMap::new();
        for row in 0..built.transactions.len() {
            for &item in built.transactions.get(row) {
                owners.entry(item).or_default().insert(built.transactions.owner(row));
                *cells.entry(item).or_default() += 1;
            }
        }
        let common = |item: &Node| owners[item].len() >= k && !built.taxonomy.is_marked(*item) && *item != Node::ROOT;
        let expected: usize = cells.iter().filter(|(item, _)| common(item)).map(|(_, cells)| cells).sum();
        // Others may have moved up to what fewer than k typed, which is then as typed as well.
        prop_assert!(figures(&built.transactions, &cut, &built.taxonomy, &built.typed(), k).as_typed >= expected);
    }

    #[test]
    fn figures_are_sums_over_cells_and_pairs(log in any_log(), k in 2usize..5, setting in any_setting()) {
        let built = log.in_order();
        let Built { taxonomy, transactions, .. } = &built;
        let Some(cut) = built.cut(k, setting) else { return Ok(()) };
        let figures = figures(transactions, &cut, taxonomy, &built.typed(), k);
        let information = Information::of(taxonomy, transactions);
        let has_words = transactions.bags().items().iter().any(|&item| !taxonomy.is_marked(item));
        let told = |item: Node| if taxonomy.is_marked(item) && has_words {
f64::from(information.units_of_cells(1)) / f64::from(1u32 << 16)
} else {
information.bits(item)
};
        let pairs = |bag: &[Node], bits: &dyn Fn(Node) -> f64| {
            let mut sum = 0.0;
            for a in 0..bag.len() {
                for b in 0..a {
                    if bits(bag[a]) > 0.0 && bits(bag[b]) > 0.0 {
                        sum += bits(bag[a]) + bits(bag[b]);
                    }
                }
            }
            sum
        };
        let (mut typed, mut typed_pairs, mut kept, mut kept_pairs) = (0.0, 0.0, 0.0, 0.0);
        for bag in transactions.bags().iter() {
            typed += bag.iter().map(|&item| told(item)).sum::<f64>();
            typed_pairs += pairs(bag, &told);
        }
        let (mut as_typed, mut published) = (0, 0);
        for part in 0..cut.parts.len() {
            let (items, labels) = (cut.parts.get(part), cut.release.get(part));
            let bits = |label: Node| information.bits(label);
            kept += labels.iter().map(|&label| bits(label)).sum::<f64>();
            kept_pairs += pairs(labels, &bits);
            published += labels.len();
            let mut items = items.to_vec();
            for label in labels.iter().filter(|&&label| !taxonomy.is_marked(label)) {
                if let Some(at) = items.iter().position(|item| item == label) {
                    items.remove(at);
                    as_typed += 1;
                }
            }
        }
        let is_near = |share: Option<f64>, kept: f64, of: f64| match share {
            Some(share) => of > 0.0 && (share - kept / of).abs() < 1e-9,
            None => of == 0.0,
        };
        prop_assert!(is_near(figures.information_kept, kept, typed));
        prop_assert!(is_near(figures.links_kept, kept_pairs, typed_pairs));
        prop_assert_eq!(figures.cells, transactions.items());
        prop_assert_eq!(figures.as_typed, as_typed);
        prop_assert_eq!(figures.as_typed + figures.generalized, published);
        prop_assert_eq!(figures.as_typed + figures.generalized + figures.gone, figures.cells);
        let rows: usize = built.published(&cut).values().sum();
        prop_assert_eq!((figures.rows, figures.distinct_rows), (rows, cut.release.bags().len()));
        prop_assert_eq!(figures.whole_queries, cut.query.iter().flatten().count());
    }

    #[test]
    fn the_ceiling_is_the_lowest_shared_ancestor_of_each_cell_and_is_not_exceeded(
        log in any_log(), k in 2usize..5, setting in any_setting(),
    ) {
        let built = log.in_order();
        let Built { taxonomy, transactions, .. } = &built;
        let typed = built.typed();
        let mut owners: BTreeMap<Node, BTreeSet<u32>> = BTreeMap::new();
        for row in 0..transactions.len() {
            for &item in transactions.get(row) {
                for node in taxonomy.ancestors(item) {
                    owners.entry(node).or_default().insert(transactions.owner(row));
                }
            }
        }
        let lowest = |&item: &Node| taxonomy.ancestors(item).find(|node| owners[node].len() >= k).unwrap_or(Node::ROOT);
        let best = |item: &Node| u64::from(typed.information().units(lowest(item)));
        let naive: u64 = transactions.bags().items().iter().map(best).sum();
        let Some(most) = upper_bound(transactions, taxonomy, &typed, k) else { return Ok(()) };
        // Against the same denominator: what keeps everything that can be kept without hiding.
        let all = ceiling_units(&built, &typed);
        prop_assert!((most - naive as f64 / all).abs() < 1e-9, "{} is not {}", most, naive as f64 / all);
        if let Some(cut) = built.cut(k, setting) {
            let figures = figures(transactions, &cut, taxonomy, &typed, k);
            prop_assert_eq!(figures.upper_bound, Some(most));
            prop_assert!(figures.information_kept.unwrap() <= most + 1e-12);
            let mut counts = vec![0; taxonomy.len()];
            owners.iter().for_each(|(node, owners)| counts[node.index()] = owners.len() as u64);
            let mut cells = vec![0; taxonomy.len()];
            transactions.bags().items().iter().for_each(|item| cells[item.index()] += 1);
            let (counts, kept) = (NodeCounts::from_counts(counts), cut.kept_sums(transactions, &typed));
            prop_assert_eq!(upper_bound_of_counts(&cells, &counts, taxonomy, &typed, &kept, k), Some(most));
        }
    }

    #[test]
    fn threads_and_the_order_of_rows_do_not_matter(
        log in any_log(), k in 2usize..5, setting in any_setting(), seed in any::<u64>(),
    ) {
        let mut order: Vec<usize> = (0..log.rows.len()).collect();
        order.sort_by_key(|&row| (row as u64 + 1).wrapping_mul(seed | 1).rotate_left(17));
        let (built, shuffled) = (log.in_order(), log.build(&order));
        let cut = on_threads(3, || built.cut(k, setting));
        prop_assert_eq!(&cut, &on_threads(1, || built.cut(k, setting)));
        let published = cut.map(|cut| built.published(&cut));
        prop_assert_eq!(published, shuffled.cut(k, setting).map(|cut| shuffled.published(&cut)));
    }
}

/// What everything that was typed told, in units.
fn ceiling_units(built: &Built, typed: &Typed) -> f64 {
    let Built { taxonomy, transactions, .. } = built;
    let has_words = transactions.bags().items().iter().any(|&item| !taxonomy.is_marked(item));
    let units = |&item: &Node| {
        if taxonomy.is_marked(item) && has_words {
            u64::from(typed.information().units_of_cells(1))
        } else {
            u64::from(typed.information().units(item))
        }
    };
    transactions.bags().items().iter().map(units).sum::<u64>() as f64
}

const CITIES: [(&str, &str); 7] = [
    ("hotel", "<all>"),
    ("weather", "<all>"),
    ("oslo", "<city>"),
    ("bergen", "<city>"),
    ("<city>", "<all>"),
    ("tea", "<all>"),
    ("gin", "<all>"),
];

/// Rows by name, one for each owner.
fn rows(taxonomy: &Taxonomy, rows: &[&[&str]]) -> Transactions {
    let bag = |row: &&[&str]| row.iter().map(|name| taxonomy.find(name).unwrap()).collect::<Vec<Node>>();
    Transactions::one_per_owner(rows.iter().map(bag))
}

fn names(taxonomy: &Taxonomy, cut: &Cut) -> Vec<(Vec<String>, usize)> {
    let sizes = cut.release.group_sizes(&cut.parts);
    let bags = cut.release.bags().iter().zip(sizes);
    bags.map(|(bag, size)| (bag.iter().map(|&label| taxonomy.name(label).to_owned()).collect(), size.owners))
        .collect()
}

#[test]
fn words_that_k_share_stand_together_and_rare_ones_as_nodes() {
    let taxonomy = common::taxonomy(&CITIES);
    let rows = rows(
        &taxonomy,
        &[&["hotel", "oslo"], &["hotel", "bergen"], &["weather", "tea"], &["weather", "tea"], &["gin"]],
    );
    let cut = PiecesParameters { links: 1.0, ..PiecesParameters::new(2) }.check().unwrap();
    let cut = cut.cut(&rows, &WholeQueries::default(), &taxonomy, &()).unwrap();
    let expected = [
        (vec!["hotel".to_owned(), "<city>".to_owned()], 2),
        (vec!["weather".to_owned(), "tea".to_owned()], 2),
    ];
    assert_eq!(names(&taxonomy, &cut), expected);
}

#[test]
fn whole_queries_come_first_and_for_all_who_typed_them() {
    let taxonomy = common::taxonomy(&CITIES);
    // Four typed `hotel oslo`, and it is published for all of them; one typed only `oslo`, which is published for nobody else.
    let rows = rows(
        &taxonomy,
        &[&["hotel", "oslo"][..]; 4]
            .into_iter()
            .chain([&["oslo"][..], &["hotel"], &["hotel"]])
            .collect::<Vec<_>>(),
    );
    let items: Bags =
        [[taxonomy.find("hotel").unwrap(), taxonomy.find("oslo").unwrap()]].into_iter().collect();
    let of: Ragged<u32> = (0..7).map(|row| if row < 4 { vec![0] } else { vec![] }).collect();
    let method = PiecesParameters { links: 0.0, ..PiecesParameters::new(2) }.check().unwrap();
    let cut = method.cut(&rows, &WholeQueries { items, of }, &taxonomy, &()).unwrap();
    let texts: Vec<bool> = cut.query.iter().map(Option::is_some).collect();
    let expected = [(vec!["hotel".to_owned()], 2), (vec!["hotel".to_owned(), "oslo".to_owned()], 4)];
    assert_eq!(names(&taxonomy, &cut), expected);
    assert_eq!(texts, [false, true]);
}

#[test]
fn a_cancelled_run_ends() {
    let taxonomy = common::taxonomy(&CITIES);
    let rows = rows(&taxonomy, &[&["hotel", "oslo"], &["hotel", "oslo"]]);
    let token = Cancel::new();
    token.cancel();
    let method = PiecesParameters::new(2).check().unwrap();
    let cut = method.cut(&rows, &WholeQueries::default(), &taxonomy, &token);
    assert_eq!(cut.unwrap_err(), AnonymizeError::Cancelled(Cancelled));
}

#[test]
fn what_long_rows_have_in_common_stands_together() {
    let words: Vec<String> = (0..90).map(|word| format!("word{word}")).collect();
    let kinds: Vec<String> = (0..30).map(|kind| format!("<kind{kind}>")).collect();
    let below = |(at, word): (usize, &String)| (word.clone(), kinds[at / 3].clone());
    let mut edges: Vec<(String, String)> = words.iter().enumerate().map(below).collect();
    edges.extend(kinds.iter().map(|kind| (kind.clone(), "<all>".to_owned())));
    let edges: Vec<(&str, &str)> =
        edges.iter().map(|(below, above)| (below.as_str(), above.as_str())).collect();
    let taxonomy = common::taxonomy(&edges);
    // Five owners share the first sixty words, all but one word of each, and ten others have ten of these each.
    let long = |owner: usize| (0..60).filter(move |&word| word != owner).collect::<Vec<usize>>();
    let short = |owner: usize| (0..10).map(move |word| owner % 2 * 10 + word).collect::<Vec<usize>>();
    let of: Vec<Vec<&str>> = (0..5)
        .map(long)
        .chain((0..10).map(short))
        .map(|row| row.into_iter().map(|word| words[word].as_str()).collect())
        .collect();
    let of: Vec<&[&str]> = of.iter().map(Vec::as_slice).collect();
    let transactions = rows(&taxonomy, &of);
    let method = PiecesParameters { links: DEFAULT_LINKS, ..PiecesParameters::new(5) }.check().unwrap();
    let cut = method.cut(&transactions, &WholeQueries::default(), &taxonomy, &()).unwrap();
    let longest = names(&taxonomy, &cut).into_iter().max_by_key(|(labels, _)| labels.len()).unwrap();
    assert_eq!(longest.1, 5);
    assert!(longest.0.len() >= 50, "{:?}", longest.0);
    assert!(longest.0.iter().all(|label| !label.starts_with('<')), "{:?}", longest.0);
}
