//! Indented outlines: one node per line, further to the right than its parent. How far does not matter; lines as far to the
//! right as each other below one parent are siblings.

use super::LineFault;
use crate::error::Fault;
use crate::taxonomy::draft::{Draft, NONE};
use crate::taxonomy::text::Text;

/// A node that may get children.
struct Open {
    /// How many tabs or spaces stand before it.
    indent: usize,
    spot: u32,
}

/// Each line is a place of its own; equal siblings are one name in two places.
pub(super) fn draft(text: &Text) -> Result<Draft, LineFault> {
    let mut draft = Draft::default();
    let mut open: Vec<Open> = Vec::new();
    let mut blank = None;
    for (line, row) in text.rows() {
        let indent = row.len() - row.trim_start_matches([' ', '\t']).len();
        // A tab has no width that everybody agrees on, so tabs and spaces cannot be compared.
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
            // To the left of everything that is open, or between two levels.
            Some(_) if was_above => return Err((line, Fault::Indent)),
            None if was_above => return Err((line, Fault::Indent)),
            _ => {}
        }
        let parent = open.last().map_or(NONE, |above| above.spot);
        let spot = draft.spot(name(row), line);
        draft.link(spot, parent, line);
        open.push(Open { indent, spot });
    }
    Ok(draft)
}

/// What stands after blanks and a bullet. A bullet alone is a name: `*` is a usual root.
fn name(row: &str) -> &str {
    let row = row.trim();
    let bare = ["- ", "* ", "+ "].iter().find_map(|bullet| row.strip_prefix(bullet));
    bare.map_or(row, str::trim_start)
}
