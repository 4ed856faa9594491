//! The two steps of the attack: first by frequency, then in rounds by the neighbours of tokens that are
//! already read.

use std::ops::Range;

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::company::SIDES;
use super::evidence::Evidence;
use super::vocabulary::{HABITS, Vocabulary};

/// Maximum number of candidate words for a token.
const CANDIDATES: usize = 32;

/// Maximum number of standard deviations between the frequencies of a token and its word.
const DEVIATIONS: f64 = 5.0;

/// A match with a certainty below this is no evidence for other matches.
const LEAST_CERTAINTY: f64 = 0.02;

/// Maximum number of rounds. The first five bring most of the matches; later a few flip back and forth.
const ROUNDS: usize = 16;

/// Shapes of the Gamma distribution (`evidence.rs`). The shape of frequencies is smaller, because they differ
/// by orders of magnitude; habits do not.
const FREQUENCY_SHAPE: f64 = 0.3;
const HABIT_SHAPE: f64 = 2.0;

/// Limits of the Gamma shape for pairs of words. It is estimated from the reference, but a small log has too
/// few pairs that occur twice for a good estimate.
const COMPANY_SHAPES: [f64; 2] = [0.02, 0.25];

/// Number of words of a vocabulary whose average frequency is compared with. Any number works.
const AVERAGE_WORDS: f64 = 10_000.0;

/// Compares the words of a release with those of a reference.
pub(super) struct Comparison<'a> {
    release: &'a Vocabulary,
    reference: &'a Vocabulary,
    frequency: Evidence,
    habit: Evidence,
    company: Evidence,
    /// Sum of the owners of all words in the reference, divided by that in the release.
    scale: f64,
    /// Average share of a word's owners who have each habit, in the release and in the reference.
    average_habits: [[f64; HABITS]; 2],
}

