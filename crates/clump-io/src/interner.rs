//! Distinct strings, numbered in order of first appearance and stored once: the table holds numbers and a piece of
//! each hash, not keys, so a million owners cost their text and 16 bytes each.

use std::hash::BuildHasher;

use clump_core::names::Names;
use rustc_hash::FxBuildHasher;

/// A place of the table: a piece of the hash, and the number of the string plus one. 0 is free.
#[derive(Clone, Copy, Default)]
struct Slot {
    tag: u32,
    number: u32,
}

/// A set of strings with numbers.
#[derive(Default)]
pub(crate) struct Interner {
    names: Names,
    /// A power of two of slots, at most half of them taken; linear probing.
    slots: Vec<Slot>,
}

impl Interner {
    /// The number of `text`; a new one if it has not been seen before.
    #[inline]
    pub(crate) fn intern(&mut self, text: &str) -> u32 {
        if 2 * self.names.len() >= self.slots.len() {
            self.grow();
        }
        let tag = tag(text);
        match self.probe(tag, text) {
            Ok(number) => number,
            Err(free) => {
                let number = self.names.push(text);
                self.slots[free] = Slot { tag, number: number + 1 };
                number
            }
        }
    }

    /// Gives `text` the next number without looking for it, nor letting it be found: for texts that are known to
    /// differ from all others.
    #[inline]
    pub(crate) fn push(&mut self, text: &str) -> u32 {
        self.names.push(text)
    }

    /// The number of `text`, if it has one.
    #[inline]
    pub(crate) fn find(&self, text: &str) -> Option<u32> {
        if self.slots.is_empty() { None } else { self.probe(tag(text), text).ok() }
    }

    /// The string with `number`.
    #[inline]
    pub(crate) fn get(&self, number: u32) -> &str {
        self.names.get(number as usize)
    }

    /// The strings by number.
    pub(crate) fn names(&self) -> &Names {
        &self.names
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        self.names.bytes() + self.slots.len() * size_of::<Slot>()
    }

    /// The strings by number; the table is given up.
    pub(crate) fn into_names(self) -> Names {
        self.names
    }

    /// The number of `text`, or the free slot it would take. Needs a free slot.
    #[inline]
    fn probe(&self, tag: u32, text: &str) -> Result<u32, usize> {
        let mask = self.slots.len() - 1;
        let mut at = tag as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot.number == 0 {
                return Err(at);
            }
            if slot.tag == tag && self.get(slot.number - 1) == text {
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
        assert_eq!((interner.names().len(), interner.get(17), interner.find("999")), (1000, "17", Some(999)));
        assert_eq!(interner.find("1000"), None);
    }
}
