//! Words as they were typed: each is a leaf below its node, and each has a place.

use clump_core::taxonomy::is_marked;
use clump_io::taxonomy::TaxonomySource;
use clump_io::{BadLines, Fault, Items, Layout, Log, Matching, ReadError, ReadOptions, Repeats, Unknown};
use proptest::prelude::*;

use crate::common::{Desk, everything, rows};

fn aol() -> ReadOptions {
    ReadOptions { layout: Some(Layout::Aol), repeats: Repeats::Keep, ..ReadOptions::default() }
}

fn read(queries: &[&str], options: &ReadOptions) -> Log {
    let lines: String =
        queries.iter().enumerate().map(|(owner, query)| format!("{}\t{query}\tt\n", owner + 1)).collect();
    Desk::new().read(&[("a.tsv", lines.as_bytes())], options, &TaxonomySource::WordNet).unwrap()
}

/// Each item of a query with the node it is below, sorted: `cars<car>`. An item that is a node stands alone.
fn placed(query: &str) -> String {
    let log = read(&[query], &aol());
    let shown = |&item: &clump_core::taxonomy::Node| {
        let (name, parent) = (log.taxonomy.name(item), log.taxonomy.parent(item));
        if is_marked(name) { name.to_owned() } else { format!("{name}{}", log.taxonomy.name(parent)) }
    };
    let rows = 0..log.transactions.len();
    let mut items: Vec<String> = rows.flat_map(|row| log.transactions.get(row)).map(shown).collect();
    items.sort();
    items.join(" ")
}

#[test]
fn words_of_one_meaning_are_siblings() {
    assert_eq!(placed("Car cars AUTOMOBILE"), "automobile<car> car<car> cars<car>");
    assert_eq!(placed("the dogs of New York"), "dogs<dog> new york<New York>");
    assert_eq!(placed("cafe\u{301} caf\u{e9}"), placed("caf\u{e9} caf\u{e9}"), "NFC");
}

#[test]
fn what_is_no_noun_is_below_the_noun_that_wordnet_links_it_to() {
    assert_eq!(placed("pulmonary"), "pulmonary<lung>");
    assert_eq!(placed("pregnant"), "pregnant<pregnancy>");
    assert_eq!(placed("clinical"), "clinical<clinic>");
}

#[test]
fn the_web_means_other_things() {
    assert_eq!(placed("yahoo"), "yahoo<web site>");
    assert_eq!(placed("java"), "java<programming language>");
    let desk = Desk::new();
    let overrides = Some(desk.file("o.tsv", "java\tcoffee\nyahoo\tdrop\n"));
    let log = desk
        .read(
            &[("a.tsv", b"1\tjava yahoo\tt\n")],
            &ReadOptions { overrides, ..aol() },
            &TaxonomySource::WordNet,
        )
        .unwrap();
    assert_eq!(rows(&log), ["1: java"]);
    let parent = log.taxonomy.parent(log.taxonomy.find("java").unwrap());
    assert_eq!((log.taxonomy.name(parent), log.counts.words_dropped), ("<coffee>", 1));
}

#[test]
fn what_no_dictionary_has_is_placed_by_its_shape() {
    assert_eq!(placed("qwfpg zxcvbn"), "qwfpg<other word> zxcvbn<other word>");
    assert_eq!(
        placed("www.myspace.com myspace.com"),
        "myspace.com<myspace.com> www.myspace.com<myspace.com>"
    );
    assert_eq!(
        placed("2006 car 90210 $1,000"),
        "$1,000<amount in digits> 2006<year in digits> 90210<short number> car<car>"
    );
    assert_eq!(placed("setup.exe qx9z"), "qx9z<letters and digits> setup.exe<file name>");
    assert_eq!(placed("москва"), "москва<Cyrillic word>");
    assert_eq!(placed("-"), "-<only signs>");
}

