//! Comma or tab separated, with a header.

use std::borrow::Cow;
use std::io::{self, Write};

use clump_core::facts::FactTable;
use clump_core::progress::Progress;

use super::super::cell::{all_cells, push_cell, unguarded};
use super::super::write::unfit;
use super::{columns, push};
use crate::error::{Fault, ReadError};
use crate::input::Input;
use crate::lines::Lines;

pub(super) fn write<W: Write>(mut out: W, table: &FactTable, separator: char) -> io::Result<W> {
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
                return Err(unfit("a text holds a control character"));
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

pub(super) fn read(input: &Input, separator: char, progress: &dyn Progress) -> Result<FactTable, ReadError> {
    let mut lines = Lines::new(input.clone(), input.open(progress)?)?;
    let header = lines.next()?.and_then(|line| all_cells(line.text, separator).map(owned));
    let header = header.ok_or_else(|| ReadError::FactColumns { file: input.clone() })?;
    let names: Vec<&str> = header.iter().map(|name| unguarded(name)).collect();
    let mut table = FactTable::new(columns(input, &names)?);
    let width = table.columns.texts.len();
    while let Some(line) = lines.next()? {
        let number = line.number;
        row(line.text, separator, width, &mut table).map_err(|fault| lines.malformed(number, fault))?;
    }
    Ok(table)
}

fn owned(cells: Vec<Cow<'_, str>>) -> Vec<String> {
    cells.into_iter().map(Cow::into_owned).collect()
}

fn row(line: &str, separator: char, width: usize, table: &mut FactTable) -> Result<(), Fault> {
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
