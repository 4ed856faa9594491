//! The embedded nouns: the figures that the documentation states, well-known words, and what must not appear.

use std::collections::BTreeSet;

use clump_core::taxonomy::{Node, is_marked, unmarked};
use clump_wordnet::{LICENSE, WordNet, is_stop_word};

/// The name of the node that `phrase` leads to, without its brackets.
fn name<'a>(wordnet: &'a WordNet, phrase: &str) -> Option<&'a str> {
    wordnet.noun(phrase).map(|node| unmarked(wordnet.taxonomy().name(node)))
}

#[test]
fn the_tree_has_the_size_the_documentation_states() {
    let wordnet = WordNet::load();
    let taxonomy = wordnet.taxonomy();
    assert_eq!(taxonomy.len(), 81_999);
    assert_eq!(wordnet.lemmas().len(), 117_798);
    assert_eq!(wordnet.words().count(), 57_506);
    assert_eq!(taxonomy.height(), 20);
    assert_eq!(taxonomy.name(Node::ROOT), "<entity>");
    assert_eq!(taxonomy.nodes().filter(|&node| taxonomy.level(node) == 1).count(), 1);
}

#[test]
fn the_artifact_is_small() {
    assert!(WordNet::artifact().len() < 1_000_000, "{}", WordNet::artifact().len());
}

#[test]
fn names_are_unique_public_text() {
    let wordnet = WordNet::load();
    let taxonomy = wordnet.taxonomy();
    let names: BTreeSet<&str> = taxonomy.nodes().map(|node| taxonomy.name(node)).collect();
    assert_eq!(names.len(), taxonomy.len());
    assert!(names.iter().all(|name| is_marked(name)));
    assert!(names.iter().all(|name| !unmarked(name).contains(['_', '|', '\t', '\n', '\r', '<', '>'])));
    // Unique without regard to case too, so that nobody loses a node by folding.
    let folded: BTreeSet<String> = names.iter().map(|name| name.to_lowercase()).collect();
    assert_eq!(folded.len(), taxonomy.len());
}

#[test]
fn a_bare_name_leads_to_the_node_it_names() {
    let wordnet = WordNet::load();
    let taxonomy = wordnet.taxonomy();
    let mut numbered = 0;
    for node in taxonomy.nodes() {
        let name = unmarked(taxonomy.name(node));
        if name.contains(".n.") {
            numbered += 1;
        } else {
            assert_eq!(wordnet.exact(&name.to_lowercase()), Some(node), "{name}");
        }
    }
    assert_eq!(taxonomy.len() - numbered, 64_141);
    assert!(taxonomy.find("<bank.n.03>").is_some());
}

#[test]
fn lemmas_are_lower_case_and_lead_where_they_say() {
    let wordnet = WordNet::load();
    for (lemma, node) in wordnet.lemmas() {
        assert_eq!(wordnet.exact(lemma), Some(node), "{lemma}");
        assert_eq!(lemma.to_lowercase(), lemma);
        assert!(!lemma.contains(['_', '|', '\n']), "{lemma}");
    }
}

#[test]
fn well_known_words() {
    let wordnet = WordNet::load();
    let same = [
        ("dogs", "dog"),
        ("mice", "mouse"),
        ("geese", "goose"),
        ("churches", "church"),
        ("women", "woman"),
        ("firemen", "fireman"),
        ("ladies", "lady"),
        ("boxes", "box"),
        ("children", "child"),
        ("axes", "ax"),
        ("field mice", "field mouse"),
        ("bases on balls", "base on balls"),
        ("guinea pigs", "guinea pig"),
        ("fire engines", "fire engine"),
    ];
    for (plural, singular) in same {
        let node = wordnet.exact(singular);
        assert!(node.is_some(), "{singular}");
        assert_eq!(wordnet.noun(plural), node, "{plural}");
    }
    assert_eq!(name(wordnet, "new york"), Some("New York"));
    assert_eq!(name(wordnet, "real estate"), Some("real property"));
    assert_eq!(name(wordnet, "bill of rights"), Some("Bill of Rights"));
    assert_eq!(name(wordnet, "men"), Some("work force"), "a lemma of its own, and exact comes first");
    assert_eq!(name(wordnet, "boss"), name(wordnet, "bosses"));
    for nothing in ["was", "las", "", " ", "dog ", "New York", "new  york", "qwertyuiop", "dogss"] {
        assert_eq!(wordnet.noun(nothing), None, "{nothing:?}");
    }
}

