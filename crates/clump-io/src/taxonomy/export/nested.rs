//! Formats with a grammar of their own, which carry every name: nested JSON, and SKOS in Turtle.

use std::io::{self, Write};

use clump_core::taxonomy::{Node, Taxonomy};
use oxrdf::LiteralRef;

use crate::taxonomy::formats::SKOS;

/// Nested objects with `name` and `children`, a node a line. Not indented: a deep tree would be mostly blanks.
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

/// A concept a node, in preorder, with its broader one; the root is the top concept of a scheme.
pub(super) fn skos(taxonomy: &Taxonomy, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "@prefix skos: <{SKOS}> .")?;
    writeln!(out, "@prefix : <urn:taxonomy:> .\n")?;
    writeln!(out, ":scheme a skos:ConceptScheme ; skos:hasTopConcept :n0 .")?;
    for node in taxonomy.nodes() {
        let label = LiteralRef::new_simple_literal(taxonomy.name(node));
        let number = node.0;
        write!(out, ":n{number} a skos:Concept ; skos:prefLabel {label} ; skos:inScheme :scheme")?;
        match node {
            Node::ROOT => writeln!(out, " ; skos:topConceptOf :scheme .")?,
            _ => writeln!(out, " ; skos:broader :n{} .", taxonomy.parent(node).0)?,
        }
    }
    Ok(())
}
