//! Meanings of words on the web that differ from their first noun sense: the lines of `data/web_senses.tsv`,
//! resolved when the nouns are loaded. That takes far less than a millisecond and needs no index over names,
//! because the second column is a noun whose first sense is the meant node.

use clump_core::taxonomy::Node;

use crate::table::Table;

/// The list, compiled in. Its head describes its origin.
const TEXT: &str = include_str!("../data/web_senses.tsv");

/// The senses of the web whose nodes are in one taxonomy.
#[derive(Clone, Debug)]
pub(crate) struct WebSenses {
    /// Word or phrase to node.
    senses: Table,
    /// First word of phrases to the largest number of words.
    first_words: Table,
}

impl WebSenses {
    /// The senses whose noun `exact` knows: other versions of WordNet may lack some.
    pub(crate) fn resolve(exact: impl Fn(&str) -> Option<Node>) -> WebSenses {
        let mut senses = WebSenses { senses: Table::with_room_for(512), first_words: Table::default() };
        for (start, text, noun) in lines() {
            let Some(node) = exact(noun) else { continue };
            senses.senses.insert(TEXT, start..start + text.len(), node.0);
            if let Some((first, rest)) = text.split_once(' ') {
                let words = 2 + rest.matches(' ').count() as u32;
                if let Some(longest) = senses.first_words.insert(TEXT, start..start + first.len(), words) {
                    *longest = words.max(*longest);
                }
            }
        }
        senses
    }

    #[inline]
    pub(crate) fn get(&self, text: &str) -> Option<Node> {
        self.senses.get(TEXT, text).map(Node)
    }

    #[inline]
    pub(crate) fn longest_phrase(&self, first_word: &str) -> usize {
        self.first_words.get(TEXT, first_word).map_or(1, |words| words as usize)
    }

    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = (&str, Node)> {
        self.senses.iter(TEXT).map(|(text, node)| (text, Node(node)))
    }
}

/// Byte position, text and noun of each line of the list.
fn lines() -> impl Iterator<Item = (usize, &'static str, &'static str)> {
    let mut next = 0;
    TEXT.split_inclusive('\n').filter_map(move |line| {
        let start = next;
        next += line.len();
        let (text, noun) = line.trim_end().split_once('\t')?;
        (!text.starts_with('#')).then_some((start, text, noun))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::is_stop_word;

    #[test]
    fn the_list_is_sorted_lower_case_and_without_repeats() {
        let rows = TEXT.lines().filter(|line| !line.starts_with('#')).count();
        let texts: Vec<&str> = lines().map(|(_, text, _)| text).collect();
        assert_eq!(texts.len(), rows, "every line has its two columns");
        assert!((350..=700).contains(&rows), "{rows}");
        assert!(texts.is_sorted_by(|a, b| a < b));
        for (start, text, noun) in lines() {
            assert!(TEXT[start..].starts_with(text));
            let plain =
                |part: &str| part.split(' ').all(|word| !word.is_empty()) && part == part.to_lowercase();
            assert!(plain(text) && plain(noun), "{text}: {noun}");
            assert!(!is_stop_word(text), "{text} is dropped before anybody looks here");
        }
    }

    #[test]
    fn phrases_are_announced_by_their_first_word() {
        let senses = WebSenses::resolve(|_| Some(Node::ROOT));
        assert_eq!(senses.iter().len(), lines().count());
        for (text, _) in senses.iter() {
            let mut words = text.split(' ');
            let first = words.next().unwrap();
            assert!(words.count() < senses.longest_phrase(first), "{text}");
        }
        assert_eq!(senses.longest_phrase("home"), 2, "home depot");
        assert_eq!(senses.longest_phrase("depot"), 1);
    }

    #[test]
    fn a_noun_that_a_taxonomy_lacks_is_passed_over() {
        let senses = WebSenses::resolve(|noun| (noun == "company").then_some(Node(7)));
        assert_eq!((senses.get("inc"), senses.get("yahoo")), (Some(Node(7)), None));
    }
}