#[test]
fn the_first_sense_and_its_ancestors() {
    let wordnet = WordNet::load();
    let taxonomy = wordnet.taxonomy();
    let is_a = |below: &str, above: &str| {
        taxonomy.is_ancestor(wordnet.exact(above).unwrap(), wordnet.exact(below).unwrap())
    };
    assert!(is_a("dog", "animal") && is_a("dog", "domestic animal") == is_a("cat", "domestic animal"));
    assert!(is_a("new york", "city"), "instances hang below their classes");
    assert!(is_a("java", "island"), "first senses are WordNet's, not a query log's");
}

#[test]
fn longest_phrase_bounds_every_lemma_and_is_reached() {
    let wordnet = WordNet::load();
    for (lemma, _) in wordnet.lemmas() {
        let first = lemma.split(' ').next().unwrap();
        assert!(lemma.split(' ').count() <= wordnet.longest_phrase(first), "{lemma}");
    }
    assert_eq!(wordnet.longest_phrase("united"), 9);
    assert_eq!(wordnet.longest_phrase("bureaux"), 3, "irregular phrases count too");
    assert_eq!(wordnet.longest_phrase("qwertyuiop"), 1);
    assert_eq!(wordnet.longest_phrase(""), 1);
}

#[test]
fn no_name_is_a_slur() {
    let wordnet = WordNet::load();
    let taxonomy = wordnet.taxonomy();
    let slurs = "\
        nigger kike yid chink wop dago spic spick wetback gook jap kraut wog darky pickaninny jewess \
        negress negro squaw redskin injun half-breed half-caste mulatto kaffir coolie honky whitey \
        polack faggot fagot queer dyke cunt fuck fucker shit bullshit asshole cocksucker \
        motherfucker coon papist mongoloid golliwog whore slut cripple";
    // Bundles of sticks and cracks in walls.
    let harmless = ["fagot", "fagot stitch", "chink", "chink.n.03"];
    for node in taxonomy.nodes() {
        let name = unmarked(taxonomy.name(node)).to_lowercase();
        let bare = name.split(".n.").next().unwrap();
        let found = slurs.split(' ').any(|slur| bare.split(' ').any(|word| word == slur));
        assert!(!found || harmless.contains(&name.as_str()), "{name}");
    }
}

#[test]
fn a_word_with_a_decent_sense_has_that_sense() {
    let wordnet = WordNet::load();
    let taxonomy = wordnet.taxonomy();
    assert_eq!(name(wordnet, "taco"), Some("taco"));
    assert_eq!(name(wordnet, "tom"), Some("tom"));
    assert!(taxonomy.is_ancestor(wordnet.exact("animal").unwrap(), wordnet.exact("tom").unwrap()));
    assert!(taxonomy.is_ancestor(wordnet.exact("food").unwrap(), wordnet.exact("taco").unwrap()));
    let mary = wordnet.exact("mary").unwrap();
    assert_eq!(taxonomy.name(mary), "<Mary>");
    assert_eq!(taxonomy.name(taxonomy.parent(mary)), "<Jew>", "the skipped label in between is gone");
    assert_eq!(name(wordnet, "queer"), name(wordnet, "gay man"), "no other sense: the parent");
}

#[test]
fn stop_words_are_mostly_nouns_in_disguise() {
    let wordnet = WordNet::load();
    for word in ["in", "as", "he", "a", "us", "i", "at", "it", "or"] {
        assert!(wordnet.exact(word).is_some() && is_stop_word(word), "{word}");
    }
}

#[test]
fn the_licence_is_whole() {
    for part in [
        "WordNet 3.0 Copyright 2006 by Princeton University",
        "AS IS",
        "appear on ALL copies",
        "preserve same",
    ] {
        assert!(LICENSE.contains(part), "{part}");
    }
    assert_eq!(LICENSE.lines().count(), 29);
}
