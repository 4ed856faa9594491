//! The vocabulary of a log, hashed or not, as an adversary sees it: for each word the number of owners, the
//! kinds of queries with it, and the words next to it.
//!
//! All counts are of owners. An owner who repeats a query a hundred times counts once. So counts in two logs
//! of similar people differ about as much as by chance alone.

use std::cmp::Reverse;

use clump_core::log::QueryLog;

use super::company::Company;
use crate::query_history::{Asked, Asking};

/// Ways of using a word that are visible without knowing any word.
#[derive(Clone, Copy)]
enum Habit {
    /// The word is the whole query.
    Alone,
    /// The word is the first of several in the query.
    First,
    /// The word is the last of several in the query.
    Last,
    /// The query with the word has four words or more.
    Long,
    /// The owner clicked a result of a query with the word.
    Clicked,
    /// The owner uses the word in several queries.
    Again,
}

pub(super) const HABITS: usize = Habit::Again as usize + 1;

const LONG: usize = 4;

/// The words of a log with most owners, numbered by rank from 0.
pub(super) struct Vocabulary {
    /// The words, by rank: the one with most owners first.
    pub names: Vec<String>,
    /// Number of owners who use each word, by rank: the largest number first.
    pub owners: Vec<u32>,
    /// For each word and habit, the number of owners who have the habit with the word.
    pub habits: Vec<[u32; HABITS]>,
    /// The words that occur together with each word.
    pub company: Company,
    /// Number of owners in the log.
    pub population: usize,
    /// Sum of the numbers of owners over all words of the log, also those without a rank.
    pub uses: f64,
}

impl Vocabulary {
    /// Ranks the `limit` words of `log` with most owners. O(text + pairs of words in queries).
    pub fn new(log: &QueryLog, limit: usize) -> Vocabulary {
        let asked = Asked::new(log);
        let owners = asked.owners();
        // Ties are broken by spelling, so that the order of the lines does not help.
        let mut ranked: Vec<usize> = (0..asked.words.len()).collect();
        ranked.sort_unstable_by_key(|&word| (Reverse(owners[word]), asked.words.get(word)));
        ranked.truncate(limit);
        let mut rank = vec![None; asked.words.len()];
        for (place, &word) in ranked.iter().enumerate() {
            rank[word] = Some(place as u32);
        }
        let mut habits = vec![[0; HABITS]; ranked.len()];
        let mut pairs = Vec::new();
        let mut population = 0;
        for askings in asked.by_owner() {
            population += 1;
            count_habits(&asked, askings, &rank, &mut habits);
            pairs.extend(pairs_of(&asked, askings, &rank));
        }
        Vocabulary {
            names: ranked.iter().map(|&word| asked.words.get(word).to_owned()).collect(),
            owners: ranked.iter().map(|&word| owners[word]).collect(),
            habits,
            company: Company::new(ranked.len(), pairs),
            population,
            uses: owners.iter().map(|&owners| f64::from(owners)).sum(),
        }
    }

    pub fn len(&self) -> usize {
        self.names.len()
    }
}

/// Adds the queries of one owner to the counts of habits: each habit with each word counts once.
fn count_habits(asked: &Asked, askings: &[Asking], rank: &[Option<u32>], habits: &mut [[u32; HABITS]]) {
    // A word, and its habits in one query as one bit each.
    let mut uses: Vec<(u32, u8)> = Vec::new();
    for asking in askings {
        let query = asked.query(asking.query);
        for (place, &word) in query.iter().enumerate() {
            let Some(word) = rank[word as usize] else { continue };
            let several = query.len() > 1;
            let ways = [
                (Habit::Alone, !several),
                (Habit::First, several && place == 0),
                (Habit::Last, several && place + 1 == query.len()),
                (Habit::Long, query.len() >= LONG),
                (Habit::Clicked, asking.clicked),
            ];
            let bits = ways.iter().fold(0, |bits, &(habit, is)| bits | u8::from(is) << habit as u8);
            uses.push((word, bits));
        }
    }
    uses.sort_unstable();
    for uses in uses.chunk_by(|a, b| a.0 == b.0) {
        let again = u8::from(uses.len() > 1) << Habit::Again as u8;
        let bits = uses.iter().fold(again, |bits, &(_, more)| bits | more);
        for (habit, count) in habits[uses[0].0 as usize].iter_mut().enumerate() {
            *count += u32::from(bits >> habit & 1);
        }
    }
}

/// The distinct pairs of different words in the queries of one owner, encoded for [`Company::new`].
fn pairs_of(asked: &Asked, askings: &[Asking], rank: &[Option<u32>]) -> Vec<u64> {
    let mut pairs = Vec::new();
    for asking in askings {
        let ranked: Vec<u32> =
            asked.query(asking.query).iter().filter_map(|&word| rank[word as usize]).collect();
        for (place, &first) in ranked.iter().enumerate() {
            let others = ranked[place + 1..].iter().filter(|&&second| second != first);
            pairs.extend(others.map(|&second| u64::from(first) << 32 | u64::from(second)));
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}
