//! The items of baskets: one owner a line, who is called by the line's number.

use std::fmt::Write;

use super::{FactNeed, FactReader, Facts, without_separator};
use crate::error::{Fault, ReadError};
use crate::item_text::check_item;
use crate::layout::Separator;
use crate::lines::Lines;
use crate::split;

/// Reads all lines. Of several files, `part` is the number of this one, and owners are called `part:line`.
pub(super) fn read<F: Facts>(
    lines: &mut Lines<'_>,
    separator: Separator,
    part: Option<usize>,
    reader: &mut FactReader<'_, '_, F>,
) -> Result<(), ReadError> {
    let need = if reader.kind.is_of_queries() { Some(FactNeed::Queries) } else { None };
    if let Some(need) = need.or(reader.has_cells.then_some(FactNeed::Columns)) {
        return Err(ReadError::FactNeeds { file: lines.input().clone(), need });
    }
    let (mut name, mut scratch, input) = (String::new(), String::new(), lines.input().clone());
    while let Some(line) = lines.next()? {
        let number = line.number;
        reader.counts.lines += 1;
        name.clear();
        match part {
            Some(part) => write!(name, "{part}:{number}"),
            None => write!(name, "{number}"),
        }
        .expect("writing to a string cannot fail");
        if !reader.owners.are_read(&name) {
            continue;
        }
        reader.counts.baskets += 1;
        let owner = reader.owners.push(&name);
        let mut take = |column: usize, item: &str| {
            check_item(item, column)?;
            if !item.is_empty() {
                reader.item(owner, &without_separator(item), "");
            }
            Ok(())
        };
        let taken = match separator {
            Separator::Comma | Separator::Semicolon => {
                let byte = if separator == Separator::Comma { b',' } else { b';' };
                let unmatched = |column| Fault::Quotes { column };
                split::quoted(line.text, byte, &mut scratch, unmatched, &mut take)
            }
            _ => split::plain(line.text, separator, &mut take),
        };
        reader.settle(taken, &input, number)?;
    }
    Ok(())
}
