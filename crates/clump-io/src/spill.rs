//! Disk space for data that does not fit in memory: sorted segments in one temporary file. The file has no
//! name, so no other process can open it, and it vanishes with the process, even after a crash.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::os::unix::fs::FileExt;
use std::path::Path;

use clump_core::progress::Progress;

const WRITE_BUFFER: usize = 1 << 20;

/// Maximum number of bytes of all read buffers together while segments are merged. A caller can set less.
pub(crate) const READ_BUFFERS: usize = 64 << 20;

pub(crate) struct Spill {
    file: File,
    ends: Vec<u64>,
    /// Maximum number of bytes of all read buffers together while segments are merged.
    buffers: usize,
}

impl Spill {
    /// Creates a temporary file in `folder`. `buffers` is the maximum size in bytes of all read buffers
    /// together. If the system must give the file a name, only the user can read it.
    pub(crate) fn new(folder: &Path, buffers: usize) -> io::Result<Spill> {
        let buffers = buffers.min(READ_BUFFERS);
        Ok(Spill { file: tempfile::tempfile_in(folder)?, ends: Vec::new(), buffers })
    }

    pub(crate) fn segment(&mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        let start = self.len();
        let mut out = BufWriter::with_capacity(WRITE_BUFFER, Written { file: &self.file, end: start });
        write(&mut out)?;
        let written = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        self.ends.push(written.end);
        Ok(())
    }

    fn segments(&self) -> impl ExactSizeIterator<Item = Segment<'_>> {
        let buffer = (self.buffers / self.ends.len().max(1)).clamp(1 << 12, 1 << 20);
        self.ends.iter().enumerate().map(move |(number, &end)| {
            let at = if number == 0 { 0 } else { self.ends[number - 1] };
            BufReader::with_capacity(buffer, Span { file: &self.file, at, end })
        })
    }

    pub(crate) fn len(&self) -> u64 {
        self.ends.last().copied().unwrap_or(0)
    }

    /// Merges all segments in the order of their keys. Of equal keys, the one in the earlier segment comes
    /// first. `read_key` reads the next key of a segment, and `take` reads the data that follows the key.
    pub(crate) fn merge<K: Ord>(
        &self,
        read_key: impl Fn(&mut Segment<'_>) -> io::Result<K>,
        mut take: impl FnMut(K, &mut Segment<'_>) -> io::Result<()>,
    ) -> io::Result<()> {
        let next = |segment: &mut Segment<'_>| {
            let is_over = segment.fill_buf()?.is_empty();
            if is_over { Ok(None) } else { read_key(segment).map(Some) }
        };
        let mut segments: Vec<Segment<'_>> = self.segments().collect();
        let mut heads: BinaryHeap<Reverse<(K, usize)>> = BinaryHeap::new();
        for (number, segment) in segments.iter_mut().enumerate() {
            heads.extend(next(segment)?.map(|key| Reverse((key, number))));
        }
        while let Some(Reverse((key, number))) = heads.pop() {
            take(key, &mut segments[number])?;
            heads.extend(next(&mut segments[number])?.map(|key| Reverse((key, number))));
        }
        Ok(())
    }
}

pub(crate) type Segment<'a> = BufReader<Span<'a>>;

pub(crate) struct Span<'a> {
    file: &'a File,
    at: u64,
    end: u64,
}

impl Read for Span<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = usize::try_from(self.end - self.at).unwrap_or(usize::MAX);
        let length = buffer.len().min(left);
        let count = self.file.read_at(&mut buffer[..length], self.at)?;
        if count == 0 && length > 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        self.at += count as u64;
        Ok(count)
    }
}

struct Written<'a> {
    file: &'a File,
    end: u64,
}

impl Write for Written<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.file.write_at(bytes, self.end)?;
        self.end += count as u64;
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

pub(crate) struct CountedKey<'a> {
    pub key: &'a str,
    /// Distinct owner numbers in ascending order.
    pub owners: &'a [u32],
    pub times: u64,
}

