//! Splits bytes into lines of text, without an allocation per line: the text borrows from one buffer.
//!
//! A byte order mark at the start and a carriage return before the line feed are removed. A line that is not
//! UTF-8 is read as Latin-1, in which every byte is a character; such lines are counted. A NUL byte is an
//! error, because text has none and a binary file must not be read as text. If malformed lines are left out,
//! so are lines with a NUL byte. A line of more than [`LONGEST`] bytes is an error too. A file without line
//! feeds has no rows, and would have to fit in memory as one line.

use std::io::{self, Read};

use memchr::{memchr, memchr_iter};

use crate::error::{Fault, ReadError};
use crate::input::Input;

const CHUNK: usize = 1 << 18;

/// Maximum number of bytes of a line. Lines of real logs have a few hundred bytes.
pub(crate) const LONGEST: usize = 64 << 20;

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

#[derive(Clone, Copy)]
pub(crate) struct Line<'a> {
    /// Line number, from 1.
    pub number: u64,
    pub text: &'a str,
}

/// Returns an error if a line, or a record of several lines, contains a NUL byte.
#[inline]
pub(crate) fn check_nul(text: &str) -> Result<(), Fault> {
    if memchr(0, text.as_bytes()).is_some() { Err(Fault::Nul) } else { Ok(()) }
}

pub(crate) struct Lines<'a> {
    input: Input,
    reader: Box<dyn Read + 'a>,
    buffer: Vec<u8>,
    /// Start of the unread part of `buffer`, which is `buffer[start..end]`.
    start: usize,
    end: usize,
    ended: bool,
    refuses_nul: bool,
    number: u64,
    last: u64,
    latin1: u64,
    decoded: String,
}

impl<'a> Lines<'a> {
    pub(crate) fn new(input: Input, reader: Box<dyn Read + 'a>) -> Result<Self, ReadError> {
        Lines::begin(input, reader, true)
    }

    /// Starts reading lines. If NUL bytes are not refused here, the caller must use [`check_nul`].
    pub(crate) fn begin(
        input: Input,
        reader: Box<dyn Read + 'a>,
        refuses_nul: bool,
    ) -> Result<Self, ReadError> {
        let mut lines = Lines {
            input,
            reader,
            buffer: vec![0; CHUNK],
            start: 0,
            end: 0,
            ended: false,
            refuses_nul,
            number: 0,
            last: u64::MAX,
            latin1: 0,
            decoded: String::new(),
        };
        while lines.end < BYTE_ORDER_MARK.len() && !lines.ended {
            lines.fill()?;
        }
        if lines.buffer[..lines.end].starts_with(BYTE_ORDER_MARK) {
            lines.start = BYTE_ORDER_MARK.len();
        }
        Ok(lines)
    }

    pub(crate) fn first(self, count: Option<u64>) -> Self {
        Lines { last: count.unwrap_or(u64::MAX), ..self }
    }

    pub(crate) fn input(&self) -> &Input {
        &self.input
    }

    pub(crate) fn latin1(&self) -> u64 {
        self.latin1
    }

    pub(crate) fn malformed(&self, line: u64, fault: Fault) -> ReadError {
        ReadError::Malformed { file: self.input.clone(), line, fault }
    }

    fn too_long(&self, line: u64) -> ReadError {
        self.malformed(line, Fault::LongLine { most: LONGEST })
    }

    /// Returns the next lines that are not blank, at most `most`, and keeps them for the next reading. They
    /// stay in memory, so the search ends early after many bytes, and many blank lines are consumed.
    pub(crate) fn peek_lines(&mut self, most: usize) -> Result<Vec<String>, ReadError> {
        let mut lines = Vec::new();
        let mut from = self.start;
        // Number of lines before `from`.
        let mut passed = 0;
        loop {
            let (end, next) = match memchr(b'\n', &self.buffer[from..self.end]) {
                Some(length) => (from + length, from + length + 1),
                None if self.ended => (self.end, self.end),
                None if self.end - from > LONGEST && lines.is_empty() => {
                    return Err(self.too_long(self.number + passed + 1));
                }
                None if self.end - from > LONGEST => return Ok(lines),
                None => {
                    let offset = from - self.start;
                    self.fill()?;
                    from = self.start + offset;
                    continue;
                }
            };
            let line = &self.buffer[from..end];
            if !line.trim_ascii().is_empty() {
                lines.push(String::from_utf8_lossy(line).trim_end_matches('\r').to_owned());
            }
            passed += 1;
            let is_over = next == self.end && self.ended;
            let is_long = next - self.start >= CHUNK;
            if lines.len() >= most || is_over || (!lines.is_empty() && is_long) {
                return Ok(lines);
            }
            if is_long {
                (self.start, self.number, passed) = (next, self.number + passed, 0);
            }
            from = next;
        }
    }