impl<'a> Comparison<'a> {
    pub fn new(release: &'a Vocabulary, reference: &'a Vocabulary) -> Comparison<'a> {
        let most = release.population + reference.population;
        let [least_shape, most_shape] = COMPANY_SHAPES;
        let shape = reference.company.shape();
        // The estimated shape is NaN or negative if no pair occurs twice.
        let shape = if shape > 0.0 { shape.clamp(least_shape, most_shape) } else { most_shape };
        Comparison {
            release,
            reference,
            frequency: Evidence::new(FREQUENCY_SHAPE, most),
            habit: Evidence::new(HABIT_SHAPE, most),
            company: Evidence::new(shape, most),
            scale: reference.uses / release.uses,
            average_habits: [average_habits(release), average_habits(reference)],
        }
    }

    /// The first step: matches each token with a word of similar frequency that is used in similar ways.
    pub fn by_frequency(&self) -> Vec<Option<Match>> {
        self.matched(|token, words| {
            words.map(|word| (word, self.frequency(token, word) + self.habits(token, word))).collect()
        })
    }

    /// The second step: in each round, matches are computed again from the neighbours that `matches` of the
    /// previous round have read. It ends when they stay the same, or after [`ROUNDS`].
    pub fn with_company(&self, mut matches: Vec<Option<Match>>) -> Vec<Option<Match>> {
        for _ in 0..ROUNDS {
            let next = self.round(&matches);
            let words =
                |matches: &[Option<Match>]| matches.iter().map(|m| m.map(|m| m.word)).collect::<Vec<_>>();
            let stable = words(&next) == words(&matches);
            matches = next;
            if stable {
                break;
            }
        }
        matches
    }

    /// Computes new matches. A neighbour that is already read counts with the certainty of its match.
    fn round(&self, matches: &[Option<Match>]) -> Vec<Option<Match>> {
        let (release, reference) = (&self.release.company, &self.reference.company);
        let read = |token: u32| matches[token as usize].filter(|found| found.certainty >= LEAST_CERTAINTY);
        let mut certainty = vec![0.0; self.reference.len()];
        for found in (0..self.release.len() as u32).filter_map(read) {
            certainty[found.word as usize] = found.certainty;
        }
        // A token and its word are equally frequent. So the count expected by chance is assumed to be the
        // same in release and reference, up to scale.
        let scale = reference.scale(release);
        let alone_there = |word: u32| -> f64 {
            let alone = |side, &(other, y): &(u32, u32)| {
                let expected = reference.expected(side, word, other);
                certainty[other as usize] * self.company.alone((y, expected), expected / scale)
            };
            SIDES
                .iter()
                .flat_map(|&side| reference.on(side, word).iter().map(move |entry| alone(side, entry)))
                .sum()
        };
        let alone_there: Vec<f64> =
            (0..self.reference.len() as u32).into_par_iter().map(alone_there).collect();

        self.matched(|token, words| {
            let mut alone_here = 0.0;
            let mut together = vec![0.0; words.len()];
            for side in SIDES {
                for &(other, x) in release.on(side, token) {
                    let Some(found) = read(other) else { continue };
                    let expected = release.expected(side, token, other);
                    alone_here += found.certainty * self.company.alone((x, expected), expected * scale);
                    for &(word, y) in within(reference.around(side, found.word), &words) {
                        together[(word - words.start) as usize] +=
                            found.certainty * self.company.together(x, y);
                    }
                }
            }
            let company =
                |word: u32| alone_here + alone_there[word as usize] + together[(word - words.start) as usize];
            let found = words.clone().map(|word| (word, self.frequency(token, word) + company(word)));
            // Habits take the most time and help least in this step, so only the best candidates get a score
            // for them.
            best(found.collect())
                .into_iter()
                .map(|(word, score)| (word, score + self.habits(token, word)))
                .collect()
        })
    }

    /// Gives each token scores for the words of similar frequency, and matches tokens and words.
    fn matched<F>(&self, score: F) -> Vec<Option<Match>>
    where
        F: Fn(u32, Range<u32>) -> Vec<(u32, f64)> + Sync,
    {
        let of_token = |token: u32| {
            let found = best(score(token, self.as_frequent(token)));
            found.into_iter().map(move |(word, score)| Candidate { token, word, score })
        };
        let tokens = 0..self.release.len() as u32;
        one_to_one(self.release.len(), tokens.into_par_iter().flat_map_iter(of_token).collect())
    }

    /// The words whose frequency is close enough to that of `token`, as a range of ranks. The logarithm of
    /// the ratio of two counts near n has a variance of about 2 / n.
    fn as_frequent(&self, token: u32) -> Range<u32> {
        let owners = f64::from(self.release.owners[token as usize]);
        let ratio = (DEVIATIONS * (2.0 / owners).sqrt()).exp();
        let rank =
            |bound: f64| self.reference.owners.partition_point(|&owners| f64::from(owners) > bound) as u32;
        rank(owners * self.scale * ratio)..rank(owners * self.scale / ratio)
    }

    /// The evidence from the numbers of owners of `token` and `word`.
    fn frequency(&self, token: u32, word: u32) -> f64 {
        self.frequency.of(
            (self.release.owners[token as usize], self.release.uses / AVERAGE_WORDS),
            (self.reference.owners[word as usize], self.reference.uses / AVERAGE_WORDS),
        )
    }

    /// The evidence from the ways in which owners use `token` and `word`.
    fn habits(&self, token: u32, word: u32) -> f64 {
        let (token, word) = (token as usize, word as usize);
        let (x, y) = (f64::from(self.release.owners[token]), f64::from(self.reference.owners[word]));
        let evidence = |habit: usize| {
            self.habit.of(
                (self.release.habits[token][habit], x * self.average_habits[0][habit]),
                (self.reference.habits[word][habit], y * self.average_habits[1][habit]),
            )
        };
        (0..HABITS).map(evidence).sum()
    }
}

