//! Tables of facts as files. Each row is a line, a JSON object or a row of a columnar file. Columns have
//! names; texts come first and numbers last. If the facts are divided into cells, a row for all cells of a
//! fact together has no cell: an empty cell in text formats, null in the others.
//!
//! | format | a row of `query`, `day`, `owners` |
//! |---|---|
//! | `csv`, `tsv` | `dog food,2006-03-01,7`, below a header |
//! | `jsonl` | `{"query":"dog food","day":"2006-03-01","owners":7}` |
//! | `parquet`, `arrow` | columns `query: string`, `day: string`, `owners: int64` |
//!
//! In `csv` and `tsv`, an apostrophe comes before a text that a spreadsheet would run as a formula
//! (`cell.rs`). The same table always gives the same bytes.

use std::borrow::Cow;
use std::io::{self, Write};
use std::path::Path;

use clump_core::facts::{FactColumns, FactTable};
use clump_core::progress::Progress;

use super::cell::{all_cells, push_cell, unguarded};
use super::rewritten::{Difference, difference};
use super::write::unfit;
use super::{Packer, ReleaseFormat};
use crate::error::{Fault, ReadError};
use crate::input::Input;
use crate::lines::Lines;
use crate::objects::entries;
use crate::source::Reading;

#[cfg(feature = "columnar")]
mod columnar;

#[cfg(feature = "columnar")]
pub use columnar::fact_table_batches;

/// Writes `table` to `out`, which should be buffered. Rows keep their order.
///
/// # Errors
/// Errors of `out`; [`io::ErrorKind::InvalidInput`] for texts that the format cannot contain.
pub fn write_fact_table<W: Write + Send>(out: W, table: &FactTable, format: ReleaseFormat) -> io::Result<W> {
    format.available()?;
    match format {
        #[cfg(feature = "columnar")]
        ReleaseFormat::Parquet | ReleaseFormat::Arrow => columnar::write(out, table, format),
        ReleaseFormat::Jsonl => write_jsonl(out, table),
        _ => write_separated(out, table, separator(format)),
    }
}

/// Reads a table that [`write_fact_table`] wrote, from a file or from bytes. For record batches, `format` is
/// ignored. Text may be compressed. Tables of other programs are read too, if their only columns are texts, a
/// number of owners and a number of occurrences. A file of JSON lines without any line gets the `expected`
/// columns.
pub fn read_fact_table(
    input: &Input,
    format: ReleaseFormat,
    expected: Option<&FactColumns>,
    progress: &dyn Progress,
) -> Result<FactTable, ReadError> {
    let _reading = Reading::begin(std::slice::from_ref(input), progress);
    #[cfg(feature = "columnar")]
    if matches!(input, Input::Batches(_)) || format.compresses_inside() {
        return columnar::read(input, format, progress);
    }
    format.available()?;
    match format {
        ReleaseFormat::Jsonl => read_jsonl(input, expected, progress),
        _ => read_separated(input, separator(format), progress),
    }
}

/// Compares the file at `path`, from which `table` was read, with the bytes that clump would write for
/// `table`. Returns the first difference; `None` if there is none.
pub fn fact_table_difference(
    path: &Path,
    table: &FactTable,
    format: ReleaseFormat,
) -> io::Result<Option<Difference>> {
    difference(path, !format.compresses_inside(), |sink: Packer<_>| write_fact_table(sink, table, format))
}

/// Appends a row of a file, if it is valid. The first texts are missing in a row for the rest. No text may contain a
/// control character.
fn push(table: &mut FactTable, texts: &[&str], number: u64, times: u64) -> Result<(), Fault> {
    let missing = texts.iter().take_while(|text| text.is_empty()).count();
    let is_text = |(column, text): (usize, &&str)| {
        (!text.is_empty() || column < missing) && !text.contains(char::is_control)
    };
    match texts.iter().enumerate().position(|text| !is_text(text)) {
        Some(column) => Err(Fault::Label { column: column + 1 }),
        None => {
            table.push(texts.iter().copied(), number, times);
            Ok(())
        }
    }
}

fn columns(input: &Input, names: &[&str]) -> Result<FactColumns, ReadError> {
    FactColumns::of_names(names).ok_or_else(|| ReadError::FactColumns { file: input.clone() })
}

fn separator(format: ReleaseFormat) -> char {
    if format == ReleaseFormat::Tsv { '\t' } else { ',' }
}

fn write_separated<W: Write>(mut out: W, table: &FactTable, separator: char) -> io::Result<W> {
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

fn read_separated(input: &Input, separator: char, progress: &dyn Progress) -> Result<FactTable, ReadError> {
    let mut lines = Lines::new(input.clone(), input.open(progress)?)?;
    let owned = |cells: Vec<Cow<'_, str>>| cells.into_iter().map(Cow::into_owned).collect::<Vec<String>>();
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

fn write_jsonl<W: Write>(mut out: W, table: &FactTable) -> io::Result<W> {
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

fn read_jsonl(
    input: &Input,
    expected: Option<&FactColumns>,
    progress: &dyn Progress,
) -> Result<FactTable, ReadError> {
    let mut lines = Lines::new(input.clone(), input.open(progress)?)?;
    let mut table: Option<FactTable> = None;
    while let Some(line) = lines.next()? {
        let number = line.number;
        // The parser's message may quote the line, so only the position is reported.
        let parsed = entries(line.text).map_err(|error| Fault::Json { column: error.column() });
        let object: Vec<(String, Cell)> = parsed.map_err(|fault| lines.malformed(number, fault))?;
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

#[derive(serde::Deserialize)]
#[serde(untagged)]
enum Cell {
    Number(u64),
    Text(String),
    Missing,
}
