//! Unknown words: names, web addresses, numbers and misspellings. In real logs they are a third of the words.
//! They are optional. Without them this file draws no random numbers, so the same seed still gives the same
//! log.

use clump_wordnet::{WordNet, function_word_in, is_stop_word};
use rustc_hash::FxHashSet;

use super::chance::Chance;
use super::popularity::weight;
use super::vocabulary::Vocabulary;

/// Number of distinct made-up words. Their popularity falls with the rank as that of nouns does.
const MADE_UP: usize = 20_000;

/// For each kind, its number in a hundred unknown words.
const KINDS: [(Kind, u64); 4] =
    [(Kind::MadeUp, 66), (Kind::Address, 16), (Kind::Number, 12), (Kind::Misspelling, 6)];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    MadeUp,
    /// A query that consists only of the address. Words of other kinds are added to a query with nouns.
    Address,
    Number,
    Misspelling,
}

/// Share of numbers that are years; the others have one to six digits.
const YEARS: f64 = 0.5;

/// Share of web addresses that begin with `www.`.
const WWW: f64 = 0.6;

const DOMAINS: [(&str, u64); 4] = [("com", 16), ("org", 2), ("net", 1), ("edu", 1)];

/// Of ten made-up words, the numbers of words with two, three and four syllables.
const SYLLABLES: [u64; 3] = [4, 4, 2];

const ONSETS: [&str; 16] =
    ["b", "br", "d", "dr", "l", "m", "n", "p", "pl", "qu", "r", "s", "st", "t", "v", "z"];
const VOWELS: [&str; 6] = ["a", "e", "i", "o", "u", "ia"];
const CODAS: [&str; 8] = ["", "", "", "", "l", "n", "r", "s"];

/// Draws unknown words for the queries of all owners.
pub(super) struct Unknown<'a> {
    vocabulary: &'a Vocabulary<'a>,
    dictionary: Dictionary<'a>,
    /// Share of unknown words in all typed words.
    share: f64,
    made_up: Vec<String>,
    /// Running sums of popularity: `sums[w]` includes made-up word `w` and all before it.
    sums: Vec<u64>,
}

impl<'a> Unknown<'a> {
    pub(super) fn new(
        share: f64,
        wordnet: &'a WordNet,
        vocabulary: &'a Vocabulary<'a>,
        chance: &mut Chance,
    ) -> Unknown<'a> {
        let dictionary = Dictionary::new(wordnet);
        let (mut made_up, mut seen) = (Vec::with_capacity(MADE_UP), FxHashSet::default());
        while made_up.len() < MADE_UP {
            let word = make_up(chance);
            if !dictionary.knows(&word) && seen.insert(word.clone()) {
                made_up.push(word);
            }
        }
        let mut sum = 0;
        let sums = (0..MADE_UP).map(|rank| {
            sum += weight(rank);
            sum
        });
        Unknown { sums: sums.collect(), vocabulary, dictionary, share, made_up }
    }

    /// True if another unknown word follows. The caller asks once after every noun and once after every
    /// unknown word, which results in the wanted share.
    pub(super) fn one_more(&self, chance: &mut Chance) -> bool {
        chance.happens(self.share)
    }

    /// Draws an unknown word, and returns it with its kind.
    pub(super) fn draw(&self, chance: &mut Chance) -> (Kind, String) {
        loop {
            let (kind, _) = KINDS[chance.index(&KINDS.map(|(_, weight)| weight))];
            let word = match kind {
                Kind::MadeUp => self.made_up(chance).to_owned(),
                Kind::Address => self.address(chance),
                Kind::Number => number(chance),
                Kind::Misspelling => self.misspelling(chance),
            };
            if !self.dictionary.knows(&word) {
                return (kind, word);
            }
        }
    }

    /// Draws a made-up word by popularity.
    fn made_up(&self, chance: &mut Chance) -> &str {
        let at = chance.below(self.sums[MADE_UP - 1]);
        &self.made_up[self.sums.partition_point(|&sum| sum <= at)]
    }

    fn address(&self, chance: &mut Chance) -> String {
        let www = if chance.happens(WWW) { "www." } else { "" };
        let (domain, _) = DOMAINS[chance.index(&DOMAINS.map(|(_, weight)| weight))];
        format!("{www}{}.{domain}", self.made_up(chance))
    }

    /// Draws a noun and omits, doubles or exchanges one of its letters. All nouns of the vocabulary are ASCII
    /// and have three letters or more.
    fn misspelling(&self, chance: &mut Chance) -> String {
        let noun = self.vocabulary.word(self.vocabulary.draw(&self.vocabulary.all(), chance));
        let at = 1 + chance.below(noun.len() as u64 - 2) as usize;
        let (before, letter, after) = (&noun[..at], &noun[at..=at], &noun[at + 1..]);
        match chance.below(3) {
            0 => [before, after].concat(),
            1 => [before, letter, letter, after].concat(),
            _ => [before, &after[..1], letter, &after[1..]].concat(),
        }
    }
}

