//! The popularity of words: a Zipf law over an estimated ranking of words.
//!
//! WordNet has no counts of words in queries, so the ranking is estimated from its phrases: common words are
//! in many phrases. In the Excite log of shared/data a word in no phrase occurs 0.009 times on average, in
//! two phrases 0.024, in 5 to 9 phrases 0.1, in 20 to 49 phrases 0.4, in more 0.9. So the estimate is the
//! number of phrases plus one, up to a maximum that keeps `genus` (3,681 phrases) from the top. It is divided
//! by the length, since short words are commoner. A random factor lets rare words have any rank.
//!
//! The law has two parts, as in large vocabularies (Ferrer i Cancho and Solé, 2001): 1 / rank for the common
//! words, and 1 / rank^3 for the others. With 1 / rank alone, 53,058 owners would use nearly all of WordNet's
//! words, but the paper's log uses about half.

use clump_core::taxonomy::Node;
use clump_wordnet::WordNet;
use rustc_hash::FxHashMap;

use super::chance::{Chance, Skewed};

/// Maximum number of phrases that counts for a word.
const MAX_PHRASES: u32 = 60;

/// Standard deviation of the logarithm of the random factor.
const DEVIATION: f64 = 1.2;

/// Added to each rank, to limit the top words: the commonest word has 1.5 % of all draws. In the Excite log
/// `free` has 1.1 % of the nouns.
const OFFSET: f64 = 9.0;

/// The rank at which 1 / rank^3 begins. It was chosen to get the 19,027 leaves of the paper's Table III.
const TURN: f64 = 4_700.0;

/// Factor that turns weights into whole numbers.
const SCALE: f64 = (1u64 << 40) as f64;

/// Popularity of each of `words`, in their order. No weight is 0.
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

/// Popularity of the word at `rank`, from 0.
pub(super) fn weight(rank: usize) -> u64 {
    let rank = rank as f64 + 1.0 + OFFSET;
    let share = if rank < TURN { 1.0 / rank } else { TURN * TURN / (rank * rank * rank) };
    (share * SCALE) as u64
}

/// For each word, the number of nouns of several words that contain it. Biological groups and their names are
/// not counted: WordNet has thousands (`genus Pinus`, `Pinus strobus`), but queries have few.
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