pub(crate) struct SpilledCounts(Spill);

impl SpilledCounts {
    pub(crate) fn new(folder: &Path, buffers: usize) -> io::Result<SpilledCounts> {
        Ok(SpilledCounts(Spill::new(folder, buffers)?))
    }

    /// Appends a segment of ascending keys, each with its distinct ascending owners and number of
    /// occurrences.
    pub(crate) fn push<'k>(
        &mut self,
        mut keys: impl Iterator<Item = (Cow<'k, str>, Vec<u32>, u64)>,
    ) -> io::Result<()> {
        self.0.segment(|out| {
            keys.try_for_each(|(key, owners, times)| {
                out.write_all(&(key.len() as u32).to_le_bytes())?;
                out.write_all(key.as_bytes())?;
                out.write_all(&times.to_le_bytes())?;
                out.write_all(&(owners.len() as u32).to_le_bytes())?;
                owners.iter().try_for_each(|owner| out.write_all(&owner.to_le_bytes()))
            })
        })
    }

    /// Passes every key to `each` once, in ascending order, with its owners from all segments.
    pub(crate) fn merge(
        &self,
        progress: &dyn Progress,
        mut each: impl FnMut(CountedKey<'_>),
    ) -> io::Result<()> {
        let mut owners: Vec<u32> = Vec::new();
        let (mut key, mut times): (Option<String>, u64) = (None, 0);
        let mut hand_out = |key: &str, owners: &mut Vec<u32>, times| {
            if !owners.is_sorted_by(|a, b| a < b) {
                owners.sort_unstable();
                owners.dedup();
            }
            each(CountedKey { key, owners, times });
            owners.clear();
        };
        self.0.merge(read_text, |next, segment| {
            progress.go_on()?;
            if let Some(before) = key.take_if(|key| *key != next) {
                hand_out(&before, &mut owners, std::mem::take(&mut times));
            }
            key = Some(next);
            times = times.saturating_add(read_u64(segment)?);
            for _ in 0..read_u32(segment)? {
                owners.push(read_u32(segment)?);
            }
            Ok(())
        })?;
        if let Some(last) = key {
            hand_out(&last, &mut owners, times);
        }
        Ok(())
    }
}

fn read_text(segment: &mut Segment<'_>) -> io::Result<String> {
    let mut bytes = vec![0; read_u32(segment)? as usize];
    segment.read_exact(&mut bytes)?;
    String::from_utf8(bytes).map_err(|_| io::ErrorKind::InvalidData.into())
}

pub(crate) fn read_u32(segment: &mut Segment<'_>) -> io::Result<u32> {
    let mut bytes = [0; 4];
    segment.read_exact(&mut bytes)?;
    Ok(u32::from_le_bytes(bytes))
}

pub(crate) fn read_u64(segment: &mut Segment<'_>) -> io::Result<u64> {
    let mut bytes = [0; 8];
    segment.read_exact(&mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_are_read_side_by_side_and_nothing_has_a_name() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let mut spill = Spill::new(folder.path(), READ_BUFFERS)?;
        for segment in 0..3u32 {
            spill.segment(|out| (0..1000 * segment).try_for_each(|n| out.write_all(&n.to_le_bytes())))?;
        }
        assert_eq!(spill.len(), 4 * 3000);
        assert_eq!(std::fs::read_dir(folder.path())?.count(), 0);
        let mut segments: Vec<_> = spill.segments().collect();
        for n in 0..1000 {
            assert_eq!((read_u32(&mut segments[2])?, read_u32(&mut segments[1])?), (n, n));
        }
        assert!(read_u32(&mut segments[1]).is_err());
        let mut merged = Vec::new();
        spill.merge(read_u32, |n, _| {
            merged.push(n);
            Ok(())
        })?;
        let expected: Vec<u32> = (0..1000).flat_map(|n| [n, n]).chain(1000..2000).collect();
        assert_eq!(merged, expected);
        Ok(())
    }
}
