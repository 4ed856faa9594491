//! Layouts without named columns: query logs and basket files. The lines of a query log have an owner, a
//! query, a time, and the rank and address of a result that was clicked. Each line of a basket file is an
//! owner, who is called by the line's number. A blank line of baskets is an owner without items.

use memchr::{memchr, memchr_iter, memchr3};

use super::finder::is_header;
use super::rows::{Form, Kind, Place, Row, Shape, Sink};
use crate::error::{Fault, ReadError};
use crate::layout::Separator;
use crate::lines::{Lines, check_nul};
use crate::split::{check_item, plain, quoted};

/// Reads all lines of a query log.
pub(super) fn read_log(lines: &mut Lines<'_>, sink: &mut impl Sink) -> Result<(), ReadError> {
    let input = lines.input().clone();
    let (form, kind) = (Form::Log, Kind::Query);
    sink.begin(&input, Shape { form, owner: true, time: true, url: true, kind, is_wide: false })?;
    while let Some(line) = lines.next()? {
        if line.text.is_empty() || is_header(line.text) {
            continue;
        }
        let row = LogLine::parse(line.text);
        sink.take(row.as_ref().map_err(|&fault| fault), Place { input: &input, number: line.number })?;
    }
    sink.end(&input)
}

/// A line in its columns; missing columns are empty.
struct LogLine<'a> {
    owner: &'a str,
    query: &'a str,
    time: &'a str,
    rank: &'a str,
    url: &'a str,
}

impl Row for LogLine<'_> {
    fn owner(&self) -> &str {
        self.owner
    }

    fn time(&self) -> &str {
        self.time
    }

    fn url(&self) -> &str {
        self.url
    }

    fn query(&self) -> &str {
        self.query
    }

    fn rank(&self) -> &str {
        self.rank
    }
}

impl<'a> LogLine<'a> {
    fn parse(line: &'a str) -> Result<Self, Fault> {
        check_nul(line)?;
        let bytes = line.as_bytes();
        let few = |found| Fault::Columns { found };
        let first = memchr(b'\t', bytes).ok_or(few(1))?;
        let second = first + 1 + memchr(b'\t', &bytes[first + 1..]).ok_or(few(2))?;
        let rest = &line[second + 1..];
        let mut tabs = memchr_iter(b'\t', rest.as_bytes());
        let (time_end, rank_end) = (tabs.next(), tabs.next());
        let columns = 3 + usize::from(time_end.is_some()) + usize::from(rank_end.is_some()) + tabs.count();
        if columns > 5 {
            return Err(Fault::Columns { found: columns });
        }
        let owner = line[..first].trim();
        if owner.is_empty() {
            return Err(Fault::NoOwner);
        }
        let end = rest.len();
        let column = |start: Option<usize>, end: usize| start.map_or("", |start| &rest[start + 1..end]);
        Ok(LogLine {
            owner,
            query: &line[first + 1..second],
            time: &rest[..time_end.unwrap_or(end)],
            rank: column(time_end, rank_end.unwrap_or(end)),
            url: column(rank_end, end),
        })
    }
}

/// Reads all lines of baskets.
pub(super) fn read_baskets(
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
    /// Passes each item to `item` with its column, including empty ones. With commas and semicolons, items
    /// may be in double quotes.
    pub(super) fn each<E>(
        &self,
        unmatched: impl Fn(usize) -> E,
        mut item: impl FnMut(usize, &str) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut scratch = String::new();
        match self.separator {
            separator @ (Separator::Comma | Separator::Semicolon) => {
                quoted(self.line, separator.character() as u8, &mut scratch, unmatched, item)
            }
            separator @ (Separator::Space | Separator::Tab | Separator::Pipe) => {
                plain(self.line, separator, |column, text| item(column, text))
            }
        }
    }
}

impl Row for Basket<'_> {
    fn check(&self) -> Result<u64, Fault> {
        check_nul(self.line)?;
        let bytes = self.line.as_bytes();
        // This check of the line is enough for nearly all baskets.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_to_five_columns() {
        let columns = |line| LogLine::parse(line).map(|line| (line.owner, line.query, line.time));
        let click = |line| LogLine::parse(line).map(|line| (line.rank, line.url));
        assert_eq!(click("7\tdogs\t2006"), Ok(("", "")));
        assert_eq!(click("7\tdogs\t2006\t1"), Ok(("1", "")));
        assert_eq!(click("7\tdogs\t2006\t1\thttp"), Ok(("1", "http")));
        assert_eq!(columns("7\tdogs\t2006"), Ok(("7", "dogs", "2006")));
        assert_eq!(columns("7\tdogs\t2006\t"), Ok(("7", "dogs", "2006")));
        assert_eq!(columns("7\t\t2006\t1\thttp"), Ok(("7", "", "2006")));
        assert_eq!(columns("7"), Err(Fault::Columns { found: 1 }));
        assert_eq!(columns("7\tdogs"), Err(Fault::Columns { found: 2 }));
        assert_eq!(columns("7\tdogs\t2006\t1\thttp\tx"), Err(Fault::Columns { found: 6 }));
        assert_eq!(columns(" \tdogs\t2006"), Err(Fault::NoOwner));
    }
}
