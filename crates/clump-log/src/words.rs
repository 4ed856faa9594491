//! The words of a query, as all methods on lines take them.

/// The words of `query` in lower case: what white space separates, without punctuation at its ends. What is nothing but
/// punctuation is no word.
pub fn words(query: &str) -> impl Iterator<Item = String> + '_ {
    query
        .split_whitespace()
        .map(|word| word.trim_matches(|char: char| char.is_ascii_punctuation()).to_lowercase())
        .filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    #[test]
    fn words_are_lower_case_and_bare() {
        let words: Vec<String> = super::words(" +Dogs,  \"CATS\" & e-mail! ").collect();
        assert_eq!(words, ["dogs", "cats", "e-mail"]);
    }
}
