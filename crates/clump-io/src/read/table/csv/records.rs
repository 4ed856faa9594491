//! The records of a text, each with its cells. A line without a double quote is cut in place. Only lines with
//! quotes go through a parser, which joins the cells of a record over several lines. Neither allocates for a
//! record.

use std::ops::ControlFlow;

use csv_core::{ReadRecordResult, Reader as Parser, ReaderBuilder, Terminator};
use memchr::{memchr, memchr_iter};

use crate::error::{Fault, ReadError};
use crate::layout::Delimiter;
use crate::lines::{LONGEST, Lines};

/// Maximum number of lines of a record. A quote that opens a longer one was not meant to be a quote.
const QUOTED_LINES: u64 = 1_000;

/// One record.
#[derive(Clone, Copy)]
pub(super) struct CsvRecord<'a> {
    /// The number of its first line, from 1.
    pub line: u64,
    pub text: &'a str,
    /// The start and end of each cell in the text.
    pub cells: &'a [(usize, usize)],
    /// True if no cell is quoted, so that none holds the separator.
    pub is_plain: bool,
}

/// Passes all records to `take`, until it breaks. Blank lines are skipped.
pub(super) fn for_each(
    lines: &mut Lines<'_>,
    delimiter: u8,
    mut take: impl FnMut(CsvRecord<'_>) -> Result<ControlFlow<()>, ReadError>,
) -> Result<(), ReadError> {
    let mut quoted = QuoteState::new(delimiter);
    let mut cells = Vec::new();
    // The first line of a record that continues on the next line.
    let mut begun = None;
    while let Some(line) = lines.next()? {
        let number = begun.unwrap_or(line.number);
        let is_plain = begun.is_none() && memchr(b'"', line.text.as_bytes()).is_none();
        let text = if is_plain {
            if line.text.is_empty() {
                continue;
            }
            cut(line.text, delimiter, &mut cells);
            line.text
        } else {
            let last = line.number;
            if !quoted.line(line.text) {
                if last - number >= QUOTED_LINES || quoted.length() > LONGEST {
                    return Err(lines.malformed(number, Fault::OpenQuote { column: quoted.cells() }));
                }
                begun = Some(number);
                continue;
            }
            begun = None;
            quoted.take(&mut cells)
        };
        if take(CsvRecord { line: number, text, cells: &cells, is_plain })?.is_break() {
            return Ok(());
        }
    }
    match begun {
        Some(number) => Err(lines.malformed(number, Fault::OpenQuote { column: quoted.cells() })),
        None => Ok(()),
    }
}

impl CsvRecord<'_> {
    /// The text of a cell.
    pub(super) fn cell(&self, column: usize) -> &str {
        let (start, end) = self.cells[column];
        &self.text[start..end]
    }

    /// The cells as names of columns.
    pub(super) fn names(&self) -> Vec<String> {
        (0..self.cells.len()).map(|column| self.cell(column).trim().to_owned()).collect()
    }
}

/// Finds the start and end of each cell of a line without quotes.
fn cut(text: &str, delimiter: u8, cells: &mut Vec<(usize, usize)>) {
    cells.clear();
    let mut start = 0;
    for end in memchr_iter(delimiter, text.as_bytes()) {
        cells.push((start, end));
        start = end + 1;
    }
    cells.push((start, text.len()));
}

/// A record in progress.
pub(super) struct QuoteState {
    parser: Parser,
    text: Vec<u8>,
    length: usize,
    ends: Vec<usize>,
    ended: usize,
}

impl QuoteState {
    pub(super) fn new(delimiter: u8) -> Self {
        // Carriage returns are removed with the ends of lines.
        let parser = ReaderBuilder::new().delimiter(delimiter).terminator(Terminator::Any(b'\n')).build();
        QuoteState { parser, text: vec![0; 1 << 10], length: 0, ends: vec![0; 16], ended: 0 }
    }

    /// Adds a line; returns true if the record ends with it.
    pub(super) fn line(&mut self, line: &str) -> bool {
        self.bytes(line.as_bytes()) || self.bytes(b"\n")
    }

    fn bytes(&mut self, mut bytes: &[u8]) -> bool {
        // The parser takes empty input for the end of the text.
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

    /// Number of bytes so far.
    pub(super) fn length(&self) -> usize {
        self.length
    }

    /// Number of cells so far, including the one that has not ended.
    pub(super) fn cells(&self) -> usize {
        self.ended + 1
    }

    /// Takes the text of the record, and the start and end of each cell in it.
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

/// Number of lines that are looked at, including the header.
const LINES: usize = 50;

/// Finds the delimiter without consuming a line.
pub(in crate::read::table) fn find_delimiter(lines: &mut Lines<'_>) -> Result<Delimiter, ReadError> {
    let sample = lines.peek_lines(LINES)?;
    let widths = Delimiter::ALL.map(|delimiter| (delimiter, widths(&sample, delimiter)));
    let cuts_header: Vec<_> =
        widths.iter().filter(|(_, widths)| widths.first().is_some_and(|&width| width > 1)).collect();
    match cuts_header.as_slice() {
        [] => Ok(Delimiter::Comma),
        [(only, _)] => Ok(*only),
        several => {
            let is_even = |widths: &[usize]| widths.iter().all(|width| *width == widths[0]);
            let fitting: Vec<Delimiter> = several
                .iter()
                .filter(|(_, widths)| is_even(widths))
                .map(|&&(delimiter, _)| delimiter)
                .collect();
            match fitting.as_slice() {
                [one] => Ok(*one),
                fitting => {
                    Err(ReadError::UnknownDelimiter { file: lines.input().clone(), fitting: fitting.len() })
                }
            }
        }
    }
}

/// Number of columns of each record. A record that continues after the sample does not count.
fn widths(sample: &[String], delimiter: Delimiter) -> Vec<usize> {
    let mut quoted = QuoteState::new(delimiter.byte());
    let mut cells = Vec::new();
    let mut widths = Vec::new();
    for line in sample {
        if quoted.line(line) {
            quoted.take(&mut cells);
            widths.push(cells.len());
        }
    }
    widths
}
