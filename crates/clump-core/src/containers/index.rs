//! Finding a text among texts that are stored once, elsewhere.
//!
//! Open addressing with linear probing, at most half full. A place holds the number of a text and a piece of its hash, not
//! the text: 8 bytes. A text that is not there is almost always refused by the pieces alone, and one that is there costs
//! one comparison.

use std::hash::BuildHasher;

use rustc_hash::FxBuildHasher;

use crate::names::Names;

/// A place of the table: a piece of the hash, and the number of the text plus one. 0 is free.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    tag: u32,
    number: u32,
}

/// An index of [`Names`]. It does not hold them: every call must be given the same ones. Of equal names it finds the
/// first. 16 to 32 bytes for each name.
///
/// ```
/// use clump_core::containers::NameIndex;
/// use clump_core::names::Names;
///
/// let names: Names = ["apple", "fig", "apple"].into_iter().collect();
/// let index = NameIndex::new(&names);
/// assert_eq!(index.find(&names, "fig"), Some(1));
/// assert_eq!(index.find(&names, "apple"), Some(0));
/// assert_eq!(index.find(&names, "pear"), None);
/// ```
#[derive(Clone, Debug, Default)]
pub struct NameIndex {
    /// A power of two of slots, or none.
    slots: Vec<Slot>,
    taken: usize,
}

impl NameIndex {
    /// An index of all `names`. O(text).
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

    /// The number of the first name that is `text`.
    #[inline]
    pub fn find(&self, names: &Names, text: &str) -> Option<u32> {
        if self.slots.is_empty() { None } else { self.probe(names, tag(text), text).ok() }
    }

    /// The number of `text`, which is appended to `names` if it is not found.
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

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.slots.len() * size_of::<Slot>()
    }

    #[inline]
    fn take(&mut self, free: usize, tag: u32, number: u32) {
        self.slots[free] = Slot { tag, number: number + 1 };
        self.taken += 1;
    }

    /// The number of `text`, or the free slot it would take. Needs a free slot.
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
}
