//! Judges taxonomies over the items of one log by what does not depend on the tree: COUNT queries and frequent items.
//!
//! ```text
//! cargo run --release -p clump-anon --example judge_trees -- INPUT K flat tree.tsv hierarchy.csv
//! ```
//!
//! Losses of two trees are in two units: LM is a share of a tree's own leaves. And `clump measure` draws its queries
//! by node number, so that each tree gets queries of its own. Here the queries are drawn once, by name, from the items
//! that all trees have and k owners share, and are asked of the release that `nearest` makes with each tree.
//! Unknown items become the node `other` where a tree has one. The loss is also given as if every item that a tree
//! does not name were suppressed.

#![allow(clippy::disallowed_methods, reason = "an example is a program")]

use std::collections::BTreeMap;
use std::error::Error;
use std::io::{Write, stdout};
use std::path::Path;

use clump::core::anonymize::nearest::NearestParameters;
use clump::core::anonymize::{Anonymizer, Form};
use clump::core::measure::measure;
use clump::core::release::{Release, RootItems};
use clump::core::taxonomy::{Node, Taxonomy};
use clump::core::utility::Estimator;
use clump::io::Unknown;
use clump::{Data, Job};
use rand::SeedableRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;

/// The leaf of a tree that was grown from data for all that is rare.
const RARE: &str = "other";

/// Queries a workload, and itemsets looked for.
const QUERIES: usize = 1000;
const TOP: usize = 100;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [input, k, trees @ ..] = arguments.as_slice() else {
        return Err("usage: judge_trees INPUT K TREE...".into());
    };
    let k: usize = k.parse()?;
    let made: Vec<Made> =
        trees.iter().map(|tree| Made::new(Path::new(input), k, tree)).collect::<Result<_, _>>()?;
    let original = Made::read(Path::new(input), k, "flat")?;
    let asked = Asked::new(&original, k, &made);
    let mut out = stdout().lock();
    writeln!(out, "{} owners, {} items asked for", original.transactions.owners(), asked.holders.len())?;
    writeln!(
        out,
        "loss, rare ones suppressed | COUNT error of 1, 2, 3 items of a row | of 1, 2 items | top 100 items, pairs kept | error of top pairs"
    )?;
    for (tree, made) in trees.iter().zip(&made) {
        writeln!(out, "{tree}: {}", made.judge(&asked, original.transactions.items()))?;
    }
    Ok(())
}

/// A release that was made with a tree.
struct Made {
    data: Data,
    release: Release,
    nodes: BTreeMap<String, Node>,
}

impl Made {
    fn read(input: &Path, k: usize, tree: &str) -> Result<Data, Box<dyn Error>> {
        let from = (input.extension().is_some_and(|end| end == "tsv") && !is_log(input)?)
            .then_some(clump::io::Layout::Basket);
        let mut job = Job::anonymize(input).taxonomy(tree).k(k);
        job.input.layout = from;
        let mut as_rare = job.clone();
        as_rare.words.unknown = Unknown::As(RARE.to_owned());
        // A tree without that leaf has no place for unknown items.
        Ok(Data::read(&as_rare, &()).or_else(|_| Data::read(&job, &()))?)
    }

    fn new(input: &Path, k: usize, tree: &str) -> Result<Made, Box<dyn Error>> {
        let data = Made::read(input, k, tree)?;
        let method =
            NearestParameters { k, effort: Default::default(), form: Form::default(), seed: 0 }.check()?;
        let release = method.anonymize(&data.transactions, &data.taxonomy, &())?;
        let release = release.canonical(&data.taxonomy, RootItems::Drop);
        let name = |node: Node| data.taxonomy.name(node).to_owned();
        let nodes = data.taxonomy.nodes().skip(1).map(|node| (name(node), node)).collect();
        Ok(Made { data, release, nodes })
    }

