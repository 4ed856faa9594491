//! Compares the attacks with naive versions of their definitions on random cuts, and with controls.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::*;
use crate::names::Names;
use crate::release::Release;
use crate::risk::{Attempt, draw_victims, risk_after, tally};
use crate::tests::{any_tree, on_threads, tree};
use crate::transactions::Bags;

pub(super) const ALL: RiskParameters = RiskParameters { seed: 5, owners: 1_000, known: 5 };

/// Simple deterministic generator of pseudo-random numbers.
pub(super) struct Dice(pub u64);

impl Dice {
    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

/// Test data: transactions with their queries, and a cut of them.
#[derive(Clone, Debug)]
pub(super) struct Example {
    pub taxonomy: Taxonomy,
    pub transactions: Transactions,
    pub queries: WholeQueries,
    pub cut: Cut,
}

impl Example {
    pub fn published(&self) -> PublishedRows<'_> {
        PublishedRows::new(&self.transactions, &self.taxonomy, Parts::from(&self.cut), Reading::AtOrBelow)
    }

    fn risk(&self, sensitive: &[Node]) -> PieceRisk {
        risk_of_pieces(&self.transactions, &self.queries, &self.taxonomy, &self.cut, sensitive, ALL)
    }

    /// For each published row, the set of its owners.
    fn rows(&self) -> BTreeMap<(Vec<Node>, Option<u32>), BTreeSet<u32>> {
        let mut rows: BTreeMap<_, BTreeSet<u32>> = BTreeMap::new();
        for (part, &row) in self.cut.of.iter().enumerate() {
            let query = self.cut.query[self.cut.release.bag_of(part)];
            let owner = self.transactions.owner(row as usize);
            rows.entry((self.cut.release.get(part).to_vec(), query)).or_default().insert(owner);
        }
        rows
    }
}

/// Pieces while a cut is built: the labels of each, and its query if the piece is a whole query.
#[derive(Default)]
struct Pieces {
    of: Vec<u32>,
    items: Vec<Vec<Node>>,
    labels: Vec<(Vec<Node>, Option<u32>)>,
}

impl Pieces {
    /// Builds the canonical cut. Rows of fewer than `k` owners are not published.
    fn cut(self, taxonomy: &Taxonomy, transactions: &Transactions, queries: usize, k: usize) -> Cut {
        let mut owners: BTreeMap<_, BTreeSet<u32>> = BTreeMap::new();
        for (labels, &row) in self.labels.iter().zip(&self.of) {
            owners.entry(labels).or_default().insert(transactions.owner(row as usize));
        }
        let kept: Vec<usize> =
            (0..self.of.len()).filter(|&part| owners[&self.labels[part]].len() >= k).collect();
        let bags: Bags = kept.iter().map(|&part| self.labels[part].0.clone()).collect();
        let mut parts = Transactions::default();
        let mut numbers = BTreeMap::new();
        for &part in &kept {
            let next = numbers.len() as u32;
            let owner = *numbers.entry(transactions.owner(self.of[part] as usize)).or_insert(next);
            parts.push(owner, self.items[part].iter().copied());
        }
        let mut texts = Names::default();
        (0..queries).for_each(|query| {
            texts.push(&format!("query {query}"));
        });
        let cut = Cut {
            parts,
            of: kept.iter().map(|&part| self.of[part]).collect(),
            release: Release::new(bags, (0..kept.len() as u32).collect()),
            query: kept.iter().map(|&part| self.labels[part].1).collect(),
        };
        cut.canonical(taxonomy, &texts)
    }
}

