//! The cursor that all scanners use: a position in a text. A scanner copies it to look ahead, and drops the
//! copy if it finds nothing.

/// Words that may occur between the word for a number and the number itself, as `no` in `tel no 5550123`.
pub(crate) const FILLERS: &str = "\
    number numbers num no nr id is my card code nummer numero nro";

/// Maximum number of bytes before a position in which words are looked for.
const LONGEST_LOOK_BACK: usize = 128;

/// A position in a text, between two characters.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    /// A cursor at the start of `text`.
    pub(crate) fn new(text: &'a str) -> Cursor<'a> {
        Cursor { text, at: 0 }
    }

    /// A cursor in `text`, `at` bytes after its start.
    pub(crate) fn at_place(text: &'a str, at: usize) -> Cursor<'a> {
        Cursor { text, at }
    }

    /// Number of bytes of the text before the cursor.
    pub(crate) fn at(self) -> usize {
        self.at
    }

    /// The text before the cursor.
    pub(crate) fn behind(self) -> &'a str {
        &self.text[..self.at]
    }

    /// The text after the cursor.
    pub(crate) fn ahead(self) -> &'a str {
        &self.text[self.at..]
    }

    /// The next character, which is not read; `None` at the end of the text.
    pub(crate) fn peek(self) -> Option<char> {
        self.ahead().chars().next()
    }

    /// Reads and returns the next character if `wanted` accepts it.
    pub(crate) fn eat(&mut self, wanted: impl FnOnce(char) -> bool) -> Option<char> {
        let char = self.peek().filter(|&char| wanted(char))?;
        self.at += char.len_utf8();
        Some(char)
    }

    /// Reads and returns the next characters while `wanted` accepts them; this may be none.
    pub(crate) fn eat_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let start = self.at;
        while self.eat(&wanted).is_some() {}
        &self.text[start..self.at]
    }

    /// The position after `text`, which must be the text that comes next.
    pub(crate) fn past(self, text: &str) -> Cursor<'a> {
        debug_assert!(self.ahead().starts_with(text), "the text is ahead");
        Cursor { at: self.at + text.len(), ..self }
    }

    /// Reads exactly `count` digits; more may follow.
    pub(crate) fn digits(&mut self, count: usize) -> Option<&'a str> {
        let digits = self.ahead().get(..count)?;
        digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| self.at += count)?;
        Some(digits)
    }

    /// Reads the gap between two groups of a number: spaces, at most one sign that `is_sign` accepts, spaces.
    /// Returns the sign, or a space if there are only spaces, or `None` if there is no gap.
    pub(crate) fn gap(&mut self, is_sign: impl Fn(char) -> bool) -> Option<char> {
        let has_space = self.spaces();
        let sign = self.eat(is_sign);
        if sign.is_some() {
            self.spaces();
        }
        sign.or(has_space.then_some(' '))
    }

    /// Reads up to three spaces. Returns true if there was at least one.
    pub(crate) fn spaces(&mut self) -> bool {
        (0..3).take_while(|_| self.eat(is_space).is_some()).count() > 0
    }

    /// Reads one of the words of `list`, ignoring case.
    pub(crate) fn word_of(&mut self, list: &str) -> Option<&'a str> {
        let mut next = *self;
        let word = next.eat_while(char::is_alphanumeric);
        is_one_of(word, list).then(|| {
            *self = next;
            word
        })
    }

    /// True if the words before the cursor tell the kind of the number after it: one of `names`, possibly
    /// followed by fillers, as in `tel. no: `. A word can be both a filler and a name, such as `card`.
    pub(crate) fn is_named(self, names: &str) -> bool {
        let mut words = self.words_behind().take(4);
        let last = words.find(|word| is_one_of(word, names) || !is_one_of(word, FILLERS));
        last.is_some_and(|word| is_one_of(word, names))
    }

    /// True if no letter or digit is directly before the cursor, not even across a hyphen, a dot or a slash.
    /// Otherwise the text after it is the tail of a part number, a decimal number, a date or a path. A
    /// currency sign before it makes it an amount of money, which is not an identifier either.
    pub(crate) fn free_behind(self) -> bool {
        let mut behind = self.behind().chars().rev();
        match behind.next() {
            Some('_' | '$' | '£' | '€') => false,
            Some('-' | '.' | '/') => !behind.next().is_some_and(char::is_alphanumeric),
            char => !char.is_some_and(char::is_alphanumeric),
        }
    }

    /// True if no letter or digit follows directly, not even across one hyphen, dot or slash.
    pub(crate) fn free_ahead(self) -> bool {
        let mut ahead = self.ahead().chars();
        match ahead.next() {
            Some('_') => false,
            Some('-' | '.' | '/') => !ahead.next().is_some_and(char::is_alphanumeric),
            char => !char.is_some_and(char::is_alphanumeric),
        }
    }

    /// The words before the cursor, from right to left. Everything except letters and digits separates words.
    pub(crate) fn words_behind(self) -> impl Iterator<Item = &'a str> {
        let mut from = self.at.saturating_sub(LONGEST_LOOK_BACK);
        while !self.text.is_char_boundary(from) {
            from += 1;
        }
        words(&self.text[from..self.at]).rev()
    }

    /// The words after the cursor, from left to right.
    pub(crate) fn words_ahead(self) -> impl Iterator<Item = &'a str> {
        words(self.ahead())
    }
}