    fn judge(&self, asked: &Asked, items: usize) -> String {
        let (transactions, taxonomy) = (&self.data.transactions, &self.data.taxonomy);
        let measures = measure(transactions, taxonomy, &self.release);
        let rare = self.nodes.get(RARE);
        let published_rare = (0..self.release.rows())
            .flat_map(|row| self.release.get(row))
            .filter(|&node| Some(node) == rare)
            .count();
        let suppressed = measures.loss + (items - measures.items + published_rare) as f64;
        let estimator = Estimator::new(transactions, taxonomy, &self.release);
        let count = |query: &[usize]| {
            estimator.count(&query.iter().map(|&item| self.nodes[&asked.names[item]]).collect::<Vec<_>>())
        };
        let mut text = format!("{:.4} {:.4} |", measures.loss_per_item, suppressed / items as f64);
        for (at, queries) in asked.queries.iter().enumerate() {
            let error = |query: &Vec<usize>| {
                let truth = asked.truth(query) as f64;
                (count(query) - truth).abs() / truth.max(asked.least)
            };
            let errors: f64 = queries.iter().map(error).sum();
            text +=
                &format!(" {:.3}{}", errors / queries.len().max(1) as f64, if at == 2 { " |" } else { "" });
        }
        // Frequent as a reader sees it: by estimated counts for items, by exact labels for pairs.
        let all: Vec<usize> = (0..asked.names.len()).collect();
        let seen = top(all.iter().map(|&item| (vec![item], count(&[item]))));
        let before = top(all.iter().map(|&item| (vec![item], asked.holders[item].len() as f64)));
        let kept = |before: &[(Vec<usize>, f64)], after: &[(Vec<usize>, f64)]| {
            before.iter().filter(|(set, _)| after.iter().any(|(other, _)| other == set)).count()
        };
        let item_of: BTreeMap<Node, usize> =
            all.iter().map(|&item| (self.nodes[&asked.names[item]], item)).collect();
        let published = (0..self.release.rows())
            .map(|row| self.release.get(row).iter().filter_map(|node| item_of.get(node).copied()).collect());
        let pairs_after = top(pairs(published));
        text += &format!(" | {} {}", kept(&before, &seen), kept(&asked.pairs, &pairs_after));
        let error: f64 = asked.pairs.iter().map(|(pair, truth)| (count(pair) - truth).abs() / truth).sum();
        text + &format!(" | {:.3}", error / asked.pairs.len().max(1) as f64)
    }
}

fn is_log(input: &Path) -> std::io::Result<bool> {
    Ok(std::fs::read_to_string(input)?.starts_with("AnonID"))
}

/// The questions, the same for every tree. Items are numbered by name.
struct Asked {
    names: Vec<String>,
    /// The owners of each item, sorted.
    holders: Vec<Vec<u32>>,
    queries: Vec<Vec<Vec<usize>>>,
    pairs: Vec<(Vec<usize>, f64)>,
    least: f64,
}

impl Asked {
    fn new(original: &Data, k: usize, made: &[Made]) -> Asked {
        let taxonomy: &Taxonomy = &original.taxonomy;
        let mut owners = vec![Vec::new(); taxonomy.len()];
        for row in 0..original.transactions.len() {
            original.transactions.get(row).iter().for_each(|item| owners[item.index()].push(row as u32));
        }
        // A flat tree is sorted by name.
        let is_asked = |node: &Node| {
            let in_all = made.iter().all(|made| made.nodes.contains_key(taxonomy.name(*node)));
            owners[node.index()].len() >= k && in_all
        };
        let items: Vec<Node> = taxonomy.nodes().skip(1).filter(is_asked).collect();
        let rows: Vec<Vec<usize>> = (0..original.transactions.len())
            .map(|row| {
                original
                    .transactions
                    .get(row)
                    .iter()
                    .filter_map(|item| items.binary_search(item).ok())
                    .collect()
            })
            .collect();
        let mut random = ChaCha8Rng::seed_from_u64(0);
        let mut queries: Vec<Vec<Vec<usize>>> = Vec::new();
        for size in [1, 2, 3] {
            let rich: Vec<&Vec<usize>> = rows.iter().filter(|row| row.len() >= size).collect();
            let mut draw =
                || Some(rich.choose(&mut random)?.to_vec().partial_shuffle(&mut random, size).0.to_vec());
            queries.push((0..QUERIES).map_while(|_| draw()).collect());
        }
        for size in [1, 2] {
            let mut all: Vec<usize> = (0..items.len()).collect();
            queries.push((0..QUERIES).map(|_| all.partial_shuffle(&mut random, size).0.to_vec()).collect());
        }
        Asked {
            names: items.iter().map(|&item| taxonomy.name(item).to_owned()).collect(),
            holders: items.iter().map(|item| owners[item.index()].clone()).collect(),
            queries,
            pairs: top(pairs(rows.iter().cloned())),
            least: 0.001 * rows.len() as f64,
        }
    }

    fn truth(&self, query: &[usize]) -> usize {
        let holds_all = |row: &&u32| query.iter().all(|&item| self.holders[item].binary_search(row).is_ok());
        self.holders[query[0]].iter().filter(holds_all).count()
    }
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
