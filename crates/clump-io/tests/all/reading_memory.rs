//! How much room there is for reading changes nothing that comes out of it.

use std::fmt::Write;
use std::time::Duration;

use clump_io::taxonomy::TaxonomySource;
use clump_io::{Input, Log, ReadError, ReadOptions, ReadingMemory, Repeats, Unit, read_log};
use proptest::prelude::*;

use crate::common::remedy;

fn logs() -> impl Strategy<Value = Vec<(u8, Vec<usize>, u8)>> {
    let words = prop::collection::vec(0..WORDS.len(), 0..4);
    prop::collection::vec((0..8u8, words, 0..60u8), 1..60)
}

const WORDS: [&str; 8] = ["dog", "cat", "apples", "new york", "xqzt", "vwxk", "the", "red wine"];

fn text(log: &[(u8, Vec<usize>, u8)]) -> String {
    let mut text = String::from("AnonID\tQuery\tQueryTime\tItemRank\tClickURL\n");
    for (owner, words, minute) in log {
        let query: Vec<&str> = words.iter().map(|&word| WORDS[word]).collect();
        writeln!(text, "{owner}\t{}\t2006-03-01 07:{minute:02}:00\t\t", query.join(" ")).unwrap();
    }
    text
}

fn read(path: &std::path::Path, options: &ReadOptions, source: &TaxonomySource) -> Log {
    read_log(&[Input::from(path)], options, source, &()).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48 * ProptestConfig::default().cases / 256))]

    #[test]
    fn a_log_is_the_same_read_with_much_room_and_with_none(
        log in logs(),
        unit in prop::sample::select(vec![Unit::Owner, Unit::Query, Unit::Session { gap: Duration::from_secs(300) }]),
        repeats in prop::sample::select(vec![Repeats::Remove, Repeats::Keep]),
        is_open in any::<bool>(),
    ) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log.tsv");
        std::fs::write(&path, text(&log)).unwrap();
        let source = if is_open { TaxonomySource::Flat } else { TaxonomySource::WordNet };
        let much = ReadOptions { unit, repeats, ..ReadOptions::default() };
        let none = ReadOptions { room: ReadingMemory { bytes: 0, ..ReadingMemory::default() }, ..much.clone() };
        let [much, none] = [much, none].map(|options| read(&path, &options, &source));
        prop_assert_eq!(much.transactions, none.transactions);
        prop_assert!(much.owner_names == none.owner_names);
        prop_assert_eq!(much.counts, none.counts);
        prop_assert!(much.unknown == none.unknown);
    }
}

#[test]
fn a_folder_that_takes_no_files_is_an_error_with_a_hint() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("baskets.dat");
    std::fs::write(&path, "a b\nc d\n").unwrap();
    let room = ReadingMemory { bytes: 0, folder: folder.path().join("missing"), leaves: None, facts: None };
    let options = ReadOptions { room, ..ReadOptions::default() };
    let error = read_log(&[Input::from(path.as_path())], &options, &TaxonomySource::Flat, &()).unwrap_err();
    assert!(matches!(error, ReadError::Temporary { .. }));
    assert!(remedy(&error).contains("--temp"));
}

#[test]
fn reading_ends_where_more_words_become_leaves_than_may() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("baskets.dat");
    std::fs::write(&path, "a b\nb c\nnot a line that is read\n").unwrap();
    let read = |leaves| {
        let room = ReadingMemory { leaves: Some(leaves), ..ReadingMemory::default() };
        let options = ReadOptions { room, first: Some(2), ..ReadOptions::default() };
        read_log(&[Input::from(path.as_path())], &options, &TaxonomySource::Flat, &())
    };
    assert_eq!(read(3).unwrap().transactions.items(), 4);
    let error = read(2).unwrap_err();
    assert!(matches!(error, ReadError::TooManyItems { most: 2 }), "{error}");
    assert!(remedy(&error).contains("--memory"));
}

#[test]
fn only_the_first_lines_are_read_if_so_asked() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("baskets.dat");
    std::fs::write(&path, "a b\nc d\ne\n").unwrap();
    let options = ReadOptions { first: Some(2), ..ReadOptions::default() };
    let log = read(&path, &options, &TaxonomySource::Flat);
    assert_eq!((log.counts.lines, log.transactions.items()), (2, 4));
}