#[test]
fn numbers_and_addresses_of_persons_are_never_typed() {
    assert_eq!(placed("mail jane@example.com"), "<e-mail address> mail<mail>");
    assert_eq!(placed("call 212-555-0123 now"), "<telephone number in digits> call<call>");
    assert_eq!(placed("12345678"), "<long number>");
    assert_eq!(placed("ssn 078-05-1120"), "<social security number in digits> ssn<other word>");
    assert_eq!(placed("jane@aol"), "<e-mail address>");
    // In parts, and in digits of other widths and scripts.
    assert_eq!(placed("call 555 0123"), "<telephone number in digits> call<call>");
    assert_eq!(placed("4111 1111 1111 1112"), "<long number>");
    assert_eq!(placed("２１２ ５５５ ０１２３"), "<telephone number in digits>");
    assert_eq!(placed("٠١٢ ٣٤٥ ٦٧٨٩"), "<telephone number in digits>");
    assert_eq!(placed("2005 2006"), "2005<year in digits> 2006<year in digits>");
    assert_eq!(placed("ram 1500 90"), "1500<year in digits> 90<short number> ram<random-access memory>");
    // Of a token that holds one, nothing is left.
    assert_eq!(placed("www.example.com/?ssn=078-05-1120 car"), "<user name> car<car>");
    assert_eq!(placed("www.example.com/~jdoe"), "<user name>");
}

#[test]
fn the_publisher_cannot_publish_what_is_excluded() {
    let desk = Desk::new();
    let overrides = Some(desk.file("o.tsv", "5550123\tcompany\na@b\tdrop\n"));
    let options = ReadOptions { overrides, ..aol() };
    let log = desk.read(&[("a.tsv", b"1\t5550123 a@b\tt\n")], &options, &TaxonomySource::WordNet).unwrap();
    assert_eq!((rows(&log), log.counts.words_dropped), (vec!["1: <long number>".to_owned()], 1));
}

#[test]
fn what_formats_cannot_carry_is_not_published() {
    assert_eq!(placed("|"), "<only signs>");
    assert_eq!(placed("<>"), "<only signs>");
    assert_eq!(placed("www.example.com/a|b"), "<web address>");
    assert_eq!(placed("hello\u{1}world"), "<other word>");
    assert_eq!(placed("mcdonald's"), "mcdonald's<restaurant>");
}

/// A query of one function word over and over takes as long as any other.
#[test]
fn long_queries_take_no_longer_than_they_must() {
    let query = "die car ".repeat(40_000);
    assert_eq!(read(&[&query], &aol()).counts.words.tokens, 80_000);
}

#[test]
fn function_words_of_other_languages_go_where_they_are_meant() {
    assert_eq!(placed("hotel de paris"), "hotel<hotel> paris<Paris>");
    assert_eq!(placed("wilmington de"), "de<Delaware.n.04> wilmington<Wilmington>");
    assert_eq!(placed("der untergang"), "untergang<other word>");
    assert_eq!(placed("die hard"), "die<die> hard<hardness.n.04>");
}

#[test]
fn who_asks_for_stop_words_alone_has_items() {
    assert_eq!(placed("the who"), "the<other word> who<other word>");
    assert_eq!(placed("the dog"), "dog<dog>");
    let log = read(&["the who", "", "  ", "dog"], &aol());
    assert_eq!((log.counts.owners, log.counts.empty_owners), (2, 0));
    assert_eq!((log.counts.blank_queries, log.counts.silent_owners), (2, 2));
    assert_eq!((log.counts.words.tokens, log.counts.words.mapped), (3, 3));
}

#[test]
fn the_paper_has_senses() {
    let log = read(&["cars qwfpg"], &ReadOptions { items: Some(Items::Senses), ..aol() });
    assert_eq!(rows(&log), ["1: <car>"]);
    let paper = ReadOptions { matching: Matching::Paper, ..aol() };
    assert_eq!(rows(&read(&["car cars"], &paper)), ["1: <car>"]);
    let both = ReadOptions { items: Some(Items::Words), ..paper };
    let error = Desk::new().read(&[("a.tsv", b"1\tcar\tt\n")], &both, &TaxonomySource::WordNet).unwrap_err();
    assert!(matches!(error, ReadError::WordsOfThePaper));
}

