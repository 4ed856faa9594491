//! Unknown words that had to leave memory: sorted segments on disk, merged in the end.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::io::{self, Read};
use std::path::Path;

use super::UnknownWords;
use crate::spill::{Segment, Spill, is_over, read_u32, read_u64};

/// How many words are named in the end. A list that did not fit in memory is one that nobody reads to its end.
const NAMED: usize = 100_000;

pub(crate) struct SpilledWords {
    spill: Spill,
}

impl SpilledWords {
    pub(crate) fn new(folder: &Path) -> io::Result<Self> {
        Ok(SpilledWords { spill: Spill::new(folder)? })
    }

    /// Appends words, distinct among themselves, with their counts.
    pub(crate) fn push<'a>(&mut self, counted: impl Iterator<Item = (&'a str, u64)>) -> io::Result<()> {
        let mut sorted: Vec<(&str, u64)> = counted.collect();
        sorted.sort_unstable();
        self.spill.segment(|out| {
            sorted.iter().try_for_each(|(word, count)| {
                out.write_all(&(word.len() as u32).to_le_bytes())?;
                out.write_all(word.as_bytes())?;
                out.write_all(&count.to_le_bytes())
            })
        })
    }

    /// Adds up the counts of each word, counts the words, and names the most frequent ones.
    pub(crate) fn merge(&self) -> io::Result<UnknownWords> {
        let mut segments: Vec<Segment<'_>> = self.spill.segments().collect();
        let mut heads: BinaryHeap<Reverse<(String, usize)>> = BinaryHeap::new();
        for (number, segment) in segments.iter_mut().enumerate() {
            heads.extend(read_word(segment)?.map(|word| Reverse((word, number))));
        }
        // The least of those to be named is on top.
        let mut named: BinaryHeap<(Reverse<u64>, String)> = BinaryHeap::new();
        let mut distinct = 0;
        while let Some(Reverse((word, number))) = heads.pop() {
            let mut count = read_u64(&mut segments[number])?;
            heads.extend(read_word(&mut segments[number])?.map(|word| Reverse((word, number))));
            while let Some(Reverse((next, number))) = heads.peek()
                && *next == word
            {
                let number = *number;
                heads.pop();
                count = count.saturating_add(read_u64(&mut segments[number])?);
                heads.extend(read_word(&mut segments[number])?.map(|word| Reverse((word, number))));
            }
            distinct += 1;
            named.push((Reverse(count), word));
            if named.len() > NAMED {
                named.pop();
            }
        }
        let named: Vec<_> = named.into_vec();
        let counted = named.iter().map(|(Reverse(count), word)| (word.as_str(), *count));
        Ok(UnknownWords { distinct, ..UnknownWords::new(counted) })
    }
}

/// The next word; `None` where there is none.
fn read_word(segment: &mut Segment<'_>) -> io::Result<Option<String>> {
    if is_over(segment)? {
        return Ok(None);
    }
    let mut bytes = vec![0; read_u32(segment)? as usize];
    segment.read_exact(&mut bytes)?;
    String::from_utf8(bytes).map(Some).map_err(|_| io::ErrorKind::InvalidData.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_of_a_word_are_added_over_all_segments() -> io::Result<()> {
        let mut spilled = SpilledWords::new(&std::env::temp_dir())?;
        spilled.push([("b", 1), ("a", 4)].into_iter())?;
        spilled.push([].into_iter())?;
        spilled.push([("c", 2), ("b", 6), ("", 1)].into_iter())?;
        let words = spilled.merge()?;
        assert_eq!(words.iter().collect::<Vec<_>>(), [("b", 7), ("a", 4), ("c", 2), ("", 1)]);
        assert_eq!(words.len(), 4);
        Ok(())
    }

    #[test]
    fn only_the_most_frequent_are_named_but_all_are_counted() -> io::Result<()> {
        let words: Vec<String> = (0..NAMED + 10).map(|number| format!("{number:06}")).collect();
        let counts = words.iter().enumerate();
        let mut spilled = SpilledWords::new(&std::env::temp_dir())?;
        spilled.push(counts.map(|(number, word)| (word.as_str(), 1 + number as u64 / 10)))?;
        let words = spilled.merge()?;
        assert_eq!((words.len(), words.iter().len()), (NAMED + 10, NAMED));
        assert!(words.iter().all(|(_, count)| count > 1));
        Ok(())
    }
}
