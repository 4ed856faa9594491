//! Finds the possible bases of an inflected form by WordNet's suffix rules, in the order of WordNet.
//!
//! It differs from WordNet's `morphy` in two points. No rule may leave fewer than three letters (`was` is not
//! the plural of `wa`, nor `las` of `la`). No rule applies to a word that ends in `ss` (`boss`).

use std::borrow::Cow;

use crate::link::Endings;

/// Endings of plurals, each with its replacement in the singular.
const PLURALS: [(&str, &str); 8] = [
    ("s", ""),
    ("ses", "s"),
    ("xes", "x"),
    ("zes", "z"),
    ("ches", "ch"),
    ("shes", "sh"),
    ("men", "man"),
    ("ies", "y"),
];

/// Endings of verbs or adjectives, each with its replacement in the base.
const OTHERS: [(&str, &str, Endings); 12] = [
    ("s", "", Endings::VERB),
    ("ies", "y", Endings::VERB),
    ("es", "e", Endings::VERB),
    ("es", "", Endings::VERB),
    ("ed", "e", Endings::VERB),
    ("ed", "", Endings::VERB),
    ("ing", "e", Endings::VERB),
    ("ing", "", Endings::VERB),
    ("er", "", Endings::ADJECTIVE),
    ("est", "", Endings::ADJECTIVE),
    ("er", "e", Endings::ADJECTIVE),
    ("est", "e", Endings::ADJECTIVE),
];

/// Minimum number of bytes of a base that a rule leaves.
const MIN_BASE: usize = 3;

/// Byte offset at which the last word of `phrase` begins.
#[inline]
pub(crate) fn last_word(phrase: &str) -> usize {
    phrase.bytes().rposition(|byte| byte == b' ').map_or(0, |space| space + 1)
}

/// Possible singulars of `phrase`, in which only the last word is inflected. Two of the eight rules allocate.
pub(crate) fn singulars(phrase: &str) -> impl Iterator<Item = Cow<'_, str>> {
    let word = &phrase[last_word(phrase)..];
    // Every ending of a plural ends in s or n, which excludes most words early.
    let rules: &[(&str, &str)] = match word.as_bytes() {
        [.., b's', b's'] => &[],
        [.., b's' | b'n'] => &PLURALS,
        _ => &[],
    };
    rules.iter().filter_map(move |&(ending, singular)| detached(phrase, word.len(), ending, singular))
}

/// Possible bases of `word`, each with the kind of endings that the base must take.
pub(crate) fn bases(word: &str) -> impl Iterator<Item = (Cow<'_, str>, Endings)> {
    let rules: &[(&str, &str, Endings)] = match word.as_bytes() {
        [.., b's', b's'] => &[],
        [.., b's' | b'd' | b'g' | b'r' | b't'] => &OTHERS,
        _ => &[],
    };
    rules
        .iter()
        .filter_map(|&(ending, base, endings)| Some((detached(word, word.len(), ending, base)?, endings)))
}

/// Replaces `ending` of `phrase` by `base`. `None` if the phrase does not end in `ending`, or if its last
/// word, which has `len` bytes, would become too short.
fn detached<'a>(phrase: &'a str, len: usize, ending: &str, base: &str) -> Option<Cow<'a, str>> {
    let stem = phrase.strip_suffix(ending)?;
    if len + base.len() < MIN_BASE + ending.len() {
        return None;
    }
    Some(if ending.starts_with(base) {
        Cow::Borrowed(&phrase[..stem.len() + base.len()])
    } else {
        Cow::Owned([stem, base].concat())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(phrase: &str) -> Vec<String> {
        singulars(phrase).map(Cow::into_owned).collect()
    }

    #[test]
    fn the_eight_rules() {
        assert_eq!(all("dogs"), ["dog"]);
        assert_eq!(all("lenses"), ["lense", "lens"]);
        assert_eq!(all("boxes"), ["boxe", "box"]);
        assert_eq!(all("quizzes"), ["quizze", "quizz"]);
        assert_eq!(all("churches"), ["churche", "church"]);
        assert_eq!(all("bushes"), ["bushe", "bush"]);
        assert_eq!(all("firemen"), ["fireman"]);
        assert_eq!(all("ladies"), ["ladie", "lady"]);
    }

    #[test]
    fn the_rules_of_verbs_and_adjectives() {
        let all = |word| bases(word).map(|(base, _)| base.into_owned()).collect::<Vec<_>>();
        assert_eq!(all("bakes"), ["bake", "bake", "bak"]);
        assert_eq!(all("carries"), ["carrie", "carry", "carrie", "carri"]);
        assert_eq!(all("baked"), ["bake", "bak"]);
        assert_eq!(all("baking"), ["bake", "bak"]);
        assert_eq!(all("cheaper"), ["cheap", "cheape"]);
        assert_eq!(all("safest"), ["saf", "safe"]);
        for word in ["bed", "ring", "her", "rest", "gos", "confess", "dog", ""] {
            assert!(all(word).is_empty(), "{word}");
        }
        assert!(bases("baked").all(|(_, endings)| endings == Endings::VERB));
        assert!(bases("safest").all(|(_, endings)| endings == Endings::ADJECTIVE));
    }

    #[test]
    fn short_bases_and_double_s_are_left_alone() {
        for word in ["was", "las", "us", "s", "", "boss", "mess", "dog", "ss"] {
            assert!(all(word).is_empty(), "{word}");
        }
        assert_eq!(all("ties"), ["tie"]);
    }

    #[test]
    fn only_the_last_word_changes() {
        assert_eq!(all("sales reps"), ["sales rep"]);
        assert_eq!(all("chief ladies"), ["chief ladie", "chief lady"]);
        assert!(all("vitamins as").is_empty(), "the length is that of the word, not of the phrase");
    }
}