fn number(chance: &mut Chance) -> String {
    let number = if chance.happens(YEARS) {
        // The smaller of two numbers of years is subtracted, since recent years are typed more often.
        2006 - chance.below(60).min(chance.below(60))
    } else {
        let digits = 1 + chance.below(6) as u32;
        chance.below(10_u64.pow(digits))
    };
    number.to_string()
}

fn make_up(chance: &mut Chance) -> String {
    let one_of =
        |parts: &[&'static str], chance: &mut Chance| parts[chance.below(parts.len() as u64) as usize];
    let mut word = String::new();
    for _ in 0..2 + chance.index(&SYLLABLES) {
        word.extend([one_of(&ONSETS, chance), one_of(&VOWELS, chance)]);
    }
    word.push_str(one_of(&CODAS, chance));
    word
}

/// Tests if a word is known to any way of matching.
struct Dictionary<'a> {
    wordnet: &'a WordNet,
    /// All words of phrases. Next to another word, such a word may be matched as part of a noun.
    in_phrases: FxHashSet<&'a str>,
}

impl<'a> Dictionary<'a> {
    fn new(wordnet: &'a WordNet) -> Dictionary<'a> {
        let nouns = wordnet.lemmas().map(|(lemma, _)| lemma);
        let phrases =
            nouns.chain(wordnet.web_senses().map(|(text, _)| text)).filter(|text| text.contains(' '));
        Dictionary { wordnet, in_phrases: phrases.flat_map(|phrase| phrase.split(' ')).collect() }
    }

    fn knows(&self, word: &str) -> bool {
        is_stop_word(word)
            || !function_word_in(word).is_empty()
            || self.wordnet.web_sense(word).is_some()
            || self.wordnet.noun(word).is_some()
            || self.wordnet.linked(word).is_some()
            || self.in_phrases.contains(word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_drawn_and_none_is_known() {
        let (wordnet, mut chance) = (WordNet::load(), Chance::new(1));
        let vocabulary = Vocabulary::new(wordnet, &mut chance);
        let unknown = Unknown::new(0.3, wordnet, &vocabulary, &mut chance);
        let mut counts = [0; KINDS.len()];
        for _ in 0..20_000 {
            let (kind, word) = unknown.draw(&mut chance);
            counts[kind as usize] += 1;
            assert!(!unknown.dictionary.knows(&word), "{word}");
            assert_eq!(kind == Kind::Address, word.contains('.'), "{word}");
            assert_eq!(kind == Kind::Number, word.bytes().all(|byte| byte.is_ascii_digit()), "{word}");
            assert!(word.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'.')), "{word}");
        }
        for ((kind, percent), count) in KINDS.into_iter().zip(counts) {
            let found = count as f64 / 200.0;
            // The found shares are only close to [`KINDS`], since known words are drawn again.
            assert!((found - percent as f64).abs() < 3.0, "{kind:?}: {found} %");
        }
    }

    #[test]
    fn made_up_words_have_a_popularity() {
        let (wordnet, mut chance) = (WordNet::load(), Chance::new(2));
        let vocabulary = Vocabulary::new(wordnet, &mut chance);
        let unknown = Unknown::new(0.3, wordnet, &vocabulary, &mut chance);
        let top = &unknown.made_up[0];
        let draws = (0..50_000).filter(|_| unknown.made_up(&mut chance) == top).count() as f64 / 50_000.0;
        let expected = unknown.sums[0] as f64 / unknown.sums[MADE_UP - 1] as f64;
        assert!((draws / expected - 1.0).abs() < 0.15, "{draws} and not {expected}");
    }
}
