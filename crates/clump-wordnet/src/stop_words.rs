//! Stop words, which say nothing about the owner's interest: English function words, and the noise of web
//! addresses.
//!
//! Many stop words are WordNet nouns (`in` is an inch, `as` is arsenic, `us` the United States), so drop them
//! before you look up single words. Look up phrases first: `bill of rights` is one noun.

/// English function words and web noise, sorted for the binary search. The list was written for this crate.
#[rustfmt::skip]
const STOP_WORDS: [&str; 350] = [
    "a", "about", "above", "across", "after", "afterwards", "again", "against", "ain't", "all", "almost",
    "alone", "along", "already", "also", "although", "always", "am", "among", "amongst", "an", "and",
    "another", "any", "anybody", "anyhow", "anyone", "anything", "anyway", "anywhere", "are", "aren",
    "aren't", "around", "as", "asp", "aspx", "at", "away", "be", "became", "because", "become", "becomes",
    "been", "before", "beforehand", "behind", "being", "below", "beside", "besides", "between", "beyond",
    "biz", "both", "but", "by", "can", "can't", "cannot", "cgi", "com", "could", "couldn", "couldn't",
    "d", "did", "didn", "didn't", "do", "does", "doesn", "doesn't", "doing", "don", "don't", "done",
    "down", "during", "each", "edu", "either", "else", "elsewhere", "enough", "etc", "even", "ever",
    "every", "everybody", "everyone", "everything", "everywhere", "except", "few", "for", "former",
    "formerly", "from", "ftp", "further", "gov", "had", "hadn", "hadn't", "has", "hasn", "hasn't", "have",
    "haven", "haven't", "having", "he", "he'd", "he'll", "he's", "hence", "her", "here", "hereby",
    "herein", "hers", "herself", "him", "himself", "his", "how", "however", "htm", "html", "http",
    "https", "i", "i'd", "i'll", "i'm", "i've", "if", "in", "indeed", "info", "instead", "into", "is",
    "isn", "isn't", "it", "it'd", "it'll", "it's", "its", "itself", "jsp", "just", "latter", "least",
    "less", "lest", "let", "let's", "ll", "m", "many", "may", "maybe", "me", "meanwhile", "might", "more",
    "moreover", "most", "mostly", "much", "must", "mustn", "mustn't", "my", "myself", "namely", "neither",
    "net", "never", "nevertheless", "no", "nobody", "none", "nonetheless", "nor", "not", "nothing", "now",
    "nowhere", "o", "of", "off", "often", "on", "once", "one", "only", "onto", "or", "org", "other",
    "others", "otherwise", "ought", "our", "ours", "ourselves", "out", "over", "own", "per", "perhaps",
    "php", "please", "quite", "rather", "re", "really", "s", "same", "seem", "seemed", "seems", "several",
    "shall", "shan", "shan't", "she", "she'd", "she'll", "she's", "should", "shouldn", "shouldn't",
    "since", "so", "some", "somebody", "somehow", "someone", "something", "sometime", "sometimes",
    "somewhere", "still", "such", "t", "than", "that", "that's", "the", "their", "theirs", "them",
    "themselves", "then", "thence", "there", "there's", "thereafter", "thereby", "therefore", "therein",
    "these", "they", "they'd", "they'll", "they're", "they've", "this", "those", "though", "through",
    "throughout", "thus", "till", "to", "together", "too", "toward", "towards", "under", "unless",
    "until", "up", "upon", "url", "us", "ve", "very", "via", "was", "wasn", "wasn't", "we", "we'd",
    "we'll", "we're", "we've", "were", "weren", "weren't", "what", "what's", "whatever", "when", "whence",
    "whenever", "where", "where's", "whereas", "whereby", "wherein", "wherever", "whether", "which",
    "whichever", "while", "whither", "who", "who's", "whoever", "whom", "whose", "why", "will", "with",
    "within", "without", "won", "won't", "would", "wouldn", "wouldn't", "www", "yes", "yet", "you",
    "you'd", "you'll", "you're", "you've", "your", "yours", "yourself", "yourselves",
];

/// True if `word`, in lower case, is an English function word or web noise.
///
/// ```
/// assert!(clump_wordnet::is_stop_word("the"));
/// assert!(clump_wordnet::is_stop_word("www"));
/// assert!(!clump_wordnet::is_stop_word("dog"));
/// ```
pub fn is_stop_word(word: &str) -> bool {
    STOP_WORDS.binary_search(&word).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_sorted_lower_case_and_without_repeats() {
        assert!(STOP_WORDS.is_sorted_by(|a, b| a < b));
        assert!(
            STOP_WORDS.iter().all(|word| word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'\''))
        );
    }

    #[test]
    fn nouns_are_not_found() {
        for noun in ["dog", "may day", "", "zoo", "york", "will smith", "internet", "page"] {
            assert!(!is_stop_word(noun), "{noun}");
        }
    }
}
