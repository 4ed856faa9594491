//! Phrases with numbers, and how long the longest one is that begins with a given word.

use clump_core::containers::Interner;

#[derive(Default)]
pub(crate) struct Phrases {
    phrases: Interner,
    first_words: Interner,
    /// Words of the longest phrase, by first word.
    longest: Vec<usize>,
}

impl Phrases {
    /// The number of `phrase`, in order of first insertion. Words are separated by single spaces.
    pub(crate) fn insert(&mut self, phrase: &str) -> u32 {
        let words = phrase.split(' ').count();
        let first = phrase.split(' ').next().unwrap_or(phrase);
        let first = self.first_words.intern(first) as usize;
        if first == self.longest.len() {
            self.longest.push(1);
        }
        self.longest[first] = self.longest[first].max(words);
        self.phrases.intern(phrase)
    }

    #[inline]
    pub(crate) fn find(&self, phrase: &str) -> Option<u32> {
        self.phrases.find(phrase)
    }

    /// Words of the longest phrase that begins with `first_word`; 1 if there is none.
    #[inline]
    pub(crate) fn longest(&self, first_word: &str) -> usize {
        self.first_words.find(first_word).map_or(1, |number| self.longest[number as usize])
    }
}
