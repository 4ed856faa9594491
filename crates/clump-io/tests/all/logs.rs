//! Query logs and baskets: columns, owners, units, repeats.

use std::time::Duration;

use clump_core::facts::FactKind;
use clump_io::facts::{FactRequest, count_facts};
use clump_io::taxonomy::TaxonomySource;
use clump_io::{
    BadLines, Fault, Input, Layout, ReadError, ReadOptions, Repeats, Stream, Unit, Unknown, read_log,
};

use crate::common::{Desk, everything, owned, remedy, request, rows};

const TREE: &str = "dog,animal\ncat,animal\nanimal,*\nrose,plant\nplant,*\n";

fn aol() -> ReadOptions {
    ReadOptions { layout: Some(Layout::Aol), ..ReadOptions::default() }
}

#[test]
fn an_owner_may_be_spread_over_files_and_clicks_are_one_query() {
    let desk = Desk::new();
    let first = b"AnonID\tQuery\tQueryTime\n1\tdog dog\tt1\t1\thttp://a\n1\tdog dog\tt1\t2\thttp://b\n2\tnothing\tt\n";
    let second = b"AnonID\tQuery\tQueryTime\n3\trose\tt\n1\tcat dog\tt2\n1\tcat dog\tt3\n";
    let files: &[(&str, &[u8])] = &[("1.tsv", first), ("2.tsv", second)];
    let tree = desk.tree(TREE);
    let log = desk.read(files, &aol(), &tree).unwrap();
    assert_eq!(rows(&log), ["1: dog + cat", "3: rose"]);
    let counts = log.counts;
    assert_eq!((counts.files, counts.lines, counts.click_lines, counts.queries), (2, 6, 1, 5));
    assert_eq!((counts.owners, counts.empty_owners, counts.empty_transactions), (2, 1, 1));
    assert_eq!((counts.words.tokens, counts.words.mapped, counts.words.stop_words), (8, 7, 1));

    let log = desk.read(files, &ReadOptions { repeats: Repeats::Keep, ..aol() }, &tree).unwrap();
    assert_eq!(rows(&log)[0], "1: dog + dog + dog + dog + cat + cat");
    let log = desk.read(files, &ReadOptions { unit: Unit::Query, ..aol() }, &tree).unwrap();
    assert_eq!(rows(&log), ["1: dog", "1: dog + cat", "1: dog + cat", "3: rose"]);
}

#[test]
fn sessions_end_with_a_pause() {
    let desk = Desk::new();
    let log = b"1\trose\t2006-03-01 09:00:01\n1\tdog\t2006-03-01 08:00:00\n2\tdog\t060301080000\n1\tcat\t2006-03-01T08:30:00\n";
    let options = ReadOptions { unit: Unit::Session { gap: Duration::from_secs(1800) }, ..aol() };
    let read = desk.read(&[("a.tsv", log)], &options, &desk.tree(TREE)).unwrap();
    assert_eq!(rows(&read), ["1: dog + cat", "1: rose", "2: dog"]);

    let bad = b"1\tdog\t2006-03-01 08:00:00\n1\tsecret\tsecret\n";
    let error = desk.read(&[("b.tsv", bad)], &options, &desk.tree(TREE)).unwrap_err();
    assert!(matches!(error, ReadError::Malformed { line: 2, fault: Fault::Time, .. }));
    assert!(!everything(&error).contains("secret"));
}

#[test]
fn malformed_lines_are_errors_with_their_line_or_are_counted() {
    let desk = Desk::new();
    let log = b"1\tdog\tt\nsecret\n\tsecret\tt\n1\tcat\tt\ta\tb\tsecret\n2\trose\tt\n";
    let files: &[(&str, &[u8])] = &[("a.tsv", log)];
    let error = desk.read(files, &aol(), &desk.tree(TREE)).unwrap_err();
    assert!(matches!(error, ReadError::Malformed { line: 2, fault: Fault::Columns { found: 1 }, .. }));
    assert!(error.to_string().ends_with("a.tsv: line 2: expected 3 to 5 columns separated by tabs, found 1"));
    assert!(remedy(&error).contains("--skip-bad-lines"));
    assert!(!everything(&error).contains("secret"));

    let skip = ReadOptions { bad_lines: BadLines::Skip, ..aol() };
    let read = desk.read(files, &skip, &desk.tree(TREE)).unwrap();
    assert_eq!((rows(&read), read.counts.bad_lines), (vec!["1: dog".to_owned(), "2: rose".to_owned()], 3));
}

