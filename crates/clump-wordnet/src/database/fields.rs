//! The lines of a file of the database and their fields, which blanks separate.

use super::DatabaseError;

/// The lines after the licence, with their numbers from 1.
pub(super) fn rows(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().enumerate().map(|(index, row)| (index + 1, row)).filter(|(_, row)| !row.starts_with(' '))
}

/// The fields of a line, with where they stand.
pub(super) struct Fields<'a> {
    file: &'static str,
    line: usize,
    rest: std::str::SplitAsciiWhitespace<'a>,
}

impl<'a> Fields<'a> {
    pub(super) fn new(file: &'static str, line: usize, row: &'a str) -> Fields<'a> {
        Fields { file, line, rest: row.split_ascii_whitespace() }
    }

    pub(super) fn next(&mut self, wanted: &'static str) -> Result<&'a str, DatabaseError> {
        self.rest.next().ok_or(self.wrong(wanted))
    }

    pub(super) fn skip(&mut self, count: usize, wanted: &'static str) -> Result<(), DatabaseError> {
        (0..count).try_for_each(|_| self.next(wanted).map(drop))
    }

    pub(super) fn number(&mut self, wanted: &'static str, radix: u32) -> Result<u32, DatabaseError> {
        u32::from_str_radix(self.next(wanted)?, radix).map_err(|_| self.wrong(wanted))
    }

    pub(super) fn wrong(&self, wanted: &'static str) -> DatabaseError {
        DatabaseError::Field { file: self.file, line: self.line, wanted }
    }

    pub(super) fn unknown(&self, offset: u32) -> DatabaseError {
        DatabaseError::UnknownSynset { file: self.file, line: self.line, offset }
    }
}
