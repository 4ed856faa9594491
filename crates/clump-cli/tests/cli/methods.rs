//! `clump methods`, and every method as the command line meets it.

use insta::assert_snapshot;

use crate::desk::{Desk, example_log};

const METHODS: [&str; 15] = [
    "nearest",
    "clump",
    "partition",
    "apriori",
    "coherence",
    "hash",
    "share",
    "split",
    "drop-all",
    "hash-queries",
    "drop-ids",
    "scrub",
    "hash-ids",
    "short-sessions",
    "drop-rare",
];

#[test]
fn methods_are_listed() {
    assert_snapshot!(Desk::new().clump("methods").ok());
}

#[test]
fn each_method_is_explained() {
    for method in METHODS {
        assert_snapshot!(format!("methods-{method}"), Desk::new().clump(&format!("methods {method}")).ok());
    }
    assert_eq!(Desk::new().clump("methods --json").ok().json().as_array().unwrap().len(), METHODS.len());
    assert_eq!(Desk::new().clump("methods share --json").ok().json()["name"], "share");
    assert_snapshot!(Desk::new().refused("methods nonsense"), @"");
}

#[test]
fn the_page_about_methods_is_what_the_binary_prints() {
    let page = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/methods.md");
    let printed = Desk::new().clump("methods --markdown").ok().stdout;
    assert_eq!(
        std::fs::read_to_string(page).unwrap(),
        printed,
        "run `clump methods --markdown > docs/methods.md`"
    );
}

/// A run of every method on the log that ships with the project, as its user sees it.
#[test]
fn every_method_runs_and_says_what_it_promises() {
    let desk = Desk::new();
    desk.file("queries.tsv", example_log());
    for method in METHODS {
        let parameters = match method {
            "coherence" => "--k 5 --private below:food",
            "hash" | "split" | "hash-queries" | "hash-ids" | "short-sessions" => "--seed 7",
            "share" => "--k 5 --seed 7",
            "drop-all" | "drop-ids" | "scrub" => "",
            _ => "--k 5",
        };
        let line = format!("anonymize queries.tsv --method {method} {parameters} --output {method}.tsv");
        assert_snapshot!(format!("run-{method}"), desk.clump(&line).ok());
        let verified = desk.clump(&format!("verify {method}.tsv"));
        assert_snapshot!(format!("verify-{method}"), verified);
        let certificate = desk.text(&format!("{method}.tsv.certificate.json"));
        let promises = !certificate.contains("\"nothing\"");
        assert_eq!(verified.status, if promises { 0 } else { 1 }, "{method}");
    }
}

#[test]
fn what_a_method_does_not_read_is_refused() {
    let desk = Desk::with_food();
    let refused = |flags: &str| desk.refused(&format!("anonymize log.tsv --output release.tsv {flags}"));
    assert_snapshot!(refused("--k 2 --m 3"), @"");
    assert_snapshot!(refused("--method hash --audit audit.tsv"), @"");
    assert_snapshot!(refused("--method drop-ids --layout groups"), @"");
    assert_snapshot!(refused("--method coherence --k 2"), @"");
    assert_snapshot!(refused("--method coherence --k 2 --private nowhere.txt"), @"");
    assert_snapshot!(refused("--method coherence --k 2 --private share:2"), @"");
    assert_snapshot!(refused("--method apriori --k 2 --m 0"), @"");
    assert_snapshot!(refused("--method share"), @"");
    assert_snapshot!(refused("--method hash --key log.tsv"), @"");
    assert_snapshot!(refused("--method hash --key nowhere --seed 1"), @"");
    assert_snapshot!(refused("--method short-sessions --period soon"), @"");
    assert_snapshot!(refused("--method split --level 1 --taxonomy food.csv"), @"");
    let baskets = desk.refused("anonymize baskets.txt --method hash --output release.tsv");
    assert_snapshot!(baskets, @"");
}
