//! One word, `--sensitive`, for what nobody should learn: lists that are missing, match nothing or cover everything are
//! refused by those who make a release and by those who read it.

use insta::assert_snapshot;

use crate::desk::Desk;

const COHERENCE: &str = "anonymize many.txt --taxonomy food.csv --method coherence --k 2 --h 0.5 --p 1";

/// Baskets in which fruit and dairy are common, and no meat is certain.
fn desk() -> Desk {
    let desk = Desk::with_food();
    desk.file("many.txt", "apple beef\napple chicken\napple milk\napple\nmilk beef\nmilk\nmilk\n");
    desk
}

/// A release in which `beef` is sensitive.
fn released() -> Desk {
    let desk = desk();
    desk.clump(&format!("{COHERENCE} --sensitive beef --output r.tsv")).ok();
    desk
}

#[test]
fn a_list_that_is_missing_or_empty_is_refused() {
    let desk = desk();
    desk.file("empty.txt", "\n \n");
    assert_snapshot!(desk.refused(&format!("{COHERENCE} --output r.tsv")), @"
    status: 2
    ---stdout---
    ---stderr---
    error: what is sensitive is not given

    hint: name it with `--sensitive NODE` (repeat it for several) or `--sensitive file:PATH` (one name per line)
    ");
    assert_snapshot!(desk.refused(&format!("{COHERENCE} --sensitive file:empty.txt --output r.tsv")), @"
    status: 2
    ---stdout---
    ---stderr---
    error: empty.txt names nothing

    hint: the file has one name per line, as the taxonomy spells it
    ");
}

#[test]
fn a_list_that_matches_nothing_is_refused() {
    let desk = desk();
    desk.file("list.txt", "beaf\n");
    for list in ["beaf", "file:list.txt", "list.txt"] {
        let line = format!("{COHERENCE} --sensitive {list} --output r.tsv");
        assert!(desk.refused(&line).stderr.contains("no item of the data is sensitive"), "{list}");
    }
    let line = "anonymize baskets.txt --taxonomy food.csv --k 2 --sensitive beaf --report report.json";
    assert!(desk.refused(line).stderr.contains("nothing of the data is at or below"));
}

#[test]
fn a_list_that_covers_everything_is_refused() {
    let desk = desk();
    assert_snapshot!(desk.refused(&format!("{COHERENCE} --sensitive food --output r.tsv")), @"
    status: 2
    ---stdout---
    ---stderr---
    error: every item of the data is sensitive: none is public, so nothing is protected

    hint: name only what nobody should learn: the promise is about those who know something else
    ");
    let line = format!("{COHERENCE} --sensitive share:1 --output r.tsv");
    assert!(desk.refused(&line).stderr.contains("every item of the data is sensitive"));
}

#[test]
fn names_that_match_nothing_beside_others_are_counted_aloud() {
    let desk = desk();
    desk.clump("anonymize baskets.txt --taxonomy food.csv --k 2 --output k.tsv --audit audit.tsv").ok();
    let counted = "not among them, or misspelt: 1 name";
    for line in [
        format!("{COHERENCE} --sensitive beef --sensitive beaf --output r.tsv"),
        "anonymize baskets.txt --taxonomy food.csv --k 2 --sensitive meat --sensitive beaf --report report.json"
            .to_owned(),
        "measure baskets.txt k.tsv --audit audit.tsv --taxonomy food.csv --sensitive meat --sensitive beaf"
            .to_owned(),
    ] {
        let run = desk.clump(&line).ok();
        assert!(run.stderr.contains(counted), "{line}\n{run}");
    }
    let run = desk.clump("verify r.tsv --sensitive beef --sensitive beaf").ok();
    assert!(run.stderr.contains(counted), "{run}");
}

#[test]
fn a_node_stands_for_everything_below_it() {
    let desk = desk();
    desk.clump(&format!("{COHERENCE} --sensitive meat --output r.tsv")).ok();
    let certificate: serde_json::Value = serde_json::from_str(&desk.text("r.tsv.certificate.json")).unwrap();
    let named = desk.clump(&format!("{COHERENCE} --sensitive below:meat --output again.tsv")).ok();
    assert!(named.stderr.contains("Sensitive 2 items of the data"), "{named}");
    assert_eq!(certificate["sensitive_items"], serde_json::json!(["beef", "chicken"]));
    assert_eq!(desk.text("r.tsv"), desk.text("again.tsv"));
}

#[test]
fn verify_refuses_a_claim_that_is_about_nothing() {
    let desk = released();
    assert_snapshot!(desk.clump("verify r.tsv"), @"
    status: 0
    ---stdout---
    ---stderr---
    Holds     (0.5, 2, 1)-coherence: 7 rows, 2 sets of items; the smallest has 4 rows
              the certificate beside it is about these very bytes
              sensitive: 1 item of the release
              every row states how many owners share it: at least 1
              rows were counted; that k counts owners shows only with --audit and --input
    ");
    let stated = "verify r.tsv --promise coherence --k 2 --h 0.9 --p 1";
    assert_snapshot!(desk.refused(&format!("{stated} --sensitive beaf")), @"
    status: 2
    ---stdout---
    ---stderr---
    error: no label of the release is sensitive, so nothing can be checked

    hint: name labels as they are published; a certificate that names others is not the one of this release
    ");
    assert_snapshot!(desk.refused(&format!("{stated} --sensitive below:meat")), @"
    status: 2
    ---stdout---
    ---stderr---
    error: `below:` says nothing of a release that is read: it has no tree, only labels

    hint: name labels as they are published, or list them in a file: `--sensitive file:PATH`; the certificate names them under `sensitive_items`
    ");
    let labels: std::collections::BTreeSet<String> =
        desk.text("r.tsv").lines().skip(1).flat_map(|line| line[2..].split('|')).map(str::to_owned).collect();
    desk.file("all.txt", labels.into_iter().collect::<Vec<_>>().join("\n"));
    assert_snapshot!(desk.refused(&format!("{stated} --sensitive file:all.txt")), @"
    status: 2
    ---stdout---
    ---stderr---
    error: every label of the release is sensitive: none is public, so nothing is protected

    hint: name only what nobody should learn: the promise is about those who know something else
    ");
    std::fs::remove_file(desk.path("r.tsv.certificate.json")).unwrap();
    assert_snapshot!(desk.refused(stated), @"
    status: 2
    ---stdout---
    ---stderr---
    error: what is sensitive is not given

    hint: name it with `--sensitive NODE` (repeat it for several) or `--sensitive file:PATH` (one name per line)
    ");
}

#[test]
fn verify_believes_no_certificate_that_names_nothing_sensitive() {
    let desk = released();
    let certificate = desk.text("r.tsv.certificate.json");
    let list = "\"sensitive_items\": [\n    \"beef\"\n  ],\n";
    assert!(certificate.contains(list), "{certificate}");
    desk.file("r.tsv.certificate.json", certificate.replace(list, ""));
    assert_ne!(desk.clump("verify r.tsv").status, 0);
    desk.file("r.tsv.certificate.json", certificate.replace("\"beef\"", "\"venison\""));
    assert_ne!(desk.clump("verify r.tsv").status, 0);
}

#[test]
fn the_old_flag_says_what_it_is_called_now() {
    let desk = released();
    for line in
        [format!("{COHERENCE} --private list.txt --output x.tsv"), "verify r.tsv --private x".to_owned()]
    {
        let run = desk.refused(&line);
        assert!(run.stderr.contains("it is called `--sensitive` now"), "{run}");
    }
}