#[test]
fn unknown_words_are_counted_or_an_error() {
    let desk = Desk::new();
    let files: &[(&str, &[u8])] = &[("a.tsv", b"1\tdog the zebra\tt\n2\tyak zebra dog\tt\n")];
    let read = desk.read(files, &aol(), &desk.tree(TREE)).unwrap();
    assert_eq!(read.unknown.iter().collect::<Vec<_>>(), [("zebra", 2), ("yak", 1)]);
    let words = read.counts.words;
    assert_eq!((words.tokens, words.mapped, words.stop_words, words.unknown), (6, 2, 1, 3));

    let error = desk
        .read(files, &ReadOptions { unknown: Some(Unknown::Error), ..aol() }, &desk.tree(TREE))
        .unwrap_err();
    assert!(matches!(error, ReadError::Malformed { line: 1, fault: Fault::UnknownItem { position: 3 }, .. }));
    assert!(!everything(&error).contains("zebra"));
}

#[test]
fn unknown_words_may_become_a_node() {
    let desk = Desk::new();
    let files: &[(&str, &[u8])] = &[("a.tsv", b"1\tdog the zebra\tt\n2\tyak zebra dog\tt\n3\tyak\tt\n")];
    let options = |node: &str| ReadOptions { unknown: Some(Unknown::As(node.to_owned())), ..aol() };
    let read = desk.read(files, &options("rose"), &desk.tree(TREE)).unwrap();
    assert_eq!(rows(&read), ["1: dog + <rose>", "2: dog + <rose>", "3: <rose>"]);
    let words = read.counts.words;
    assert_eq!((words.tokens, words.mapped, words.stop_words), (7, 2, 1));
    assert_eq!((words.unknown, words.placed, read.unknown.len()), (4, 4, 2));

    let baskets: &[(&str, &[u8])] = &[("a.csv", b"dog,zebra\n")];
    let read =
        desk.read(baskets, &ReadOptions { layout: None, ..options("rose") }, &desk.tree(TREE)).unwrap();
    assert_eq!(rows(&read), ["1: dog + <rose>"]);

    let error = desk.read(files, &options("secret"), &desk.tree(TREE)).unwrap_err();
    assert!(matches!(error, ReadError::NoSuchNode) && !everything(&error).contains("secret"));
    let error = desk.read(files, &options("dog"), &TaxonomySource::Flat).unwrap_err();
    assert!(matches!(error, ReadError::NothingUnknown));
}

#[test]
fn baskets_have_one_owner_a_line() {
    let desk = Desk::new();
    let tree = desk.tree(TREE);
    let read = |name: &str, content: &str| {
        desk.read(&[(name, content.as_bytes())], &ReadOptions::default(), &tree).unwrap()
    };
    let space = read("a.txt", "dog  rose\n\nCat\nyak\n");
    assert_eq!(rows(&space), ["1: dog + rose", "3: cat"]);
    assert_eq!((space.counts.empty_owners, space.counts.words.unknown), (2, 1));
    assert_eq!(rows(&read("a.csv", "\"dog\", rose ,,\n")), ["1: dog + rose"]);
    assert_eq!(rows(&read("a.basket", "dog\trose\n")), ["1: dog + rose"]);
    let two = desk
        .read(&[("a.dat", b"dog\n"), ("b.csv", b"rose,dog\ncat\n")], &ReadOptions::default(), &tree)
        .unwrap();
    assert_eq!(rows(&two), ["1:1: dog", "2:1: dog + rose", "2:2: cat"]);
}

#[test]
fn faults_of_baskets() {
    let desk = Desk::new();
    let tree = desk.tree(TREE);
    let files: &[(&str, &[u8])] = &[("a.csv", b"dog\ncat,\"secret\n\"se\tcret\"\nrose\n")];
    let error = desk.read(files, &ReadOptions::default(), &tree).unwrap_err();
    assert!(matches!(error, ReadError::Malformed { line: 2, fault: Fault::Quotes { column: 2 }, .. }));
    assert!(!everything(&error).contains("secret"));
    let skip = ReadOptions { bad_lines: BadLines::Skip, ..ReadOptions::default() };
    let read = desk.read(files, &skip, &tree).unwrap();
    assert_eq!((rows(&read).len(), read.counts.bad_lines, read.counts.words.tokens), (2, 2, 2));

    let query = ReadOptions { unit: Unit::Query, ..ReadOptions::default() };
    let error = desk.read(files, &query, &tree).unwrap_err();
    assert!(matches!(error, ReadError::NoQueries { .. }));
    assert!(remedy(&error).contains("--unit owner"));
}

