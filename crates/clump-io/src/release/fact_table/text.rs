//! Tables of facts as text: comma or tab separated with a header, or JSON lines. A line of JSON is an object
//! with the names of the columns as keys, in their order; a missing text is null.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Write};

use clump_core::facts::{FactColumns, FactTable};
use clump_core::progress::Progress;
use serde::de::{Deserializer, MapAccess, Visitor};

use super::super::cell::{all_cells, push_cell, unguarded};
use super::super::write::unfit;
use super::{columns, push};
use crate::error::{Fault, ReadError};
use crate::input::Input;
use crate::lines::Lines;

pub(super) fn write_separated<W: Write>(mut out: W, table: &FactTable, separator: char) -> io::Result<W> {
    let byte = separator as u8;
    let mut line = Vec::new();
    for (column, name) in table.columns.names().enumerate() {
        if column > 0 {
            line.push(byte);
        }
        push_cell(&mut line, name, byte);
    }
    line.push(b'\n');
    out.write_all(&line)?;
    for row in 0..table.len() {
        line.clear();
        for text in table.texts(row) {
            if text.contains(char::is_control) {
                return Err(unfit("a text contains a control character"));
            }
            push_cell(&mut line, text, byte);
            line.push(byte);
        }
        write!(line, "{}", table.number(row))?;
        if let Some(times) = table.times(row) {
            write!(line, "{separator}{times}")?;
        }
        line.push(b'\n');
        out.write_all(&line)?;
    }
    out.flush()?;
    Ok(out)
}

pub(super) fn read_separated(
    input: &Input,
    separator: char,
    progress: &dyn Progress,
) -> Result<FactTable, ReadError> {
    let mut lines = Lines::new(input.clone(), input.open(progress)?)?;
    let header = lines.next()?.and_then(|line| all_cells(line.text, separator).map(owned));
    let header = header.ok_or_else(|| ReadError::FactColumns { file: input.clone() })?;
    let names: Vec<&str> = header.iter().map(|name| unguarded(name)).collect();
    let mut table = FactTable::new(columns(input, &names)?);
    let width = table.columns.texts.len();
    while let Some(line) = lines.next()? {
        let number = line.number;
        cells(line.text, separator, width, &mut table).map_err(|fault| lines.malformed(number, fault))?;
    }
    Ok(table)
}

fn owned(cells: Vec<Cow<'_, str>>) -> Vec<String> {
    cells.into_iter().map(Cow::into_owned).collect()
}

fn cells(line: &str, separator: char, width: usize, table: &mut FactTable) -> Result<(), Fault> {
    let expected = table.columns.names().count();
    let cells = all_cells(line, separator).ok_or(Fault::CsvRecord)?;
    if cells.len() != expected {
        return Err(Fault::Cells { expected, found: cells.len() });
    }
    let texts: Vec<&str> = cells[..width].iter().map(|cell| unguarded(cell)).collect();
    let number = |cell: &str| cell.parse::<u64>().map_err(|_| Fault::NoOwnersInGroup);
    let times = cells.get(width + 1).map_or(Ok(0), |cell| number(cell))?;
    push(table, &texts, number(&cells[width])?, times)
}

pub(super) fn write_jsonl<W: Write>(mut out: W, table: &FactTable) -> io::Result<W> {
    let names: Vec<String> =
        table.columns.names().map(serde_json::to_string).collect::<Result<_, serde_json::Error>>()?;
    let mut line = Vec::new();
    for row in 0..table.len() {
        line.clear();
        line.push(b'{');
        let mut name = names.iter();
        let mut next = || name.next().map_or("", String::as_str);
        for text in table.texts(row) {
            write!(line, "{}:", next())?;
            match text {
                "" => line.extend_from_slice(b"null"),
                text => serde_json::to_writer(&mut line, text)?,
            }
            line.push(b',');
        }
        write!(line, "{}:{}", next(), table.number(row))?;
        if let Some(times) = table.times(row) {
            write!(line, ",{}:{times}", next())?;
        }
        line.extend_from_slice(b"}\n");
        out.write_all(&line)?;
    }
    out.flush()?;
    Ok(out)
}

pub(super) fn read_jsonl(
    input: &Input,
    expected: Option<&FactColumns>,
    progress: &dyn Progress,
) -> Result<FactTable, ReadError> {
    let mut lines = Lines::new(input.clone(), input.open(progress)?)?;
    let mut table: Option<FactTable> = None;
    while let Some(line) = lines.next()? {
        let number = line.number;
        // The parser's message may quote the line, so only the position is kept.
        let parsed = object(line.text).map_err(|error| Fault::Json { column: error.column() });
        let object = parsed.map_err(|fault| lines.malformed(number, fault))?;
        let names: Vec<&str> = object.iter().map(|(name, _)| name.as_str()).collect();
        let table = match &mut table {
            Some(table) => table,
            none => none.insert(FactTable::new(columns(input, &names)?)),
        };
        row(&object, table).map_err(|fault| lines.malformed(number, fault))?;
    }
    let empty = || expected.cloned().map(FactTable::new);
    table.or_else(empty).ok_or_else(|| ReadError::FactColumns { file: input.clone() })
}

fn row(object: &[(String, Cell)], table: &mut FactTable) -> Result<(), Fault> {
    if !table.columns.names().eq(object.iter().map(|(name, _)| name.as_str())) {
        return Err(Fault::Cells { expected: table.columns.names().count(), found: object.len() });
    }
    let (texts, numbers) = object.split_at(table.columns.texts.len());
    let text = |(column, (_, cell)): (usize, &(String, Cell))| match cell {
        Cell::Text(text) if !text.is_empty() => Ok(text.clone()),
        Cell::Missing => Ok(String::new()),
        _ => Err(Fault::Label { column: column + 1 }),
    };
    let texts: Vec<String> = texts.iter().enumerate().map(text).collect::<Result<_, _>>()?;
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let number = |(_, cell): &(String, Cell)| match cell {
        Cell::Number(number) => Ok(*number),
        _ => Err(Fault::NoOwnersInGroup),
    };
    push(table, &texts, number(&numbers[0])?, numbers.get(1).map_or(Ok(0), number)?)
}

/// The value of a key.
enum Cell {
    Text(String),
    Number(u64),
    Missing,
}

impl<'de> serde::Deserialize<'de> for Cell {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Cell, D::Error> {
        #[derive(serde::Deserialize)]
        #[serde(untagged)]
        enum Any {
            Number(u64),
            Text(String),
            Missing,
        }
        Ok(match Any::deserialize(deserializer)? {
            Any::Number(number) => Cell::Number(number),
            Any::Text(text) => Cell::Text(text),
            Any::Missing => Cell::Missing,
        })
    }
}

/// The keys of an object with their values, in order, including repeated ones.
fn object(line: &str) -> serde_json::Result<Vec<(String, Cell)>> {
    struct FactObject;

    impl<'de> Visitor<'de> for FactObject {
        type Value = Vec<(String, Cell)>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut cells = Vec::new();
            while let Some(cell) = map.next_entry()? {
                cells.push(cell);
            }
            Ok(cells)
        }
    }

    let mut deserializer = serde_json::Deserializer::from_str(line);
    let cells = deserializer.deserialize_map(FactObject)?;
    deserializer.end()?;
    Ok(cells)
}
