//! A generator of synthetic query logs for trying, testing and timing clump without real queries. Owners have
//! interests, words have a popularity, and the log has the shape of the log in the paper's Section V.1.
//!
//! The log has the paper's mean of 20.93 distinct nouns per owner, its density of the first owners (Table
//! III), and a taxonomy of about 25,645 nodes at 53,058 owners. The paper does not state the queries. Here
//! words follow a Zipf law with a long tail (`popularity.rs`), and most queries of an owner are below a few
//! nodes of WordNet (`owner.rs`). These choices were made without looking at any grouping method.
//!
//! One owner is in memory at a time. The bytes depend only on the parameters and the embedded WordNet. There
//! is one generator of random numbers, and all platforms compute the same numbers (`chance.rs`).

use std::io::{self, Write};

use clump_wordnet::WordNet;

mod calendar;
mod chance;
mod lines;
mod owner;
mod popularity;
mod profile;
#[cfg(test)]
mod tests;
mod unknown;
mod vocabulary;

use chance::Chance;
use lines::Lines;
use owner::Asker;
use profile::Lengths;
use unknown::Unknown;
use vocabulary::Vocabulary;

/// Settings of a generated log.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GenerateParameters {
    /// Number of owners of the log. Owner i of N has as many nouns on average as owner i x 53,058 / N of the
    /// paper's log.
    pub owners: usize,
    /// Seed of all random choices: popularity of words, interests of owners, and times.
    pub seed: u64,
    /// Share of lines that are followed by the same query once more, as for a further page or click. At least
    /// 0 and less than 1. A larger share adds lines and changes nothing else.
    pub again: f64,
    /// Share of typed words that are in no dictionary: made-up words, web addresses, numbers, misspellings.
    /// At least 0 and less than 1. These words are added, so the number of nouns does not change.
    pub unknown: f64,
}

impl GenerateParameters {
    /// Parameters of a log of `owners` in which a fifth of the lines are repeated and no word is unknown.
    pub fn new(owners: usize, seed: u64) -> GenerateParameters {
        GenerateParameters { owners, seed, again: 0.2, unknown: 0.0 }
    }
}

/// Numbers about a generated log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Generated {
    /// Number of owners. Each has at least one noun.
    pub owners: usize,
    /// Number of lines without the header.
    pub lines: usize,
    /// Number of bytes including the header.
    pub bytes: usize,
    /// Sum over the owners of their numbers of distinct nouns, which are the items after mapping.
    pub items: usize,
    /// Number of distinct nouns of all owners together.
    pub nouns: usize,
}

/// Writes a query log in the AOL layout, sorted by owner and time. The same parameters give the same bytes.
///
/// Every known word is mapped to the node with the same name, by exact look-up and by matching with phrases
/// and plurals. Labels were reviewed for publication; other lemmas were not. Memory does not grow with the
/// number of owners.
///
/// # Errors
/// When writing to `out` fails.
pub fn generate(
    parameters: &GenerateParameters,
    wordnet: &WordNet,
    out: &mut dyn Write,
) -> io::Result<Generated> {
    let mut chance = Chance::new(parameters.seed);
    let vocabulary = Vocabulary::new(wordnet, &mut chance);
    let lengths = Lengths::new(parameters.owners);
    let unknown = (parameters.unknown > 0.0)
        .then(|| Unknown::new(parameters.unknown, wordnet, &vocabulary, &mut chance));
    let mut asker = Asker::new(&vocabulary, unknown);
    let mut lines = Lines::new(out, parameters.again)?;
    let mut items = 0;
    let mut anon_id = FIRST_ID;
    for position in 0..parameters.owners {
        let length = lengths.draw(position, &mut chance);
        items += asker.ask(length, &mut chance);
        lines.write(anon_id, &asker, &vocabulary, &mut chance)?;
        anon_id += 1 + chance.below(MAX_ID_STEP);
    }
    let (lines, bytes) = lines.finish()?;
    Ok(Generated { owners: parameters.owners, lines, bytes, items, nouns: asker.nouns() })
}

/// The first AnonID. Later IDs leave gaps, so that readers do not take them for row numbers.
const FIRST_ID: u64 = 142;

const MAX_ID_STEP: u64 = 24;
