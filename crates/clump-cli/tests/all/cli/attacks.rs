//! `clump attack` and `clump decode`: what a release gives away, and what it is meant to give.

use insta::assert_snapshot;

use crate::desk::Desk;

#[test]
fn hashing_is_attacked_on_a_held_out_half() {
    let run = Desk::with_log().clump("attack hash --reference queries.tsv --json").ok();
    let found = run.json();
    assert_eq!(found["is_scored"], true);
    assert!(found["with_cooccurrence"]["share"].as_f64().unwrap() > 0.0, "{run}");
    assert!(found["mass"].as_u64().unwrap() > 1_000);
}

#[test]
fn hashing_is_attacked_with_a_reference_log() {
    let desk = Desk::with_log();
    desk.file("key.txt", "0b".repeat(32));
    desk.clump("anonymize queries.tsv --method hash --key key.txt --output hashed.tsv").ok();
    let scored = desk.clump("attack hash hashed.tsv --reference queries.tsv --key key.txt --json").ok();
    // The reference is the very log that was hashed: this is the most that can be lost.
    assert!(scored.json()["with_cooccurrence"]["share"].as_f64().unwrap() > 0.5, "{scored}");
    let blind = desk.clump("attack hash hashed.tsv --reference queries.tsv").ok();
    blind.says("pass the key with --key to see which guesses are right");
    desk.file("other.txt", "0c".repeat(32));
    let flags = [
        "hashed.tsv --reference queries.tsv --key other.txt",
        "queries.tsv --reference queries.tsv",
        "hashed.tsv --reference nowhere.tsv",
    ];
    assert_snapshot!(desk.refusals("attack hash", flags));
}

#[test]
fn shares_open_what_k_owners_asked_and_nothing_else() {
    let desk = Desk::with_log();
    desk.clump("anonymize queries.tsv --method share --k 5 --seed 7 --output sealed.tsv").ok();
    assert_snapshot!(desk.clump("decode sealed.tsv --output opened.tsv").ok(), @"
    status: 0, stderr:
    Opened    76 queries in 632 lines of 5,016; 5 owners asked each
    Sealed    2,336 queries: fewer than 5 owners asked them
    Wrote     opened.tsv
    ");
    // The same queries that dropping rare ones keeps, which publishes one line for each owner.
    desk.clump("anonymize queries.tsv --method drop-rare --k 5 --output common.tsv").ok();
    let queries = |name: &str| {
        let text = desk.text(name);
        let mut queries: Vec<String> =
            text.lines().skip(1).map(|line| line.split('\t').nth(1).unwrap().to_owned()).collect();
        queries.sort();
        queries.dedup();
        queries
    };
    assert_eq!(queries("opened.tsv"), queries("common.tsv"));
    assert_eq!(desk.clump("decode sealed.tsv --output -").ok().stdout, desk.text("opened.tsv"));
    let flags = [
        "sealed.tsv --output opened.tsv",
        "common.tsv --k 5 --output again.tsv",
        "sealed.tsv --k 1 --output again.tsv",
    ];
    assert_snapshot!(desk.refusals("decode", flags));
}

#[test]
fn changed_shares_are_noticed() {
    let desk = Desk::with_log();
    desk.clump("anonymize queries.tsv --method share --k 5 --seed 7 --output sealed.tsv").ok();
    desk.clump("decode sealed.tsv --output opened.tsv --json").ok();
    // Every cipher text loses its last digit to another one.
    let changed: String = desk
        .text("sealed.tsv")
        .lines()
        .enumerate()
        .map(|(number, line)| match (number, line.ends_with('0')) {
            (0, _) => format!("{line}\n"),
            (_, true) => format!("{}1\n", &line[..line.len() - 1]),
            (_, false) => format!("{}0\n", &line[..line.len() - 1]),
        })
        .collect();
    desk.file("sealed.tsv", changed);
    let said = desk.clump("decode sealed.tsv --output -").stderr;
    assert!(said.contains("the certificate does not match the release"), "{said}");
    let run = desk.clump("decode sealed.tsv --output again.tsv --json");
    assert_eq!((run.status, run.json()["lines"].as_u64()), (1, Some(0)));
    assert!(run.json()["damaged"].as_u64().unwrap() > 0);
}
