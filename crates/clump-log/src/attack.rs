//! The attack on token-based hashing: an adversary with a log of similar people reads the hashed log.
//!
//! After Kumar, Novak, Pang and Tomkins (WWW 2007), in two steps. *Frequency*: a token and its word have
//! about as many owners, and are alone, first or last in a query about as often. *Co-occurrence*: tokens that
//! are already read help to read their neighbours, round after round. Both steps measure evidence by a
//! likelihood ratio (`evidence.rs`) instead of the distances of the paper. It needs no weights between the
//! two steps, and gives the reliability of a match for the next round.
//!
//! The result is a lower bound of what an adversary can read: clicked URLs, times, spelling and dictionaries
//! are not used here.

use clump_core::containers::Interner;
use clump_core::log::{Line, QueryLog};
use serde::Serialize;

use crate::hash::Hash;
use crate::{Key, words};

mod company;
mod evidence;
mod rounds;
mod vocabulary;

use rounds::{Comparison, Match};
use vocabulary::Vocabulary;

/// Number of attacked tokens: those with most owners. In a log of 53,058 generated owners, 98 % of all
/// occurrences are of these tokens. Rarer tokens have too few owners to be distinguished.
pub const MOST_TOKENS: usize = 10_000;

/// Number of words of the reference log that tokens are compared with. It is larger than [`MOST_TOKENS`],
/// because a frequent word of the release may be rarer in the reference.
const MOST_WORDS: usize = MOST_TOKENS + MOST_TOKENS / 2;

/// A token of the release with the word that the attack guesses for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Guess {
    /// The token, as it occurs in the release.
    pub token: String,
    /// The guessed word, as it occurs in the reference.
    pub word: String,
    /// Logarithm of the likelihood ratio of all counts: token and word are the same, against different.
    pub score: f64,
}

/// The guesses for all attacked tokens, those with most owners first. No two tokens have the same word; a
/// token is left out if other tokens have all its possible words.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Guesses {
    /// Guesses after the first step, which uses frequencies.
    pub by_frequency: Vec<Guess>,
    /// Guesses after the second step, which corrects the first by co-occurrence.
    pub with_cooccurrence: Vec<Guess>,
}

/// Reads `release`, whose words are tokens, with the help of `reference`: a log in clear text of other people
/// with similar queries at a similar time. Both are split into words by [`words`].
///
/// Deterministic. Cost: rounds x the sum over neighbours in the release of neighbours in the reference. That
/// is seconds for a hundred thousand lines, and about a minute for a million. The attack works poorly on few
/// owners: the frequency of a word with only one or two owners says nothing.
pub fn attack(release: &QueryLog, reference: &QueryLog) -> Guesses {
    let release = Vocabulary::new(release, MOST_TOKENS);
    let reference = Vocabulary::new(reference, MOST_WORDS);
    if release.len() == 0 || reference.len() == 0 {
        return Guesses::default();
    }
    let comparison = Comparison::new(&release, &reference);
    let by_frequency = comparison.by_frequency();
    let guesses = |matches: &[Option<Match>]| {
        let guess = |(token, found): (&String, &Option<Match>)| {
            found.map(|Match { word, score, .. }| Guess {
                token: token.clone(),
                word: reference.names[word as usize].clone(),
                score,
            })
        };
        release.names.iter().zip(matches).filter_map(guess).collect()
    };
    Guesses {
        by_frequency: guesses(&by_frequency),
        with_cooccurrence: guesses(&comparison.with_company(by_frequency)),
    }
}

/// Result of an attack: the part of a release that was read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Inverted {
    /// Number of distinct tokens of the release.
    pub tokens: u64,
    /// Number of occurrences of tokens in all lines of the release.
    pub mass: u64,
    /// Result of the first step, by frequency alone.
    pub by_frequency: Reading,
    /// Result of the second step, by frequency and co-occurrence.
    pub with_cooccurrence: Reading,
}

/// Result of a step of the attack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Reading {
    /// Number of distinct tokens with a guess.
    pub guessed: u64,
    /// Number of distinct tokens whose guess is right.
    pub right: u64,
    /// Share of all occurrences of tokens that are of a token with a right guess, from 0 to 1.
    pub share: f64,
}

/// Counts the right `guesses` for `release`. `is_right` knows the key: it returns true if its first argument
/// is the token of the second, a word.
pub fn score(guesses: &Guesses, release: &QueryLog, is_right: impl Fn(&str, &str) -> bool) -> Inverted {
    let mut asked = vec![0; release.queries.len()];
    for line in &release.lines {
        asked[line.query as usize] += 1u64;
    }
    let (mut tokens, mut occurrences) = (Interner::default(), Vec::new());
    for (query, &times) in release.queries.iter().zip(&asked).filter(|&(_, &times)| times > 0) {
        for token in words(query) {
            let token = tokens.intern(&token) as usize;
            occurrences.resize(tokens.len(), 0);
            occurrences[token] += times;
        }
    }
    let mass: u64 = occurrences.iter().sum();
    let times = |token: &str| tokens.find(token).map(|number| occurrences[number as usize]);
    let reading = |guesses: &[Guess]| {
        let right = guesses.iter().filter(|guess| is_right(&guess.token, &guess.word));
        let right: Vec<u64> = right.filter_map(|guess| times(&guess.token)).collect();
        Reading {
            guessed: guesses.len() as u64,
            right: right.len() as u64,
            share: right.iter().sum::<u64>() as f64 / mass.max(1) as f64,
        }
    };
    Inverted {
        tokens: occurrences.len() as u64,
        mass,
        by_frequency: reading(&guesses.by_frequency),
        with_cooccurrence: reading(&guesses.with_cooccurrence),
    }
}

/// Hashes half of `log` with `key`, and counts what an adversary with the other half in clear text would
/// read. This estimates the readable share of the whole log, and is too low: the larger a log is, the more of
/// it can be read.
///
/// Owners are divided into halves by a hash of their numbers, independent of the key.
pub fn held_out(log: &QueryLog, key: Key) -> Inverted {
    let [victims, others] = halves(log);
    let hash = Hash::new(key);
    let release = hash.hashed(&victims);
    score(&attack(&release, &others), &release, |token, word| hash.word(word) == token)
}

fn halves(log: &QueryLog) -> [QueryLog; 2] {
    let coin = Key::from_seed(0).derive("halves");
    let heads: Vec<bool> =
        (0..log.owners.len() as u32).map(|owner| coin.hash(&owner.to_le_bytes())[0] & 1 == 1).collect();
    let (victims, others): (Vec<Line>, Vec<Line>) =
        log.lines.iter().partition(|line| heads[line.owner as usize]);
    [victims, others].map(|lines| QueryLog {
        owners: log.owners.clone(),
        queries: log.queries.clone(),
        texts: log.texts.clone(),
        lines,
    })
}
