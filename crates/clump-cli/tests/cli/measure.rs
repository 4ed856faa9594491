//! `clump measure` says of a release file what the run that made it said.

use insta::assert_snapshot;

use crate::desk::{Desk, SECRET, example_log};

#[test]
fn measures_of_the_papers_release() {
    let desk = Desk::with_food();
    desk.clump("anonymize baskets.txt --taxonomy food.csv --k 2 --output release.tsv --audit audit.tsv").ok();
    let run = desk.clump("measure release.tsv --audit audit.tsv --input baskets.txt --taxonomy food.csv");
    assert_snapshot!(run, @"
    status: 0
    ---stdout---
    ---stderr---
    rows            5
    owners          5
    items           13
    groups          2 of 2 to 3 owners
    loss            6.286
    loss per item   0.4835
    ncp             0.4712
    mean length     1.600
    mean level      2.250
    exact           2 (15.4 %)
    generalized     6 (46.2 %)
    suppressed      5 (38.5 %)
    density         32.5000 %
    ");
}

/// Every number that `anonymize --json` told and `measure --json` tells must be the same.
fn assert_same_numbers(desk: &Desk, input: &str, reading: &str, flags: &str) {
    let made = desk
        .clump(&format!(
            "anonymize {input} {reading} {flags} --json --output release.tsv --audit audit.tsv --force"
        ))
        .ok()
        .json();
    let measured = desk
        .clump(&format!("measure release.tsv --audit audit.tsv --input {input} {reading} --json"))
        .ok()
        .json();
    let measured = measured.as_object().unwrap();
    assert!(measured.len() >= 10);
    for (name, value) in measured {
        assert_eq!(&made[name], value, "{name} with {reading} {flags}");
    }
}

#[test]
fn measures_equal_those_of_the_run() {
    let desk = Desk::with_food();
    for layout in
        ["", "--layout groups", "--to jsonl", "--keep-root", "--form sets", "--method clump --lcg printed"]
    {
        assert_same_numbers(&desk, "baskets.txt", "--taxonomy food.csv", &format!("--k 2 {layout}"));
        assert_same_numbers(
            &desk,
            "log.tsv",
            "--taxonomy food.csv --unit session",
            &format!("--k 2 {layout}"),
        );
    }
}

#[test]
fn measures_equal_those_of_the_run_on_the_example_log() {
    let desk = Desk::new();
    desk.file("queries.tsv", example_log());
    assert_same_numbers(&desk, "queries.tsv", "", "--k 5");
}

#[test]
fn a_release_of_other_data_is_not_measured() {
    let desk = Desk::with_food();
    desk.clump("anonymize baskets.txt --taxonomy food.csv --k 2 --output release.tsv --audit audit.tsv").ok();
    let line = "measure release.tsv --audit audit.tsv --input baskets.txt --taxonomy food.csv";
    let release = desk.text("release.tsv");
    desk.file("release.tsv", release.replace("chicken", SECRET));
    assert_snapshot!(desk.refused(line), @"
    status: 2
    ---stdout---
    ---stderr---
    error: release.tsv: line 1: a label is not in the taxonomy of the input

    hint: pass the audit, the input and the settings of the very run that made this release
    ");
    desk.file("release.tsv", release.replace("chicken", "butter"));
    assert_snapshot!(desk.refused(line), @"
    status: 2
    ---stdout---
    ---stderr---
    error: release.tsv: line 2: the row does not generalize the transaction that the audit names

    hint: pass the audit, the input and the settings of the very run that made this release
    ");
}

#[test]
fn the_audit_is_needed() {
    assert_snapshot!(Desk::with_food().refused("measure release.tsv --input baskets.txt"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: the following required arguments were not provided:
      --audit <FILE>

    Usage: clump measure --audit <FILE> --input <FILE> <RELEASE>

    For more information, try '--help'.
    ");
}
