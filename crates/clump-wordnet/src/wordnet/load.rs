//! Loads an artifact: makes tables of lemmas, linked words and irregular forms.

use clump_core::names::Names;
use clump_core::taxonomy::{Node, Taxonomy};

use super::WordNet;
use crate::format::Artifact;
use crate::link::{Endings, Link, Linked};
use crate::table::{Phrases, Table};
use crate::web_senses;

/// Makes the tables in memory; `None` if a lemma occurs twice in the artifact.
pub(super) fn wordnet(artifact: &Artifact) -> Option<WordNet> {
    let Artifact { depths, senses, nodes, exceptions, forms, .. } = artifact;
    let mut names = Names::default();
    let (mut lemmas, mut linked) = (Phrases::default(), Table::default());
    let lower_case = nodes.to_ascii_lowercase();
    for (number, ((line, lower_case), &sense)) in
        nodes.lines().zip(lower_case.lines()).zip(senses).enumerate()
    {
        let node = Node(number as u32);
        let name = line.split('|').next().unwrap_or(line);
        names.push(&match sense {
            0 => ["<", name, ">"].concat(),
            sense => format!("<{name}.n.{sense:02}>"),
        });
        // A name with a sense number is not a lemma of its node.
        for (place, word) in lower_case.split('|').enumerate().skip(usize::from(sense > 0)) {
            match linked_word(word).filter(|_| place > 0) {
                Some((word, link, endings)) => drop(linked.insert(word, (Linked { node, link }, endings))),
                None if lemmas.insert(word, node) => {}
                None => return None,
            }
        }
    }
    let (exceptions, forms) = (irregular(exceptions), irregular(forms));
    exceptions.iter().for_each(|(plural, _)| lemmas.announce(plural));
    let depths: Vec<u32> = depths.iter().map(|&depth| u32::from(depth)).collect();
    let web_senses = web_senses::resolve(|noun| lemmas.get(noun));
    let taxonomy = Taxonomy::from_preorder(names, &depths);
    Some(WordNet { taxonomy, lemmas, linked, exceptions, forms, web_senses })
}

/// Splits an entry of a node into linked word, link and endings; `None` if the entry is a lemma.
fn linked_word(word: &str) -> Option<(&str, Link, Endings)> {
    let &[symbol, digit, _, ..] = word.as_bytes() else { return None };
    let (link, endings) = (Link::of_symbol(symbol)?, Endings::of_digit(digit)?);
    Some((&word[2..], link, endings))
}

/// For each irregular form, its bases with bars between them.
fn irregular(lines: &str) -> Table<String> {
    let mut table = Table::default();
    for (form, bases) in lines.to_ascii_lowercase().lines().filter_map(|line| line.split_once('|')) {
        table.insert(form, bases.to_owned());
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(nodes: &str) -> Option<WordNet> {
        wordnet(&Artifact {
            depths: vec![0, 1],
            senses: vec![0, 3],
            nodes: nodes.to_owned(),
            exceptions: "rocken|rock\n".to_owned(),
            forms: "rockier|rocky\n".to_owned(),
            ..Artifact::default()
        })
    }

    #[test]
    fn each_kind_of_word_goes_to_its_table() {
        let loaded = load("entity\nRock|stone|\\2rocky|+3stone\n").unwrap();
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
        assert!(load("entity\nrock|entity\n").is_none(), "a lemma that is given twice");
    }
}
