//! `child,parent` or `child<TAB>parent` lines. A name is a node, so lines come in any order.

use super::LineFault;
use crate::error::Fault;
use crate::split;
use crate::taxonomy::draft::{Draft, NONE, Named};
use crate::taxonomy::text::Text;

/// A line without a parent declares the root; a first line `child,parent` is a header. Tabs separate if there are any.
pub(super) fn draft(text: &Text) -> Result<Draft, LineFault> {
    let separator = if text.rows().any(|(_, row)| row.contains('\t')) { b'\t' } else { b',' };
    let mut named = Named::default();
    let mut scratch = String::new();
    let mut fields: [String; 2] = Default::default();
    for (index, (line, row)) in text.rows().enumerate() {
        fields.iter_mut().for_each(String::clear);
        let mut found = 0;
        let unmatched = |column| (line, Fault::Quotes { column });
        split::quoted(row, separator, &mut scratch, unmatched, |column, field| {
            found = column;
            if let Some(place) = fields.get_mut(column - 1) {
                place.push_str(field);
            }
            Ok(())
        })?;
        if found > 2 {
            return Err((line, Fault::EdgeColumns { found }));
        }
        let [child, parent] = &fields;
        if index == 0 && child.eq_ignore_ascii_case("child") && parent.eq_ignore_ascii_case("parent") {
            continue;
        }
        // The parent is mentioned first, as it stands above.
        let above = if parent.is_empty() || child.is_empty() { None } else { named.node(parent, line) };
        if let Some(child) = named.node(child, line) {
            named.link(child, above.unwrap_or(NONE), line);
        }
    }
    Ok(named.finish())
}
