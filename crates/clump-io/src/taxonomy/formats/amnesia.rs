//! The text hierarchies of Amnesia.
//!
//! ```text
//! distinct
//! name food
//! type string
//! height 3
//!
//! fruit has apple orange
//!
//! food has fruit milk
//! ```
//!
//! The head is optional here, and what it says is not needed. Then come blocks by level, the lowest first. Amnesia cuts
//! lines at blanks and knows no quotes, so a name holds none; `has` is no name.

use super::LineFault;
use crate::error::Fault;
use crate::taxonomy::draft::{Draft, Named};
use crate::taxonomy::text::Text;

/// The words that lines of the head begin with.
const HEAD: [&str; 5] = ["distinct", "range", "name", "type", "height"];

pub(super) fn draft(text: &Text) -> Result<Draft, LineFault> {
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
    // From the top down: then siblings come in the order of the line of their parent, which has all of them.
    let mut named = Named::default();
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
    Ok(named.finish())
}
