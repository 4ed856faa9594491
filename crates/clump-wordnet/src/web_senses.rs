//! Meanings of words on the web that differ from their first noun sense. The lines of `data/web_senses.tsv`
//! are resolved when the nouns are loaded. That takes far less than a millisecond and needs no index of
//! names, because the second column is a noun whose first sense is the node.

use clump_core::taxonomy::Node;

use crate::table::Phrases;

/// The list, compiled into the program. Its head describes its origin.
const TEXT: &str = include_str!("../data/web_senses.tsv");

/// The node of each listed word, except if `exact` lacks its noun, as in other versions of WordNet.
pub(crate) fn resolve(exact: impl Fn(&str) -> Option<Node>) -> Phrases<Node> {
    let mut senses = Phrases::default();
    for (text, noun) in lines() {
        if let Some(node) = exact(noun) {
            senses.insert(text, node);
        }
    }
    senses
}

/// The two columns of each line: a word or phrase, and a noun for its meaning.
fn lines() -> impl Iterator<Item = (&'static str, &'static str)> {
    TEXT.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once('\t'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::is_stop_word;

    #[test]
    fn the_list_is_sorted_lower_case_and_without_repeats() {
        let rows = TEXT.lines().filter(|line| !line.starts_with('#')).count();
        let texts: Vec<&str> = lines().map(|(text, _)| text).collect();
        assert_eq!(texts.len(), rows, "every line has its two columns");
        assert!((350..=700).contains(&rows), "{rows}");
        assert!(texts.is_sorted_by(|a, b| a < b));
        for (text, noun) in lines() {
            let plain =
                |part: &str| part.split(' ').all(|word| !word.is_empty()) && part == part.to_lowercase();
            assert!(plain(text) && plain(noun), "{text}: {noun}");
            assert!(!is_stop_word(text), "{text} is dropped before anybody looks here");
        }
    }

    #[test]
    fn phrases_are_announced_by_their_first_word() {
        let senses = resolve(|_| Some(Node::ROOT));
        assert_eq!(senses.iter().len(), lines().count());
        for (text, _) in senses.iter() {
            let mut words = text.split(' ');
            let first = words.next().unwrap();
            assert!(words.count() < senses.longest(first), "{text}");
        }
        assert_eq!(senses.longest("home"), 2, "home depot");
        assert_eq!(senses.longest("depot"), 1);
    }

    #[test]
    fn a_noun_that_a_taxonomy_lacks_is_passed_over() {
        let senses = resolve(|noun| (noun == "company").then_some(Node(7)));
        assert_eq!((senses.get("inc"), senses.get("yahoo")), (Some(Node(7)), None));
    }
}
