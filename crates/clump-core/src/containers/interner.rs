//! Distinct texts, numbered in order of first appearance and stored once, end to end.

use super::NameIndex;
use crate::names::Names;

/// A set of texts with dense numbers. A million owners cost their text and 24 to 40 bytes each.
///
/// ```
/// use clump_core::containers::Interner;
///
/// let mut words = Interner::default();
/// assert_eq!(["dog", "cat", "dog"].map(|word| words.intern(word)), [0, 1, 0]);
/// assert_eq!(words.find("cat"), Some(1));
/// assert_eq!(words.find("cow"), None);
/// assert_eq!(words.get(0), "dog");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Interner {
    names: Names,
    index: NameIndex,
}

impl Interner {
    /// The number of `text`; a new one if it has not been seen before.
    ///
    /// # Panics
    /// When there are 2^32 texts already.
    #[inline]
    pub fn intern(&mut self, text: &str) -> u32 {
        self.index.find_or_push(&mut self.names, text)
    }

    /// Gives `text` the next number without looking for it, nor letting it be found: for texts that are known to
    /// differ from all others.
    #[inline]
    pub fn push(&mut self, text: &str) -> u32 {
        self.names.push(text)
    }

    /// The number of `text`, if it has one.
    #[inline]
    pub fn find(&self, text: &str) -> Option<u32> {
        self.index.find(&self.names, text)
    }

    /// The text with `number`.
    ///
    /// # Panics
    /// When there is none.
    #[inline]
    pub fn get(&self, number: u32) -> &str {
        self.names.get(number as usize)
    }

    /// Number of texts.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// True if there is none.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The texts by number.
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.names.bytes() + self.index.bytes()
    }

    /// The texts by number; the index is given up.
    pub fn into_names(self) -> Names {
        self.names
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn numbers_are_those_of_first_appearance() {
        let mut interner = Interner::default();
        assert_eq!(interner.find("a"), None);
        for round in 0..2 {
            for number in 0..1000u32 {
                assert_eq!(interner.intern(&number.to_string()), number, "round {round}");
            }
        }
        assert_eq!((interner.len(), interner.get(17), interner.find("999")), (1000, "17", Some(999)));
        assert_eq!(interner.find("1000"), None);
    }

    proptest! {
        #[test]
        fn an_interner_is_a_list_that_is_searched(
            steps in proptest::collection::vec((proptest::bool::weighted(0.2), "[ab]{0,4}"), 0..200),
        ) {
            let (mut interner, mut naive) = (Interner::default(), Vec::<(String, bool)>::new());
            for (is_pushed, text) in steps {
                let known = naive.iter().position(|(other, can_be_found)| *can_be_found && *other == text);
                prop_assert_eq!(interner.find(&text), known.map(|number| number as u32));
                let number = if is_pushed { interner.push(&text) } else { interner.intern(&text) };
                let next = naive.len();
                prop_assert_eq!(number as usize, known.filter(|_| !is_pushed).unwrap_or(next));
                if number as usize == next {
                    naive.push((text, !is_pushed));
                }
            }
            prop_assert!(interner.into_names().iter().eq(naive.iter().map(|(text, _)| text.as_str())));
        }
    }
}
