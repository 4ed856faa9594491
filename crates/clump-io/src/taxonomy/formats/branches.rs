//! One branch per line: `leaf;parent;...;root` as ARX has it, or `root > parent > leaf`.

use super::LineFault;
use crate::error::Fault;
use crate::split;
use crate::taxonomy::draft::{Draft, Placed};
use crate::taxonomy::format::PATH_SEPARATOR;
use crate::taxonomy::text::Text;

/// Rows of ARX. All have one length there, so a short branch repeats a value, which counts once.
pub(super) fn arx(text: &Text) -> Result<Draft, LineFault> {
    let mut placed = Placed::default();
    let mut scratch = String::new();
    let mut row: Vec<String> = Vec::new();
    for (line, content) in text.rows() {
        row.clear();
        let unmatched = |column| (line, Fault::Quotes { column });
        split::quoted(content, b';', &mut scratch, unmatched, |_, field| {
            if row.last().is_none_or(|last| last != field) {
                row.push(field.to_owned());
            }
            Ok(())
        })?;
        placed.branch(row.iter().rev().map(String::as_str), line);
    }
    Ok(placed.finish())
}

pub(super) fn paths(text: &Text) -> Draft {
    let mut placed = Placed::default();
    for (line, content) in text.rows() {
        placed.branch(content.split(PATH_SEPARATOR).map(str::trim), line);
    }
    placed.finish()
}
