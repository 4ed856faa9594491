//! The two steps of the attack: by frequency, then round after round by the company of tokens that are known already.

use rayon::prelude::*;

use super::evidence::Evidence;
use super::matching::{Candidate, Match, one_to_one};
use super::vocabulary::{HABITS, Vocabulary};

/// How many words a token is compared with by frequency alone, on either side of its rank.
const NEAR_RANKS: usize = 150;

/// How many words remain possible for a token.
const CANDIDATES: usize = 16;

/// How far frequencies may differ, in standard deviations.
const DEVIATIONS: f64 = 5.0;

/// How many tokens the first round by company looks at; each round looks at twice as many.
const FIRST_TOKENS: usize = 100;

/// The most rounds.
const ROUNDS: usize = 16;

/// Matches less certain than this say nothing about others.
const LEAST_CERTAINTY: f64 = 0.05;

/// The release against the reference.
pub(super) struct Contest<'a> {
    release: &'a Vocabulary,
    reference: &'a Vocabulary,
    frequency: Evidence,
    habit: Evidence,
    company: Evidence,
    release_side: Side,
    reference_side: Side,
}

struct Side {
    /// Owners of an average word.
    owners: f64,
    /// Owners who use an average word in each way, for each owner who uses it.
    habits: [f64; HABITS],
    /// How often each word is beside another.
    totals: Vec<[f64; 2]>,
    pairs: f64,
}

impl Side {
    fn new(vocabulary: &Vocabulary) -> Side {
        let uses: f64 = vocabulary.owners.iter().map(|&owners| f64::from(owners)).sum();
        let mut habits = [0.0; HABITS];
        for counts in &vocabulary.habits {
            for (sum, &count) in habits.iter_mut().zip(counts) {
                *sum += f64::from(count) / uses;
            }
        }
        let totals: Vec<[f64; 2]> =
            (0..vocabulary.len()).map(|word| vocabulary.neighbours.total(word)).collect();
        let p = totals.iter().map(|t| t[0]).sum::<f64>().max(1.0);
        let (mut c2, mut d) = (0.0, 0.0);
        let (mut lc, mut le) = (0.0, 0.0);
        for w in 0..vocabulary.len() {
            for &(o, n) in vocabulary.neighbours.of(w) {
                if o & 1 == 1 {
                    let n = f64::from(n);
                    c2 += n * (n - 1.0);
                    let e = totals[w][1] * totals[(o >> 1) as usize][0] / p;
                    lc += (n - 1.0);
                    le += n * e;
                }
            }
            d += (totals[w][0] * totals[w][1] / p).powi(2);
        }
        let s0: f64 = totals.iter().map(|t| t[0] * t[0]).sum();
        let s1: f64 = totals.iter().map(|t| t[1] * t[1]).sum();
        let e2 = s0 * s1 / p / p - d;
        eprintln!("alpha by moments {} weighted {} ", 1.0 / (c2 / e2 - 1.0), le / lc);
        let pairs = totals.iter().map(|t| t[0]).sum::<f64>().max(1.0);
        Side { owners: vocabulary.uses / 10_000.0, habits, totals, pairs }
    }

    fn expected(&self, word: u32, other: u32) -> f64 {
        let later = (other & 1) as usize;
        self.totals[word as usize][later] * self.totals[(other >> 1) as usize][1 - later] / self.pairs
    }
}

