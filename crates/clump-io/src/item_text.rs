//! What an item may be called.

use clump_core::taxonomy::is_marked;
use memchr::memchr3;

use crate::error::Fault;

/// Whether a release or an audit, which have one row per line and tabs between columns, could not carry `text`.
pub(crate) fn breaks_lines(text: &str) -> bool {
    memchr3(b'\t', b'\n', b'\r', text.as_bytes()).is_some()
}

/// Makes sure that a release can carry `item`, which is the one with number `column` of its line, and that nobody takes
/// it for a node.
pub(crate) fn check_item(item: &str, column: usize) -> Result<(), Fault> {
    if breaks_lines(item) {
        Err(Fault::Tab { column })
    } else if is_marked(item) {
        Err(Fault::Marked { column })
    } else {
        Ok(())
    }
}
