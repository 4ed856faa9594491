//! What an adversary sees of the words of a log, whether they are hashed or not: how many owners use each, in what kind
//! of query, and beside which others.
//!
//! Everything is counted in owners. An owner who repeats a query a hundred times says it once, so counts of two logs of
//! similar people differ about as much as chance alone would have it.

use clump_core::log::QueryLog;
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::words;

/// The ways of using a word that show without knowing any word: alone, first of several, last of several, in a query of
/// four or more, in a query with a click, in two or more different queries.
pub(super) const HABITS: usize = 6;
const ALONE: usize = 0;
const FIRST: usize = 1;
const LAST: usize = 2;
const LONG: usize = 3;
const CLICKED: usize = 4;
const AGAIN: usize = 5;

/// The words of a log that most owners use, numbered by rank.
pub(super) struct Vocabulary {
    /// By rank.
    pub names: Vec<String>,
    /// How many owners use each word, largest first.
    pub owners: Vec<u32>,
    /// How many owners use it in each way.
    pub habits: Vec<[u32; HABITS]>,
    /// Other words of its queries.
    pub neighbours: Neighbours,
    /// How many owners the log has.
    pub population: u32,
    /// Owners of each word, summed over all words of the log.
    pub uses: f64,
}

/// Beside which words each word is seen, and by how many owners: lists end to end.
pub(super) struct Neighbours {
    ends: Vec<usize>,
    /// The other word and the owners, by number of the word.
    list: Vec<(u32, u32)>,
}

impl Neighbours {
    pub fn of(&self, word: usize) -> &[(u32, u32)] {
        let start = if word == 0 { 0 } else { self.ends[word - 1] };
        &self.list[start..self.ends[word]]
    }

    /// How often the word is beside any other.
    pub fn total(&self, word: usize) -> [f64; 2] {
        let mut t = [0.0; 2];
        for &(o, n) in self.of(word) {
            t[(o & 1) as usize] += f64::from(n);
        }
        t
    }

    /// Counts `pairs` of words, each given once in either order for each owner.
    fn count(words: usize, mut pairs: Vec<u64>) -> Neighbours {
        pairs.par_sort_unstable();
        let mut ends = vec![0; words];
        let mut list = Vec::new();
        for same in pairs.chunk_by(|a, b| a == b) {
            let (word, other) = ((same[0] >> 32) as usize, same[0] as u32);
            list.push((other, same.len() as u32));
            ends[word] = list.len();
        }
        for word in 1..words {
            ends[word] = ends[word].max(ends[word - 1]);
        }
        Neighbours { ends, list }
    }
}

/// Distinct queries as numbers of words, and who asked which.
struct Asked {
    words: Vec<String>,
    queries: Vec<Vec<u32>>,
    /// Owner, query and whether a result was clicked: sorted, each query of an owner once.
    lines: Vec<(u32, u32, bool)>,
}

impl Asked {
    fn new(log: &QueryLog) -> Asked {
        let mut lines: Vec<(u32, u32, bool)> =
            log.lines.iter().map(|line| (line.owner, line.query, line.url != 0)).collect();
        lines.par_sort_unstable();
        lines.dedup_by(|next, kept| {
            let same = (next.0, next.1) == (kept.0, kept.1);
            kept.2 |= same && next.2;
            same
        });
        let mut queries = vec![Vec::new(); log.queries.len()];
        let mut numbers: FxHashMap<String, u32> = FxHashMap::default();
        let mut words_seen = Vec::new();
        for &(_, query, _) in &lines {
            let list = &mut queries[query as usize];
            if list.is_empty() {
                list.extend(words(log.queries.get(query as usize)).map(|word| {
                    *numbers.entry(word).or_insert_with_key(|word| {
                        words_seen.push(word.clone());
                        words_seen.len() as u32 - 1
                    })
                }));
            }
        }
        Asked { words: words_seen, queries, lines }
    }

