//! Writes a tree in any of the formats that clump reads. Reading the text gives the same tree, with its names
//! and its order. A format is refused before a byte is written if it cannot contain some name or would be too
//! large.

use std::borrow::Cow;
use std::io::{self, Write};

use clump_core::remedy::Remedy;
use clump_core::taxonomy::{Node, Taxonomy, unmarked};
use oxrdf::LiteralRef;

use super::TaxonomyFormat;
use super::format::PATH_SEPARATOR;
use super::formats::SKOS;

/// Maximum number of bytes of a written tree. Rows, paths and outlines of a deep tree grow with the square of
/// its depth: a chain of 100,000 nodes, each with one leaf, would take 43 GB as paths.
const MOST_BYTES: u64 = 1 << 30;

/// Errors of writing a tree.
#[allow(missing_docs, reason = "the message of each variant says what is wrong")]
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    #[error("{count} of {nodes} names do not fit the format {format}: {why}")]
    Names { format: TaxonomyFormat, count: usize, nodes: usize, why: Unfit },
    #[error("the taxonomy would take {} GB in the format {format}", .bytes / 1_000_000_000)]
    TooLarge { format: TaxonomyFormat, bytes: u64 },
    #[error("a taxonomy cannot be written as a WordNet database")]
    Database,
    #[error("the taxonomy could not be written")]
    Io(#[from] io::Error),
}

impl ExportError {
    /// The action that fixes the error; `None` if there is none.
    pub fn remedy(&self) -> Option<Remedy> {
        let sentence = match self {
            ExportError::Names { .. } | ExportError::TooLarge { .. } => {
                "use {to=edges|json|skos}, which can hold every tree"
            }
            ExportError::Database => {
                "use {to=skos} for thesaurus tools: in WordNet, names that differ only in case are one word"
            }
            ExportError::Io(_) => return None,
        };
        Some(Remedy::of(sentence))
    }
}

/// Reasons why a format cannot contain a name.
#[allow(missing_docs, reason = "the message of each variant says what is wrong")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unfit {
    #[error("a name begins or ends with a blank")]
    Outer,
    #[error("a name contains a NUL byte or begins with a byte order mark")]
    NotText,
    #[error("a name contains a blank, which separates names there")]
    Blank,
    #[error("the name `has` is reserved there")]
    Has,
    #[error("a name contains ` > `, which separates names there")]
    Separator,
    #[error("a name begins with `#`, which begins a comment there")]
    Comment,
}

/// Writes `taxonomy` to `out` in `format`. O(bytes written), without recursion.
///
/// # Errors
/// [`ExportError::Names`] and [`ExportError::TooLarge`]; in both cases nothing is written.
pub fn export(taxonomy: &Taxonomy, format: TaxonomyFormat, out: &mut dyn Write) -> Result<(), ExportError> {
    if format == TaxonomyFormat::Wordnet {
        return Err(ExportError::Database);
    }
    let taxonomy = &*bare(taxonomy);
    let mut unfit = taxonomy.nodes().filter_map(|node| check(taxonomy, node, format));
    if let Some(why) = unfit.next() {
        return Err(ExportError::Names { format, count: 1 + unfit.count(), nodes: taxonomy.len(), why });
    }
    let bytes = size(taxonomy, format);
    if bytes > MOST_BYTES {
        return Err(ExportError::TooLarge { format, bytes });
    }
    match format {
        TaxonomyFormat::Edges => edges(taxonomy, out)?,
        TaxonomyFormat::Arx => arx(taxonomy, out)?,
        TaxonomyFormat::Paths => paths(taxonomy, out)?,
        TaxonomyFormat::Amnesia => amnesia(taxonomy, out)?,
        TaxonomyFormat::Json => json(taxonomy, out)?,
        TaxonomyFormat::Outline => outline(taxonomy, out)?,
        TaxonomyFormat::Skos => skos(taxonomy, out)?,
        TaxonomyFormat::Wordnet => unreachable!("refused above"),
    }
    Ok(())
}

