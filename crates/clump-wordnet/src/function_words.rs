//! Function words of seven languages other than English: articles, prepositions, conjunctions, pronouns, and
//! the forms of *to be* and *to have*.
//!
//! Many are English words too (`die`, `den`, `son`, `con`), so this list alone does not drop a word: a German
//! query drops `die`, and an English query about dice does not. The caller decides the language from all
//! words of a query. This file only says in which languages a word is a function word.

use std::ops::BitAnd;
use std::sync::LazyLock;

use rustc_hash::FxHashMap;

/// A set of the seven languages.
///
/// ```
/// use clump_wordnet::function_word_in;
///
/// // "de la" is Spanish or French.
/// assert_eq!((function_word_in("de") & function_word_in("la")).len(), 2);
/// assert!(function_word_in("dog").is_empty());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Languages(u8);

impl Languages {
    /// The empty set.
    pub const EMPTY: Languages = Languages(0);

    /// True if no language is in the set.
    pub fn is_empty(self) -> bool {
        self == Languages::EMPTY
    }

    /// Number of languages in the set.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }
}

impl BitAnd for Languages {
    type Output = Languages;

    /// The languages that both sets contain.
    fn bitand(self, other: Languages) -> Languages {
        Languages(self.0 & other.0)
    }
}

/// The languages in which `word` is a function word. `word` must be in lower case and have its accents,
/// because `dès` and `des` are different words. One look-up in a hash map.
pub fn function_word_in(word: &str) -> Languages {
    WORDS.get(word).copied().unwrap_or_default()
}

static WORDS: LazyLock<FxHashMap<&str, Languages>> = LazyLock::new(|| {
    let mut words: FxHashMap<&str, Languages> = FxHashMap::default();
    for (number, (_, list)) in LISTS.iter().enumerate() {
        list.iter().for_each(|word| words.entry(word).or_default().0 |= 1 << number);
    }
    words
});

