//! The loader: it turns the parts of an artifact into tables of lemmas, linked words and irregular forms over
//! one text.

use std::ops::Range;

use clump_core::names::Names;
use clump_core::taxonomy::{Node, Taxonomy};

use super::WordNet;
use crate::format::{Artifact, FormatError};
use crate::link::{self, Endings, Link};
use crate::scan::{Part, parts};
use crate::table::Table;
use crate::web_senses::WebSenses;

pub(super) fn wordnet(artifact: &Artifact<'_>) -> Result<WordNet, FormatError> {
    let Artifact { nodes, exceptions, forms, .. } = *artifact;
    let mut text = [nodes, exceptions, forms].concat();
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
        match Link::of_symbol(nodes.as_bytes()[part.span.start]) {
            Some(link) if !first => loader.linked(part, node, link)?,
            // A name that shows its sense is not a lemma of its node.
            _ if !first || sense == Some(0) => loader.lemma(part, node)?,
            _ => {}
        }
        first = ends_line;
        node += usize::from(ends_line);
    }
    if node != artifact.depths.len() {
        return Err(FormatError::Lines { lines: node, nodes: artifact.depths.len() });
    }

    let end = nodes.len() + exceptions.len();
    loader.exceptions(nodes.len()..end)?;
    loader.forms(end..text.len())?;

    let Loader { lemmas, linked, first_words, exceptions, forms, .. } = loader;
    let depths: Vec<u32> = artifact.depths.iter().map(|&depth| u32::from(depth)).collect();
    let taxonomy = Taxonomy::from_preorder(names, &depths);
    let web_senses = WebSenses::resolve(|noun| lemmas.get(&text, noun).map(Node));
    Ok(WordNet { taxonomy, text, lemmas, linked, first_words, exceptions, forms, web_senses })
}

/// Sets `name` to the name of a node, in the notation of [`clump_core::taxonomy::marked`]. It is one buffer
/// for all nodes, so that no name needs its own allocation.
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
    linked: Table,
    first_words: Table,
    exceptions: Table,
    forms: Table,
}

impl<'a> Loader<'a> {
    fn new(text: &'a str, nodes: usize) -> Loader<'a> {
        // There are 1.44 lemmas and 0.34 linked words per node.
        let (lemmas, linked) = (Table::with_room_for(nodes * 3 / 2), Table::with_room_for(nodes * 3 / 8));
        let (first_words, exceptions, forms) = Default::default();
        Loader { text, lemmas, linked, first_words, exceptions, forms }
    }

    fn lemma(&mut self, part: Part, node: usize) -> Result<(), FormatError> {
        first_word(&mut self.first_words, self.text, &part);
        match self.lemmas.insert(self.text, part.span, node as u32) {
            None => Ok(()),
            Some(_) => Err(FormatError::Repeated { part: "nodes", line: node + 1 }),
        }
    }

    /// The word begins after the symbol of its link and the digit of its endings.
    fn linked(&mut self, part: Part, node: usize, link: Link) -> Result<(), FormatError> {
        let span = part.span.start + 2..part.span.end;
        let endings = Endings::of_digit(self.text.as_bytes()[part.span.start + 1]);
        let (Some(endings), false) = (endings, span.is_empty()) else {
            return Err(FormatError::Linked { line: node + 1 });
        };
        match self.linked.insert(self.text, span, link::pack(node, link, endings)) {
            None => Ok(()),
            Some(_) => Err(FormatError::Repeated { part: "nodes", line: node + 1 }),
        }
    }

    fn exceptions(&mut self, span: Range<usize>) -> Result<(), FormatError> {
        let first_words = &mut self.first_words;
        let visit = |part: &Part| first_word(first_words, self.text, part);
        irregular(&mut self.exceptions, self.text, span, "exceptions", visit)
    }

    fn forms(&mut self, span: Range<usize>) -> Result<(), FormatError> {
        irregular(&mut self.forms, self.text, span, "forms", |_| {})
    }
}

/// Fills `table` with the lines of the `span` of `text`: from the first part to the start of its bases, after
/// the separator that ends it.
fn irregular(
    table: &mut Table,
    text: &str,
    span: Range<usize>,
    name: &'static str,
    mut visit: impl FnMut(&Part),
) -> Result<(), FormatError> {
    let (mut line, mut first) = (1, true);
    for part in parts(&text[..span.end], span.start) {
        let ends_line = part.ends_line;
        if first && !ends_line {
            visit(&part);
            let bases = part.span.end + 1;
            if table.insert(text, part.span, bases as u32).is_some() {
                return Err(FormatError::Repeated { part: name, line });
            }
        }
        first = ends_line;
        line += usize::from(ends_line);
    }
    Ok(())
}

fn first_word(first_words: &mut Table, text: &str, part: &Part) {
    if part.words > 1
        && let Some(longest) = first_words.insert(text, part.span.start..part.first_word, part.words)
    {
        *longest = part.words.max(*longest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(nodes: &str, forms: &str) -> Result<WordNet, FormatError> {
        let (licence, inputs) = ("", Vec::new());
        wordnet(&Artifact {
            licence,
            inputs,
            depths: &[0, 1],
            senses: &[0, 3],
            nodes,
            exceptions: "rocken|rock\n",
            forms,
        })
    }

    #[test]
    fn each_kind_of_part_goes_to_its_table() {
        let loaded = load("entity\nRock|stone|\\2rocky|+3stone\n", "rockier|rocky\n").unwrap();
        assert_eq!(loaded.taxonomy().name(Node(1)), "<Rock.n.03>");
        assert_eq!(
            (loaded.exact("stone"), loaded.exact("rock"), loaded.exact("rocky")),
            (Some(Node(1)), None, None)
        );
        assert_eq!(loaded.linked("rockier"), loaded.linked("rocky"));
        assert_eq!(loaded.linked("stoned").map(|linked| linked.link), Some(Link::Derived));
        assert_eq!(
            loaded.linked_words().map(|(word, _)| word).collect::<Vec<_>>(),
            ["rocky"],
            "a stone is a noun"
        );
        assert_eq!((loaded.noun("rockier"), loaded.linked("rocken")), (None, None), "forms are not plurals");
    }

    #[test]
    fn what_is_not_well_formed_is_refused() {
        for nodes in ["entity\nrock|+\n", "entity\nrock|+1\n", "entity\nrock|+rocky\n"] {
            assert_eq!(load(nodes, "").unwrap_err(), FormatError::Linked { line: 2 }, "{nodes}");
        }
        let twice = |part, line| Some(FormatError::Repeated { part, line });
        assert_eq!(load("entity\nrock|+1go|=1go\n", "").err(), twice("nodes", 2));
        assert_eq!(load("entity\nrock\n", "went|go\nwent|go\n").err(), twice("forms", 2));
    }
}