/// The tree without the angle brackets of inner nodes, which their places show anyway. A tree of nodes and
/// words, in which `<car>` and `car` differ, keeps the brackets.
fn bare(taxonomy: &Taxonomy) -> Cow<'_, Taxonomy> {
    let bare = |node| unmarked(taxonomy.name(node));
    let mut marked = taxonomy.nodes().filter(|&node| taxonomy.is_marked(node)).peekable();
    if marked.peek().is_none() || marked.any(|node| taxonomy.find(bare(node)).is_some()) {
        return Cow::Borrowed(taxonomy);
    }
    let depths: Vec<u32> = taxonomy.nodes().map(|node| taxonomy.level(node) - 1).collect();
    Cow::Owned(Taxonomy::from_preorder(taxonomy.nodes().map(bare).collect(), &depths))
}

fn check(taxonomy: &Taxonomy, node: Node, format: TaxonomyFormat) -> Option<Unfit> {
    let name = taxonomy.name(node);
    if name.trim() != name {
        return Some(Unfit::Outer);
    }
    if name.contains('\0') || name.starts_with('\u{feff}') {
        return Some(Unfit::NotText);
    }
    match format {
        TaxonomyFormat::Amnesia if name.contains(|c: char| c.is_ascii_whitespace()) => Some(Unfit::Blank),
        TaxonomyFormat::Amnesia if name == "has" => Some(Unfit::Has),
        TaxonomyFormat::Amnesia if name.starts_with('#') => Some(Unfit::Comment),
        TaxonomyFormat::Paths
            if name.contains(PATH_SEPARATOR) || name.ends_with(PATH_SEPARATOR.trim_end()) =>
        {
            Some(Unfit::Separator)
        }
        TaxonomyFormat::Paths if node == Node::ROOT && name.starts_with('#') => Some(Unfit::Comment),
        _ => None,
    }
}

fn quoted(name: &str, separator: char) -> String {
    // A quote begins a field, and a number sign a comment. The other characters begin other formats.
    if name.starts_with(['"', '#', '{', '[', '@', '<']) || name.contains(separator) {
        format!("\"{}\"", name.replace('"', "\"\""))
    } else {
        name.to_owned()
    }
}

fn edges(taxonomy: &Taxonomy, out: &mut dyn Write) -> io::Result<()> {
    for node in taxonomy.nodes() {
        let parent = match node {
            Node::ROOT => String::new(),
            _ => quoted(taxonomy.name(taxonomy.parent(node)), '\t'),
        };
        writeln!(out, "{}\t{parent}", quoted(taxonomy.name(node), '\t'))?;
    }
    Ok(())
}

/// Writes Amnesia's head, then its blocks by level, from the lowest parents up.
fn amnesia(taxonomy: &Taxonomy, out: &mut dyn Write) -> io::Result<()> {
    let mut parents: Vec<Node> =
        taxonomy.nodes().filter(|&node| !taxonomy.is_leaf(node) || node == Node::ROOT).collect();
    parents.sort_by_key(|&node| std::cmp::Reverse(taxonomy.level(node)));
    write!(out, "distinct\nname taxonomy\ntype string\nheight {}\n", taxonomy.height())?;
    let mut level = 0;
    for node in parents {
        if level != taxonomy.level(node) {
            level = taxonomy.level(node);
            writeln!(out)?;
        }
        write!(out, "{} has", taxonomy.name(node))?;
        for child in taxonomy.children(node) {
            write!(out, " {}", taxonomy.name(child))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Approximate number of bytes of the written tree; 0 for formats whose size does not grow with its depth.
fn size(taxonomy: &Taxonomy, format: TaxonomyFormat) -> u64 {
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

/// Writes rows of one length, as ARX requires: a short branch repeats its leaf.
fn arx(taxonomy: &Taxonomy, out: &mut dyn Write) -> io::Result<()> {
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

fn paths(taxonomy: &Taxonomy, out: &mut dyn Write) -> io::Result<()> {
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

/// Writes one node per line, one tab per level. A name that begins like a bullet or a comment gets a bullet.
fn outline(taxonomy: &Taxonomy, out: &mut dyn Write) -> io::Result<()> {
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

/// Writes nested objects with `name` and `children`, one node per line.
fn json(taxonomy: &Taxonomy, out: &mut dyn Write) -> io::Result<()> {
    // The nodes whose objects are not closed, from the root down.
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

/// Writes a concept for each node, in preorder, with its broader concept. The root is the top of a scheme.
fn skos(taxonomy: &Taxonomy, out: &mut dyn Write) -> io::Result<()> {
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
