//! From the parts of an artifact to tables: the lemmas and irregular forms of one text, each found once.

use clump_core::names::Names;
use clump_core::taxonomy::{Node, Taxonomy};

use super::WordNet;
use crate::format::{Artifact, FormatError};
use crate::scan::{Part, parts};
use crate::table::Table;
use crate::web_senses::WebSenses;

pub(super) fn wordnet(artifact: &Artifact<'_>) -> Result<WordNet, FormatError> {
    let nodes = artifact.nodes;
    let mut text = String::with_capacity(nodes.len() + artifact.exceptions.len());
    text.push_str(nodes);
    text.push_str(artifact.exceptions);
    text.make_ascii_lowercase();
    let mut loader = Loader::new(&text, artifact.depths.len());

    let (mut names, mut name) = (Names::default(), String::new());
    let (mut node, mut first) = (0, true);
    for part in parts(nodes, 0) {
        let ends_line = part.ends_line;
        let sense = artifact.senses.get(node).copied();
        if first {
            mark(&mut name, &nodes[part.span.clone()], sense.unwrap_or(0));
            names.push(&name);
        }
        // A name that shows its sense is no lemma of its node.
        if !first || sense == Some(0) {
            loader.lemma(part, node)?;
        }
        first = ends_line;
        node += usize::from(ends_line);
    }
    if node != artifact.depths.len() {
        return Err(FormatError::Lines { lines: node, nodes: artifact.depths.len() });
    }

    let (mut line, mut first) = (1, true);
    for part in parts(&text, nodes.len()) {
        let ends_line = part.ends_line;
        if first && !ends_line {
            loader.exception(part, line)?;
        }
        first = ends_line;
        line += usize::from(ends_line);
    }

    let Loader { lemmas, first_words, exceptions, .. } = loader;
    let depths: Vec<u32> = artifact.depths.iter().map(|&depth| u32::from(depth)).collect();
    let taxonomy = Taxonomy::from_preorder(names, &depths);
    let web_senses = WebSenses::resolve(|noun| lemmas.get(&text, noun).map(Node));
    Ok(WordNet { taxonomy, text, lemmas, first_words, exceptions, web_senses })
}

/// Makes `name` the name of a node, in the notation of [`clump_core::taxonomy::marked`]. It is one buffer for all
/// nodes, so that no name is allocated by itself.
fn mark(name: &mut String, word: &str, sense: u8) {
    name.clear();
    name.push('<');
    name.push_str(word);
    if sense > 0 {
        name.push_str(".n.");
        name.extend([b'0' + sense / 10, b'0' + sense % 10].map(char::from));
    }
    name.push('>');
}

/// The tables while they fill.
struct Loader<'a> {
    text: &'a str,
    lemmas: Table,
    first_words: Table,
    exceptions: Table,
}

impl<'a> Loader<'a> {
    fn new(text: &'a str, nodes: usize) -> Loader<'a> {
        // There are 1.44 lemmas a node.
        let lemmas = Table::with_room_for(nodes * 3 / 2);
        Loader { text, lemmas, first_words: Table::default(), exceptions: Table::default() }
    }

    fn lemma(&mut self, part: Part, node: usize) -> Result<(), FormatError> {
        self.first_word(&part);
        match self.lemmas.insert(self.text, part.span, node as u32) {
            None => Ok(()),
            Some(_) => Err(FormatError::Repeated { part: "nodes", line: node + 1 }),
        }
    }

    /// The bases begin after the separator that ends `part`.
    fn exception(&mut self, part: Part, line: usize) -> Result<(), FormatError> {
        self.first_word(&part);
        let bases = part.span.end + 1;
        match self.exceptions.insert(self.text, part.span, bases as u32) {
            None => Ok(()),
            Some(_) => Err(FormatError::Repeated { part: "exceptions", line }),
        }
    }

    fn first_word(&mut self, part: &Part) {
        if part.words > 1
            && let Some(longest) =
                self.first_words.insert(self.text, part.span.start..part.first_word, part.words)
        {
            *longest = part.words.max(*longest);
        }
    }
}
