//! Tables with words as keys: an [`Interner`] numbers the words, and the values are stored by number.

use clump_core::containers::Interner;

/// A map from words to values that keeps the order of insertion.
#[derive(Clone, Debug)]
pub(crate) struct Table<T> {
    words: Interner,
    values: Vec<T>,
}

impl<T> Default for Table<T> {
    fn default() -> Table<T> {
        Table { words: Interner::default(), values: Vec::new() }
    }
}

impl<T> Table<T> {
    /// Adds `word` with `value`. If the word already has a value, that value stays and is returned.
    pub(crate) fn insert(&mut self, word: &str, value: T) -> Option<&mut T> {
        let number = self.words.intern(word) as usize;
        if number < self.values.len() {
            return Some(&mut self.values[number]);
        }
        self.values.push(value);
        None
    }

    #[inline]
    pub(crate) fn get(&self, word: &str) -> Option<&T> {
        self.words.find(word).map(|number| &self.values[number as usize])
    }

    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &T)> {
        self.words.names().iter().zip(&self.values)
    }
}

/// A map from phrases to values. A phrase is one word, or several words with single spaces between them.
#[derive(Clone, Debug)]
pub(crate) struct Phrases<T> {
    values: Table<T>,
    /// For each first word, the largest number of words of a phrase that begins with it.
    longest: Table<usize>,
}

impl<T> Default for Phrases<T> {
    fn default() -> Phrases<T> {
        Phrases { values: Table::default(), longest: Table::default() }
    }
}

impl<T: Copy> Phrases<T> {
    /// Adds `phrase`. Returns false if the phrase already has a value, which then stays.
    pub(crate) fn insert(&mut self, phrase: &str, value: T) -> bool {
        self.announce(phrase);
        self.values.insert(phrase, value).is_none()
    }

    /// Makes [`Phrases::longest()`] count `phrase`, without adding a value.
    pub(crate) fn announce(&mut self, phrase: &str) {
        if let Some((first, rest)) = phrase.split_once(' ') {
            let words = 2 + rest.matches(' ').count();
            if let Some(longest) = self.longest.insert(first, words) {
                *longest = words.max(*longest);
            }
        }
    }

    #[inline]
    pub(crate) fn get(&self, phrase: &str) -> Option<T> {
        self.values.get(phrase).copied()
    }

    /// The largest number of words of a phrase that begins with `first_word`; 1 if no phrase does.
    #[inline]
    pub(crate) fn longest(&self, first_word: &str) -> usize {
        self.longest.get(first_word).copied().unwrap_or(1)
    }

    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = (&str, T)> {
        self.values.iter().map(|(phrase, &value)| (phrase, value))
    }
}
