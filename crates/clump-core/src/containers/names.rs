//! Many short strings in one allocation, an index that finds a string, and both combined.

use std::hash::BuildHasher;

use rustc_hash::FxBuildHasher;

use super::Bounds;

/// A list of strings, stored end to end as [`Ragged`](crate::containers::Ragged) stores other values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    text: String,
    /// Range of bytes in `text` of each string.
    bounds: Bounds,
}

impl Names {
    /// Appends `name` and returns its number.
    pub fn push(&mut self, name: &str) -> u32 {
        let number = u32::try_from(self.len()).expect("fewer than 2^32 names");
        self.text.push_str(name);
        self.bounds.push(self.text.len());
        number
    }

    /// The name with number `index`, from 0.
    #[inline]
    pub fn get(&self, index: usize) -> &str {
        &self.text[self.bounds.get(index)]
    }

    /// Number of names.
    pub fn len(&self) -> usize {
        self.bounds.len()
    }

    /// True if the list of names is empty.
    pub fn is_empty(&self) -> bool {
        self.bounds.is_empty()
    }

    /// Memory in use, in bytes.
    pub fn bytes(&self) -> usize {
        self.text.len() + self.len() * size_of::<usize>()
    }

    /// All names in the order of their numbers.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> {
        self.bounds.iter().map(|range| &self.text[range])
    }
}

impl<'a> FromIterator<&'a str> for Names {
    fn from_iter<I: IntoIterator<Item = &'a str>>(names: I) -> Self {
        let mut list = Names::default();
        for name in names {
            list.push(name);
        }
        list
    }
}

// An index that finds a text among texts that are stored elsewhere.
//
// Open addressing with linear probing, at most half full. A slot holds the number of a text and 32 bits of its
// hash, not the text: 8 bytes. An unknown text is almost always refused by the hash bits alone, and a known one
// costs one comparison.

/// A slot of the hash table: 32 bits of the hash, and the number of the text plus one. Number 0 marks a free slot.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    tag: u32,
    number: u32,
}

/// An index of [`Names`]. It does not store the names: every call must pass the same ones. Of equal names it finds
/// the first. 16 to 32 bytes for each name.
#[derive(Clone, Debug, Default)]
pub struct NameIndex {
    /// The hash table; its length is 0 or a power of two.
    slots: Vec<Slot>,
    taken: usize,
}

impl NameIndex {
    /// Creates an index of all `names`. O(text).
    pub fn new(names: &Names) -> NameIndex {
        let slots = if names.is_empty() { 0 } else { (2 * names.len()).next_power_of_two() };
        let mut index = NameIndex { slots: vec![Slot::default(); slots], taken: 0 };
        for (name, number) in names.iter().zip(0..) {
            let tag = tag(name);
            if let Err(free) = index.probe(names, tag, name) {
                index.take(free, tag, number);
            }
        }
        index
    }

    /// The number of the first name equal to `text`; `None` if there is none.
    #[inline]
    pub fn find(&self, names: &Names, text: &str) -> Option<u32> {
        if self.slots.is_empty() { None } else { self.probe(names, tag(text), text).ok() }
    }

    /// The number of `text`, which is appended to `names` if it is new.
    #[inline]
    pub(super) fn find_or_push(&mut self, names: &mut Names, text: &str) -> u32 {
        if 2 * self.taken >= self.slots.len() {
            self.grow();
        }
        let tag = tag(text);
        match self.probe(names, tag, text) {
            Ok(number) => number,
            Err(free) => {
                let number = names.push(text);
                self.take(free, tag, number);
                number
            }
        }
    }

    /// Memory in use, in bytes.
    pub fn bytes(&self) -> usize {
        self.slots.len() * size_of::<Slot>()
    }

    #[inline]
    fn take(&mut self, free: usize, tag: u32, number: u32) {
        self.slots[free] = Slot { tag, number: number + 1 };
        self.taken += 1;
    }

    /// The number of `text`, or the index of the free slot where it belongs. The table must have a free slot.
    #[inline]
    fn probe(&self, names: &Names, tag: u32, text: &str) -> Result<u32, usize> {
        let mask = self.slots.len() - 1;
        let mut at = tag as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot.number == 0 {
                return Err(at);
            }
            if slot.tag == tag && names.get(slot.number as usize - 1) == text {
                return Ok(slot.number - 1);
            }
            at = (at + 1) & mask;
        }
    }

    fn grow(&mut self) {
        let old = std::mem::take(&mut self.slots);
        let mask = (2 * old.len()).max(64) - 1;
        self.slots = vec![Slot::default(); mask + 1];
        for slot in old.into_iter().filter(|slot| slot.number != 0) {
            let mut at = slot.tag as usize & mask;
            while self.slots[at].number != 0 {
                at = (at + 1) & mask;
            }
            self.slots[at] = slot;
        }
    }
}

#[inline]
fn tag(text: &str) -> u32 {
    FxBuildHasher.hash_one(text) as u32
}

// Distinct texts, numbered in order of first appearance and stored once, end to end.

/// A set of texts with consecutive numbers from 0. A million texts cost their bytes and 24 to 40 bytes each.
#[derive(Clone, Debug, Default)]
pub struct Interner {
    names: Names,
    index: NameIndex,
}

impl Interner {
    /// The number of `text`; a new number if the text is new.
    #[inline]
    pub fn intern(&mut self, text: &str) -> u32 {
        self.index.find_or_push(&mut self.names, text)
    }

    /// Gives `text` the next number without a search, and without an entry in the index. Only for texts that differ
    /// from all others.
    #[inline]
    pub fn push(&mut self, text: &str) -> u32 {
        self.names.push(text)
    }

    /// The number of `text`, or `None` if it has none.
    #[inline]
    pub fn find(&self, text: &str) -> Option<u32> {
        self.index.find(&self.names, text)
    }

    /// The text with this number.
    #[inline]
    pub fn get(&self, number: u32) -> &str {
        self.names.get(number as usize)
    }

    /// Number of texts.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// True if the set has no texts.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// All texts in the order of their numbers.
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// Memory in use, in bytes.
    pub fn bytes(&self) -> usize {
        self.names.bytes() + self.index.bytes()
    }

    /// All texts in the order of their numbers; drops the index.
    pub fn into_names(self) -> Names {
        self.names
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn finds_the_first_of_each_name_and_nothing_else(
            given in proptest::collection::vec("[ab]{0,3}", 0..40),
            asked in proptest::collection::vec("[abc]{0,3}", 20),
        ) {
            let names: Names = given.iter().map(String::as_str).collect();
            let index = NameIndex::new(&names);
            for text in given.iter().chain(&asked) {
                let first = given.iter().position(|name| name == text).map(|place| place as u32);
                prop_assert_eq!(index.find(&names, text), first);
            }
        }
    }

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
