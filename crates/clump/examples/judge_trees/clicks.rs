//! What people clicked after they typed a word: each word a vector of hosts.
//!
//! n(w, h) is the number of owners who clicked a result on host h of a query with the word w: an owner who clicks there
//! again counts once. The vector of w has positive pointwise mutual information, max(0, log2(n(w, h) N / (n(w) n(h)))), so
//! that hosts that follow everything tell little, and is of length 1.

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
    pub words: Vec<Clicked>,
}

/// A word that was clicked after.
pub struct Clicked {
    pub word: String,
    /// n(w): its clicks, each owner and host once. Words are sorted by it, then by name.
    pub clicks: usize,
    /// Hosts in ascending order; the squares add up to 1.
    pub vector: Vec<(u32, f64)>,
}

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
        Ok(Clicks::new(clicks.into_iter().map(|(word, host, _)| (word, host))))
    }

    /// The vectors of words, of which each click is given.
    pub fn new<'a>(clicks: impl Iterator<Item = (&'a str, &'a str)>) -> Clicks {
        let mut hosts: BTreeMap<&str, usize> = BTreeMap::new();
        let mut words: BTreeMap<&str, BTreeMap<&str, usize>> = BTreeMap::new();
        let mut all = 0;
        for (word, host) in clicks {
            *hosts.entry(host).or_default() += 1;
            *words.entry(word).or_default().entry(host).or_default() += 1;
            all += 1;
        }
        let number: BTreeMap<&str, u32> = hosts.keys().copied().zip(0..).collect();
        let mut words: Vec<Clicked> = words
            .into_iter()
            .map(|(word, counts)| {
                let clicks = counts.values().sum();
                let expected = |host: &str| (clicks * hosts[host]) as f64 / all as f64;
                let information = |(host, count): (&str, usize)| {
                    (number[host], (count as f64 / expected(host)).log2().max(0.0))
                };
                let mut vector: Vec<(u32, f64)> = counts.into_iter().map(information).collect();
                vector.retain(|&(_, weight)| weight > 0.0);
                let length = vector.iter().map(|(_, weight)| weight * weight).sum::<f64>().sqrt();
                vector.iter_mut().for_each(|(_, weight)| *weight /= length);
                Clicked { word: word.to_owned(), clicks, vector }
            })
            // A word whose clicks are those of all words together points nowhere.
            .filter(|word| !word.vector.is_empty())
            .collect();
        words.sort_by(|a, b| (a.clicks, &a.word).cmp(&(b.clicks, &b.word)));
        Clicks { hosts: hosts.len(), words }
    }
}

impl Clicked {
    /// The cosine of two words.
    pub fn dot(&self, other: &Clicked) -> f64 {
        let weight = |host: u32| {
            other
                .vector
                .binary_search_by_key(&host, |&(host, _)| host)
                .map_or(0.0, |place| other.vector[place].1)
        };
        self.vector.iter().map(|&(host, mine)| mine * weight(host)).sum()
    }
}
