//! Readers of the formats of lines: edges, branches in the form of ARX or as paths, the text hierarchies of
//! Amnesia, and outlines.

use super::LineFault;
use crate::error::Fault;
use crate::split;
use crate::taxonomy::draft::{Draft, NONE, PathDraft};
use crate::taxonomy::format::{PATH_SEPARATOR, TaxonomyText};

/// Reads lines `child,parent` or `child<TAB>parent` in any order. A line without a parent declares the root;
/// a first line `child,parent` is a header. If the text has any tab, only tabs separate.
pub(super) fn edges(text: &TaxonomyText) -> Result<Draft, LineFault> {
    let separator = if text.rows().any(|(_, row)| row.contains('\t')) { b'\t' } else { b',' };
    let mut named = Draft::default();
    let mut scratch = String::new();
    let mut fields: [String; 2] = Default::default();
    for (index, (line, row)) in text.rows().enumerate() {
        fields.iter_mut().for_each(String::clear);
        let mut found = 0;
        let read = split::quoted(row, separator, &mut scratch, |column, field| {
            found = column;
            if let Some(place) = fields.get_mut(column - 1) {
                place.push_str(field);
            }
            Ok(())
        });
        read.map_err(|fault| (line, fault))?;
        if found > 2 {
            return Err((line, Fault::EdgeColumns { found }));
        }
        let [child, parent] = &fields;
        if index == 0 && child.eq_ignore_ascii_case("child") && parent.eq_ignore_ascii_case("parent") {
            continue;
        }
        // The parent is added first, so that it has the lower number.
        let above = if parent.is_empty() || child.is_empty() { None } else { named.node(parent, line) };
        if let Some(child) = named.node(child, line) {
            named.link(child, above.unwrap_or(NONE), line);
        }
    }
    Ok(named)
}

/// Reads lines `leaf;parent;...;root`, one branch per line. All rows of ARX have the same length, so a short
/// branch repeats a value, which counts once.
pub(super) fn arx(text: &TaxonomyText) -> Result<Draft, LineFault> {
    let mut placed = PathDraft::default();
    let mut scratch = String::new();
    let mut row: Vec<String> = Vec::new();
    for (line, content) in text.rows() {
        row.clear();
        let read = split::quoted(content, b';', &mut scratch, |_, field| {
            if row.last().is_none_or(|last| last != field) {
                row.push(field.to_owned());
            }
            Ok(())
        });
        read.map_err(|fault| (line, fault))?;
        placed.branch(row.iter().rev().map(String::as_str), line);
    }
    Ok(placed.draft)
}

pub(super) fn paths(text: &TaxonomyText) -> Draft {
    let mut placed = PathDraft::default();
    for (line, content) in text.rows() {
        placed.branch(content.split(PATH_SEPARATOR).map(str::trim), line);
    }
    placed.draft
}

const HEAD: [&str; 5] = ["distinct", "range", "name", "type", "height"];

/// Reads the text hierarchies of Amnesia:
///
/// ```text
/// distinct
/// name food
/// type string
/// height 3
///
/// fruit has apple orange
///
/// food has fruit milk
/// ```
///
/// The head is optional here, and its content is ignored. Then come blocks by level, the lowest first.
/// Amnesia splits lines at blanks and knows no quotes, so a name contains no blank; `has` is not a name.
pub(super) fn amnesia(text: &TaxonomyText) -> Result<Draft, LineFault> {
    let mut families: Vec<(usize, &str)> = Vec::new();
    for (line, row) in text.rows() {
        let mut words = row.split_ascii_whitespace();
        let first = words.next().unwrap_or_default();
        if words.next() == Some("has") {
            families.push((line, row));
        } else if !families.is_empty() || !HEAD.contains(&first.to_ascii_lowercase().as_str()) {
            return Err((line, Fault::NoFamily));
        }
    }
    // From the root down, siblings have the order of their parent's line, which lists all of them.
    let mut named = Draft::default();
    for (line, row) in families.into_iter().rev() {
        let mut words = row.split_ascii_whitespace();
        let Some(parent) = words.next().and_then(|name| named.node(name, line)) else { continue };
        for name in words.skip(1) {
            if name == "has" {
                return Err((line, Fault::NoFamily));
            }
            if let Some(child) = named.node(name, line) {
                named.link(child, parent, line);
            }
        }
    }
    Ok(named)
}

struct OpenNode {
    indent: usize,
    spot: u32,
}

/// Reads one node per line, which is indented more than its parent by any amount. Lines with the same
/// indentation below one parent are siblings. Each line is a separate place, even if siblings have one name.
pub(super) fn outline(text: &TaxonomyText) -> Result<Draft, LineFault> {
    let mut draft = Draft::default();
    let mut open: Vec<OpenNode> = Vec::new();
    let mut blank = None;
    for (line, row) in text.rows() {
        let indent = row.len() - row.trim_start_matches([' ', '\t']).len();
        // Programs disagree on the width of a tab, so indentation must not mix tabs and spaces.
        if row[..indent].bytes().any(|byte| byte != *blank.get_or_insert(byte)) {
            return Err((line, Fault::MixedIndent));
        }
        let was_above = open.last().is_some_and(|above| above.indent >= indent);
        while open.last().is_some_and(|above| above.indent > indent) {
            open.pop();
        }
        match open.last() {
            Some(sibling) if sibling.indent == indent => {
                open.pop();
            }
            // The line is to the left of all open nodes, or between two levels.
            Some(_) if was_above => return Err((line, Fault::Indent)),
            None if was_above => return Err((line, Fault::Indent)),
            _ => {}
        }
        let parent = open.last().map_or(NONE, |above| above.spot);
        let spot = draft.spot(name(row), line);
        draft.link(spot, parent, line);
        open.push(OpenNode { indent, spot });
    }
    Ok(draft)
}

/// The name in a row after blanks and a bullet. A bullet alone is a name: `*` is a usual root.
fn name(row: &str) -> &str {
    let row = row.trim();
    let bare = ["- ", "* ", "+ "].iter().find_map(|bullet| row.strip_prefix(bullet));
    bare.map_or(row, str::trim_start)
}
