//! What nouns lead to never changes: the paper's experiments stand on it.

use clump_core::taxonomy::Node;
use clump_wordnet::WordNet;

#[test]
fn nouns_lead_where_they_always_led() {
    let wordnet = WordNet::load();
    let mut exact = Fnv::new();
    for (lemma, node) in wordnet.lemmas() {
        exact.write(lemma, Some(node));
    }
    let mut noun = Fnv::new();
    for (lemma, _) in wordnet.lemmas() {
        for form in ["s", "es", "ed", "ing", "er", "est"].map(|ending| [lemma, ending].concat()) {
            noun.write(&form, wordnet.noun(&form));
        }
    }
    let mut phrases = Fnv::new();
    for (word, _) in wordnet.words() {
        phrases.write(word, Some(Node(wordnet.longest_phrase(word) as u32)));
    }
    assert_eq!(
        [exact.0, noun.0, phrases.0],
        [4_736_680_674_509_304_587, 6_004_447_961_217_337_249, 9_116_146_372_706_740_686]
    );
}

/// A hash that no version of a library changes (FNV-1a).
struct Fnv(u64);

impl Fnv {
    fn new() -> Fnv {
        Fnv(0xcbf2_9ce4_8422_2325)
    }

    fn write(&mut self, word: &str, node: Option<Node>) {
        let number = node.map_or(u32::MAX, |node| node.0).to_le_bytes();
        for byte in word.bytes().chain(number) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}
