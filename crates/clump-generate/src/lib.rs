//! A query log that nobody wrote: owners with interests, words with a popularity, and the shape of the log in the
//! paper's Section V.1, so that the product can be tried, tested and timed without anybody's real queries.
//!
//! What is taken from the paper: the mean of 20.93 distinct nouns an owner, the density of the first owners (Table
//! III), and a taxonomy of about 25,645 nodes at 53,058 owners. What is not: who asks what. Words follow a Zipf law
//! with a long tail (`popularity.rs`), most queries of an owner stay below a few nodes of WordNet (`owner.rs`), and
//! no method of grouping was looked at when these were chosen.
//!
//! One owner is in memory at a time, and bytes depend on the parameters and the embedded WordNet alone: one generator
//! of random numbers, and no mathematics that differs between platforms (`chance.rs`).

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
    /// Number of owners of the log. Owner i of N is as heavy on average as owner i x 53,058 / N of the paper's log.
    pub owners: usize,
    /// Another seed is another log: other popular words, other interests, other times.
    pub seed: u64,
    /// The share of lines that are followed by the same query once more: a further page, or a further click. At least
    /// 0 and less than 1; more of them make the log longer and change nothing else of it.
    pub again: f64,
    /// The share of all words typed that no dictionary has: made-up words, web addresses, numbers, misspellings. At
    /// least 0 and less than 1. They come on top of the nouns, of which every owner has as many as without them.
    pub unknown: f64,
}

impl GenerateParameters {
    /// A log of `owners` in which a fifth of the lines come again and no word is unknown.
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
/// Every word but the unknown ones is the label of a noun that it leads to, exact and with its phrases and plurals alike:
/// labels were read for what must not be published, other lemmas were not. Memory does not grow with the owners.
///
/// # Errors
/// What `out` returns.
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

/// The first AnonID. They rise with gaps, so that nobody takes an id for a row number.
const FIRST_ID: u64 = 142;

const MAX_ID_STEP: u64 = 24;
