//! The attack on token-based hashing.
use clump_core::log::{Line, QueryLog};
use rustc_hash::FxHashMap;

use crate::hash::Hash;
use crate::{Key, words};

mod evidence;
mod matching;
mod rounds;
mod vocabulary;

use matching::Match;
use rounds::Contest;
use vocabulary::Vocabulary;

/// How many tokens are attacked
pub const TOKENS: usize = 10_000;

/// What a token is taken for.
#[derive(Clone, Debug, PartialEq)]
pub struct Guess {
    /// As the release has it.
    pub token: String,
    /// As the reference has it.
    pub word: String,
    /// Logarithm of how much likelier the release is if it is right than if not.
    pub score: f64,
    /// certainty
    pub certainty: f64,
}

/// What the attack found.
#[derive(Clone, Debug, PartialEq)]
pub struct Guesses {
    /// After the first step.
    pub by_frequency: Vec<Guess>,
    /// After the second.
    pub with_cooccurrence: Vec<Guess>,
}

/// attack
pub fn attack(release: &QueryLog, reference: &QueryLog) -> Guesses {
    let release = Vocabulary::new(release, TOKENS);
    let reference = Vocabulary::new(reference, TOKENS + TOKENS / 2);
    let contest = Contest::new(&release, &reference);
    let first = contest.by_frequency();
    contest.debug(30.min(first.len()), &first);
    contest.debug(100.min(first.len()), &first);
    contest.debug(first.len(), &first);
    let by_frequency = guesses(&release, &reference, &first);
    let second = contest.with_company(first);
    Guesses { by_frequency, with_cooccurrence: guesses(&release, &reference, &second) }
}

fn guesses(release: &Vocabulary, reference: &Vocabulary, matches: &[Option<Match>]) -> Vec<Guess> {
    let named = |(token, found): (usize, &Option<Match>)| {
        found.map(|Match { word, score, certainty }| Guess {
            token: release.names[token].clone(),
            word: reference.names[word as usize].clone(),
            score,
            certainty,
        })
    };
    matches.iter().enumerate().filter_map(named).collect()
}

/// How much of a release an attack read.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Inverted {
    /// Distinct tokens of the release.
    pub tokens: u64,
    /// Their occurrences.
    pub mass: u64,
    /// step 1
    pub by_frequency: Reading,
    /// step 2
    pub with_cooccurrence: Reading,
}

/// One step
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Reading {
    /// Distinct
    pub guessed: u64,
    /// right
    pub right: u64,
    /// share of mass
    pub share: f64,
}

/// score
pub fn score(guesses: &Guesses, release: &QueryLog, is_right: impl Fn(&str, &str) -> bool) -> Inverted {
    let mut asked = vec![0u64; release.queries.len()];
    for line in &release.lines {
        asked[line.query as usize] += 1;
    }
    let mut mass: FxHashMap<String, u64> = FxHashMap::default();
    let mut total = 0;
    for (query, &times) in release.queries.iter().zip(&asked) {
        if times > 0 {
            for token in words(query) {
                *mass.entry(token).or_default() += times;
                total += times;
            }
        }
    }
    let read = |guesses: &[Guess]| {
        let mut reading = Reading { guessed: guesses.len() as u64, right: 0, share: 0.0 };
        let mut inverted = 0;
        for guess in guesses {
            if is_right(&guess.token, &guess.word) {
                reading.right += 1;
                inverted += mass.get(&guess.token).copied().unwrap_or(0);
            }
        }
        reading.share = if total == 0 { 0.0 } else { inverted as f64 / total as f64 };
        reading
    };
    Inverted {
        tokens: mass.len() as u64,
        mass: total,
        by_frequency: read(&guesses.by_frequency),
        with_cooccurrence: read(&guesses.with_cooccurrence),
    }
}

/// held out
pub fn held_out(log: &QueryLog, key: &Key) -> Inverted {
    let (half, reference) = halves(log);
    let hash = Hash::new(key);
    let release = hash.hashed(&half);
    let guesses = attack(&release, &reference);
    score(&guesses, &release, |token, word| hash.word(word) == token)
}

fn halves(log: &QueryLog) -> (QueryLog, QueryLog) {
    let coin = Key::from_seed(0).derive("halves");
    let heads: Vec<bool> =
        (0..log.owners.len() as u32).map(|owner| coin.hash(&owner.to_le_bytes())[0] & 1 == 1).collect();
    let (a, b): (Vec<Line>, Vec<Line>) = log.lines.iter().partition(|line| heads[line.owner as usize]);
    let with = |lines| QueryLog {
        owners: log.owners.clone(),
        queries: log.queries.clone(),
        texts: log.texts.clone(),
        lines,
    };
    (with(a), with(b))
}