/// Random cuts of transactions with queries of up to three words. Queries are published whole, or their words are
/// dropped, generalized, and combined.
pub(super) fn any_example(k: usize) -> impl Strategy<Value = Example> {
    let rows = prop::collection::vec((0u32..12, 1usize..4), 1..40);
    (any_tree(3..12), rows, any::<u64>()).prop_map(move |(taxonomy, rows, choice)| {
        let mut dice = Dice(choice);
        let mut transactions = Transactions::default();
        let mut numbers: BTreeMap<Vec<Node>, u32> = BTreeMap::new();
        let (mut queries, mut pieces) = (WholeQueries::default(), Pieces::default());
        for (owner, asked) in rows {
            let mut items = Vec::new();
            let of: BTreeSet<u32> = (0..asked)
                .map(|_| {
                    let words = 1 + dice.below(3);
                    let word = |_| Node(1 + dice.below(taxonomy.len() as u64 - 1) as u32);
                    let query: BTreeSet<Node> = (0..words).map(word).collect();
                    let query: Vec<Node> = query.into_iter().collect();
                    items.extend(query.clone());
                    let next = numbers.len() as u32;
                    *numbers.entry(query).or_insert(next)
                })
                .collect();
            let owner = owner.min(transactions.owners() as u32);
            let row = transactions.len() as u32;
            for query in numbers.iter().filter(|(_, number)| of.contains(number)) {
                cut_query(&taxonomy, query, row, &mut dice, &mut pieces);
            }
            transactions.push(owner, items);
            queries.of.push(of);
        }
        let mut by_number: Vec<(u32, Vec<Node>)> =
            numbers.into_iter().map(|(query, number)| (number, query)).collect();
        by_number.sort_unstable();
        queries.items = by_number.into_iter().map(|(_, query)| query).collect();
        let cut = pieces.cut(&taxonomy, &transactions, queries.items.len(), k);
        Example { taxonomy, transactions, queries, cut }
    })
}

fn cut_query(
    taxonomy: &Taxonomy,
    (query, &number): (&Vec<Node>, &u32),
    row: u32,
    dice: &mut Dice,
    pieces: &mut Pieces,
) {
    let mut publish = |items: Vec<Node>, mut labels: Vec<Node>, number| {
        if !items.is_empty() {
            labels.sort_unstable();
            pieces.of.push(row);
            pieces.items.push(items);
            pieces.labels.push((labels, number));
        }
    };
    if dice.below(2) == 0 {
        return publish(query.clone(), query.clone(), Some(number));
    }
    let (mut items, mut labels) = (Vec::new(), Vec::new());
    for &item in query {
        let label = match dice.below(4) {
            0 => continue,
            1 => taxonomy.parent(item),
            _ => item,
        };
        if label == Node::ROOT {
            continue;
        }
        items.push(item);
        labels.push(label);
        if dice.below(2) == 0 {
            publish(std::mem::take(&mut items), std::mem::take(&mut labels), None);
        }
    }
    publish(items, labels, None);
}

fn is_near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

/// Naive linkage attack: picks among the rows for which `rate` is highest.
fn attempt(
    rows: &BTreeMap<(Vec<Node>, Option<u32>), BTreeSet<u32>>,
    owner: u32,
    rate: impl Fn(&(Vec<Node>, Option<u32>)) -> f64,
) -> Attempt {
    let highest = rows.keys().map(&rate).fold(f64::NEG_INFINITY, f64::max);
    let is_best = |row: &(Vec<Node>, Option<u32>)| rate(row) >= highest - highest.abs() * 1e-9;
    let best: Vec<&BTreeSet<u32>> =
        rows.iter().filter(|(row, _)| is_best(row)).map(|(_, owners)| owners).collect();
    let all = best.iter().map(|owners| owners.len()).sum::<usize>().max(1) as f64;
    let own: Vec<usize> =
        best.iter().filter(|owners| owners.contains(&owner)).map(|owners| owners.len()).collect();
    Attempt { right_row: own.len() as f64 / all, right_group: own.iter().sum::<usize>() as f64 / all }
}

