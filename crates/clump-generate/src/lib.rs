//! A generator of synthetic query logs: owners with interests, words with a popularity, and the shape of the
//! log in the paper's Section V.1. It allows trying, testing and timing the product without real queries.
//!
//! The log has the paper's mean of 20.93 distinct nouns per owner, its density of the first owners (Table
//! III), and a taxonomy of about 25,645 nodes at 53,058 owners. The choice of queries does not come from the
//! paper. Words follow a Zipf law with a long tail (`popularity.rs`), and most queries of an owner stay below
//! a few nodes of WordNet (`owner.rs`). These choices were made without looking at any grouping method.
//!
//! One owner is in memory at a time. The bytes depend only on the parameters and the embedded WordNet: there
//! is one generator of random numbers, and no mathematics that differs between platforms (`chance.rs`).

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
    /// Number of owners of the log. Owner i of N has as many items on average as owner i x 53,058 / N of the
    /// paper's log.
    pub owners: usize,
    /// Seed of all randomness. Another seed gives other popular words, other interests and other times.
    pub seed: u64,
    /// The share of lines that are followed by the same query once more: a further page, or a further click.
    /// At least 0 and less than 1. A larger share makes the log longer and changes nothing else.
    pub again: f64,
    /// The share of all typed words that are in no dictionary: made-up words, web addresses, numbers,
    /// misspellings. At least 0 and less than 1. They are added to the nouns, whose number does not change.
    pub unknown: f64,
}

impl GenerateParameters {
    /// Parameters of a log of `owners` in which a fifth of the lines are repeated and no word is unknown.
    pub fn new(owners: usize, seed: u64) -> GenerateParameters {
        GenerateParameters { owners, seed, again: 0.2, unknown: 0.0 }
    }
}

/// Figures of a generated log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Generated {
    /// Owners; each has at least one noun.
    pub owners: usize,
    /// Lines without the header.
    pub lines: usize,
    /// Bytes with the header.
    pub bytes: usize,
    /// Distinct nouns of each owner, summed over the owners: the item occurrences after mapping.
    pub items: usize,
    /// Distinct nouns of all owners together.
    pub nouns: usize,
}

/// Writes a query log in the AOL layout, sorted by owner and time. The same parameters give the same bytes.
///
/// Every known word is the label of the noun that it leads to, by exact look-up and also with phrases and
/// plurals. Labels were reviewed for publication; other lemmas were not. Memory does not grow with the
/// owners.
///
/// # Errors
/// Errors of `out`.
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

/// The first AnonID. IDs rise with gaps, so that they are not mistaken for row numbers.
const FIRST_ID: u64 = 142;

const MAX_ID_STEP: u64 = 24;
