//! Writes and reads a cell of a text format. A cell gets double quotes if a reader would split it, and an
//! apostrophe at its start if a spreadsheet would run it as a formula.
//!
//! Quotes do not stop a spreadsheet, but the apostrophe does. For every other program, the apostrophe is a
//! part of the text. So the reader of a release removes it exactly if the writer added it: a text with an
//! apostrophe of its own at the start gets a second one.

use std::borrow::Cow;

use memchr::memchr2;

const GUARD: char = '\'';

/// First characters of formulas, also in full width, which some spreadsheets accept; and the apostrophe.
const GUARDED: [char; 9] = ['=', '+', '-', '@', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}', GUARD];

/// True if `text` gets an apostrophe at its start. The rule is simple, so `-5` gets one too.
fn is_guarded(text: &str) -> bool {
    text.trim_start().starts_with(GUARDED)
}

/// Appends `text` to `line` as a cell, with an apostrophe and quotes if it needs them.
pub(super) fn push_cell(line: &mut Vec<u8>, text: &str, separator: u8) {
    let bytes = text.as_bytes();
    // Quotes keep spaces at the ends of a cell, which some readers remove.
    let is_quoted = memchr2(separator, b'"', bytes).is_some() || text.trim().len() != text.len();
    if is_quoted {
        line.push(b'"');
    }
    if is_guarded(text) {
        line.push(GUARD as u8);
    }
    if is_quoted {
        for &byte in bytes {
            line.extend_from_slice(if byte == b'"' { b"\"\"" } else { std::slice::from_ref(&byte) });
        }
        line.push(b'"');
    } else {
        line.extend_from_slice(bytes);
    }
}

/// The text of a cell without the apostrophe that [`push_cell`] added.
pub(super) fn unguarded(cell: &str) -> &str {
    match cell.strip_prefix(GUARD) {
        Some(text) if is_guarded(text) => text,
        _ => cell,
    }
}

/// Splits `line` into `count` cells and removes their quotes; `None` if it has more or fewer cells, or if
/// quotes do not match. Elements of the array after the last cell are empty.
pub(super) fn cells<const N: usize>(line: &str, separator: char, count: usize) -> Option<[Cow<'_, str>; N]> {
    let mut cells = [const { Cow::Borrowed("") }; N];
    let mut rest = Some(line);
    for cell in &mut cells[..count] {
        (*cell, rest) = first_cell(rest?, separator)?;
    }
    rest.is_none().then_some(cells)
}

pub(super) fn all_cells(line: &str, separator: char) -> Option<Vec<Cow<'_, str>>> {
    let mut cells = Vec::new();
    let mut rest = Some(line);
    while let Some(text) = rest {
        let (cell, after) = first_cell(text, separator)?;
        cells.push(cell);
        rest = after;
    }
    Some(cells)
}

fn first_cell(text: &str, separator: char) -> Option<(Cow<'_, str>, Option<&str>)> {
    let Some(quoted) = text.strip_prefix('"') else {
        let (cell, rest) = match text.split_once(separator) {
            Some((cell, rest)) => (cell, Some(rest)),
            None => (text, None),
        };
        return (!cell.contains('"')).then_some((Cow::Borrowed(cell), rest));
    };
    let mut close = quoted.find('"')?;
    while quoted[close + 1..].starts_with('"') {
        close += 2 + quoted[close + 2..].find('"')?;
    }
    let cell = &quoted[..close];
    let cell = if cell.contains('"') { cell.replace("\"\"", "\"").into() } else { cell.into() };
    let rest = &quoted[close + 1..];
    if rest.is_empty() { Some((cell, None)) } else { Some((cell, Some(rest.strip_prefix(separator)?))) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(text: &str, separator: u8) -> String {
        let mut line = Vec::new();
        push_cell(&mut line, text, separator);
        String::from_utf8(line).unwrap()
    }

    #[test]
    fn what_is_written_is_read_back() {
        let texts = [
            "a",
            "a,b",
            "\"",
            "\"\"",
            "a \"b\", c",
            " a",
            "a ",
            "6\" pipe",
            ",",
            "\",\"",
            "",
            "'",
            "''",
            "'a",
            "=1+1",
            "'=1+1",
            "''=1+1",
            "-5",
            " =1",
            "\"=1\"",
            "=\"1,2\"",
            "\u{ff1d}1",
            "a=1",
            "|",
            "\t",
        ];
        for (text, separator) in texts.into_iter().flat_map(|text| [(text, ','), (text, '\t')]) {
            let line = format!("1{separator}{}{separator}2", written(text, separator as u8));
            let [before, cell, after] = cells(&line, separator, 3).unwrap();
            assert_eq!([&before, unguarded(&cell), &after], ["1", text, "2"], "{line}");
        }
    }

    #[test]
    fn a_spreadsheet_never_sees_the_begin_of_a_formula() {
        for text in ["=1", "+1", "-1", "@a", " =1", "\u{ff0b}1", "=\"a\"", "= a "] {
            let line = written(text, b',');
            let [cell] = cells(&line, ',', 1).unwrap();
            assert!(cell.starts_with('\''), "{text}");
        }
        for text in ["a=1", "1-1", "a@b", "(=1)"] {
            assert_eq!(written(text, b','), text);
        }
    }

    /// An apostrophe that the writer did not add belongs to the text.
    #[test]
    fn only_a_guard_is_taken_away() {
        for cell in ["'a", "'", "'1", "=1"] {
            assert_eq!(unguarded(cell), cell);
        }
        assert_eq!(unguarded("'=1"), "=1");
        assert_eq!(unguarded("''a"), "'a");
    }

    #[test]
    fn unmatched_quotes_and_other_numbers_of_cells_are_refused() {
        for line in ["1,2", "1,2,3,4", "", "1,2,\"a", "1,2,\"a\"b", "1,2,a\"b", "1,2,\"a\"\"", "\"1\"2,3"] {
            assert_eq!(cells::<3>(line, ',', 3), None, "{line}");
        }
    }
}
