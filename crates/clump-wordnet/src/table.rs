//! A hash table from spans of one text to numbers: 100,000 lemmas without 100,000 strings.
//!
//! Open addressing with linear probing, never more than half full. A slot holds 32 bits of the hash and the
//! number of its entry. So the slot alone rejects almost every missing word, and a word that is found costs
//! one comparison of text. The text is outside the table, so several tables can share it.

use std::hash::BuildHasher;
use std::ops::Range;

use rustc_hash::FxBuildHasher;

/// A span of the text and its number.
#[derive(Clone, Copy, Debug)]
struct Entry {
    start: u32,
    len: u32,
    value: u32,
}

/// Numbers by spans of a text. Every call must be given the same text, or one that begins with it.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    /// 0 when free; else the hash in the upper half and the number of the entry plus one in the lower half.
    /// The hash gives the slot in a table of any size, so growing does not read the text.
    slots: Vec<u64>,
    entries: Vec<Entry>,
}

/// Place of a key: its entry, or the free slot for it.
enum Place {
    Taken { entry: usize },
    Free { slot: usize, hash: u32 },
}

impl Default for Table {
    fn default() -> Self {
        Table { slots: vec![0; 16], entries: Vec::new() }
    }
}

impl Table {
    /// An empty table with room for `entries` without growing.
    pub(crate) fn with_room_for(entries: usize) -> Table {
        let slots = (entries * 2 + 1).next_power_of_two().max(16);
        Table { slots: vec![0; slots], entries: Vec::with_capacity(entries) }
    }

    /// Maps the `span` of `text` to `value`. If the key exists already, returns its number for the caller to
    /// keep or to change.
    pub(crate) fn insert(&mut self, text: &str, span: Range<usize>, value: u32) -> Option<&mut u32> {
        match self.place(text, &text[span.clone()]) {
            Place::Taken { entry } => Some(&mut self.entries[entry].value),
            Place::Free { slot, hash } => {
                let start = u32::try_from(span.start).expect("texts are shorter than 4 GiB");
                self.entries.push(Entry { start, len: span.len() as u32, value });
                self.slots[slot] = u64::from(hash) << 32 | self.entries.len() as u64;
                if self.entries.len() * 2 > self.slots.len() {
                    self.grow();
                }
                None
            }
        }
    }

    /// The number of `key`.
    #[inline]
    pub(crate) fn get(&self, text: &str, key: &str) -> Option<u32> {
        match self.place(text, key) {
            Place::Taken { entry } => Some(self.entries[entry].value),
            Place::Free { .. } => None,
        }
    }

    /// Keys and numbers in the order of insertion.
    pub(crate) fn iter<'a>(&'a self, text: &'a str) -> impl ExactSizeIterator<Item = (&'a str, u32)> + 'a {
        self.entries.iter().map(move |entry| {
            let start = entry.start as usize;
            (&text[start..start + entry.len as usize], entry.value)
        })
    }

    #[inline]
    fn place(&self, text: &str, key: &str) -> Place {
        // The low bits are the better mixed ones.
        let hash = FxBuildHasher.hash_one(key) as u32;
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        loop {
            let found = self.slots[slot];
            if found == 0 {
                return Place::Free { slot, hash };
            }
            if (found >> 32) as u32 == hash {
                let number = (found as u32 - 1) as usize;
                let Entry { start, len, .. } = self.entries[number];
                let (start, len) = (start as usize, len as usize);
                if len == key.len() && &text.as_bytes()[start..start + len] == key.as_bytes() {
                    return Place::Taken { entry: number };
                }
            }
            slot = (slot + 1) & mask;
        }
    }

    #[cold]
    fn grow(&mut self) {
        let mask = self.slots.len() * 4 - 1;
        let old = std::mem::replace(&mut self.slots, vec![0; mask + 1]);
        for taken in old.into_iter().filter(|&slot| slot != 0) {
            let mut slot = (taken >> 32) as usize & mask;
            while self.slots[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            self.slots[slot] = taken;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_was_inserted_and_nothing_else() {
        let words: Vec<String> = (0..1000).map(|number| format!("w{number}")).collect();
        let text: String = words.concat();
        let mut table = Table::default();
        let mut start = 0;
        for (number, word) in words.iter().enumerate() {
            assert!(table.insert(&text, start..start + word.len(), number as u32).is_none());
            start += word.len();
        }
        for (number, word) in words.iter().enumerate() {
            assert_eq!(table.get(&text, word), Some(number as u32));
        }
        assert_eq!(table.get(&text, "w1000"), None);
        assert_eq!(table.get(&text, ""), None);
        assert!(table.iter(&text).map(|(key, _)| key).eq(words.iter().map(String::as_str)));
    }

    #[test]
    fn a_key_inserted_twice_is_handed_back() {
        let text = "dog dog";
        let mut table = Table::default();
        assert!(table.insert(text, 0..3, 1).is_none());
        assert_eq!(table.insert(text, 4..7, 2), Some(&mut 1));
        assert_eq!(table.iter(text).len(), 1);
    }

    #[test]
    fn an_empty_table_answers() {
        assert_eq!(Table::default().get("", "dog"), None);
    }
}
