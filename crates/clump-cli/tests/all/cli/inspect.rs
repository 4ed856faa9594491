//! `clump inspect`.

use insta::assert_snapshot;

use crate::desk::{Desk, SECRET};

#[test]
fn baskets_are_described() {
    assert_snapshot!(Desk::with_food().clump("inspect baskets.txt --taxonomy food.csv"), @"
    status: 0, stderr:
    Read      5 lines: 5 baskets of 5 owners (each line counted as one owner)
    Mapped    13 of 13 items to the taxonomy
    Lengths   2 to 3 items a transaction, median 3, mean 2.60
    Taxonomy  12 of 12 nodes in use, 8 leaves, 3 levels
    Density   32.50 % of the first 5 transactions
    Unique    0.0 % of 5 owners by 1 known item
    Unique    80.0 % of 5 owners by 2 known items
    Unique    100.0 % of 3 owners by 3 known items
              Share of owners who alone have a few items, drawn at random from their row.
    Noise     noise would remove nearly all counts of these items: there are too few owners
    ");
}

#[test]
fn a_log_is_described_as_json() {
    let run = Desk::with_food().clump("inspect log.tsv --taxonomy food.csv --json");
    assert!(run.json().is_object());
    assert_snapshot!(run);
}

#[test]
fn the_example_log_is_described() {
    let run = Desk::with_log().clump("inspect queries.tsv").ok();
    assert_snapshot!(run.told("Read Mapped Lengths Taxonomy Density Unique"), @"
    Read      5,016 lines: 4,640 queries of 300 owners (column AnonID)
    Mapped    12,197 of 13,700 words to the taxonomy; 1,107 stop words, 396 unknown (219 distinct), placed as other words
    Lengths   1 to 150 items a transaction, median 19, mean 26.44
    Taxonomy  6,477 of 84,582 nodes in use, 2,561 leaves, 19 levels
    Density   1.03 % of the first 300 transactions
    Unique    14.3 % of 300 owners by 1 known item
    Unique    76.4 % of 297 owners by 2 known items
    Unique    96.6 % of 291 owners by 3 known items
    Unique    98.6 % of 285 owners by 4 known items
    Unique    98.9 % of 281 owners by 5 known items
              Share of owners who alone have a few items, drawn at random from their row.
    ");
}

#[test]
fn unknown_words_are_listed_on_stdout_only_and_only_when_asked_for() {
    let desk = Desk::with_food();
    desk.file("words.txt", format!("beef {SECRET} gravel\nmilk {SECRET}\n"));
    assert_snapshot!(desk.clump("inspect words.txt --taxonomy food.csv --unknown-words"), @"
    status: 0, stdout:
    zzsecretzz	2
    gravel	1
    ");
    let plain = desk.clump("inspect words.txt --taxonomy food.csv").ok();
    let json = desk.clump("inspect words.txt --taxonomy food.csv --json").ok();
    assert!(!format!("{plain}{json}").contains(SECRET));
}

#[test]
fn trees_made_from_the_data_can_be_looked_at() {
    let desk = Desk::new();
    desk.file("codes.txt", "250.0 250.1\n250.2 410\n411 250.0\n");
    let told = |tree: &str| desk.clump(&format!("inspect codes.txt --taxonomy {tree}")).ok().told("Taxonomy");
    assert_eq!(told("prefix:3"), "Taxonomy  7 of 7 nodes in use, 5 leaves, 3 levels\n");
    assert_eq!(told("flat"), "Taxonomy  6 of 6 nodes in use, 5 leaves, 2 levels\n");
}

/// Uniqueness has one definition: what `inspect` says of a log is what a report and its page say of it before.
#[test]
fn inspect_and_the_report_count_unique_owners_alike() {
    let desk = Desk::with_log();
    let inspected = desk.clump("inspect queries.tsv --json").ok().json();
    desk.clump("anonymize queries.tsv --k 5 --effort fast --report report.json").ok();
    let report = desk.json("report.json");
    assert!(inspected["log"]["unique"][2]["share"].as_f64().unwrap() > 0.0);
    assert_eq!(inspected["log"]["unique"], report["assessment"]["before"]["unique"]);
}
