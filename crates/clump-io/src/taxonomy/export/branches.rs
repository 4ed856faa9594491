//! Formats that write a branch, or the depth of a node, on each line. They grow with the depth of the tree, so their size
//! is told before they are written.

use std::io::{self, Write};

use clump_core::taxonomy::{Node, Taxonomy};

use super::quoted;
use crate::taxonomy::TaxonomyFormat;
use crate::taxonomy::format::PATH_SEPARATOR;

/// About how many bytes the tree takes; 0 for formats that do not grow with its depth.
pub(super) fn size(taxonomy: &Taxonomy, format: TaxonomyFormat) -> u64 {
    let separator = match format {
        TaxonomyFormat::Arx | TaxonomyFormat::Outline => 1,
        TaxonomyFormat::Paths => PATH_SEPARATOR.len() as u64,
        _ => return 0,
    };
    if format == TaxonomyFormat::Outline {
        return taxonomy
            .nodes()
            .map(|node| u64::from(taxonomy.level(node)) + taxonomy.name(node).len() as u64)
            .sum();
    }
    let height = u64::from(taxonomy.height());
    let mut branch = vec![0u64; taxonomy.len()];
    let mut total = 0u64;
    for node in taxonomy.nodes() {
        let own = taxonomy.name(node).len() as u64 + separator;
        branch[node.index()] =
            own + if node == Node::ROOT { 0 } else { branch[taxonomy.parent(node).index()] };
        if taxonomy.is_leaf(node) {
            let padding = match format {
                TaxonomyFormat::Arx => own * (height - u64::from(taxonomy.level(node))),
                _ => 0,
            };
            total = total.saturating_add(branch[node.index()] + padding);
        }
    }
    total
}

/// Rows of one length, as ARX wants them: the leaf is repeated where its branch is short.
pub(super) fn arx(taxonomy: &Taxonomy, out: &mut dyn Write) -> io::Result<()> {
    let names: Vec<String> = taxonomy.nodes().map(|node| quoted(taxonomy.name(node), ';')).collect();
    let height = taxonomy.height();
    for leaf in taxonomy.nodes().filter(|&node| taxonomy.is_leaf(node)) {
        for _ in taxonomy.level(leaf)..height {
            write!(out, "{};", names[leaf.index()])?;
        }
        for node in taxonomy.ancestors(leaf) {
            let separator = if node == Node::ROOT { "\n" } else { ";" };
            write!(out, "{}{separator}", names[node.index()])?;
        }
    }
    Ok(())
}

/// `root > parent > leaf`, one line per leaf.
pub(super) fn paths(taxonomy: &Taxonomy, out: &mut dyn Write) -> io::Result<()> {
    let mut branch: Vec<Node> = Vec::new();
    for leaf in taxonomy.nodes().filter(|&node| taxonomy.is_leaf(node)) {
        branch.clear();
        branch.extend(taxonomy.ancestors(leaf));
        for &node in branch.iter().rev() {
            let separator = if node == leaf { "\n" } else { PATH_SEPARATOR };
            write!(out, "{}{separator}", taxonomy.name(node))?;
        }
    }
    Ok(())
}

/// One node per line, one tab per level. A name that begins like a bullet or a comment gets a bullet.
pub(super) fn outline(taxonomy: &Taxonomy, out: &mut dyn Write) -> io::Result<()> {
    for node in taxonomy.nodes() {
        for _ in 1..taxonomy.level(node) {
            out.write_all(b"\t")?;
        }
        let name = taxonomy.name(node);
        let is_marked =
            name.starts_with('#') || ["- ", "* ", "+ "].iter().any(|bullet| name.starts_with(bullet));
        writeln!(out, "{}{name}", if is_marked { "- " } else { "" })?;
    }
    Ok(())
}