/// Product of the formula of `risk/linkage.rs` over the `known` items, without the factor f(x).
fn likelihood(example: &Example, labels: &[Node], known: &[Node]) -> f64 {
    let Example { taxonomy, transactions, cut, .. } = example;
    let all = transactions.items() as f64;
    let below = |node: Node| {
        transactions.bags().items().iter().filter(|&&item| taxonomy.is_ancestor(node, item)).count() as f64
    };
    let behind: usize = cut.of.iter().map(|&row| transactions.get(row as usize).len()).sum();
    let labelled: usize = (0..cut.of.len()).map(|part| cut.release.get(part).len()).sum();
    let absent = (behind - labelled) as f64 / (behind as f64).max(1.0);
    let chance = |&item: &Node| {
        let above = labels.iter().filter(|&&label| taxonomy.is_ancestor(label, item));
        let explained: f64 = above.map(|&label| 1.0 / below(label)).sum();
        (1.0 - absent) * explained / labels.len().max(1) as f64 + absent / all
    };
    known.iter().map(chance).product()
}

fn check_linkage(found: &[Linkage], attempts: &[Vec<Attempt>]) -> Result<(), TestCaseError> {
    let expected = tally(attempts);
    prop_assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(&expected) {
        prop_assert_eq!((found.known, found.attacked), (expected.known, expected.attacked));
        prop_assert!(is_near(found.right_row.share, expected.right_row.share), "{:?} {:?}", found, expected);
        prop_assert!(
            is_near(found.right_group.share, expected.right_group.share),
            "{:?} {:?}",
            found,
            expected
        );
    }
    Ok(())
}

