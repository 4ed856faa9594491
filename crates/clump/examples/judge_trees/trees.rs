//! A log in a tree, the same in the tree with its words shuffled, and the release that `nearest` makes of each.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;

use clump::core::anonymize::Anonymizer;
use clump::core::anonymize::nearest::NearestParameters;
use clump::core::release::{Release, RootItems};
use clump::core::taxonomy::{Node, Taxonomy};
use clump::core::transactions::Transactions;
use clump::io::{Layout, Unknown};
use clump::{Data, Job};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

/// The leaf of a tree that was grown from data for all that is rare.
pub const RARE: &str = "<other>";

/// A log that was read in a tree.
pub struct Tree {
    /// What it is called.
    pub name: String,
    /// What was asked for: `wordnet`, `flat` or a file.
    pub source: String,
    pub taxonomy: Taxonomy,
    pub transactions: Transactions,
    /// Where each word is.
    pub node_of: BTreeMap<String, Node>,
}

impl Tree {
    /// Reads `input` in the tree `source`. Unknown words become the node [`RARE`] where the tree has one.
    pub fn read(input: &Path, k: usize, source: &str) -> Result<Tree, Box<dyn Error>> {
        let job = job(input, k, source)?;
        let mut as_rare = job.clone();
        as_rare.words.unknown = Some(Unknown::As(RARE.to_owned()));
        // A tree without that leaf has no place for unknown words.
        let data = Data::read(&as_rare, &()).or_else(|_| Data::read(&job, &()))?;
        let Data { taxonomy, transactions, .. } = data;
        let node_of = taxonomy.nodes().skip(1).map(|node| (taxonomy.name(node).to_owned(), node)).collect();
        let source = source.to_owned();
        Ok(Tree { name: source.clone(), source, taxonomy, transactions, node_of })
    }

    /// The same tree with the same words, each at the place of another one: the shape of the tree and how often its words
    /// are asked for stay, and what it means is gone.
    pub fn shuffled(&self, seed: u64) -> Tree {
        let mut items = self.transactions.bags().items().to_vec();
        items.sort_unstable();
        items.dedup();
        let mut places = items.clone();
        places.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
        let moved = |node: Node| items.binary_search(&node).map_or(node, |place| places[place]);
        let mut transactions = Transactions::default();
        for row in 0..self.transactions.len() {
            transactions.push(
                self.transactions.owner(row),
                self.transactions.get(row).iter().map(|&item| moved(item)),
            );
        }
        Tree {
            name: format!("{} shuffled", self.name),
            source: self.source.clone(),
            taxonomy: self.taxonomy.clone(),
            transactions,
            node_of: self.node_of.iter().map(|(word, &node)| (word.clone(), moved(node))).collect(),
        }
    }
}

/// How a log is read in the tree `source`.
pub fn job(input: &Path, k: usize, source: &str) -> Result<Job, Box<dyn Error>> {
    let is_basket = input.extension().is_some_and(|end| end == "tsv") && !is_log(input)?;
    let mut job = Job::anonymize(input).taxonomy(source).k(k);
    job.input.layout = is_basket.then_some(Layout::Basket);
    Ok(job)
}

/// Whether the file is a query log with clicks.
pub fn is_log(input: &Path) -> std::io::Result<bool> {
    Ok(std::fs::read_to_string(input)?.starts_with("AnonID"))
}

/// A tree with the release that is made in it.
pub struct Judgment {
    pub tree: Tree,
    pub release: Release,
}

impl Judgment {
    pub fn new(tree: Tree, k: usize) -> Result<Judgment, Box<dyn Error>> {
        let method = NearestParameters::new(k).check()?;
        let release = method.anonymize(&tree.transactions, &tree.taxonomy, &())?;
        let release = release.canonical(&tree.taxonomy, RootItems::Drop);
        Ok(Judgment { tree, release })
    }
}
