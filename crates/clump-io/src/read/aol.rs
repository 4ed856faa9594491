//! The query log: owner, query, time, and the rank and address of a result that was clicked.

use memchr::{memchr, memchr_iter};

use super::finder::is_header;
use super::rows::{Form, Kind, Place, Row, Shape, Sink};
use crate::error::{Fault, ReadError};
use crate::lines::{Lines, check_nul};

/// Reads all lines.
pub(super) fn read(lines: &mut Lines<'_>, sink: &mut impl Sink) -> Result<(), ReadError> {
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

/// A line in its columns; those that it does not have are empty.
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

    fn transaction(&self) -> &str {
        ""
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

    fn check(&self) -> Result<u64, Fault> {
        Ok(0)
    }

    fn items<E>(&self, _: impl FnMut(&str, u64) -> Result<(), E>) -> Result<(), E> {
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
        Ok(LogLine {
            owner,
            query: &line[first + 1..second],
            time: &rest[..time_end.unwrap_or(end)],
            rank: column(time_end, rank_end.unwrap_or(end)),
            url: column(rank_end, end),
        })
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
