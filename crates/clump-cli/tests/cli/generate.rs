//! `clump generate`.

use insta::assert_snapshot;

use crate::desk::Desk;

#[test]
fn a_seed_is_a_log() {
    let desk = Desk::new();
    assert_snapshot!(desk.clump("generate --owners 20 --seed 1 --output one.tsv"), @"
    status: 0
    ---stdout---
    ---stderr---
    Wrote 448 lines of 20 owners to one.tsv
    ");
    desk.clump("generate --owners 20 --seed 1 --output again.tsv").ok();
    desk.clump("generate --owners 20 --seed 2 --output other.tsv").ok();
    assert_eq!(desk.text("one.tsv"), desk.text("again.tsv"));
    assert_ne!(desk.text("one.tsv"), desk.text("other.tsv"));
    assert!(desk.text("one.tsv").starts_with("AnonID\tQuery\tQueryTime\tItemRank\tClickURL\n"));
}

#[test]
fn unknown_words_are_added_on_request() {
    let desk = Desk::new();
    desk.clump("generate --owners 20 --seed 1 --output nouns.tsv").ok();
    desk.clump("generate --owners 20 --seed 1 --unknown 0 --output none.tsv").ok();
    desk.clump("generate --owners 20 --seed 1 --unknown 0.3 --output some.tsv").ok();
    assert_eq!(desk.text("nouns.tsv"), desk.text("none.tsv"));
    assert!(desk.text("some.tsv").contains("\twww.") && !desk.text("none.tsv").contains("\twww."));
    assert_snapshot!(desk.refused("generate --owners 20 --unknown 1 --output all.tsv"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: invalid value '1' for '--unknown <SHARE>': not a share from 0 to below 1

    For more information, try '--help'.
    ");
}

#[test]
fn what_is_generated_can_be_anonymized() {
    let desk = Desk::new();
    desk.clump("generate --owners 40 --output log.tsv").ok();
    let made = desk.clump("anonymize log.tsv --k 5 --json").ok().json();
    assert_eq!(made["owners"], 40);
    assert!(made["smallest_group"].as_u64().unwrap() >= 5);
}

#[test]
fn an_existing_file_is_kept() {
    let desk = Desk::new();
    desk.file("log.tsv", "precious");
    assert_snapshot!(desk.refused("generate --owners 20 --output log.tsv"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: log.tsv exists already

    hint: choose another name, or pass `--force` to replace it
    ");
    desk.clump("generate --owners 2 --output log.tsv --force").ok();
    assert!(desk.text("log.tsv").starts_with("AnonID"));
}

#[test]
fn no_owners() {
    assert_snapshot!(Desk::new().refused("generate --owners 0 --output log.tsv"), @"
    status: 2
    ---stdout---
    ---stderr---
    error: invalid value '0' for '--owners <N>': 0 is not in 1..=100000000

    For more information, try '--help'.
    ");
}
