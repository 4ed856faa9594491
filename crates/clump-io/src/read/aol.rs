//! The query log: owner, query, time, and the rank and address of a result that was clicked.

use memchr::{memchr, memchr_iter};

use super::reader::{Reader, Refused, Whose};
use crate::error::{Fault, ReadError};
use crate::layout::is_header;
use crate::lines::Lines;

/// A line in its columns; those that it does not have are empty.
pub(crate) struct Record<'a> {
    pub owner: &'a str,
    pub query: &'a str,
    pub time: &'a str,
    pub rank: &'a str,
    pub url: &'a str,
}

/// Reads all lines. Neighbouring lines of one owner, query and time are one query.
pub(super) fn read(lines: &mut Lines<'_>, reader: &mut Reader<'_>) -> Result<(), ReadError> {
    while let Some(line) = lines.next()? {
        let number = line.number;
        if line.text.is_empty() || is_header(line.text) {
            continue;
        }
        reader.counts.lines += 1;
        let taken = take(line.text, reader);
        reader.settle(taken, lines.input(), number)?;
    }
    Ok(())
}

/// Takes the query of a line.
fn take(line: &str, reader: &mut Reader<'_>) -> Result<(), Refused> {
    let Record { owner, query, time, .. } = Record::parse(line)?;
    reader.query(Whose { owner, time, transaction: "" }, query)
}

impl<'a> Record<'a> {
    pub(crate) fn parse(line: &'a str) -> Result<Self, Fault> {
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
        Ok(Record {
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
        let columns = |line| Record::parse(line).map(|record| (record.owner, record.query, record.time));
        let click = |line| Record::parse(line).map(|record| (record.rank, record.url));
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
