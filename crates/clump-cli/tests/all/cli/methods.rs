//! `clump methods`, and every method as the command line meets it.

use clump::MethodName;
use insta::assert_snapshot;

use crate::desk::{Desk, log, refusals_of};

#[test]
fn methods_are_listed_and_explained() {
    assert_snapshot!("methods_are_listed", Desk::new().clump("methods").ok());
    assert_snapshot!(Desk::new().clump("methods partition").ok());
    assert_eq!(
        Desk::new().clump("methods --json").ok().json().as_array().unwrap().len(),
        MethodName::ALL.len()
    );
    assert_eq!(Desk::new().clump("methods share --json").ok().json()["name"], "share");
    Desk::new().refused("methods nonsense").says("hint: run `clump methods` to list them");
}

#[test]
fn the_page_about_methods_is_what_the_binary_prints() {
    let page = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference/methods.md");
    let printed = Desk::new().clump("methods --markdown").ok().stdout;
    let is_written = std::fs::read_to_string(page).unwrap() == printed;
    assert!(is_written, "run `clump methods --markdown > docs/reference/methods.md`");
}

/// A run of every method on the log that ships with the project, as its user sees it.
#[test]
fn every_method_runs_and_says_what_it_promises() {
    let desk = Desk::with_log();
    let mut said = String::new();
    for method in MethodName::ALL.map(MethodName::word) {
        let parameters = match method {
            "coherence" => "--k 5 --sensitive food",
            "hash" | "split" | "hash-queries" | "hash-ids" | "short-sessions" => "--seed 7",
            "share" => "--k 5 --seed 7",
            "drop-all" | "drop-ids" | "scrub" => "",
            _ => "--k 5",
        };
        let line = format!("anonymize queries.tsv --method {method} {parameters} --output {method}.tsv");
        let made = desk.clump(&line).ok();
        let verified = desk.clump(&format!("verify {method}.tsv"));
        said.push_str(&format!("$ clump {line}\n{made}$ clump verify {method}.tsv\n{verified}\n"));
        let certificate = desk.text(&format!("{method}.tsv.certificate.json"));
        let promises = !certificate.contains("\"promise\": [],");
        assert_eq!(verified.status, if promises { 0 } else { 1 }, "{method}");
    }
    assert_snapshot!(said);
}

#[test]
fn what_a_method_does_not_read_is_refused() {
    let desk = Desk::with_food();
    let flags = [
        "--k 2 --m 3",
        "--method hash --audit audit.tsv",
        "--method drop-ids --layout groups",
        "--method coherence --k 2",
        "--method coherence --k 2 --sensitive file:nowhere.txt",
        "--method coherence --k 2 --sensitive share:2",
        "--method apriori --k 2 --m 0",
        "--method share",
        "--method hash --key log.tsv",
        "--method hash --key nowhere --seed 1",
        "--method short-sessions --period soon",
        "--method short-sessions --period 1mo",
        "--method split --interests subtree:1 --taxonomy food.csv",
        "--k 2 --gap 5m",
        "--k 2 --method apriori --parts 3",
    ];
    assert_snapshot!(desk.refusals("anonymize log.tsv --output release.tsv", flags));
    let inputs = ["log.tsv --output release.jsonl", "baskets.txt --output release.tsv"];
    assert_snapshot!("inputs_of_methods_on_lines", desk.refusals("anonymize --method hash", inputs));
}

#[test]
fn a_header_in_the_midst_of_a_log_is_no_owner() {
    let desk = Desk::new();
    let log = log((1..=4).map(|owner| (owner, "dog")));
    let header = log.lines().next().unwrap();
    desk.file("log.tsv", format!("{log}{header}\n"));
    for method in ["nearest", "drop-rare"] {
        desk.refused(&format!("anonymize log.tsv --method {method} --k 5 --output r.tsv"))
            .says("4 owners cannot be 5-anonymous");
    }
}

/// Times and ranks are published as they are, so anything else in their place is refused.
#[test]
fn what_is_no_time_or_rank_is_not_published() {
    let log = |line: &str| format!("AnonID\tQuery\tQueryTime\tItemRank\tClickURL\n{line}\n");
    assert_snapshot!(refusals_of(
        "anonymize FILE --output r.tsv",
        [
            ("swapped.tsv", log("1\t2006-03-01 07:17:12\tzzsecretzz"), "--method hash"),
            ("moved.tsv", log("1\tdog\t2006-03-01 07:17:12\tzzsecretzz\t"), "--method scrub"),
        ]
    ));
}