/// The entries of `list`, sorted by word, whose word is in the range `words`.
fn within<'a>(list: &'a [(u32, u32)], words: &Range<u32>) -> &'a [(u32, u32)] {
    let start = list.partition_point(|&(word, _)| word < words.start);
    let length = list[start..].partition_point(|&(word, _)| word < words.end);
    &list[start..start + length]
}

/// The [`CANDIDATES`] words with the highest scores; of equal scores, the more frequent word.
fn best(mut scored: Vec<(u32, f64)>) -> Vec<(u32, f64)> {
    if scored.len() > CANDIDATES {
        scored.select_nth_unstable_by(CANDIDATES, |a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        scored.truncate(CANDIDATES);
    }
    scored
}

/// For each habit, the share of a word's owners who have it, averaged over all words.
fn average_habits(vocabulary: &Vocabulary) -> [f64; HABITS] {
    let uses: f64 = vocabulary.owners.iter().map(|&owners| f64::from(owners)).sum();
    let count = |habit: usize| vocabulary.habits.iter().map(|counts| f64::from(counts[habit])).sum::<f64>();
    std::array::from_fn(|habit| if uses == 0.0 { 0.0 } else { count(habit) / uses })
}

// Matches tokens to words one to one, strongest evidence first.

/// A word of the reference that may be the word of a token of the release.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Candidate {
    token: u32,
    word: u32,
    /// The logarithm of the likelihood ratio for this word.
    score: f64,
}

/// The word that is guessed for a token.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Match {
    pub word: u32,
    pub score: f64,
    /// Share of this match in the likelihood of all candidates of its token, times that of its word.
    pub certainty: f64,
}

/// Matches tokens, numbered below `tokens`, and words one to one. It takes the best candidate first, so the
/// matching is not the most likely one overall. Ties go to the lower token, then the lower word.
fn one_to_one(tokens: usize, mut candidates: Vec<Candidate>) -> Vec<Option<Match>> {
    candidates.sort_unstable_by(|a, b| {
        b.score.total_cmp(&a.score).then(a.token.cmp(&b.token)).then(a.word.cmp(&b.word))
    });
    let of_token = shares(&candidates, |candidate| candidate.token);
    let of_word = shares(&candidates, |candidate| candidate.word);
    let mut matches = vec![None; tokens];
    let mut taken = FxHashSet::default();
    for (place, &Candidate { token, word, score }) in candidates.iter().enumerate() {
        if matches[token as usize].is_none() && taken.insert(word) {
            let certainty = of_token[place] * of_word[place];
            matches[token as usize] = Some(Match { word, score, certainty });
        }
    }
    matches
}

/// The share of each candidate in the likelihood of all candidates with the same `side` (token or word).
/// `candidates` are sorted by score, best first, which keeps the exponential from overflowing.
fn shares(candidates: &[Candidate], side: impl Fn(&Candidate) -> u32) -> Vec<f64> {
    let mut sides: FxHashMap<u32, (f64, f64)> = FxHashMap::default();
    for candidate in candidates {
        let (best, sum) = sides.entry(side(candidate)).or_insert((candidate.score, 0.0));
        *sum += (candidate.score - *best).exp();
    }
    let share = |candidate: &Candidate| {
        let (best, sum) = sides[&side(candidate)];
        (candidate.score - best).exp() / sum
    };
    candidates.iter().map(share).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_strongest_evidence_comes_first_and_words_are_taken_once() {
        let candidate = |token, word, score| Candidate { token, word, score };
        let third = 2.0f64.ln();
        let matches = one_to_one(
            3,
            vec![candidate(0, 5, third), candidate(1, 5, 0.0), candidate(0, 6, 0.0), candidate(1, 6, -9.0)],
        );
        let first = matches[0].expect("token 0 has a word");
        assert_eq!((first.word, first.score), (5, third));
        assert!((first.certainty - 4.0 / 9.0).abs() < 1e-9);
        assert_eq!(matches[1].map(|found| found.word), Some(6));
        assert_eq!(matches[2], None);
    }
}
