//! Reads the layouts without named columns: query logs and basket files. A line of a query log has an owner,
//! a query, a time, and the rank and address of a result that was clicked. A line of a basket file is one
//! owner, named by the line number. A blank line is an owner without items.

use memchr::{memchr, memchr_iter, memchr3};

use super::finder::is_header;
use super::records::{Form, Kind, Place, Reader, Record, Records, Row, Shape};
use crate::error::{Fault, ReadError};
use crate::layout::Separator;
use crate::lines::{Lines, check_nul};
use crate::split::{plain, quoted};

pub(super) fn read_log(lines: &mut Lines<'_>, sink: &mut Reader<'_, impl Records>) -> Result<(), ReadError> {
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

struct LogLine<'a>(Record<'a>);

impl Row for LogLine<'_> {
    fn record(&self) -> Record<'_> {
        self.0
    }

    fn may_be_odd(&self) -> bool {
        false
    }

    fn items(&self, _: impl FnMut(usize, &str, u64) -> Result<(), Fault>) -> Result<(), Fault> {
        Ok(())
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
        Ok(LogLine(Record {
            owner,
            query: &line[first + 1..second],
            time: &rest[..time_end.unwrap_or(end)],
            rank: column(time_end, rank_end.unwrap_or(end)),
            url: column(rank_end, end),
            ..Record::default()
        }))
    }
}

pub(super) fn read_baskets(
    lines: &mut Lines<'_>,
    separator: Separator,
    sink: &mut Reader<'_, impl Records>,
) -> Result<(), ReadError> {
    let input = lines.input().clone();
    let (form, kind) = (Form::Baskets, Kind::Items);
    sink.begin(&input, Shape { form, owner: false, time: false, url: false, kind, is_wide: false })?;
    while let Some(line) = lines.next()? {
        let basket = Basket { line: line.text, separator };
        sink.take(check_nul(line.text).map(|()| &basket), Place { input: &input, number: line.number })?;
    }
    sink.end(&input)
}

pub(super) struct Basket<'l> {
    pub line: &'l str,
    pub separator: Separator,
}

impl Basket<'_> {
    /// Passes each item, including empty ones, to `item` with its column from 1.
    pub(super) fn each(&self, mut item: impl FnMut(usize, &str) -> Result<(), Fault>) -> Result<(), Fault> {
        let mut scratch = String::new();
        match self.separator {
            separator @ (Separator::Comma | Separator::Semicolon) => {
                quoted(self.line, separator.character() as u8, &mut scratch, item)
            }
            separator @ (Separator::Space | Separator::Tab | Separator::Pipe) => {
                plain(self.line, separator, |column, text| item(column, text))
            }
        }
    }
}

impl Row for Basket<'_> {
    fn record(&self) -> Record<'_> {
        Record::default()
    }

    fn may_be_odd(&self) -> bool {
        let bytes = self.line.as_bytes();
        memchr3(b'"', b'>', b'\r', bytes).is_some()
            || (self.separator != Separator::Tab && memchr(b'\t', bytes).is_some())
    }

    fn items(&self, mut item: impl FnMut(usize, &str, u64) -> Result<(), Fault>) -> Result<(), Fault> {
        self.each(|column, text| if text.is_empty() { Ok(()) } else { item(column, text, 1) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_to_five_columns() {
        let columns = |line| LogLine::parse(line).map(|LogLine(line)| (line.owner, line.query, line.time));
        let click = |line| LogLine::parse(line).map(|LogLine(line)| (line.rank, line.url));
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
