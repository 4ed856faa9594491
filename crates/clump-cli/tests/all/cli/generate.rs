//! `clump generate`.

use insta::assert_snapshot;

use crate::desk::Desk;

#[test]
fn a_seed_is_a_log() {
    let desk = Desk::new();
    assert_snapshot!(desk.clump("generate --owners 20 --seed 1 --output one.tsv"), @"
    status: 0, stderr:
    Wrote 448 lines of 20 owners to one.tsv
    ");
    let log = |flags: &str| {
        desk.clump(&format!("generate --owners 20 {flags} --output again.tsv --force")).ok();
        desk.text("again.tsv")
    };
    let first = desk.text("one.tsv");
    assert!(first.starts_with("AnonID\tQuery\tQueryTime\tItemRank\tClickURL\n") && !first.contains("\twww."));
    assert_eq!([log("--seed 1"), log("--seed 1 --unknown 0")], [first.clone(), first.clone()]);
    assert_ne!(log("--seed 2"), first);
    assert!(log("--seed 1 --unknown 0.3").contains("\twww."));
}

#[test]
fn a_name_of_another_format_is_refused() {
    let desk = Desk::new();
    for name in ["log.parquet", "log.csv", "log.jsonl.gz"] {
        let run = desk.clump(&format!("generate --owners 20 --output {name}"));
        assert!(run.status == 2 && run.stderr.contains("log.tsv") && !desk.exists(name), "{run}");
    }
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
fn what_cannot_be_generated_is_refused() {
    let desk = Desk::new();
    desk.file("log.tsv", "precious");
    let flags = [
        "--owners 20 --output log.tsv",
        "--owners 0 --output new.tsv",
        "--owners 20 --unknown 1 --output new.tsv",
    ];
    assert_snapshot!(desk.refusals("generate", flags));
    desk.clump("generate --owners 2 --output log.tsv --force").ok();
    assert!(desk.text("log.tsv").starts_with("AnonID"));
}