/// The function words of each language, sorted. The lists were written for this crate.
#[rustfmt::skip]
const LISTS: [(&str, &[&str]); 7] = [
    ("es", &[
        "a", "al", "como", "con", "cuando", "de", "del", "desde", "donde", "dónde", "e", "el", "ella", "ellos", "en",
        "entre", "era", "es", "esta", "este", "esto", "está", "están", "fue", "ha", "hasta", "hay", "la", "las", "le",
        "les", "lo", "los", "me", "mi", "más", "ni", "no", "nos", "o", "para", "pero", "por", "porque", "que", "quien",
        "qué", "se", "ser", "si", "sin", "sobre", "son", "soy", "su", "sus", "también", "te", "tiene", "tu", "un",
        "una", "unas", "unos", "y", "ya", "yo",
    ]),
    ("fr", &[
        "a", "ai", "au", "aux", "avec", "c", "ce", "ces", "cette", "chez", "comme", "d", "dans", "de", "des", "dont",
        "du", "elle", "elles", "en", "entre", "est", "et", "il", "ils", "je", "l", "la", "le", "les", "leur", "leurs",
        "lui", "ma", "mais", "me", "mes", "mon", "ne", "nos", "notre", "nous", "on", "ont", "ou", "où", "par", "pas",
        "pour", "qu", "que", "qui", "sa", "sans", "se", "ses", "son", "sont", "sous", "sur", "ta", "te", "tes", "ton",
        "tu", "un", "une", "vers", "vos", "votre", "vous", "y", "à", "été", "être",
    ]),
    ("de", &[
        "aber", "als", "am", "an", "auch", "auf", "aus", "bei", "beim", "bin", "bis", "das", "dem", "den", "der",
        "des", "die", "durch", "ein", "eine", "einem", "einen", "einer", "eines", "er", "es", "für", "gegen", "haben",
        "hat", "ich", "ihr", "im", "in", "ist", "kein", "keine", "mein", "meine", "mit", "nach", "nicht", "noch",
        "oder", "ohne", "sein", "sich", "sie", "sind", "so", "um", "und", "uns", "unter", "vom", "von", "vor", "war",
        "was", "wenn", "wer", "wie", "wir", "wird", "wo", "zu", "zum", "zur", "zwischen", "über",
    ]),
    ("it", &[
        "a", "ad", "agli", "ai", "al", "alla", "alle", "allo", "anche", "che", "chi", "ci", "come", "con", "cui", "da",
        "dai", "dal", "dalla", "degli", "dei", "del", "della", "delle", "dello", "di", "dove", "e", "ed", "era", "fra",
        "gli", "ha", "hanno", "i", "il", "in", "io", "la", "le", "lo", "loro", "ma", "mi", "mia", "mio", "nei", "nel",
        "nella", "nelle", "noi", "non", "o", "per", "perché", "più", "quando", "se", "senza", "si", "sono", "sua",
        "sue", "sul", "sulla", "suo", "tra", "tu", "un", "una", "uno", "è",
    ]),
    ("pt", &[
        "a", "ao", "aos", "as", "até", "com", "como", "da", "das", "de", "dele", "do", "dos", "e", "ela", "ele",
        "eles", "em", "entre", "era", "essa", "esse", "esta", "este", "está", "eu", "foi", "há", "isso", "já", "lhe",
        "mais", "mas", "me", "meu", "minha", "muito", "na", "nas", "nem", "no", "nos", "não", "nós", "o", "onde", "os",
        "ou", "para", "pela", "pelo", "por", "porque", "qual", "quando", "que", "quem", "se", "sem", "ser", "seu",
        "sobre", "sua", "são", "também", "te", "tem", "um", "uma", "uns", "você", "à", "às", "é",
    ]),
    ("nl", &[
        "aan", "al", "als", "bij", "dan", "dat", "de", "den", "der", "deze", "die", "dit", "door", "dus", "een", "en",
        "er", "geen", "had", "heb", "heeft", "het", "hij", "hoe", "hun", "ik", "in", "is", "je", "kan", "maar", "me",
        "meer", "met", "mijn", "na", "naar", "niet", "nog", "of", "om", "onder", "ons", "ook", "op", "over", "te",
        "tegen", "ten", "ter", "tot", "uit", "uw", "van", "voor", "waar", "waren", "was", "wat", "werd", "wie", "wij",
        "worden", "wordt", "ze", "zich", "zij", "zijn", "zonder",
    ]),
    ("sv", &[
        "alla", "att", "av", "blev", "de", "dem", "den", "denna", "deras", "det", "detta", "dig", "din", "du", "där",
        "efter", "ej", "eller", "en", "ett", "från", "för", "genom", "ha", "han", "har", "hon", "hos", "hur", "här",
        "i", "in", "inte", "jag", "kan", "man", "med", "mellan", "men", "min", "mot", "mycket", "ni", "nu", "när",
        "och", "om", "oss", "på", "sig", "sin", "som", "så", "till", "under", "upp", "ut", "utan", "vad", "var", "vem",
        "vi", "vid", "än", "är", "över",
    ]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_sorted_lower_case_and_without_repeats() {
        for (language, list) in LISTS {
            assert!(list.is_sorted_by(|a, b| a < b), "{language}");
            assert!(
                list.iter().all(|word| word.to_lowercase() == *word && !word.contains(' ')),
                "{language}"
            );
            assert!((30..80).contains(&list.len()), "{language}: {}", list.len());
        }
    }

    #[test]
    fn a_word_may_belong_to_several_languages_or_to_none() {
        for (word, expected) in [
            ("de", "es fr pt nl sv"),
            ("el", "es"),
            ("der", "de nl"),
            ("das", "de pt"),
            ("für", "de"),
            ("dog", ""),
            ("", ""),
            ("maison", ""),
            ("haus", ""),
            ("casa", ""),
            ("De", ""),
            ("delaware", ""),
            ("fur", ""),
        ] {
            let found = function_word_in(word);
            let is_in = |number: usize| found.0 >> number & 1 == 1;
            let codes =
                LISTS.iter().enumerate().filter(|&(number, _)| is_in(number)).map(|(_, (code, _))| *code);
            assert_eq!(codes.collect::<Vec<_>>().join(" "), expected, "{word}");
            assert_eq!(found.len(), expected.split_whitespace().count(), "{word}");
        }
    }
}
