//! Matching of tokens to words: one word for each token, the strongest evidence first, with the certainty of
//! each match.

use rustc_hash::{FxHashMap, FxHashSet};

/// A word of the reference that a token of the release may stand for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Candidate {
    pub token: u32,
    pub word: u32,
    /// The logarithm of a likelihood ratio.
    pub score: f64,
}

/// Guessed word of a token.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Match {
    pub word: u32,
    pub score: f64,
    /// The share of this match in the likelihood of all candidates of its token, times the same for its word.
    pub certainty: f64,
}

/// Matches `tokens` tokens and words one to one. Greedy, so not the most likely matching overall. Ties go to
/// the lower token, then the lower word.
pub(super) fn one_to_one(tokens: usize, mut candidates: Vec<Candidate>) -> Vec<Option<Match>> {
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

/// The share of each of `candidates` in the likelihood of all on the same `side`. The best ones come first,
/// which keeps the exponential from overflowing.
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
