//! The basket file: one owner a line, who is called by the line's number. A blank line is an owner without items.

use std::fmt::Write;

use memchr::memchr2;

use super::reader::{Reader, unknown_item};
use crate::error::{Fault, ReadError};
use crate::layout::Separator;
use crate::lines::Lines;
use crate::mapping::UnknownAt;
use crate::split;
use crate::unit::Unit;

/// Reads all lines. Of several files, `part` is the number of this one, and owners are called `part:line`.
pub(super) fn read(
    lines: &mut Lines<'_>,
    separator: Separator,
    part: Option<usize>,
    reader: &mut Reader<'_>,
) -> Result<(), ReadError> {
    if reader.unit != Unit::Owner {
        return Err(ReadError::NoQueries { file: lines.input().clone() });
    }
    let mut scratch = String::new();
    let mut name = String::new();
    while let Some(line) = lines.next()? {
        let number = line.number;
        reader.counts.lines += 1;
        if separator == Separator::Comma
            && let Err(fault) = check(line.text, &mut scratch)
        {
            reader.bad_line(lines, number, fault)?;
            continue;
        }
        let mapped = map(line.text, separator, &mut scratch, reader);
        mapped.map_err(|unknown| unknown_item(lines, number, unknown))?;
        name.clear();
        match part {
            Some(part) => write!(name, "{part}:{number}"),
            None => write!(name, "{number}"),
        }
        .expect("writing to a string cannot fail");
        let owner = reader.owners.intern(&name);
        reader.gather.close(owner, 0);
        reader.counts.baskets += 1;
    }
    Ok(())
}

/// Finds what is wrong with a line before any of its items is counted.
fn check(line: &str, scratch: &mut String) -> Result<(), Fault> {
    if memchr2(b'"', b'\t', line.as_bytes()).is_none() {
        return Ok(());
    }
    split::quoted(
        line,
        b',',
        scratch,
        |column| Fault::Quotes { column },
        |column, item| {
            if item.contains('\t') { Err(Fault::Tab { column }) } else { Ok(()) }
        },
    )
}

/// Maps the items of a line, the empty ones left out.
fn map(
    line: &str,
    separator: Separator,
    scratch: &mut String,
    reader: &mut Reader<'_>,
) -> Result<(), UnknownAt> {
    let (mapper, nodes) = (&mut reader.mapper, reader.gather.items());
    match separator {
        Separator::Space => {
            let items = line.split_ascii_whitespace();
            items.zip(1..).try_for_each(|(item, column)| mapper.item(item, column, nodes))
        }
        Separator::Tab => {
            let items = line.split('\t').map(str::trim).zip(1..);
            items
                .filter(|(item, _)| !item.is_empty())
                .try_for_each(|(item, column)| mapper.item(item, column, nodes))
        }
        Separator::Comma => split::quoted(line, b',', scratch, UnknownAt, |column, item| {
            if item.is_empty() { Ok(()) } else { mapper.item(item, column, nodes) }
        }),
    }
}
