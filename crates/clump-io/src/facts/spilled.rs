//! Counts that had to leave memory: segments sorted by key on disk, merged in the end.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::io::{self, Read};
use std::path::Path;

use clump_core::progress::Progress;

use super::counter::CountedKey;
use crate::spill::{Segment, Spill, is_over, read_u32, read_u64};

pub(super) struct SpilledCounts {
    spill: Spill,
}

impl SpilledCounts {
    pub(super) fn new(folder: &Path) -> io::Result<SpilledCounts> {
        Ok(SpilledCounts { spill: Spill::new(folder)? })
    }

    /// Appends keys in ascending order, each with its owners, distinct and ascending, and how often it came.
    pub(super) fn push<'k>(
        &mut self,
        mut keys: impl Iterator<Item = (&'k str, Vec<u32>, u64)>,
    ) -> io::Result<()> {
        self.spill.segment(|out| {
            keys.try_for_each(|(key, owners, times)| {
                out.write_all(&(key.len() as u32).to_le_bytes())?;
                out.write_all(key.as_bytes())?;
                out.write_all(&times.to_le_bytes())?;
                out.write_all(&(owners.len() as u32).to_le_bytes())?;
                owners.iter().try_for_each(|owner| out.write_all(&owner.to_le_bytes()))
            })
        })
    }

    /// Hands out every key once, in ascending order, with the owners of all segments.
    pub(super) fn merge(
        &self,
        progress: &dyn Progress,
        mut each: impl FnMut(CountedKey<'_>),
    ) -> io::Result<()> {
        let mut segments: Vec<Segment<'_>> = self.spill.segments().collect();
        let mut heads: BinaryHeap<Reverse<(String, usize)>> = BinaryHeap::new();
        for (number, segment) in segments.iter_mut().enumerate() {
            heads.extend(read_key(segment)?.map(|key| Reverse((key, number))));
        }
        let mut owners: Vec<u32> = Vec::new();
        while let Some(Reverse((key, number))) = heads.pop() {
            progress.go_on()?;
            owners.clear();
            let mut times = 0u64;
            let mut number = Some(number);
            let mut parts = 0;
            while let Some(segment) = number {
                parts += 1;
                times = times.saturating_add(read_counts(&mut segments[segment], &mut owners)?);
                heads.extend(read_key(&mut segments[segment])?.map(|key| Reverse((key, segment))));
                number = match heads.peek() {
                    Some(Reverse((next, segment))) if *next == key => Some(*segment),
                    _ => None,
                };
                if number.is_some() {
                    heads.pop();
                }
            }
            if parts > 1 {
                owners.sort_unstable();
                owners.dedup();
            }
            each(CountedKey { key: &key, owners: &owners, times });
        }
        Ok(())
    }
}

/// The next key; `None` where there is none.
fn read_key(segment: &mut Segment<'_>) -> io::Result<Option<String>> {
    if is_over(segment)? {
        return Ok(None);
    }
    let mut bytes = vec![0; read_u32(segment)? as usize];
    segment.read_exact(&mut bytes)?;
    String::from_utf8(bytes).map(Some).map_err(|_| io::ErrorKind::InvalidData.into())
}

/// Appends the owners of the key that was read, and says how often it came.
fn read_counts(segment: &mut Segment<'_>, owners: &mut Vec<u32>) -> io::Result<u64> {
    let times = read_u64(segment)?;
    for _ in 0..read_u32(segment)? {
        owners.push(read_u32(segment)?);
    }
    Ok(times)
}
