//! The basket file: one owner a line, who is called by the line's number. A blank line is an owner without items.

use std::fmt::Write;

use clump_core::taxonomy::Node;
use memchr::{memchr, memchr3};

use super::reader::{Reader, Refused};
use crate::error::{Fault, ReadError};
use crate::item_text::check_item;
use crate::layout::Separator;
use crate::lines::Lines;
use crate::mapping::{Mapper, UnknownAt};
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
        name.clear();
        match part {
            Some(part) => write!(name, "{part}:{number}"),
            None => write!(name, "{number}"),
        }
        .expect("writing to a string cannot fail");
        let taken = take(line.text, separator, &name, &mut scratch, reader);
        reader.settle(taken, lines.input(), number)?;
    }
    Ok(())
}

/// Takes the items of a line as those of the owner called `name`.
fn take(
    line: &str,
    separator: Separator,
    name: &str,
    scratch: &mut String,
    reader: &mut Reader<'_>,
) -> Result<(), Refused> {
    check(line, separator, scratch)?;
    reader.basket(name, |mapper, nodes| map(line, separator, scratch, mapper, nodes))
}

/// The byte of a separator with which items may stand in double quotes.
fn quoted(separator: Separator) -> Option<u8> {
    match separator {
        Separator::Comma => Some(b','),
        Separator::Semicolon => Some(b';'),
        Separator::Space | Separator::Tab | Separator::Pipe => None,
    }
}

/// Finds what is wrong with a line before any of its items is counted.
fn check(line: &str, separator: Separator, scratch: &mut String) -> Result<(), Fault> {
    let check = |column: usize, item: &str| check_item(item, column);
    match quoted(separator) {
        Some(byte) if memchr3(b'"', b'\t', b'>', line.as_bytes()).is_some() => {
            split::quoted(line, byte, scratch, |column| Fault::Quotes { column }, check)
        }
        None if memchr(b'>', line.as_bytes()).is_some() => split::plain(line, separator, check),
        _ => Ok(()),
    }
}

/// Maps the items of a line, the empty ones left out.
fn map(
    line: &str,
    separator: Separator,
    scratch: &mut String,
    mapper: &mut Mapper<'_>,
    nodes: &mut Vec<Node>,
) -> Result<(), UnknownAt> {
    if let Some(separator) = quoted(separator) {
        return split::quoted(line, separator, scratch, UnknownAt, |column, item| {
            if item.is_empty() { Ok(()) } else { mapper.item(item, column, nodes) }
        });
    }
    split::plain(line, separator, |column, item| mapper.item(item, column, nodes))
}