#[test]
fn unknown_words_may_still_be_dropped() {
    let log = read(&["car qwfpg"], &ReadOptions { unknown: Some(Unknown::Drop), ..aol() });
    assert_eq!((rows(&log), log.counts.words_unknown), (vec!["1: car".to_owned()], 1));
    let desk = Desk::new();
    let keep = ReadOptions { unknown: Some(Unknown::Keep), ..aol() };
    let log = desk.read(&[("a.tsv", b"1\tbeer tea\tt\n")], &keep, &desk.tree("beer,drink\n")).unwrap();
    assert_eq!(rows(&log), ["1: tea + beer"]);
    assert_eq!(log.taxonomy.name(log.taxonomy.parent(log.taxonomy.find("tea").unwrap())), "<drink>");
}

#[test]
fn nobody_types_a_node() {
    let desk = Desk::new();
    let tree = desk.tree("beer,drink\n");
    for (name, content) in [
        ("a.txt", "beer\nbeer <drink>\n"),
        ("b.csv", "beer,beer\nbeer,<drink>\n"),
        ("c.basket", "beer\nbeer\t<drink>\n"),
    ] {
        let error = desk.read(&[(name, content.as_bytes())], &ReadOptions::default(), &tree).unwrap_err();
        assert!(
            matches!(error, ReadError::Malformed { line: 2, fault: Fault::Marked { column: 2 }, .. }),
            "{name}: {error:?}"
        );
        assert!(!everything(&error).contains("<drink>"));
        let skip = ReadOptions { bad_lines: BadLines::Skip, ..ReadOptions::default() };
        let log = desk.read(&[(name, content.as_bytes())], &skip, &tree).unwrap();
        assert_eq!((log.counts.owners, log.counts.bad_lines), (1, 1));
    }
    // In a query they are signs around a word.
    assert_eq!(placed("<car>"), "car<car>");
}

#[test]
fn a_node_that_is_typed_has_a_leaf() {
    let desk = Desk::new();
    let tree = desk.tree("beer,drink\ndrink,food\nbread,food\n");
    let log = desk.read(&[("a.txt", b"beer Drink\nbread\n")], &ReadOptions::default(), &tree).unwrap();
    assert_eq!(rows(&log), ["1: drink + beer", "2: bread"]);
    assert_eq!(log.taxonomy.name(log.taxonomy.parent(log.taxonomy.find("drink").unwrap())), "<drink>");
}

/// A random test found the first one: 17 letters and digits may be the number of a vehicle.
#[test]
fn an_identifier_of_any_class_is_a_leaf() {
    for query in ["carthe52243361car", "passport 123456789", "00:1a:2b:3c:4d:5e", "40.7128, -74.0060"] {
        let log = read(&[query], &aol());
        assert!(log.transactions.bags().items().iter().all(|&item| log.taxonomy.is_leaf(item)), "{query}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64 * ProptestConfig::default().cases / 256))]

    /// Whatever is typed has a place: no owner who typed something is without an item, no word is lost, and no two nodes
    /// have one name.
    #[test]
    fn nothing_typed_is_lost(queries in proptest::collection::vec("(\\PC{1,6}|the|car|de|la|[0-9]{1,9}|<car>|a@b|www\\.x\\.com| ){1,6}", 1..12)) {
        let queries: Vec<String> = queries.iter().map(|query| query.replace(['\t', '\n', '\r'], " ")).collect();
        let log = read(&queries.iter().map(String::as_str).collect::<Vec<_>>(), &aol());
        let counts = log.counts;
        prop_assert_eq!((counts.empty_owners, counts.words_unknown, counts.words_dropped), (0, 0, 0));
        let words = counts.words;
        prop_assert_eq!(words.tokens, words.mapped + words.stop_words + words.unknown);
        prop_assert_eq!(words.placed, words.unknown);
        for node in log.taxonomy.nodes() {
            prop_assert_eq!(log.taxonomy.find(log.taxonomy.name(node)), Some(node));
        }
        for item in log.transactions.bags().items() {
            prop_assert!(log.taxonomy.is_leaf(*item));
            let digits = log.taxonomy.name(*item).chars().filter(char::is_ascii_digit).count();
            prop_assert!(digits < 7);
        }
    }
}
