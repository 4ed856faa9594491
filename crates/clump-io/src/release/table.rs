//! Published tables: a header, then rows with the same number of columns, separated by tabs.

use std::io::{self, Write};

use clump_core::log::Table;

use super::write::unfit;
use crate::error::{Fault, ReadError};
use crate::input::Input;
use crate::lines::Lines;
use crate::split::breaks_lines;

/// Writes `table` with its rows in canonical order.
///
/// # Errors
/// Errors of `out`; [`io::ErrorKind::InvalidInput`] for a cell that contains a tab or a line break.
pub fn write_table(out: &mut dyn Write, table: &Table) -> io::Result<()> {
    writeln!(out, "{}", table.header().join("\t"))?;
    let mut line = String::new();
    for row in table.canonical() {
        line.clear();
        for (column, cell) in table.row(row).enumerate() {
            if breaks_lines(cell) {
                return Err(unfit("a cell contains a tab or a line break"));
            }
            if column > 0 {
                line.push('\t');
            }
            line.push_str(cell);
        }
        line.push('\n');
        out.write_all(line.as_bytes())?;
    }
    Ok(())
}

/// Reads a table that has exactly the columns of `header`.
pub fn read_table(input: &Input, header: &'static [&'static str]) -> Result<Table, ReadError> {
    let mut lines = Lines::new(input.clone(), input.open(&())?)?;
    match lines.next()? {
        Some(line) if line.text.split('\t').eq(header.iter().copied()) => {}
        _ => return Err(ReadError::Header { file: input.clone(), header }),
    }
    let mut table = Table::new(header);
    while let Some(line) = lines.next()? {
        let found = 1 + line.text.matches('\t').count();
        if found != header.len() {
            let (number, expected) = (line.number, header.len());
            return Err(lines.malformed(number, Fault::Cells { expected, found }));
        }
        table.push(line.text.split('\t'));
    }
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_written_sorted_and_read_back() -> io::Result<()> {
        let mut table = Table::new(&["a", "b"]);
        table.push(["2", ""]);
        table.push(["1", "x"]);
        let mut text = Vec::new();
        write_table(&mut text, &table)?;
        assert_eq!(text, b"a\tb\n1\tx\n2\t\n");
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("table.tsv");
        std::fs::write(&path, &text)?;
        let read = |header| read_table(&Input::from(path.as_path()), header);
        assert_eq!(read(&["a", "b"]).map(|table| table.len()).ok(), Some(2));
        assert!(matches!(read(&["a", "c"]), Err(ReadError::Header { .. })));
        std::fs::write(&path, "a\tb\n1\n")?;
        assert!(matches!(read(&["a", "b"]), Err(ReadError::Malformed { line: 2, .. })));
        table.push(["\t", ""]);
        assert!(write_table(&mut Vec::new(), &table).is_err());
        Ok(())
    }
}