    /// Returns the next line; `None` at the end. The last line does not need a line feed.
    pub(crate) fn next(&mut self) -> Result<Option<Line<'_>>, ReadError> {
        if self.number >= self.last {
            return Ok(None);
        }
        // Bytes that were searched for a line feed are not searched again, so long lines cost linear time.
        let mut searched = 0;
        let (end, next) = loop {
            if let Some(length) = memchr(b'\n', &self.buffer[self.start + searched..self.end]) {
                let end = self.start + searched + length;
                break (end, end + 1);
            }
            if self.ended {
                if self.start == self.end {
                    return Ok(None);
                }
                break (self.end, self.end);
            }
            searched = self.end - self.start;
            if searched > LONGEST {
                break (self.end, self.end);
            }
            self.fill()?;
        };
        if end - self.start > LONGEST {
            return Err(self.too_long(self.number + 1));
        }
        let line = &self.buffer[self.start..end];
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        self.start = next;
        self.number += 1;
        let text = match std::str::from_utf8(line) {
            Ok(text) => text,
            Err(_) => {
                self.latin1 += 1;
                self.decoded.clear();
                self.decoded.extend(line.iter().map(|&byte| char::from(byte)));
                &self.decoded
            }
        };
        Ok(Some(Line { number: self.number, text }))
    }

    fn fill(&mut self) -> Result<(), ReadError> {
        self.buffer.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.start = 0;
        if self.end == self.buffer.len() {
            // One byte more than the maximum is enough to detect a line that is too long.
            let length = (2 * self.end).min(LONGEST + CHUNK).max(self.end + CHUNK);
            self.buffer.resize(length, 0);
        }
        let count = loop {
            match self.reader.read(&mut self.buffer[self.end..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                result => break result.map_err(|source| self.input.io(source))?,
            }
        };
        self.ended = count == 0;
        let fresh = self.end..self.end + count;
        if let Some(offset) = memchr(0, &self.buffer[fresh.clone()]).filter(|_| self.refuses_nul) {
            let before = memchr_iter(b'\n', &self.buffer[..fresh.start + offset]).count() as u64;
            return Err(ReadError::Binary { file: self.input.clone(), line: self.number + before + 1 });
        }
        self.end = fresh.end;
        Ok(())
    }
}

impl ReadError {
    /// Reads the line that caused this error again. The line is a value of the data, so show it only to
    /// people who asked for it. `None` if the error has no line, or if the source cannot be read twice.
    pub fn offending_line(&self) -> Option<String> {
        let ReadError::Malformed { file, line: number, .. } = self else { return None };
        if !file.can_be_read_again() {
            return None;
        }
        let mut lines = Lines::new(file.clone(), file.open(&()).ok()?).ok()?;
        while let Some(line) = lines.next().ok()? {
            if line.number == *number {
                return Some(line.text.to_owned());
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reader that returns one byte per call, as a slow pipe may.
    struct Trickle<'a>(&'a [u8]);

    impl Read for Trickle<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = self.0.len().min(1).min(buffer.len());
            buffer[..count].copy_from_slice(&self.0[..count]);
            self.0 = &self.0[count..];
            Ok(count)
        }
    }