proptest! {
    #[test]
    fn known_words_are_tried_on_rows_as_defined(example in any_example(1)) {
        let Example { taxonomy, transactions, cut, .. } = &example;
        let rows = example.rows();
        let victims = draw_victims(ALL, transactions.owners(), |owner| {
            let own = (0..transactions.len()).filter(|&row| transactions.owner(row) == owner);
            let distinct = |row: usize| {
                let mut items = transactions.get(row).to_vec();
                items.dedup();
                items
            };
            own.map(distinct).rev().max_by_key(Vec::len).unwrap_or_default()
        });
        let attempts: Vec<Vec<Attempt>> = (victims.iter())
            .map(|victim| {
                let take = |m: usize| {
                    attempt(&rows, victim.owner, |row| likelihood(&example, &row.0, &victim.known[..m]))
                };
                (1..=victim.known.len()).map(take).collect()
            })
            .collect();
        let risk = risk_after(transactions, taxonomy, cut, &[], None, ALL);
        check_linkage(&risk.linkage, &attempts)?;
    }

    #[test]
    fn known_queries_are_tried_on_rows_as_defined(example in any_example(1)) {
        let Example { transactions, queries, .. } = &example;
        let rows = example.rows();
        let victims = draw_victims(ALL, transactions.owners(), |owner| {
            let own = (0..transactions.len()).filter(|&row| transactions.owner(row) == owner);
            own.flat_map(|row| queries.of.get(row)).copied().collect::<BTreeSet<u32>>().into_iter().collect()
        });
        let take = |owner: u32, known: &[u32]| {
            let is_known = |row: &(Vec<Node>, Option<u32>)| row.1.is_some_and(|query| known.contains(&query));
            if rows.keys().any(is_known) {
                let rate = |row: &(Vec<Node>, Option<u32>)| if is_known(row) { -(rows[row].len() as f64) } else { -1e9 };
                attempt(&rows, owner, rate)
            } else {
                let words: BTreeSet<Node> =
                    known.iter().flat_map(|&query| queries.items.get(query as usize)).copied().collect();
                let words: Vec<Node> = words.into_iter().collect();
                attempt(&rows, owner, |row| likelihood(&example, &row.0, &words))
            }
        };
        let attempts: Vec<Vec<Attempt>> = (victims.iter())
            .map(|victim| (1..=victim.known.len()).map(|m| take(victim.owner, &victim.known[..m])).collect())
            .collect();
        check_linkage(&example.risk(&[]).linkage_by_query, &attempts)?;
    }

    #[test]
    fn what_is_certain_is_on_every_row(example in any_example(1), sensitive in 0u32..4) {
        let Example { taxonomy, transactions, .. } = &example;
        let rows = example.rows();
        let labels: BTreeSet<Node> = rows.keys().flat_map(|(labels, _)| labels).copied().collect();
        let with = |label: Node| rows.iter().filter(move |((labels, _), _)| labels.contains(&label));
        let has_besides = |labels: &[Node], label: Node, other: Node| {
            labels.iter().filter(|&&node| node == other).count() > usize::from(other == label)
        };
        let implies = |label: Node, other: Node| with(label).all(|((labels, _), _)| has_besides(labels, label, other));
        let makes_certain = |label: &&Node| labels.iter().any(|&other| implies(**label, other));
        let certain: Vec<Node> = labels.iter().filter(makes_certain).copied().collect();
        let occurrences = |of: &dyn Fn(&Node) -> bool| -> usize {
            rows.iter().map(|((labels, _), owners)| owners.len() * labels.iter().filter(|node| of(node)).count()).sum()
        };
        let sensitive = Node(sensitive.min(taxonomy.len() as u32 - 1));
        let PieceCertainty { labels: found, certain_labels, share, shown, sensitive: nodes } =
            example.risk(&[sensitive]).certainty;
        prop_assert_eq!((found, certain_labels), (labels.len(), certain.len()));
        let all = occurrences(&|_| true).max(1);
        prop_assert!(is_near(share, occurrences(&|node| certain.contains(node)) as f64 / all as f64));
        prop_assert_eq!(shown.len(), certain.len().min(10));
        for Implication { known, certain, occurrences } in shown {
            let [known, certain] = [known, certain].map(|name| taxonomy.find(&name).expect("a node"));
            prop_assert!(implies(known, certain));
            prop_assert_eq!(occurrences, with(known).map(|(_, owners)| owners.len() as u64).sum::<u64>());
        }

        let below = |node: &Node| taxonomy.is_ancestor(sensitive, *node);
        let given_away = |rows: &[(Vec<Node>, BTreeSet<u32>)]| {
            let gives = |label: &Node| {
                !below(label) && rows.iter().filter(|row| row.0.contains(label)).all(|row| row.0.iter().any(below))
            };
            let owners = rows.iter().filter(|row| row.0.iter().any(gives)).flat_map(|row| &row.1);
            owners.collect::<BTreeSet<_>>().len()
        };
        let after: Vec<_> = rows.iter().map(|((labels, _), owners)| (labels.clone(), owners.clone())).collect();
        let before: Vec<_> = (0..transactions.len())
            .map(|row| (transactions.get(row).to_vec(), BTreeSet::from([transactions.owner(row)])))
            .collect();
        let expected = SensitiveCertainty {
            node: taxonomy.name(sensitive).to_owned(),
            owners_before: given_away(&before),
            owners: given_away(&after),
        };
        prop_assert_eq!(nodes, [expected]);
    }

    /// The theorem bounds the chance of every owner by 1/k, so also the mean, for any known items.
    #[test]
    fn linkage_is_at_most_one_in_k((k, example) in (2usize..5).prop_flat_map(|k| (Just(k), any_example(k)))) {
        let Example { taxonomy, transactions, cut, .. } = &example;
        let by_words = risk_after(transactions, taxonomy, cut, &[], None, ALL);
        prop_assert!(by_words.prosecutor_highest <= 1.0 / k as f64);
        prop_assert!(by_words.unique.iter().all(|unique| unique.share == 0.0));
        let by_queries = example.risk(&[]).linkage_by_query;
        for attack in by_words.linkage.iter().chain(&by_queries) {
            prop_assert!(attack.right_row.share <= 1.0 / k as f64 + 1e-9);
        }
    }

    #[test]
    fn threads_change_nothing(example in any_example(1)) {
        let with = |threads| on_threads(threads, || example.risk(&[Node(1)]));
        prop_assert_eq!(with(1), with(3));
    }

    /// A cut in which every transaction is one piece must give the same results as whole rows.
    #[test]
    fn a_piece_for_each_transaction_is_a_whole_row(example in any_example(1), lift in any::<u64>()) {
        let Example { taxonomy, transactions, queries, .. } = &example;
        let mut dice = Dice(lift);
        let mut pieces = Pieces::default();
        for row in 0..transactions.len() {
            let items = transactions.get(row).to_vec();
            let label = |&item: &Node| if dice.below(2) == 0 { item } else { taxonomy.parent(item) };
            let mut labels: Vec<Node> = items.iter().map(label).filter(|&label| label != Node::ROOT).collect();
            labels.sort_unstable();
            pieces.of.push(row as u32);
            pieces.items.push(items);
            pieces.labels.push((labels, None));
        }
        let cut = pieces.cut(taxonomy, transactions, queries.items.len(), 1);
        let population = Some(transactions);
        let sensitive = [Node(1)];
        prop_assert_eq!(
            risk_after(transactions, taxonomy, &cut, &sensitive, population, ALL),
            risk_after(transactions, taxonomy, &cut.release, &sensitive, population, ALL)
        );
    }
}

