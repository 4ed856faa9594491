//! A record in which something is quoted, put together line by line: only the parser knows where it ends.

use csv_core::{ReadRecordResult, Reader as Parser, ReaderBuilder, Terminator};

/// A record under way.
pub(super) struct Quoted {
    parser: Parser,
    text: Vec<u8>,
    length: usize,
    ends: Vec<usize>,
    ended: usize,
}

impl Quoted {
    pub(super) fn new(delimiter: u8) -> Self {
        // Carriage returns are taken away with the ends of lines.
        let parser = ReaderBuilder::new().delimiter(delimiter).terminator(Terminator::Any(b'\n')).build();
        Quoted { parser, text: vec![0; 1 << 10], length: 0, ends: vec![0; 16], ended: 0 }
    }

    /// Adds a line; whether the record ends with it.
    pub(super) fn line(&mut self, line: &str) -> bool {
        self.bytes(line.as_bytes()) || self.bytes(b"\n")
    }

    fn bytes(&mut self, mut bytes: &[u8]) -> bool {
        // The parser takes nothing for the end of everything.
        while !bytes.is_empty() {
            let (text, ends) = (&mut self.text[self.length..], &mut self.ends[self.ended..]);
            let (result, read, written, ended) = self.parser.read_record(bytes, text, ends);
            bytes = &bytes[read..];
            self.length += written;
            self.ended += ended;
            match result {
                ReadRecordResult::OutputFull => self.text.resize(2 * self.text.len(), 0),
                ReadRecordResult::OutputEndsFull => self.ends.resize(2 * self.ends.len(), 0),
                ReadRecordResult::Record => return true,
                ReadRecordResult::InputEmpty | ReadRecordResult::End => {}
            }
        }
        false
    }

    /// Bytes so far.
    pub(super) fn length(&self) -> usize {
        self.length
    }

    /// Cells so far, that which is not ended included.
    pub(super) fn cells(&self) -> usize {
        self.ended + 1
    }

    /// The text of the record, and where each cell lies in it.
    pub(super) fn take(&mut self, cells: &mut Vec<(usize, usize)>) -> &str {
        cells.clear();
        let mut start = 0;
        for &end in &self.ends[..self.ended] {
            cells.push((start, end));
            start = end;
        }
        let length = std::mem::take(&mut self.length);
        self.ended = 0;
        std::str::from_utf8(&self.text[..length])
            .expect("only quotes and separators were taken out of a text")
    }
}
