//! `clump methods`, and every method as the command line meets it.

use clump::MethodName;
use insta::assert_snapshot;

use crate::desk::Desk;

#[test]
fn methods_are_listed_and_explained() {
    let list = Desk::new().clump("methods").ok().stdout;
    for method in MethodName::ALL {
        let facts = method.facts();
        for told in [method.word(), facts.sentence, facts.promise] {
            assert!(list.contains(told), "{told}");
        }
    }
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
