//! From a plural to its singulars: WordNet's own rules of detachment for nouns, tried in its order.
//!
//! Differs from WordNet's `morphy` in two points: no rule may leave fewer than three
//! letters (`was` is not the plural of `wa`, nor `las` of `la`), and none applies to a word in `ss` (`boss`).

use std::borrow::Cow;

/// An ending, and what stands in its place in the singular.
const RULES: [(&str, &str); 8] = [
    ("s", ""),
    ("ses", "s"),
    ("xes", "x"),
    ("zes", "z"),
    ("ches", "ch"),
    ("shes", "sh"),
    ("men", "man"),
    ("ies", "y"),
];

/// The shortest singular that a rule may leave.
const MIN_BASE: usize = 3;

/// Where the last word of `phrase` begins.
#[inline]
pub(crate) fn last_word(phrase: &str) -> usize {
    phrase.bytes().rposition(|byte| byte == b' ').map_or(0, |space| space + 1)
}

/// What `phrase` may be a plural of, its last word being inflected. Allocates for two of the eight rules only.
pub(crate) fn singulars(phrase: &str) -> impl Iterator<Item = Cow<'_, str>> {
    let word = &phrase[last_word(phrase)..];
    // Every ending ends in s or n; most words do not.
    let rules: &[(&str, &str)] = match word.as_bytes() {
        [.., b's', b's'] => &[],
        [.., b's' | b'n'] => &RULES,
        _ => &[],
    };
    rules.iter().filter_map(move |&(ending, singular)| {
        let stem = word.strip_suffix(ending)?;
        if stem.len() + singular.len() < MIN_BASE {
            return None;
        }
        let head = phrase.len() - ending.len();
        Some(if ending.starts_with(singular) {
            Cow::Borrowed(&phrase[..head + singular.len()])
        } else {
            Cow::Owned([&phrase[..head], singular].concat())
        })
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
