//! One word for each token: the strongest evidence first, and how certain each match is.

use rustc_hash::FxHashMap;

/// A token of the release that may be a word of the reference.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub token: u32,
    pub word: u32,
    /// Logarithm of a likelihood ratio.
    pub score: f64,
}

/// What a token is taken for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Match {
    pub word: u32,
    pub score: f64,
    /// From 0 to 1: the share of this match in all that its token and its word could be.
    pub certainty: f64,
}

/// Counts in queries depend on each other, so evidence added up as if they did not is too sure of itself.
const TEMPER: f64 = 2.0;

/// Matches tokens below `tokens` and words one to one. Greedy; ties go to the lower token, then the lower word.
pub(super) fn one_to_one(tokens: usize, mut candidates: Vec<Candidate>) -> Vec<Option<Match>> {
    candidates.sort_unstable_by(|a, b| {
        b.score.total_cmp(&a.score).then(a.token.cmp(&b.token)).then(a.word.cmp(&b.word))
    });
    let by_token = shares(&candidates, |candidate| candidate.token);
    let by_word = shares(&candidates, |candidate| candidate.word);
    let mut matches = vec![None; tokens];
    let mut taken = rustc_hash::FxHashSet::default();
    for (place, &Candidate { token, word, score }) in candidates.iter().enumerate() {
        if matches[token as usize].is_none() && taken.insert(word) {
            matches[token as usize] =
                Some(Match { word, score, certainty: by_token[place] * by_word[place] });
        }
    }
    matches
}

/// The share of each of the sorted `candidates` in the likelihood of all with the same `side`.
fn shares(candidates: &[Candidate], side: impl Fn(&Candidate) -> u32) -> Vec<f64> {
    // The best score of each side comes first, which keeps the exponential from overflowing.
    let mut sums: FxHashMap<u32, (f64, f64)> = FxHashMap::default();
    let temper: f64 = std::env::var("TEMPER").map_or(TEMPER, |g| g.parse().unwrap());
    let likelihood = |score: f64, best: f64| ((score - best) / temper).exp();
    for candidate in candidates {
        let (best, sum) = sums.entry(side(candidate)).or_insert((candidate.score, 0.0));
        *sum += likelihood(candidate.score, *best);
    }
    candidates
        .iter()
        .map(|candidate| {
            let (best, sum) = sums[&side(candidate)];
            likelihood(candidate.score, best) / sum
        })
        .collect()
}
