//! Words of queries to nodes of WordNet and of other taxonomies, as senses.

use clump_io::taxonomy::TaxonomySource;
use clump_io::{Fault, Items, Layout, Matching, ReadError, ReadOptions, Repeats};

use crate::common::{Desk, everything, rows};

fn map(query: &str, matching: Matching) -> String {
    let desk = Desk::new();
    let (layout, items, repeats) = (Some(Layout::Aol), Some(Items::Senses), Repeats::Keep);
    let options = ReadOptions { layout, matching, items, repeats, ..ReadOptions::default() };
    let line = format!("1\t{query}\tt\n");
    let log = desk.read(&[("a.tsv", line.as_bytes())], &options, &TaxonomySource::WordNet).unwrap();
    rows(&log).first().map_or(String::new(), |row| row[3..].to_owned())
}

fn together(phrases: &[&str]) -> String {
    let wordnet = clump_wordnet::WordNet::load();
    let mut nodes: Vec<_> = phrases.iter().map(|phrase| wordnet.noun(phrase).unwrap()).collect();
    nodes.sort_unstable();
    let labels: Vec<&str> = nodes.iter().map(|&node| wordnet.taxonomy().name(node)).collect();
    labels.join(" + ")
}

#[test]
fn the_longest_phrase_is_taken_before_stop_words_go() {
    assert_eq!(map("new york real estate", Matching::Full), together(&["new york", "real estate"]));
    assert_eq!(map("the Bill of Rights", Matching::Full), together(&["bill of rights"]));
    assert_eq!(map("new york city", Matching::Full), together(&["new york city"]));
    assert_eq!(map("New-York", Matching::Full), together(&["new york"]));
    assert_eq!(map("new dogs", Matching::Full), together(&["dog"]));
}

#[test]
fn plurals_and_compounds() {
    assert_eq!(map("dogs mice \"churches\"", Matching::Full), together(&["dog", "mouse", "church"]));
    assert_eq!(map("e-mail dog/cat", Matching::Full), together(&["e-mail", "dog", "cat"]));
    assert_eq!(map("www.dog.com in the house", Matching::Full), together(&["dog", "house"]));
    assert_eq!(map("valentine's day gifts", Matching::Full), together(&["valentine's day", "gift"]));
    assert_eq!(map("dog's house", Matching::Full), together(&["dog", "house"]));
    assert_eq!(map("DON\u{2019}T dog", Matching::Full), together(&["dog"]));
}

#[test]
fn the_papers_rule_is_exact_single_words() {
    assert_eq!(map("new york real estate", Matching::Paper), together(&["york", "real", "estate"]));
    assert_eq!(map("Dog, in cats", Matching::Paper), together(&["dog", "in"]));
    assert_eq!(map("dog/cat", Matching::Paper), "");
}

#[test]
fn names_of_a_file_are_phrases_too() {
    let desk = Desk::new();
    let tree = desk.tree("Red Wine,Wine\nWine,*\nred,*\n");
    let read = |matching| {
        let options = ReadOptions { layout: Some(Layout::Aol), matching, ..ReadOptions::default() };
        let log = desk.read(&[("a.tsv", b"1\tred wine wines\tt\n")], &options, &tree).unwrap();
        (rows(&log), log.counts.words.unknown)
    };
    assert_eq!(read(Matching::Full), (vec!["1: Red Wine".to_owned()], 1));
    // The paper's items are nodes, and this one has another below it.
    assert_eq!(read(Matching::Paper), (vec!["1: <Wine> + red".to_owned()], 1));
}

#[test]
fn overrides_come_first_and_match_the_longest() {
    let desk = Desk::new();
    let file = "# ours\njava\tcoffee\nJohn\tdrop\n\nblack  beauty\tdrop\nnew york\tdog\nc++\tcat\n";
    let overrides = Some(desk.file("overrides.tsv", file));
    let items = Some(Items::Senses);
    let options = ReadOptions { layout: Some(Layout::Aol), overrides, items, ..ReadOptions::default() };
    let query = b"1\tjava john black beauty new york c++ new york city\tt\n";
    let log = desk.read(&[("a.tsv", query)], &options, &TaxonomySource::WordNet).unwrap();
    assert_eq!(rows(&log)[0], format!("1: {}", together(&["coffee", "dog", "cat", "new york city"])));
    let words = log.counts.words;
    assert_eq!((words.tokens, words.mapped, words.dropped, words.phrases), (10, 7, 3, 3));

    let basket = ReadOptions { layout: Some(Layout::Basket), ..options };
    let log = desk.read(&[("a.csv", b"Java,dogs,New York\n")], &basket, &TaxonomySource::WordNet).unwrap();
    assert_eq!(rows(&log)[0], format!("1: {}", together(&["coffee", "dog"])));
}

#[test]
fn faults_of_override_files() {
    let desk = Desk::new();
    let read = |content: &str| {
        let overrides = Some(desk.file("overrides.tsv", content));
        let options = ReadOptions { overrides, ..ReadOptions::default() };
        desk.read(&[("a.csv", b"dog\n")], &options, &TaxonomySource::WordNet).unwrap_err()
    };
    let label = read("java\tcoffee\nsecret\tnosuchlabel\n");
    assert!(matches!(label, ReadError::Malformed { line: 2, fault: Fault::NoSuchNode, .. }));
    assert!(!everything(&label).contains("secret") && !everything(&label).contains("nosuchlabel"));
    let columns = read("java\n");
    assert!(matches!(
        columns,
        ReadError::Malformed { line: 1, fault: Fault::OverrideColumns { found: 1 }, .. }
    ));
    let twice = read("java\tcoffee\n#\nJAVA\tdrop\n");
    assert!(matches!(
        twice,
        ReadError::Malformed { line: 3, fault: Fault::RepeatedOverride { first: 1 }, .. }
    ));
}