fn words(text: &str) -> impl DoubleEndedIterator<Item = &str> {
    text.split(|char: char| !char.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// True if `word` is one of the words of `list`, which are in lower case with spaces between them.
pub(crate) fn is_one_of(word: &str, list: &str) -> bool {
    // Bytes, because a search for a character costs more than these short words.
    list.as_bytes().split(|&byte| byte == b' ').any(|entry| entry.eq_ignore_ascii_case(word.as_bytes()))
}

/// True for the characters that people type or paste as a hyphen.
pub(crate) fn is_hyphen(char: char) -> bool {
    matches!(char, '-' | '\u{2010}'..='\u{2013}' | '\u{2212}')
}

/// True for a space. Some queries have a plus sign between words, as URLs do.
pub(crate) fn is_space(char: char) -> bool {
    matches!(char, ' ' | '\u{a0}' | '+')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str, place: usize) -> Cursor<'_> {
        Cursor { text, at: place }
    }

    #[test]
    fn what_touches_is_not_free() {
        for (text, place) in [("ab12", 2), ("a-12", 2), ("1.12", 2), ("9/12", 2), ("$12", 1), ("_12", 1)] {
            assert!(!at(text, place).free_behind(), "{text}");
        }
        for (text, place) in [("12", 0), ("a 12", 2), ("(12", 1), (" -12", 2), ("é, 12", 4)] {
            assert!(at(text, place).free_behind(), "{text}");
        }
        for text in ["12a", "12-3", "12.3", "12_", "12é"] {
            assert!(!at(text, 2).free_ahead(), "{text}");
        }
        for text in ["12", "12.", "12 a", "12, 13", "12)", "12- "] {
            assert!(at(text, 2).free_ahead(), "{text}");
        }
    }

    #[test]
    fn a_name_may_have_fillers_after_it() {
        for text in ["card ", "card number ", "visa card no. ", "my card is "] {
            assert!(at(text, text.len()).is_named("card visa"), "{text}");
        }
        for text in ["card game ", "number ", ""] {
            assert!(!at(text, text.len()).is_named("card visa"), "{text}");
        }
    }

    #[test]
    fn reading_stops_where_it_must() {
        let mut cursor = Cursor::new("12é4");
        assert_eq!(cursor.digits(3), None);
        assert_eq!(cursor.digits(2), Some("12"));
        assert_eq!(cursor.eat_while(char::is_alphabetic), "é");
        assert_eq!(cursor.eat(|char| char == '5'), None);
        assert_eq!((cursor.at(), cursor.ahead(), cursor.behind()), (4, "4", "12é"));
    }
}
