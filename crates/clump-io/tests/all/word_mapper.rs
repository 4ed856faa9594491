//! The word mapper by itself: the same answers as reading, WordNet decoded once, and one mapper for many threads.

use clump_core::taxonomy::Node;
use clump_io::taxonomy::TaxonomySource;
use clump_io::{ReadError, Unknown, WordMapper};
use clump_wordnet::WordNet;

fn names<'a>(mapper: &'a WordMapper, items: &[Node]) -> Vec<&'a str> {
    items.iter().map(|&item| mapper.taxonomy().name(item)).collect()
}

#[test]
fn wordnet_is_decoded_once_a_process() {
    assert!(std::ptr::eq(WordNet::load(), WordNet::load()));
    let mappers = [0, 1].map(|_| WordMapper::new(&TaxonomySource::WordNet).unwrap());
    assert!(std::ptr::eq(mappers[0].taxonomy(), mappers[1].taxonomy()), "mappers share the tree");
}

#[test]
fn phrases_plurals_and_stop_words_are_those_of_reading() {
    let mapper = WordMapper::new(&TaxonomySource::WordNet).unwrap();
    assert_eq!(names(&mapper, &mapper.map("the dogs of New York").unwrap()), ["<dog>", "<New York>"]);
    assert_eq!(names(&mapper, &mapper.map("xqzzy").unwrap()), ["<other word>"]);
}

#[test]
fn overrides_and_unknown_words_are_as_the_user_says() {
    let folder = tempfile::tempdir().unwrap();
    let (tree, overrides) = (folder.path().join("tree.csv"), folder.path().join("overrides.tsv"));
    std::fs::write(&tree, "coffee,drink\ntea,drink\ndrink,\n").unwrap();
    std::fs::write(&overrides, "java\tcoffee\nice tea\tdrop\n").unwrap();
    let source = TaxonomySource::from(tree);
    let mapper = WordMapper::new(&source).unwrap().overrides(&overrides).unwrap();
    assert_eq!(names(&mapper, &mapper.map("java ice tea tea").unwrap()), ["coffee", "tea"]);
    assert_eq!(names(&mapper, &[mapper.map_item("JAVA").unwrap().unwrap()]), ["coffee"]);

    let strict = WordMapper::new(&source).unwrap().unknown(&Unknown::Error).unwrap();
    assert!(matches!(strict.map("tea milk"), Err(ReadError::UnknownWord)));
    assert!(matches!(strict.map_item("milk"), Err(ReadError::UnknownWord)));
    let placed = WordMapper::new(&source).unwrap().unknown(&Unknown::As("drink".to_owned())).unwrap();
    assert_eq!(names(&placed, &placed.map("tea milk").unwrap()), ["tea", "drink"]);
    assert!(WordMapper::new(&source).unwrap().unknown(&Unknown::As("food".to_owned())).is_err());
}

#[test]
fn a_tree_of_the_data_needs_the_data() {
    for source in [TaxonomySource::Flat, TaxonomySource::Prefix { lengths: vec![] }] {
        assert!(matches!(WordMapper::new(&source), Err(ReadError::MadeFromData)));
        assert!(matches!(source.load(), Err(ReadError::MadeFromData)));
    }
}

#[test]
fn threads_share_a_mapper() {
    let mapper = WordMapper::new(&TaxonomySource::WordNet).unwrap();
    let alone = mapper.map("poodle food").unwrap();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| assert_eq!(mapper.map("poodle food").unwrap(), alone));
        }
    });
}
