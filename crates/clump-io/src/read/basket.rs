//! The basket file: one owner a line, who is called by the line's number. A blank line is an owner without items.

use memchr::{memchr, memchr3};

use super::rows::{Form, Kind, Place, Row, Shape, Sink};
use crate::error::{Fault, ReadError};
use crate::layout::Separator;
use crate::lines::{Lines, check_nul};
use crate::split::{check_item, plain, quoted};

/// Reads all lines.
pub(super) fn read(
    lines: &mut Lines<'_>,
    separator: Separator,
    sink: &mut impl Sink,
) -> Result<(), ReadError> {
    let input = lines.input().clone();
    let (form, kind) = (Form::Baskets, Kind::Items);
    sink.begin(&input, Shape { form, owner: false, time: false, url: false, kind, is_wide: false })?;
    while let Some(line) = lines.next()? {
        let basket = Basket { line: line.text, separator };
        sink.take(Ok(&basket), Place { input: &input, number: line.number })?;
    }
    sink.end(&input)
}

/// A line of items.
pub(super) struct Basket<'l> {
    pub line: &'l str,
    pub separator: Separator,
}

impl Basket<'_> {
    /// Hands each item to `item` with its column, empty ones too. With commas and semicolons, items may stand in double quotes.
    pub(super) fn each<E>(
        &self,
        unmatched: impl Fn(usize) -> E,
        mut item: impl FnMut(usize, &str) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut scratch = String::new();
        match self.separator {
            Separator::Comma => quoted(self.line, b',', &mut scratch, unmatched, item),
            Separator::Semicolon => quoted(self.line, b';', &mut scratch, unmatched, item),
            separator @ (Separator::Space | Separator::Tab | Separator::Pipe) => {
                plain(self.line, separator, |column, text| item(column, text))
            }
        }
    }
}

impl Row for Basket<'_> {
    fn owner(&self) -> &str {
        ""
    }

    fn transaction(&self) -> &str {
        ""
    }

    fn time(&self) -> &str {
        ""
    }

    fn url(&self) -> &str {
        ""
    }

    fn query(&self) -> &str {
        ""
    }

    fn check(&self) -> Result<u64, Fault> {
        check_nul(self.line)?;
        let bytes = self.line.as_bytes();
        // A look at the line tells for nearly all baskets.
        let may_be_odd = memchr3(b'"', b'>', b'\r', bytes).is_some()
            || (self.separator != Separator::Tab && memchr(b'\t', bytes).is_some());
        if may_be_odd {
            self.each(|column| Fault::Quotes { column }, |column, item| check_item(item, column))?;
        }
        Ok(0)
    }

    fn items<E>(&self, mut item: impl FnMut(&str, u64) -> Result<(), E>) -> Result<(), E> {
        let ended =
            self.each(|_| None, |_, text| if text.is_empty() { Ok(()) } else { item(text, 1).map_err(Some) });
        // A line with quotes that do not match was refused before.
        ended.or_else(|error| error.map_or(Ok(()), Err))
    }
}
