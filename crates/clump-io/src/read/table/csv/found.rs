//! Which delimiter a table has, told by its first lines.
//!
//! One that cuts the header into two columns or more, if it is the only one: rows of another width are errors then, each
//! with its line. Of several, the one that cuts the lines below into as many columns as the header. A header that none
//! cuts is that of a table with one column.

use super::quoted::Quoted;
use crate::delimiter::Delimiter;
use crate::error::ReadError;
use crate::lines::Lines;

/// So many lines are looked at, the header included.
const LINES: usize = 50;

/// Finds the delimiter, and takes no line.
pub(in crate::read::table) fn find(lines: &mut Lines<'_>) -> Result<Delimiter, ReadError> {
    let sample = lines.peek_lines(LINES)?;
    let widths = Delimiter::ALL.map(|delimiter| (delimiter, widths(&sample, delimiter)));
    let cuts_header: Vec<_> =
        widths.iter().filter(|(_, widths)| widths.first().is_some_and(|&width| width > 1)).collect();
    match cuts_header.as_slice() {
        [] => Ok(Delimiter::Comma),
        [(only, _)] => Ok(*only),
        several => {
            let is_even = |widths: &[usize]| widths.iter().all(|width| *width == widths[0]);
            let fitting: Vec<Delimiter> = several
                .iter()
                .filter(|(_, widths)| is_even(widths))
                .map(|&&(delimiter, _)| delimiter)
                .collect();
            match fitting.as_slice() {
                [one] => Ok(*one),
                fitting => {
                    Err(ReadError::UnknownDelimiter { file: lines.input().clone(), fitting: fitting.len() })
                }
            }
        }
    }
}

/// How many columns each record has. One that goes on behind the sample does not count.
fn widths(sample: &[String], delimiter: Delimiter) -> Vec<usize> {
    let mut quoted = Quoted::new(delimiter.byte());
    let mut cells = Vec::new();
    let mut widths = Vec::new();
    for line in sample {
        if quoted.line(line) {
            quoted.take(&mut cells);
            widths.push(cells.len());
        }
    }
    widths
}
