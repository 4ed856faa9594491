//! Reads SKOS in Turtle: concepts, with their preferred labels as names, are below their broader concepts.
//!
//! `broader` and `narrower` state one relation from two sides, so one may repeat the other. A concept with
//! two broader concepts has two parents. If several concepts in one scheme have no broader concept, they are
//! below that scheme, whose label or title is its name. A single such concept is the root itself. A resource
//! without a label gets the end of its IRI as its name.

use clump_core::containers::Interner;
use oxrdf::vocab::rdf;
use oxrdf::{NamedOrBlankNode, Term};
use oxttl::TurtleParser;
use rustc_hash::FxHashSet;

use super::LineFault;
use crate::error::Fault;
use crate::repair::DefectPlace;
use crate::taxonomy::draft::{Draft, NONE};
use crate::taxonomy::format::TaxonomyText;

pub(in crate::taxonomy) const SKOS: &str = "http://www.w3.org/2004/02/skos/core#";

/// Predicates other than `skos:prefLabel` that give the name of a scheme.
const TITLES: [&str; 3] = [
    "http://www.w3.org/2000/01/rdf-schema#label",
    "http://purl.org/dc/terms/title",
    "http://purl.org/dc/elements/1.1/title",
];

/// The base of relative IRIs. It never appears in a name.
const BASE: &str = "file:///taxonomy";

struct Resource {
    line: usize,
    is_concept: bool,
    label: Option<Label>,
}

#[derive(Default)]
struct Graph {
    names: Interner,
    resources: Vec<Resource>,
    broader: Vec<(u32, u32, usize)>,
    schemes: Vec<(u32, u32)>,
}

pub(super) fn draft(text: &TaxonomyText, language: Option<&str>) -> Result<Draft, LineFault> {
    let mut parser = match TurtleParser::new().with_base_iri(BASE) {
        Ok(parser) => parser.low_level(),
        Err(_) => unreachable!("the base is an IRI"),
    };
    let mut graph = Graph::default();
    let mut read = |parser: &mut oxttl::turtle::LowLevelTurtleParser, line| {
        while let Some(triple) = parser.parse_next() {
            // The parser's message may quote the file, so only the line is reported.
            let triple = triple.map_err(|error| {
                let start = error.location().start;
                (start.line as usize + 1, Fault::Turtle { column: start.column as usize + 1 })
            })?;
            graph.take(&triple.subject, triple.predicate.as_str(), &triple.object, language, line);
        }
        Ok(())
    };
    // The parser gets line by line, so that each triple has a line number.
    let mut last = 1;
    for (line, row) in text.lines() {
        parser.extend_from_slice(row.as_bytes());
        parser.extend_from_slice(b"\n");
        read(&mut parser, line)?;
        last = line;
    }
    parser.end();
    read(&mut parser, last)?;
    Ok(graph.draft())
}

impl Graph {
    fn resource(&mut self, name: &str, line: usize) -> u32 {
        let number = self.names.intern(name);
        if number as usize == self.resources.len() {
            self.resources.push(Resource { line, is_concept: false, label: None });
        }
        number
    }

    fn concept(&mut self, name: &str, line: usize) -> u32 {
        let number = self.resource(name, line);
        self.resources[number as usize].is_concept = true;
        number
    }

    fn take(
        &mut self,
        subject: &NamedOrBlankNode,
        predicate: &str,
        object: &Term,
        language: Option<&str>,
        line: usize,
    ) {
        let blank;
        let subject = match subject {
            NamedOrBlankNode::NamedNode(node) => node.as_str(),
            NamedOrBlankNode::BlankNode(node) => {
                blank = format!("_:{}", node.as_str());
                &blank
            }
        };
        let other = match object {
            Term::NamedNode(node) => node.as_str().to_owned(),
            Term::BlankNode(node) => format!("_:{}", node.as_str()),
            Term::Literal(literal) => {
                if predicate.strip_prefix(SKOS) == Some("prefLabel") || TITLES.contains(&predicate) {
                    let resource = self.resource(subject, line) as usize;
                    let label = Label::new(literal.value().trim(), literal.language(), language);
                    let place = &mut self.resources[resource].label;
                    if place.as_ref().is_none_or(|known| label < *known) {
                        *place = Some(label);
                    }
                }
                return;
            }
        };
        match predicate.strip_prefix(SKOS) {
            Some("broader") => {
                let (child, parent) = (self.concept(subject, line), self.concept(&other, line));
                self.broader.push((child, parent, line));
            }
            Some("narrower") => {
                let (parent, child) = (self.concept(subject, line), self.concept(&other, line));
                self.broader.push((child, parent, line));
            }
            Some("hasTopConcept") => {
                let (scheme, concept) = (self.resource(subject, line), self.concept(&other, line));
                self.schemes.push((concept, scheme));
            }
            Some("topConceptOf" | "inScheme") => {
                let (concept, scheme) = (self.concept(subject, line), self.resource(&other, line));
                self.schemes.push((concept, scheme));
            }
            _ if predicate == rdf::TYPE.as_str() && other.strip_prefix(SKOS) == Some("Concept") => {
                self.concept(subject, line);
            }
            _ => {}
        }
    }