/// 1,200 people with one of twenty interests of twelve words each. Each person has six or seven of these words, and
/// one or two common words; every word is a piece. With `shuffled`, the pieces of each row are published for other
/// people.
fn interests(shuffled: bool) -> Example {
    let taxonomy = tree(&[0; 280]);
    let mut dice = Dice(11);
    let bags = (0..1_200).map(|owner| {
        let mut words = BTreeSet::from([(); 2].map(|()| Node(241 + dice.below(40) as u32)));
        while words.len() < 8 {
            words.insert(Node(1 + 12 * (owner % 20) + dice.below(12) as u32));
        }
        words
    });
    let transactions = Transactions::one_per_owner(bags);
    let mut pieces = Pieces::default();
    for row in 0..transactions.len() {
        for &item in transactions.get(row) {
            pieces.of.push(row as u32);
            pieces.items.push(vec![item]);
            pieces.labels.push((vec![item], None));
        }
    }
    let mut cut = pieces.cut(&taxonomy, &transactions, 0, 1);
    if shuffled {
        for place in (1..cut.of.len()).rev() {
            cut.of.swap(place, dice.below(place as u64 + 1) as usize);
        }
    }
    Example { taxonomy, transactions, queries: WholeQueries::default(), cut }
}

#[test]
fn rows_that_go_together_in_a_reference_are_found_and_shuffled_ones_are_not() {
    let by = |found: &[Reassociation], by: GuessedBy| {
        *found.iter().find(|found| found.by == by).expect("every way was tried")
    };
    let linked = interests(false).risk(&[]).reassociation;
    let [reference, size] = [GuessedBy::Reference, GuessedBy::Size].map(|way| by(&linked, way));
    assert!(reference.at_one.low > size.at_one.high && reference.at_ten.low > size.at_ten.high, "{linked:?}");
    // Three of four given rows are of an interest. Five or six of its eleven other words are right, so one guess in
    // two is right, and ten guesses cannot all be wrong.
    assert!(reference.at_one.share > 0.75 * 5.0 / 11.0 && reference.at_ten.share > 0.75, "{linked:?}");

    let shuffled = interests(true).risk(&[]).reassociation;
    let size = by(&shuffled, GuessedBy::Size);
    for way in [GuessedBy::Reference, GuessedBy::Closeness, GuessedBy::Rarity] {
        let found = by(&shuffled, way);
        assert!(found.at_one.low <= size.at_one.high && found.at_ten.low <= size.at_ten.high, "{shuffled:?}");
    }
}
