//! Words that are no nouns: how many each link adds, where well-known ones go, and what must not be found.

use clump_core::taxonomy::unmarked;
use clump_wordnet::{Link, Linked, WordNet};

/// The name of the node that a word is linked to, without its brackets, and how.
fn place<'a>(wordnet: &'a WordNet, word: &str) -> Option<(&'a str, Link)> {
    wordnet.linked(word).map(|Linked { node, link }| (unmarked(wordnet.taxonomy().name(node)), link))
}

#[test]
fn each_link_adds_as_many_words_as_the_documentation_states() {
    let wordnet = WordNet::load();
    let counts =
        Link::ALL.map(|link| wordnet.linked_words().filter(|(_, linked)| linked.link == link).count());
    assert_eq!(counts, [5_160, 5_998, 183, 2_654, 3_189, 3_640, 904]);
    assert_eq!(counts.iter().sum::<usize>(), 21_728);
}

#[test]
fn linked_words_are_single_words_and_no_nouns() {
    let wordnet = WordNet::load();
    for (word, linked) in wordnet.linked_words() {
        assert_eq!(wordnet.linked(word), Some(linked), "{word}");
        assert_eq!(wordnet.exact(word), None, "{word}");
        assert!(
            word.len() > 1 && !word.contains([' ', '_', '|', '(']) && word.to_lowercase() == word,
            "{word}"
        );
    }
    for noun in ["walk", "cold", "dog", "new york", "", "qwertyuiop", "pulmonary disease"] {
        assert_eq!(wordnet.linked(noun), None, "{noun}");
    }
}

#[test]
fn well_known_words() {
    let wordnet = WordNet::load();
    for (word, noun, link) in [
        ("pulmonary", "lung", Link::Pertainym),
        ("clinical", "clinic", Link::Pertainym),
        ("automotive", "car", Link::Pertainym),
        ("quickly", "celerity", Link::Pertainym),
        ("pregnant", "pregnancy", Link::Derived),
        ("naked", "nakedness", Link::Derived),
        ("write", "writing", Link::Derived),
        ("create", "creation", Link::Derived),
        ("famous", "fame", Link::Derived),
        ("beautiful", "beauty", Link::Attribute),
        ("strong", "strength", Link::Attribute),
        ("addictive", "addiction.n.03", Link::Verb),
        ("baked", "baking.n.02", Link::Verb),
        ("stolen", "larceny", Link::Derived),
        ("annually", "year", Link::Synonym),
        ("bring", "transportation.n.02", Link::Synonym),
        ("nationwide", "comprehensiveness", Link::Similar),
        ("overcook", "cooking", Link::Hypernym),
    ] {
        assert_eq!(place(wordnet, word), Some((noun, link)), "{word}");
    }
}

#[test]
fn forms_go_where_their_bases_go() {
    let wordnet = WordNet::load();
    for (form, base) in [
        ("bakes", "bake"),
        ("applies", "apply"),
        ("wrote", "write"),
        ("forgave", "forgive"),
        ("cheaper", "cheap"),
        ("cheapest", "cheap"),
        ("biggest", "big"),
        ("inflicting", "inflict"),
    ] {
        let base = wordnet.linked(base);
        assert!(base.is_some());
        assert_eq!(wordnet.linked(form), base, "{form}");
    }
    // Bases that are nouns too: what is found is the verb and the adjective.
    assert_eq!(place(wordnet, "walked"), Some(("walk", Link::Derived)));
    assert_eq!(place(wordnet, "bought"), Some(("buying", Link::Derived)));
    assert_eq!(place(wordnet, "colder"), Some(("cold.n.03", Link::Derived)));
    // Adjectives take no endings of verbs, and the other way round.
    for nothing in ["pregnanted", "pregnanting", "pulmonarys", "installest", "bed", "anded"] {
        assert_eq!(wordnet.linked(nothing), None, "{nothing}");
    }
}

/// Words that as nouns have no decent sense: no form of a verb or an adjective leads them to one.
#[test]
fn slurs_are_not_found_as_something_decent() {
    let wordnet = WordNet::load();
    let slurs = "\
        nigger kike wop dago spic gook jap kraut wog darky negro squaw coolie honky polack queer \
        cunt fuck bullshit asshole coon mongoloid slut";
    for slur in slurs.split(' ') {
        for ending in ["", "s", "es", "ed", "ing", "er", "est"] {
            let form = [slur, ending].concat();
            // Not of these words, but of a harmless one.
            if !["spices", "spiced", "spicing"].contains(&form.as_str()) {
                assert_eq!(place(wordnet, &form), None, "{form}");
            }
        }
    }
    assert_eq!(place(wordnet, "jewed"), None, "a verb that WordNet marks, of a decent noun");
    assert_eq!(place(wordnet, "crippled"), Some(("lameness", Link::Synonym)), "an adjective of its own");
    assert_eq!(place(wordnet, "bitchy"), Some(("cattiness", Link::Derived)), "and not a person");
}
