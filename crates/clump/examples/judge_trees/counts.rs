//! COUNT queries and frequent words: the same questions for all trees, drawn once, by name, from the words that all trees have
//! and k owners share. The loss is also given as if every word that a tree does not name were suppressed.

use std::collections::BTreeMap;

use clump::core::measure::measure;
use clump::core::taxonomy::Node;
use clump::core::utility::Estimator;
use rand::SeedableRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;

use crate::trees::{Judgment, RARE, Tree};

pub const HEADER: &str = "loss, rare ones suppressed | COUNT error of 1, 2, 3 words of a row | of 1, 2 words | top 100 words, \
                          pairs kept | error of top pairs";

/// Queries a workload, and itemsets looked for.
const QUERIES: usize = 1000;
const TOP: usize = 100;

/// The questions. Words are numbered by name.
pub struct Asked {
    names: Vec<String>,
    /// The rows with each word, sorted.
    holders: Vec<Vec<u32>>,
    queries: Vec<Vec<Vec<usize>>>,
    pairs: Vec<(Vec<usize>, f64)>,
    /// Items of the log.
    items: usize,
    /// Counts below this are not asked to be right.
    least: f64,
}

impl Asked {
    /// Questions about `original`, the log in a flat tree.
    pub fn new(original: &Tree, k: usize, judged: &[&Judgment]) -> Asked {
        let Tree { taxonomy, transactions, .. } = original;
        let mut rows_with = vec![Vec::new(); taxonomy.len()];
        for row in 0..transactions.len() {
            transactions.get(row).iter().for_each(|item| rows_with[item.index()].push(row as u32));
        }
        // A flat tree is sorted by name.
        let is_asked = |node: &Node| {
            let in_all = judged.iter().all(|judged| judged.tree.node_of.contains_key(taxonomy.name(*node)));
            rows_with[node.index()].len() >= k && in_all
        };
        let words: Vec<Node> = taxonomy.nodes().skip(1).filter(is_asked).collect();
        let words_of = |row: &[Node]| row.iter().filter_map(|item| words.binary_search(item).ok()).collect();
        let rows: Vec<Vec<usize>> = transactions.bags().iter().map(words_of).collect();
        Asked {
            names: words.iter().map(|&word| taxonomy.name(word).to_owned()).collect(),
            holders: words.iter().map(|word| rows_with[word.index()].clone()).collect(),
            queries: queries(&rows, words.len()),
            pairs: top(pairs(rows.iter().cloned())),
            items: transactions.items(),
            least: 0.001 * rows.len() as f64,
        }
    }

    /// How many words are asked for.
    pub fn words(&self) -> usize {
        self.names.len()
    }

    fn truth(&self, query: &[usize]) -> usize {
        let holds_all = |row: &&u32| query.iter().all(|&word| self.holders[word].binary_search(row).is_ok());
        self.holders[query[0]].iter().filter(holds_all).count()
    }
}

/// Queries of one, two and three words of a row, then of one and two of all words.
fn queries(rows: &[Vec<usize>], words: usize) -> Vec<Vec<Vec<usize>>> {
    let mut random = ChaCha8Rng::seed_from_u64(0);
    let mut queries: Vec<Vec<Vec<usize>>> = Vec::new();
    for size in [1, 2, 3] {
        let rich: Vec<&Vec<usize>> = rows.iter().filter(|row| row.len() >= size).collect();
        let mut draw =
            || Some(rich.choose(&mut random)?.to_vec().partial_shuffle(&mut random, size).0.to_vec());
        queries.push((0..QUERIES).map_while(|_| draw()).collect());
    }
    for size in [1, 2].into_iter().filter(|&size| size <= words) {
        let mut all: Vec<usize> = (0..words).collect();
        queries.push((0..QUERIES).map(|_| all.partial_shuffle(&mut random, size).0.to_vec()).collect());
    }
    queries
}

/// What a reader of the release answers.
pub fn judge(judged: &Judgment, asked: &Asked) -> String {
    let Judgment { tree, release } = judged;
    let measures = measure(&tree.transactions, &tree.taxonomy, release);
    let rare = tree.node_of.get(RARE);
    let published_rare =
        (0..release.rows()).flat_map(|row| release.get(row)).filter(|&node| Some(node) == rare).count();
    let suppressed = measures.loss + (asked.items - measures.items + published_rare) as f64;
    let estimator = Estimator::new(&tree.transactions, &tree.taxonomy, release);
    let node = |word: usize| tree.node_of[&asked.names[word]];
    let count = |query: &[usize]| estimator.count(&query.iter().map(|&word| node(word)).collect::<Vec<_>>());
    let mut text = format!("{:.4} {:.4} |", measures.loss_per_item, suppressed / asked.items as f64);
    for (at, queries) in asked.queries.iter().enumerate() {
        let error = |query: &Vec<usize>| {
            let truth = asked.truth(query) as f64;
            (count(query) - truth).abs() / truth.max(asked.least)
        };
        let errors: f64 = queries.iter().map(error).sum();
        text += &format!(" {:.3}{}", errors / queries.len().max(1) as f64, if at == 2 { " |" } else { "" });
    }
    // Frequent as a reader sees it: by estimated counts for words, by exact labels for pairs.
    let all: Vec<usize> = (0..asked.words()).collect();
    let seen = top(all.iter().map(|&word| (vec![word], count(&[word]))));
    let before = top(all.iter().map(|&word| (vec![word], asked.holders[word].len() as f64)));
    let kept = |before: &[(Vec<usize>, f64)], after: &[(Vec<usize>, f64)]| {
        before.iter().filter(|(set, _)| after.iter().any(|(other, _)| other == set)).count()
    };
    let word_at: BTreeMap<Node, usize> = all.iter().map(|&word| (node(word), word)).collect();
    let published = (0..release.rows())
        .map(|row| release.get(row).iter().filter_map(|node| word_at.get(node).copied()).collect());
    let pairs_after = top(pairs(published));
    text += &format!(" | {} {}", kept(&before, &seen), kept(&asked.pairs, &pairs_after));
    let error: f64 = asked.pairs.iter().map(|(pair, truth)| (count(pair) - truth).abs() / truth).sum();
    text + &format!(" | {:.3}", error / asked.pairs.len().max(1) as f64)
}

fn pairs(rows: impl Iterator<Item = Vec<usize>>) -> impl Iterator<Item = (Vec<usize>, f64)> {
    let mut counts: BTreeMap<[usize; 2], u32> = BTreeMap::new();
    for mut row in rows {
        row.sort_unstable();
        row.dedup();
        for (place, &first) in row.iter().enumerate() {
            row[place + 1..].iter().for_each(|&second| *counts.entry([first, second]).or_default() += 1);
        }
    }
    counts.into_iter().map(|(pair, count)| (pair.to_vec(), f64::from(count)))
}

/// The sets of the highest counts; of equal counts those of the lower numbers.
fn top(counted: impl Iterator<Item = (Vec<usize>, f64)>) -> Vec<(Vec<usize>, f64)> {
    let mut counted: Vec<(Vec<usize>, f64)> = counted.collect();
    counted.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    counted.truncate(TOP);
    counted
}
