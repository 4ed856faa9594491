//! Cuts a query into words: in lower case, cut at white space, without punctuation at their ends. Words with
//! punctuation inside are cut there too, unless the taxonomy has them as they are (`e-mail`, `don't`).
//!
//! The words are in one buffer with single spaces between them, so a phrase is a slice of it.

use unicode_normalization::UnicodeNormalization;

/// Treatment of a token that has punctuation inside and is not in the taxonomy.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Compounds {
    Split,
    Keep,
}

#[derive(Default)]
pub(crate) struct Words {
    text: String,
    spans: Vec<(u32, u32)>,
    lower: String,
}

impl Words {
    /// Replaces the words by those of `query`. `stays_whole` decides if a token with punctuation is not cut.
    /// It gets the token and the text after it: first with the whole token, then with the token without
    /// punctuation at its ends.
    pub(crate) fn read(
        &mut self,
        query: &str,
        compounds: Compounds,
        mut stays_whole: impl FnMut(&str, &str) -> bool,
    ) {
        self.text.clear();
        self.spans.clear();
        lower_case(query, &mut self.lower);
        let lower = std::mem::take(&mut self.lower);
        let mut rest = lower.as_str();
        while let Some((token, after)) = next_token(rest) {
            rest = after;
            if token.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
                self.push(token);
                continue;
            }
            let bare = trim(token);
            if bare.is_empty() {
                continue;
            }
            if bare.len() < token.len() && stays_whole(token, rest) {
                self.push(token);
            } else if compounds == Compounds::Keep
                || !bare.contains(is_punctuation)
                || stays_whole(bare, rest)
            {
                self.push(bare);
            } else {
                bare.split(is_punctuation).filter(|part| !part.is_empty()).for_each(|part| self.push(part));
            }
        }
        self.lower = lower;
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.spans.len()
    }

    #[inline]
    pub(crate) fn phrase(&self, first: usize, count: usize) -> &str {
        &self.text[self.spans[first].0 as usize..self.spans[first + count - 1].1 as usize]
    }

    #[inline]
    fn push(&mut self, word: &str) {
        if !self.text.is_empty() {
            self.text.push(' ');
        }
        let start = self.text.len() as u32;
        self.text.push_str(word);
        self.spans.push((start, self.text.len() as u32));
    }
}

/// Cuts `text` at ASCII white space into its first token and the text after it; `None` if it has no token.
#[inline]
pub(crate) fn next_token(text: &str) -> Option<(&str, &str)> {
    let bytes = text.as_bytes();
    let start = bytes.iter().position(|byte| !byte.is_ascii_whitespace())?;
    let length = bytes[start..].iter().position(u8::is_ascii_whitespace).unwrap_or(bytes.len() - start);
    Some((&text[start..start + length], &text[start + length..]))
}

#[inline]
pub(crate) fn trim(token: &str) -> &str {
    token.trim_matches(is_punctuation)
}

pub(crate) fn words_between_signs(text: &str) -> impl Iterator<Item = &str> {
    text.split(|char: char| !char.is_alphanumeric()).filter(|word| !word.is_empty())
}

pub(crate) fn fold(text: &str) -> String {
    let mut lower = String::new();
    lower_case(text, &mut lower);
    lower.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Writes `text` in lower case to `lower`. Compatible Unicode forms (full width, ligatures), typographic
/// apostrophes and all kinds of space become plain characters.
fn lower_case(text: &str, lower: &mut String) {
    lower.clear();
    if text.is_ascii() {
        lower.push_str(text);
        lower.make_ascii_lowercase();
    } else {
        let plain = text.nfkc().map(|char| match char {
            '\u{2018}' | '\u{2019}' => '\'',
            space if space.is_whitespace() => ' ',
            other => other,
        });
        lower.extend(plain.flat_map(char::to_lowercase));
    }
}

/// True for punctuation of ASCII, Latin-1, and the Unicode blocks of general and CJK punctuation. The rule is
/// not "not alphanumeric", because vowel signs of Indic scripts are not alphanumeric but belong to words.
pub(crate) fn is_punctuation(char: char) -> bool {
    char.is_ascii_punctuation()
        || matches!(char, '\u{a1}'..='\u{a9}' | '\u{ab}'..='\u{b1}' | '\u{b4}' | '\u{b6}'..='\u{b8}' | '\u{bb}' | '\u{bf}')
        || matches!(char, '\u{2010}'..='\u{2027}' | '\u{2030}'..='\u{205e}' | '\u{3001}'..='\u{3003}' | '\u{3008}'..='\u{301f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(query: &str, whole: &[&str]) -> Vec<String> {
        let mut words = Words::default();
        words.read(query, Compounds::Split, |token, _| whole.contains(&token));
        (0..words.len()).map(|word| words.phrase(word, 1).to_owned()).collect()
    }

    #[test]
    fn ends_are_trimmed_and_compounds_split_unless_known() {
        assert_eq!(
            words("+Dogs, \"CATS\"  & www.e-mail.com", &[]),
            ["dogs", "cats", "www", "e", "mail", "com"]
        );
        assert_eq!(
            words("e-mail, u.s. 'tis c++", &["e-mail", "u.s.", "c++"]),
            ["e-mail", "u.s.", "tis", "c++"]
        );
        assert_eq!(words(" \t--- ", &[]), [""; 0]);
    }

    #[test]
    fn what_is_not_ascii_is_normalised() {
        assert_eq!(
            words("\u{ff24}og \u{c9}cole \u{ab}x\u{bb} don\u{2019}t", &["don't"]),
            ["dog", "école", "x", "don't"]
        );
        assert_eq!(words("हिन्दी", &[]), ["हिन्दी"]);
        assert_eq!(fold("  New\u{a0}York  "), "new york");
    }

    #[test]
    fn phrases_are_slices() {
        let mut words = Words::default();
        words.read("New-York,  real estate!", Compounds::Split, |_, _| false);
        assert_eq!((words.phrase(0, 2), words.phrase(1, 3)), ("new york", "york real estate"));
    }
}