    /// What each owner asked.
    fn owners(&self) -> impl Iterator<Item = &[(u32, u32, bool)]> {
        self.lines.chunk_by(|a, b| a.0 == b.0)
    }
}

impl Vocabulary {
    /// The `limit` words that most owners of `log` use. O(text + pairs of words in queries).
    pub fn new(log: &QueryLog, limit: usize) -> Vocabulary {
        let asked = Asked::new(log);
        let mut population = 0;
        let mut owners = vec![0u32; asked.words.len()];
        for queries in asked.owners() {
            population += 1;
            let mut used: Vec<u32> =
                queries.iter().flat_map(|line| asked.queries[line.1 as usize].iter().copied()).collect();
            used.sort_unstable();
            used.dedup();
            for word in used {
                owners[word as usize] += 1;
            }
        }
        // Ties by spelling: the order of a log must not help.
        let mut ranked: Vec<u32> = (0..asked.words.len() as u32).collect();
        ranked.sort_unstable_by(|&a, &b| {
            let key = |word: u32| (std::cmp::Reverse(owners[word as usize]), &asked.words[word as usize]);
            key(a).cmp(&key(b))
        });
        ranked.truncate(limit);
        let mut rank = vec![u32::MAX; asked.words.len()];
        for (place, &word) in ranked.iter().enumerate() {
            rank[word as usize] = place as u32;
        }
        let (habits, pairs) = company(&asked, &rank, ranked.len());
        Vocabulary {
            names: ranked.iter().map(|&word| asked.words[word as usize].clone()).collect(),
            owners: ranked.iter().map(|&word| owners[word as usize]).collect(),
            habits,
            neighbours: Neighbours::count(ranked.len(), pairs),
            population,
            uses: owners.iter().map(|&owners| f64::from(owners)).sum(),
        }
    }

    pub fn len(&self) -> usize {
        self.names.len()
    }
}

/// How the words with a rank are used, and each pair of them that an owner puts in a query.
fn company(asked: &Asked, rank: &[u32], words: usize) -> (Vec<[u32; HABITS]>, Vec<u64>) {
    let mut habits = vec![[0; HABITS]; words];
    let mut all = Vec::new();
    let (mut used, mut pairs, mut distinct) = (Vec::new(), Vec::new(), Vec::new());
    for queries in asked.owners() {
        used.clear();
        pairs.clear();
        for &(_, query, clicked) in queries {
            let query = &asked.queries[query as usize];
            let mut ways = [query.len() == 1, false, false, query.len() >= 4, clicked, false];
            distinct.clear();
            for (place, &word) in query.iter().enumerate() {
                let word = rank[word as usize];
                if word == u32::MAX {
                    continue;
                }
                ways[FIRST] = query.len() > 1 && place == 0;
                ways[LAST] = query.len() > 1 && place + 1 == query.len();
                let bits = ways.iter().enumerate().fold(0u8, |bits, (way, &is)| bits | u8::from(is) << way);
                used.push((word, bits));
                distinct.push(word);
            }
            for (place, &a) in distinct.iter().enumerate() {
                for &b in distinct[place + 1..].iter().filter(|&&b| b != a) {
                    pairs.push(u64::from(a) << 32 | u64::from(b) << 1 | 1);
                    pairs.push(u64::from(b) << 32 | u64::from(a) << 1);
                }
            }
        }
        used.sort_unstable();
        for uses in used.chunk_by(|a, b| a.0 == b.0) {
            let bits = uses.iter().fold(0, |bits, &(_, more)| bits | more);
            let counts = &mut habits[uses[0].0 as usize];
            for way in [ALONE, FIRST, LAST, LONG, CLICKED] {
                counts[way] += u32::from(bits >> way & 1);
            }
            counts[AGAIN] += u32::from(uses.len() > 1);
        }
        pairs.sort_unstable();
        pairs.dedup();
        all.extend_from_slice(&pairs);
    }
    (habits, all)
}
