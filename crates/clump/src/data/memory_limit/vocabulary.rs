//! Memory of a run for names: the nodes of its tree, and the distinct items of its data.
//!
//! Measured: the peak of `clump anonymize`, less the peak on 100 rows and the memory for rows and items. A
//! file of edges with 1.5 million nodes needs 244 bytes for each node with any method. 500,000 distinct codes
//! in 200,000 rows, with a flat tree, need 259 bytes each with `nearest`, 194 with `partition`, and 468 with
//! `pieces`. All names have 11 bytes.

use std::fs::File;
use std::io::{BufRead, BufReader};

use clump_core::transactions::Transactions;
use clump_io::Input;
use clump_io::taxonomy::{TaxonomyFile, TaxonomySource};

use crate::MethodName;

/// Bytes of memory for each node of a tree.
const NODE: f64 = 250.0;

/// Additional bytes of memory for each node that is an item of the data.
fn item(method: MethodName) -> f64 {
    match method {
        MethodName::Pieces => 240.0,
        _ => 30.0,
    }
}

/// Minimum bytes of a node in a taxonomy file of JSON or Turtle.
const WRITTEN: u64 = 40;

/// Numbers of the names that a run holds in memory.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Vocabulary {
    /// Number of nodes of the tree, without those of the built-in tree.
    pub nodes: f64,
    /// Number of distinct items of the data.
    pub items: f64,
}

impl Vocabulary {
    /// Estimates the nodes from the taxonomy file before anything is read: about one for each line.
    pub fn of_source(source: &TaxonomySource) -> Vocabulary {
        let nodes = match source {
            TaxonomySource::File(file) => nodes_in(file).unwrap_or(0),
            _ => 0,
        };
        Vocabulary { nodes: nodes as f64, items: 0.0 }
    }

    /// Counts the names of data that were read. `nodes` is the number of nodes of the tree, words of the data
    /// included.
    pub fn of(transactions: &Transactions, nodes: usize, source: &TaxonomySource) -> Vocabulary {
        let items = distinct(transactions) as f64;
        // The built-in tree is part of the program. The data add only their words to it.
        let nodes = if source.is_built_in() { items } else { nodes as f64 };
        Vocabulary { nodes, items }
    }

    /// Estimates the names of `parts` times as much data, if this sample has `occurrences` items. New words
    /// become rarer, unless every item of the sample is different.
    pub fn of_parts(self, parts: f64, occurrences: f64) -> Vocabulary {
        let news = 0.5 + 0.5 * self.items / occurrences.max(1.0);
        let items = self.items * parts.powf(news.min(1.0));
        Vocabulary { nodes: self.nodes + items - self.items, items }
    }

    /// Number of words that fit in `bytes`, if each is a leaf of the tree and an item of the data.
    pub fn most_leaves(bytes: f64, method: MethodName) -> usize {
        (bytes / (NODE + item(method))).max(0.0) as usize
    }

    /// Bytes of memory for these names with `method`.
    pub fn bytes(self, method: MethodName) -> f64 {
        NODE * self.nodes + item(method) * self.items
    }
}

/// Number of distinct items.
fn distinct(transactions: &Transactions) -> usize {
    let items = transactions.bags().items();
    let most = items.iter().map(|item| item.index() + 1).max().unwrap_or(0);
    let mut occurs = vec![false; most];
    for item in items {
        occurs[item.index()] = true;
    }
    occurs.into_iter().filter(|&occurs| occurs).count()
}

/// Approximate number of nodes in a file. `None` if the file is compressed or cannot be read; the reader
/// reports such errors.
fn nodes_in(file: &TaxonomyFile) -> Option<u64> {
    let path = &file.path;
    let extension = path.extension().map(|extension| extension.to_string_lossy().to_lowercase());
    match extension.as_deref() {
        Some("gz" | "zst") => None,
        Some("json" | "ttl") => Some(Input::from(path).bytes() / WRITTEN),
        _ => lines(BufReader::with_capacity(1 << 16, File::open(path).ok()?)),
    }
}

fn lines(mut reader: impl BufRead) -> Option<u64> {
    let mut lines = 0;
    loop {
        let block = reader.fill_buf().ok()?;
        if block.is_empty() {
            return Some(lines);
        }
        lines += block.iter().filter(|&&byte| byte == b'\n').count() as u64;
        let length = block.len();
        reader.consume(length);
    }
}
