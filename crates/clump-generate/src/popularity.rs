//! The popularity of words: a Zipf law over a plausible order of words.
//!
//! The order comes from WordNet itself, which has no counts of words in queries. A word that many phrases
//! contain is a common one. In the Excite log of shared/data a word in no phrase occurs 0.009 times on
//! average, in two phrases 0.024, in 5 to 9 phrases 0.1, in 20 to 49 phrases 0.4, in more 0.9. So the
//! popularity is proportional to the number of phrases plus one, up to a cap that keeps `genus` (3,681
//! phrases) from the top. Short words are commoner too. The rest is random, with a spread large enough for
//! rare words to be anywhere.
//!
//! The law has two regimes, as in large vocabularies (Ferrer i Cancho and Solé, 2001): 1 / rank for the
//! common words, 1 / rank^3 beyond them. A single exponent of 1 would use nearly all of WordNet's words at
//! 53,058 owners, but the paper's log uses about half.

use clump_core::taxonomy::Node;
use clump_wordnet::WordNet;
use rustc_hash::FxHashMap;

use super::chance::{Chance, Skewed};

/// The cap: further phrases do not make a word more common.
const MAX_PHRASES: u32 = 60;

/// Deviation of the logarithm of the random factor.
const DEVIATION: f64 = 1.2;

/// Flattens the head: the commonest word takes 1.5 % of all draws. In the Excite log `free` has 1.1 % of the
/// nouns.
const OFFSET: f64 = 9.0;

/// The rank at which the second regime begins; chosen for the 19,027 leaves of the paper's Table III.
const TURN: f64 = 4_700.0;

/// Weights are whole numbers; this is the scale.
const SCALE: f64 = (1u64 << 40) as f64;

/// The weights of `words`, in their order; none is 0.
pub(super) fn weights(wordnet: &WordNet, words: &[&str], chance: &mut Chance) -> Vec<u64> {
    let phrases = phrases(wordnet);
    let luck = Skewed::new(DEVIATION);
    let mut ranking: Vec<(f64, usize)> = words
        .iter()
        .enumerate()
        .map(|(index, word)| {
            let phrases = phrases.get(word).copied().unwrap_or(0).min(MAX_PHRASES);
            (f64::from(1 + phrases) / word.len() as f64 * luck.draw(chance), index)
        })
        .collect();
    ranking.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut weights = vec![0; words.len()];
    for (rank, &(_, index)) in ranking.iter().enumerate() {
        weights[index] = weight(rank);
    }
    weights
}

/// The weight of a word at `rank`, from 0.
pub(super) fn weight(rank: usize) -> u64 {
    let rank = rank as f64 + 1.0 + OFFSET;
    let share = if rank < TURN { 1.0 / rank } else { TURN * TURN / (rank * rank * rank) };
    (share * SCALE) as u64
}

/// Number of lemmas of several words that contain each word. Names of biological groups do not count, nor do
/// their own phrases: WordNet has thousands (`genus Pinus`, `Pinus strobus`), but queries have few.
fn phrases(wordnet: &WordNet) -> FxHashMap<&str, u32> {
    let taxonomy = wordnet.taxonomy();
    let groups = wordnet.exact("taxonomic group");
    let is_group = |node: Node| groups.is_some_and(|groups| taxonomy.is_ancestor(groups, node));
    let mut counts = FxHashMap::default();
    for (lemma, _) in wordnet.lemmas().filter(|&(lemma, node)| lemma.contains(' ') && !is_group(node)) {
        for word in lemma.split(' ') {
            *counts.entry(word).or_default() += 1;
        }
    }
    counts.retain(|word, _| !wordnet.exact(word).is_some_and(is_group));
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn popularity_falls_without_a_step_and_never_to_nothing() {
        let weights: Vec<u64> = (0..60_000).map(weight).collect();
        assert!(weights.is_sorted_by(|a, b| a > b));
        let turn = TURN as usize - 10;
        assert!(weights[turn - 1] as f64 / (weights[turn + 1] as f64) < 1.001);
        assert!(weights[59_999] > 1000);
    }

    #[test]
    fn common_words_are_mostly_ahead_of_rare_ones() {
        let wordnet = WordNet::load();
        let words = ["water", "polyvalence", "house", "gingerol", "music", "trepan"];
        let mut wins = 0;
        for seed in 0..50 {
            let weights = weights(wordnet, &words, &mut Chance::new(seed));
            wins += weights.chunks(2).filter(|pair| pair[0] > pair[1]).count();
        }
        assert!(wins > 135, "{wins} of 150");
    }
}
