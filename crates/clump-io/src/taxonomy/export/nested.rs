//! Nested JSON, which carries every name.

use std::io::{self, Write};

use clump_core::taxonomy::{Node, Taxonomy};

/// Nested objects with `name` and `children`, one node per line. Not indented: a deep tree would be mostly blanks.
pub(super) fn json(taxonomy: &Taxonomy, out: &mut dyn Write) -> io::Result<()> {
    // What is open above the node to come, innermost last.
    let mut open: Vec<Node> = Vec::new();
    for node in taxonomy.nodes() {
        let is_first = open.last().is_none_or(|above| node.0 == above.0 + 1);
        out.write_all(if is_first { b"" } else { b",\n" })?;
        write!(out, "{{\"name\":{}", serde_json::Value::from(taxonomy.name(node)))?;
        if taxonomy.is_leaf(node) {
            out.write_all(b"}")?;
        } else {
            out.write_all(b",\"children\":[\n")?;
            open.push(node);
        }
        let next = Node(node.0 + 1);
        while open.last().is_some_and(|&above| taxonomy.end(above) <= next) {
            open.pop();
            out.write_all(b"]}")?;
        }
    }
    out.write_all(b"\n")
}