#[test]
fn trees_made_from_the_data() {
    let desk = Desk::new();
    let codes: &[(&str, &[u8])] = &[("a.dat", b"250.01 4\n250\n")];
    let prefix = TaxonomySource::Prefix { lengths: vec![3] };
    let read = desk.read(codes, &ReadOptions::default(), &prefix).unwrap();
    assert_eq!(rows(&read), ["1: 250.01 + 4", "2: 250"]);
    let find = |name| read.taxonomy.find(name).unwrap();
    assert_eq!(read.taxonomy.parent(find("250.01")), find("<250>"));
    assert_eq!(read.taxonomy.parent(find("250")), find("<250>"), "a code that is typed is below its node");

    let flat = desk.read(&[("a.tsv", b"1\tThe dog-house\tt\n")], &aol(), &TaxonomySource::Flat).unwrap();
    assert_eq!(rows(&flat), ["1: dog + house"]);
    assert_eq!(flat.taxonomy.len(), 3);
}

#[test]
fn options_and_counts_are_serialisable() {
    let options: ReadOptions = serde_json::from_str(r#"{"unit":"query","unknown":"error"}"#).unwrap();
    assert_eq!(
        options,
        ReadOptions { unit: Unit::Query, unknown: Some(Unknown::Error), ..ReadOptions::default() }
    );
    let json = r#"{"file":{"path":"t.csv","format":"arx","repair":["first-parent","root"],"language":null}}"#;
    let source: TaxonomySource = serde_json::from_str(json).unwrap();
    assert_eq!(serde_json::to_string(&source).unwrap(), json);
    assert_eq!(serde_json::to_string(&TaxonomySource::WordNet).unwrap(), r#""wordnet""#);
}

/// Transactions and facts come out of one reader: what is a click for one is a click for the other.
#[test]
fn rows_and_counts_agree_on_clicks() {
    let log = |lines: &[&str]| Input::from(Stream::of_bytes("a.tsv", lines.join("\n").into_bytes()));
    let table = |header: &str, lines: &[&str]| {
        Input::from(Stream::of_bytes("a.csv", format!("{header}\n{}", lines.join("\n")).into_bytes()))
    };
    let owned = || owned("who");
    // A log, and its queries, clicks beside their query, clicks elsewhere, and empty queries.
    let timed =
        ["1\tdog\tt1\t1\tu", "1\tdog\tt1\t2\tv", "2\tcat\tt1", "1\tdog\tt1", "2\t \tt2", "1\tdog\tt2"];
    let untimed = ["1\tdog\t", "1\tdog\t ", "1\tdog\t", "2\tcat\t"];
    let rows = ["1,dog,t1", "1,dog,t1", "1,dog,", "1,dog,", "2,,t1"];
    let cases = [
        (log(&timed), aol(), [3, 1, 1, 1]),
        (log(&untimed), aol(), [4, 0, 0, 0]),
        (table("who,query,time", &rows), owned(), [3, 1, 0, 1]),
        (table("who,query", &["1,dog", "1,dog", "2,"]), owned(), [2, 0, 0, 1]),
    ];
    for (number, (input, options, [queries, beside, elsewhere, blank])) in cases.into_iter().enumerate() {
        let inputs = [input];
        for (repeats, unit) in
            [(Repeats::Remove, Unit::Owner), (Repeats::Keep, Unit::Owner), (Repeats::Remove, Unit::Query)]
        {
            let everywhere = repeats == Repeats::Keep || unit == Unit::Query;
            let expected = if everywhere {
                (queries, beside + elsewhere, blank)
            } else {
                (queries + elsewhere, beside, blank)
            };
            let options = ReadOptions { repeats, unit, ..options.clone() };
            let log = read_log(&inputs, &options, &TaxonomySource::Flat, &()).unwrap();
            let read = log.counts;
            assert_eq!((read.queries, read.click_lines, read.blank_queries), expected, "{number} {unit:?}");
            let request = FactRequest { times: everywhere, ..request(FactKind::Query, 2) };
            let counted = count_facts(&inputs, &options, &request, &()).unwrap().counts;
            assert_eq!((counted.queries, counted.click_lines, counted.blank_queries), expected, "{number}");
        }
    }
}
