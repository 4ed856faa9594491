//! The word mapper by itself: the same answers as reading, WordNet decoded once, and one mapper for many threads.

use clump_core::taxonomy::Node;
use clump_io::taxonomy::TaxonomySource;
use clump_io::{Input, Matching, ReadError, ReadOptions, Unknown, WordMapper, read_log};
use clump_wordnet::WordNet;

fn names<'a>(mapper: &'a WordMapper, items: &[Node]) -> Vec<&'a str> {
    items.iter().map(|&item| mapper.taxonomy().name(item)).collect()
}

#[test]
fn wordnet_is_decoded_once_a_process() {
    assert!(std::ptr::eq(WordNet::load(), WordNet::load()));
    let mappers = [0, 1].map(|_| WordMapper::new(&TaxonomySource::WordNet).unwrap());
    assert!(std::ptr::eq(mappers[0].taxonomy(), mappers[1].taxonomy()), "mappers share the tree");
    let senses = WordMapper::of_senses(&TaxonomySource::WordNet, Matching::Full).unwrap();
    assert!(std::ptr::eq(senses.taxonomy(), WordNet::load().taxonomy()));
}

#[test]
fn phrases_plurals_and_stop_words_are_those_of_reading() {
    let mapper = WordMapper::new(&TaxonomySource::WordNet).unwrap();
    assert_eq!(names(&mapper, &mapper.map("the dogs of New York").unwrap()), ["<dog>", "<New York>"]);
    assert_eq!(names(&mapper, &mapper.map("xqzzy").unwrap()), ["<other word>"]);
    let senses = WordMapper::of_senses(&TaxonomySource::WordNet, Matching::Full).unwrap();
    assert_eq!(names(&senses, &senses.map("the dogs of New York xqzzy").unwrap()), ["<dog>", "<New York>"]);
    let paper = WordMapper::of_senses(&TaxonomySource::WordNet, Matching::Paper).unwrap();
    assert_eq!(paper.map("dogs").unwrap(), []);
    assert_eq!(paper.map_item("dogs").unwrap(), mapper.map_item("Dog").unwrap());
}

#[test]
fn a_batch_is_mapped_as_a_log_is() {
    let folder = tempfile::tempdir().unwrap();
    let queries = ["poodle food", "the poodle food", "xqzzy poodle", "", "new york", "poodle food"];
    let mut log = "AnonID\tQuery\tQueryTime\tItemRank\tClickURL\n".to_owned();
    for (owner, query) in queries.iter().enumerate() {
        log.push_str(&format!("{owner}\t{query}\t2006-03-01 07:17:12\t\t\n"));
    }
    let path = folder.path().join("log.tsv");
    std::fs::write(&path, log).unwrap();
    let options = ReadOptions::default();
    let read = read_log(&[Input::from(path)], &options, &TaxonomySource::WordNet, &()).unwrap();

    let mapper = WordMapper::new(&TaxonomySource::WordNet).unwrap();
    let batch = mapper.map_all(queries).unwrap();
    assert_eq!(batch.counts, read.counts.words);
    assert_eq!(batch.unknown.iter().collect::<Vec<_>>(), read.unknown.iter().collect::<Vec<_>>());
    let mut known: Vec<Vec<Node>> = batch.items.iter().filter(|bag| !bag.is_empty()).map(sorted).collect();
    // What was read are leaves; a mapper says what they are below.
    let place = |node: Node| read.given.find(read.taxonomy.name(read.taxonomy.parent(node))).unwrap();
    let places = |row: usize| read.transactions.get(row).iter().map(|&item| place(item)).collect::<Vec<_>>();
    let mut rows: Vec<Vec<Node>> = (0..read.transactions.len()).map(|row| sorted(&places(row))).collect();
    known.sort_unstable();
    rows.sort_unstable();
    assert_eq!(known, rows);
    for (query, bag) in queries.iter().zip(batch.items.iter()) {
        assert_eq!(sorted(&mapper.map(query).unwrap()), sorted(bag));
    }
}

fn sorted(bag: &[Node]) -> Vec<Node> {
    let mut bag = bag.to_vec();
    bag.sort_unstable();
    bag
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
