//! Reads tables of text with a header. A line that repeats the header is skipped, because concatenated files
//! have headers in the middle.
//!
//! A line without a double quote is cut in place. Only lines with quotes go through a parser, which joins the
//! cells of a record over several lines. Neither way allocates memory per record.

use std::borrow::Cow;
use std::ops::ControlFlow;

use csv_core::{ReadRecordResult, Reader as Parser, ReaderBuilder, Terminator};
use memchr::{memchr, memchr_iter, memchr3};

use super::columns::{Columns, ContentColumns};
use super::count;
use super::survey::{FirstLine, TableSurvey};
use crate::columns::RowOwner;
use crate::error::{Fault, ReadError};
use crate::input::Input;
use crate::layout::{Delimiter, Separator};
use crate::lines::{LONGEST, Lines, check_nul};
use crate::read::records::{Place, Reader, Record, Records, Request, Row};
use crate::split::cell_items;

pub(super) fn read(
    lines: &mut Lines<'_>,
    delimiter: Delimiter,
    owner: &RowOwner,
    request: &Request<'_>,
    sink: &mut Reader<'_, impl Records>,
) -> Result<(), ReadError> {
    let input = lines.input().clone();
    let mut header: Option<Header> = None;
    // A header without the needed columns may be a row of data. The rows below decide if it can be shown.
    let mut refused: Option<(ReadError, TableSurvey)> = None;
    each_record(lines, delimiter.byte(), |record| {
        if let Some((_, survey)) = &mut refused {
            return Ok(look_at(record, survey));
        }
        let Some(header) = &header else {
            match Header::new(record, owner, request, &input) {
                Ok(found) => {
                    sink.begin(&input, found.columns.shape())?;
                    header = Some(found);
                }
                Err(error) => refused = Some((error, TableSurvey::new(record.names()))),
            }
            return Ok(ControlFlow::Continue(()));
        };
        if header.is(record) {
            return Ok(ControlFlow::Continue(()));
        }
        let is_cut_at_tabs = record.is_plain && delimiter == Delimiter::Tab;
        let row = CsvRow { record, header, is_cut_at_tabs, item_separator: request.options.separator };
        let width = Fault::Width { expected: header.names.len(), found: record.cells.len() };
        let row = if record.cells.len() == header.names.len() { Ok(&row) } else { Err(width) };
        let row = check_nul(record.text).and(row);
        sink.take(row, Place { input: &input, number: record.line })?;
        Ok(ControlFlow::Continue(()))
    })?;
    match refused {
        Some((error, survey)) => Err(error.listing(survey.look(FirstLine::Unsure, request.names).columns)),
        None => Ok(()),
    }
}

pub(super) fn survey(lines: &mut Lines<'_>, delimiter: u8, keep: usize) -> Result<TableSurvey, ReadError> {
    let mut survey: Option<TableSurvey> = None;
    each_record(lines, delimiter, |record| match &mut survey {
        Some(survey) => Ok(look_at(record, survey)),
        None => {
            survey = Some(TableSurvey::new(record.names()).keeping(keep));
            Ok(ControlFlow::Continue(()))
        }
    })?;
    Ok(survey.unwrap_or_default())
}

fn look_at(record: CsvRecord<'_>, survey: &mut TableSurvey) -> ControlFlow<()> {
    let cells = || (0..record.cells.len()).map(|column| record.cell(column));
    if survey.is_header(cells()) {
        return ControlFlow::Continue(());
    }
    if survey.begin_row() {
        survey.row(cells());
        ControlFlow::Continue(())
    } else {
        ControlFlow::Break(())
    }
}

struct Header {
    text: String,
    cells: Vec<(usize, usize)>,
    names: Vec<String>,
    columns: Columns,
}

impl Header {
    fn new(
        record: CsvRecord<'_>,
        owner: &RowOwner,
        request: &Request<'_>,
        input: &Input,
    ) -> Result<Self, ReadError> {
        let names = record.names();
        let columns = Columns::find(&names, owner, request, input)?;
        Ok(Header { text: record.text.to_owned(), cells: record.cells.to_vec(), names, columns })
    }

    fn is(&self, record: CsvRecord<'_>) -> bool {
        record.text == self.text && record.cells == self.cells
    }
}

