//! The lines of a taxonomy file, and what their format is when nobody says.

use std::path::Path;

use clump_core::taxonomy::TaxonomyError;

use super::branches::Branches;
use super::edges::Edges;
use super::{Loaded, Repeated, TaxonomyFormat};
use crate::error::{Fault, ReadError};
use crate::lines::Lines;
use crate::source::Input;
use crate::split;

/// Between the names of a path.
const PATH_SEPARATOR: &str = " > ";

pub(super) fn load(
    path: &Path,
    format: Option<TaxonomyFormat>,
    repeated: Repeated,
) -> Result<Loaded, ReadError> {
    let input = Input::from(path);
    let mut lines = Lines::new(input.clone(), input.open(&())?)?;
    let mut kept: Vec<(u64, String)> = Vec::new();
    while let Some(line) = lines.next()? {
        if !line.text.trim().is_empty() && !line.text.starts_with('#') {
            kept.push((line.number, line.text.to_owned()));
        }
    }
    if kept.is_empty() {
        return Err(ReadError::Taxonomy { file: input, source: TaxonomyError::Empty });
    }
    let format = format
        .or_else(|| kept.iter().find_map(|(_, line)| sniff(line)))
        .ok_or_else(|| ReadError::UnknownTaxonomyFormat { file: input.clone() })?;
    let parsed = match format {
        TaxonomyFormat::Edges => edges(&kept, repeated),
        TaxonomyFormat::Arx => arx(&kept, repeated),
        TaxonomyFormat::Paths => paths(&kept, repeated),
    };
    parsed.map_err(|problem| match problem {
        Problem::Line { line, fault } => lines.malformed(line, fault),
        Problem::Tree(source) => ReadError::Taxonomy { file: input, source },
    })
}

/// What is wrong with the lines, before the file is known.
enum Problem {
    Line { line: u64, fault: Fault },
    Tree(TaxonomyError),
}

impl From<TaxonomyError> for Problem {
    fn from(error: TaxonomyError) -> Self {
        Problem::Tree(error)
    }
}

/// The format of a line that shows one. Names of paths hold commas more often than names of edges hold ` > `.
fn sniff(line: &str) -> Option<TaxonomyFormat> {
    if line.contains(PATH_SEPARATOR) {
        Some(TaxonomyFormat::Paths)
    } else if line.contains(';') {
        Some(TaxonomyFormat::Arx)
    } else if line.contains(['\t', ',']) {
        Some(TaxonomyFormat::Edges)
    } else {
        None
    }
}

fn edges(lines: &[(u64, String)], repeated: Repeated) -> Result<Loaded, Problem> {
    let separator = if lines.iter().any(|(_, line)| line.contains('\t')) { b'\t' } else { b',' };
    let mut edges = Edges::new(repeated);
    let mut scratch = String::new();
    for (index, (line, text)) in lines.iter().enumerate() {
        let mut fields: [String; 2] = Default::default();
        let mut found = 0;
        let unmatched = |column| Problem::Line { line: *line, fault: Fault::Quotes { column } };
        split::quoted(text, separator, &mut scratch, unmatched, |column, field| {
            found = column;
            if let Some(place) = fields.get_mut(column - 1) {
                field.clone_into(place);
            }
            Ok(())
        })?;
        if found > 2 {
            return Err(Problem::Line { line: *line, fault: Fault::EdgeColumns { found } });
        }
        let [child, parent] = &fields;
        if index == 0 && child.eq_ignore_ascii_case("child") && parent.eq_ignore_ascii_case("parent") {
            continue;
        }
        edges.push(child, parent, *line as usize)?;
    }
    Ok(edges.finish()?)
}

fn arx(lines: &[(u64, String)], repeated: Repeated) -> Result<Loaded, Problem> {
    let mut branches = Branches::new(repeated);
    let mut scratch = String::new();
    let mut row: Vec<String> = Vec::new();
    for (line, text) in lines {
        row.clear();
        let unmatched = |column| Problem::Line { line: *line, fault: Fault::Quotes { column } };
        split::quoted(text, b';', &mut scratch, unmatched, |_, field| {
            if row.last().is_none_or(|last| last != field) {
                row.push(field.to_owned());
            }
            Ok(())
        })?;
        branches.push(row.iter().rev().map(String::as_str), *line as usize)?;
    }
    Ok(branches.finish()?)
}

fn paths(lines: &[(u64, String)], repeated: Repeated) -> Result<Loaded, Problem> {
    let mut branches = Branches::new(repeated);
    for (line, text) in lines {
        branches.push(text.split(PATH_SEPARATOR).map(str::trim), *line as usize)?;
    }
    Ok(branches.finish()?)
}
