//! What people clicked after they typed a word: each word a vector of hosts.
//!
//! n(w, h) is the number of owners who clicked a result on host h of a query with the word w: an owner who clicks there
//! again counts once. The vector of w has positive pointwise mutual information, max(0, log2(n(w, h) N / (n(w) n(h)))), so
//! that hosts that follow everything tell little, and is of length 1.
//!
//! Owners are divided into two halves, and each word has a vector of each. A click belongs to all words of its query; were
//! words compared within one half, those of one query would be alike because they share it.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::path::Path;

use clump::io::{Input, map_queries, read_lines};
use clump::log::host;

use crate::trees::job;

/// The vectors of the words of a log.
pub struct Clicks {
    /// How many hosts there are; they are numbered from 0.
    pub hosts: usize,
    /// Words with clicks in both halves, sorted by how many they have, then by name.
    pub words: Vec<Clicked>,
}

/// A word that was clicked after.
pub struct Clicked {
    pub word: String,
    /// Clicks of both halves, each owner and host once.
    pub clicks: usize,
    /// Of each half.
    pub vectors: [Vector; 2],
}

/// Hosts in ascending order, and their weights; the squares add up to 1.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Vector(pub Vec<(u32, f64)>);

impl Clicks {
    /// Reads the clicks of `input`; words are what they are read as in the tree `source`.
    pub fn read(input: &Path, k: usize, source: &str) -> Result<Clicks, Box<dyn Error>> {
        let job = job(input, k, source)?;
        let log = read_lines(&Input::expand(&[Input::from(input)])?, &job.read_options(), &())?.log;
        let meanings = map_queries(&log, &job.read_options(), &job.taxonomy.source, &())?.items;
        let mut clicks = BTreeSet::new();
        for line in log.lines.iter().filter(|line| !host(log.text(line.url)).is_empty()) {
            for &item in meanings.items.get(line.query as usize) {
                clicks.insert((meanings.taxonomy.name(item), host(log.text(line.url)), line.owner));
            }
        }
        Ok(Clicks::new(&clicks))
    }

    /// The vectors of words, from clicks of a word, a host and an owner.
    pub fn new(clicks: &BTreeSet<(&str, &str, u32)>) -> Clicks {
        let hosts: BTreeSet<&str> = clicks.iter().map(|&(_, host, _)| host).collect();
        let number: BTreeMap<&str, u32> = hosts.iter().copied().zip(0..).collect();
        let [first, mut second] = [0, 1].map(|half| {
            let of_half = clicks.iter().filter(|(.., owner)| owner % 2 == half);
            vectors(of_half.map(|&(word, host, _)| (word, number[host])))
        });
        let mut words: Vec<Clicked> = first
            .into_iter()
            .filter_map(|(word, (clicks, vector))| {
                let (more, other) = second.remove(word)?;
                Some(Clicked { word: word.to_owned(), clicks: clicks + more, vectors: [vector, other] })
            })
            .collect();
        words.sort_by(|a, b| (a.clicks, &a.word).cmp(&(b.clicks, &b.word)));
        Clicks { hosts: hosts.len(), words }
    }
}

/// The clicks of each word, and its vector.
fn vectors<'a>(clicks: impl Iterator<Item = (&'a str, u32)>) -> BTreeMap<&'a str, (usize, Vector)> {
    let mut hosts: BTreeMap<u32, usize> = BTreeMap::new();
    let mut words: BTreeMap<&str, BTreeMap<u32, usize>> = BTreeMap::new();
    let mut all = 0;
    for (word, host) in clicks {
        *hosts.entry(host).or_default() += 1;
        *words.entry(word).or_default().entry(host).or_default() += 1;
        all += 1;
    }
    let vector = |(word, counts): (&'a str, BTreeMap<u32, usize>)| {
        let clicks: usize = counts.values().sum();
        let expected = |host: u32| (clicks * hosts[&host]) as f64 / all as f64;
        let weight = |(host, count): (u32, usize)| (host, (count as f64 / expected(host)).log2());
        (word, (clicks, Vector::of_length_one(counts.into_iter().map(weight))))
    };
    // A word whose clicks are those of all words together points nowhere.
    words.into_iter().map(vector).filter(|(_, (_, vector))| !vector.0.is_empty()).collect()
}

impl Vector {
    /// The positive ones of `weights`, scaled.
    fn of_length_one(weights: impl Iterator<Item = (u32, f64)>) -> Vector {
        let mut weights: Vec<(u32, f64)> = weights.filter(|&(_, weight)| weight > 0.0).collect();
        let length = weights.iter().map(|(_, weight)| weight * weight).sum::<f64>().sqrt();
        weights.iter_mut().for_each(|(_, weight)| *weight /= length);
        Vector(weights)
    }

    /// The cosine of two vectors of length 1.
    pub fn dot(&self, other: &Vector) -> f64 {
        let find = |host: u32| other.0.binary_search_by_key(&host, |&(host, _)| host);
        self.0.iter().map(|&(host, mine)| find(host).map_or(0.0, |place| mine * other.0[place].1)).sum()
    }
}