struct CsvRow<'a> {
    record: CsvRecord<'a>,
    header: &'a Header,
    is_cut_at_tabs: bool,
    item_separator: Option<Separator>,
}

impl Row for CsvRow<'_> {
    fn record(&self) -> Record<'_> {
        let columns = &self.header.columns;
        let text = |column: Option<usize>| column.map_or("", |column| self.record.cell(column));
        Record {
            owner: text(columns.owner),
            part: text(columns.transaction),
            time: text(columns.time),
            url: text(columns.url),
            query: text(columns.content.query()),
            ..Record::default()
        }
    }

    fn value(&self, column: usize) -> Cow<'_, str> {
        self.record.cell(self.header.columns.others[column]).into()
    }

    fn may_be_odd(&self) -> bool {
        let bytes = self.record.text.as_bytes();
        memchr3(b'\n', b'\r', b'>', bytes).is_some()
            || (!self.is_cut_at_tabs && memchr(b'\t', bytes).is_some())
    }

    fn items(&self, mut item: impl FnMut(usize, &str, u64) -> Result<(), Fault>) -> Result<(), Fault> {
        match &self.header.columns.content {
            ContentColumns::Query(_) => Ok(()),
            ContentColumns::Items(columns) => columns.iter().try_for_each(|&column| {
                cell_items(self.record.cell(column), self.item_separator, |text| item(column + 1, text, 1))
            }),
            ContentColumns::Counts(columns) => {
                columns.iter().try_for_each(|&column| match count::of_text(self.record.cell(column)) {
                    None => Err(Fault::Count { column: column + 1 }),
                    Some(0) => Ok(()),
                    Some(times) => item(column + 1, &self.header.names[column], times),
                })
            }
        }
    }
}

/// Maximum number of lines of a record. A quote that is not closed until then was no opening quote.
const QUOTED_LINES: u64 = 1_000;

#[derive(Clone, Copy)]
struct CsvRecord<'a> {
    /// Number of the record's first line, from 1.
    pub line: u64,
    pub text: &'a str,
    pub cells: &'a [(usize, usize)],
    /// True if no cell is quoted, so that no cell contains the delimiter.
    pub is_plain: bool,
}

fn each_record(
    lines: &mut Lines<'_>,
    delimiter: u8,
    mut take: impl FnMut(CsvRecord<'_>) -> Result<ControlFlow<()>, ReadError>,
) -> Result<(), ReadError> {
    let mut quoted = QuoteState::new(delimiter);
    let mut cells = Vec::new();
    // Number of the first line of a record that continues on the next line; `None` between records.
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
    fn cell(&self, column: usize) -> &str {
        let (start, end) = self.cells[column];
        &self.text[start..end]
    }

    fn names(&self) -> Vec<String> {
        (0..self.cells.len()).map(|column| self.cell(column).trim().to_owned()).collect()
    }
}

fn cut(text: &str, delimiter: u8, cells: &mut Vec<(usize, usize)>) {
    cells.clear();
    let mut start = 0;
    for end in memchr_iter(delimiter, text.as_bytes()) {
        cells.push((start, end));
        start = end + 1;
    }
    cells.push((start, text.len()));
}

struct QuoteState {
    parser: Parser,
    text: Vec<u8>,
    length: usize,
    ends: Vec<usize>,
    ended: usize,
}

impl QuoteState {
    fn new(delimiter: u8) -> Self {
        // The reader of lines removes carriage returns, so a record ends at a line feed only.
        let parser = ReaderBuilder::new().delimiter(delimiter).terminator(Terminator::Any(b'\n')).build();
        QuoteState { parser, text: vec![0; 1 << 10], length: 0, ends: vec![0; 16], ended: 0 }
    }

    fn line(&mut self, line: &str) -> bool {
        self.bytes(line.as_bytes()) || self.bytes(b"\n")
    }

    fn bytes(&mut self, mut bytes: &[u8]) -> bool {
        // The parser would understand empty input as the end of the text.
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

    fn length(&self) -> usize {
        self.length
    }

    fn cells(&self) -> usize {
        self.ended + 1
    }

    fn take(&mut self, cells: &mut Vec<(usize, usize)>) -> &str {
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

const LINES: usize = 50;

pub(super) fn find_delimiter(lines: &mut Lines<'_>) -> Result<Delimiter, ReadError> {
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

/// Number of columns of each record in `sample`. A record that continues after the sample is left out.
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