    fn read(bytes: &[u8]) -> Result<(Vec<String>, u64), ReadError> {
        let collect = |reader: Box<dyn Read + '_>| {
            let mut lines = Lines::new(Input::Stdin, reader)?;
            let mut texts = Vec::new();
            while let Some(line) = lines.next()? {
                assert_eq!(line.number, texts.len() as u64 + 1);
                texts.push(line.text.to_owned());
            }
            Ok((texts, lines.latin1()))
        };
        let slow = collect(Box::new(Trickle(bytes)));
        let fast = collect(Box::new(bytes));
        assert_eq!(format!("{slow:?}"), format!("{fast:?}"));
        fast
    }

    #[test]
    fn ends_of_lines_and_the_byte_order_mark_are_taken_away() {
        assert_eq!(read(b"").unwrap().0, [""; 0]);
        assert_eq!(read(b"\n").unwrap().0, [""]);
        assert_eq!(read(b"\xef\xbb\xbfa\r\nb\n\nc").unwrap().0, ["a", "b", "", "c"]);
        assert_eq!(read(b"\xef\xbb\xbf").unwrap().0, [""; 0]);
    }

    #[test]
    fn what_is_not_utf8_is_latin1() {
        let (texts, latin1) = read(b"caf\xe9\ncaf\xc3\xa9\n").unwrap();
        assert_eq!((texts, latin1), (vec!["caf\u{e9}".to_owned(), "caf\u{e9}".to_owned()], 1));
    }

    #[test]
    fn a_nul_byte_is_an_error_with_its_line() {
        assert!(matches!(read(b"a\nb\0"), Err(ReadError::Binary { line: 2, .. })));
    }

    #[test]
    fn a_line_may_be_longer_than_the_buffer() {
        let long = "x".repeat(3 * CHUNK);
        let mut lines = Lines::new(Input::Stdin, Box::new(long.as_bytes())).unwrap();
        assert_eq!(lines.next().unwrap().unwrap().text.len(), long.len());
    }

    /// Lines of the bytes `first`, followed by a line without an end.
    fn endless(first: &'static [u8]) -> Lines<'static> {
        Lines::new(Input::Stdin, Box::new(first.chain(io::repeat(b'x')))).unwrap()
    }

    #[test]
    fn a_line_without_an_end_is_refused_and_not_held() {
        let is_refused = |error: Option<ReadError>| {
            matches!(error, Some(ReadError::Malformed { line: 3, fault: Fault::LongLine { .. }, .. }))
        };
        let mut lines = endless(b"a\n\n");
        assert_eq!(lines.peek_lines(9).unwrap(), ["a"]);
        assert_eq!(lines.next().unwrap().unwrap().text, "a");
        assert_eq!(lines.next().unwrap().unwrap().text, "");
        assert!(is_refused(lines.next().err()));
        assert!(lines.buffer.len() <= LONGEST + 2 * CHUNK);
        // No blank line before the endless line may be returned, or the input would be reported as empty.
        assert!(is_refused(endless(b"\n\n").peek_lines(9).err()));
        let mut whole = Lines::new(Input::Stdin, Box::new(io::repeat(b'x').take(LONGEST as u64))).unwrap();
        assert_eq!(whole.next().unwrap().unwrap().text.len(), LONGEST);
    }

    #[test]
    fn blank_lines_are_not_held_however_many_they_are() {
        let blank = io::repeat(b'\n').take(10 * CHUNK as u64).chain(&b"a\n"[..]);
        let mut lines = Lines::new(Input::Stdin, Box::new(blank)).unwrap();
        assert_eq!(lines.peek_lines(9).unwrap(), ["a"]);
        assert!(lines.buffer.len() <= 2 * CHUNK);
        let mut last = 0;
        while let Some(line) = lines.next().unwrap() {
            last = line.number;
        }
        assert_eq!(last, 10 * CHUNK as u64 + 1);
    }

    #[test]
    fn peeking_takes_nothing() {
        for bytes in [&b"\n \nfirst\r\nsecond"[..], b"\n \nfirst\r\nsecond\n"] {
            let readers: [Box<dyn Read + '_>; 2] = [Box::new(bytes), Box::new(Trickle(bytes))];
            for reader in readers {
                let mut lines = Lines::new(Input::Stdin, reader).unwrap();
                assert_eq!(lines.peek_lines(1).unwrap(), ["first"]);
                assert_eq!(lines.next().unwrap().unwrap().text, "");
                assert_eq!(lines.peek_lines(9).unwrap(), ["first", "second"]);
            }
        }
        let mut blank = Lines::new(Input::Stdin, Box::new(&b"\n\n"[..])).unwrap();
        assert_eq!(blank.peek_lines(9).unwrap(), [""; 0]);
    }

    #[test]
    fn no_more_is_peeked_than_tells() {
        let (first, second) = ("x".repeat(2 * CHUNK), "y".repeat(2 * CHUNK));
        let text = format!("{first}\n{second}\n");
        let mut lines = Lines::new(Input::Stdin, Box::new(text.as_bytes())).unwrap();
        assert_eq!(lines.peek_lines(9).unwrap(), [first]);
    }
}