    fn draft(self) -> Draft {
        let mut said: FxHashSet<(u32, u32)> = FxHashSet::default();
        let mut links: Vec<(u32, u32, usize)> =
            self.broader.iter().copied().filter(|&(child, parent, _)| said.insert((child, parent))).collect();
        let mut has_parent = vec![false; self.resources.len()];
        links.iter().for_each(|&(child, ..)| has_parent[child as usize] = true);

        let mut scheme_of = vec![NONE; self.resources.len()];
        let mut tops = vec![0usize; self.resources.len()];
        for &(concept, scheme) in &self.schemes {
            if !has_parent[concept as usize] && scheme_of[concept as usize] == NONE && concept != scheme {
                scheme_of[concept as usize] = scheme;
                tops[scheme as usize] += 1;
            }
        }
        for (concept, &scheme) in scheme_of.iter().enumerate() {
            if scheme != NONE && tops[scheme as usize] > 1 {
                links.push((concept as u32, scheme, self.resources[concept].line));
            }
        }

        let mut draft = Draft::default();
        let mut spots = vec![NONE; self.resources.len()];
        for (number, resource) in self.resources.iter().enumerate() {
            if !resource.is_concept && tops[number] < 2 {
                continue;
            }
            let name =
                resource.label.as_ref().map_or_else(|| end_of(self.names.get(number as u32)), Label::text);
            if name.is_empty() {
                draft.empty.push(DefectPlace::at(resource.line));
            } else {
                spots[number] = draft.spot(name, resource.line);
            }
        }
        for (child, parent, line) in links {
            let [child, parent] = [child, parent].map(|number| spots[number as usize]);
            if child != NONE && parent != NONE {
                draft.link(child, parent, line);
            }
        }
        draft
    }
}

/// The end of an IRI: `apple` of `http://food.example/terms#apple`; empty for a blank node.
fn end_of(iri: &str) -> &str {
    if iri.starts_with("_:") {
        return "";
    }
    let iri = iri.trim_end_matches(['/', '#']);
    iri.rsplit(['/', '#', ':']).next().unwrap_or(iri)
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Label {
    rank: u8,
    language: String,
    text: String,
}

impl Label {
    /// A label with its rank by `language`. If `wanted` is given, the order is: that language, one of its
    /// regions, no language, English, one of its regions, any other by alphabet. Otherwise: English, no
    /// language, the others.
    fn new(text: &str, language: Option<&str>, wanted: Option<&str>) -> Label {
        let language = language.map(str::to_ascii_lowercase);
        let is = |base: &str| language.as_deref() == Some(base);
        let is_region = |base: &str| {
            language
                .as_deref()
                .and_then(|language| language.strip_prefix(base))
                .is_some_and(|rest| rest.starts_with('-'))
        };
        let rank = match wanted.map(str::to_ascii_lowercase).as_deref() {
            Some(wanted) if is(wanted) => 0,
            Some(wanted) if is_region(wanted) => 1,
            None if is("en") => 0,
            _ if language.is_none() => 2,
            _ if is("en") => 3,
            _ if is_region("en") => 4,
            _ => 5,
        };
        Label { rank, language: language.unwrap_or_default(), text: text.to_owned() }
    }

    fn text(&self) -> &str {
        &self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(wanted: Option<&str>, labels: &[(&'static str, Option<&str>)]) -> String {
        labels.iter().map(|&(text, language)| Label::new(text, language, wanted)).min().unwrap().text
    }

    #[test]
    fn the_wanted_language_comes_first_and_english_next() {
        let all = [("Apfel", Some("de")), ("apple", Some("EN")), ("pomme", Some("fr-CA")), ("malum", None)];
        assert_eq!(chosen(None, &all), "apple");
        assert_eq!(chosen(Some("de"), &all), "Apfel");
        assert_eq!(chosen(Some("fr"), &all), "pomme");
        assert_eq!(chosen(Some("it"), &all), "malum");
        assert_eq!(chosen(None, &all[2..]), "malum");
        assert_eq!(chosen(None, &[("b", Some("fr")), ("a", Some("fr")), ("c", Some("de"))]), "c");
    }
}