impl<'a> Contest<'a> {
    pub fn new(release: &'a Vocabulary, reference: &'a Vocabulary) -> Contest<'a> {
        let most = (release.population + reference.population) as usize;
        let env = |name: &str, default: f64| {
            std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default)
        };
        Contest {
            release,
            reference,
            frequency: Evidence::new(0.3, most),
            habit: Evidence::new(env("AH", 2.0), most),
            company: Evidence::new(env("AC", 0.2), most),
            release_side: Side::new(release),
            reference_side: Side::new(reference),
        }
    }

    /// Words whose frequency can be that of `token`: a range of ranks.
    fn plausible(&self, token: usize) -> std::ops::Range<usize> {
        let scale = self.reference.uses / self.release.uses;
        let count = f64::from(self.release.owners[token]);
        // |ln(x / y)| has variance about 1 / x + 1 / y.
        let ratio = (DEVIATIONS * (2.0 / count).sqrt()).exp();
        let (low, high) = (count / ratio * scale, count * ratio * scale);
        let rank_below =
            |bound: f64| self.reference.owners.partition_point(|&owners| f64::from(owners) > bound);
        rank_below(high)..self.reference.owners.partition_point(|&owners| f64::from(owners) >= low)
    }

    /// The evidence of how many owners use token and word, and in which ways.
    fn looks(&self, token: usize, word: usize) -> f64 {
        let (x, y) = (self.release.owners[token], self.reference.owners[word]);
        let mut sum = self.frequency.of((x, self.release_side.owners), (y, self.reference_side.owners));
        for habit in 0..HABITS {
            sum += self.habit.of(
                (self.release.habits[token][habit], self.release_side.habits[habit] * f64::from(x)),
                (self.reference.habits[word][habit], self.reference_side.habits[habit] * f64::from(y)),
            );
        }
        sum
    }

    /// The first step.
    pub fn by_frequency(&self) -> Vec<Option<Match>> {
        let candidates: Vec<Candidate> = (0..self.release.len())
            .into_par_iter()
            .flat_map_iter(|token| {
                let range = self.plausible(token);
                let scale = self.reference.uses / self.release.uses;
                let here = f64::from(self.release.owners[token]) * scale;
                let rank = self.reference.owners.partition_point(|&owners| f64::from(owners) > here);
                let rank_end = self.reference.owners.partition_point(|&owners| f64::from(owners) >= here);
                let near =
                    range.start.max(rank.saturating_sub(NEAR_RANKS))..range.end.min(rank_end + NEAR_RANKS);
                let found = near.map(|word| (word, self.looks(token, word))).collect();
                best(token, found)
            })
            .collect();
        one_to_one(self.release.len(), candidates)
    }

    /// The second step, from the matches of the first.
    pub fn with_company(&self, mut matches: Vec<Option<Match>>) -> Vec<Option<Match>> {
        if std::env::var("ORACLE").is_ok() {
            let h = crate::hash::Hash::new(&crate::Key::from_seed(1));
            let m: std::collections::HashMap<String, u32> =
                self.reference.names.iter().enumerate().map(|(i, n)| (h.word(n), i as u32)).collect();
            let truth: Vec<Option<Match>> = self
                .release
                .names
                .iter()
                .map(|n| m.get(n).map(|&word| Match { word, score: 0.0, certainty: 1.0 }))
                .collect();
            for t in [100, 400, 1000, self.release.len()] {
                let t = t.min(self.release.len());
                let next = self.round(t, &truth);
                eprint!("oracle ");
                self.debug(t, &next);
            }
        }
        let mut tokens =
            std::env::var("FIRST").map_or(FIRST_TOKENS, |g| g.parse().unwrap()).min(self.release.len());
        for _ in 0..std::env::var("ROUNDS").map_or(ROUNDS, |g| g.parse().unwrap()) {
            let next = self.round(tokens, &matches);
            self.debug(tokens, &next);
            let known =
                |matches: &[Option<Match>]| matches.iter().map(|m| m.map(|m| m.word)).collect::<Vec<_>>();
            let stable = known(&next[..tokens]) == known(&matches[..tokens]);
            matches[..tokens].copy_from_slice(&next[..tokens]);
            if tokens == self.release.len() && stable {
                break;
            }
            let growth = std::env::var("GROW").map_or(2.0, |g| g.parse().unwrap());
            tokens = ((tokens as f64 * growth) as usize).min(self.release.len());
        }
        matches
    }

    pub fn debug(&self, tokens: usize, m: &[Option<Match>]) {
        let h = crate::hash::Hash::new(&crate::Key::from_seed(1));
        let right =
            |t: usize, m: Match| h.word(&self.reference.names[m.word as usize]) == self.release.names[t];
        if tokens == 30 {
            eprintln!(
                "pop {} {} uses {} {} hab {:?} {:?}",
                self.release.population,
                self.reference.population,
                self.release_side.owners,
                self.reference_side.owners,
                self.release_side.habits,
                self.reference_side.habits
            );
            for t in 0..12 {
                let w = (0..self.reference.len())
                    .find(|&w| h.word(&self.reference.names[w]) == self.release.names[t])
                    .unwrap();
                eprintln!(
                    "{} {} {:?} | {w} {} {:?} {:.1} got {:?}",
                    self.reference.names[w],
                    self.release.owners[t],
                    self.release.habits[t],
                    self.reference.owners[w],
                    self.reference.habits[w],
                    self.looks(t, w),
                    m[t]
                );
            }
        }
        let (mut r, mut c, mut cr, mut mass, mut tot) = (0, 0.0, 0.0, 0, 0);
        for t in 0..tokens {
            tot += self.release.owners[t];
            if let Some(x) = m[t] {
                c += x.certainty;
                if right(t, x) {
                    r += 1;
                    cr += x.certainty;
                    mass += self.release.owners[t];
                }
            }
        }
        eprintln!(
            "tokens {tokens} right {r} certain {c:.1} certain right {cr:.1} mass {:.3}",
            f64::from(mass) / f64::from(tot)
        );
    }

    /// Matches the first `tokens` by their company among those that `matches` knows.
    fn round(&self, tokens: usize, matches: &[Option<Match>]) -> Vec<Option<Match>> {
        let least = std::env::var("LEAST").map_or(LEAST_CERTAINTY, |g| g.parse().unwrap());
        let anchor = |token: u32| {
            matches[..tokens].get(token as usize).copied().flatten().filter(|m| m.certainty >= least)
        };
        let mut anchored = vec![0.0; self.reference.len()];
        let mut back = vec![0; self.reference.len()];
        for token in 0..tokens as u32 {
            if let Some(found) = anchor(token) {
                anchored[found.word as usize] = found.certainty;
                back[found.word as usize] = token;
            }
        }
        let (here, there) = (&self.release_side, &self.reference_side);
        let scale = there.pairs / here.pairs;
        let unseen: Vec<f64> = (0..self.reference.len())
            .into_par_iter()
            .map(|word| {
                let mut sum = 0.0;
                for &(other, y) in self.reference.neighbours.of(word) {
                    let weight = anchored[(other >> 1) as usize];
                    if weight > 0.0 {
                        let f = there.expected(word as u32, other);
                        sum += weight * self.company.alone((y, f), f / scale);
                    }
                }
                sum
            })
            .collect();
        let candidates: Vec<Candidate> = (0..tokens)
            .into_par_iter()
            .flat_map_iter(|token| {
                let range = self.plausible(token);
                let start = range.start;
                let mut scores = vec![0.0; range.len()];
                let mut own = 0.0;
                for &(other, x) in self.release.neighbours.of(token) {
                    let Some(known) = anchor(other >> 1) else { continue };
                    let e = here.expected(token as u32, other);
                    own += known.certainty * self.company.alone((x, e), e * scale);
                    let list = self.reference.neighbours.of(known.word as usize);
                    let from = list.partition_point(|&(word, _)| ((word >> 1) as usize) < range.start);
                    for &(word, y) in &list[from..] {
                        if (word >> 1) as usize >= range.end {
                            break;
                        }
                        if word & 1 == other & 1 {
                            continue;
                        }
                        let word = word >> 1;
                        scores[word as usize - range.start] += known.certainty * self.company.shared(x, y);
                    }
                }
                let found = scores
                    .iter()
                    .zip(range)
                    .map(|(score, word)| (word, own + score + unseen[word]))
                    .collect();
                let mut list = best(token, found);
                for candidate in &mut list {
                    let word = candidate.word;
                    let mut sum = self.looks(token, word as usize);
                    sum += scores[word as usize - start];
                    for &(other, x) in self.release.neighbours.of(token) {
                        if let Some(known) = anchor(other >> 1) {
                            let (e, f) = (
                                here.expected(token as u32, other),
                                there.expected(word, known.word << 1 | other & 1),
                            );
                            sum += known.certainty * self.company.alone((x, e), f);
                        }
                    }
                    for &(other, y) in self.reference.neighbours.of(word as usize) {
                        let weight = anchored[(other >> 1) as usize];
                        if weight > 0.0 {
                            let (e, f) = (
                                here.expected(token as u32, back[(other >> 1) as usize] << 1 | other & 1),
                                there.expected(word, other),
                            );
                            sum += weight * self.company.alone((y, f), e);
                        }
                    }
                    candidate.score = sum;
                }
                list
            })
            .collect();
        one_to_one(tokens, candidates)
    }
}

/// The best of what a token can be.
fn best(token: usize, mut found: Vec<(usize, f64)>) -> Vec<Candidate> {
    let candidates = std::env::var("CAND").map_or(CANDIDATES, |g| g.parse().unwrap());
    let order = |a: &(usize, f64), b: &(usize, f64)| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0));
    if found.len() > candidates {
        found.select_nth_unstable_by(candidates, order);
        found.truncate(candidates);
    }
    found
        .into_iter()
        .map(|(word, score)| Candidate { token: token as u32, word: word as u32, score })
        .collect()
}
