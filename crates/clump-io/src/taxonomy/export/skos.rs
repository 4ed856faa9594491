//! SKOS in Turtle, which carries every name.

use std::io::{self, Write};

use clump_core::taxonomy::{Node, Taxonomy};
use oxrdf::LiteralRef;

use crate::taxonomy::formats::SKOS;

/// One concept per node, in preorder, with its broader one; the root is the top concept of a scheme.
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
